"""Entailment trees built by shared words, scored against EntailmentBank's.

python eval/benchmarks/entailment_trees.py task_1_dev.jsonl [--choose] [--out found.jsonl]

Task 1 gives the sentences of the tree; with `--choose` (task 2) they are first chosen among distracting ones. What is
written to `--out` is scored the same way by `reasoner evaluate GOLD --proofs FOUND`.

Two sentences belong together where they share a word that neither the hypothesis nor another sentence needs: the
bridge over which they are joined, and which their conclusion no longer holds.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from reasoner.experiment.proof_scores import score_files
from reasoner.language.terms import content_lemmas

Words = frozenset[str]

#: What a word is worth when sentences are chosen, where a word of the hypothesis that nothing covers yet is worth 1.
#: By hand, on EntailmentBank Train: a word that a chosen sentence brought in, one of the hypothesis that is covered,
#: and one that nothing else speaks of.
BRIDGE, COVERED, FOREIGN = 0.5, 0.3, -0.2
#: A sentence that earns less is not chosen.
LEAST = 1.0
#: Joining: a word that the hypothesis does not need counts so much more; sentences near the hypothesis come late.
NOT_NEEDED, LATE = 4.0, 2.0


@dataclass(frozen=True, slots=True)
class Step:
    """Some premises and the conclusion that joins them; what is left of their words."""

    premises: tuple[str, ...]
    conclusion: str
    words: tuple[str, ...]


def chosen(hypothesis: str, sentences: Mapping[str, str]) -> list[str]:
    """Return the names of the sentences that together speak of everything in a hypothesis, one leading to the next.

    >>> sentences = {"s1": "wibs are trums", "s2": "trums eat snow", "s3": "owls see well"}
    >>> chosen("wibs eat snow", sentences)
    ['s2', 's1']
    """
    words = {name: frozenset(content_lemmas(text)) for name, text in sentences.items()}
    words = {name: said for name, said in words.items() if said}
    return _Choice(frozenset(content_lemmas(hypothesis)), words).names()


@dataclass(slots=True)
class _Choice:
    needed: Words
    words: Mapping[str, Words]
    covered: set[str] = field(default_factory=set)
    bridges: set[str] = field(default_factory=set)

    def names(self) -> list[str]:
        frequency = Counter(word for said in self.words.values() for word in said)
        telling = {word: math.log(1 + len(self.words) / count) for word, count in frequency.items()}
        left = dict(self.words)
        found: list[str] = []
        while left:
            earned = {name: sum(self._worth(word) * telling[word] for word in sorted(left[name])) for name in left}
            best = max(earned, key=lambda name: earned[name])
            if found and earned[best] < LEAST:
                break
            said = left.pop(best)
            found.append(best)
            self.covered |= said & self.needed
            self.bridges ^= said - self.needed  # a bridge that is met from both sides is crossed
        return found

    def _worth(self, word: str) -> float:
        if word in self.needed:
            return COVERED if word in self.covered else 1.0
        return BRIDGE if word in self.bridges else FOREIGN


def steps(hypothesis: str, sentences: Mapping[str, str]) -> list[Step]:
    """Return how sentences join, two by two, into the hypothesis; all of them are used.

    >>> sentences = {"s1": "wibs are trums", "s2": "fens are cold", "s3": "trums live in fens"}
    >>> for step in steps("wibs live in the cold", sentences):
    ...     print(" & ".join(step.premises), "->", step.conclusion, *step.words)
    s1 & s3 -> int1 fen live wib
    s2 & int1 -> hypothesis cold live wib
    """
    needed = frozenset(content_lemmas(hypothesis))
    pool = {name: frozenset(content_lemmas(text)) for name, text in sentences.items()}
    found: list[Step] = []
    while len(pool) > 2:
        one, other = _nearest(pool, needed)
        first, second = pool.pop(one), pool.pop(other)
        elsewhere = needed.union(*pool.values())
        left = frozenset((first | second) - ((first & second) - elsewhere))
        name = f"int{len(found) + 1}"
        found.append(Step((one, other), name, tuple(sorted(left))))
        pool[name] = left
    return [*found, Step(tuple(pool), "hypothesis", tuple(sorted(needed)))]


def _nearest(pool: Mapping[str, Words], needed: Words) -> tuple[str, str]:
    """The two that share most of what others do not speak of; of these, those farther from the hypothesis."""
    frequency = Counter(word for said in pool.values() for word in said)

    def joined(pair: tuple[str, str]) -> float:
        one, other = pool[pair[0]], pool[pair[1]]
        shared = sum((1.0 if word in needed else NOT_NEEDED) / (frequency[word] - 1) for word in sorted(one & other))
        near = (len(one & needed) + len(other & needed)) / max(len(needed), 1)
        return shared / math.sqrt(max(len(one) * len(other), 1)) - LATE * near

    return max(combinations(pool, 2), key=joined)


def lines(steps: Sequence[Step]) -> str:
    """Return steps in EntailmentBank's form.

    >>> lines([Step(("s1", "s2"), "int1", ("wib", "fly")), Step(("int1", "s3"), "hypothesis", ())])
    's1 & s2 -> int1: wib fly; int1 & s3 -> hypothesis;'
    """
    said = (f": {' '.join(step.words)}" if step.conclusion != "hypothesis" else "" for step in steps)
    return " ".join(
        f"{' & '.join(step.premises)} -> {step.conclusion}{text};" for step, text in zip(steps, said, strict=True)
    )


def tree(record: dict[str, Any], choose: bool) -> dict[str, Any]:
    """Return the tree for the hypothesis of a record."""
    sentences, hypothesis = record["meta"]["triples"], record["hypothesis"]
    used = {name: sentences[name] for name in (chosen(hypothesis, sentences) if choose else sentences)}
    return {"id": record["id"], "proof": lines(steps(hypothesis, used)), "sentences": sentences}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--choose", action="store_true", help="choose the sentences first (task 2)")
    parser.add_argument("--out", type=Path, help="where the trees go")
    options = parser.parse_args()
    gold = options.gold.read_text(encoding="utf-8").splitlines()
    found = [json.dumps(tree(json.loads(line), options.choose)) for line in gold if line.strip()]
    if options.out:
        options.out.write_text("\n".join(found) + "\n", encoding="utf-8")
    score, count, _ = score_files(found, gold)
    print(f"{count} trees: " + ", ".join(f"{name} {value:.3f}" for name, value in score.as_dict().items()))


if __name__ == "__main__":
    main()
