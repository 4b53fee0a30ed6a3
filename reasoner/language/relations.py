"""Typed relations: what kind of thing a fact says, and of what.

>>> relation("a window is made of glass")
Relation(window; madeof; glass)
>>> relation("as altitude increases , air pressure decreases")
Relation(altitude +; moreless; air pressure -)
>>> relation("thick fur protects a fox from the cold").direction
'prevents'

The types are those of OpenBookQA's Table 2, made finer (`TYPES`). A table of surface patterns decides, in order,
because short lower-case facts are what parsers get wrong; a parse is made only to part a `basic` fact and to tell
"are mammals" from "are shiny".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from reasoner.language.terms import lemma
from reasoner.language.tuples import comparative_halves, extract, fronted, is_comparative
from reasoner.language.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Doc

TYPES = (
    "isa", "madeof", "has", "contains", "property", "definition", "causes", "requires", "usedfor", "located", "example",
    "ifthen", "comparison", "moreless", "basic",
)  # fmt: skip
DIRECTIONS = {"increases": 1, "enables": 1, "decreases": -1, "prevents": -1}
MAX_LENGTH = 1000  # characters; no fact is longer, and patterns with two gaps are quadratic in the length


@dataclass(frozen=True, slots=True)
class Term:
    """An argument: its words, the same without leading article, and the lemma of the word that heads it."""

    text: str
    term: str
    head: str


@dataclass(frozen=True, slots=True, repr=False)
class Relation:
    """A fact's type and arguments.

    The arguments of each type, in order: isa (kind, genus); madeof (thing, material); has (whole, part); contains
    (container, content); property (thing, quality); definition (term, meaning); causes (cause, effect); requires (who,
    what[, for what]); usedfor (tool, purpose[, by whom]); located (thing, place); example (example, class); ifthen
    (condition, result); comparison (greater-or-less, than what); moreless (first quantity, second); basic (subject,
    object, ...). `predicate` holds the words between them. `signs` has one sign an argument for moreless, one for
    causes and comparison; `aspects` are the qualities compared ("old" in "as a person gets older").
    """

    type: str
    arguments: tuple[Term, ...]
    predicate: str = ""
    direction: str | None = None
    signs: tuple[int, ...] = ()
    aspects: tuple[str, ...] = ()
    negated: bool = False

    @property
    def sign(self) -> int:
        """Whether the arguments go the same way (1), opposite ways (-1), or nothing is said of it (0)."""
        product = 1 if self.signs else 0
        for sign in self.signs:
            product *= sign
        return product

    def __repr__(self) -> str:
        terms = [each.term for each in self.arguments]
        if self.type == "moreless":
            terms = [f"{term} {'-' if sign < 0 else '+'}" for term, sign in zip(terms, self.signs, strict=True)]
        name = f"{self.type}/{self.direction}" if self.direction else self.type
        return f"Relation({'; '.join([*terms[:1], ('not ' if self.negated else '') + name, *terms[1:]])})"


# -- the table ----------------------------------------------------------------------------------------------------

_IRREGULAR = {
    "keep": "kept", "let": "let", "make": "made", "have": "had", "lead": "led", "give": "gave", "grow": "grew",
    "come": "came", "hurt": "hurt", "stop": "stopped", "mean": "meant",
}  # fmt: skip
_ADVERBS = (
    "usually|often|generally|mostly|typically|always|sometimes|also|only|probably|normally|commonly|mainly|directly|either|"
    "both|almost|most|very|all|even|then|about|nearly|just"
)
_MODALS = "can|could|may|might|will|would|must|should|shall|do|does|did"
_NOT = "not|never"
_BEFORE = f"(?:(?:{_ADVERBS}|{_MODALS}|{_NOT}) )*"


def _any(*rows: str) -> str:
    return f"({'|'.join(sorted(words(' '.join(rows))))})"


_MACROS = {
    "{be}": rf"{_BEFORE}(?:is|are|was|were|be|has been|have been)(?: (?:{_ADVERBS}|{_NOT}))*",
    "{pre}": _BEFORE.replace("can|", "can|to|"),
    "{place}": "(next to|close to|in front of|"
    + _any(
        "in on at inside within under underneath beneath below above over near between among around along behind",
        "beside outside across throughout during",
    )
    + ")",
    "{which}": "(that|which|who|where|used|(in|by|at|on|from|to) which)",
    "{the}": r"(an? |the |one |some |another )?(\w+ )??",
    "{er}": r"(more|less|fewer|worse|\w+er)",
    "{genus}": _any(
        "period time place area region space substance thing something someone anything object device tool machine",
        "instrument organism person way method amount",
    ),
    "{abstract}": _any(
        "process ability act action movement change measure measurement study force distance point temperature rate",
        "transfer release pull push loss breakdown number capacity tendency state condition",
    ),
    "{trait}": _any(
        "shape density color colour size temperature weight mass texture smell odor odour taste volume hardness",
        "luster length height speed point charge strength appearance",
    )
    + "s?",
    "{up}": _any(
        "increase rise grow expand faster stronger bigger larger higher warmer hotter longer taller greater wider",
        "deeper brighter louder heavier healthier better harder thicker",
    ),
    "{down}": "(slow down|"
    + _any(
        "decrease drop fall shrink slow slower weaker smaller lower colder cooler shorter thinner darker dimmer",
        "quieter softer drier lighter worse",
    )
    + ")",
    "{effect}": "(impact|effect|influence)s? on",
}

# What an argument before the predicate may not end in: the word after it is then no main verb ("food that contains").
_NO_END = sorted(words("a access an and by can close exposure for from if in not of or that the to when which who"))
# What the object of a transitive verb may not begin with: the verb is then intransitive ("pressure increases with").
_NO_START = _any(
    "in on at by from to with during when if as over after before for because through of near into under below above",
    "around out and or more less slowly quickly together",
)

# First match wins, so the order settles what a fact is when it could be two things. A, B and C stand for the
# arguments, in the order in which a relation lists them; "B!" must begin like an object; {v x|y} is any finite form of
# those verbs, with what may stand before it (modals, negation, adverbs); round brackets are regex groups.
PATTERNS = r"""
example              | A {be} {the}examples? of B
example              | {the}examples? of B {be} (when )?A

