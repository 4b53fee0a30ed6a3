"""dgem: the claim that a choice makes, as a graph whose parts a fact, or a pair of facts, supports one by one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from typing import TYPE_CHECKING

from reasoner.errors import MissingExtraError
from reasoner.explanation import Explanation, Link, Node, Part
from reasoner.knowledge import Fact, Hit, KnowledgeBase
from reasoner.knowledge.matching import Query
from reasoner.knowledge.retrieval import Retriever
from reasoner.language.hypothesis import hypotheses
from reasoner.language.terms import content_lemmas
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
# Log-odds for a premise that the claim uses up: facts that say more than the claim are about something else. Chosen on
# OpenBookQA Dev: 0.392 to 0.412 with F, 0.496 to 0.524 given f, 0.860 to 0.874 given f and k.
_USED_WEIGHT = 40.0
DECIMALS = 6  # finer differences between scores are those of batches


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
    """A choice with what it claims, and the facts that were found for it, best first."""

    label: str
    claim: str
    query: Query
    hits: tuple[Hit, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts alone."""
        return tuple(hit.fact for hit in self.hits)

    @property
    def touched(self) -> bool:
        """Whether any of the facts shares a content word with the question or the choice."""
        asked = set(content_lemmas(self.query.both))
        return any(not asked.isdisjoint(content_lemmas(fact.text)) for fact in self.facts)


def gather(questions: Sequence[Question], retriever: Retriever, limit: int) -> list[list[Case]]:
    """Return the choices of each question with their facts; those of all questions are looked for together."""
    queries = [
        Query(question.stem, choice.text, tuple(given_facts(question)))
        for question in questions
        for choice in question.choices
    ]
    found = iter(zip(queries, retriever.facts(queries, limit), strict=True))
    cases = []
    for question in questions:
        claims = hypotheses(question.stem, [choice.text for choice in question.choices])
        row = []
        for choice, claim in zip(question.choices, claims, strict=True):
            query, hits = next(found)
            row.append(Case(choice.label, claim, query, tuple(hits)))
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
    """Scores a choice by the log-odds that the best fact, or pair of given facts, entails what the choice claims.

    To the log-odds comes how much of the premise the claim makes use of.

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

    @cached_property
    def _entailment(self) -> Entailment:
        from reasoner.neural.entailment import Entailment

        return Entailment(self._weights, self._encoder)

    def _support_batch(self, questions: Sequence[Question]) -> list[dict[str, Support]]:
        rows = gather(questions, self._retriever, _FACTS)
        cases = [case for row in rows if any(case.touched for case in row) for case in row]
        reader = self._entailment.reader
        claims = reader.claims([case.claim for case in cases])
        premises = {case: _premises(case.facts, case.query.given) for case in cases}
        texts = {_text(premise): None for some in premises.values() for premise in some}
        tokens = reader.tokens(list(texts))
        tried = [(case, premise) for case in cases for premise in premises[case]]
        scored = self._entailment.log_odds([(tokens[_text(premise)], claims[case.claim]) for case, premise in tried])
        best: dict[Case, tuple[float, tuple[Fact, ...], Details]] = {}
        for (case, premise), details in zip(tried, scored, strict=True):
            score = round(details.total + _USED_WEIGHT * details.used, DECIMALS)
            if case not in best or score > best[case][0]:
                best[case] = score, premise, details
        return [{case.label: _support(case, claims, *best[case]) for case in row if case in best} for row in rows]


def _premises(facts: Sequence[Fact], given: Sequence[Fact]) -> list[tuple[Fact, ...]]:
    """Facts one by one, and those that came with the question two at a time, since they are meant to go together.

    Pairs of facts that nobody gave support wrong choices more than right ones: 0.332 with them on OpenBookQA Dev and F.
    """
    pairs = list(combinations(given[:_PAIRED], 2))
    return [*((fact,) for fact in facts if not pairs or fact not in given), *pairs]


def _text(premise: Sequence[Fact]) -> str:
    return ". ".join(fact.text.strip().rstrip(".") for fact in premise)


def _support(
    case: Case, claims: Mapping[str, Claim], score: float, premise: Sequence[Fact], details: Details
) -> Support:
    """Explain a score: the premise, each node and edge of the claim with its own support, and the weakest of them."""
    from reasoner.neural.entailment import probability

    claim, stem = claims[case.claim], set(content_lemmas(case.query.stem))
    nodes = [Node(f"fact{number}", "fact", fact.text, fact.where) for number, fact in enumerate(premise, 1)]
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
    parts = (
        Part("nodes of the claim, on average", _mean(details.nodes)),
        Part("edges of the claim, on average", _mean(details.edges)),
        Part("the claim as a whole", details.whole),
        Part("how much of the premise the claim uses", _USED_WEIGHT * details.used),
    )
    weakest = f"; weakest part: {min(supports)[1]}" if supports else ""
    summary = f"{case.claim!r} is entailed with probability {probability(details.total):.2f}{weakest}"
    return Support(score, Explanation(tuple(nodes), tuple(links), parts=parts, summary=summary))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
