"""Trained ensembles: every solver calibrated by a logistic regression, and one more over all of them.

The weights are plain numbers in a JSON file; scikit-learn is needed to train, not to answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoner.answer import Answer
from reasoner.ensemble.combine import Combination, as_support, make_members, merge, supported, votes_of
from reasoner.errors import InputError, needing
from reasoner.explanation import Part
from reasoner.files import write_atomically
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Support

if TYPE_CHECKING:
    import numpy as np

VERSION = 2
FOLDS, SEED = 5, 0
#: The features of one opinion say much the same, so their weights are held small. Chosen by cross-validation on 800
#: questions of OpenBookQA Train; a softmax over the choices in place of one regression a choice did no better there.
STRENGTH = 0.01

#: What a combiner sees of each solver's opinion of a choice. The score is the solver's own, less its mean over the
#: choices: log-odds that a member was trained to give keep their meaning, which the share of a vote loses.
FEATURES = ("share", "rank", "margin", "support", "agreement", "score")


@dataclass(frozen=True)
class Weights:
    """A trained combiner: for each solver the calibration of its features, then the weights over the solvers.

    `calibration` has, a solver, one weight a feature and the intercept; `combination` one weight a solver and the
    intercept. `accuracy` is what cross-validation on the training questions promises.
    """

    solvers: list[str]
    calibration: dict[str, list[float]]
    combination: list[float]
    accuracy: float
    questions: int
    version: int = VERSION
    features: tuple[str, ...] = FEATURES


class TrainedEnsemble(Combination):
    """Solvers combined by weights that were trained; abstaining solvers are silent."""

    summary = "a trained combination of several solvers"
    trained = True
    needs = "a JSON file made by `reasoner train ensemble`, and what its members need"
    citation = "Clark et al. 2016, Combining Retrieval, Statistics, and Inference"

    def __init__(self, name: str, weights: Weights, kb: KnowledgeBase | None = None, **options: Any) -> None:
        super().__init__(kb)
        self.name = name  # type: ignore[misc]  # named after its file
        self.fit = weights
        self.members = make_members(weights.solvers, kb, options)

    @classmethod
    def load(cls, path: Path, kb: KnowledgeBase | None = None, **options: Any) -> TrainedEnsemble:
        """Return the ensemble that a file describes."""
        return cls(path.stem, load_weights(path), kb, **options)

    def combine(self, question: Question, found: Mapping[str, Mapping[str, Support]]) -> Mapping[str, Support]:
        """Return the log-odds of each label that any member supports; each member's share is a part of them."""
        features = features_of(question, found)
        *weights, intercept = self.fit.combination
        combined = {}
        for row, label in enumerate(question.labels):
            speaking = [name for name in self.fit.solvers if supported(found[name])]
            if not any(label in supported(found[name]) for name in speaking):
                continue
            parts = [
                Part(name, weight * _linear(self.fit.calibration[name], features[name][row]), (name,))
                for name, weight in zip(self.fit.solvers, weights, strict=True)
                if name in speaking
            ]
            parts.append(Part("the same for every choice", intercept))
            reasons = {name: found[name][label].explanation for name in speaking if label in found[name]}
            why = merge(reasons, parts, question.text_of(label))
            combined[label] = Support(sum(part.value for part in parts), why)
        return combined


