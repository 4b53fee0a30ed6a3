"""English function words and verb forms, for rules that must run on bare words in microseconds.

The lists are closed classes (auxiliaries, determiners, prepositions) and the verbs that questions about the world are
asked with. A verb missing from `VERBS` costs a clumsier sentence, never a wrong word: inflection itself is by rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


def word_at(keys: Sequence[str], i: int) -> str:
    """The word at i, or nothing outside the list."""
    return keys[i] if 0 <= i < len(keys) else ""


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is easier to read without quotes and commas."""
    return frozenset(text.split())


RELATIVES = word_set("that who which whose")
MODALS = word_set("can could will would shall should may might must cannot")
BE = word_set("is are was were am")
HAVE = word_set("has have had")
DO = word_set("do does did")
AUXILIARIES = MODALS | BE | HAVE | DO

DETERMINERS = word_set(
    "a an the this that these those my your his her its our their some any no every each all both another many much "
    "most several few two three four five six seven eight nine ten one such other certain"
)
SUBJECT_PRONOUNS = word_set("i you he she it we they one there someone somebody everyone people")
OBJECT_PRONOUNS = word_set("it you me him her us them itself themselves")
PREPOSITIONS = word_set(
    "about above across after against along among around as at before behind below beneath beside besides between "
    "beyond by despite down during except for from in inside into like near of off on onto out outside over past per "
    "since through throughout till to toward towards under underneath until up upon via with within without than"
)
CONJUNCTIONS = word_set("and or but nor if because when while whenever where whereas unless so although though")
ADVERBS = word_set(
    "also already always actually best better commonly currently directly easily ever eventually first famously fully "
    "generally least less likely mainly more most mostly naturally never normally not now often once only originally "
    "possibly primarily probably quickly rarely really safely sometimes soon still then therefore truly typically "
    "usually ultimately very potentially just regularly essentially largely further likeliest closely slowly "
    "completely together"
)

VERBS = word_set(
    """absorb accelerate accomplish accumulate achieve acquire act adapt add adjust affect aid allow alter answer
    appear apply approach arise arrange arrive ask assist assume attach attack attempt attract avoid balance
    bathe be become begin behave believe belong bend benefit bind birth blame blend block blow boil born bounce
    break breathe breed brew bring build burn burrow bury buy calculate call camouflage capture care carry catch
    cause change characterize charge check chew choose circulate classify clean climb close collapse collect
    collide combine come communicate compare compete complete compress conclude condense conduct connect
    conserve consider consist construct consume contain continue contract contribute control convert cook cool
    corrode cost count cover crack create cross crush cut damage deal decay decide decline decompose decorate
    decrease defend define deliver demonstrate depend deposit describe design destroy detect determine develop
    die differ diffuse dig digest diminish direct disappear discover disperse display disrupt dissolve
    distinguish distribute disturb divide do drain draw drill drink drive drop dry earn eat eject eliminate
    emerge emit enable encounter encourage end endanger endure enjoy ensue ensure enter erode erupt escape
    establish estimate evaporate evolve examine excrete exemplify exert exhibit exist expand expect experience
    explain explode explore expose express extend extract face fail fall feed feel fertilize fight fill filter
    find finish fit fix flee float flood flow flower fly focus follow force form freeze fuel function gain
    gather generate germinate get give glow go grab grow guard guide handle happen harden harm harvest hatch
    have heal hear heat help hibernate hide hit hold hunt hurt identify illustrate impact improve include
    increase indicate infect influence inform inherit inhibit injure insulate interact interfere invent involve
    jump keep kill know lack land last lay lead leak learn leave let lift light limit live locate look loosen
    lose love lower lubricate magnetize maintain make manufacture mate mean measure melt migrate mimic mix
    moisten move multiply name need neutralize notice nourish nurture observe obtain occupy occur offer open
    operate orbit organize originate oxidize paint pass pay perceive perform permit photosynthesize pick place
    plant play point pollinate pollute possess pour power precipitate predict prefer prepare prevent proceed
    process produce prohibit promote propel protect prove provide pull purchase purify push put qualify raise
    reach react read receive recognize record recycle reduce refer reflect refract regulate relate release rely
    remain remove renew repair repel replace replenish represent reproduce require resemble reside resist
    respond rest restore result retain return reuse reveal revolve ride rip ripen rise roam roll rotate rub run
    rust save say scare scatter scratch search seduce see seek seem select send sense separate serve settle
    shake shape share shed shift shine show shrink signal sink sit slide slow smash smell smooth soak solidify
    solve sort sound speed spend spin split spread sprout stand start starve state stay stick stimulate stir
    stop store strengthen strike struggle study succeed suffer suggest supply support suppose surround survive
    sustain swallow sweat swim swirl symbolize take taste teach tell tend test thank think thrive throw tilt
    touch track trade transfer transform transmit transport trap travel treat tremble try turn undergo
    understand use utilize utter value vaporize vary vibrate view visit wait walk want warm wash waste watch
    water wear weather weigh wilt win wish withstand wonder work worry worsen write yield"""
)