definition           | A {be} (when|where|defined as|the term for) B
definition           | B {be} (called|named|known as|termed|referred to as) A
definition           | A {v mean} B

ifthen               | (if|when|whenever|as|once|unless|because|since|while) A ?, (then )?B
ifthen               | (if|when|unless) A then B
ifthen               | (if|when|whenever|as|because) A (?=(the|an?|it|they|that|its) )B
ifthen               | B ?,? (only )?(if|when|whenever|unless|because(?! of)|once(?! (an?|per|every))) A

example              | B ?, (such as|like|including|for example) A ?, .+
example              | B {v include} A

comparison           | A {be} ([\w-]+ )*?{er}\b.*? ?than (?!once\b)B
comparison           | A [\w-]+ (much |far |even )?{er}\b.*? ?than (?!once\b)B
comparison           | A {be} (the same|as) .+? as B
comparison           | A {be} (similar to|different from|like|unlike|the opposite of|equal to) B

definition           | A {be} (?=(an?|the|any|one|something|someone) ([\w-]+ ){0,4}?{which}\b)B
definition           | A {be} (?=(an?|the) ([\w-]+ ){0,3}?{abstract} (of|to|by|from|in|on|at|between)\b)B
definition           | A {be} (?=(an?|the) ([\w-]+ ){0,3}?{genus} (of|with|without|for|from|in|on|between)\b)B
definition           | (?=[\w -]+?(ing|tion|sion|sis|ment|ance|ence) (is|are)\b)A {be} (?=[\w-]+ing\b)B

madeof               | A {be} (an? \w+ )?(made|built|constructed) (up |out |mostly |mainly )*(of|from) B
madeof               | A ({be} composed|{v consist}) (mostly |mainly |entirely )?of B
madeof               | A {v come} from B
has                  | B {be} {the}parts? of A
contains             | A {be} (rich in|full of|filled with|high in|covered (with|in|by)) B
contains             | A {v contain} B

usedfor              | A {be} (used|useful|designed|meant) by C (to|for|in|as) B
usedfor              | A {be} used (to|for|in|as) B by (?!\w+ing\b)C
usedfor              | A {be} (used|useful|designed|meant) (to|for|in|as) B
usedfor              | A {be} for (?=\w+ing\b)B
usedfor              | {the}(function|purpose|role|job|use) of A {be} (to )?B
usedfor              | C {v use} A (to|for|in|as) B
usedfor              | A {v serve} (to|as) B

