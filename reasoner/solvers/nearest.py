"""nearest: the fact, or the joined pair of facts, that adds to the question what the choice adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Annotated

from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import KnowledgeBase
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question
from reasoner.retrieval import Asked, Found, Joined
from reasoner.retrieval.joined import FEW_PAIRED, PAIRED
from reasoner.solver import Solver, Support, given_facts, register
from reasoner.solvers.batches import load_encoder, read_of
from reasoner.solvers.shown import DECIMALS


@register
class Nearest(Solver):
    """Scores a choice by the facts nearest to what it claims: one fact, or two that are joined.

    A fact is near when it is about what the stem asks and adds to it what the choice adds; of two, the first is about
    the stem, the second about the choice, and they are about each other. Sentences and rows of tables are ranked apart,
    and the best few of each count together. Facts that came with the question speak alone.

    Parameters
    ----------
    kb : KnowledgeBase, optional
        Where facts are looked for.
    joined : bool
        Whether two facts may be joined; without, a single one decides.
    model, device : str, optional
        The sentence encoder (the weights were fitted with the packaged one) and where it runs.
    """

    name = "nearest"
    summary = "the fact, or joined pair of facts, nearest to what the choice adds to the question"
    needs = "a knowledge base of sentences, and the neural extra"
    weights = ("joined-vectors",)
    given_speak_alone = True

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        joined: Annotated[bool, "also look for pairs of facts"] = True,
        model: Annotated[str | None, "another sentence encoder: a folder, or a name"] = None,
        device: Annotated[str | None, "cuda, mps or cpu; the best there is where not set"] = None,
    ) -> None:
        super().__init__(kb)
        self.joined = bool(joined)
        self._encoder = load_encoder(self.name, model, device)

    @cached_property
    def _finder(self) -> Joined:
        return Joined(self.kb, self._encoder, pairs=self.joined)

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the nearest facts of each choice, unless nothing known shares a word with the question."""
        given, notes = read_of(given_facts(question), question, self.kb)
        spoken = self._finder.speaking(Asked.of(question), given)
        best = {choice: some for choice, some in zip(question.choices, spoken, strict=True) if some}
        if not given and not any(_touches(question, choice, one) for choice, some in best.items() for one in some):
            return {}
        notes = (*notes, FEW_PAIRED) if len(given) > PAIRED else notes
        return {choice.label: replace(_support(choice, some), notes=notes) for choice, some in best.items()}


def _touches(question: Question, choice: Choice, found: Found) -> bool:
    asked = {*content_lemmas(question.stem), *content_lemmas(choice.text)}
    return any(not asked.isdisjoint(content_lemmas(fact.text)) for fact in found.facts)


def _support(choice: Choice, best: Sequence[Found]) -> Support:
    ends = Node("question", "question", "what is asked"), Node("choice", "choice", choice.text)
    told = dict.fromkeys(fact for found in best for fact in found.facts)  # one may be joined to a row, and stand alone
    nodes = {fact: Node(f"fact{number}", "fact", fact.text, fact.where) for number, fact in enumerate(told, 1)}
    links: dict[Link, None] = {}
    parts: list[Part] = []
    for found in best:
        facts = [nodes[fact] for fact in found.facts]
        way = ["question", *(node.id for node in facts), "choice"]
        why = ("is about", "adds what the choice adds") if len(facts) == 1 else ("is about", "is joined to", "is about")
        links |= dict.fromkeys(Link(one, other, said) for one, other, said in zip(way, way[1:], why, strict=False))
        parts += [Part(name, round(value, DECIMALS), _earned(name, facts)) for name, value in found.parts.items()]
    said = " and ".join(f"{fact.text!r}" for fact in told)
    summary = f"nearest to what {choice.text!r} adds: {said}"
    score = round(total(parts), DECIMALS)
    return Support(score, Explanation((*ends, *nodes.values()), tuple(links), parts=tuple(parts), summary=summary))


def _earned(part: str, facts: list[Node]) -> tuple[str, ...]:
    """The facts that a part of the score speaks of."""
    if len(facts) == 1 or ("second" not in part and "first" not in part):
        return tuple(fact.id for fact in facts)
    return (facts[1].id,) if "second" in part else (facts[0].id,)
