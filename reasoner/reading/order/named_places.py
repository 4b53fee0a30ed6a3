"""Places that have names: where one thing goes to each of some days or months, "on Tuesday" is the second place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.language.english import table

#: "The day AFTER the talk", where each thing has a day.
_NEXT = re.compile(r"(?i)\b(?:on |in )?the (?:day|month) (?:right |just )?(before|after)\b")
_APART = re.compile(r"(?i)\b(\w+) (?:days|months) (before|after|later than|earlier than)\b")
_ORDINALS = tuple(table("order")["ordinals"])


@dataclass(frozen=True, slots=True)
class NamedPlaces:
    """Names that are places, in their order, and the sentence that lists them and places nothing itself."""

    names: tuple[str, ...]
    listing: str

    def counted(self, text: str) -> str:
        """Return a text with each name as the ordinal of its place.

        >>> NamedPlaces(("monday", "tuesday"), "").counted("Ann sings on Tuesday, the day after Bob.")
        'Ann sings second, immediately after Bob.'
        """
        listing = text == self.listing
        text = _APART.sub(r"\1 places \2", _NEXT.sub(r"immediately \1", text))
        for name, place in zip(self.names, _ORDINALS, strict=False):
            text = re.sub(rf"(?i)\b(?:(?:on|in) )?(?:a )?{name}\b", "" if listing else place, text)
        return text


def named_places(sentences: Sequence[str]) -> NamedPlaces | None:
    """Return the days or months that a sentence gives out one by one, if one does.

    >>> named_places(["Three plays are on from Monday to Wednesday, one a day."]).names
    ('monday', 'tuesday', 'wednesday')
    >>> named_places(["Ann came on Monday and Bob on Tuesday."])
    """
    for sentence in sentences:
        for kind in ("days", "months"):
            names: list[str] = table("numbers")[kind]["names"].split()
            said = [word for word in re.findall(r"\w+", sentence.lower()) if word in names]
            places = [names.index(name) for name in said]
            span = len(said) == 2 and re.search(rf"(?i)\bfrom {said[0]} to {said[1]}\b", sentence)
            listed = len(said) > 2 and places == list(range(places[0], places[0] + len(places)))
            if (span or listed) and places[-1] - places[0] < len(_ORDINALS):
                return NamedPlaces(tuple(names[places[0] : places[-1] + 1]), sentence)
    return None
