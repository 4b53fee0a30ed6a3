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
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from reasoner.experiment.proof_scores import score_files
from reasoner.language.terms import content_lemmas

Words = frozenset[str]

#: What a word is worth when sentences are chosen, where a word of the hypothesis that nothing covers yet is worth 1:
#: one that is covered once, one over which two chosen sentences are joined, one that nothing else speaks of. What a
#: sentence costs, and what it costs on top where it only says that words mean the same, or of what kind a thing is
#: (which is what trees are made of), and for each of its two sides of which nothing else speaks. By a search on 200 of
#: EntailmentBank Train, task 2, and rounded.
COVERED, BRIDGE, FOREIGN = 0.2, 0.3, -0.2
LEAST, SAME, KIND, LOOSE = 1.25, 0.75, -0.9, 0.8
#: So many changes at most: what a side adds to others is not counted, so that changes may go round.
MOST = 30
#: Pairs are sought for sentences that alone are worth at least this.
FAR = -2.0
_KIND = re.compile(r"\b(?:is|are) (?:an? )?kinds? of\b")
_SAME = re.compile(r"\bmeans?\b|\b(?:is|are) (?:synonymous|similar) (?:with|to)\b")
#: Joining: a word that the hypothesis does not need counts so much more; sentences near the hypothesis come late.
NOT_NEEDED, LATE = 4.0, 2.0
_NOTHING = 1e-9


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
    said = {name: _Said.of(text) for name, text in sentences.items()}
    said = {name: one for name, one in said.items() if one.words}
    return _Choice(frozenset(content_lemmas(hypothesis)), said).names() if said else []


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a sentence, what it costs to choose it, and its two sides where it says what something is."""

    words: Words
    cost: float
    sides: tuple[Words, ...] = ()

    @classmethod
    def of(cls, text: str) -> _Said:
        words = frozenset(content_lemmas(text))
        for pattern, more in ((_SAME, SAME), (_KIND, KIND)):
            if found := pattern.search(text):
                sides = (frozenset(content_lemmas(side)) for side in (text[: found.start()], text[found.end() :]))
                return cls(words, LEAST + more, tuple(side for side in sides if side))
        return cls(words, LEAST)


class _Choice:
    """Sentences are chosen and let go one by one, or chosen in pairs, as long as that makes the whole better."""

    def __init__(self, needed: Words, said: Mapping[str, _Said]) -> None:
        self.needed, self.said = needed, said
        frequency = Counter(word for one in said.values() for word in one.words)
        self.telling = {word: math.log(1 + len(said) / count) for word, count in frequency.items()}
        self.chosen: dict[str, None] = {}
        self.spoken: Counter[str] = Counter()

    def names(self) -> list[str]:
        for _ in range(MOST):
            for name in self._better():
                self._turn(name)
        return list(self.chosen) or [max(self.said, key=self._worth)]

    def _turn(self, name: str) -> None:
        """Choose a sentence, or let it go."""
        if name in self.chosen:
            del self.chosen[name]
            self.spoken.subtract(self.said[name].words)
        else:
            self.chosen[name] = None
            self.spoken.update(self.said[name].words)

    def _better(self) -> tuple[str, ...]:
        """Return what to choose or let go next; nothing where all that makes it worse."""
        changes = {(name,): self._worth(name) * (-1 if name in self.chosen else 1) for name in self.said}
        best = max(changes, key=lambda names: changes[names])
        if changes[best] > _NOTHING:
            return best
        pairs = dict(self._pairs([name for name in self.said if name not in self.chosen]))
        pair = max(pairs, key=lambda names: pairs[names], default=())
        return pair if pair and pairs[pair] > _NOTHING else ()

    def _pairs(self, left: Sequence[str]) -> Iterator[tuple[tuple[str, str], float]]:
        """Yield pairs of sentences that share a word with what they are worth together."""
        for name in left:
            if (alone := self._worth(name)) < FAR:
                continue
            self._turn(name)
            for other in left:
                if other != name and self.said[name].words & self.said[other].words:
                    yield (name, other), alone + self._worth(other)
            self._turn(name)

    def _worth(self, name: str) -> float:
        """What a sentence adds to the others that are chosen."""
        one, own = self.said[name], name in self.chosen
        others = {word: self.spoken[word] - own for word in sorted(one.words)}
        loose = sum(not any(word in self.needed or others[word] for word in side & one.words) for side in one.sides)
        words = sum(self.telling[word] * self._word(word, count) for word, count in others.items())
        return words - one.cost - LOOSE * loose

    def _word(self, word: str, spoken: int) -> float:
        """What it adds that one sentence more speaks of a word."""
        if word in self.needed:
            return (1.0, COVERED, 0.0)[min(spoken, 2)]
        return (FOREIGN, BRIDGE - FOREIGN, 0.0)[min(spoken, 2)]


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
