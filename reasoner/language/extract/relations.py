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
from typing import TYPE_CHECKING

from reasoner.language.english import listed
from reasoner.language.extract.relation_patterns import Pattern, copula, patterns
from reasoner.language.extract.tuples import comparative_halves, extract, fronted, is_comparative
from reasoner.language.terms import lemma
from reasoner.language.wordlists import words
from reasoner.relations import names, relations

if TYPE_CHECKING:
    from spacy.tokens import Doc

#: The types of facts, as kb/relations.toml has them.
TYPES = tuple(name for name, known in relations().items() if known.fact_type)
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
        if self.type == names.moreless:
            terms = [f"{term} {'-' if sign < 0 else '+'}" for term, sign in zip(terms, self.signs, strict=True)]
        name = f"{self.type}/{self.direction}" if self.direction else self.type
        return f"Relation({'; '.join([*terms[:1], ('not ' if self.negated else '') + name, *terms[1:]])})"


# -- reading a fact -----------------------------------------------------------------------------------------------

_NEGATED = re.compile(r"\b(?:not|never|no)\b", re.IGNORECASE)
_CONTRACTED = (
    (re.compile(r"\bca(?:n't|n’t|nnot)\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon['’]t\b", re.IGNORECASE), "will not"),
    (re.compile(r"n['’]t\b", re.IGNORECASE), " not"),
)
_LESS = words("less fewer")
_MORE = words("more less fewer")
_UP = listed("relations", "up")
_DOWN = listed("relations", "down")
_ARTICLES = re.compile(r"^(?:(?:an?|the|usually|sometimes|often|generally|normally) )+", re.IGNORECASE)
_HEAD_ENDS = listed("relations", "head_ends")


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
    signs: tuple[int, ...] = (relations()[pattern.direction].sign,) if pattern.direction else ()
    aspects: tuple[str, ...] = ()
    if pattern.type == names.comparison:
        signs, aspects = _compared(predicate)
    negated = bool(_NEGATED.search(predicate)) and pattern.type not in (names.ifthen, names.requires)
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
    return Relation(names.moreless, tuple(map(term, arguments)), predicate, signs=signs, aspects=aspects)


def _fronted_change(front: str, clause: str) -> Change:
    """The change in half of "the more mass an object has, ...": ("an object", 1, "mass")."""
    comparative, *rest = front.lower().split()
    told = clause.split()
    if len(told) > 1 and told[-1].lower() in _LINKING | {"has", "have"}:
        told.pop()
    low = comparative in _LESS or lemma(comparative, "ADJ") in _DOWN
    return " ".join(told), -1 if low else 1, " ".join(rest) if comparative in _MORE else lemma(comparative, "ADJ")


_LINKING = listed("relations", "linking")


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
    match = copula().fullmatch(fact)
    if not match:
        return None
    from reasoner.language.parse.pipeline import parse

    token = next((token for token in parse(fact) if token.idx >= match.start("B")), None)
    complement = token
    while complement is not None and complement.dep_ != "ROOT" and complement.head.idx >= match.start("B"):
        complement = complement.head
    if complement is None:
        return None
    if complement.pos_ == "VERB" and " " in match["B"] and complement.lower_ != lemma(complement.lower_, "VERB"):
        return None
    bare_verb = complement.pos_ == "VERB" and complement.lower_ == lemma(complement.lower_, "VERB")
    kind = names.isa if complement.pos_ in ("NOUN", "PROPN") or bare_verb else names.property
    return _made(Pattern(kind, None, copula()), match)


def _basic(text: str | Doc) -> Relation:
    """Subject and objects of the first tuple; a text that says nothing has no arguments."""
    for found in extract(text):
        if found.subject.text:
            parts = [found.subject, *found.objects]
            arguments = tuple(Term(part.text, part.text, part.lemma) for part in parts)
            return Relation(names.basic, arguments, found.predicate.text, negated=found.negated)
    fact = _normal(text if isinstance(text, str) else text.text)
    return Relation(names.basic, (term(fact),) if fact else ())
