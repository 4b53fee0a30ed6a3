"""The things that a puzzle puts in order: found in a list of them, in the choices or in what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from reasoner.language.parse.pipeline import parse
from reasoner.reading.order.phrases import phrase_at
from reasoner.reading.order.scales import listed, number, singular

_ARTICLES = {"a", "an", "the", "some", "his", "her", "their", "my", "our"}
#: "Mr. Hall" is one name, and no sentence ends in it.
_TITLE = re.compile(r"\b(mr|mrs|ms|dr|st)\.")
#: "Ann, Bob and Cem".
_NAME = r"[A-Z]\w+(?:\.? [A-Z]\w+)*"
_NAMES = re.compile(rf"{_NAME}(?:, {_NAME})+,? and {_NAME}")
_WORD = re.compile(r"[$€£]?\d+(?:[.,:]\d+)+|[$€£]\d+|[^\W_]+(?:'[^\W_]+)*|[,;.?!:]")
_POSSESSIVE = re.compile(r"'s\b|(?<=s)'(?=\s|$)")
_LIST = re.compile(r"(?::(?!\d)|\s[-–—]\s)(.+?)(?:[.;]|\s[-–—]\s|$)")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, hyphens undone, without the sign of the possessive.

    >>> words_of("Ann's car is second-newest.")
    ['ann', 'car', 'is', 'second', 'newest', '.']
    >>> words_of("It left at 8:15 and cost $1,200.50.")
    ['it', 'left', 'at', '8:15', 'and', 'cost', '$1,200.50', '.']
    """
    plain = _TITLE.sub(r"\1", text.lower().replace("’", "'").replace("-", " "))
    return _WORD.findall(_POSSESSIVE.sub("", plain))


def name_of(phrase: str) -> str:
    """Return a thing's name: its words without article.

    >>> name_of("The blue Book"), name_of("and an owl")
    ('blue book', 'owl')
    """
    words = [word for word in words_of(phrase) if word not in ",;.?!:"]
    while words and words[0] in _ARTICLES | {"and", "or"}:
        words.pop(0)
    return " ".join(words)


class Things:
    """Some things by name, and where a sentence speaks of them.

    >>> things = Things(["a red book", "a blue book", "a mango"])
    >>> things.marked(words_of("The blue one costs more than the mangoes."))
    ['the', 1, 'costs', 'more', 'than', 'the', 2, '.']
    """

    def __init__(self, phrases: Iterable[str], kinds: Iterable[str] = ()) -> None:
        self.names = list(dict.fromkeys(filter(None, map(name_of, phrases))))
        self._kinds = frozenset(kinds)
        self._ways: dict[tuple[str, ...], int] = {}
        rows = [tuple(name.split()) for name in self.names]
        for place, row in enumerate(rows):
            self._ways.setdefault(tuple(map(singular, row)), place)
        for place, row in enumerate(rows):
            for way in _shorter(row, rows, self._kinds):
                self._ways.setdefault(tuple(map(singular, way)), place)
        self._longest = max((len(way) for way in self._ways), default=0)

    def marked(self, words: Sequence[str]) -> list[str | int]:
        """Return the words with each thing's number in the place of its name; a kind's noun after it is left out."""
        found: list[str | int] = []
        place = 0
        while place < len(words):
            size, thing = self._at(words, place)
            found.append(words[place] if thing is None else thing)
            place += size
            if thing is not None and place < len(words) and singular(words[place]) in self._kinds:
                place += 1
        return found

    def _at(self, words: Sequence[str], place: int) -> tuple[int, int | None]:
        for size in range(self._longest, 0, -1):
            thing = self._ways.get(tuple(singular(word) for word in words[place : place + size]))
            if thing is not None and place + size <= len(words):
                return size, thing
        return 1, None


