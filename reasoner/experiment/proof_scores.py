"""Proofs scored against gold trees as EntailmentBank does: leaves, steps, intermediates, and all of them right.

What differs from its scorer: whether two intermediate conclusions say the same is decided by the content words that
they share (Dice coefficient of lemmas, at least one half), not by a trained model. So those figures are not comparable
with published ones; leaves and steps are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reasoner.errors import InputError
from reasoner.language.terms import content_lemmas

#: Intermediate conclusions that share so much of their content words say the same.
ALIKE = 0.5
HYPOTHESIS = "hypothesis"


@dataclass(frozen=True)
class Tree:
    """A proof as steps: each conclusion with its premises, and what intermediate conclusions say.

    >>> tree = Tree.read("sent1 & sent2 -> int1: wibs fly; int1 & sent3 -> hypothesis;")
    >>> tree.leaves == {"sent1", "sent2", "sent3"}, tree.said
    (True, {'int1': 'wibs fly'})
    """

    steps: Mapping[str, frozenset[str]]
    said: Mapping[str, str]

    @classmethod
    def read(cls, proof: str, said: Mapping[str, str] | None = None) -> Tree:
        """Return the tree of a proof in EntailmentBank's form; `said` adds the texts of conclusions."""
        steps: dict[str, frozenset[str]] = {}
        texts = dict(said or {})
        for part in filter(str.strip, proof.split(";")):
            premises, arrow, conclusion = part.partition("->")
            if not arrow:
                raise InputError(f"a step of a proof has no ->: {part.strip()!r}")
            name, _, text = conclusion.strip().partition(":")
            steps[name.strip()] = frozenset(one.strip() for one in premises.split("&") if one.strip())
            if text.strip():
                texts[name.strip()] = text.strip()
        return cls(steps, {name: text for name, text in texts.items() if name in steps and name != HYPOTHESIS})

    @property
    def leaves(self) -> frozenset[str]:
        """The sentences that the proof starts from."""
        return frozenset(one for premises in self.steps.values() for one in premises if one not in self.steps)

    def leaves_of(self, name: str, above: frozenset[str] = frozenset()) -> frozenset[str]:
        """Return the sentences below a conclusion."""
        if name not in self.steps:
            return frozenset({name})
        below = (one for one in self.steps[name] if one not in above)
        return frozenset(leaf for one in below for leaf in self.leaves_of(one, above | {name}))

    def renamed(self, names: Mapping[str, str]) -> Tree:
        """Return the tree with its sentences called otherwise."""
        steps = {name: frozenset(names.get(one, one) for one in premises) for name, premises in self.steps.items()}
        return Tree(steps, self.said)


@dataclass(frozen=True, slots=True)
class ProofScore:
    """How much of one proof, or of many on average, is right: F1, and the share with nothing wrong."""

    leaves: float
    leaves_right: float
    steps: float
    steps_right: float
    intermediates: float
    intermediates_right: float
    all_right: float

    def as_dict(self) -> dict[str, float]:
        """Return the figures by name."""
        return {name: getattr(self, name) for name in self.__slots__}


def score_proof(found: Tree, gold: Tree) -> ProofScore:
    """Return how much of a proof agrees with the gold tree.

    Intermediate conclusions of the proof are first matched with those of gold that have the most leaves in common.

    >>> gold = Tree.read("sent1 & sent2 -> int1: wibs fly; int1 & sent3 -> hypothesis;")
    >>> flat = Tree.read("sent1 & sent2 & sent3 -> hypothesis;")
    >>> score = score_proof(flat, gold)
    >>> score.leaves, score.steps, score.all_right
    (1.0, 0.0, 0.0)
    """
    matched = {name: _closest(found, name, gold) for name in found.steps}
    steps = sum(_step_agrees(found, name, gold, matched) for name in found.steps)
    inner = [name for name in found.steps if name != HYPOTHESIS]
    alike = sum(_alike(found.said.get(name, ""), gold.said.get(matched[name] or "", "")) for name in inner)
    leaves = _f1(len(found.leaves & gold.leaves), len(found.leaves), len(gold.leaves))
    step_f1 = _f1(steps, len(found.steps), len(gold.steps))
    inner_f1 = _f1(alike, len(inner), len([name for name in gold.steps if name != HYPOTHESIS]))
    right = [float(value == 1.0) for value in (leaves, step_f1, inner_f1)]
    return ProofScore(leaves, right[0], step_f1, right[1], inner_f1, right[2], min(right))


