"""The few weights of the support-graph solvers that training may change."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from reasoner.errors import InputError
from reasoner.weights import CERTIFICATE, values


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices in one unit: a fully covered stem earns `term`. Those that solvers use are fitted by `reasoner train ilp`.

    The numbers below are where that search starts.

    term          for covering the stem's terms, shared out by rarity
    answer_share  for covering the choice's terms, shared out by rarity
    answer_count  for each covered term of the choice, by rarity
    cell          for the share of a row or tuple that is aligned, by rarity
    alike         for each alignment of words that only mean the same (a cost)
    unit          for each row or tuple used (a cost)
    given_answer  for a term of the choice that a given fact covers, on top of what it earns anyway
    link          for a link of two units, by the rarity of the shared word
    hop           for each link (a cost)
    later         how much more the last term of the stem weighs than the first
    found         for what was found to lead to a choice, by how near it comes to the best found for any
    denial        what a row or tuple takes from a choice whose claim it denies
    light         the share of its rarity that a word keeps which names no thing of its own ("thing", "kind")
    """

    term: float = 1.5
    answer_share: float = 0.25
    answer_count: float = 0.6
    cell: float = 0.5
    alike: float = 0.2
    unit: float = 0.8
    given_answer: float = 2.0
    link: float = 0.2
    hop: float = 0.6
    later: float = 0.0
    found: float = 1.0
    denial: float = 2.0
    light: float = 0.4

    @classmethod
    def load(cls, name: str, path: str | None = None) -> Weights:
        """Return the weights in a file that `reasoner train ilp` wrote, or those that come with the package.

        >>> Weights.load("ilp").term
        1.5
        """
        if not path:
            return cls(**values(name))
        try:
            numbers = tomllib.loads(Path(path).read_text(encoding="utf-8"))
            return cls(**{name: float(value) for name, value in numbers.items() if name != CERTIFICATE})
        except (OSError, ValueError, TypeError, AttributeError) as error:
            known = ", ".join(field.name for field in fields(cls))
            message = f"no weights in it ({error}); it must map names to numbers: {known}"
            raise InputError(message, path=path) from None

    @classmethod
    def start(cls, name: str) -> Weights:
        """Return where the search for the weights of a solver starts.

        >>> Weights.start("table-ilp") == Weights()
        True
        """
        return _START.get(name, cls())


#: Without tables, what counts is how much of the choice is covered.
_START = {"tuple-ilp": Weights(term=2.0, answer_share=0.0, answer_count=1.2, unit=0.5)}
