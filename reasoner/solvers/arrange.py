"""arrange: statements of order, position and comparison over a fixed set of things, as an integer program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from reasoner.errors import ReasonerError
from reasoner.explanation import Explanation, Link, Node, Part
from reasoner.ilp.order import Denied, Order, Ruling
from reasoner.ilp.order_check import impossible
from reasoner.question import Choice, Question
from reasoner.reading.grammar.tokens import closed_words
from reasoner.reading.near.scope import said
from reasoner.reading.order.puzzle import Puzzle, Sentence, read_puzzle
from reasoner.reading.order.resolving import resolved, scales_of
from reasoner.reading.order.things import name_of, words_of
from reasoner.reading.statements import asks_which_is_true
from reasoner.solver import Solver, Support, register

_SAYS = {
    "entailed": "it follows from the statements",
    "possible": "possible, but not forced",
    "impossible": "the statements rule it out",
}
_COUNTS = closed_words("number") - {"one"}
_CHECKED = {"entailed": "proved: ", "impossible": "refuted: "}
NOT_AN_ORDER = "arrange: the question is not about an order that its statements describe"
TOO_WIDE = "arrange: a statement speaks of more things at once than can be written out"
#: The ways of placing seven things are written out (some 118,000), those of eight (two million) would take minutes.
MOST = 200_000


@register
class Arrange(Solver):
    """Decides for each choice whether the statements force it, allow it or rule it out.

    >>> choices = (Choice("A", "Ann"), Choice("B", "Bob"), Choice("C", "Cem"))
    >>> facts = ("Ann is older than Bob.", "Cem is younger than Bob.")
    >>> Arrange().answer(Question("1", "Who is the second oldest?", choices, facts=facts)).selected
    ('B',)
    """

    name = "arrange"
    summary = "what statements about order, position and comparison force, by an integer program"
    needs = "statements about an order, in the question"
    handles_polarity = True

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the ruling on each choice, with the statements that force it."""
        puzzle = read_puzzle(question)
        if puzzle is None:
            return {label: Support(None, notes=(NOT_AN_ORDER,)) for label in question.labels}
        if _ways(puzzle) > MOST:
            return {label: Support(None, notes=(TOO_WIDE,)) for label in question.labels}
        case = _Case(puzzle)
        if conflict := case.order.conflict():
            at_odds = "; ".join(text for text, _ in case.sentences(conflict))
            note = f"arrange: these statements cannot all be true: {at_odds}"
            return {label: Support(None, notes=(note,)) for label in question.labels}
        labels = {*puzzle.claims, *puzzle.open_labels}
        return {choice.label: case.support(choice) for choice in question.choices if choice.label in labels}


def forced(question: Question) -> Mapping[str, Support]:
    """Return the rulings where statements about an order force one choice; nothing otherwise.

    >>> pair = (Choice("A", "Ann"), Choice("B", "Bob"))
    >>> sorted(forced(Question("1", "Who is older?", pair, facts=("Ann is older than Bob.",))))
    ['A', 'B']
    >>> forced(Question("1", "Who is wise?", pair, facts=("Ann is older than Bob.",)))
    {}
    """
    found = Arrange().support(question)
    sure = [one for one in found.values() if one.explanation and one.explanation.summary.startswith("proved")]
    return found if len(sure) == 1 and not _leaves_out(question) else {}


def _leaves_out(question: Question) -> bool:
    """Whether facts that tell no order speak of what is asked, and no statement of order does: then it is about more.

    A sentence that counts the things or lists them tells what there is an order of.
    """
    puzzle = read_puzzle(question)
    if puzzle is None or asks_which_is_true(question.stem):
        return False
    stated = [text for one in puzzle.statements for text, _ in one.sentences]
    left = [fact for fact in question.facts if not any(text in fact for text in stated)]
    things = [frozenset(said(thing)) for thing in puzzle.things]
    enough = 1 if {*puzzle.things} <= {name_of(choice.text) for choice in question.choices} else 2
    left = [fact for fact in left if sum(words <= said(fact).keys() for words in things) < enough]
    left = [fact for fact in left if not _COUNTS.intersection(words_of(fact))]
    told, beside = ({word for text in texts for word in said(text)} for texts in (stated, left))
    return any(word in beside and word not in told for word in said(question.stem))


def _ways(puzzle: Puzzle) -> int:
    """Return the ways of placing what the widest statement speaks of: each is written out in the integer program."""
    widest = max(len(one.spots) for one in (*(said.statement for said in puzzle.statements), *puzzle.claims.values()))
    return int(puzzle.count ** (widest - 1))


class _Case:
    """A puzzle with its scales chosen and its places counted, and what is decided about it."""

    def __init__(self, puzzle: Puzzle) -> None:
        scales = scales_of([*(said.statement for said in puzzle.statements), *puzzle.claims.values()])
        self.puzzle, count = puzzle, puzzle.count
        self.said = [replace(said, statement=resolved(said.statement, scales, count)) for said in puzzle.statements]
        self.claims = {label: resolved(claim, scales, count) for label, claim in puzzle.claims.items()}
        self.order = Order(puzzle.things, [said.statement for said in self.said], list(self.claims.values()), count)

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """What becomes of each claim."""
        return {label: self.order.judge(number) for number, label in enumerate(self.claims)}

    def sentences(self, numbers: Iterable[int]) -> list[Sentence]:
        """The sentences that make some statements, each once."""
        return list(dict.fromkeys(sentence for number in numbers for sentence in self.said[number].sentences))

    def support(self, choice: Choice) -> Support:
        """Return the ruling on a choice and its reason."""
        if choice.label in self.puzzle.open_labels:  # "unknown" is right where neither side is forced
            undecided = all(ruling.verdict == "possible" for ruling in self.rulings.values())
            says = "neither side is forced" if undecided else "one side is forced"
            return _supported(choice, says, float(undecided), ())
        ruling = self.rulings[choice.label]
        possible = 1.0 if self.puzzle.asks_what_may_be else 0.5
        worth = {"entailed": 1.0, "impossible": 0.0, "possible": possible}[ruling.verdict]
        return _supported(choice, self.says(choice.label), worth, self.sentences(ruling.forced_by))

    def says(self, label: str) -> str:
        """Say what became of a claim, and that it is proved where trying all places confirms it."""
        ruling, claim = self.rulings[label], self.claims[label]
        if ruling.verdict == "possible":
            return _SAYS[ruling.verdict]
        against = Denied(claim) if ruling.verdict == "entailed" else claim
        needed = [self.said[number].statement for number in ruling.forced_by]
        confirmed = impossible([*needed, against], self.puzzle.count)
        if confirmed is False:
            raise ReasonerError(f"the statements do not force what the solver said of choice {label}")
        return f"{_CHECKED[ruling.verdict] if confirmed else ''}{_SAYS[ruling.verdict]}"


def _supported(choice: Choice, says: str, worth: float, sentences: Iterable[Sentence]) -> Support:
    facts = [Node(f"fact{n}", "fact", text, source) for n, (text, source) in enumerate(sentences, 1)]
    links = tuple(Link(fact.id, "choice", "together" if len(facts) > 1 else says.split(":")[0]) for fact in facts)
    part = Part(says, worth, tuple(node.id for node in facts) or ("choice",))
    return Support(
        worth, Explanation((*facts, Node("choice", "choice", choice.text)), links, parts=(part,), summary=says)
    )
