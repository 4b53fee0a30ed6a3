"""Explanations of proofs and near-proofs: every fact, every soft match and every rule a visible step."""

from __future__ import annotations

from typing import Protocol

from reasoner.chaining.cover import SHARED_TERM, SHARED_TERM_CONFIDENCE, Cover
from reasoner.chaining.engine import Proof
from reasoner.chaining.goal import Reach
from reasoner.chaining.matching import Match
from reasoner.chaining.reasoning import kind_of_facts
from reasoner.explanation import Explanation, Link, Node, Step

GOAL = "goal"
PROVED, NEARLY, COVERED = "states the goal", "nearly states the goal", "covers words of the goal"


class Source(Protocol):
    """What proofs rest on: a sentence that says where it comes from."""

    @property
    def text(self) -> str:
        """The sentence."""

    @property
    def where(self) -> str:
        """Its place."""


class _Builder:
    """Collects nodes and steps, each once."""

    def __init__(self, hypothesis: str) -> None:
        self.nodes = [Node(GOAL, "choice", hypothesis)]
        self.steps: list[Step] = []
        self.links: list[Link] = []
        self._facts: dict[str, str] = {}
        self._derived: dict[int, str] = {}

    def fact(self, source: Source) -> str:
        if source.text not in self._facts:
            self._facts[source.text] = name = f"fact{len(self._facts) + 1}"
            self.nodes.append(Node(name, "fact", source.text, source.where))
        return self._facts[source.text]

    def derived(self, text: str, rule: str, premises: tuple[str, ...], confidence: float) -> str:
        name = f"step{len(self.steps) + 1}"
        self.nodes.append(Node(name, "derived", text))
        self.steps.append(Step(rule, tuple(dict.fromkeys(premises)), name, confidence))
        return name

    def proof(self, proof: Proof) -> str:
        if proof.rule is None:
            return self.fact(proof.source)  # type: ignore[arg-type]
        if id(proof) not in self._derived:
            premises = tuple(self.proof(premise) for premise in proof.premises)
            matched = tuple(self.match(match, proof) for match in proof.matches if match.how != "same")
            name = self.derived(str(proof.conclusion), proof.rule.name, (*premises, *matched), proof.confidence)
            self._derived[id(proof)] = name
        return self._derived[id(proof)]

    def match(self, match: Match, proof: Proof) -> str:
        """Make a soft match a step that follows from the premise which has the term."""
        holders = [each for each in proof.premises if {match.left, match.right} & set(each.conclusion.terms)]
        premise = self.proof((holders or list(proof.premises))[0])
        return self.derived(f"{match.left} is taken for {match.right}", f"match: {match.how}", (premise,), match.score)

    def finish(self, rule: str, last: tuple[str, ...], confidence: float) -> None:
        self.steps.append(Step(rule, last, GOAL, confidence))

    def word_links(self, start: str, matches: tuple[Match, ...]) -> None:
        for match in matches:
            why = match.left if match.how == "same" else f"{match.left} ~ {match.right} ({match.how})"
            self.links.append(Link(start, GOAL, why, match.score))

    def explanation(self, summary: str) -> Explanation:
        return Explanation(tuple(self.nodes), tuple(self.links), tuple(self.steps), summary=summary)


def explain_reach(reach: Reach, hypothesis: str) -> Explanation:
    """Return the explanation of a typed proof. The sources of its leaves must have a text and a place."""
    made = _Builder(hypothesis)
    last = made.proof(reach.proof)
    made.finish(PROVED if reach.is_proved else NEARLY, (last,), reach.confidence)
    made.word_links(last, reach.matches)
    rules = ", ".join(dict.fromkeys(reach.proof.rules)) or "a fact"
    return made.explanation(f"{'proved' if reach.is_proved else 'not proved, but near'}: by {rules}")


def explain_cover(found: Cover, hypothesis: str) -> Explanation:
    """Return the explanation of a near-proof: the statements that the goal takes up, joined by a shared term."""
    made = _Builder(hypothesis)
    support = found.support or found.statements[:1]
    if not support:
        return made.explanation("not proved: no fact found")
    facts = tuple(made.fact(statement.source) for statement in support)  # type: ignore[arg-type]
    last = facts
    if len(facts) > 1 and found.shared:
        joint = found.shared[0]
        text = f"{' and '.join(statement.text for statement in support)}, joined by {joint.left}"
        kind = kind_of_facts(statement.text for statement in support)
        last = (made.derived(text, f"{SHARED_TERM} ({kind})", facts, SHARED_TERM_CONFIDENCE * joint.score),)
    made.finish(COVERED, last, found.claim * (SHARED_TERM_CONFIDENCE if len(facts) > 1 else 1.0))
    made.word_links(last[0], found.matches)
    how = "by facts that share a term" if last != facts else "by words in common"
    return made.explanation(f"not proved: supported {how}")
