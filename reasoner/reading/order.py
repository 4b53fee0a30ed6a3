"""English about order read into statements about places: who is older than whom, what stands third from the left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reasoner.ilp.order import Before, Beside, Between, Denied, Joined, Place, Spot, Statement
from reasoner.reading.order_phrases import Compared, Near, Phrase, Placed, phrase_at
from reasoner.reading.scales import FIRST, listed, number
from reasoner.reading.things import Things, words_of

_SPLITTERS = {",", ";", "and", "but", "while", "whereas", "."}


@dataclass(frozen=True, slots=True)
class _Clause:
    """A row of words in which things stand as their numbers, and the phrases about order in it."""

    words: list[str | int]
    phrases: list[tuple[int, int, Phrase]]

    def between(self, start: int, end: int) -> list[str | int]:
        return self.words[start:end]


class OrderReader:
    """Reads sentences about the order of some things.

    Scales are left as they are written ("height/length" for "short") and places count from either end (-1: the last)
    until `resolved` knows all that is said.

    >>> reader = OrderReader(Things(["the owl", "the robin", "the crow"]))
    >>> reader.read("The robin is to the left of the crow, but it is not the leftmost.")[0]
    Before(first=('robin', 'left'), second=('crow', 'left'), gap=None)
    >>> reader.read("Old birds sleep well.")
    []
    """

    def __init__(self, things: Things) -> None:
        self.things = things

    def read(self, text: str) -> list[Statement]:
        """Return what a text says about places; an empty list where it says nothing."""
        words = self.things.marked(words_of(text))
        return [statement for clause in self._clauses(words) for statement in self._statements(clause)]

    def _clauses(self, words: list[str | int]) -> Iterator[_Clause]:
        start = 0
        for place, word in enumerate(words):
            if word in _SPLITTERS and self._starts_clause(words, place + 1) and any(_phrases(words[start:place])):
                yield _Clause(words[start:place], list(_phrases(words[start:place])))
                start = place + 1
        yield _Clause(words[start:], list(_phrases(words[start:])))

    def _starts_clause(self, words: list[str | int], place: int) -> bool:
        """Whether a thing with a verb of its own follows, and a phrase about order after that."""
        while place < len(words) and words[place] in ("the", "a", "an", "that", "and", "but", ","):
            place += 1
        if place >= len(words) or not any(_phrases(words[place:])):
            return False
        first = words[place]
        if not isinstance(first, int):
            return first in ("only", "nobody", "there")
        after = words[place + 1] if place + 1 < len(words) else ","
        return (
            isinstance(after, str)
            and after not in listed("joints")
            and not any(begin == place + 1 for begin, _, _ in _phrases(words))
        )

    def _statements(self, clause: _Clause) -> Iterator[Statement]:
        done = 0
        subject = self._group(clause.words[: clause.phrases[0][0]]) if clause.phrases else None
        before: Statement | None = None
        for number_, (begin, end, phrase) in enumerate(clause.phrases):
            lead = clause.between(done, begin)
            stop = clause.phrases[number_ + 1][0] if number_ + 1 < len(clause.phrases) else len(clause.words)
            if number_ and (led := self._relative(lead)):
                subject = led
            said = self._statement(phrase, subject, clause.between(end, stop), clause.words[:begin])
            if said is not None:
                said = _denied(said) if any(word in listed("denials") for word in lead) else said
                alternative = before is not None and "or" in lead and not any(isinstance(word, int) for word in lead)
                if alternative and before is not None:
                    said = Joined((before, said))
                elif before is not None:
                    yield before
                before = said
            if subject is None:
                subject = self._group(clause.between(end, stop))
            done = end
        if before is not None:
            yield before

    def _relative(self, lead: Sequence[str | int]) -> _Group | None:
        """The thing of which "..., which is" goes on to speak."""
        for place, word in enumerate(lead):
            if word in listed("relatives"):
                things = [thing for thing in lead[:place] if isinstance(thing, int)]
                return _Group(tuple(self.things.names[thing] for thing in things[-1:])) if things else None
        return None

    def _group(self, words: Sequence[str | int]) -> _Group | None:
        """The things that are joined by "and" or "or"."""
        places = [place for place, word in enumerate(words) if isinstance(word, int)]
        if not places:
            return None
        last = places[0]
        for place in places[1:]:
            if any(word not in listed("joints") for word in words[last + 1 : place] if isinstance(word, str)):
                break
            last = place
        members = [self.things.names[word] for word in words[places[0] : last + 1] if isinstance(word, int)]
        between = words[places[0] : last]
        return _Group(tuple(members), any_of="or" in between, only="only" in words[: places[0]])

    def _statement(
        self, phrase: Phrase, subject: _Group | None, after: Sequence[str | int], lead: Sequence[str | int]
    ) -> Statement | None:
        others = self._group(after)
        if isinstance(phrase, Placed):
            return _join(subject or others, lambda name: _placed(name, phrase))
        if others is None:
            return None
        if isinstance(phrase, Near) and phrase.between:
            pair = others.names[:2]
            return (
                _join(subject, lambda name: Between(*((one, "order") for one in (name, *pair))))
                if len(pair) > 1
                else None
            )
        if subject is None:
            counted = self._counted(phrase, lead, others)
            if counted is not None:
                return counted
            rest = [self.things.names[word] for word in after if isinstance(word, int)]
            subject, others = _Group(tuple(rest[1:])), _Group(tuple(rest[:1]))
        said = _join(subject, lambda name: _join(others, lambda other: _related(phrase, name, other)))
        if said is not None and subject.only and isinstance(phrase, Compared):
            alone = _place_after(others.names[0], phrase, 1)
            return Joined((said, alone), all_of=True)
        return said

    def _counted(self, phrase: Phrase, lead: Sequence[str | int], others: _Group) -> Statement | None:
        """ "Two birds are to the left of the owl", "nobody finished above Ann"."""
        texts = [word for word in lead if isinstance(word, str)]
        if not isinstance(phrase, Compared):
            return None
        if any(word in listed("nobody") for word in texts) or " ".join(texts).startswith("no "):
            return _place_after(others.names[0], phrase, 0)
        if any(word in listed("everybody") for word in texts):
            return _place_after(others.names[0], replace(phrase, pole=phrase.pole.turned()), 0)
        counts = [count for word in texts if word not in ("a", "no") and (count := number(word))]
        return _place_after(others.names[0], phrase, counts[0]) if counts else None


@dataclass(frozen=True, slots=True)
class _Group:
    """Things of which something is said together."""

    names: tuple[str, ...]
    any_of: bool = False
    only: bool = False


def _texts(words: Sequence[str | int]) -> list[str]:
    """The words with a mark that no phrase holds in the place of each thing."""
    return [word if isinstance(word, str) else "*" for word in words]


def _phrases(words: Sequence[str | int]) -> Iterator[tuple[int, int, Phrase]]:
    texts, place = _texts(words), 0
    while place < len(texts):
        found = phrase_at(texts, place)
        if found:
            yield place, found[0], found[1]
        place = found[0] if found else place + 1


def _join(group: _Group | None, say: Callable[[str], Statement | None]) -> Statement | None:
    if group is None:
        return None
    said = [one for name in group.names if (one := say(name)) is not None]
    if len(said) < 2:
        return said[0] if said else None
    return Joined(tuple(said), all_of=not group.any_of)


def _denied(statement: Statement) -> Statement:
    """The denial; what is said together of several things is denied of each: "neither Ann nor Bob is the oldest"."""
    if isinstance(statement, Joined) and statement.all_of:
        return Joined(tuple(Denied(part) for part in statement.parts), all_of=True)
    return Denied(statement)


def _spot(name: str, phrase: Compared | Placed) -> Spot:
    return name, "/".join(phrase.pole.scales)


def _placed(name: str, phrase: Placed) -> Place:
    return Place(_spot(name, phrase), frozenset({phrase.index * phrase.pole.end}))


def _place_after(name: str, phrase: Compared, count: int) -> Place:
    """The place of something with so many things on one side of it."""
    return Place(_spot(name, phrase), frozenset({(count + 1) * phrase.pole.end}))


def _related(phrase: Phrase, name: str, other: str) -> Statement | None:
    if isinstance(phrase, Near):
        return Beside((name, "order"), (other, "order"))
    if isinstance(phrase, Placed) or name == other:
        return None
    one, two = _spot(name, phrase), _spot(other, phrase)
    return Before(one, two, phrase.gap) if phrase.pole.end == FIRST else Before(two, one, phrase.gap)


def scales_of(statements: Iterable[Statement]) -> dict[str, str]:
    """Return the scale that each way of speaking stands for, given everything that is said.

    "Short" is of the scale that other words speak of; "first" and "behind" belong to the only other scale there is.

    >>> tall, short = Before(("a", "height"), ("b", "height")), Before(("a", "height/length"), ("b", "order"))
    >>> scales_of([tall, short])
    {'height': 'height', 'height/length': 'height', 'order': 'height'}
    """
    written = list(dict.fromkeys(scale for statement in statements for _, scale in statement.spots))
    clear = [scale for scale in written if "/" not in scale]
    chosen = {scale: next((one for one in scale.split("/") if one in clear), scale.split("/")[0]) for scale in written}
    others = [scale for scale in dict.fromkeys(chosen.values()) if scale != "order"]
    if len(others) == 1:
        chosen["order"] = others[0]
    return {scale: chosen[scale] for scale in written}


def resolved(statement: Statement, scales: dict[str, str], count: int) -> Statement:
    """Return a statement with its scale chosen and its places counted from the first end.

    >>> resolved(Place(("owl", "order"), frozenset({-2})), {"order": "left"}, 5)
    Place(spot=('owl', 'left'), places=frozenset({4}))
    """

    def put(spot: Spot) -> Spot:
        return spot[0], scales[spot[1]]

    if isinstance(statement, Place):
        return Place(put(statement.spot), frozenset(_counted(place, count) for place in statement.places))
    if isinstance(statement, Before):
        return Before(put(statement.first), put(statement.second), statement.gap)
    if isinstance(statement, Beside):
        return Beside(put(statement.one), put(statement.other))
    if isinstance(statement, Between):
        return Between(put(statement.inner), put(statement.one), put(statement.other))
    if isinstance(statement, Joined):
        return Joined(tuple(resolved(part, scales, count) for part in statement.parts), statement.all_of)
    return Denied(resolved(statement.of, scales, count))


def _counted(place: int, count: int) -> int:
    if place == 0:
        return (count + 1) // 2
    return place if place > 0 else count + 1 + place


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text.

    >>> sentences_of("Ann won. Who came last?")
    ['Ann won.', 'Who came last?']
    """
    return [part for part in re.split(r"(?<!\bM[rs]\.)(?<!\bMrs\.)(?<!\bDr\.)(?<=[.?!])\s+", text.strip()) if part]
