"""Where joined retrieval has the two facts that an author joined, among all pairs that lead to the right choice.

    python eval/benchmarks/pairs.py DATA [LIMIT]

Asked of OpenBookQA Dev with its second facts among the knowledge: oracle knowledge, for diagnosis. An author's pair
that is no candidate has no place.
"""

from __future__ import annotations

import sys
from pathlib import Path

from reasoner.knowledge import open_knowledge
from reasoner.language.terms import tokenize
from reasoner.neural import Encoder
from reasoner.question import Question, read_questions
from reasoner.retrieval import Asked, Joined

DEV, TRAIN = "openbookqa/dev.jsonl", "openbookqa/train.jsonl"
BOOK, DEV_K, TRAIN_K = "{}/openbookqa/openbook.txt", f"second-facts:{{}}/{DEV}", f"second-facts:{{}}/{TRAIN}"
POOLS = {"F+kDev": (BOOK, DEV_K), "F+kTrain+kDev": (BOOK, TRAIN_K, DEV_K), "F+science+kDev": (BOOK, "science", DEV_K)}
ALL = 1_000_000
FIRST = (1, 5, 20)


def place(question: Question, finder: Joined) -> int | None:
    """Return the place of the author's pair among the pairs of the right choice, from 1; None where it is not there."""
    key = question.labels.index(question.answer_key or "")
    authors = {tuple(tokenize(text)) for text in question.facts[:2]}
    pairs = (one.facts for one in finder.find(Asked.of(question), ALL)[key] if len(one.facts) == 2)
    told = ({tuple(tokenize(fact.text)) for fact in facts} for facts in pairs)
    return next((number for number, pair in enumerate(told, 1) if pair == authors), None)


def main(data: Path, limit: int) -> None:
    """Print, for each pool, the share of pairs that are candidates, and of those that are among the first."""
    questions = [one for one in read_questions(data / DEV) if one.answer_key and len(one.facts) > 1][:limit]
    for name, sources in POOLS.items():
        finder = Joined(open_knowledge([source.format(data) for source in sources]), Encoder())
        places = [place(question, finder) for question in questions]
        there = [one for one in places if one]
        shares = ", ".join(f"{sum(one <= few for one in there) / len(places):.3f} in the first {few}" for few in FIRST)
        print(f"{name}: {len(places)} questions, {len(there) / len(places):.3f} candidates, {shares}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else ALL)
