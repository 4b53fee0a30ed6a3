"""How wide a text will be drawn, estimated without a font, and lines that fit a width."""

from __future__ import annotations

import unicodedata

#: Width of a character in parts of the font size. Read off DejaVu Sans, the widest font in common use, so that a text
#: drawn in another one takes less room than was kept for it.
_NARROW, _MIDDLE, _WIDE, _CAPITAL, _FULL = 0.40, 0.66, 1.0, 0.79, 1.3
_CLASSES = {**dict.fromkeys("ijl.,:;'`|!I()[]f/\\ tr\"-", _NARROW), **dict.fromkeys("mwMW@%&—…", _WIDE)}


def width(text: str, size: float) -> float:
    """Return about how wide a text is at a font size; seldom too little.

    >>> width("mm", 10) > width("ii", 10)
    True
    """
    return size * sum(map(_of, text))


def _of(character: str) -> float:
    if character in _CLASSES:
        return _CLASSES[character]
    if unicodedata.east_asian_width(character) in "WF":
        return _FULL
    if unicodedata.combining(character):
        return 0.0
    if character.isascii():
        return _CAPITAL if character.isupper() else _MIDDLE
    return _WIDE


def wrap(text: str, room: float, size: float, most: int) -> list[str]:
    """Break a text into lines no wider than `room`: between words where it can be, inside a long word else.

    What does not fit on `most` lines is left out, and an ellipsis says so.

    >>> wrap("steel is made of metal", 70, 10, 3)
    ['steel is', 'made of', 'metal']
    >>> wrap("steel is made of metal", 70, 10, 2)
    ['steel is', 'made of…']
    """
    lines = [""]
    for word in text.split():
        for piece in _pieces(word, room, size):
            joined = f"{lines[-1]} {piece}" if lines[-1] else piece
            if width(joined, size) <= room:
                lines[-1] = joined
            else:
                lines.append(piece)
        if len(lines) > most:
            return [*lines[: most - 1], _shorten(lines[most - 1], room, size)]
    return lines


def _pieces(word: str, room: float, size: float) -> list[str]:
    pieces, used = [""], 0.0
    for character in word:
        used += size * _of(character)
        if used > room and pieces[-1]:
            pieces.append("")
            used = size * _of(character)
        pieces[-1] += character
    return pieces


def _shorten(line: str, room: float, size: float) -> str:
    while line and width(line + "…", size) > room:
        line = line[:-1]
    return line.rstrip() + "…"
