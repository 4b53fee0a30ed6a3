"""Cross-validation as CODAH has it: folds stratified by category, trials, shares of the training data, controls."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reasoner.experiment.scoring import key_of
from reasoner.question import Question

#: What a system has learned: from questions to the score of each label, None where there is no support.
Judge = Callable[[Sequence[Question]], Sequence[float]]
#: From questions to learn from first, questions to learn from then, and a seed, to what earns credit on others.
Learn = Callable[[Sequence[Question], Sequence[Question], int], Judge]

BLANK = "?"


@dataclass(frozen=True, slots=True)
class Setting:
    """What is learned from: a share of all questions, another set first, nothing of the folds, or choices alone.

    >>> str(Setting(0.6, first=True)), str(Setting(0, first=True)), str(Setting(blank=True)), str(Setting(0))
    ('first+60%', 'first only', '80% (answer only)', 'untrained')
    """

    share: float = 0.8
    first: bool = False
    blank: bool = False

    def __str__(self) -> str:
        if not self.share:
            return "first only" if self.first else "untrained"
        return f"{'first+' * self.first}{self.share:.0%}{' (answer only)' * self.blank}"


@dataclass(frozen=True)
class Row:
    """A line of the tables: the score of each trial, in all and by category."""

    system: str
    setting: Setting
    trials: tuple[float, ...]
    categories: Mapping[str, tuple[float, ...]]


def folds(questions: Sequence[Question], count: int, seed: int = 0) -> list[list[int]]:
    """Return the places of the questions of each fold; every category is spread evenly.

    >>> from reasoner.question import Choice
    >>> pair = (Choice("A", "wool"), Choice("B", "steel"))
    >>> some = [Question(str(n), "Which?", pair, category="ab"[n % 2]) for n in range(8)]
    >>> [sorted(some[place].category for place in fold) for fold in folds(some, 2)]
    [['a', 'a', 'b', 'b'], ['a', 'a', 'b', 'b']]
    """
    groups: dict[str, list[int]] = {}
    for place, question in enumerate(questions):
        groups.setdefault(question.category or "", []).append(place)
    dealt: list[list[int]] = [[] for _ in range(count)]
    number = 0
    for _, places in sorted(groups.items()):
        for place in random.Random(seed).sample(places, len(places)):
            dealt[number % count].append(place)
            number += 1
    return dealt


def crossvalidate(
    system: str,
    learn: Learn,
    questions: Sequence[Question],
    settings: Sequence[Setting],
    *,
    first: Sequence[Question] = (),
    count: int = 5,
    trials: int = 3,
    report: Callable[[str], None] = lambda line: None,
) -> list[Row]:
    """Score a system in every setting on the same folds; what is learned from never holds what is scored.

    Parameters
    ----------
    learn : Learn
        Takes the questions of `first` (or none), the questions of the other folds (or none) and a seed.
    trials : int
        How often each setting is repeated, with other seeds; a system that learns nothing is scored once.
    """
    dealt = folds(questions, count)
    rows = []
    for setting in settings:
        scores = []
        for trial in range(trials if setting.share or setting.first else 1):
            scores.append(_trial(learn, questions, dealt, setting, first, trial + 1))
            report(f"{system}, {setting}, trial {trial + 1}: {statistics.fmean(scores[-1]):.3f}")
        rows.append(_row(system, setting, questions, scores))
    return rows


def _trial(
    learn: Learn,
    questions: Sequence[Question],
    dealt: Sequence[list[int]],
    setting: Setting,
    first: Sequence[Question],
    seed: int,
) -> list[float]:
    """Return what is earned on each question by a system that did not learn from its fold."""
    shown = [replace(question, stem=BLANK) for question in questions] if setting.blank else list(questions)
    earned = [0.0] * len(questions)
    for number, fold in enumerate(dealt):
        # Folds are dealt evenly by category, so the first part of each is as mixed as the whole.
        kept = round(setting.share * len(questions) / max(len(dealt) - 1, 1))
        others = [place for other, some in enumerate(dealt) if other != number for place in some[:kept]]
        judge = learn(first if setting.first else (), [shown[place] for place in others] if setting.share else [], seed)
        for place, credit in zip(fold, judge([shown[place] for place in fold]), strict=True):
            earned[place] = credit
    return earned


def _row(system: str, setting: Setting, questions: Sequence[Question], scores: Sequence[Sequence[float]]) -> Row:
    groups: dict[str, list[int]] = {}
    for place, question in enumerate(questions):
        for name in (question.category or "none").split("; "):
            groups.setdefault(name, []).append(place)
    categories = {
        name: tuple(statistics.fmean(trial[place] for place in places) for trial in scores)
        for name, places in sorted(groups.items())
    }
    return Row(system, setting, tuple(statistics.fmean(trial) for trial in scores), categories)


def as_markdown(rows: Sequence[Row]) -> str:
    """Return two tables: the score in each setting, and the score by category, with deviations in brackets.

    >>> print(as_markdown([Row("ir", Setting(0), (0.25,), {"idioms": (0.5,)})]))
    | system | learned from | score |
    | --- | --- | --- |
    | ir | untrained | 25.0 |
    <BLANKLINE>
    | category | ir, untrained |
    | --- | --- |
    | idioms | 50.0 |
    | total | 25.0 |
    """
    lines = ["| system | learned from | score |", "| --- | --- | --- |"]
    lines += [f"| {row.system} | {row.setting} | {_shown(row.trials)} |" for row in rows]
    headings = [f"{row.system}, {row.setting}" for row in rows]
    lines += ["", f"| category | {' | '.join(headings)} |", f"| --- |{' --- |' * len(rows)}"]
    lines += [f"| {' | '.join(cells)} |" for cells in _by_category(rows)]
    return "\n".join(lines)


def _by_category(rows: Sequence[Row]) -> Iterator[list[str]]:
    for name in sorted({name for row in rows for name in row.categories}):
        yield [name, *(_shown(row.categories.get(name, ())) for row in rows)]
    yield ["total", *(_shown(row.trials) for row in rows)]


def _shown(trials: Sequence[float]) -> str:
    if not trials:
        return "-"
    mean = f"{100 * statistics.fmean(trials):.1f}"
    return f"{mean} ({100 * statistics.stdev(trials):.2f})" if len(trials) > 1 else mean


def credits_of(found: Sequence[Mapping[str, float | None]], questions: Sequence[Question]) -> list[float]:
    """Return the credit that scores earn, ties shared and abstentions counted as a tie of all.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> credits_of([{"A": 1.0, "B": 1.0}], [question])
    [0.5]
    """
    from reasoner.answer import Answer

    pairs = zip(questions, found, strict=True)
    return [Answer(question.id, "", scores).credit(key_of(question)) for question, scores in pairs]
