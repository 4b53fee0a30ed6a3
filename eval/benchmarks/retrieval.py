"""Is the gold fact found? OpenBookQA over its open book, QASC Dev over the facts of its Train and Dev.

    python eval/benchmarks/retrieval.py --data DIR [--split dev] [--set openbookqa] [--no-neural]

OpenBookQA: `fact1` within the first ten for stem and right choice; within one list of ten for all choices; first.
QASC: `fact1` and `fact2` both within the first twenty facts for stem and right choice, both among the first twenty that
two steps find, one of them; and as one of the first twenty pairs, and as the first.
Without neural, the likeness of terms is learned from the science knowledge and the open book.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.matching import Query
from reasoner.knowledge.retrieval import Retriever, facts_of_pairs
from reasoner.language.terms import content_lemmas
from reasoner.question import Question, read_questions

Lists = Callable[[Sequence[Query], int], list[list[str]]]
"""Texts of the best facts for each query."""


def normal(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", "", text.lower()).split())


def right_query(question: Question) -> Query:
    choice = question.choices[question.labels.index(question.answer_key or "")]
    return Query(question.stem, choice.text)


def all_queries(question: Question) -> list[Query]:
    return [Query(question.stem, choice.text) for choice in question.choices]


class BM25:
    name = "BM25"

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb

    def facts(self, queries: Sequence[Query], limit: int) -> list[list[str]]:
        return [[hit.fact.text for hit in self._search(query, limit)] for query in queries]

    def together(self, queries: Sequence[Query], limit: int) -> list[str]:
        hits = sorted((hit for query in queries for hit in self._search(query, limit)), key=lambda hit: -hit.score)
        return list(dict.fromkeys(hit.fact.text for hit in hits))[:limit]

    def _search(self, query: Query, limit: int):
        return self.kb.search([content_lemmas(query.both)], limit)


class Cosine:
    name = "MiniLM cosine"

    def __init__(self, kb: KnowledgeBase, encoder) -> None:
        self.texts, self.encoder = [fact.text for fact in kb], encoder
        self.vectors = encoder.encode(self.texts)

    def facts(self, queries: Sequence[Query], limit: int) -> list[list[str]]:
        return [self._top(scores, limit) for scores in self._scores(queries)]

    def together(self, queries: Sequence[Query], limit: int) -> list[str]:
        return self._top(self._scores(queries).max(axis=0), limit)

    def _scores(self, queries: Sequence[Query]):
        return self.encoder.encode([query.both for query in queries]) @ self.vectors.T

    def _top(self, scores, limit: int) -> list[str]:
        return [self.texts[number] for number in np.argsort(-scores, kind="stable")[:limit]]


class Ours:
    def __init__(self, name: str, retriever: Retriever) -> None:
        self.name, self.retriever = name, retriever

    def facts(self, queries: Sequence[Query], limit: int) -> list[list[str]]:
        return [[hit.fact.text for hit in hits] for hits in self.retriever.facts(queries, limit)]

    def together(self, queries: Sequence[Query], limit: int) -> list[str]:
        return [hit.fact.text for hit in self.retriever.facts_together(queries, limit)]


def systems(kb: KnowledgeBase, background: KnowledgeBase, neural: bool) -> list:
    made = [BM25(kb), Ours("without neural", Retriever(kb, background=background))]
    if neural:
        from reasoner.neural import Encoder

        encoder = Encoder()
        made += [Cosine(kb, encoder), Ours("with neural", Retriever(kb, encoder))]
    return made


def openbook(data: Path, split: str, neural: bool, background: KnowledgeBase) -> None:
    kb = KnowledgeBase.open([data / "openbookqa" / "openbook.txt"])
    questions = read_questions(data / "openbookqa" / f"{split}.jsonl")
    known = {normal(fact.text) for fact in kb}
    gold = [normal(question.facts[0]) for question in questions]
    matched = sum(text in known for text in gold)
    print(f"\nOpenBookQA {split}: {len(kb)} facts, {len(questions)} questions, {matched} of the gold facts are in F")
    print(f"{'':16} {'top 10':>8} {'all choices':>12} {'first':>8} {'ms/query':>9}")
    for system in systems(kb, background, neural):
        system.facts([right_query(questions[0])], 10)
        start = time.perf_counter()
        found = system.facts([right_query(question) for question in questions], 10)
        spent = (time.perf_counter() - start) * 1000 / len(questions)
        joint = [system.together(all_queries(question), 10) for question in questions]
        top = np.mean([g in map(normal, texts) for g, texts in zip(gold, found, strict=True)])
        every = np.mean([g in map(normal, texts) for g, texts in zip(gold, joint, strict=True)])
        first = np.mean([[g] == list(map(normal, texts[:1])) for g, texts in zip(gold, found, strict=True)])
        print(f"{system.name:16} {top:8.1%} {every:12.1%} {first:8.1%} {spent:9.1f}", flush=True)


def qasc(data: Path, neural: bool, background: KnowledgeBase) -> None:
    questions = read_questions(data / "qasc" / "dev.jsonl")
    pool = [*questions, *read_questions(data / "qasc" / "train.jsonl")]
    texts = dict.fromkeys(text for question in pool for text in question.facts[:2])
    kb = KnowledgeBase.from_facts(Fact(text, "qasc", line) for line, text in enumerate(texts, 1))
    gold = [set(map(normal, question.facts[:2])) for question in questions]
    print(f"\nQASC dev over the {len(kb)} facts of Train and Dev, {len(questions)} questions")
    print(f"{'':16} {'both in 20':>11} {'two steps':>10} {'one in 20':>10} {'pair in 20':>11} {'pair first':>11}")
    for system in systems(kb, background, neural):
        found = [set(map(normal, texts)) for texts in system.facts([right_query(q) for q in questions], 20)]
        both = np.mean([wanted <= texts for wanted, texts in zip(gold, found, strict=True)])
        one = np.mean([bool(wanted & texts) for wanted, texts in zip(gold, found, strict=True)])
        if not isinstance(system, Ours):
            print(f"{system.name:16} {both:11.1%} {'-':>10} {one:10.1%} {'-':>11} {'-':>11}", flush=True)
            continue
        pairs = system.retriever.pairs([right_query(q) for q in questions], 100)
        texts = [[{normal(pair.first.text), normal(pair.second.text)} for pair in some] for some in pairs]
        steps = [{normal(fact.text) for fact in facts_of_pairs(some, 20)} for some in pairs]
        two = np.mean([wanted <= some for wanted, some in zip(gold, steps, strict=True)])
        in20 = np.mean([wanted in some[:20] for wanted, some in zip(gold, texts, strict=True)])
        first = np.mean([wanted in some[:1] for wanted, some in zip(gold, texts, strict=True)])
        print(f"{system.name:16} {both:11.1%} {two:10.1%} {one:10.1%} {in20:11.1%} {first:11.1%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("REASONER_DATA"))
    parser.add_argument("--split", default="dev", choices=["dev", "train"])
    parser.add_argument("--no-neural", action="store_true")
    parser.add_argument("--set", choices=["openbookqa", "qasc"])
    args = parser.parse_args()
    if args.data is None:
        parser.error("--data DIR or the environment variable REASONER_DATA is needed")
    background = KnowledgeBase.open(["science", args.data / "openbookqa" / "openbook.txt"])
    if args.set != "qasc":
        openbook(args.data, args.split, not args.no_neural, background)
    if args.set != "openbookqa":
        qasc(args.data, not args.no_neural, background)


if __name__ == "__main__":
    main()