def _shorter(row: tuple[str, ...], rows: Sequence[tuple[str, ...]], kinds: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield other ways to speak of a thing: the red one, the one from Rome, parcel P as P, a wood box as wooden."""
    if len(row) == 1:
        yield (f"{row[0]}en",)
        return
    if row[1] in ("of", "from"):
        yield from (("one", *row[1:]), ("that", *row[1:]), row[2:])
        return
    yield (*row[:-1], "one")
    if sum(other[-1] == row[-1] for other in rows) > 1:
        yield row[:-1]
    if singular(row[0]) in kinds:
        yield row[1:]


def speaks_of_order(text: str) -> bool:
    """Whether a text holds a phrase about order.

    >>> speaks_of_order("the oldest"), speaks_of_order("the old owl")
    (True, False)
    """
    words = words_of(text)
    return any(phrase_at(words, place) for place in range(len(words)))


def listed_things(sentences: Iterable[str]) -> tuple[list[str], set[str], int]:
    """Return the longest list of things that sentences give, the nouns for their kind, and how many are said to be.

    >>> listed_things(["On a branch sit three birds: an owl, a robin and a crow."])
    (['an owl', 'a robin', 'a crow'], {'bird'}, 3)
    """
    best: list[str] = []
    kinds: set[str] = set()
    count = 0
    for sentence in sentences:
        found = _after_colon(sentence) or _coordinated(sentence)
        if len(found) > len(best):
            best = found
        words = words_of(sentence)
        for word, after in pairwise(words):
            if (number(word) or 0) > 1 and after.endswith("s") and after not in listed("no_verbs"):
                kinds.add(singular(after))
                count = max(count, number(word) or 0) if found else count
    return best, kinds, count


def _after_colon(sentence: str) -> list[str]:
    found = _LIST.search(sentence)
    items = re.split(r",\s*(?:and\s+)?|\s+and\s+", found[1]) if found else []
    return [item.strip() for item in items if item.strip()] if len(items) > 1 else []


def _coordinated(sentence: str) -> list[str]:
    """The longest row of nouns joined by "and"."""
    names = _NAMES.search(sentence)
    best = re.findall(_NAME, names[0]) if names else []
    for token in parse(sentence):
        group = [token, *token.conjuncts]
        if (
            token.dep_ != "conj"
            and len(group) > max(len(best), 1)
            and all(one.pos_ in ("NOUN", "PROPN") for one in group)
        ):
            best = [_phrase(one) for one in group]
    return best


def _phrase(token: Any) -> str:
    before = [left for left in token.lefts if left.dep_ in ("det", "amod", "compound", "poss")]
    lefts = [left.text for left in before if left.tag_ != "VBN"]  # "labelled salt, rice and tea"
    return " ".join([*lefts, token.text])


def spoken_things(sentences: Iterable[str]) -> list[str]:
    """Return what sentences about order speak of, for puzzles that give no list.

    >>> spoken_things(["Ann is older than Bob.", "The red bus is the second from the left.", "It was a nice day."])
    ['Ann', 'Bob', 'red bus']
    """
    found: list[str] = []
    for sentence in sentences:
        row: list[Any] = []
        before = None
        for token in (*_plain_tokens(sentence), None):
            if token is not None and (_names(token) or _continues(token, row)):
                row.append(token)
                continue
            if row and _is_thing(row, before, token):
                found.append(" ".join(one.text for one in row))
            before = token if token is None or token.pos_ != "DET" else before
            row = []
    return list(dict.fromkeys(found))


def _names(token: Any) -> bool:
    return token.pos_ in ("NOUN", "PROPN", "ADJ") or _is_name(token)


def _continues(token: Any, row: Sequence[Any]) -> bool:
    """Whether a word goes on with the name of a thing: the sign of the possessive, the number of "drum two"."""
    return bool(row) and (token.text in ("'s", "’s") or (token.pos_ == "NUM" and row[-1].pos_ in ("NOUN", "PROPN")))


def _is_thing(row: Sequence[Any], before: Any, after: Any) -> bool:
    """Whether some words can be a thing that is put in order: not "on the shelf", not "a row of", no bare quality."""
    if row[-1].pos_ == "ADJ" and not _is_name(row[-1]):
        return False
    placed = before is not None and before.pos_ == "ADP"
    of = after is not None and after.lower_ == "of"
    determiners = [left.lower_ for left in row[-1].lefts if left.dep_ == "det"]
    kind = row[-1].dep_ == "attr" and determiners in (["a"], ["an"])  # "is a hill"
    return not (placed or of or kind or set(determiners) & set(listed("quantifiers")))


def _is_name(token: Any) -> bool:
    """Whether a word has a capital that no start of a sentence explains."""
    return bool(token.i and token.text[0].isupper())


def _plain_tokens(sentence: str) -> list[Any]:
    """The tokens of a sentence, with None for each phrase about order; empty where there is no such phrase."""
    doc = parse(sentence.replace("-", " "))
    words = [token.lower_ for token in doc]
    kept: list[Any] = []
    place = 0
    while place < len(words):
        found = phrase_at(words, place)
        kept.append(None if found else doc[place])
        place = found[0] if found else place + 1
    return kept if None in kept else []
