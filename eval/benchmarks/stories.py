"""Stories with rules (FOLIO, ProofWriter, PrOntoQA): how many right, what true and false are worth, what is unread.

python eval/benchmarks/stories.py DIR/logic/folio_train.jsonl [--half read] [--solver chain] [--show] [--limit N]

`--half` takes every other story, with all of its questions: those at even places may be read by whoever mends the
reader, the others are kept unread, to measure on.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from reasoner import KnowledgeBase, Question, get_solver
from reasoner.logic.check import problems
from reasoner.question import read_questions
from reasoner.reading.story import verdicts
from reasoner.reading.verdict import Verdicts, judged_choices


def half(questions: Sequence[Question], which: str | None) -> Iterator[Question]:
    """Yield the questions of every other story, or all of them."""
    stories = {facts: place for place, facts in enumerate(dict.fromkeys(question.facts for question in questions))}
    wanted = {"read": (0,), "kept": (1,), None: (0, 1)}[which]
    yield from (question for question in questions if stories[question.facts] % 2 in wanted)


def rejected(found: Verdicts) -> int:
    """Count the proofs that the checker does not accept."""
    outcomes = {id(each.outcome): each.outcome for each in found.choices if each.outcome and each.outcome.proof}
    rules = set(found.rules)
    return sum(
        bool(problems(one.proof, rules | set(one.assumed), classical=found.classical))
        for one in outcomes.values()
        if one.proof
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions")
    parser.add_argument("--half", choices=("read", "kept"))
    parser.add_argument("--solver", default="chain")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--part", help="K/N: the Kth of N parts")
    parser.add_argument("--show", action="store_true", help="print what is wrong, and what was not read")
    options = parser.parse_args()
    asked = list(half(read_questions(options.questions), options.half))[: options.limit]
    if options.part:
        k, n = map(int, options.part.split("/"))
        asked = asked[k - 1 :: n]
    solver = get_solver(options.solver, kb=KnowledgeBase.from_facts(()))
    credit, bad, seconds = 0.0, 0, list[float]()
    given: Counter[str] = Counter()
    unread: dict[str, str] = {}
    for question in asked:
        start = time.process_time()
        answer = solver.answer(question)
        seconds.append(time.process_time() - start)
        credit += answer.credit(question.answer_key)
        judged = judged_choices(question)
        said = "+".join(judged.get(label, label) for label in answer.selected)
        right = judged.get(question.answer_key, question.answer_key)
        given[f"{said}, is {right}"] += 1
        found = verdicts(question)
        bad += rejected(found)
        readings = [*found.readings, *(each.claim for each in found.choices[:1] if judged)]
        unread |= {each.sentence: each.unread for each in readings if each.unread}
        if options.show and said != right:
            print(f"{question.id}: {said}, is {right}")
    decided = {key: count for key, count in given.items() if key.split(",")[0] in ("true", "false")}
    good = sum(count for key, count in decided.items() if key.split(", is ")[0] == key.split(", is ")[1])
    print(f"{len(asked)} questions, right {credit / len(asked):.3f}, {bad} proofs rejected")
    print(f"true or false said {sum(decided.values())} times, right {good}; {dict(sorted(given.items()))}")
    print(f"median {1000 * sorted(seconds)[len(seconds) // 2]:.1f} ms, longest {max(seconds):.1f} s")
    kinds = Counter(why.split(" '")[0].split(' "')[0] for why in unread.values())
    print(f"{len(unread)} sentences unread: {dict(kinds.most_common())}")
    for sentence, why in unread.items() if options.show else ():
        print(f"    {why}: {sentence}")


if __name__ == "__main__":
    main()
