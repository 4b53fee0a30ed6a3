"""How two words are related: same, synonyms, antonyms, degrees of one adjective; and which way a word points.

Small tables of our own, about what elementary science talks of. Words are compared by lemma, in American spelling.

>>> relation("warmer", "colder"), relation("increase", "decreases"), relation("colour", "colors")
('antonym', 'antonym', 'same')
>>> relation("warm", "warmer"), relation("rock", "stone"), relation("rock", "water")
('degree', 'synonym', None)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from reasoner.language.terms import DEGREES, lemma
from reasoner.language.wordlists import words

Relation = Literal["same", "degree", "synonym", "antonym"]

# More, and less, of something. Also the ways that comparatives point where the scale is one of amount.
UPWARD = words(
    """
    increase rise grow raise gain more up upward add expand enlarge lengthen strengthen improve accelerate climb
    multiply heighten intensify boost warm heat widen deepen thicken lengthen ascend swell
    """
)
DOWNWARD = words(
    """
    decrease fall shrink lower lose less down downward subtract contract reduce shorten weaken worsen decelerate drop
    decline diminish lessen cut cool narrow thin descend dwindle sink fewer
    """
)

_ANTONYMS = """
    absorb/reflect absorb/release accept/reject active/passive active/dormant add/remove add/subtract
    advance/retreat alive/dead above/below accelerate/decelerate acid/base allow/prevent always/never ancient/modern
    appear/disappear arrive/depart artificial/natural ascend/descend asleep/awake attract/repel back/front bad/good
    beneficial/harmful begin/end big/little big/small birth/death black/white boil/freeze bottom/top bright/dark
    bright/dim brittle/flexible build/destroy buy/sell calm/stormy carnivore/herbivore cause/prevent
    charge/discharge clean/dirty clear/cloudy clear/opaque close/far close/open coarse/fine cold/hot cold/warm
    combine/separate common/rare complex/simple condensation/evaporation condense/evaporate conductor/insulator
    consumer/producer contract/expand cool/heat cool/warm create/destroy dangerous/safe dark/light day/night
    deep/shallow dense/sparse deposit/erode deposition/erosion different/same difficult/easy diurnal/nocturnal
    domestic/wild dorsal/ventral down/up dry/moist dry/wet dull/sharp dull/shiny early/late east/west easy/hard
    empty/full enter/exit enter/leave even/odd exhale/inhale exterior/interior external/internal extinct/extant
    fail/succeed fall/rise false/true far/near fast/slow fat/thin female/male few/many fiction/fact finish/start
    first/last fixed/moving flat/steep float/sink freeze/melt freeze/thaw fresh/rotten fresh/salty fresh/stale
    friend/enemy fragile/sturdy gain/lose gas/solid give/receive give/take global/local gradual/sudden great/small
    grow/shrink hard/soft harm/help harmful/helpful heat/cold heavy/light hide/show high/low hill/valley huge/tiny
    import/export in/out increase/decrease inner/outer inside/outside inherit/learn keep/lose kinetic/potential
    land/water large/small large/tiny leave/stay left/right less/more least/most lift/drop light/darkness
    liquid/solid live/die long/short loose/tight loud/quiet loud/soft lower/raise lower/upper major/minor
    maximum/minimum melt/solidify mix/separate move/stop narrow/wide near/distant negative/positive new/old
    noise/silence none/all north/south nothing/everything occupied/vacant offspring/parent old/young
    opaque/transparent open/shut opposite/same over/under plant/animal plentiful/scarce predator/prey
    presence/absence present/absent pull/push quick/slow raise/drop reactant/product renewable/nonrenewable
    rich/poor ripe/unripe rough/smooth rural/urban save/waste separate/join sharp/blunt short/tall sick/healthy
    single/multiple slow/rapid sour/sweet speed/slow spread/gather stable/unstable start/stop still/moving
    straight/curved straight/crooked strength/weakness strengthen/weaken strong/weak summer/winter sunrise/sunset
    superior/inferior sunny/cloudy survive/die survive/perish thick/thin tiny/huge tropical/polar
    underground/aboveground vertical/horizontal visible/invisible warm/chilly weaken/fortify wet/arid whole/part
    with/without work/rest wrong/right yes/no before/after forward/backward convex/concave conserve/waste
    protect/harm protect/destroy vertebrate/invertebrate oxidize/reduce attract/deter deciduous/evergreen
    extinction/survival drought/flood input/output limited/unlimited hot/cool heat/chill
