"""Options of solvers: what each is, read from the signature that takes it, so that it is written down once."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from reasoner.errors import UsageError


@dataclass(frozen=True)
class Option:
    """One option of a solver: its types, what it is where it is not set, and what it means."""

    name: str
    kinds: tuple[Any, ...]
    default: Any
    meaning: str

    @property
    def kind(self) -> str:
        """Its types in words.

        >>> Option("seed", (int, NoneType), None, "").kind
        'int'
        """
        return " or ".join(getattr(kind, "__name__", str(kind)) for kind in self.kinds if kind is not NoneType)

    def takes(self, value: Any) -> bool:
        """Whether a value is of one of its types.

        >>> Option("share", (float,), 0.5, "").takes(1), Option("seed", (int,), 0, "").takes(True)
        (True, False)
        """
        return any(_fits(value, kind) for kind in self.kinds)


def options_of(solver: type) -> dict[str, Option]:
    """Return the options of a class of solvers, apart from its knowledge.

    >>> class Lucky:
    ...     def __init__(self, kb=None, seed: Annotated[int, "what the luck depends on"] = 7): ...
    >>> options_of(Lucky)["seed"].meaning
    'what the luck depends on'
    """
    return {option.name: option for option in _options(solver)}


def _options(solver: type) -> Iterator[Option]:
    hints = get_type_hints(solver.__init__, include_extras=True)  # type: ignore[misc]  # a class, no instance
    for name, parameter in inspect.signature(solver).parameters.items():
        if name == "kb":
            continue
        hint, meaning = hints.get(name, Any), ""
        if get_origin(hint) is Annotated:
            hint, meaning = get_args(hint)[:2]
        yield Option(name, get_args(hint) or (hint,), parameter.default, meaning)


def split_name(name: str) -> tuple[str, dict[str, Any]]:
    """Split a name of a solver with options of its own.

    >>> split_name("chain[soft=embeddings]"), split_name("ir")
    (('chain', {'soft': 'embeddings'}), ('ir', {}))
    """
    if not name.endswith("]") or "[" not in name:
        return name, {}
    plain, _, inner = name[:-1].partition("[")
    return plain, dict(setting(text, name) for text in inner.split(";"))


def setting(text: str, where: str) -> tuple[str, Any]:
    """Split NAME=VALUE; numbers and true/false become what they look like.

    >>> setting("window=10", "--set window=10"), setting("soft=embeddings", "")
    (('window', 10), ('soft', 'embeddings'))
    """
    name, equals, value = text.strip().partition("=")
    if not equals or not name:
        raise UsageError(f"{where}: write NAME=VALUE")
    for convert in (int, float):
        try:
            return name, convert(value)
        except ValueError:
            continue
    return name, {"true": True, "false": False}.get(value.lower(), value)


def check_options(name: str, known: Mapping[str, Option], given: Mapping[str, Any]) -> None:
    """Raise UsageError where a solver has no such option, or one of another type."""
    for option, value in given.items():
        if option == "kb":
            continue
        if option not in known:
            raise UsageError(f"solver {name!r} has no option {option!r}; it has {', '.join(sorted(known)) or 'none'}")
        if not known[option].takes(value):
            raise UsageError(f"option {option} of solver {name!r} is {known[option].kind}, not {value!r}")


def _fits(value: Any, kind: Any) -> bool:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and kind in (int, float):
        return math.isfinite(value) and (kind is float or isinstance(value, int))
    return not isinstance(kind, type) or (isinstance(value, kind) and (kind is not int or not isinstance(value, bool)))
