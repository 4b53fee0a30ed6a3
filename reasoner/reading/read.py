"""Reading sentences: what each says as rules, or why it could not be read.

>>> for sentence in ("Every wumpus is a red tumpus.", "No trum can fly."):
...     print(read(sentence))
is(?x, wumpus) -> is(?x, tumpus); is(?x, wumpus) -> is(?x, red)
is(?x, trum) -> not fly(?x); fly(?x) -> not is(?x, trum)
"""

from __future__ import annotations

import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import reasoner.reading.grammar.modifiers
import reasoner.reading.grammar.phrases
import reasoner.reading.grammar.predicates
import reasoner.reading.grammar.qualities
import reasoner.reading.grammar.sentences  # noqa: F401  (the grammar's rules enter themselves)
from reasoner.language.english import words
from reasoner.language.parse.pipeline import clean, parse_all
from reasoner.language.terms import lemma
from reasoner.language.verbs import is_past
from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.reading.grammar.chart import Chart
from reasoner.reading.grammar.rephrasing import plainly
from reasoner.reading.grammar.syntax import Statement
from reasoner.reading.grammar.tokens import closed_words, lexical, tagged, tokenize
from reasoner.reading.meaning.background import background
from reasoner.reading.meaning.formula import (
    And,
    Every,
    Formula,
    If,
    Not,
    Some,
    Unreadable,
    bound,
    conjunction,
    rules_of,
)
from reasoner.reading.meaning.interpret import meaning
from reasoner.reading.theory import changed_formula

if TYPE_CHECKING:
    from spacy.tokens import Doc

LONGEST = 60  # words; what is longer is not one sentence
#: The chart asks for parts of parts: a sentence of the longest kind takes some thousand calls, more than Python allows
#: by default. What can be read must not depend on how deep the caller already is.
_DEPTH = 8_000
_SMALL = re.compile(r"\b[a-z][\w-]*")  # words that a text does not write with a capital
KEPT = 20_000  # readings
_CHEAP = 2.5  # a reading by words alone that costs more takes words for what they rarely are

_CLEAR = 0.75  # how much dearer the second reading must be for the first to stand without the parser


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sentence was read as.

    `kind` is fact, rule, alternatives, existence, or unread; `unread` says why, and then there are no rules.
    `formula` is what the sentence says as a whole, `topic` the one thing that it is about,
    `kinds` the nouns that it ranges over.
    """

    sentence: str
    rules: tuple[Rule, ...]
    kind: str
    unread: str | None = None
    formula: Formula | None = None
    topic: str | None = None
    kinds: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"not read: {self.unread}" if self.unread else "; ".join(map(str, self.rules))


def read(sentence: str, topic: str | None = None) -> Reading:
    """Read one sentence; `topic` is what its "he", "she" or "it" refers to if nothing in the sentence says so.

    >>> print(read("If something is kind then it likes the cat."))
    is(?x, kind) -> like(?x, cat)
    >>> read("Of the with.").unread
    'no subject found'
    """
    return _read_texts([clean(sentence)], topic, story=False)[0]


def read_all(sentences: Sequence[str]) -> list[Reading]:
    """Read the sentences of a text, those that need the parser in one batch; pronouns refer back."""
    return _read_texts([clean(sentence) for sentence in sentences], None, story=True)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A sentence taken apart, and what it says where nothing before it is known."""

    reading: Reading
    statement: Statement | None = None


_drafts: OrderedDict[str, _Draft] = OrderedDict()
_lock = threading.Lock()


def _read_texts(texts: Sequence[str], topic: str | None, story: bool) -> list[Reading]:
    readings: list[Reading] = []
    drafts = _drafted(texts)
    common = {word for text in texts for word in _SMALL.findall(text)} if story else set()
    for text in texts:
        draft = drafts[text]
        reading = _of_a_kind(_of_a_name(draft.reading, common), texts, common) if story else draft.reading
        if reading.unread and topic and draft.statement is not None:
            reading = _interpreted(text, draft.statement, topic)
        readings.append(reading)
        topic = (reading.topic or topic) if story else topic
    return readings


def _of_a_name(reading: Reading, common: Set[str]) -> Reading:
    """Return what "Saskia is poor" says of Saskia, where no sentence of the text writes it as a common noun."""
    name, _, rest = reading.sentence.partition(" ")
    kind = name.lower()
    if kind not in reading.kinds and rest.split(" ")[0] in closed_words("singular_verb"):  # "Tibbles is a cat"
        kind = lemma(kind, "NOUN")
    if kind not in reading.kinds or name == kind or kind in common or reading.formula is None:
        return reading
    formula = _naming(reading.formula, kind, name)
    if formula == reading.formula:
        return reading
    rules = [replace(rule, source=reading.sentence) for rule in rules_of(formula)]
    together = (*rules, *background(rules))
    kinds = tuple(each for each in reading.kinds if each != kind)
    return Reading(reading.sentence, together, _kind(formula, rules), None, formula, name, kinds)


