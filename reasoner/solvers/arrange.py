"""arrange: statements of order, position and comparison over a fixed set of things, as an integer program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reasoner.explanation import Explanation, Link, Node, Part
from reasoner.ilp.order import Order, Ruling, Statement
from reasoner.question import Choice, Question
from reasoner.reading.order import resolved, scales_of
from reasoner.reading.puzzle import Puzzle, read_puzzle
from reasoner.solver import Solver, Support, register

_SAYS = {
    "entailed": "follows from the statements",
    "possible": "possible, but not forced",
    "impossible": "ruled out by the statements",
}
NOT_AN_ORDER = "arrange: the question is not about an order that its statements describe"


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
        order, statements = _order(puzzle)
        if conflict := order.conflict():
            at_odds = "; ".join(dict.fromkeys(statements[number].text for number in conflict))
            note = f"arrange: these statements cannot all be true: {at_odds}"
            return {label: Support(None, notes=(note,)) for label in question.labels}
        rulings = [order.judge(number) for number in range(len(puzzle.claims))]
        judged = dict(zip(puzzle.claims, rulings, strict=True))
        return {
            choice.label: _support(choice, puzzle, judged, statements)
            for choice in question.choices
            if choice.label in judged or choice.label in puzzle.open_labels
        }


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement and the sentence that makes it."""

    statement: Statement
    text: str
    source: str


def _order(puzzle: Puzzle) -> tuple[Order, list[_Said]]:
    scales = scales_of([*(said for _, _, said in puzzle.statements), *puzzle.claims.values()])
    count = puzzle.count
    statements = [_Said(resolved(said, scales, count), text, source) for text, source, said in puzzle.statements]
    claims = [resolved(claim, scales, count) for claim in puzzle.claims.values()]
    return Order(puzzle.things, [said.statement for said in statements], claims, count), statements


def _support(choice: Choice, puzzle: Puzzle, judged: Mapping[str, Ruling], statements: list[_Said]) -> Support:
    if choice.label in puzzle.open_labels:  # "unknown" is right where neither side is forced
        undecided = all(ruling.verdict == "possible" for ruling in judged.values())
        node = Node("choice", "choice", choice.text)
        said = "neither side is forced" if undecided else "one side is forced"
        part = Part(said, 1.0 if undecided else 0.0, ("choice",))
        return Support(part.value, Explanation((node,), parts=(part,), summary=said))
    ruling = judged[choice.label]
    worth = {"entailed": 1.0, "impossible": 0.0, "possible": 1.0 if puzzle.asks_what_may_be else 0.5}[ruling.verdict]
    says = _SAYS[ruling.verdict]
    sentences = dict.fromkeys((statements[number].text, statements[number].source) for number in ruling.forced_by)
    facts = [Node(f"fact{n}", "fact", text, source) for n, (text, source) in enumerate(sentences, 1)]
    links = tuple(Link(fact.id, "choice", says) for fact in facts)
    part = Part(says, worth, tuple(node.id for node in facts) or ("choice",))
    nodes = (*facts, Node("choice", "choice", choice.text))
    return Support(worth, Explanation(nodes, links, parts=(part,), summary=says))
