"""Accuracy, speed, load time and size of the language pipeline.

    python eval/benchmarks/pipeline.py --data DIR [--model DIR]

Accuracy is spaCy's Scorer over Example objects. Every sentence of UD English EWT Dev is a text of its own with the
treebank's tokens, so tokens and sentences align and only tagging and parsing are measured. UAS and LAS leave out
punctuation, as spaCy does; LAS is given with full labels (nsubj:pass) and with universal ones (nsubj); the last columns
count punctuation too. "own tokens" gives the raw text to our tokenizer and lets the Scorer align. "telegraphic" and
"telegraphic, fresh" are the project's own science sentences (tests/language/telegraphic*.txt), which no training sees;
what to train on was chosen with an eye on the errors in the first, never on those in the second.
Times are given on the clock and in processor time of this one process, which is what counts on a busy machine.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import spacy
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example

from reasoner.language.parse.pipeline import MODEL
from reasoner.training.pipeline import example
from reasoner.training.treebank import Sentence, find, read_annotated, read_conllu

T = TypeVar("T")
TESTS = Path(__file__).parents[2] / "tests" / "language"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("REASONER_DATA"), help="folder of UD English EWT")
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    if not arguments.data:
        parser.error("--data DIR or REASONER_DATA")

    nlp, load = timed(lambda: spacy.load(arguments.model))
    dev = list(read_conllu(find(arguments.data, "dev")))
    train = list(read_conllu(find(arguments.data, "train")))
    gold = [example(nlp, [sentence]) for sentence in dev]
    own = [Example(nlp.make_doc(case.reference.text), case.reference) for case in gold]
    seen, fresh = (
        [example(nlp, [sentence]) for sentence in read_annotated(TESTS / name, train)]
        for name in ("telegraphic.txt", "telegraphic_fresh.txt")
    )

    print(f"{'':24}{'sentences':>10}{'UPOS':>8}{'UAS':>8}{'LAS':>8}{'LAS uni':>9}{'UAS all':>9}{'LAS all':>9}")
    for name, cases in (
        ("EWT Dev, gold tokens", gold),
        ("EWT Dev, own tokens", own),
        ("telegraphic", seen),
        ("telegraphic, fresh", fresh),
    ):
        scores = score(nlp, cases)
        print(f"{name:24}{len(cases):10}" + "".join(f"{value:{width}.4f}" for value, width in scores))
    size = sum(path.stat().st_size for path in arguments.model.rglob("*") if path.is_file())
    print(f"\nsize of the model {size / 1e6:.2f} MB")
    print(f"load, spaCy imported: {load[0]:.2f} s, {load[1]:.2f} s processor time")
    speed = words_per_second(nlp, dev)
    print(f"nlp.pipe over EWT Dev: {speed[0]:,.0f} words/s, {speed[1]:,.0f} words/s of processor time")
    for repeats in (1_000, 10_000):
        _, (_, seconds) = timed(partial(nlp, "ice and " * repeats))
        print(f"one sentence of {2 * repeats:,} words: {seconds:.2f} s processor time")


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


def timed(action: Callable[[], T]) -> tuple[T, tuple[float, float]]:
    """What the action gives, with the seconds on the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    result = action()
    return result, (time.perf_counter() - clock, time.process_time() - processor)


def words_per_second(nlp: spacy.Language, sentences: Iterable[Sentence]) -> tuple[float, float]:
    docs = [
        Doc(nlp.vocab, words=[token.form for token in sentence], spaces=[token.space for token in sentence])
        for sentence in sentences
    ]
    texts = [doc.text for doc in docs]
    list(nlp.pipe(texts[:200]))
    words, (clock, processor) = timed(lambda: sum(len(doc) for doc in nlp.pipe(texts)))
    return words / clock, words / processor


if __name__ == "__main__":
    main()
