"""Fit the weights of `chain` on questions with keys, and print them.

python eval/fit_chain.py train.jsonl --kb openbook.txt --kb science --given fk [--soft lexical] [--limit 2000]

A logistic regression over the choices of each question, in which no measure may count the wrong way. Prints what each
measure weighs and what it moves (its weight by its standard deviation), and the score: on the questions themselves,
and cross-validated.
"""

from __future__ import annotations

import argparse
from dataclasses import fields

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from reasoner import KnowledgeBase, Question, read_questions
from reasoner.chaining.weights import Weights
from reasoner.solvers.chain import Chain

FOLDS = 5
#: How strongly large weights are held back; of 0.001, 0.01 and 0.03 the best in cross-validation with two given facts.
HELD = 0.01
NAMES = [field.name for field in fields(Weights)]
Matrix = NDArray[np.float64]


def main() -> None:
    """Measure the questions, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions")
    parser.add_argument("--kb", action="append", default=[])
    parser.add_argument("--given", default="none")
    parser.add_argument("--soft", default="embeddings")
    parser.add_argument("--limit", type=int, default=2000)
    arguments = parser.parse_args()
    solver = Chain(KnowledgeBase.open(arguments.kb), soft=arguments.soft)
    questions = [question.given(arguments.given) for question in read_questions(arguments.questions)[: arguments.limit]]
    measured = [measure(solver, question) for question in questions]
    weights = fit(measured)
    spread = np.concatenate([matrix for matrix, _ in measured]).std(axis=0)
    for name, weight, moved in zip(NAMES, weights, weights * spread, strict=True):
        print(f"{name:24} {weight:8.2f} {moved:8.3f}")
    held_out = [score(fit(without(measured, fold)), measured[fold::FOLDS]) for fold in range(FOLDS)]
    print(f"{len(questions)} questions: {score(weights, measured):.4f}, cross-validated {np.mean(held_out):.4f}")


def measure(solver: Chain, question: Question) -> tuple[Matrix, int]:
    """Return what is measured of each choice, a row a choice, and the place of the right one."""
    rows = [[found.get(name, 0.0) for name in NAMES] for found in solver.measures(question)]
    assert question.answer_key is not None
    return np.array(rows), question.labels.index(question.answer_key)


def without(measured: list[tuple[Matrix, int]], fold: int) -> list[tuple[Matrix, int]]:
    """Return the questions that do not belong to a fold."""
    return [each for place, each in enumerate(measured) if place % FOLDS != fold]


def fit(measured: list[tuple[Matrix, int]]) -> Matrix:
    """Return the weights under which the right choices are most likely."""
    scale = np.concatenate([matrix for matrix, _ in measured]).std(axis=0) + 1e-9
    scaled = [(matrix / scale, key) for matrix, key in measured]

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        value, slope = HELD * float(weights @ weights), 2 * HELD * weights
        for matrix, key in scaled:
            odds = matrix @ weights
            shares = np.exp(odds - odds.max())
            shares /= shares.sum()
            value -= float(np.log(shares[key])) / len(scaled)
            slope += (shares @ matrix - matrix[key]) / len(scaled)
        return value, slope

    found = minimize(loss, np.full(len(NAMES), 0.1), jac=True, method="L-BFGS-B", bounds=[(0, None)] * len(NAMES))
    weights: Matrix = found.x / scale
    return weights


def score(weights: Matrix, measured: list[tuple[Matrix, int]]) -> float:
    """Return the share of questions whose right choice scores best."""
    return float(np.mean([(matrix @ weights).argmax() == key for matrix, key in measured]))


if __name__ == "__main__":
    main()
