"""What carries the claims of a question that no proof decides: given facts, and found ones where those lead nowhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, combinations

import numpy as np

from reasoner.knowledge import Fact, Hit, KnowledgeBase
from reasoner.question import Question
from reasoner.reading.near.matching import LINKING, Links, Match
from reasoner.reading.near.search import all_trails, trails
from reasoner.reading.near.stated import Leaning, leaning
from reasoner.reading.near.trail import Trail
from reasoner.reading.near.words import Claim, NearProof, Premise, Saving, found, near_proof
from reasoner.reading.statements import statement_of
from reasoner.retrieval import PAIRED, as_one_text
from reasoner.retrieval.dense import TextEncoder
from reasoner.retrieval.vectors import partial
from reasoner.retrieval.views import Asked

#: Facts that are looked up for each choice.
LOOKED_UP = 8
#: Facts that are read into logic for each choice, where the question brings none.
READ = 3
CLAIM = "the claim"
#: Likeness is rounded, so that the last bits of a vector decide nothing.
DECIMALS = 4

Group = tuple[Premise, ...]


class Evidence:
    """Finds near-proofs, by words and by what a knowledge base says of them; with an encoder also by vectors.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "A robin is covered with", (Choice("A", "feathers"), Choice("B", "scales")))
    >>> kb = KnowledgeBase.from_facts(["a robin is a bird covered with feathers", "fish have scales"])
    >>> nears = Evidence(kb).nears(question, [], question.labels)
    >>> max(nears, key=lambda label: nears[label].value)
    'A'
    """

    def __init__(self, kb: KnowledgeBase, encoder: TextEncoder | None = None) -> None:
        self.kb, self.encoder = kb, encoder

    @cached_property
    def links(self) -> Links:
        """What the knowledge base says of words."""
        return Links.of(self.kb.related(*LINKING))

    @cached_property
    def telling(self) -> Callable[[str], float]:
        """How telling a lemma is: its inverse document frequency in the knowledge base."""
        size, frequency = len(self.kb), self.kb.store.frequency
        return lru_cache(maxsize=100_000)(lambda lemma: math.log(1 + (size + 1) / (frequency(lemma) + 1)))

    def heaviest(self, question: Question) -> float:
        """Return the weight of the heaviest claim."""
        claims = (Claim(question.stem, choice.text) for choice in question.choices)
        return max(sum(map(self.telling, claim.words)) for claim in claims) or 1.0

    def found(self, stem: str, answers: Iterable[str]) -> list[Fact]:
        """Return the facts of the knowledge base that most concern what is asked and its answers, each once."""
        claims = (Claim(stem, answer) if answer else Claim("", stem) for answer in answers)
        hits = (hit for claim in claims for hit in self._hits(claim, (), READ))
        return list(dict.fromkeys(hit.fact for hit in hits))

    def trails(self, question: Question, given: Sequence[Fact]) -> dict[str, Trail]:
        """Return where given facts lead from each choice, if they name every one; nothing otherwise."""
        return trails(question, given, self.links, self.telling)

    def all_trails(self, question: Question, given: Sequence[Fact]) -> dict[str, list[Trail]]:
        """Return every trail that is looked at, for fitting their prices."""
        return all_trails(question, given, self.links, self.telling)

    def leaning(self, question: Question, given: Sequence[Fact]) -> Leaning | None:
        """Return where given facts lean on the statement that a question puts up."""
        before, statement = statement_of(question.stem)
        return leaning(statement, [*given, *map(Fact, before)], self.links, self.telling) if given else None

    def nears(self, question: Question, given: Sequence[Fact], labels: Iterable[str]) -> dict[str, NearProof]:
        """Return a near-proof for each of some labels that has one.

        Given facts speak alone where they lead to any choice; else each choice has the found fact that saves most.
        """
        claims = {label: Claim(question.stem, question.text_of(label)) for label in labels}
        premises = [Premise(fact) for fact in given]
        offers = {label: [premises] for label in claims}
        nears = self._best(claims, offers)
        if not nears:
            offers = {
                label: [[*premises, one] for one in self._found(claim, premises)] for label, claim in claims.items()
            }
            nears = self._best(claims, offers)
        return self._softened(question, claims, nears, offers) if self.encoder else nears

    def _best(
        self, claims: Mapping[str, Claim], offers: Mapping[str, Sequence[Sequence[Premise]]]
    ) -> dict[str, NearProof]:
        """Return, for each claim, the near-proof from one of its offers that saves most."""
        best: dict[str, NearProof] = {}
        for label, claim in claims.items():
            nears = (near_proof(claim, offer, self.links, self.telling) for offer in offers[label])
            if near := max((near for near in nears if near), key=lambda near: near.value, default=None):
                best[label] = near
        return best

    def _found(self, claim: Claim, given: Sequence[Premise]) -> Iterator[Premise]:
        beside = {lemma for premise in given for lemma in premise.words}
        texts = {premise.fact.text for premise in given}
        for hit in self._hits(claim, beside, LOOKED_UP):
            if hit.fact.text not in texts:
                yield found(hit.fact, self.links.numbers["found"], claim, self.telling, beside)

    def _hits(self, claim: Claim, beside: Collection[str], limit: int) -> list[Hit]:
        return self.kb.search([sorted({*claim.context, *beside}), list(claim.added)], limit)

    def _softened(
        self,
        question: Question,
        claims: Mapping[str, Claim],
        nears: Mapping[str, NearProof],
        offers: Mapping[str, Sequence[Sequence[Premise]]],
    ) -> dict[str, NearProof]:
        """Return the near-proofs with the best likeness of facts to each claim as one more saving, shown and priced."""
        weight = self.links.numbers["soft"] * self.heaviest(question)
        groups = {label: _groups(offers[label]) for label in claims}
        likeness = self._likeness(question, groups)
        softened = dict(nears)
        for label, claim in claims.items():
            if groups[label]:
                value, group = max(zip(likeness[label], groups[label], strict=True), key=lambda one: one[0])
                match = Match(CLAIM, "the facts", f"alike by vectors, {value:.2f}", value)
                saving = Saving(match, group, weight * min(premise.worth for premise in group) * value)
                near = nears.get(label) or NearProof(claim, (), tuple(claim.words))
                softened[label] = NearProof(claim, (*near.savings, saving), near.assumed)
        return softened

    def _likeness(self, question: Question, groups: Mapping[str, Sequence[Group]]) -> dict[str, list[float]]:
        """Return how alike facts and each claim are in what both add to the claim with its choice left open."""
        assert self.encoder is not None
        asked = Asked.of(question)
        claims = dict(zip(question.labels, asked.claims, strict=True))
        texts = {
            label: [as_one_text(premise.fact for premise in group) for group in some] for label, some in groups.items()
        }
        needed = list(dict.fromkeys([asked.shared, *claims.values(), *chain.from_iterable(texts.values())]))
        vectors = dict(zip(needed, self.encoder.encode(needed), strict=True))
        shared, alike = vectors[asked.shared], {}
        for label, some in texts.items():
            facts, claim = np.array([vectors[text] for text in some]), vectors[claims[label]]
            values = partial(facts @ claim, facts @ shared, float(claim @ shared)) if some else ()
            alike[label] = [round(float(value), DECIMALS) for value in values]
        return alike


def _groups(offers: Sequence[Sequence[Premise]]) -> list[Group]:
    """Return each fact by itself, and the first of each offer two at a time."""
    singles = [(premise,) for offer in offers for premise in offer]
    pairs = [pair for offer in offers for pair in combinations(offer[:PAIRED], 2)]
    return list(dict.fromkeys([*singles, *pairs]))
