"""The relations of typed facts, each once, from kb/relations.toml: arguments, wording, sign, what it excludes."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from reasoner.resources import data_folder


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between the arguments of a fact; kb/relations.toml says what each field means."""

    name: str
    arguments: tuple[str, ...]
    wording: str
    family: str
    inverse: str = ""
    sign: int = 0
    asks: frozenset[str] = frozenset()
    denies: str = ""
    excludes: tuple[str, ...] = ()
    one_way: bool = False
    either_way: bool = False
    repeats: str = ""
    between: str = ""
    fact_type: bool = False


@dataclass(frozen=True, slots=True)
class Imported:
    """What another collection calls one of our relations, with the words that it stands for there."""

    relation: str
    wording: str
    reversed: bool = False


@cache
def relations() -> dict[str, Relation]:
    """Return every relation by its name.

    >>> relations()["madeof"].wording, relations()["nota"].denies
    ('is made of', 'isa')
    """
    return {name: _relation(name, **fields) for name, fields in _read()["relation"].items()}


@cache
def imported(source: str) -> dict[str, Imported]:
    """Return what another collection calls our relations.

    >>> imported("conceptnet")["NotIsA"].relation
    'nota'
    """
    return {name: Imported(**fields) for name, fields in _read()[source].items()}


class Names:
    """Relations by name for code that treats one in its own way: a name that the file does not have is an error.

    >>> names.isa
    'isa'
    >>> names.isnot
    Traceback (most recent call last):
    ...
    AttributeError: kb/relations.toml has no relation 'isnot'
    """

    def __getattr__(self, name: str) -> str:
        if name not in relations():
            raise AttributeError(f"kb/relations.toml has no relation {name!r}")
        return name


names = Names()


def exclusive_pairs() -> list[tuple[str, str]]:
    """Return the relations that cannot hold of the same arguments, in pairs.

    >>> ("can", "cannot") in exclusive_pairs(), ("causes", "prevents") in exclusive_pairs()
    (True, True)
    """
    known = relations().values()
    pairs = [(each.name, other) for each in known for other in each.excludes]
    return pairs + [(each.denies, each.name) for each in known if each.denies]


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads((data_folder("kb") / "relations.toml").read_text(encoding="utf-8"))


def _relation(name: str, arguments: list[str], asks: str = "", excludes: tuple[str, ...] = (), **rest: Any) -> Relation:
    return Relation(name, tuple(arguments), asks=frozenset(asks.split()), excludes=tuple(excludes), **rest)
