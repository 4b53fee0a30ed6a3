"""Accuracy, speed, load time and size of the language pipeline.

    python eval/benchmarks/pipeline.py --data DIR [--model DIR]

Accuracy is spaCy's Scorer over Example objects. Every sentence of UD English EWT Dev is a text of its own with the
treebank's tokens, so tokens and sentences align and only tagging and parsing are measured. UAS and LAS leave out
punctuation, as spaCy does; LAS is given with full labels (nsubj:pass) and with universal ones (nsubj); the last columns
count punctuation too. "own tokens" gives the raw text to our tokenizer and lets the Scorer align. "telegraphic" are the
project's own held-out science sentences (tests/language/telegraphic.txt), which no training sees.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import spacy
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example

from reasoner.language.pipeline import MODEL
from reasoner.language.training import example
from reasoner.language.treebank import Sentence, find, read_annotated, read_conllu

TELEGRAPHIC = Path(__file__).parents[2] / "tests" / "language" / "telegraphic.txt"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("REASONER_DATA"), help="folder of UD English EWT")
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    if not arguments.data:
        parser.error("--data DIR or REASONER_DATA")

    start = time.perf_counter()
    nlp = spacy.load(arguments.model)
    load = time.perf_counter() - start
    dev = list(read_conllu(find(arguments.data, "dev")))
    train = list(read_conllu(find(arguments.data, "train")))
    gold = [example(nlp, [sentence]) for sentence in dev]
    own = [Example(nlp.make_doc(case.reference.text), case.reference) for case in gold]
    science = [example(nlp, [sentence]) for sentence in read_annotated(TELEGRAPHIC, train)]

    print(f"{'':24}{'sentences':>10}{'UPOS':>8}{'UAS':>8}{'LAS':>8}{'LAS uni':>9}{'UAS all':>9}{'LAS all':>9}")
    for name, cases in (("EWT Dev, gold tokens", gold), ("EWT Dev, own tokens", own), ("telegraphic", science)):
        scores = score(nlp, cases)
        print(f"{name:24}{len(cases):10}" + "".join(f"{value:{width}.4f}" for value, width in scores))
    size = sum(path.stat().st_size for path in arguments.model.rglob("*") if path.is_file())
    print(f"\nsize {size / 1e6:.2f} MB, load {load:.2f} s (spaCy imported), {words_per_second(nlp, dev):,.0f} words/s")


def score(nlp: spacy.Language, cases: list[Example]) -> list[tuple[float, int]]:
    for case, doc in zip(cases, nlp.pipe([case.predicted for case in cases]), strict=True):
        case.predicted = doc
    full = Scorer.score_deps(cases, "dep", ignore_labels=("punct",), **GETTERS)
    universal = Scorer.score_deps(cases, "dep", ignore_labels=("punct",), **GETTERS | {"getter": universal_dep})
    everything = Scorer.score_deps(cases, "dep", **GETTERS)
    upos = Scorer.score_token_attr(cases, "pos", getter=lambda token, _: token.pos_)["pos_acc"]
    return [
        (upos, 8),
        (full["dep_uas"], 8),
        (full["dep_las"], 8),
        (universal["dep_las"], 9),
        (everything["dep_uas"], 9),
        (everything["dep_las"], 9),
    ]


def dep(token: Any, _: str) -> str:
    return str(token.dep_)


def universal_dep(token: Any, _: str) -> str:
    return str(token.dep_).partition(":")[0]


GETTERS: dict[str, Any] = {"getter": dep}


def words_per_second(nlp: spacy.Language, sentences: Iterable[Sentence]) -> float:
    docs = [
        Doc(nlp.vocab, words=[token.form for token in sentence], spaces=[token.space for token in sentence])
        for sentence in sentences
    ]
    texts = [doc.text for doc in docs]
    list(nlp.pipe(texts[:200]))
    start = time.perf_counter()
    words = sum(len(doc) for doc in nlp.pipe(texts))
    return words / (time.perf_counter() - start)


if __name__ == "__main__":
    main()