requires             | A {v require|need|demand} (?!by\b)B (in order )?to (?!(the|an?|its|their|be|some)\b)C
requires             | A {v require|need|demand} (?!by\b|to\b)B for C
requires             | A {v require|need|demand} (?!by\b)B
requires             | A {v depend|rely} (on|upon) B for C
requires             | A {v depend|rely} (on|upon) B
requires             | B {be} (necessary|needed|required|essential|vital|important|critical) (for|to|by) A
requires             | A can not \w+ without B
requires             | A must B

causes/increases     | A {v have} (an? )?(positive|good|beneficial) {effect} B
causes/decreases     | A {v have} (an? )?(negative|bad|harmful) {effect} B
causes/increases     | A {v cause|make} (?=.+ (to )?({up}|more \w+)$)B
causes/decreases     | A {v cause|make} (?=.+ (to )?({down}|less \w+)$)B
causes/prevents      | A {v keep|stop|protect|prevent} .+ from B
causes/prevents      | A {v prevent|block|inhibit|protect|stop|resist} B!
causes/enables       | A {v allow|enable|let|help|permit|support|provide} B!
causes/enables       | A {be} {the}sources? of B
causes/increases     | A {v increase|improve|raise|strengthen|promote|boost|enhance} B!
causes/increases     | A {v speed} up B
causes/decreases     | A {v decrease|reduce|lower|weaken|slow|harm|damage|hurt|limit|destroy|kill|pollute} B!
causes               | B {be} (caused|formed|created|produced|generated|made) (by|due to|when) A
causes               | B ({be} (due to|{the}result of)|{v result} from) A
causes               | A ({v lead} to|{v result} in|{v give} off|{v bring} about) B
causes               | A {v cause|produce|create|generate|make|form|trigger} B!

located              | A {be} (located|found|situated|native|present|seen) ({place}|to) B
located              | A {be} (located|found|situated|present|seen) (?=underground|underwater|here)B
located              | there {be} A {place} B
located              | A {be} {place} B
located              | A {v live|grow|dwell|reside|exist} {place} B
located              | A {v live|grow|dwell|reside|exist} (?=underground|underwater)B
located              | A {v inhabit} B

