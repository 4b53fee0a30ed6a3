"""Whether kb/science holds what it must not: rows that say what a question of a data set claims, or Dev's second facts.

    python eval/benchmarks/leaks.py DATA

Prints the rows whose words are nearly those of a question with its right answer, and the share of OpenBookQA's second
facts that have a row near them, for Dev and for Train: somebody who wrote rows with Dev in view would raise the first.
Dev's may be plainer than Train's, so the same is said of the tables of WorldTree, which nobody wrote for OpenBookQA.
"""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from reasoner.knowledge import KnowledgeBase
from reasoner.language.claim import hypotheses
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.question import read_questions

QUESTIONS = ("openbookqa/dev", "openbookqa/train", "arc/ARC-Easy-Dev", "arc/ARC-Challenge-Dev", "qasc/dev")
NEAR, EDITS = 0.6, 0.85  # Jaccard of content lemmas; share of words that stay, in order


class Rows:
    """The rows of a knowledge base, by their words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts, bags = texts, [frozenset(content_lemmas(text)) for text in texts]
        self._sizes = np.array([len(bag) for bag in bags])
        holding: dict[str, list[int]] = {}
        for number, bag in enumerate(bags):
            for lemma in bag:
                holding.setdefault(lemma, []).append(number)
        self._holding = {lemma: np.array(numbers) for lemma, numbers in holding.items()}

    def nearest(self, text: str) -> tuple[float, str]:
        """Return the row that shares most of its words with a text, and the share (Jaccard)."""
        bag = frozenset(content_lemmas(text))
        found = [self._holding[lemma] for lemma in sorted(bag) if lemma in self._holding]
        if not found:
            return 0.0, ""
        shared = np.bincount(np.concatenate(found), minlength=len(self._sizes))
        jaccard = shared / (self._sizes + len(bag) - shared)
        best = int(jaccard.argmax())
        return float(jaccard[best]), self.texts[best]


def claims(path: Path) -> Iterator[str]:
    """Yield what the right choice of each question claims."""
    for question in read_questions(path):
        if question.answer_key:
            key = question.labels.index(question.answer_key)
            yield hypotheses(question.stem, [choice.text for choice in question.choices])[key]


def main(data: Path) -> None:
    """Print both figures."""
    rows = Rows([fact.text for fact in KnowledgeBase.open(["science"])])
    for name in QUESTIONS:
        asked = list(claims(data / f"{name}.jsonl"))
        near = [(claim, row) for claim in asked for share, row in [rows.nearest(claim)] if share >= NEAR]
        same = [pair for pair in near if difflib.SequenceMatcher(None, *map(tokenize, pair)).ratio() >= EDITS]
        print(f"{name}: {len(asked)} questions, {len(near)} with a row near, {len(same)} nearly word for word")
        for claim, row in same:
            print(f"    {row!r} beside {claim!r}")
    worldtree = Rows([fact.text for fact in KnowledgeBase.open([data / "worldtree/tables"])])
    for name, some in (("science", rows), ("WorldTree", worldtree)):
        for split in ("dev", "train"):
            lines = (data / f"openbookqa/{split}.jsonl").read_text(encoding="utf-8").splitlines()
            seconds = sorted({json.loads(line)["fact2"] for line in lines})
            near_k = sum(some.nearest(text)[0] >= NEAR for text in seconds)
            share = near_k / len(seconds)
            print(f"second facts of {split}: {near_k} of {len(seconds)} have a row of {name} near, {share:.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