def load_weights(path: Path) -> Weights:
    """Return the weights in a file that `save_ensemble` wrote."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["version"] != VERSION or tuple(record["features"]) != FEATURES:
            raise InputError("made by another version; train it again", path=str(path))
        return Weights(**record)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"not a trained ensemble: {error}", path=str(path)) from None


def _linear(weights: Sequence[float], features: Sequence[float]) -> float:
    return sum(w * x for w, x in zip(weights, features, strict=False)) + weights[-1]


def features_of(question: Question, found: Mapping[str, Mapping[str, Support]]) -> dict[str, list[list[float]]]:
    """Return, for each solver, the features of every choice in order; zeros for a solver that abstained."""
    votes = {name: votes_of(question, support) for name, support in found.items() if supported(support)}
    winners = {
        name: {label for label in vote if vote[label] >= max(vote.values()) - 1e-9} for name, vote in votes.items()
    }

    def features(name: str, label: str) -> list[float]:
        if name not in votes:
            return [0.0] * len(FEATURES)
        vote, scores = votes[name], supported(found[name])
        others = [share for other, share in vote.items() if other != label]
        agreeing = sum(label in winners[other] for other in winners if other != name)
        return [
            vote[label] * len(vote) - 1,
            -sum(share > vote[label] for share in others) / max(len(others), 1),
            vote[label] - max(others, default=0.0),
            float(label in scores),
            agreeing / max(len(found) - 1, 1),
            scores.get(label, min(scores.values())) - fsum(scores.values()) / len(scores),
        ]

    return {name: [features(name, label) for label in question.labels] for name in found}


def train_ensemble(answers: Mapping[str, Sequence[Answer]], questions: Sequence[Question]) -> Weights:
    """Train the weights of an ensemble on what its members, by name, answered to questions whose key is known.

    The calibrated scores that the combination learns from are cross-validated: each comes from a calibration that did
    not see its question. A member that was itself trained on these questions looks better here than it is.
    """
    with needing("experiments", "training an ensemble"):
        import numpy as np
        from sklearn.model_selection import GroupKFold
    solvers = list(answers)
    for question in questions:
        if question.answer_key is None:
            raise InputError(f"question {question.id!r} has no key to train on", field="answerKey")
    rows = [
        features_of(question, {name: as_support(one) for name, one in zip(solvers, opinions, strict=True)})
        for question, *opinions in zip(questions, *answers.values(), strict=True)
    ]
    inputs = {name: np.asarray([row for features in rows for row in features[name]]) for name in solvers}
    target = np.asarray([float(label == question.answer_key) for question in questions for label in question.labels])
    groups = np.asarray([number for number, question in enumerate(questions) for _ in question.labels])
    folds = list(GroupKFold(FOLDS, shuffle=True, random_state=SEED).split(target, groups=groups))

    calibrated = np.zeros((len(target), len(solvers)))
    for column, name in enumerate(solvers):
        for train, test in folds:
            calibrated[test, column] = _apply(_fit(inputs[name][train], target[train]), inputs[name][test])
        calibrated[~inputs[name].any(axis=1), column] = 0.0
    held_out = np.zeros(len(target))
    for train, test in folds:
        held_out[test] = _apply(_fit(calibrated[train], target[train]), calibrated[test])
    return Weights(
        solvers=solvers,
        calibration={name: _fit(inputs[name], target).tolist() for name in solvers},
        combination=_fit(calibrated, target).tolist(),
        accuracy=_accuracy(held_out, target, groups),
        questions=len(questions),
    )


def _fit(inputs: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the weights and the intercept of a logistic regression, which sees every input on the same scale."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    spread = inputs.std(axis=0)
    spread[spread == 0] = 1.0
    model = LogisticRegression(C=STRENGTH, max_iter=1000).fit(inputs / spread, target)
    return np.append(model.coef_[0] / spread, model.intercept_)


def _apply(weights: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    result: np.ndarray = inputs @ weights[:-1] + weights[-1]
    return result


def _accuracy(scores: np.ndarray, target: np.ndarray, groups: np.ndarray) -> float:
    """Return the mean credit, ties shared."""
    import numpy as np

    credits = []
    for group in np.unique(groups):
        mine = groups == group
        best = scores[mine] >= scores[mine].max() - 1e-6
        credits.append(float(target[mine][best].sum() / best.sum()))
    return float(np.mean(credits))


def save_ensemble(weights: Weights, path: Path) -> None:
    """Write the weights as JSON, whole or not at all."""
    write_atomically(path, [json.dumps(asdict(weights), indent=1) + "\n"])
