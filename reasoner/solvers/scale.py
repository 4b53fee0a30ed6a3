"""scale: puts the choices of a comparison in order, by facts that compare them and by measured values."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from reasoner import polarity
from reasoner.explanation import Explanation, Node, Part
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.claim import understand
from reasoner.language.claim.comparisons import compared
from reasoner.language.claim.scales import CAUSE, words_of
from reasoner.language.claim.scales import Scale as Asked
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question
from reasoner.reading.near.matching import are_forms
from reasoner.solver import Solver, Support, given_facts, register
from reasoner.solvers.ordering import Known, Order, Thing, note_found, note_given, note_stages, thing
from reasoner.solvers.sequences import asked_end, sequences, weigh

#: Sentences looked at for each thing, and how many things are looked up.
LOOKED_AT, THINGS = 40, 24
#: Stages of what a question speaks of that are looked at.
STAGES = 200
#: What it is worth that a thing is merely called hot where the hottest is asked for.
CALLED = 0.5
#: One who stands next to what is asked about is worth this much more than one a step further.
STEP = 0.1

Weighed = list[tuple[Part, list[Fact]]]


@register
class Scale(Solver):
    """Orders the choices of a question for the heaviest, the faster, the first, and says nothing to others.

    >>> from reasoner.knowledge import KnowledgeBase
    >>> choices = (Choice("A", "a mouse"), Choice("B", "a whale"), Choice("C", "a dog"))
    >>> facts = ("a whale is larger than a dog", "a dog is larger than a mouse")
    >>> question = Question("1", "Which animal is the largest?", choices, facts=facts)
    >>> answer = Scale(KnowledgeBase.from_facts(())).answer(question)
    >>> answer.selected, answer.explanations["B"].summary
    (('B',), 'by size, from the high end: a whale, a dog, a mouse')
    """

    name = "scale"
    summary = "puts the choices of a comparison in order, by facts that compare them and by measured values"
    needs = "a knowledge base of sentences that compare or measure"

    handles_polarity = True

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return how many of the others each choice stands beyond, less how many stand beyond it."""
        if understand(question).by_amount:
            return ordered(question, self.kb)
        turned = polarity.turn(question)
        return turned.back([ordered(asked, self.kb) for asked in turned.asked], lambda: self.kb)


def ordered(question: Question, kb: KnowledgeBase) -> dict[str, Support]:
    """Return the support for the choices that some facts put in order; nothing where the question compares nothing."""
    claim = understand(question)
    if listings := sequences(question):
        return _in_order(question, kb, listings)
    if claim.scale is None:
        return _judged(question, kb)
    scale = claim.scale
    things = {choice.label: thing(choice.text) for choice in question.choices}
    target, other = _target(scale, list(things.values())), thing(scale.other)
    order = _order(question, kb, scale.name, [*things.values(), target, other])
    found = {
        choice.label: _weigh(choice.label, things, order, scale, target)
        if not other
        else _between(things[choice.label], target, other, order)
        for choice in question.choices
        if things[choice.label]
    }
    if scale.name == CAUSE and not any(part.value > 0 for parts in found.values() for part, _ in parts):
        return {}  # what does not lead to it is no cause, nor is the rest one for that
    ranked = sorted(found, key=lambda label: -sum(part.value for part, _ in found[label]))
    texts = {choice.label: choice.text for choice in question.choices}
    listed = ", ".join(texts[label] for label in ranked if found[label])
    summary = f"by {scale.name}, from the {'high' if scale.high else 'low'} end: {listed}"
    return {
        choice.label: _support(choice, found[choice.label], summary)
        for choice in question.choices
        if found.get(choice.label)
    }


def is_sure(found: Mapping[str, Support]) -> bool:
    """Return whether an order has a first one: not where some are merely called the contrary of what is asked for."""
    return max((one.score or 0.0 for one in found.values()), default=0.0) > 0


def _in_order(question: Question, kb: KnowledgeBase, found: Mapping[str, Sequence[Thing]]) -> dict[str, Support]:
    """Support for choices that are orders: each two things that stand as facts have them, less those that do not."""
    scale, high = asked_end(question.stem)
    order = _order(question, kb, scale, next(iter(found.values())))
    weighed = {label: weigh(items, order, high, lambda each: " ".join(sorted(each))) for label, items in found.items()}
    texts = {choice.label: choice for choice in question.choices}
    return {label: _support(texts[label], parts, f"in order by {scale}") for label, parts in weighed.items() if parts}


def _target(scale: Asked, things: Sequence[Thing]) -> Thing:
    """What the choices are compared with: a thing of its own, or one of the choices."""
    target = thing(scale.target) if scale.target != "middle" else frozenset[str]()
    return next((each for each in things if each and each < target), target)


