"""Untrained ensembles: each solver's scores become shares of one vote, and the votes are added up."""

from __future__ import annotations

import math
import re
import time
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reasoner import solver as solvers
from reasoner.answer import Answer
from reasoner.errors import UsageError
from reasoner.explanation import Explanation, Node, Part
from reasoner.knowledge import KnowledgeBase, Sources, as_knowledge
from reasoner.question import Question
from reasoner.solver import Solver, Support

#: No member counts for more: beyond this the others would not be heard at all.
HEAVIEST = 1_000_000

_MEMBER = re.compile(r"\s*(?:(?P<weight>\d+(?:\.\d+)?)\s*\*)?\s*(?P<name>[^\s*+]+)\s*")


def get_solver(name: str, *, kb: KnowledgeBase | Sources | None = None, **options: Any) -> Solver:
    """Return the solver or ensemble of that name, made with the knowledge and options that it may use.

    ``ir+chain`` adds the votes of two solvers, ``2*chain+ir`` counts one of them twice, and the path of a JSON file is
    a trained ensemble. ``module:name`` and ``file.py`` are solvers from outside, alone or as members. Options go to
    every member that has them.

    >>> get_solver("2*ir+guess-all").name
    '2*ir+guess-all'
    >>> get_solver("ir+irr")
    Traceback (most recent call last):
    ...
    reasoner.errors.UnknownNameError: unknown solver 'irr': did you mean 'ir'? ...
    """
    kb = kb if kb is None else as_knowledge(kb)
    if name.endswith(".json"):
        from reasoner.ensemble.trained import TrainedEnsemble

        return TrainedEnsemble.load(Path(name), kb, **options)
    if "+" not in name and "*" not in name:
        return solvers.get_solver(name, kb=kb, **options)
    return Ensemble(parse_members(name), kb, **options)


def parse_members(name: str) -> list[tuple[str, float]]:
    """Return the names and weights of the members of an ensemble.

    >>> parse_members("2*chain+ir")
    [('chain', 2.0), ('ir', 1.0)]
    >>> parse_members("ir++chain")
    Traceback (most recent call last):
    ...
    reasoner.errors.UsageError: 'ir++chain' is not an ensemble: write ir+chain or 2*chain+ir
    """
    matches = [_MEMBER.fullmatch(member) for member in name.split("+")]
    members = [(match["name"], float(match["weight"] or 1)) for match in matches if match]
    if len(members) < len(matches) or any(weight == 0 for _, weight in members):
        raise UsageError(f"{name!r} is not an ensemble: write ir+chain or 2*chain+ir")
    if any(weight > HEAVIEST for _, weight in members):
        raise UsageError(f"a weight of this ensemble is above {HEAVIEST:,}; a weight of 2 counts a solver twice")
    if len({member for member, _ in members}) < len(members):
        raise UsageError(f"{name!r} names a solver twice: give it a weight instead, 2*ir")
    return members


def member_names(name: str) -> list[str]:
    """Return the names of the members of an ensemble, by its own name; none for a single solver.

    >>> member_names("2*chain+ir"), member_names("ir")
    (['chain', 'ir'], [])
    """
    if name.endswith(".json"):
        from reasoner.ensemble.trained import load_weights

        return load_weights(Path(name)).solvers
    return [member for member, _ in parse_members(name)] if "+" in name or "*" in name else []


def is_trained(name: str) -> bool:
    """Say whether a solver, or any member of an ensemble, uses weights trained on multiple-choice questions.

    >>> is_trained("ir+chain"), is_trained("ir+dgem-choice")
    (False, True)
    """
    if name.endswith(".json"):
        return True
    return any(solvers.solver_class(member).is_trained() for member in member_names(name) or [name])


class Combination(Solver):
    """Solvers that answer side by side, each in its own batches, and whose opinions are then combined."""

    members: dict[str, Solver]
    #: Each member turns the question for itself: what it found tells more than the votes made of it.
    handles_polarity = True

    @abstractmethod
    def combine(self, question: Question, found: Mapping[str, Mapping[str, Support]]) -> Mapping[str, Support]:
        """Return the support for each label, from what each member has to say."""

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the combined support for each label that any member supports."""
        return next(self.support_all([question]))

    def support_all(self, questions: Iterable[Question]) -> Iterator[Mapping[str, Support]]:
        """Yield the combined support for each question in turn."""
        questions = list(questions)
        streams = {name: member.judge_all(questions) for name, member in self.members.items()}
        for question in questions:
            yield self.combine(question, {name: next(stream) for name, stream in streams.items()})

    def combine_answers(self, question: Question, answers: Mapping[str, Answer]) -> Answer:
        """Return the answer that the members' answers amount to, the same as if they were asked once more."""
        start = time.perf_counter()
        combined = self.combine(question, {name: as_support(one) for name, one in answers.items()})
        seconds = time.perf_counter() - start + sum(one.seconds for one in answers.values())
        return self.as_answer(question, combined, seconds)


