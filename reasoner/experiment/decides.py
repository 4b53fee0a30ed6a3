"""What decides: the answers of a run with one kind of part, or the proofs by one rule, taken out of every score."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from reasoner.answer import Answer
from reasoner.errors import UsageError
from reasoner.experiment.plan import Plan
from reasoner.experiment.scoring import key_of
from reasoner.explanation import Explanation, total
from reasoner.question import Question

#: What `--without` takes for every kind of part in turn.
EACH = "each"
COLUMNS = ("solver", "given", "without", "shown in", "answers changed", "score", "difference")


@dataclass(frozen=True, slots=True)
class Decided:
    """What is left of a run without a kind of part: in how many answers it was shown, how many change, the score.

    `difference` is what the whole score has more: what the part is worth.
    """

    solver: str
    given: str
    without: str
    questions: int
    shown: int
    changed: int
    score: float
    difference: float

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)

    @property
    def cells(self) -> list[str]:
        """The row of a table, under `COLUMNS`."""
        counts = (f"{self.shown} of {self.questions}", str(self.changed))
        return [self.solver, self.given, self.without, *counts, f"{self.score:.3f}", f"{self.difference:+.3f}"]


class Deciding:
    """Watches runs, and says afterwards what each kind of part was worth; no explanation has to be kept for it.

    The facts are those that the whole score chose: nothing is searched for again.
    """

    def __init__(self) -> None:
        self._runs: dict[Plan, _Seen] = defaultdict(_Seen)

    def see(self, plan: Plan, question: Question, answer: Answer) -> None:
        """Take an answer into account."""
        run, key = self._runs[plan], key_of(question)
        credit = answer.credit(key)
        run.questions += 1
        run.credit += credit
        for kind in kinds(answer):
            less = without(answer, kind)
            run.shown[kind] += 1
            run.changed[kind] += set(less.selected) != set(answer.selected)
            run.lost[kind] += credit - less.credit(key)

    def rows(self, wanted: Sequence[str]) -> list[Decided]:
        """Return a row for each run and kind of part that is wanted; "each" is every kind that several answers show."""
        everything = {kind for run in self._runs.values() for kind in run.shown}
        for name in wanted:
            if name != EACH and not _called(name, everything):
                listed = ", ".join(map(repr, sorted(everything))) or "none"
                raise UsageError(f"--without {name}: no answer has such a part; there are {listed}")
        rows = []
        for plan, run in self._runs.items():
            often = [kind for kind, count in run.shown.items() if count > 1]
            asked = (often if name == EACH else _called(name, run.shown) for name in wanted)
            rows += [run.without(plan, kind) for kind in dict.fromkeys(kind for some in asked for kind in some)]
        return rows


@dataclass(slots=True)
class _Seen:
    """A run: questions and credit in all; by kind, how many answers show it, how many change without, what is lost."""

    questions: int = 0
    credit: float = 0.0
    shown: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    lost: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def without(self, plan: Plan, kind: str) -> Decided:
        lost, counts = self.lost[kind], (self.questions, self.shown[kind], self.changed[kind])
        score = (self.credit - lost) / self.questions
        return Decided(plan.solver_name, plan.given, kind, *counts, score, lost / self.questions)


def kinds(answer: Answer) -> list[str]:
    """Return the kinds of parts, and the rules, that an answer shows.

    >>> from reasoner.explanation import Part
    >>> why = Explanation(parts=(Part("term: heat", 2.0), Part("term: steel", 1.0)))
    >>> kinds(Answer("1", "ilp", {"A": 3.0}, {"A": why}))
    ['term']
    """
    of_parts = (part.kind for why in answer.explanations.values() for part in why.parts)
    of_steps = (step.rule for why in answer.explanations.values() for step in why.steps)
    return list(dict.fromkeys([*of_parts, *of_steps]))


def without(answer: Answer, kind: str) -> Answer:
    """Return an answer whose scores lack a kind of part; a choice that nothing else speaks for has no support left.

    >>> from reasoner.explanation import Part
    >>> why = Explanation(parts=(Part("term: heat", 2.0), Part("price of a row", -0.5)))
    >>> answer = Answer("1", "ilp", {"A": 1.5, "B": None}, {"A": why})
    >>> dict(without(answer, "price of a row").scores), dict(without(answer, "term").scores)
    ({'A': 2.0, 'B': None}, {'A': -0.5, 'B': None})
    """
    scores = {
        label: score if score is None else _left(answer.explanations.get(label, Explanation()), score, kind)
        for label, score in answer.scores.items()
    }
    return replace(answer, scores=scores, explanations={})


def _left(why: Explanation, score: float, kind: str) -> float | None:
    """What is left of a score; a proof that uses a rule stands or falls with it, as a whole."""
    if any(step.rule == kind for step in why.steps):
        return None
    if not any(part.kind == kind for part in why.parts):
        return score
    rest = [part for part in why.parts if part.kind != kind]
    return total(rest) if rest else None


def _called(name: str, known: Iterable[str]) -> list[str]:
    """Return the kind that is called so, or else those whose name has that in it."""
    kinds = list(known)
    return [kind for kind in kinds if kind == name] or [kind for kind in kinds if name in kind]
