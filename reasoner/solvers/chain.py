"""chain: the cheapest proof of what a choice claims, from given facts, rules and knowledge. See docs/chain.md."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from reasoner.explanation import Explanation, Node, Part, Step
from reasoner.question import Question
from reasoner.reading.matching import Links
from reasoner.reading.near import Claim, NearProof, Premise, found, near_proof
from reasoner.solver import Solver, Support, given_facts, register

#: What remains of a claim that is not proved but carried word by word: less than any proof leaves.
NEAR = 0.5
#: Facts that are looked up for each choice.
LOOKED_UP = 10


@register
class Chain(Solver):
    """Scores a choice by the cheapest proof of what it claims; what refutes the claim counts against it.

    >>> from reasoner.knowledge import KnowledgeBase
    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> facts = ("heat travels through metal", "steel is made of metal")
    >>> question = Question("1", "What does heat travel through?", choices, facts=facts)
    >>> Chain(KnowledgeBase.from_facts(())).answer(question).selected
    ('B',)
    """

    name = "chain"
    summary = "the cheapest proof of what a choice claims, from given facts, rules and knowledge"
    needs = "facts that come with the question, or a knowledge base"
    citation = "this package; the composition of f and k is that of Mihaylov et al. 2018, OpenBookQA"

    @cached_property
    def links(self) -> Links:
        """What the knowledge base says of words."""
        return Links.of(self.kb)

    @cached_property
    def telling(self) -> Callable[[str], float]:
        """How telling a lemma is: its inverse document frequency in the knowledge base."""
        size, frequency = len(self.kb), self.kb.store.frequency
        return lru_cache(maxsize=100_000)(lambda lemma: math.log(1 + (size + 1) / (frequency(lemma) + 1)))

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score of each choice and the proof, or the near-proof, behind it."""
        claims = [Claim(question.stem, choice.text) for choice in question.choices]
        whole = max(sum(map(self.telling, claim.lemmas)) for claim in claims)
        given = [Premise(fact) for fact in given_facts(question)]
        nears = (self._near(claim, given) for claim in claims)
        return {
            label: _as_support(near, NEAR / whole)
            for label, near in zip(question.labels, nears, strict=True)
            if near is not None
        }

    def _near(self, claim: Claim, given: Sequence[Premise]) -> NearProof | None:
        """Return the near-proof that saves most: by the given facts, and by a found fact beside them."""
        offers = [given, *([*given, fact] for fact in self._found(claim, given))]
        nears = (near_proof(claim, offer, self.links, self.telling) for offer in offers)
        return max((near for near in nears if near), key=lambda near: near.value, default=None)

    def _found(self, claim: Claim, given: Sequence[Premise]) -> Iterator[Premise]:
        beside = {lemma for premise in given for lemma in premise.lemmas}
        missing = [lemma for lemma in claim.added if lemma not in beside]
        texts = {premise.fact.text for premise in given}
        for hit in self.kb.search([sorted({*claim.context, *beside}), missing], LOOKED_UP) if missing else ():
            if hit.fact.text not in texts:
                yield found(hit.fact, claim, self.telling, beside)


def _as_support(near: NearProof, scale: float) -> Support:
    """Return the score and explanation that a near-proof amounts to."""
    names = {premise: f"fact{number}" for number, premise in enumerate(near.premises, 1)}
    facts = tuple(Node(name, "fact", each.fact.text, each.fact.where) for each, name in names.items())
    goal = Node("claim", "choice", f"{near.claim.stem} {near.claim.choice}")
    parts = tuple(
        Part(f"{saving.match.word}: {saving.match.how}", saving.value * scale, (names[saving.premise], goal.id))
        for saving in near.savings
    )
    step = Step("carries words of the claim", tuple(names.values()), goal.id, NEAR)
    summary = "not proved"
    if near.assumed:
        summary += f"; assumed: {', '.join(near.assumed)}"
    score = sum(part.value for part in parts)
    return Support(score, Explanation((goal, *facts), (), (step,), parts, summary))
