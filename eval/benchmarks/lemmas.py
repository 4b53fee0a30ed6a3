"""Our lemmas beside those of simplemma and lemminflect: accuracy on UD English EWT, agreement, speed.

python eval/benchmarks/lemmas.py DATA [--differences 50]   (pip install simplemma lemminflect)
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from reasoner.language.terms import american, lemma, tokenize

Lemmatizer = Callable[[str, str], str]
#: Question files whose words are the vocabulary on which lemmatizers are compared.
TEXTS = (
    "openbookqa/train.jsonl",
    "openbookqa/openbook.txt",
    "arc/ARC-Easy-Train.jsonl",
    "arc/ARC-Challenge-Train.jsonl",
)


def gold(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield word, part of speech and lemma of every open-class word of a treebank."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if len(cells) == 10 and cells[3] in ("NOUN", "VERB", "ADJ") and cells[1].isalpha():
                yield cells[1].lower(), cells[3], cells[2].lower()


def lemmatizers() -> dict[str, Lemmatizer]:
    """Return those that are installed; each takes a word and its part of speech, or "" where that is not known."""
    import simplemma
    from lemminflect import getAllLemmas, getLemma

    def inflected(word: str, pos: str) -> str:
        if pos:
            return str(getLemma(word, upos=pos)[0])
        found = [each for forms in getAllLemmas(word).values() for each in forms]
        return found[0] if found else word

    return {
        "ours": lemma,
        "simplemma": lambda word, pos: str(simplemma.lemmatize(word, lang="en")).lower(),
        "lemminflect": inflected,
    }


def vocabulary(data: Path) -> Counter[str]:
    """Return the words of the question files with their counts."""
    counts: Counter[str] = Counter()
    for name in TEXTS:
        counts.update(word for word in tokenize((data / name).read_text(encoding="utf-8")) if word.isalpha())
    return counts


def main() -> None:
    """Print one record a lemmatizer, then differences to read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--differences", type=int, default=0)
    arguments = parser.parse_args()
    words = list(gold(next(arguments.data.glob("ud_ewt/*dev*.gz"))))
    counts = vocabulary(arguments.data)
    known = lemmatizers()
    ours = {word: lemma(word) for word in counts}
    for name, call in known.items():
        start = time.perf_counter()
        bare = {word: american(call(word, "")) for word in counts}
        seconds = time.perf_counter() - start
        right = sum(american(call(word, pos)) == american(base) for word, pos, base in words) / len(words)
        blind = sum(american(call(word, "")) == american(base) for word, _, base in words) / len(words)
        same = sum(count for word, count in counts.items() if bare[word] == ours[word]) / counts.total()
        print(json.dumps({"lemmatizer": name, "accuracy": round(right, 4), "without tags": round(blind, 4),
                          "same as ours, by tokens": round(same, 4), "seconds for the vocabulary": round(seconds, 2),
                          "words": len(counts)}))  # fmt: skip
        apart = [word for word in sorted(counts) if bare[word] != ours[word] and counts[word] > 1]
        for word in random.Random(1).sample(apart, min(arguments.differences, len(apart))):
            print(f"  {word}: ours {ours[word]}, {name} {bare[word]} ({counts[word]})")


if __name__ == "__main__":
    main()