class Ensemble(Combination):
    """Several solvers, each with one vote that it divides among the choices; a solver that abstains is silent.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "wool"), Choice("B", "steel"))
    >>> question = Question("1", "Which is a metal?", choices, facts=("steel is a metal",))
    >>> answer = Ensemble([("ir", 1.0), ("guess-all", 1.0)], KnowledgeBase.from_facts(())).answer(question)
    >>> answer.selected, [part.name for part in answer.explanations["B"].parts]
    (('B',), ['ir: a share of 0.5', 'guess-all: a share of 0.5'])
    """

    summary = "adds up what each of several solvers says, scaled to one vote each"
    needs = "what its members need"
    citation = "Clark et al. 2016, Combining Retrieval, Statistics, and Inference"

    def __init__(self, members: Sequence[tuple[str, float]], kb: KnowledgeBase | None = None, **options: Any) -> None:
        super().__init__(kb)
        self.shares = dict(members)
        self.members = make_members([name for name, _ in members], kb, options)
        prefixes = ("" if weight == 1 else f"{weight:g}*" for _, weight in members)
        self.name = "+".join(  # type: ignore[misc]  # an ensemble is named after its members
            prefix + name for prefix, (name, _) in zip(prefixes, members, strict=True)
        )

    def combine(self, question: Question, found: Mapping[str, Mapping[str, Support]]) -> Mapping[str, Support]:
        """Return the weighted mean of the members' votes for each label that any of them supports."""
        votes = {name: votes_of(question, support) for name, support in found.items() if supported(support)}
        total = sum(self.shares[name] for name in votes)
        combined = {}
        for label in question.labels:
            if any(label in supported(found[name]) for name in votes):
                weights = {name: self.shares[name] / total for name in votes}
                parts = tuple(
                    Part(f"{name}: a share of {weight:.3g}", weight * votes[name][label], (name,))
                    for name, weight in weights.items()
                )
                reasons = {name: found[name][label].explanation for name in votes if label in found[name]}
                why = merge(reasons, parts, question.text_of(label))
                combined[label] = Support(sum(part.value for part in parts), why)
        return combined


def make_members(names: Sequence[str], kb: KnowledgeBase | None, options: Mapping[str, Any]) -> dict[str, Solver]:
    """Make each solver with those of the options that it has; an option that none has is an error."""
    members, unused = {}, set(options)
    for name in names:
        known = {option: value for option, value in options.items() if option in solvers.options_of(name)}
        unused -= set(known)
        members[name] = solvers.get_solver(name, kb=kb, **known)
    if unused:
        known_options = sorted({option for name in names for option in solvers.options_of(name)})
        message = f"no solver of {'+'.join(names)} has an option {', '.join(sorted(unused))}"
        raise UsageError(f"{message}; known are {', '.join(known_options) or 'none'}")
    return members


def as_support(answer: Answer) -> dict[str, Support]:
    """Return what an answer says for each label."""
    reasons = answer.explanations
    return {label: Support(score, reasons.get(label, Explanation())) for label, score in answer.scores.items()}


def supported(support: Mapping[str, Support]) -> dict[str, float]:
    """Return the scores of the labels that have one."""
    return {label: one.score for label, one in support.items() if one.score is not None}


def votes_of(question: Question, support: Mapping[str, Support]) -> dict[str, float]:
    """Divide one vote among the labels: the softmax of the standardised scores, so that scales do not matter.

    A label without support counts as one standard deviation below the worst that has some.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which?", (Choice("A", "wool"), Choice("B", "steel"), Choice("C", "glass")))
    >>> votes = votes_of(question, {"A": Support(30.0), "B": Support(10.0)})
    >>> {label: round(vote, 2) for label, vote in votes.items()}
    {'A': 0.84, 'B': 0.11, 'C': 0.04}
    """
    scores = supported(support)
    values = [scores[label] for label in question.labels if label in scores]  # always in one order, so are the sums
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1.0
    floor = (min(values) - mean) / spread - 1
    heights = [(scores[label] - mean) / spread if label in scores else floor for label in question.labels]
    exponentials = [math.exp(height) for height in heights]
    return {label: one / sum(exponentials) for label, one in zip(question.labels, exponentials, strict=True)}


def merge(explanations: Mapping[str, Explanation], parts: Iterable[Part], choice: str) -> Explanation:
    """Put the solvers' own explanations side by side, their nodes named after the solver, under the given parts.

    A part comes with the name of its solver in `of`, and goes to the nodes that earned that solver's own parts; to the
    choice itself where the solver shows none.
    """

    def named(solver: str, node: str) -> str:
        return f"{solver}/{node}"

    def earners(part: Part) -> tuple[str, ...]:
        found = [
            named(name, node)
            for name in part.of
            for own in explanations.get(name, Explanation()).parts
            for node in own.of
        ]
        return tuple(dict.fromkeys(found)) or ("choice",)

    pairs = explanations.items()
    nodes = [replace(node, id=named(name, node.id)) for name, why in pairs for node in why.nodes]
    return Explanation(
        nodes=(Node("choice", "choice", choice), *nodes),
        links=tuple(
            replace(link, start=named(name, link.start), end=named(name, link.end))
            for name, why in pairs
            for link in why.links
        ),
        steps=tuple(
            replace(
                step,
                premises=tuple(named(name, premise) for premise in step.premises),
                conclusion=named(name, step.conclusion),
            )
            for name, why in pairs
            for step in why.steps
        ),
        parts=tuple(replace(part, of=earners(part)) for part in parts),
        summary="; ".join(f"{name}: {why.summary}" for name, why in pairs if why.summary),
    )
