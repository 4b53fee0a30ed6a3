"""dgem: the claim that a choice makes, as a graph whose parts a fact, or a pair of facts, supports one by one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from reasoner.errors import MissingExtraError
from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.matching import Query
from reasoner.knowledge.retrieval import Retriever
from reasoner.language.claim import hypotheses, open_hypothesis
from reasoner.language.terms import content_lemmas
from reasoner.language.vectors import Vectors, partial_cosine
from reasoner.question import Question
from reasoner.solver import Solver, Support, given_facts, register

if TYPE_CHECKING:
    from reasoner.neural.encoder import Encoder
    from reasoner.neural.entailment import Details, Entailment
    from reasoner.neural.tokens import Claim

QUESTIONS_AT_ONCE = 64
_WHOLE_LIMIT = 3_000  # facts; encoding more before the first answer takes minutes on a CPU
_FACTS = 8  # retrieved for a choice, each a premise by itself
_PAIRED = 4  # of the facts that came with the question are taken two at a time
DECIMALS = 6  # finer differences between scores are those of batches

# What the parts of a score weigh, chosen on 800 questions of OpenBookQA Train: 0.444 with F, 0.535 given f, 0.864 given
# both. The log-odds alone have 0.382, 0.486 and 0.852 on Dev; beside the rest they change Train by less than a point.
_ENTAILED = 0.1  # a unit of log-odds
_REACH = 1.0  # what log-odds can make up for: those of two premises for one claim do not lie 10 apart
_ABOUT = 25.0  # the likeness of stem and premise
_ADDED = 10.0  # the likeness of what choice and premise add to what all choices share
_ONE_OF_TWO = 4.0  # of a pair of facts, the likeness of what the choice adds to what one of them adds


def load_encoder(model: str | None, device: str | None) -> Encoder:
    """Return the sentence encoder of the options of a solver."""
    try:
        import reasoner.neural.entailment  # noqa: F401  # needs torch and safetensors
        from reasoner.neural.encoder import DEFAULT_MODEL, Encoder
    except ImportError:
        raise MissingExtraError("the dgem solver", "neural") from None
    return Encoder(model or DEFAULT_MODEL, device)


@dataclass(frozen=True, slots=True)
class Case:
    """A choice with what it claims, what all choices claim, and the facts that were found for it, best first."""

    label: str
    claim: str
    shared: str
    query: Query
    facts: tuple[Fact, ...]

    @property
    def touched(self) -> bool:
        """Whether a fact came with the question, or one that was found shares a content word with it."""
        asked = set(content_lemmas(self.query.both))
        return bool(self.query.given) or any(not asked.isdisjoint(content_lemmas(fact.text)) for fact in self.facts)


def gather(questions: Sequence[Question], retriever: Retriever, limit: int) -> list[list[Case]]:
    """Return the choices of each question with their facts: the given ones, or else what is found.

    Facts are looked for for all questions together.
    """
    queries = [
        Query(question.stem, choice.text, tuple(given_facts(question)))
        for question in questions
        for choice in question.choices
    ]
    found = iter(zip(queries, retriever.facts(queries, limit), strict=True))
    cases = []
    for question in questions:
        claims = hypotheses(question.stem, [choice.text for choice in question.choices])
        shared = open_hypothesis(question.stem)
        row = []
        for choice, claim in zip(question.choices, claims, strict=True):
            query, hits = next(found)
            own = [hit.fact for hit in hits if hit.fact in query.given]
            row.append(Case(choice.label, claim, shared, query, tuple(own or [hit.fact for hit in hits])))
        cases.append(row)
    return cases


class BatchSolver(Solver):
    """What both solvers share: encoder, retrieval, and many questions going through the model together."""

    needs = "a knowledge base of sentences, and the neural extra"

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        weights: str | None = None,
        model: str | None = None,
        device: str | None = None,
    ) -> None:
        super().__init__(kb)
        self._weights, self._encoder = weights or self.name, load_encoder(model, device)

    @cached_property
    def _retriever(self) -> Retriever:
        return Retriever(self.kb, self._encoder, whole_limit=_WHOLE_LIMIT)

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score and its reason for each choice, unless nothing known touches the question."""
        return next(self.support_all([question]))

    def support_all(self, questions: Iterable[Question]) -> Iterator[Mapping[str, Support]]:
        """Yield the support for each question, computed in batches."""
        rest = iter(questions)
        while batch := list(islice(rest, QUESTIONS_AT_ONCE)):
            yield from self._support_batch(batch)

    @abstractmethod
    def _support_batch(self, questions: Sequence[Question]) -> Iterable[Mapping[str, Support]]:
        """Return the support for each of a few questions."""


