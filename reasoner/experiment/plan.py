"""Plans: which solver answers with what knowledge, which facts given and which settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from reasoner.ensemble import get_solver, is_trained, member_names
from reasoner.knowledge import open_knowledge
from reasoner.knowledge.cache import fingerprint
from reasoner.knowledge.sources import ORACLE
from reasoner.plugins import plugin_file
from reasoner.solver import Solver, options_of, solver_class
from reasoner.weights import provenance

#: Names of sources beyond these many characters are cut: file systems do not take much more than two hundred.
_LONG_NAME = 60


@dataclass(frozen=True)
class Plan:
    """What a run is: everything that the user chose.

    >>> str(Plan("ir", ("science",))), Plan("weights/three.json", ("book.txt", "science"), "f").file_name
    ('ir (kb science, given none)', 'three.json.book+science.f')
    """

    solver: str
    kb: tuple[str, ...]
    given: str = "none"
    settings: tuple[tuple[str, Any], ...] = ()
    #: The solver itself, where it was handed over and not named.
    made: Solver | None = None

    def __str__(self) -> str:
        return f"{self.solver} (kb {' + '.join(self.kb)}, given {self.given})"

    @property
    def solver_name(self) -> str:
        """How the solver is called in tables: by the name of its file, where it is one."""
        return Path(self.solver).name if self.solver.endswith((".json", ".py")) else self.solver

    @property
    def files(self) -> list[str]:
        """The files that the solver, or members of it, lie in, where they come from outside the package."""
        outside = (plugin_file(name) for name in member_names(self.solver) or [self.solver])
        return [self.solver, *(str(path) for path in outside if path)]

    @property
    def oracle(self) -> bool:
        """Whether facts of the question itself are handed over, or facts that were written for such questions."""
        return self.given != "none" or any(source.startswith(f"{ORACLE}:") for source in self.kb)

    @property
    def trained(self) -> bool:
        """Whether weights trained on multiple-choice questions are used."""
        return type(self.made).is_trained() if self.made else is_trained(self.solver)

    @property
    def fitted(self) -> str:
        """What the numbers of the solver, or of the members of an ensemble, were fitted or trained on.

        >>> Plan("ir", ("science",)).fitted, Plan("ir+nearest", ("science",)).fitted
        ('no fitted numbers', 'fitted: OpenBookQA Train and ARC-Easy Train and ARC-Challenge Train')
        """
        if self.made:
            return type(self.made).provenance()
        if self.solver.endswith(".json"):
            return "trained: see the file"
        names = member_names(self.solver) or [self.solver]
        return provenance(tuple(file for name in names for file in solver_class(name).weights))

    @property
    def kind(self) -> str:
        """The labels that keep unlike results apart.

        >>> Plan("ir", ("science",)).kind, Plan("dgem-choice", ("science",), "fk").kind
        ('untrained', 'trained, oracle')
        """
        return f"{'trained' if self.trained else 'untrained'}{', oracle' * self.oracle}"

    @property
    def members(self) -> tuple[Plan, ...]:
        """The plans of the members of an ensemble, each with those of the settings that it has.

        >>> [str(member) for member in Plan("ir+2*chain", ("science",), "f").members]
        ['ir (kb science, given f)', 'chain (kb science, given f)']
        """
        names = [] if self.made else member_names(self.solver)
        known = {name: options_of(name) for name in names}
        return tuple(
            replace(self, solver=name, settings=tuple(pair for pair in self.settings if pair[0] in known[name]))
            for name in names
        )

    @property
    def file_name(self) -> str:
        """The name, without ending, of the files that belong to this run."""
        knowledge = "+".join(Path(source).name.split(".")[0] for source in self.kb)
        if len(knowledge) > _LONG_NAME:
            knowledge = f"{knowledge[:_LONG_NAME]}-{fingerprint(*self.kb)[:8]}"
        settings = (f"{name}={Path(str(value)).name}" for name, value in self.settings)
        name = ".".join([self.solver_name, knowledge, self.given, *settings])
        return "".join(c if c.isalnum() or c in "+-._=" else "-" for c in name)

    def make_solver(self) -> Solver:
        """Make the solver, with its knowledge opened once a process."""
        if self.made is not None:
            return self.made
        return get_solver(self.solver, kb=open_knowledge(self.kb), **dict(self.settings))


@dataclass(frozen=True)
class Row:
    """One line of the result: a plan, the name of its knowledge, and the figure of the paper where it has one."""

    plan: Plan
    knowledge: str
    paper: float | None = None

    @property
    def key(self) -> str:
        """How tables and the file of an experiment call this row.

        >>> Row(Plan("chain", ("book.txt",), "f", (("depth", 2),)), "F").key
        'chain/F/f/depth=2'
        """
        settings = (f"{name}={value}" for name, value in self.plan.settings)
        return "/".join([self.plan.solver_name, self.knowledge, self.plan.given, *settings])

    def under(self, pattern: str) -> str:
        """Return the key that a pattern stands for beside this row: ``*`` is what the row itself has there.

        >>> Row(Plan("chain", ("book.txt",)), "F").under("*/F/f"), Row(Plan("chain", ("x",)), "F").under("ir/*/*")
        ('chain/F/f', 'ir/F/none')
        """
        own = self.key.split("/", 2)
        parts = pattern.split("/", 2)
        return "/".join(mine if part == "*" else part for mine, part in zip(own, parts, strict=False))
