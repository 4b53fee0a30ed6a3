"""The verdict: what was answered and why in one plain sentence, how sure that is, and why not the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reasoner.answer import Answer
from reasoner.question import Choice, Question
from reasoner.render.because import Because, is_proved, is_proved_so, is_refuted

#: More choices than this are not gone through one by one.
_OTHERS = 5
#: Leads over the second, as a share of the best score, that are called clear, or some. They are words for the lead and
#: for nothing else: of what `chain` does not prove, small leads are right about as often as large ones.
_CLEAR, _SOME = 0.4, 0.1
#: A share of right answers above this is not put in figures: a calibration rests on some hundred questions.
_MOST = 0.9
#: The members of an ensemble that proved a choice, by its summary.
_MEMBER_PROVED = re.compile(r"(?:^|; )([^;:]+): proved")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer amounts to, in sentences; `key` compares it with the right answer, where that is known."""

    sentence: str
    sure: str
    others: tuple[str, ...] = ()
    key: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"sentence": self.sentence, "sure": self.sure, "others": list(self.others)}

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.sentence, self.sure, *self.others, self.key)))


def question_of(answer: Answer) -> Question:
    """Return the question that an answer belongs to; where it is not at hand, one of labels alone.

    >>> question_of(Answer("q1", "ir", {"A": 2.0, "B": None})).text_of("B")
    'B'
    """
    choices = tuple(Choice(label, label) for label in answer.scores)
    return answer.question or Question(answer.question_id, f"Question {answer.question_id}", choices)


def verdict_of(question: Question, answer: Answer) -> Verdict:
    """Return the verdict.

    >>> from reasoner.explanation import Explanation, Node
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> why = Explanation((Node("f", "fact", "Steel is a metal.", "given:1"),), summary="proved")
    >>> print(verdict_of(question, Answer("1", "chain", {"A": None, "B": 1.0}, {"B": why})))
    B, steel: steel is a metal.
    Proved from the fact shown.
    Not A, wool: nothing known says that wool is a metal.
    The key is B: right.
    """
    because = Because(question, answer)
    return Verdict(_sentence(because), _sure(because), tuple(_others(because)), key_of(question, answer))


def _sentence(because: Because) -> str:
    answer = because.answer
    if answer.abstained:
        return f"No answer: {answer.solver} found nothing for any choice."
    if answer.tied:
        return f"No single answer: {because.some(answer.selected)} are equally good."
    label = answer.selected[0]
    return f"{because.names[label]}: {because.reason(label)}."


def _sure(because: Because) -> str:
    answer = because.answer
    if answer.abstained:
        return "Not even a guess."
    if answer.tied:
        return "A tie is a guess among equals."
    label = answer.selected[0]
    why = because.why(label)
    if is_proved(why):
        count = len(because.told(why))
        return f"Proved from the {f'{count} facts' if count > 1 else 'fact'} shown." if count else "Proved."
    if members := _MEMBER_PROVED.findall(why.summary):
        return f"Proved by {' and '.join(members)}."
    if because.is_open(label):
        return "Nothing follows either way."
    if _by_elimination(because, label):
        ended = "is proved to be so" if because.negative else "is ruled out by a proof"
        return f"Each of the others {ended}, which leaves this one."
    return f"Not proved; {_lead(answer, label)}{_record(because, label)}."


def _by_elimination(because: Because, label: str) -> bool:
    """Whether every other choice is proved not to be the answer."""
    ends = is_proved_so if because.negative else is_refuted
    return all(ends(because.why(other)) for other in because.names if other != label)


def _lead(answer: Answer, label: str) -> str:
    rest = {other: score for other, score in answer.scores.items() if score is not None and other != label}
    if not rest:
        return "the only choice that anything was found for"
    second = max(rest, key=lambda other: rest[other])
    best = answer.scores[label] or 0.0
    lead = (best - rest[second]) / max(abs(best), abs(rest[second]), 1e-9)
    if lead >= _CLEAR:
        return f"clearly ahead of the next, {second}"
    return f"somewhat ahead of the next, {second}" if lead >= _SOME else f"just ahead of {second}"


def _record(because: Because, label: str) -> str:
    """What a calibration says, where it was fitted on such questions: those that bring no facts."""
    likely = None if because.question.facts else because.answer.probabilities
    if not likely:
        return ""
    share = f"about {likely[label]:.0%}" if likely[label] <= _MOST else f"more than {_MOST:.0%}"
    return f"; right in {share} of such cases"


def _others(because: Because) -> Iterator[str]:
    """Yield a sentence for each choice that was not selected; one for all where they are many."""
    others = [label for label in because.answer.scores if label not in because.answer.selected]
    if len(others) > _OTHERS:
        yield f"Not the other {len(others)}: less was found for them, or nothing."
        return
    for label in others:
        yield f"Not {because.names[label]}: {because.why_not(label)}."


def key_of(question: Question, answer: Answer) -> str:
    """Return what the key says of an answer, where it is known.

    >>> key_of(Question("1", "Which?", (Choice("A", "x"), Choice("B", "y")), "B"), Answer("1", "ir", {"A": 1, "B": 1}))
    'The key is B: 0.50 of a point.'
    """
    if question.answer_key is None:
        return ""
    credit = answer.credit(question.answer_key)
    worth = {0.0: "wrong", 1.0: "right"}.get(credit, f"{credit:.2f} of a point")
    return f"The key is {question.answer_key}: {worth}."
