"""Make a large corpus out of a small one, by a seed: the beginning of one sentence with the end of another.

python eval/benchmarks/recombine.py SENTENCES.txt.gz LARGE.txt --count 14000000

Two sentences are cut after a word that both have, so that every pair of neighbouring words, and with it the counts of
words and of words close together, stays as it is in the small corpus.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random

_LATER = 64  # sentences that are remembered for a word


def recombined(sentences: list[list[str]], count: int, seed: int) -> Iterator[str]:
    """Yield sentences, each of two that share a word; one that finds no partner stays as it is.

    >>> made = recombined([["all", "metals", "conduct", "heat"], ["some", "metals", "rust"]], 4, seed=0)
    >>> list(made)[2:]
    ['all metals rust', 'some metals conduct heat']
    """
    draw = Random(seed)
    ends: dict[str, list[tuple[int, int]]] = {}
    for number, words in enumerate(sentences):
        for place, word in enumerate(words[:-1]):
            known = ends.setdefault(word, [])
            if len(known) < _LATER:
                known.append((number, place))
            elif draw.random() < 0.01:  # so that the ends of later sentences come up, too
                known[int(draw.random() * _LATER)] = number, place
    for made in range(count):
        words = sentences[made % len(sentences)]
        cut = int(draw.random() * max(len(words) - 1, 1))
        partners = ends.get(words[cut], ())
        if not partners:
            yield " ".join(words)
            continue
        number, place = partners[int(draw.random() * len(partners))]
        if sentences[number] is words:
            number, place = partners[-1]
        yield " ".join(words[: cut + 1] + sentences[number][place + 1 :])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--count", type=int, default=14_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with gzip.open(options.source, "rt", encoding="utf-8") as lines:
        sentences = [line.split() for line in lines if line.strip()]
    with open(options.target, "w", encoding="utf-8") as target:
        target.writelines(f"{sentence}\n" for sentence in recombined(sentences, options.count, options.seed))


if __name__ == "__main__":
    main()
