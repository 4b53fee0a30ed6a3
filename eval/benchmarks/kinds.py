"""Kinds of questions in a data set, counted and scored apart, and facts that are shown for a choice and deny it.

    python eval/benchmarks/kinds.py QUESTIONS --solver ir,ilp [--limit 300] [--show 40]

A kind is what `reasoner parse` says: not, except and the like are counted by their word. A fact counts as shown for a
wrong choice where a part of the score that it earned is positive and the choice is not selected for what it is not.
`--show` prints such facts that hold a "no", "not" or "never", to be judged by a reader: the count is by our own rule.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from reasoner import Answer, KnowledgeBase, Question, get_solver
from reasoner.language.claim import denies, understand
from reasoner.language.english import words
from reasoner.language.terms import tokenize
from reasoner.question import read_questions


def main() -> None:
    """Print a table of kinds by solvers, and the facts that deny what they are shown for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--solver", default="ir,ilp")
    parser.add_argument("--kb", default="science")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--show", type=int, default=0)
    arguments = parser.parse_args()
    questions = list(read_questions(arguments.questions))[: arguments.limit]
    kb = KnowledgeBase.open(arguments.kb.split(","))
    table: dict[str, dict[str, list[float]]] = defaultdict(dict)
    for name in arguments.solver.split(","):
        answers = list(get_solver(name, kb=kb).answer_all(questions))
        for question, answer in zip(questions, answers, strict=True):
            table[kind(question)].setdefault(name, []).append(answer.credit(str(question.answer_key)))
        shown = [(fact, claim) for q, a in zip(questions, answers, strict=True) for fact, claim in wrongly_shown(q, a)]
        denying = [(fact, claim) for fact, claim in shown if denies(fact, claim)]
        print(f"{name}: {len(shown)} facts shown for wrong choices, {len(denying)} of them deny the choice")
        negated = [each for each in shown if not words("negations").isdisjoint(tokenize(each[0]))]
        print(f"  {len(negated)} of them hold a negation")
        for fact, claim in negated[: arguments.show]:
            print(f"  - {fact} | {claim}")
    for name, cells in sorted(table.items(), key=lambda row: -len(next(iter(row[1].values())))):
        count = len(next(iter(cells.values())))
        print(f"{name} | {count} | " + " | ".join(f"{solver} {fmean(values):.3f}" for solver, values in cells.items()))


def kind(question: Question) -> str:
    """Return the kind of a question, with the word that turns it round."""
    claim = understand(question)
    combined = any(each.role != "single" for each in claim.choices)
    turned = claim.negative.lower() if claim.negative and claim.statement is None else ""
    return " ".join(part for part in (claim.kind, turned, "combined" if combined else "") if part)


def wrongly_shown(question: Question, answer: Answer) -> Iterator[tuple[str, str]]:
    """Yield the facts that earn a wrong choice something, with what it claims."""
    claim = understand(question)
    for each in claim.choices:
        if each.label == question.answer_key or claim.negative or each.role != "single":
            continue
        why = answer.explanations[each.label]
        earned = {node for part in why.parts if part.value > 0 for node in part.of}
        struck = {node for part in why.parts if part.value < 0 and part.name.startswith("denied") for node in part.of}
        yield from ((node.text, each.text) for node in why.facts if node.id in earned - struck)


if __name__ == "__main__":
    main()
