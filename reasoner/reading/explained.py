"""Proofs and near-proofs as explanations: facts, steps and what each earns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, pairwise

from reasoner.answer import Support
from reasoner.explanation import Explanation, Link, Node, Part, Step
from reasoner.knowledge import Fact
from reasoner.logic.proof import Proof
from reasoner.logic.proof import Step as ProofStep
from reasoner.question import Question
from reasoner.reading.near.trail import MEASURES, Trail
from reasoner.reading.near.words import NEAR, NearProof, Saving
from reasoner.reading.wording import sentence

CLAIM = "claim"
#: The rule by which a thing takes after what it is made of, without being that.
OF_MATERIAL = "inherit-material"
#: A step that is no proof: what was said one way is taken the other way round.
LIKELY = "likely the other way round"


def explain_proof(proof: Proof, claim: str, worth: float, facts: Mapping[str, Fact]) -> Explanation:
    """Return a proof as an explanation whose one part is what the proof is worth, earned by the facts that it uses.

    `facts` holds, by their text, the facts that sentences were read from; what a rule says that comes from no sentence
    ("a part of a part is a part") is named in its step.
    """
    return _Tree(proof, claim, facts).explanation(worth)


def is_likely(proof: Proof) -> bool:
    """Say whether a proof rests on a step that is only likely."""
    return any(step.rule is not None and step.rule.name == LIKELY for step in proof.steps)


class _Tree:
    """Turns the steps of a proof into nodes and steps of an explanation."""

    def __init__(self, proof: Proof, claim: str, facts: Mapping[str, Fact]) -> None:
        self.proof, self.facts = proof, facts
        self.claim = Node(CLAIM, "choice", claim)
        self.nodes: dict[str, Node] = {}
        self.steps: list[Step] = []
        self.places: dict[int, str | None] = {}
        self._called = dict(_called(proof, claim))
        self._numbers = count(1)

    def explanation(self, worth: float) -> Explanation:
        for step in self.proof.steps:
            self.places[step.number] = self._place(step)
        known = tuple(node.id for node in self.nodes.values() if node.kind == "fact")
        said = "proved" if worth > 0 else "refuted"
        if is_likely(self.proof):
            said = "not proved, but likely" if worth > 0 else "not ruled out, but unlikely"
        part = Part(f"{said}: from {len(known)} fact{'' if len(known) == 1 else 's'}", worth, known or (CLAIM,))
        return Explanation((self.claim, *self.nodes.values()), (), tuple(self.steps), (part,), said)

    def _place(self, step: ProofStep) -> str | None:
        """Return the node that a step's conclusion goes to; what a sentence says outright is that sentence."""
        last = step is self.proof.steps[-1]
        sentence = self._sentence(step)
        below = [place for number in step.below if (place := self.places[number])]
        if step.kind == "given" and not last:
            return sentence
        if sentence and not last and _bare(self._said(step)) == _bare(self.nodes[sentence].text):
            return sentence  # it says that of one thing which the sentence says of all of its kind
        conclusion = CLAIM if last else self._derived(step)
        premises = tuple(dict.fromkeys([*([sentence] if sentence else []), *below]))
        self.steps.append(Step(_named(step), premises, conclusion, step.rule.confidence if step.rule else 1.0))
        return conclusion

    def _sentence(self, step: ProofStep) -> str | None:
        if step.rule is None or not step.rule.source:
            return None
        text = step.rule.source
        known = next((node.id for node in self.nodes.values() if node.text == text), None)
        if known is None:
            known = f"fact{next(self._numbers)}"
            fact = self.facts.get(text)
            self.nodes[known] = Node(known, "fact", text, fact.where if fact else "the question")
        return known

    def _derived(self, step: ProofStep) -> str:
        name, text = f"derived{step.number}", self._said(step)
        self.nodes[name] = Node(name, "derived", f"suppose {text}" if step.kind == "assume" else text)
        return name

    def _said(self, step: ProofStep) -> str:
        if step.conclusion is None:
            return "a contradiction"
        terms = tuple(self._called.get(term, term) if isinstance(term, str) else term for term in step.conclusion.terms)
        said = sentence(replace(step.conclusion, terms=terms))
        if step.rule is not None and step.rule.name == OF_MATERIAL:
            return re.sub(r" is (?:an? )?", " counts as ", said, count=1)
        return said