"""

_SYNONYMS = """
    rock/stone big/large/huge/giant little/small/tiny fast/quick/rapid/swift begin/start/commence
    end/finish/conclude rise/increase/grow/climb fall/decrease/decline/drop/diminish/lessen/reduce
    make/create/produce/form/generate build/construct kill/destroy need/require/depend help/aid/assist/benefit
    harm/hurt/damage/injure hot/warm cold/cool/chilly wet/damp/moist happen/occur let/allow/permit enable/allow
    get/obtain/receive/acquire turn/change/become/transform/convert use/utilize shine/glow look/appear/seem
    show/display/demonstrate stop/prevent/halt/block keep/retain/hold store/keep eat/consume/feed animal/creature
    organism/being baby/offspring/young child/kid human/person/people soil/dirt/ground earth/planet sea/ocean
    river/stream forest/woods rain/rainfall/precipitation storm/thunderstorm trash/garbage/waste/rubbish/litter
    sickness/illness/disease doctor/physician car/automobile/vehicle plane/airplane bike/bicycle home/house/shelter
    habitat/home/environment fuel/gasoline/gas power/energy force/strength speed/velocity/rate heat/warmth warm/heat
    cool/chill light/illumination sunlight/sunshine sun/sunlight center/middle/core edge/border top/peak bottom/base
    part/piece/portion/component kind/type/sort/class amount/quantity number/amount size/volume weight/heaviness
    area/region/place/location feature/trait/characteristic/property/quality reason/cause
    result/effect/outcome/consequence idea/thought important/essential/vital/necessary dangerous/harmful/hazardous
    safe/secure poisonous/toxic strong/powerful bright/brilliant shiny/reflective clear/transparent
    see-through/transparent hard/difficult simple/easy similar/alike identical/same different/distinct new/recent
    old/ancient/aged near/close/nearby far/distant move/travel/go walk/run throw/toss pull/tug push/shove lift/raise
    collect/gather find/locate/discover see/observe/view hear/listen study/examine/investigate measure/gauge
    join/connect/attach/link combine/mix/blend divide/split/separate break/shatter/crack cut/slice bend/flex
    melt/liquefy freeze/solidify evaporate/vaporize vapor/steam burn/combust ignite/burn decay/rot/decompose
    grow/develop/mature reproduce/breed die/perish survive/live protect/guard/defend/shield hide/conceal
    camouflage/disguise hunt/prey chase/pursue escape/flee migrate/travel communicate/signal breathe/respire
    sleep/rest smell/odor/scent taste/flavor sound/noise quiet/silent loud/noisy color/hue shape/form
    surface/exterior hole/opening mountain/hill cliff/bluff beach/shore/coast bug/insect snake/serpent rabbit/hare
    mouse/rodent fat/blubber skin/hide fur/hair/coat bone/skeleton stomach/belly brain/mind blood/plasma vein/artery
    germ/microbe/bacterium plant/vegetation crop/harvest bloom/flower/blossom seed/grain leaf/foliage tree/timber
    wood/lumber/timber scientist/researcher test/experiment tool/instrument/device conserve/save/preserve
    recycle/reuse pollute/contaminate pollution/contamination absorb/soak contain/hold/include cover/coat
    surround/encircle orbit/revolve/circle rotate/spin/turn attract/draw repel/repulse reflect/mirror
    shrink/contract expand/swell/enlarge cause/lead/result more/additional/extra most/majority all/every much/many
"""


def _pairs(table: str) -> frozenset[frozenset[str]]:
    groups = [entry.split("/") for entry in table.split()]
    return frozenset(frozenset({a, b}) for group in groups for a in group for b in group if a != b)


ANTONYMS = _pairs(_ANTONYMS)
SYNONYMS = _pairs(_SYNONYMS) - ANTONYMS
_NEGATIVE_PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis", "anti")


@lru_cache(maxsize=100_000)
def relation(a: str, b: str) -> Relation | None:
    """How two words are related, or None; the same both ways round."""
    a, b = a.lower(), b.lower()
    first, second = lemma(a), lemma(b)
    if first == second:
        return "degree" if degree(a) != degree(b) else "same"
    pair = frozenset({first, second})
    if pair in ANTONYMS or direction(first) * direction(second) < 0 or _opposite_forms(*sorted(pair, key=len)):
        return "antonym"
    return "synonym" if pair in SYNONYMS else None


def _opposite_forms(short: str, long: str) -> bool:
    """renewable and nonrenewable, harmful and harmless."""
    if len(short) < 4:
        return False
    if any(long == prefix + short for prefix in _NEGATIVE_PREFIXES):
        return True
    stems = {word.removesuffix("ful").removesuffix("less") for word in (short, long)}
    return len(stems) == 1 and short.endswith(("ful", "less")) and long.endswith(("ful", "less"))


def antonyms(a: str, b: str) -> bool:
    """Whether two words are opposites.

    >>> antonyms("hotter", "colder"), antonyms("hot", "hotter")
    (True, False)
    """
    return relation(a, b) == "antonym"


def degree(word: str) -> str:
    """ "" for the plain form, "comparative" or "superlative".

    >>> degree("warm"), degree("warmer"), degree("best")
    ('', 'comparative', 'superlative')
    """
    if word.lower() not in DEGREES:
        return ""
    return "superlative" if word.lower().endswith("st") else "comparative"


def direction(word: str) -> int:
    """1 for a word that says more, -1 for one that says less, 0 for any other.

    >>> direction("increases"), direction("shrank"), direction("rock")
    (1, -1, 0)
    """
    base = lemma(word)
    return (word in UPWARD or base in UPWARD) - (word in DOWNWARD or base in DOWNWARD)
