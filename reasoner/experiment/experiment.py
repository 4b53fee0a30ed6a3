"""Experiment: solvers over questions with knowledge, scored and tested; the one machine behind evaluate and run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from reasoner.answer import Answer
from reasoner.doors import DEFAULT_SOLVER, SolverLike, make_solver
from reasoner.ensemble import get_solver
from reasoner.errors import UsageError
from reasoner.experiment.compare import compare
from reasoner.experiment.outcomes import agreement
from reasoner.experiment.plan import Plan, Row
from reasoner.experiment.runs import Track, answers_of, run_all
from reasoner.experiment.scoring import SEED, Score, key_of, score
from reasoner.experiment.tables import as_csv, as_markdown, row_record
from reasoner.experiment.workers import Workers
from reasoner.files import locked
from reasoner.knowledge import KnowledgeBase, Sources
from reasoner.question import GIVEN, Question, read_questions
from reasoner.solver import Solver

See = Callable[[Plan, Question, Answer], None]
"""Is shown each answer of a run, with its explanations."""


@dataclass(frozen=True)
class Result:
    """What a row earned; the p-values of the paired permutation tests against the baseline and the best member."""

    row: Row
    score: Score
    p_value: float | None = None
    best_member: str | None = None
    member_p_value: float | None = None


@dataclass(frozen=True)
class Outcome:
    """A finished experiment: the answers of every row without their reasons, what each earned, and how it compares."""

    questions: list[Question]
    answers: dict[Plan, list[Answer]]
    results: list[Result]

    @cached_property
    def agreement(self) -> dict[tuple[str, str], float]:
        """The share of equal selections of every two rows."""
        return agreement({result.row.key: self.answers[result.row.plan] for result in self.results})

    @property
    def plans(self) -> list[Plan]:
        """What was run, in the order of the results."""
        return [result.row.plan for result in self.results]

    @property
    def scores(self) -> list[Score]:
        """What each earned, in the order of the results."""
        return [result.score for result in self.results]

    def as_records(self) -> list[dict[str, Any]]:
        """Return a dictionary for each row, ready for JSON or a data frame."""
        return [
            row_record(result.row.plan, result.score) | {"p_value": result.p_value, "best_member": result.best_member}
            for result in self.results
        ]

    def to_markdown(self) -> str:
        """Return the table in Markdown."""
        return as_markdown(self.plans, self.scores)

    def to_csv(self) -> str:
        """Return the table as CSV."""
        return as_csv(self.plans, self.scores)

    def __str__(self) -> str:
        return "\n".join(
            f"{one.row.key}: {one.score.score:.3f} ({one.score.interval[0]:.3f} to {one.score.interval[1]:.3f})"
            + ("" if one.p_value is None else f", p {one.p_value:.4f}")
            for one in self.results
        )


class Experiment:
    """Solvers compared on the same questions.

    Parameters
    ----------
    solvers : sequence
        Names as on the command line, solvers, or plain functions from a question to ``{label: score}``.
    questions : sequence of Question, or path
        Each with its key.
    kb : str, sequence of str or KnowledgeBase
        The knowledge of all solvers that are named.
    given : str or sequence of str
        Which of a question's own facts are handed over: ``none``, ``f``, ``fk``, ``all``; one or several.
    baseline : str, optional
        The solver that others are tested against.
    settings : mapping, optional
        Options of the solvers.
    seed : int
        What the resamples of intervals and tests depend on.

    Examples
    --------
    >>> known = {"facts": ["copper is a metal"], "answer_key": "B"}
    >>> question = Question.from_text("Which is a metal? (A) wool (B) copper", **known)
    >>> print(Experiment(["ir", "guess-all"], [question], kb="none", given="all").run())
    ir/none/all: 1.000 (1.000 to 1.000)
    guess-all/none/all: 0.500 (0.500 to 0.500)
    """

    def __init__(
        self,
        solvers: Sequence[SolverLike],
        questions: Sequence[Question] | str | os.PathLike[str],
        kb: KnowledgeBase | Sources = "science",
        given: str | Sequence[str] = "none",
        baseline: str | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        seed: int = SEED,
    ) -> None:
        if isinstance(solvers, str):
            raise UsageError("solvers are a list: write [name]")
        conditions = [given] if isinstance(given, str) else list(given)
        for condition in conditions:
            if condition not in GIVEN:
                raise UsageError(f"given {condition!r}: choose one of {', '.join(GIVEN)}")
        plans = [_plan(solver, kb, one, settings or {}) for one in conditions for solver in solvers]
        self.rows = tuple(Row(plan, "+".join(Path(name).stem for name in plan.kb)) for plan in dict.fromkeys(plans))
        self._set(questions, f"{baseline}/*/*" if baseline and "/" not in baseline else baseline, seed)

    @classmethod
    def of_rows(cls, rows: Iterable[Row], questions: Sequence[Question], baseline: str | None, seed: int) -> Experiment:
        """Return the experiment that has just these rows, as a file describes them."""
        self = cls.__new__(cls)
        self.rows = tuple(rows)
        self._set(questions, baseline, seed)
        return self

    def _set(self, questions: Sequence[Question] | str | os.PathLike[str], baseline: str | None, seed: int) -> None:
        if isinstance(questions, (str, os.PathLike)):
            questions = read_questions(questions)
        self.questions: list[Question] = list(questions)
        self.baseline, self.seed = baseline, seed
        for question in self.questions:
            key_of(question)

    @property
    def plans(self) -> list[Plan]:
        """What is to be run."""
        return [row.plan for row in self.rows]

    def run(
        self,
        out: str | os.PathLike[str] | None = None,
        jobs: int = 1,
        cluster: str | None = None,
        track: Track = lambda questions, answers, heading: answers,
        see: See = lambda plan, question, answer: None,
    ) -> Outcome:
        """Answer every question with every solver and return what each earned.

        With a folder `out`, answers are kept there as they come, and the same experiment goes on where it stopped. In
        memory stays what tables need; `see` is shown every answer with its explanations.
        """
        made = [plan for plan in self.plans if plan.made is not None]
        if made and (out or jobs > 1 or cluster):
            raise UsageError(f"{made[0].solver} was handed over, not named: it cannot be kept or sent to processes")
        with Workers(jobs, cluster) as workers:
            if made:
                return self._outcome(answers_of(self.plans, self.questions, workers, track), see)
            place = locked(Path(out)) if out else tempfile.TemporaryDirectory(prefix="reasoner-")
            with place as folder:
                return self._outcome(run_all(self.plans, self.questions, Path(folder), workers, track), see)

    def _outcome(self, runs: Iterable[tuple[Plan, Iterable[Answer]]], see: See) -> Outcome:
        """Score each run as its answers come."""
        answers: dict[Plan, list[Answer]] = {plan: [] for plan in self.plans}
        scores: dict[Plan, Score] = {}

        def seen(plan: Plan, some: Iterable[Answer]) -> Iterator[tuple[Question, Answer]]:
            for question, answer in zip(self.questions, some, strict=True):
                see(plan, question, answer)
                answers[plan].append(answer.unexplained())
                yield question, answer

        for plan, some in runs:
            scores[plan] = score(plan.solver_name, seen(plan, some), self.seed)
        return Outcome(self.questions, answers, self._results(answers, scores))

    def _results(self, answers: Mapping[Plan, list[Answer]], scores: Mapping[Plan, Score]) -> list[Result]:
        """Test every row against the baseline and, for an ensemble, the best of its members."""
        rows = {row.plan: row for row in self.rows}

        def p_value(plan: Plan, rival: Plan | None) -> float | None:
            if rival in (None, plan):
                return None
            return compare(self.questions, answers[rival], answers[plan], self.seed).permutation

        results = []
        for plan, row in rows.items():
            best = None
            if plan.members and rows.keys() >= set(plan.members):
                best = max(plan.members, key=lambda member: scores[member].score)
            name = rows[best].key if best else None
            results.append(Result(row, scores[plan], p_value(plan, self._baseline_of(row)), name, p_value(plan, best)))
        return results

    def _baseline_of(self, row: Row) -> Plan | None:
        """Return the row that another is tested against; ``*`` stands for what the other has."""
        if self.baseline is None:
            return None
        wanted = row.under(self.baseline)
        return next((other.plan for other in self.rows if other.key == wanted), None)


def evaluate(
    questions: Sequence[Question] | str | os.PathLike[str],
    solvers: SolverLike | Sequence[SolverLike] = DEFAULT_SOLVER,
    *,
    kb: KnowledgeBase | Sources = "science",
    given: str | Sequence[str] = "none",
    baseline: str | None = None,
    **settings: Any,
) -> Outcome:
    """Score one solver or several on questions whose key is known; `Experiment` says what each argument is.

    >>> question = Question.from_text("Which is a metal? (A) wool (B) copper", answer_key="B")
    >>> evaluate([question], lambda question: {"B": 1.0}).scores[0].score
    1.0
    """
    several = isinstance(solvers, Sequence) and not isinstance(solvers, str)
    asked: Sequence[SolverLike] = solvers if several else [solvers]  # type: ignore[assignment, list-item]
    return Experiment(asked, questions, kb, given, baseline, settings=settings).run()


def _plan(solver: SolverLike, kb: KnowledgeBase | Sources, given: str, settings: Mapping[str, Any]) -> Plan:
    """Return the plan of a solver; it carries the solver itself where that, or its knowledge, has no name."""
    sources = _names(kb)
    pairs = tuple(sorted(settings.items()))
    if isinstance(solver, str) and not isinstance(kb, KnowledgeBase):
        return Plan(solver, sources, given, pairs)
    if isinstance(solver, str):
        return Plan(solver, sources, given, pairs, get_solver(solver, kb=kb, **settings))
    made = solver if isinstance(solver, Solver) else make_solver(solver, kb, settings)
    return Plan(made.name, sources, given, pairs, made)


def _names(kb: KnowledgeBase | Sources) -> tuple[str, ...]:
    if isinstance(kb, KnowledgeBase):
        return kb.sources or ("facts",)
    return (os.fspath(kb),) if isinstance(kb, (str, os.PathLike)) else tuple(os.fspath(one) for one in kb)