@register
class DGEMSolver(BatchSolver):
    """Scores a choice by the best fact, or pair of given facts: how far it entails what the choice claims, whether it
    is about what the stem asks, and whether what it adds to that is like what the choice adds.

    Parameters
    ----------
    kb : KnowledgeBase, optional
        Where premises are looked for, beside the facts and documents of a question.
    weights : str, optional
        "dgem", which comes with the package, or a file that `reasoner train dgem` wrote.
    model, device : str, optional
        The sentence encoder (it must be the one that the weights were trained with) and where it runs.
    """

    name = "dgem"
    summary = "entailment of each part of the claim from a fact or a pair of facts"
    citation = "Khot, Sabharwal and Clark 2018, SciTail: A Textual Entailment Dataset from Science Question Answering"
    weights = ("dgem",)

    @cached_property
    def _entailment(self) -> Entailment:
        from reasoner.neural.entailment import Entailment

        return Entailment(self._weights, self._encoder)

    def _support_batch(self, questions: Sequence[Question]) -> list[dict[str, Support]]:
        rows = gather(questions, self._retriever, _FACTS)
        cases = [case for row in rows if any(case.touched for case in row) for case in row]
        claims = self._entailment.reader.claims([case.claim for case in cases])
        best = self._best(cases, claims)
        return [
            {case.label: _support(case, claims[case.claim], best[case]) for case in row if case in best} for row in rows
        ]

    def _best(self, cases: Sequence[Case], claims: Mapping[str, Claim]) -> dict[Case, _Supported]:
        """Return, for each choice, the premise that supports it best."""
        likeness = self._likeness(cases, claims)
        tried = [(case, *pair) for case, some in likeness.items() for pair in _within_reach(some)]
        tokens = self._entailment.reader.tokens([_text(premise) for _, premise, _ in tried])
        scored = self._entailment.log_odds([(tokens[_text(premise)], claims[case.claim]) for case, premise, _ in tried])
        best: dict[Case, _Supported] = {}
        for (case, premise, like), details in zip(tried, scored, strict=True):
            one = _Supported(premise, details, like)
            if case not in best or one.score > best[case].score:
                best[case] = one
        return best

    def _likeness(self, cases: Sequence[Case], claims: Mapping[str, Claim]) -> dict[Case, dict[Premise, _Likeness]]:
        """Return how each premise of each choice is like the stem, and like what the choice adds."""
        from reasoner.neural.tokens import sentence_vector

        premises = {case: _premises(case.facts, case.query.given) for case in cases if case.facts}
        texts = {text: None for case in premises for text in (case.query.stem, case.query.choice, case.shared)}
        for premise in (premise for some in premises.values() for premise in some):
            texts |= dict.fromkeys([_text(premise), *(fact.text for fact in premise)])
        known = dict(zip(texts, self._encoder.encode(list(texts)).astype(np.float64), strict=True))
        found = {}
        for case, some in premises.items():
            stem, shared, choice = (known[text] for text in (case.query.stem, case.shared, case.query.choice))
            facts = np.stack([known[_text(premise)] for premise in some])
            (added,) = partial_cosine(sentence_vector(claims[case.claim].tokens)[None], facts, shared)
            ones = [_one_of_two(premise, choice, shared, known) for premise in some]
            found[case] = dict(zip(some, map(_Likeness, (facts @ stem).tolist(), added.tolist(), ones), strict=True))
        return found