def _judged(question: Question, kb: KnowledgeBase) -> dict[str, Support]:
    """Support for claims that compare two things by themselves: "Kim is older than Tom"."""
    supports = {}
    common = frozenset.intersection(*(thing(choice.text) for choice in question.choices))
    for choice, each in zip(question.choices, understand(question).choices, strict=True):
        said = compared(each.text)
        if said is None or said.denied:
            continue
        above, below = thing(said.high), thing(said.low)
        known = Known([above, below])
        order = _order(question, kb, said.scale, known.things)
        if (found := order.above(above, below)) is not None:
            holds, facts = found
            if said.scale == CAUSE and _beyond((above | below) & thing(choice.text) - common, facts):
                continue  # "orbiting the Sun causes seasons" does not say that orbiting Venus does
            part = Part("it is so" if holds else "it is the other way round", 1.0 if holds else -1.0)
            support = _support(choice, [(part, facts)], f"{said.scale}: {part.name}")
            supports[choice.label] = Support(support.score, support.explanation, refuted=not holds, settled=holds)
    return supports


def _beyond(words: Thing, facts: Sequence[Fact]) -> Thing:
    """The words that no fact has, in any form."""
    told = [word for fact in facts for word in thing(fact.text)]
    return frozenset(word for word in words if not any(word == other or are_forms(word, other) for other in told))


def _order(question: Question, kb: KnowledgeBase, scale: str, things: Sequence[Thing]) -> Order:
    """What the given facts say; where they put nothing in order, what is known of the things and of what they meet."""
    order, given = Order(), given_facts(question)
    note_given(order, given, scale, Known(list(dict.fromkeys(each for each in things if each))))
    if order.greater or len(order.values) > 1 or order.extremes or scale == CAUSE:
        return order
    topic = frozenset(
        lemma for text in (question.stem, *(one.text for one in question.choices)) for lemma in content_lemmas(text)
    )
    if scale == "time" and note_stages(
        order, [hit.fact for hit in kb.search(question.stem, limit=STAGES)], things, topic
    ):
        return order
    waiting, looked = deque(each for each in things if each), set[Thing]()
    while waiting and len(looked) < THINGS:
        each = waiting.popleft()
        if each in looked:
            continue
        looked.add(each)
        groups = [[sorted(each)], *([sorted(each), said] for said in words_of(scale))]
        for hit in (hit for group in groups for hit in kb.search(group, limit=LOOKED_AT)):
            waiting.extend(note_found(order, hit.fact, scale, each, topic))
    return order


def _weigh(label: str, things: Mapping[str, Thing], order: Order, scale: Asked, target: Thing) -> Weighed:
    """A part for each other thing that the choice is known to stand beyond, or behind."""
    own = things[label]
    if target:
        return _beside(own, target, order, scale)
    parts: Weighed = []
    for name, other in things.items():
        found = order.above(own, other) if name != label else None
        if found:
            beyond = found[0] == scale.high
            parts.append((Part(f"{'beyond' if beyond else 'behind'} {name}", 1.0 if beyond else -1.0), found[1]))
    if scale.place:
        before = sum(part.value > 0 for part, _ in parts)
        away = float(abs(before + 1 - scale.place))
        known = [fact for _, facts in parts for fact in facts]
        return [(Part(f"{before} come before it", -away), known)] if len(parts) == len(things) - 1 else []
    if scale.target == "middle":
        return (
            [(Part("between", -abs(sum(part.value for part, _ in parts))), [f for _, facts in parts for f in facts])]
            if parts
            else []
        )
    if own in order.leans:
        so = order.leans[own][0] == scale.high
        parts.append(
            (Part(f"called {'so' if so else 'the contrary'}", CALLED if so else -CALLED), [order.leans[own][1]])
        )
    if own in order.extremes and order.extremes[own][0] == scale.high:
        worth = CALLED if parts else float(len(things))  # the first of its kind may be one of several here
        parts.append((Part("called the first of all", worth), [order.extremes[own][1]]))
    return parts


def _beside(own: Thing, target: Thing, order: Order, scale: Asked) -> Weighed:
    """How a choice stands to what it is compared with; the one next to it where that is asked for, or by its time."""
    found = order.above(own, target)
    if found is None or own == target:
        return []
    beyond = found[0] == scale.high
    steps = order.steps(own, target) if scale.name in {"time", CAUSE} else 0
    worth = 1.0 + (STEP if scale.word == "first" else -STEP) * steps
    return [(Part(f"{'beyond' if beyond else 'behind'} it", worth if beyond else -1.0), found[1])]


def _between(own: Thing, one: Thing, other: Thing, order: Order) -> Weighed:
    """Whether a choice stands above one thing and below another, or the other way round."""
    beyond, behind = order.above(own, one), order.above(other, own)
    if beyond is None and behind is None:
        return []
    facts = [fact for found in (beyond, behind) if found for fact in found[1]]
    if beyond is None or behind is None:
        return [(Part("on one side", -STEP), facts)]
    within = beyond[0] == behind[0]
    return [(Part("between" if within else "outside", 1.0 if within else -1.0), facts)]


def _support(choice: Choice, weighed: Weighed, summary: str) -> Support:
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