# Verbs that are as likely the bare subject of another verb: "how far can light travel".
BARE_NOUNS = word_set("water light heat land sound power weather waste fuel rust plant flower")
# Nouns far more often than verbs after a determiner or an adjective ("the plant", "solar power", "a light breeze").
_OFTEN_NOUNS = word_set(
    """act aid answer attack attempt balance bend benefit birth blend block break burn care change charge check contact
    contract control cook cost count cover crack cut damage deal decay decline decrease design direct display
    drain drink drive drop end escape experience face fall feed fight filter fit flood flow flower fly focus
    force form fuel function guard guide harm harvest heat hunt impact increase influence jump lack land last
    lead leak lift light limit look love mate measure name need orbit paint pass place plant play point power
    process produce pull push reach record release rest result return ride rise roll run rust scratch search
    sense shape share shed shift shine show signal sink slide smell sound speed split spread stand start state
    stick stop store study supply support swallow sweat taste test thought touch track trade transport trap
    travel treat turn use value view visit walk wash waste watch water weather wish work yield"""
)

_PAST_FORMS = """be:was become:became begin:began bend:bent bind:bound blow:blew break:broke breed:bred bring:brought
    build:built buy:bought catch:caught choose:chose come:came cost:cost cut:cut deal:dealt do:did draw:drew drink:drank
    drive:drove eat:ate fall:fell feed:fed feel:felt fight:fought find:found fit:fit flee:fled fly:flew freeze:froze
    get:got give:gave go:went grow:grew have:had hear:heard hide:hid hit:hit hold:held hurt:hurt keep:kept know:knew
    lay:laid lead:led leave:left let:let light:lit lose:lost make:made mean:meant pay:paid put:put read:read ride:rode
    rip:ripped rise:rose run:ran say:said see:saw seek:sought send:sent shed:shed shine:shone show:showed shrink:shrank
    sink:sank sit:sat slide:slid spend:spent spin:spun split:split spread:spread stand:stood stick:stuck strike:struck
    swim:swam take:took teach:taught tell:told think:thought throw:threw undergo:underwent understand:understood
    wear:wore win:won withstand:withstood write:wrote"""
_PAST = dict(pair.split(":") for pair in _PAST_FORMS.split())
_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_DOUBLING = word_set("drop stop trap grab scar plan rub rip hop fit emit occur refer prefer repel propel control")
_VOWELS = frozenset("aeiou")


def third_person(verb: str) -> str:
    """The form after "he", "she" or "it".

    >>> third_person("orbit"), third_person("carry"), third_person("pass"), third_person("have")
    ('orbits', 'carries', 'passes', 'has')
    """
    low = verb.lower()
    if low in _THIRD:
        return _THIRD[low]
    if low.endswith("y") and low[-2:-1] not in _VOWELS and len(low) > 1:
        return verb[:-1] + "ies"
    return verb + ("es" if low.endswith(("s", "x", "z", "ch", "sh")) else "s")


def past(verb: str) -> str:
    """The simple past.

    >>> past("orbit"), past("carry"), past("drop"), past("freeze"), past("live")
    ('orbited', 'carried', 'dropped', 'froze', 'lived')
    """
    low = verb.lower()
    if low in _PAST:
        return _PAST[low]
    if low.endswith("e"):
        return verb + "d"
    if low.endswith("y") and low[-2:-1] not in _VOWELS and len(low) > 1:
        return verb[:-1] + "ied"
    return verb + (verb[-1] if low in _DOUBLING else "") + "ed"


def is_verb(word: str) -> bool:
    """Whether the word is the base form of a verb that we know."""
    return word in VERBS


def is_plain_verb(word: str) -> bool:
    """Whether the word is a verb and hardly ever a noun, so that it marks a predicate wherever it stands."""
    return word in VERBS and word not in _OFTEN_NOUNS


@lru_cache(maxsize=1)
def _inflected() -> dict[str, str]:
    return {third_person(verb): verb for verb in sorted(VERBS)}


def is_often_noun(word: str) -> bool:
    """Whether the word, a verb or its third person, is as often a noun ("plants", "force")."""
    return _inflected().get(word, word) in _OFTEN_NOUNS


def is_third_person(word: str) -> bool:
    """Whether the word is a verb that we know, as it stands after "it".

    >>> is_third_person("carries"), is_third_person("rabbits")
    (True, False)
    """
    return word in _inflected()


@lru_cache(maxsize=1)
def _pasts() -> frozenset[str]:
    return frozenset(past(verb) for verb in VERBS) - VERBS


def is_past(word: str) -> bool:
    """Whether the word is the past of a verb that we know.

    >>> is_past("enabled"), is_past("took"), is_past("sacred")
    (True, True, False)
    """
    return word in _pasts()


def is_participle(word: str) -> bool:
    """Whether the word looks like a past participle: by its ending, or as one of the common irregular ones.

    >>> [is_participle(word) for word in ("heated", "made", "found", "rock", "red", "seed")]
    [True, True, True, False, False, False]
    """
    if word in _IRREGULAR_PARTICIPLES:
        return True
    return len(word) > 4 and word.endswith("ed") and not word.endswith("eed") and word not in {"hundred", "sacred"}


_IRREGULAR_PARTICIPLES = word_set(
    """become been begun bent born bound blown bred broken brought built bought caught chosen come cut dealt done drawn
    driven eaten fallen fed felt found fit flown frozen given gone gotten grown heard hidden hit held hurt kept known
    laid led left let lit lost made meant paid put ridden risen run said seen sent set shed shown shrunk spent spun
    split spread stood struck stuck swum taken taught told thought thrown understood won worn written"""
)