def _of_a_kind(reading: Reading, texts: Sequence[str], common: Set[str]) -> Reading:
    """Return what "Latex is soft" says of whatever is latex, where a text has the word in small letters.

    A capital at the start of a sentence makes no name; one inside of a sentence, or a first name, does. What happened
    once, "wool was used for the hat", is said of some of it.
    """
    name, _, rest = reading.sentence.partition(" ")
    once = is_past(rest.partition(" ")[0]) or rest.partition(" ")[0] in {"was", "were", "had", "did"}
    if reading.topic != name or reading.formula is None or name in words("first_names") or once:
        return reading
    kind = lemma(name.lower(), "NOUN")
    known = name.lower() in common or kind in common or any(lemma(word, "NOUN") == kind for word in common)
    if not known or any(re.search(rf"(?<!^)(?<![.?!] )\b{re.escape(name)}\b", text) for text in texts):
        return reading
    formula = _of_any(reading.formula, name, kind)
    try:
        rules = [replace(rule, source=reading.sentence) for rule in rules_of(formula)]
    except Unreadable:
        return reading
    together = (*rules, *background(rules))
    return Reading(reading.sentence, together, _kind(formula, rules), None, formula, None, (*reading.kinds, kind))


def _of_any(formula: Formula, name: str, kind: str) -> Formula:
    """Return a formula about a name as one about whatever is of a kind."""
    if isinstance(formula, And):
        return And(tuple(_of_any(part, name, kind) for part in formula.parts))
    variable = Variable("any")
    said = changed_formula(formula, lambda literal: _with_variable(literal, name, variable))
    return Every(variable, If(Literal("is", (variable, kind)), said)) if said != formula else formula


def _with_variable(literal: Literal, name: str, variable: Variable) -> Literal:
    return replace(literal, terms=tuple(variable if term == name else term for term in literal.terms))


def _naming(formula: Formula, kind: str, name: str) -> Formula:
    """Return a formula about every one of a kind as one about whoever has that name."""
    match formula:
        case Every(variable, If(Literal("is", (Variable() as term, str() as other)), said)):
            return bound(said, {variable: name}) if term == variable and other == kind else formula
        case And(parts):
            return conjunction(_naming(part, kind, name) for part in parts)
        case Not(of):
            return Not(_naming(of, kind, name))
    return formula


def _drafted(texts: Sequence[str]) -> dict[str, _Draft]:
    """Return a draft of each text: known ones, those that words alone settle, and the others with the parser."""
    with _lock:
        found = {text: _drafts[text] for text in texts if text in _drafts}
    new = [text for text in dict.fromkeys(texts) if text not in found]
    waiting = []
    for text in new:
        draft = _by_words(text)
        if draft is None:
            waiting.append(text)
        else:
            found[text] = draft
    if waiting:
        docs = parse_all([plainly(text) for text in waiting])
        found |= {text: _by_tags(text, doc) for text, doc in zip(waiting, docs, strict=True)}
    with _lock:
        for text in texts[-KEPT:]:
            _drafts[text] = found[text]
            _drafts.move_to_end(text)
        while len(_drafts) > KEPT:
            _drafts.popitem(last=False)
    return found


def _by_words(text: str) -> _Draft | None:
    """Read a sentence whose words settle how it is built; None where the parser should be asked."""
    tokens = tokenize(plainly(text))
    if len(tokens) > LONGEST:
        return _Draft(_unread(text, f"{len(tokens)} words: too long for one sentence (at most {LONGEST})"))
    if not tokens:
        return _Draft(_unread(text, "no words"))
    found = _statements(Chart(lexical(tokens)))
    if not found or found[0][0] > _CHEAP:
        return None
    best = _interpreted(text, found[0][1])
    rivals = [statement for price, statement in found[1:] if price < found[0][0] + _CLEAR]
    if any(_interpreted(text, statement).rules != best.rules for statement in rivals):
        return None
    return _Draft(best, found[0][1])


def _by_tags(text: str, doc: Doc) -> _Draft:
    chart = Chart(tagged(tokenize(plainly(text)), doc))
    reading = None
    for _, statement in _statements(chart):
        reading = _interpreted(text, statement)
        if reading.unread is None or "refers to" in reading.unread:
            return _Draft(reading, statement)
    if reading is not None:
        return _Draft(reading)
    read_so_far = " ".join(token.low for token in chart.tokens[: chart.furthest])
    return _Draft(_unread(text, f"no reading after {read_so_far!r}" if read_so_far else "no subject found"))


def _statements(chart: Chart) -> list[tuple[float, Statement]]:
    """Return the readings of the whole sentence with their prices, the cheapest first."""
    if sys.getrecursionlimit() < _DEPTH:
        sys.setrecursionlimit(_DEPTH)
    return [(price, value) for end, price, value in chart.parses("sentence", 0) if end == chart.size]


def _interpreted(text: str, statement: Statement, topic: str | None = None) -> Reading:
    try:
        formula, about, kinds = meaning(statement, topic)
        rules = [replace(rule, source=text) for rule in rules_of(formula)]
    except (Unreadable, RecursionError) as error:
        return _unread(text, str(error))
    return Reading(text, (*rules, *background(rules)), _kind(formula, rules), None, formula, about, kinds)


def _unread(text: str, why: str) -> Reading:
    return Reading(text, (), "unread", why)


def _kind(formula: Formula, rules: Sequence[Rule]) -> str:
    if isinstance(formula, Some):
        return "existence"
    if any(len(rule.heads) > 1 for rule in rules):
        return "alternatives"
    return "rule" if any(rule.body or rule.heads[0].variables for rule in rules) else "fact"
