"""Pairs of sentences by the thousand: premises, and what they entail, contradict or leave open, in many wordings.

Some come from generated worlds, with the sentences of a proof as premises, others from rules by which one quantity goes
up or down with another.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from reasoner.datasets.phrasing import capital, fill
from reasoner.datasets.worlds import Maker, Sentence, catalogue
from reasoner.logic.atoms import Literal
from reasoner.logic.engine import Theory, Verdict

_LABELS = {"proved": "entailment", "refuted": "contradiction", "unknown": "neutral"}
_MOST_PREMISES = 3


class LabelledPair(NamedTuple):
    """A premise (a sentence or a few), a hypothesis, and the label that entailment sets use."""

    premise: str
    hypothesis: str
    label: str

    def as_dict(self) -> dict[str, str]:
        """Return the pair as SciTail has it."""
        return {"sentence1": self.premise, "sentence2": self.hypothesis, "gold_label": self.label}


def pairs(count: int, seed: int = 0) -> Iterator[LabelledPair]:
    """Yield as many pairs, the same for the same seed.

    >>> one, two = pairs(2, seed=1), pairs(2, seed=1)
    >>> next(one) == next(two)
    True
    """
    rng = random.Random(f"pairs-{seed}")
    made = 0
    while made < count:
        for pair in [*_of_world(rng), *(_of_change(rng) for _ in range(3))][: count - made]:
            made += 1
            yield pair


# Worlds.


def _of_world(rng: random.Random) -> list[LabelledPair]:
    """What a proof entails, and what is left open where one of its sentences is replaced by another."""
    maker = Maker(rng)
    sentences = maker.sentences()
    theory = Theory(rule for sentence in sentences for rule in sentence.rules)
    if theory.contradictions():
        return []
    found: list[LabelledPair] = []
    asked = [(claim, theory.ask(claim)) for claim in maker.claims()]
    for status in ("proved", "refuted"):
        known = [(claim, verdict) for claim, verdict in asked if verdict.status == status]
        known.sort(key=lambda one: -min(_depth(one[1]), 2))  # what is said in so many words teaches little
        for claim, verdict in known[:2]:
            found += _of_proof(rng, maker, sentences, claim, verdict)
    return found


def _of_proof(
    rng: random.Random, maker: Maker, sentences: tuple[Sentence, ...], claim: Literal, verdict: Verdict
) -> list[LabelledPair]:
    proof = verdict.proof or verdict.denial
    assert proof is not None
    used = list(proof.in_lines()[1].values())
    if len(used) > _MOST_PREMISES:
        return []
    others = rng.sample([one.text for one in sentences if one.text not in used], 1)
    claim = claim.denied if rng.random() < 0.3 else claim
    premises = [used + others * (rng.random() < 0.3)]
    if len(used) > 1:
        premises.append(rng.sample(used, len(used) - 1) + others)
    made = []
    for some in premises:
        rng.shuffle(some)
        status = Theory(rule for one in sentences if one.text in some for rule in one.rules).ask(claim).status
        made.append(LabelledPair(" ".join(some), f"{capital(maker.lexicon.clause(claim))}.", _LABELS[status]))
    return made


def _depth(verdict: Verdict) -> int:
    proof = verdict.proof or verdict.denial
    return proof.depth if proof else 0


# Changes.


@dataclass(frozen=True)
class _Quantity:
    """Something that goes up and down: `quantity` of a thing, or a thing with a `comparative`, up and down."""

    name: str
    sort: str
    words: tuple[str, str]

    @classmethod
    def drawn(cls, rng: random.Random) -> _Quantity:
        changes = catalogue()["changes"]
        thing = f"the {rng.choice(changes['things'].split())}"
        if rng.random() < 0.5:
            return cls(f"the {_one_of(rng, changes['quantities'])} of {thing}", "quantity", ("higher", "lower"))
        up, down = rng.choice(changes["comparatives"].split()).split("/")
        return cls(thing, "comparative", (up, down))

    def said(self, rng: random.Random, up: bool, when: str) -> str:
        """Return that it goes up, or down: `always` or as it `happened`."""
        form = _one_of(rng, catalogue()["changes"][self.sort][when])
        changed = form.split("/")[not up] if self.sort == "quantity" else f"{form} {self.words[not up]}"
        return f"{self.name} {changed}"


def _of_change(rng: random.Random) -> LabelledPair:
    """A rule by which one quantity changes with another, and what became of the first, or of a third one."""
    cause, effect, other = (_Quantity.drawn(rng) for _ in range(3))
    cause_up, effect_up, up = (rng.random() < 0.5 for _ in range(3))
    sort = rng.choice(("both", "one"))
    agrees = sort == "one" or rng.random() < 0.5  # what holds one way says nothing of the other
    slots = {"cause": cause.said(rng, cause_up, "always"), "effect": effect.said(rng, effect_up, "always")}
    slots["the_cause"] = f"the {cause.words[not cause_up]} {cause.name}"
    slots["the_effect"] = f"the {effect.words[not effect_up]} {effect.name}"
    rule = fill(rng.choice(catalogue()["changes"]["rules"][sort]), slots)
    met = rng.random() < 0.75
    fact = (cause if met else other).said(rng, cause_up == agrees, "happened")
    premises = [str(rule), f"{capital(fact)}."]
    rng.shuffle(premises)
    stays = rng.random() < 0.1
    same = f"{effect.name} {_one_of(rng, catalogue()['changes']['same'])}"
    claim = same if stays else effect.said(rng, up, "happened")
    status = "unknown" if not met else "proved" if up == (effect_up == agrees) and not stays else "refuted"
    return LabelledPair(" ".join(premises), f"{capital(claim)}.", _LABELS[status])


def _one_of(rng: random.Random, listed: str) -> str:
    return " ".join(rng.choice(listed.split(";")).split())
