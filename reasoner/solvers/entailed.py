"""An entailed claim as an explanation: the premise, each part of the claim with its own support, and the parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import Fact
from reasoner.language.terms import content_lemmas
from reasoner.solver import Support
from reasoner.solvers.batches import Case
from reasoner.solvers.shown import DECIMALS

if TYPE_CHECKING:
    from reasoner.neural.entailment import Details
    from reasoner.neural.together import Outcome
    from reasoner.neural.tokens import Claim

#: How a probability is put in words.
_SUPPORT = ((0.8, "well supported"), (0.5, "supported"), (0.2, "weakly supported"), (0.0, "barely supported"))

Premise = tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A premise, how it entails the parts of a claim, and what becomes of the claim when both are read together.

    `contrary` says what speaks in words against what the parts say.
    """

    premise: Premise
    details: Details
    outcome: Outcome
    contrary: str | None

    @property
    def score(self) -> float:
        """The log-odds of both; those of the parts are turned around where a word of the claim is contradicted."""
        return (-self.details.total if self.contrary else self.details.total) + self.outcome.log_odds

    @property
    def contradicted(self) -> bool:
        """Whether a word of the claim is contradicted, or the claim more likely than not."""
        return self.contrary is not None or self.outcome.contradicted == max(self.outcome)


def explained(case: Case, claim: Claim, found: Judged) -> Support:
    """Explain a score: the premise, and each node and edge of the claim with its own support."""
    from reasoner.neural.entailment import probability

    premise, details, likely = found.premise, found.details, probability(found.score)
    nodes = [Node(f"fact{number}", "fact", fact.text, fact.where) for number, fact in enumerate(premise, 1)]
    facts = tuple(node.id for node in nodes)
    links = [Link(fact, "claim", "premise of", round(likely, 4)) for fact in facts]
    nodes.append(Node("claim", "derived", case.claim))
    stem = set(content_lemmas(case.stem))
    for number, (text, value) in enumerate(zip(claim.graph.nodes, details.nodes, strict=True)):
        nodes.append(Node(f"part{number}", "question" if stem.issuperset(content_lemmas(text)) else "choice", text))
        links.append(Link("fact1", f"part{number}", "supports", round(probability(value), 4)))
    for (source, label, target), value in zip(claim.graph.edges, details.edges, strict=True):
        links.append(Link(f"part{source}", f"part{target}", label, round(probability(value), 4)))
    parts = _parts(found, facts)
    summary = f"{case.claim!r} is {_in_words(likely, found)}: {likely:.2f}"
    why = Explanation(tuple(nodes), tuple(links), parts=parts, summary=summary)
    return Support(round(total(parts), DECIMALS), why, refuted=found.contradicted)


def _in_words(likely: float, found: Judged) -> str:
    if found.contradicted:
        return f"contradicted ({found.contrary})" if found.contrary else "contradicted"
    return next(words for least, words in _SUPPORT if likely >= least)


def _parts(found: Judged, facts: tuple[str, ...]) -> tuple[Part, ...]:
    """What adds up to the score."""
    details = found.details
    of_nodes, of_edges = (sum(values) / max(len(values), 1) for values in (details.nodes, details.edges))
    parts = (
        Part("nodes of the claim entailed, on average", of_nodes, facts),
        Part("edges of the claim entailed, on average", of_edges, facts),
        Part("the claim as a whole entailed", details.whole, facts),
        Part("read together, entailed rather than left open", found.outcome.rather_entailed, facts),
        Part("read together, contradicted", found.outcome.against, facts),
    )
    if found.contrary is None:
        return parts
    return (*parts, Part(f"contradicted: {found.contrary}", -2 * details.total, facts))
