"""How long `ir` takes a question, beside the bare engine's calls and bm25s, in one run.

python eval/benchmarks/ir.py --data DIR     (bm25s is compared where it is installed)
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from reasoner import KnowledgeBase, Question, get_solver, read_questions
from reasoner.experiment.scoring import score
from reasoner.knowledge.store import Store
from reasoner.language.terms import content_lemmas

Result = TypeVar("Result")


def main() -> None:
    """Print a table: build, start-up, milliseconds a question, ratio to the bare engine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=os.environ.get("REASONER_DATA"), required="REASONER_DATA" not in os.environ
    )
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    corpus = Path(arguments.data) / "corpus" / "science_sentences.txt.gz"
    questions = read_questions(Path(arguments.data) / "arc" / "ARC-Easy-Dev.jsonl")

    kb, first = timed(lambda: KnowledgeBase.open([corpus]))
    kb, again = timed(lambda: KnowledgeBase.open([corpus]))
    print(f"{len(kb):,} sentences; first start {first:.1f} s (build if it was not cached), next start {again:.2f} s")

    solver = get_solver("ir", kb=kb)
    answers = list(solver.answer_all(questions))
    print(f"score on ARC-Easy Dev: {score('ir', zip(questions, answers, strict=True)).score:.3f}")

    bare_calls = prepare(kb.store, questions)
    whole, bare = [], []
    for _ in range(arguments.rounds):  # interleaved, so that both see the same noise
        bare.append(timed(lambda: [call() for call in bare_calls])[1])
        whole.append(timed(lambda: list(solver.answer_all(questions)))[1])
    per_question = 1000 / len(questions)
    print(f"ir            {statistics.median(whole) * per_question:6.2f} ms a question")
    print(f"bare tantivy  {statistics.median(bare) * per_question:6.2f} ms a question")
    print(f"ratio         {statistics.median(w / b for w, b in zip(whole, bare, strict=True)):6.2f}")
    compare_bm25s(kb, questions, per_question)


def prepare(store: Store, questions: list[Question]) -> list[Callable[[], object]]:
    """Return one call of the engine for each choice, its lemmas made beforehand."""
    searcher = store._searcher

    def call(groups: list[list[str]]) -> Callable[[], object]:
        return lambda: searcher.search(store._query(groups), limit=1, count=False)

    pairs = [
        [sorted(set(content_lemmas(text))) for text in (question.stem, choice.text)]
        for question in questions
        for choice in question.choices
    ]
    return [call(groups) for groups in pairs if all(groups)]


def compare_bm25s(kb: KnowledgeBase, questions: list[Question], per_question: float) -> None:
    """Time bm25s with its default back end on the same queries, without the overlap rule, which it cannot express."""
    try:
        import bm25s
    except ImportError:
        print("bm25s         not installed")
        return
    retriever = bm25s.BM25()
    _, build = timed(lambda: retriever.index([list(content_lemmas(fact.text)) for fact in kb], show_progress=False))
    queries = [
        list(content_lemmas(f"{question.stem} {choice.text}"))
        for question in questions[:50]
        for choice in question.choices
    ]
    _, seconds = timed(lambda: retriever.retrieve(queries, k=1, show_progress=False, n_threads=1))
    print(f"bm25s         {seconds * 1000 / 50:6.2f} ms a question (build {build:.0f} s, in memory)")


def timed(call: Callable[[], Result]) -> tuple[Result, float]:
    """Return what a call returns and how many seconds of processor time it took, which a busy machine does not blur."""
    start = time.process_time()
    return call(), time.process_time() - start


if __name__ == "__main__":
    main()
