"""The behavioural exam: its problems, the variants with a premise taken away, and how answers to them are judged."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reasoner.answer import Answer
from reasoner.question import Question, read_questions

FOLDER = Path(__file__).parent
FRESH = FOLDER / "fresh"

#: Every kind, by what it asks for. Only problems of `PROOFS` have variants with a premise taken away.
PROOFS = (
    *("isa", "made-of", "part-of", "contains", "definition", "cause", "if-then"),
    *("made-up", "contrary", "distract", "negated", "direction", "hops"),
)
FORMS = ("not", "except", "least", "false", "combined", "yes-no", "true-false", "compare", "order", "fill-in")
WORLDS = ("rules", "arrange")
KINDS = (*PROOFS, *FORMS, *WORLDS)

_CALLED_PROVED = re.compile(r"(?<!not )(?<!nothing is )\b(proved|refuted)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Problem:
    """A question with the kind it tests and the facts, by index and in order, that the expected proof uses."""

    kind: str
    question: Question
    proof: tuple[int, ...]


def problems(kind: str, folder: Path = FOLDER) -> list[Problem]:
    """Return the problems of a kind; `FRESH` holds others of the same kinds, for a second opinion.

    >>> problems("isa")[0].proof
    (0, 2)
    """
    path = folder / f"{kind}.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = zip(records, read_questions(path), strict=True)
    return [Problem(record["kind"], question, tuple(record["proof"])) for record, question in pairs]


def author(problem: Problem, of: Sequence[Problem]) -> str:
    """Return who wrote a problem, by its id and its place among those of its kind: an earlier author has no prefix.

    >>> some = problems("isa")
    >>> [sum(author(one, some) == name for one in some) for name in ("first", "second", "third", "blind3", "read4")]
    [32, 12, 20, 12, 14]
    """
    prefix = problem.question.id.removesuffix(problem.question.id[problem.question.id.rindex(problem.kind) :])
    if prefix:
        return prefix.rstrip("-")
    early = [one.question.id for one in of if one.question.id.startswith(one.kind)]
    after = len(early) - early.index(problem.question.id)
    return "third" if after <= 20 else "second" if after <= 32 else "first"


def is_open(question: Question) -> bool:
    """Whether a question offers "unknown" beside true and false."""
    return any(choice.text == "unknown" for choice in question.choices)


def without_premise(problem: Problem) -> Problem | None:
    """Return the problem without the first fact of its proof: nothing follows any more.

    The key becomes "unknown" where that is offered, otherwise there is none. A problem whose key is "unknown" already,
    or that rests on common knowledge, has no such variant.

    >>> without_premise(problems("isa")[0]).question.facts[0]
    'Marmalade is a cat.'
    """
    if not problem.proof or problem.kind not in PROOFS:
        return None
    question, gone = problem.question, problem.proof[0]
    facts = tuple(fact for number, fact in enumerate(question.facts) if number != gone)
    key = next((choice.label for choice in question.choices if choice.text == "unknown"), None)
    less = replace(question, id=f"{question.id}-less", facts=facts, answer_key=key)
    return Problem(problem.kind, less, ())


def called_proved(question: Question, answer: Answer) -> bool:
    """Whether an answer claims to have proved one choice.

    To say "true" or "false" where "unknown" is on offer is such a claim. Elsewhere the explanation of the selected
    choice must say it: a guess among "which of these" may be right or wrong, but it is no proof.
    """
    if answer.abstained or answer.tied:
        return False
    label = answer.selected[0]
    if is_open(question):
        return next(choice.text for choice in question.choices if choice.label == label) != "unknown"
    why = answer.explanations.get(label)
    return why is not None and bool(_CALLED_PROVED.search(why.summary))


def still_proved(problem: Problem, answer: Answer) -> bool:
    """Whether an answer to the variant of a problem without a premise claims a proof that it cannot have.

    Any claim counts, except where the given facts were contrary to common knowledge: without them common knowledge
    holds again, and may well prove another choice. There only the old key counts.
    """
    claimed = called_proved(problem.question, answer)
    return claimed and (problem.kind != "contrary" or answer.selected == (problem.question.answer_key,))
