"""Solvers from outside the package: a plain function, ``module:name``, or a file of Python."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from reasoner.errors import InputError, UsageError
from reasoner.question import Question
from reasoner.solver import Solver, Support


class FunctionSolver(Solver):
    """A solver made of a plain function, which takes a question, and the knowledge too where it asks for `kb`.

    It returns a number (or a `Support`) for each label that has any.
    """

    summary = "a function of your own"
    citation = "its author"
    function: ClassVar[Callable[..., Mapping[str, Any]]]

    @classmethod
    def provenance(cls) -> str:
        """Say that nothing is known of its numbers."""
        return "not stated"

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return what the function says of each label."""
        function = type(self).function
        knows = {"kb": self.kb} if "kb" in inspect.signature(function).parameters else {}
        found = function(question, **knows)
        if not isinstance(found, Mapping):
            raise UsageError(f"{self.name} returned {type(found).__name__}; a solver returns {{label: score}}")
        return {label: _supported(self.name, label, value) for label, value in found.items()}


def _supported(name: str, label: str, value: Any) -> Support:
    if isinstance(value, Support):
        return value
    if value is not None and not isinstance(value, (int, float)):
        raise UsageError(f"{name} gave label {label!r} {value!r}; a score is a number, or None for no support")
    return Support(None if value is None else float(value))


def as_solver_class(thing: Any) -> type[Solver]:
    """Return the class of a solver for a class of solvers or a plain function.

    >>> def longest(question):
    ...     return {choice.label: len(choice.text) for choice in question.choices}
    >>> as_solver_class(longest)().answer(Question.from_text("Which is it? (A) tin (B) copper")).selected
    ('B',)
    """
    if isinstance(thing, type) and issubclass(thing, Solver):
        return thing
    if isinstance(thing, type) or not callable(thing):
        raise UsageError(f"{thing!r} is no solver: write a subclass of reasoner.Solver or a function of a question")
    named = getattr(thing, "__name__", "function").strip("<>").replace("_", "-")
    summary = (inspect.getdoc(thing) or FunctionSolver.summary).splitlines()[0].rstrip(".")
    return type(named, (FunctionSolver,), {"name": named, "function": staticmethod(thing), "summary": summary})


def is_plugin(name: str) -> bool:
    """Whether a name leads outside the package.

    >>> is_plugin("mine.py"), is_plugin("package.module:longest"), is_plugin("ir")
    (True, True, False)
    """
    return _split(name) is not None


def plugin_file(name: str) -> Path | None:
    """Return the file of Python that such a name leads to, where there is one."""
    place, _ = _split(name) or ("", "")
    if place.endswith(".py"):
        return Path(place)
    try:
        spec = importlib.util.find_spec(place) if place else None
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec and spec.origin else None


def _split(name: str) -> tuple[str, str] | None:
    """Split ``file.py``, ``file.py:name`` or ``module:name`` into the place and the name."""
    place, _, wanted = name.rpartition(":") if ":" in name and not name.endswith(".py") else (name, "", "")
    if place.endswith(".py"):
        return place, wanted
    return (place, wanted) if wanted and all(part.isidentifier() for part in place.split(".")) else None


@cache
def load_plugin(name: str) -> type[Solver]:
    """Return the solver that ``module:name``, ``file.py`` or ``file.py:name`` leads to.

    >>> load_plugin("no_such_module:longest")
    Traceback (most recent call last):
    ...
    reasoner.errors.InputError: no_such_module:longest: No module named 'no_such_module'
    """
    place, wanted = _split(name) or (name, "")
    try:
        module = _run_file(Path(place)) if place.endswith(".py") else _import(place)
    except Exception as error:  # a user's own code may fail in any way; the place is what they need to know
        raise InputError(str(error) or type(error).__name__, path=name) from error
    if wanted and not hasattr(module, wanted):
        raise InputError(f"nothing in it is called {wanted!r}", path=place)
    return as_solver_class(getattr(module, wanted) if wanted else _only_solver(module, place))


def _import(name: str) -> ModuleType:
    """Import a module, also one that lies where the user stands."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return importlib.import_module(name)


def _run_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise InputError("there is no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _only_solver(module: ModuleType, place: str) -> Any:
    """Return the one class of solvers, or else the one public function, that a file defines itself."""
    own = [
        thing
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", None) == module.__name__
    ]
    classes = [thing for thing in own if isinstance(thing, type) and issubclass(thing, Solver)]
    found: list[Any] = classes or [thing for thing in own if inspect.isfunction(thing)]
    if len(found) != 1:
        names = ", ".join(thing.__name__ for thing in found) or "none"
        raise InputError(f"which is the solver ({names})? Name it: {place}:NAME", path=place)
    return found[0]
