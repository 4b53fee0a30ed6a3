"""Word tables behind reasoner.language.terms; all of our own making.

A table of forms reads "base form form ...; base form ...".
"""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a block of text.

    >>> sorted(words("b a"))
    ['a', 'b']
    """
    return frozenset(text.split())


def forms(table: str) -> dict[str, str]:
    """Each form with its base.

    >>> forms("go went gone; be is")
    {'went': 'go', 'gone': 'go', 'is': 'be'}
    """
    rows = [row.split() for row in table.split(";") if row.strip()]
    return {form: base for base, *others in rows for form in others}


# End in -s, -ing or -ed without being a form of anything.
INVARIANT = words(
    """
    bring cling fling king ping ring sing sling spring sting string swing thing wing wring ceiling clothing during
    evening everything anything nothing something herring lightning morning offspring pudding sibling sterling
    wedding bed bleed breed embed exceed feed greed heed hundred indeed kindred need proceed red reed sacred seed
    shed sled speed steed succeed tweed weed wed wicked naked shred biped moped gas bus lens atlas canvas christmas
    always perhaps news physics mathematics genetics mechanics electronics optics mumps measles rabies diabetes
    species series texas venus mars pus plus thus yes alas bias pancreas iris mantis less unless across whereas this
    his its as us chaos cosmos asbestos herpes alias clothes scissors pants jeans trousers politics economics
    athletics gymnastics headquarters sometimes overseas corps hatred born themselves ourselves yourselves infrared
    watershed riverbed streambed seabed stamen specimen subspecies purebred inbred biogas thermos testes feces
    galapagos molasses sideways nowadays landscaping charles james thomas andreas kansas arkansas massachusetts
    jones andes alps wales moses angeles seedling gosling
    """
)

IRREGULAR_NOUNS = forms(
    """
    child children; mouse mice; louse lice; foot feet; tooth teeth; goose geese; man men; woman women; person
    people; ox oxen; die dice; leaf leaves; loaf loaves; wolf wolves; knife knives; wife wives; shelf shelves; half
    halves; calf calves; hoof hooves; scarf scarves; thief thieves; elf elves; self selves; life lives; sheaf
    sheaves; bacterium bacteria; fungus fungi; larva larvae; nucleus nuclei; stimulus stimuli; vertebra vertebrae;
    alga algae; antenna antennae; phenomenon phenomena; criterion criteria; mitochondrion mitochondria; hypothesis
    hypotheses; analysis analyses; synthesis syntheses; crisis crises; oasis oases; axis axes; basis bases; index
    indices; vertex vertices; matrix matrices; radius radii; cactus cacti; ovum ova; stratum strata; spectrum
    spectra; medium media; formula formulae; nebula nebulae; pupa pupae; alumnus alumni; locus loci; genus genera;
    quantum quanta; bacillus bacilli; virus viruses; gas gases gasses; bus buses busses; lens lenses; quiz quizzes;
    human humans; iris irises; potato potatoes; movie movies; shoe shoes; biceps biceps; grandchild grandchildren;
    appendix appendices; parenthesis parentheses
    """
)

IRREGULAR_VERBS = forms(
    """
    be am is are was were been being 'm 're; have has had having 've; do does did done doing; go goes went gone
    going; say said; make made; get got gotten; know knew known; think thought; take took taken; see saw seen
    seeing; come came; give gave given; find found; tell told; become became; leave left leaves; feel felt; bring
    brought; begin began begun; keep kept; hold held; write wrote written; stand stood; hear heard; mean meant; meet
    met; run ran; pay paid; sit sat; speak spoke spoken; lie lain lying lies lied; lead led; grow grew grown; lose
    lost; fall fell fallen; send sent; build built; understand understood; draw drew drawn; break broke broken;
    spend spent; cut cutting; rise rose risen; drive drove driven; buy bought; wear wore worn; choose chose chosen;
    eat ate eaten; fly flew flown flies flying; catch caught; sell sold; freeze froze frozen; shine shone; sink sank
    sunk; swim swam swum; sing sang sung; ring rang rung; drink drank drunk; spring sprang sprung; shrink shrank
    shrunk; blow blew blown; throw threw thrown; show shown showed; shake shook shaken; steal stole stolen; swing
    swung; stick stuck; strike struck stricken; dig dug; hang hung; win won; spin spun; sting stung; sleep slept;
    sweep swept; weep wept; creep crept; deal dealt; dream dreamt; burn burnt; learn learnt; lend lent; bend bent;
    feed fed; breed bred; bleed bled; speed sped; slide slid; hide hid hidden; bite bit bitten; ride rode ridden;
    lay laid; fight fought; seek sought; teach taught; tear tore torn; bear bore borne; swear swore sworn; forget
    forgot forgotten; wake woke woken; weave wove woven; shoot shot; light lit; split splitting; set setting sets;
    put putting; let letting; hit hitting; shut shutting; spread spreading; shed shedding; withstand withstood;
    undergo underwent undergone undergoes undergoing; overcome overcame; melt molten; die dies died dying; tie ties
    tied tying; dye dyed dyeing; see sees; use used uses using; free freed freeing; agree agreed; age aged aging
    ageing; hear heard; lean leant; spill spilt; spoil spoilt; smell smelt; leap leapt; kneel knelt; cling clung;
    flee fled; forgive forgave forgiven; arise arose arisen; forbid forbade forbidden; swell swollen; mow mown; sow
    sown; saw sawn; sew sewn; thrive throve; abide abode; will 'll; would 'd; can ca; will wo; not n't; withdraw
    withdrew withdrawn; prove proven; undertake undertook undertaken; overtake overtook overtaken; stink stank
    stunk; foresee foresaw foreseen; guarantee guaranteed; panic panicked panicking; mimic mimicked mimicking; bind
    bound
    """
)

# What is left after -ing or -ed where the spelling rules in terms would guess wrong.
VERB_STEMS = forms(
    """
    change chang; range rang; arrange arrang; exchange exchang; challenge challeng; hinge hing; plunge plung; sponge
    spong; breathe breath; bathe bath; soothe sooth; clothe cloth; lathe lath; taste tast; waste wast; paste past;
    ignite ignit; unite unit; excite excit; invite invit; write writ; quote quot; complete complet; compete compet;
    delete delet; deplete deplet; promote promot; devote devot; note not; vote vot; explore explor; restore restor;
    ignore ignor; adore ador; store stor; score scor; interfere interfer; adhere adher; shape shap; escape escap;
    erode erod; explode explod; decode decod; corrode corrod; evoke evok; provoke provok; overtake overtak; awake
    awak; invoke invok; create creat; recreate recreat; prune prun; tune tun; fertile fertil; compile compil;
    profile profil; smile smil; style styl; recycle recycl; cycle cycl; operate operat; develop develop; gallop
    gallop; open open; happen happen; visit visit; edit edit; orbit orbit; focus focus focuss; heat heat; repeat
    repeat; treat treat; beat beat; eat eat; defeat defeat; cheat cheat; float float; coat coat; travel travel
    travell; level level levell; fuel fuel fuell; model model modell; label label labell; cancel cancel cancell;
    signal signal signall; control controll; install install; add add; err err; egg egg; purr purr; putt putt; buzz
    buzz; fizz fizz; bless bless; toss toss; pass pass; press press; miss miss; dress dress; cross cross; discuss
    discuss; process process; possess possess; express express; compress compress; guess guess; mass mass; require
    requir; acquire acquir; inspire inspir; respire respir; expire expir; hire hir; wire wir; fire fir; retire
    retir; tire tir; repair repair; impair impair; pair pair; stir stirr; star starr; concentrate concentrat;
    photograph photograph; welcome welcom; overcome overcom; become becom; come com; name nam; tame tam; time tim;
    bloom bloom; consume consum; resume resum; assume assum; gleam gleam; program programm; argue argu; rescue
    rescu; glue glu; queue queu; vary vary; balance balanc; bounce bounc; age ag; manage manag; damage damag;
    encourage encourag; average averag; package packag; merge merg; charge charg; emerge emerg; bulge bulg; bridge
    bridg; pledge pledg; lodge lodg; judge judg; gather gather; weather weather; bother bother; offer offer; suffer
    suffer; differ differ; layer layer; see see; flee flee; free free; agree agree; dye dye; eye eye ey; shoe shoe;
    canoe canoe; tiptoe tiptoe; fix fix; box box; mix mix; wax wax; tax tax; relax relax; ski ski; taxi taxi; bias
    bias; gas gass; plan plann; begin beginn; limit limit; benefit benefit; exhibit exhibit; inhibit inhibit;
    deposit deposit; inherit inherit; profit profit; rabbit rabbit; audit audit; solicit solicit; permit permitt;
    admit admitt; emit emitt; contain contain; train train; rain rain; explain explain; remain remain; maintain
    maintain; obtain obtain; gain gain; strain strain; drain drain; stain stain; chain chain; join join; ruin ruin;
    coin coin; sustain sustain; retain retain; attain attain; entertain entertain; abstain abstain; detain detain;
    appear appear; disappear disappear; hear hear; clear clear; near near; fear fear; smear smear; wear wear; tear
    tear; bear bear; steer steer; peer peer; cheer cheer; pioneer pioneer; volunteer volunteer; roar roar; soar
    soar; pour pour; color color colour; labor labor labour; flavor flavor flavour; favor favor favour; harbor
    harbor harbour; monitor monitor; mirror mirror; anchor anchor; occur occurr; refer referr; prefer preferr;
    transfer transferr; infer inferr; deter deterr; blur blurr; outline outlin; guide guid; incite incit; intervene
    interven; oblige oblig; precede preced; recede reced; recall recall; cloud cloud; load load; flood flood; need
    need; bead bead; read read; spread spread; lead lead; thread thread; head head; avoid avoid; build build; shield
    shield; yield yield; aid aid; braid braid; raid raid; crowd crowd; end end; blend blend; crawl crawl; sail sail;
    boil boil; coil coil; soil soil; cool cool; pool pool; peel peel; heal heal; seal seal; reveal reveal; deal
    deal; haul haul; howl howl; fail fail; mail mail; nail nail; look look; cook cook; book book; hook hook; soak
    soak; leak leak; speak speak; break break; peak peak; seek seek; soap soap; leap leap; keep keep; sleep sleep;
    sweep sweep; creep creep; loop loop; heap heap; reap reap; stoop stoop; harden harden; increase increas;
    decrease decreas; release releas; purchase purchas; chase chas; use us; fuse fus; reduce reduc; produce produc;
    live liv; give giv; solve solv; move mov; dissolve dissolv; have hav; exist exist; last last; cast cast; blast
    blast; fast fast; roast roast; toast toast; boast boast; coast coast; contrast contrast; exhale exhal; inhale
    inhal; excrete excret; secrete secret; distill distill; instill instill; upwell upwell; dwell dwell; swell
    swell; paste past; collar collar; ascend ascend; rout rout
    """
)

IE_NOUNS = words("calories cookies movies prairies zombies genies pixies brownies collies magpies")
ACHE_WORDS = words("aches headaches toothaches stomachaches earaches caches moustaches axes avalanches niches")
USE_WORDS = words("fuses reuses excuses accuses confuses diffuses refuses abuses amuses muses infuses")

# Take -er and -est.
GRADABLE = words(
    """
    able ample angry big bitter black blue blunt bold brave brief bright brittle broad brown bulky busy calm cheap
    chewy chilly clean clear clever close cloudy coarse cold cool crisp crunchy curly curvy damp dark dear deep
    dense dim dirty dry dull dusty early easy faint fair fast fat few fine firm flat fluffy foggy fresh full funny
    furry fuzzy gentle grand gray great greasy green grey happy hard harsh healthy heavy high hot humid humble
    hungry icy juicy keen kind large late lazy lean light likely lively lonely long loose loud low lucky mild moist
    muddy narrow near neat new nice noisy odd oily old pale plain poor pretty pure quick quiet rainy rapid rare raw
    red rich ripe rocky rough round sad safe salty sandy sane scarce severe shady shallow sharp shiny short shy sick
    silly simple skinny sleepy slim slimy slow small smart smelly smoky smooth soft sour spicy steady steep sticky
    stiff still straight strange strict strong sturdy sunny sweet swift tall tame tasty thick thin thirsty tight
    tiny tough true ugly vast warm wavy weak wealthy wet white wide wild windy wise yellow young
    """
)
IRREGULAR_DEGREES = forms(
    "good better best; bad worse worst; far farther farthest further furthest; dry dryer; old elder eldest"
)

# End in -ise or -iser in American spelling too.
TRUE_ISE = words(
    """
    advertise advise apprise arise braise bruise chaise chemise circumcise clockwise comprise compromise concise
    counterclockwise cruise demise despise devise disguise enterprise excise exercise expertise franchise improvise
    incise likewise lengthwise malaise mayonnaise merchandise moonrise noise otherwise paradise poise porpoise
    practise praise precise premise promise raise reprise revise rise sidewise sunrise supervise surmise surprise
    televise tortoise treatise turquoise uprise wise adviser appraise reviser riser raiser miser advertiser cruiser
    bruiser
    """
)
# American British
AMERICAN = forms(
    """
    color colour; favor favour; favorite favourite; behavior behaviour; labor labour; neighbor neighbour; flavor
    flavour; harbor harbour; vapor vapour; odor odour; humor humour; rumor rumour; tumor tumour; armor armour; honor
    honour; vigor vigour; colorless colourless; colorful colourful; odorless odourless; neighboring neighbouring;
    mold mould; molt moult; meter metre; kilometer kilometre; centimeter centimetre; millimeter millimetre; liter
    litre; milliliter millilitre; center centre; fiber fibre; theater theatre; caliber calibre; luster lustre;
    somber sombre; aluminum aluminium; sulfur sulphur; sulfate sulphate; sulfide sulphide; sulfuric sulphuric; gray
    grey; plow plough; tire tyre; check cheque; program programme; defense defence; offense offence; license
    licence; practice practise; catalog catalogue; dialog dialogue; analog analogue; curb kerb; pajamas pyjamas;
    skeptic sceptic; skeptical sceptical; draft draught; hemoglobin haemoglobin; anemia anaemia; estrogen oestrogen;
    esophagus oesophagus; fetus foetus; feces faeces; diarrhea diarrhoea; leukemia leukaemia; cesium caesium;
    pediatric paediatric; paleontology palaeontology; maneuver manoeuvre; jewelry jewellery; traveling travelling;
    traveler traveller; woolen woollen; marvelous marvellous; fulfill fulfil; enroll enrol; skillful skilful; story
    storey; while whilst; among amongst; toward towards; afterward afterwards; upward upwards; downward downwards;
    backward backwards; forward forwards; airplane aeroplane; cozy cosy; artifact artefact; grill grille; ax axe;
    pry prise; jail gaol; specialty speciality
    """
)
