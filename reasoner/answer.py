"""Answer: a score for every choice, and what follows from it: selected, tied, abstained, credit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from reasoner.explanation import Explanation
from reasoner.question import Question
from reasoner.weights import calibration

#: Scores closer than this are a tie.
TIE = 1e-6


@dataclass(frozen=True, slots=True)
class Support:
    """What a solver has to say for one choice: a score and its reason, or None when it found no support.

    `notes` are sentences that the user must know, such as that a search was cut; they end up in `Answer.notes`.
    `refuted` says that the solver found the choice's claim to be false; its score then counts against it. `settled`
    says that it needs no more facts: it was proved, or follows from how facts order things. `doubted` says that what
    was found leads through a denial: it is no reason to count the choice among several that hold.
    """

    score: float | None
    explanation: Explanation = field(default_factory=Explanation)
    notes: tuple[str, ...] = ()
    refuted: bool = False
    settled: bool = False
    doubted: bool = False


def noted(found: Mapping[str, Support], labels: Iterable[str], notes: Iterable[str]) -> Mapping[str, Support]:
    """Return support for some labels with what the user must know, also where nothing was found.

    >>> noted({}, ["A"], ["the search was cut"])["A"].notes
    ('the search was cut',)
    """
    told = {note for support in found.values() for note in support.notes}
    more = tuple(note for note in dict.fromkeys(notes) if note not in told)
    if not more:
        return found
    every = {label: found.get(label, Support(None)) for label in (*labels, *found)}
    return {label: replace(support, notes=(*support.notes, *more)) for label, support in every.items()}


@dataclass(frozen=True)
class Answer:
    """What a solver made of a question.

    `scores` holds a number for every label, in the order of the choices, or None where the solver found no support.
    Nothing breaks a tie silently: all labels within 1e-6 of the best are selected, and a tie of k that holds the key
    earns 1/k. A solver that supports no label abstains; then every label is selected. `notes` are sentences that the
    user must know: a search that was cut, a kind of question that the solver cannot do. `question` is there where a
    solver was asked in this process; it is not stored with the answer. `str(answer)` is the verdict in one sentence.

    Examples
    --------
    >>> tie = Answer("q1", "ir", {"A": 2.0, "B": None, "C": 2.0})
    >>> tie.selected, tie.tied, tie.abstained, tie.credit("C"), tie.credit("B")
    (('A', 'C'), True, False, 0.5, 0.0)
    >>> silent = Answer("q2", "ir", {"A": None, "B": None})
    >>> silent.selected, silent.abstained, silent.credit("A")
    (('A', 'B'), True, 0.5)
    """

    question_id: str
    solver: str
    scores: Mapping[str, float | None]
    explanations: Mapping[str, Explanation] = field(default_factory=dict)
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    question: Question | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for label, score in self.scores.items():
            if score is not None and not math.isfinite(score):
                raise ValueError(f"{self.solver} gave label {label!r} of question {self.question_id!r} score {score}")
        if unknown := set(self.explanations) - set(self.scores):
            raise ValueError(f"explanations of labels without a score: {', '.join(sorted(unknown))}")
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))
        object.__setattr__(self, "explanations", MappingProxyType(dict(self.explanations)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes, which the read-only mappings cannot do by themselves."""
        scores, reasons = dict(self.scores), dict(self.explanations)
        return Answer, (self.question_id, self.solver, scores, reasons, self.seconds, self.notes, self.question)

    @property
    def abstained(self) -> bool:
        """Whether no label has support."""
        return all(score is None for score in self.scores.values())

    @property
    def selected(self) -> tuple[str, ...]:
        """Every label within 1e-6 of the best score, in label order; all labels when the solver abstained."""
        best = max((score for score in self.scores.values() if score is not None), default=None)
        if best is None:
            return tuple(self.scores)
        return tuple(label for label, score in self.scores.items() if score is not None and score >= best - TIE)

    @property
    def tied(self) -> bool:
        """Whether more than one label is selected."""
        return len(self.selected) > 1

    @property
    def probabilities(self) -> dict[str, float] | None:
        """How likely each label is to be right, by a calibration that was fitted on Train; None where there is none.

        >>> Answer("q1", "nobody", {"A": 2.0, "B": None}).probabilities is None
        True
        """
        fitted = calibration(self.solver)
        return fitted and calibrated(self.scores, fitted["temperature"], fitted["unsupported"])

    def credit(self, key: str) -> float:
        """Return 1/k when the key is among the k selected labels, else 0."""
        return 1 / len(self.selected) if key in self.selected else 0.0

    def unexplained(self) -> Answer:
        """Return the answer without its reasons, which take many times the room of all else."""
        return replace(self, explanations={})

    # How an answer shows itself; what draws it lies above and is imported when it is asked for.

    def __str__(self) -> str:
        from reasoner.render.verdict import question_of, verdict_of

        return verdict_of(question_of(self), self).sentence

    def to_text(self) -> str:
        """Return the verdict, the notes, the scores and the reasons as text of 80 columns.

        >>> print(Answer("q1", "ir", {"A": 2.0, "B": None}).to_text().splitlines()[2])
        A: ir gives it the highest score.
        """
        from reasoner.render.text import as_text
        from reasoner.render.verdict import question_of

        return as_text(question_of(self), self)

    def to_html(self) -> str:
        """Return one HTML page that needs nothing else; an answer that was read from a file has no question to show."""
        from reasoner.render.html import question_page
        from reasoner.render.verdict import question_of

        return question_page(question_of(self), {self.solver: self})

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from reasoner.render.html import framed

        return framed(self.to_html())

    def as_dict(self) -> dict[str, Any]:
        """Return plain lists and dictionaries, ready for JSON."""
        return {
            "question_id": self.question_id,
            "solver": self.solver,
            "scores": dict(self.scores),
            "selected": list(self.selected),
            "tied": self.tied,
            "abstained": self.abstained,
            "explanations": {label: why.as_dict() for label, why in self.explanations.items()},
            "seconds": self.seconds,
            "notes": list(self.notes),
        }

    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Answer:
        """Return the answer that `as_dict` wrote.

        >>> answer = Answer("q1", "ir", {"A": 2.0, "B": None}, {"A": Explanation(summary="because")}, 0.1)
        >>> Answer.from_dict(answer.as_dict()) == answer
        True
        """
        explanations = {label: Explanation.from_dict(why) for label, why in record["explanations"].items()}
        notes = tuple(record.get("notes", ()))
        return cls(record["question_id"], record["solver"], record["scores"], explanations, record["seconds"], notes)


def calibrated(scores: Mapping[str, float | None], temperature: float, unsupported: float) -> dict[str, float]:
    """Return probabilities: a softmax, in which a choice without support stands so far below the lowest with support.

    >>> calibrated({"A": 1.0, "B": 1.0, "C": None, "D": None}, temperature=0.5, unsupported=0.0)
    {'A': 0.25, 'B': 0.25, 'C': 0.25, 'D': 0.25}
    >>> calibrated({"A": None, "B": None}, temperature=0.5, unsupported=3.0)
    {'A': 0.5, 'B': 0.5}
    """
    lowest = min((score for score in scores.values() if score is not None), default=0.0)
    powers = {
        label: (lowest - unsupported if score is None else score) / temperature for label, score in scores.items()
    }
    most = max(powers.values())
    shares = {label: math.exp(power - most) for label, power in powers.items()}
    return {label: share / sum(shares.values()) for label, share in shares.items()}
