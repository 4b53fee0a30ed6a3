"""The same questions with other documents or other names: what a solver is given to read."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from reasoner.documents.mentions import count_mentions
from reasoner.errors import InputError

Record = dict[str, Any]
PLACEHOLDERS = 100


def all_documents(record: Record) -> Record:
    """Return the question as it is."""
    return record


def gold_chain(record: Record) -> Record:
    """Return the question with only the documents that lead to the answer."""
    if "chain" not in record:
        raise InputError("no gold chain is recorded", field="chain")
    return record | {
        "supports": [record["supports"][number] for number in record["chain"]],
        "chain": list(range(len(record["chain"]))),
    }


def candidates_only(record: Record) -> Record:
    """Return the question with only the documents that mention a candidate."""
    numbers = [
        number
        for number, text in enumerate(record["supports"])
        if any(count_mentions(name, text) for name in record["candidates"])
    ]
    return record | {
        "supports": [record["supports"][number] for number in numbers],
        "chain": [numbers.index(number) for number in record.get("chain", []) if number in numbers],
    }


CONDITIONS: dict[str, Callable[[Record], Record]] = {
    "all": all_documents,
    "gold": gold_chain,
    "candidates": candidates_only,
}


def mask(record: Record, seed: int = 0) -> Record:
    """Return the question with each candidate replaced by one placeholder wherever it stands.

    >>> asked = {"id": "1", "query": "capital Italy", "answer": "Rome", "candidates": ["Rome", "Bari"],
    ...          "supports": ["Rome is south of Siena. rome is old."]}
    >>> masked = mask(asked)
    >>> masked["supports"][0].replace(masked["answer"], "MASK")
    'MASK is south of Siena. MASK is old.'
    """
    names = sorted(record["candidates"], key=lambda name: (-len(name), name))
    if len(names) > PLACEHOLDERS:
        raise InputError(f"{len(names)} candidates, but there are {PLACEHOLDERS} placeholders", field="candidates")
    numbers = Random(f"{seed}:{record['id']}").sample(range(PLACEHOLDERS), len(names))
    tokens = {name.lower(): f"MASK{number}" for name, number in zip(names, numbers, strict=True)}
    anywhere = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
    masked = [anywhere.sub(lambda found: tokens[found[0].lower()], text) for text in record["supports"]]
    answer = {"answer": tokens[record["answer"].lower()]} if record.get("answer") else {}
    return record | answer | {"candidates": sorted(tokens.values()), "supports": masked}
