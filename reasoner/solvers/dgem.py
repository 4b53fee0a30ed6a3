"""dgem: the claim that a choice makes, as a graph whose parts a fact, or a pair of facts, entails one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import Fact
from reasoner.language.terms import content_lemmas
from reasoner.question import Question
from reasoner.solver import Support, register
from reasoner.solvers.batches import DECIMALS, BatchSolver, Case, gather

if TYPE_CHECKING:
    from reasoner.neural.entailment import Details, Entailment
    from reasoner.neural.tokens import Claim

_FACTS = 8  # found for a choice, each a premise by itself
_PAIRED = 4  # of the facts that came with the question are taken two at a time
#: How a probability is put in words.
_SUPPORT = ((0.8, "well supported"), (0.5, "supported"), (0.2, "weakly supported"), (0.0, "barely supported"))

Premise = tuple[Fact, ...]


@register
class DGEMSolver(BatchSolver):
    """Scores a choice by the log-odds that the best fact, or pair of given facts, entails what the choice claims.

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
    summary = "entailment of each part of the claim from a fact or a pair of given facts"
    citation = "Khot, Sabharwal and Clark 2018, SciTail: A Textual Entailment Dataset from Science Question Answering"
    weights = ("dgem", "joined-vectors")

    @cached_property
    def _entailment(self) -> Entailment:
        from reasoner.neural.entailment import Entailment

        return Entailment(self._weights, self._encoder)

    def _support_batch(self, questions: Sequence[Question]) -> list[dict[str, Support]]:
        rows = [gather(question, self._finder, _FACTS) for question in questions]
        cases = [case for row in rows if any(case.touched for case in row) for case in row]
        claims = self._entailment.reader.claims([case.claim for case in cases])
        best = self._best(cases, claims)
        return [
            {case.label: _support(case, claims[case.claim], *best[case]) for case in row if case in best}
            for row in rows
        ]

    def _best(self, cases: Sequence[Case], claims: Mapping[str, Claim]) -> dict[Case, tuple[Premise, Details]]:
        """Return, for each choice, the premise that entails it best."""
        tried = [(case, premise) for case in cases for premise in _premises(case)]
        tokens = self._entailment.reader.tokens([_text(premise) for _, premise in tried])
        scored = self._entailment.log_odds([(tokens[_text(premise)], claims[case.claim]) for case, premise in tried])
        best: dict[Case, tuple[Premise, Details]] = {}
        for (case, premise), details in zip(tried, scored, strict=True):
            if case not in best or details.total > best[case][1].total:
                best[case] = premise, details
        return best


def _premises(case: Case) -> list[Premise]:
    """Return what may entail a claim: the facts that came with the question, two at a time, else those found.

    Given facts are meant to go together. Pairs of facts that nobody gave entail wrong choices more than right ones.
    """
    in_order = sorted(case.facts[:_PAIRED], key=lambda fact: fact.where)  # the same pair for every choice
    pairs: list[Premise] = list(combinations(in_order, 2)) if case.given else []
    return pairs or [(fact,) for fact in case.facts]


def _text(premise: Premise) -> str:
    return ". ".join(fact.text.strip().rstrip(".") for fact in premise)


def _support(case: Case, claim: Claim, premise: Premise, details: Details) -> Support:
    """Explain a score: the premise, and each node and edge of the claim with its own support."""
    from reasoner.neural.entailment import probability

    nodes = [Node(f"fact{number}", "fact", fact.text, fact.where) for number, fact in enumerate(premise, 1)]
    facts = tuple(node.id for node in nodes)
    links = [Link(fact, "claim", "premise of", round(probability(details.total), 4)) for fact in facts]
    nodes.append(Node("claim", "derived", case.claim))
    stem = set(content_lemmas(case.stem))
    for number, (text, value) in enumerate(zip(claim.graph.nodes, details.nodes, strict=True)):
        nodes.append(Node(f"part{number}", "question" if stem.issuperset(content_lemmas(text)) else "choice", text))
        links.append(Link("fact1", f"part{number}", "supports", round(probability(value), 4)))
    for (source, label, target), value in zip(claim.graph.edges, details.edges, strict=True):
        links.append(Link(f"part{source}", f"part{target}", label, round(probability(value), 4)))
    parts = _parts(details, facts)
    likely = probability(details.total)
    words = next(words for least, words in _SUPPORT if likely >= least)
    summary = f"{case.claim!r} is {words}: {likely:.2f}"
    return Support(round(total(parts), DECIMALS), Explanation(tuple(nodes), tuple(links), parts=parts, summary=summary))


def _parts(details: Details, facts: tuple[str, ...]) -> tuple[Part, ...]:
    """What adds up to the log-odds."""
    of_nodes, of_edges = (sum(values) / max(len(values), 1) for values in (details.nodes, details.edges))
    return (
        Part("nodes of the claim entailed, on average", of_nodes, facts),
        Part("edges of the claim entailed, on average", of_edges, facts),
        Part("the claim as a whole entailed", details.whole, facts),
    )
