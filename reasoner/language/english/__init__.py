"""What is known of English, as data files beside this one: word lists (`NAME.txt`) and tables (`NAME.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


@cache
def words(name: str) -> frozenset[str]:
    """Return the words of a list; a line may hold several, and `#` starts a comment.

    >>> "not" in words("negations")
    True
    """
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines for word in line.partition("#")[0].split())


@cache
def phrases(name: str) -> tuple[str, ...]:
    """Return the lines of a list whose entries may hold several words, in their order.

    >>> phrases("universal_subjects")[0]
    'someone'
    """
    lines = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(entry for line in lines if (entry := line.partition("#")[0].strip()))


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table: what each word stands for, is opposed to or turns into. Read it, never change it.

    >>> table("opposites")["hot"]
    ['cold']
    """
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def listed(name: str, entry: str) -> frozenset[str]:
    """Return the words that one entry of a table lists.

    >>> sorted(listed("asking", "adverb_words"))
    ['how', 'when', 'where', 'why']
    """
    return frozenset(table(name)[entry].split())


@cache
def opposites() -> dict[str, frozenset[str]]:
    """Return the opposites of each word, either way round. Read it, never change it.

    >>> "hot" in opposites()["cold"], "cold" in opposites()["hot"]
    (True, True)
    """
    turned: dict[str, set[str]] = {}
    for word, others in table("opposites").items():
        for other in others:
            turned.setdefault(word, set()).add(other)
            turned.setdefault(other, set()).add(word)
    return {word: frozenset(others) for word, others in turned.items()}
