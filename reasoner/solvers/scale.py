"""scale: puts the choices of a comparison in order, by facts that compare them and by measured values."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from reasoner.explanation import Explanation, Node, Part
from reasoner.knowledge import Fact
from reasoner.language.claim import understand
from reasoner.language.claim.scales import Scale as Asked
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support, given_facts, register
from reasoner.solvers.ordering import Order, Thing, note

#: Sentences looked at for each thing, and how many things are looked up.
LOOKED_AT, THINGS = 40, 24


@register
class Scale(Solver):
    """Orders the choices of a question for the heaviest, the faster, the least dense, and says nothing to others.

    >>> from reasoner.knowledge import KnowledgeBase
    >>> choices = (Choice("A", "a mouse"), Choice("B", "a whale"), Choice("C", "a dog"))
    >>> facts = ("a whale is larger than a dog", "a dog is larger than a mouse")
    >>> question = Question("1", "Which animal is the largest?", choices, facts=facts)
    >>> answer = Scale(KnowledgeBase.from_facts(())).answer(question)
    >>> answer.selected, answer.explanations["B"].summary
    (('B',), 'size, from the high end: a whale, a dog, a mouse')
    """

    name = "scale"
    summary = "puts the choices of a comparison in order, by facts that compare them and by measured values"
    needs = "a knowledge base of sentences that compare or measure"

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return how many of the others each choice stands beyond, less how many stand beyond it."""
        scale = understand(question).scale
        if scale is None:
            return {}
        things = {choice.label: frozenset(content_lemmas(choice.text)) for choice in question.choices}
        target = frozenset(content_lemmas(question.stem.partition(" than ")[2]))
        order = self._order(question, scale, [*things.values(), target])
        found = {
            choice.label: _weigh(choice, things, order, scale, target)
            for choice in question.choices
            if things[choice.label]
        }
        ranked = sorted(found, key=lambda label: -sum(part.value for part, _ in found[label]))
        texts = {choice.label: choice.text for choice in question.choices}
        listed = ", ".join(texts[label] for label in ranked if found[label])
        summary = f"{scale.name}, from the {'high' if scale.high else 'low'} end: {listed}"
        return {
            choice.label: _support(choice, found[choice.label], summary)
            for choice in question.choices
            if found.get(choice.label)
        }

    def _order(self, question: Question, scale: Asked, things: Iterable[Thing]) -> Order:
        """What the facts about the things say, and those about what these are compared with."""
        order, given = Order(), given_facts(question)
        waiting, looked = deque(thing for thing in things if thing), set[Thing]()
        while waiting and len(looked) < THINGS:
            thing = waiting.popleft()
            if thing in looked:
                continue
            looked.add(thing)
            for hit in self.kb.search([sorted(thing)], limit=LOOKED_AT, given=given):
                waiting.extend(note(order, hit.fact, scale.name, thing))
        return order


def _weigh(
    choice: Choice, things: Mapping[str, Thing], order: Order, scale: Asked, target: Thing
) -> list[tuple[Part, list[Fact]]]:
    """A part for each other thing that the choice is known to stand beyond, or behind."""
    own = things[choice.label]
    others = (
        {" ".join(sorted(target)): target}
        if target
        else {label: thing for label, thing in things.items() if label != choice.label}
    )
    parts = []
    for name, other in others.items():
        above, below, measured = order.path(own, other), order.path(other, own), order.measured(own, other)
        if above or below or measured:
            high = bool(above) or bool(measured and measured[0] and not below)
            facts = above or below or (measured[1] if measured else [])
            ahead = high == scale.high
            parts.append((Part(f"{'beyond' if ahead else 'behind'}: {name}", 1.0 if ahead else -1.0), facts))
    if own in order.extremes and order.extremes[own][0] == scale.high:
        parts.append((Part("called the first of all", float(len(things))), [order.extremes[own][1]]))
    return parts


def _support(choice: Choice, weighed: list[tuple[Part, list[Fact]]], summary: str) -> Support:
    ids = {
        fact: f"fact {number}" for number, fact in enumerate(dict.fromkeys(f for _, facts in weighed for f in facts))
    }
    nodes = (
        Node("choice", "choice", choice.text),
        *(Node(name, "fact", fact.text, fact.where) for fact, name in ids.items()),
    )
    parts = tuple(
        Part(part.name, part.value, tuple(dict.fromkeys(ids[fact] for fact in facts))) for part, facts in weighed
    )
    return Support(sum(part.value for part in parts), Explanation(nodes, parts=parts, summary=summary))