def _called(proof: Proof, claim: str) -> Iterator[tuple[str, str]]:
    """Yield what to call a thing that stands for all of its kind: as the claim does, or "any" of the kind."""
    for step in proof.steps:
        if step.kind == "given" and step.conclusion and step.conclusion.predicate == "is" and step.conclusion.positive:
            thing, kind = (str(term) for term in step.conclusion.terms)
            if thing.startswith("any "):
                named = re.match(rf"(?:(?:an?|the) )?{re.escape(kind)}(?= )", claim, re.IGNORECASE)
                yield thing, named[0] if named else f"any {kind}"


def _bare(text: str) -> str:
    return text.lower().rstrip(".")


def _named(step: ProofStep) -> str:
    """Return what a step does, in a word or two."""
    if step.rule is not None and step.rule.name:
        return step.rule.name
    return {"given": "says so", "rule": "follows"}.get(step.kind, f"by {step.kind}")


def explain_near(near: NearProof, claim: str, scale: float) -> Explanation:
    """Return a near-proof as an explanation: a part for each word of the claim that a fact carries."""
    names = {premise: f"fact{number}" for number, premise in enumerate(near.premises, 1)}
    facts = tuple(Node(name, "fact", each.fact.text, each.fact.where) for each, name in names.items())
    parts = tuple(
        Part(_carried(saving), saving.value * scale, tuple(names[premise] for premise in saving.path))
        for saving in near.savings
    )
    links = tuple(
        dict.fromkeys(
            Link(names[one], names[other], f"share {', '.join(sorted(one.names & other.names))}")
            for saving in near.savings
            for one, other in pairwise(saving.path)
        )
    )
    step = Step("carries words of the claim", tuple(names.values()), CLAIM, NEAR)
    left = f"; nothing speaks of: {', '.join(near.assumed)}" if near.assumed else ""
    return Explanation((Node(CLAIM, "choice", claim), *facts), links, (step,), parts, f"not proved{left}")


def explain_trail(trail: Trail, claim: str, scale: float, holds: bool = True) -> Explanation:
    """Return a trail as an explanation: a part for what it says of the claim, and one for each price.

    Where the claim does not hold by it, a denial is what it says, and no price.
    """
    names = {fact: f"fact{number}" for number, fact in enumerate(trail.premises, 1)}
    facts = tuple(Node(name, "fact", fact.text, fact.where) for fact, name in names.items())
    first, every = (names[trail.units[0].fact],), tuple(names.values())
    parts = tuple(
        Part(_measured(trail, name), value * scale, first if name in {"named", "together"} else every)
        for name, value in trail.parts.items()
        if holds or name != "denied"
    )
    links = {
        Link(names[one.fact], names[other.fact], f"share {', '.join(sorted(join.there | join.here))}"): None
        for one, other, join in trail.steps()
        if one.fact != other.fact
    }
    step = Step("leads from the choice to the question", every, CLAIM, NEAR)
    summary = "not proved" if holds else "not proved; the facts lead to its denial"
    return Explanation((Node(CLAIM, "choice", claim), *facts), tuple(links), (step,), parts, summary)


def _measured(trail: Trail, name: str) -> str:
    told = trail.told.get(name, ())
    return f"{MEASURES[name]}: {', '.join(told)}" if told else MEASURES[name]


def _carried(saving: Saving) -> str:
    denied = "denied, " if saving.value < 0 and saving.match.worth > 0 else ""
    return f"{denied}{saving.match.how}: {saving.match.word}"


def by_elimination(supports: Mapping[str, Support], question: Question) -> Mapping[str, Support]:
    """Return the support for the choices where some are refuted and none is supported: the only one left, or none."""
    if any(support.score is not None and support.score >= 0 for support in supports.values()):
        return supports
    left = [label for label in question.labels if label not in supports or supports[label].score is None]
    chosen = {label: replace(support, score=None) for label, support in supports.items()}
    if len(left) == 1 < len(question.labels):
        part = Part("the others are ruled out", NEAR / 2, (CLAIM,))
        node = Node(CLAIM, "choice", question.text_of(left[0]))
        chosen[left[0]] = Support(NEAR / 2, Explanation((node,), parts=(part,), summary="by elimination"))
    return chosen