isa                  | A {be} {the}(kind|type|form|sort|group|class|member|species|one)s? of B
isa                  | A {be} (?=(an?|the) )B
property             | A {v have} (?=((an?|no|very) )*([\w-]+ )+{trait}$)B
has                  | A {v have} (?!(not )?\w+ed (over|its|their|the|an?|by|in|from|to)\b)B
"""
_COPULA = "A {be} B"


@dataclass(frozen=True, slots=True)
class Pattern:
    type: str
    direction: str | None
    regex: re.Pattern[str]
    verbs: frozenset[str] = frozenset()  # one of these must be in the fact; none listed: no such condition


_VERB = re.compile(r"\{v ([\w|]+)\}")


def _finite(verb: str) -> str:
    """Plain, third person and past form: "rely" -> "rely|relies|relied"."""
    if verb == "have":
        return "have|has|had"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        third, past = verb[:-1] + "ies", verb[:-1] + "ied"
    else:
        third, past = verb + "s", verb + ("d" if verb.endswith("e") else "ed")
    return f"{verb}|{third}|{_IRREGULAR.get(verb, past)}"


def _compiled(template: str) -> re.Pattern[str]:
    last = max("ABC", key=template.rfind)
    for name, body in _MACROS.items():
        template = template.replace(name, body)
    template = _VERB.sub(
        lambda found: _MACROS["{pre}"] + "(?:" + "|".join(map(_finite, found[1].split("|"))) + ")", template
    )
    template = re.sub(r"\((?!\?)", "(?:", template)
    ends = "".join(rf"(?<!\b{word})" for word in _NO_END)
    for letter in "ABC":
        gap = ".+" if letter == last else ".+?"
        start = rf"(?!{_NO_START}\b)" if f"{letter}!" in template else ""
        group = f"{start}(?P<{letter}>{gap})" + ("" if letter == last else ends)
        template = re.sub(rf"(?<![A-Za-z\\]){letter}!?(?![A-Za-z])", group.replace("\\", r"\\"), template)
    return re.compile(template, re.IGNORECASE)


def _verbs(template: str) -> frozenset[str]:
    """The verb forms without which a template cannot match: looking for them first spares most of the regex work."""
    verbs = [verb for found in _VERB.finditer(template) for verb in found[1].split("|")]
    forms = {form for verb in verbs for form in _finite(verb).split("|")}
    return frozenset(forms | (words("is are was were be been") if "{be}" in template else set()))


@lru_cache(maxsize=1)
def patterns() -> tuple[Pattern, ...]:
    """The table, compiled at first use."""
    rows = [line.split("|", 1) for line in PATTERNS.splitlines() if line.strip()]
    made = []
    for name, template in rows:
        kind, _, direction = name.strip().partition("/")
        made.append(Pattern(kind, direction or None, _compiled(template.strip()), _verbs(template)))
    return tuple(made)


@lru_cache(maxsize=1)
def _copula() -> re.Pattern[str]:
    return _compiled(_COPULA)


# -- reading a fact -----------------------------------------------------------------------------------------------

_NEGATED = re.compile(r"\b(?:not|never|no)\b", re.IGNORECASE)
_CONTRACTED = (
    (re.compile(r"\bca(?:n't|n’t|nnot)\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon['’]t\b", re.IGNORECASE), "will not"),
    (re.compile(r"n['’]t\b", re.IGNORECASE), " not"),
)
_LESS = words("less fewer")
_MORE = words("more less fewer")
_UP = words("increase rise grow gain expand climb improve more")
_DOWN = words(
    """
    decrease drop fall shrink decline lose lessen reduce less few low small weak slow cold cool short thin light dim
    dark quiet soft dry narrow shallow poor bad young rare faint scarce slight calm
    """
)
_ARTICLES = re.compile(r"^(?:(?:an?|the|usually|sometimes|often|generally|normally) )+", re.IGNORECASE)
_HEAD_ENDS = words(
    """
    of in on at by for from with to into under over near between through that which who where when , made used
    called is are was were has have had such
    """
)


def relation(text: str | Doc) -> Relation:
    """The type and arguments of a fact.

    >>> relation("Whales are not fish.")
    Relation(Whales; not isa; fish)
    >>> relation("if a plant gets no water then the plant will die").arguments[1].term
    'plant will die'
    >>> relation("bees pollinate flowers")
    Relation(bees; basic; flowers)
    """
    fact = _normal(text if isinstance(text, str) else text.text)
    if len(fact) <= MAX_LENGTH:
        found = _moreless(fact) or _from_table(fact) or _from_copula(fact)
        if found:
            return found
    return _basic(text)


def _normal(text: str) -> str:
    for contraction, plain in _CONTRACTED:
        text = contraction.sub(plain, text)
    return " ".join(text.split()).rstrip(" .!?;")


def _from_table(fact: str) -> Relation | None:
    told = set(fact.lower().split())
    for pattern in patterns():
        match = None if pattern.verbs and pattern.verbs.isdisjoint(told) else pattern.regex.fullmatch(fact)
        if match:
            return _made(pattern, match)
    return None


def _made(pattern: Pattern, match: re.Match[str]) -> Relation:
    groups = {name: match[name] for name in sorted(match.groupdict())}
    between = match.string
    for name in sorted(groups, key=match.start, reverse=True):
        between = between[: match.start(name)] + "\n" + between[match.end(name) :]
    predicate = " ".join(between.replace("\n", " ").split())
    signs: tuple[int, ...] = (DIRECTIONS[pattern.direction],) if pattern.direction else ()
    aspects: tuple[str, ...] = ()
    if pattern.type == "comparison":
        signs, aspects = _compared(predicate)
    negated = bool(_NEGATED.search(predicate)) and pattern.type not in ("ifthen", "requires")
    arguments = tuple(term(each) for each in groups.values())
    return Relation(pattern.type, arguments, predicate, pattern.direction, signs, aspects, negated)


def term(text: str) -> Term:
    """An argument with its term form and head.

    >>> term("the leaves of a tree")
    Term(text='the leaves of a tree', term='leaves of a tree', head='leaf')
    """
    text = text.strip(" ,")
    told = _ARTICLES.sub("", text).split()
    phrase = told[:1]
    for word in told[1:]:
        if word.lower() in _HEAD_ENDS:
            break
        phrase.append(word)
    return Term(text, " ".join(told), lemma(phrase[-1].strip(",.").lower(), "NOUN") if phrase else "")


# -- signs --------------------------------------------------------------------------------------------------------

_AS = (re.compile(r"as (?P<first>.+?) ?, (?:then )?(?P<second>.+)", re.I),
       re.compile(r"(?P<second>.+?) as (?P<first>.+)", re.I))  # fmt: skip
_WORD = re.compile(r"[\w'-]+")


def _moreless(fact: str) -> Relation | None:
    """The more ..., the more ...; as ... increases, ... decreases."""
    halves = comparative_halves(fact)
    if halves:
        return _covary("the", *(_fronted_change(*fronted(*half)) for half in halves))
    for pattern in _AS:
        match = pattern.fullmatch(fact)
        first, second = (_change(match["first"]), _change(match["second"])) if match else (None, None)
        if first and second:
            return _covary("as", first, second)
    return None


Change = tuple[str, int, str]


def _covary(predicate: str, *changes: Change) -> Relation:
    arguments, signs, aspects = zip(*changes, strict=True)
    return Relation("moreless", tuple(map(term, arguments)), predicate, signs=signs, aspects=aspects)


def _fronted_change(front: str, clause: str) -> Change:
    """The change in half of "the more mass an object has, ...": ("an object", 1, "mass")."""
    comparative, *rest = front.lower().split()
    told = clause.split()
    if len(told) > 1 and told[-1].lower() in _LINKING | {"has", "have"}:
        told.pop()
    low = comparative in _LESS or lemma(comparative, "ADJ") in _DOWN
    return " ".join(told), -1 if low else 1, " ".join(rest) if comparative in _MORE else lemma(comparative, "ADJ")


_LINKING = words(
    """
    is are was were be become becomes get gets look looks appear appears will can may grow grows
    """
)


def _change(clause: str) -> Change | None:
    """What changes in a clause, which way, and in what quality; None if nothing does.

    >>> _change("the amount of water in rivers will drop")
    ('the amount of water in rivers', -1, '')
    >>> _change("a person gets older")
    ('a person', 1, 'old')
    """
    told = clause.lower().split()
    for i, word in enumerate(told):
        verb, degree = lemma(word, "VERB"), lemma(word, "ADJ")
        if is_comparative(word):
            low = word in _LESS or degree in _DOWN
            aspect = told[i + 1] if word in _MORE and i + 1 < len(told) else degree
            return _before(clause.split(), i), -1 if low else 1, aspect
        finite = word != verb or i == len(told) - 1 or told[i - 1] in _LINKING
        if i and finite and verb in _UP | _DOWN:
            return _before(clause.split(), i), 1 if verb in _UP else -1, ""
    return None


def _before(clause: list[str], end: int) -> str:
    """The subject of a change: what stands before it, without the linking verb."""
    while end > 1 and clause[end - 1].lower() in _LINKING:
        end -= 1
    return " ".join(clause[:end] or clause)


def _compared(predicate: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    told = _WORD.findall(predicate.lower())
    for i, word in enumerate(told):
        if is_comparative(word):
            aspect = told[i + 1] if word in _MORE and i + 2 < len(told) else lemma(word, "ADJ")
            return (-1 if word in _LESS else 1,), (aspect,)
    return (0,), ()


# -- what only a parse can tell -----------------------------------------------------------------------------------


def _from_copula(fact: str) -> Relation | None:
    """ "are mammals" or "are shiny": a noun makes it isa, an adjective a property; a verb ("are eaten by") neither."""
    match = _copula().fullmatch(fact)
    if not match:
        return None
    from reasoner.language.pipeline import parse

    token = next((token for token in parse(fact) if token.idx >= match.start("B")), None)
    complement = token
    while complement is not None and complement.dep_ != "ROOT" and complement.head.idx >= match.start("B"):
        complement = complement.head
    if complement is None:
        return None
    if complement.pos_ == "VERB" and " " in match["B"] and complement.lower_ != lemma(complement.lower_, "VERB"):
        return None
    bare_verb = complement.pos_ == "VERB" and complement.lower_ == lemma(complement.lower_, "VERB")
    kind = "isa" if complement.pos_ in ("NOUN", "PROPN") or bare_verb else "property"
    return _made(Pattern(kind, None, _copula()), match)


def _basic(text: str | Doc) -> Relation:
    """Subject and objects of the first tuple; a text that says nothing has no arguments."""
    for found in extract(text):
        if found.subject.text:
            parts = [found.subject, *found.objects]
            arguments = tuple(Term(part.text, part.text, part.lemma) for part in parts)
            return Relation("basic", arguments, found.predicate.text, negated=found.negated)
    fact = _normal(text if isinstance(text, str) else text.text)
    return Relation("basic", (term(fact),) if fact else ())