def _closest(found: Tree, name: str, gold: Tree) -> str | None:
    if name == HYPOTHESIS:
        return HYPOTHESIS
    mine = found.leaves_of(name)
    shares = {
        other: len(mine & theirs) / len(mine | theirs)
        for other in gold.steps
        if other != HYPOTHESIS and (theirs := gold.leaves_of(other)) | mine
    }
    best = max(shares, key=lambda other: shares[other], default=None)
    return best if best is not None and shares[best] > 0 else None


def _step_agrees(found: Tree, name: str, gold: Tree, matched: Mapping[str, str | None]) -> bool:
    target = matched[name]
    premises = {matched.get(one, one) if one in found.steps else one for one in found.steps[name]}
    return target in gold.steps and premises == gold.steps[target or ""]


def _alike(one: str, other: str) -> bool:
    mine, theirs = set(content_lemmas(one)), set(content_lemmas(other))
    return bool(mine and theirs) and 2 * len(mine & theirs) / (len(mine) + len(theirs)) >= ALIKE


def _f1(right: int, found: int, gold: int) -> float:
    """F1; nothing found where nothing was to be found is perfect."""
    return 1.0 if found == gold == 0 else 2 * right / (found + gold)


def mean_score(scores: Sequence[ProofScore]) -> ProofScore:
    """Return the average of scores, figure by figure."""
    rows = [list(score.as_dict().values()) for score in scores]
    return ProofScore(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def score_files(found: Iterable[str], gold: Iterable[str]) -> tuple[ProofScore, int, int]:
    """Return the average over the gold proofs in JSON lines, how many there are, and how many were not found.

    A gold record is one of EntailmentBank or of `reasoner dataset worlds`. A found record has `id`, `proof`, and may
    have `sentences`, what its leaves stand for: then these are matched with those of gold by their text. What is
    missing scores 0.
    """
    mine = {record["id"]: record for record in _records(found)}
    scores, missing = [], 0
    for record in _records(gold):
        if (proof := _proof(record)) is None:
            continue
        tree, sentences = proof
        guess = _proof(mine[record["id"]]) if record["id"] in mine else None
        if guess is None:
            missing += 1
            scores.append(ProofScore(*(0.0 for _ in ProofScore.__slots__)))
            continue
        names = {text: name for name, text in sentences.items()}
        said = {name: names.get(text, name) for name, text in guess[1].items()}
        scores.append(score_proof(guess[0].renamed(said), tree))
    if not scores:
        raise InputError("there is no gold proof in the file")
    return mean_score(scores), len(scores), missing


def _records(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                raise InputError(f"line {number} is not JSON: {error}") from None


def _proof(record: Mapping[str, Any]) -> tuple[Tree, dict[str, str]] | None:
    """Return the tree of a record and what its leaves stand for, in whichever of the known forms it has."""
    proof, meta = record.get("proof"), record.get("meta", {})
    if isinstance(proof, dict):
        return Tree.read(proof["lines"]), proof["sentences"]
    if not isinstance(proof, str):
        return None
    said = dict(meta.get("intermediate_conclusions", {}))
    sentences = record.get("sentences") or meta.get("triples") or _context(record.get("context", ""))
    return Tree.read(proof, said), dict(sentences)


def _context(text: str) -> dict[str, str]:
    """Read "sent1: ... sent2: ..."."""
    parts = re.split(r"\b(sent\d+): ", text)
    return {name: said.strip() for name, said in zip(parts[1::2], parts[2::2], strict=True)}