Premise = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class _Likeness:
    """Of a premise: to the stem; to a choice in what both add to the shared claim; of one fact of a pair in that."""

    about: float
    added: float
    one_of_two: float

    @property
    def score(self) -> float:
        """What it counts."""
        return _ABOUT * self.about + _ADDED * self.added + _ONE_OF_TWO * self.one_of_two


def _one_of_two(premise: Premise, choice: Vectors, shared: Vectors, known: Mapping[str, Vectors]) -> float:
    if len(premise) < 2:
        return 0.0
    facts = np.stack([known[fact.text] for fact in premise])
    return float(partial_cosine(choice[None], facts, shared).max())


def _within_reach(likeness: Mapping[Premise, _Likeness]) -> list[tuple[Premise, _Likeness]]:
    """Return the premises that can be the best once it is known what they entail."""
    most = max(like.score for like in likeness.values())
    return [(premise, like) for premise, like in likeness.items() if like.score >= most - _REACH]


@dataclass(frozen=True, slots=True)
class _Supported:
    """A premise, how it entails the parts of a claim, and how it is like the question."""

    premise: Premise
    details: Details
    like: _Likeness

    @property
    def parts(self) -> tuple[Part, ...]:
        """What adds up to the score."""
        parts = (
            Part("nodes of the claim entailed, on average", _ENTAILED * _mean(self.details.nodes)),
            Part("edges of the claim entailed, on average", _ENTAILED * _mean(self.details.edges)),
            Part("the claim as a whole entailed", _ENTAILED * self.details.whole),
            Part("the premise is about the stem", _ABOUT * self.like.about),
            Part("what the choice adds is like what the premise adds", _ADDED * self.like.added),
        )
        one = Part("what the choice adds is like what one of the facts adds", _ONE_OF_TWO * self.like.one_of_two)
        return (*parts, one) if self.premise[1:] else parts

    @property
    def score(self) -> float:
        """The sum of the parts."""
        return round(total(self.parts), DECIMALS)


def _premises(facts: Sequence[Fact], given: Sequence[Fact]) -> list[Premise]:
    """Return what may support a choice: the facts that came with the question, two at a time, else those found.

    Given facts are meant to go together. Pairs of facts that nobody gave support wrong choices more than right ones.
    """
    best = sorted(facts[:_PAIRED], key=given.index) if given else []  # the same pair in the same order for every choice
    pairs: list[Premise] = list(combinations(best, 2))
    return pairs or [(fact,) for fact in facts]


def _text(premise: Premise) -> str:
    return ". ".join(fact.text.strip().rstrip(".") for fact in premise)


def _support(case: Case, claim: Claim, best: _Supported) -> Support:
    """Explain a score: the premise, each node and edge of the claim with its own support, and the weakest of them."""
    from reasoner.neural.entailment import probability

    details, stem = best.details, set(content_lemmas(case.query.stem))
    nodes = [Node(f"fact{number}", "fact", fact.text, fact.where) for number, fact in enumerate(best.premise, 1)]
    nodes.append(Node("claim", "derived", case.claim))
    links = [Link(node.id, "claim", "premise of", round(probability(details.total), 4)) for node in nodes[:-1]]
    supports: list[tuple[float, str]] = []
    for number, (text, value) in enumerate(zip(claim.graph.nodes, details.nodes, strict=True)):
        asked = stem.issuperset(content_lemmas(text))
        nodes.append(Node(f"part{number}", "question" if asked else "choice", text))
        links.append(Link("fact1", f"part{number}", "supports", round(probability(value), 4)))
        supports.append((value, f"{text!r}"))
    for (source, label, target), value in zip(claim.graph.edges, details.edges, strict=True):
        links.append(Link(f"part{source}", f"part{target}", label, round(probability(value), 4)))
        supports.append((value, f"{claim.graph.nodes[source]!r} -{label}-> {claim.graph.nodes[target]!r}"))
    weakest = f"; weakest part: {min(supports)[1]}" if supports else ""
    summary = f"{case.claim!r} is entailed with probability {probability(details.total):.2f}{weakest}"
    return Support(best.score, Explanation(tuple(nodes), tuple(links), parts=best.parts, summary=summary))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
