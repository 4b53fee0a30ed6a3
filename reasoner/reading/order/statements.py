"""English about order read into statements about places: who is older than whom, what stands third from the left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reasoner.ilp.order import Before, Beside, Between, Denied, Joined, Place, Spot, Statement
from reasoner.reading.order.phrases import phrase_at
from reasoner.reading.order.places import Compared, Near, Phrase, Placed
from reasoner.reading.order.scales import FIRST, Pole, listed, number, phrases
from reasoner.reading.order.things import Things, words_of

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

    def meant(self, text: str) -> str | None:
        """Return the thing of which a text speaks; None where it is none, or several."""
        found = [word for word in self.things.marked(words_of(text)) if isinstance(word, int)]
        return self.things.names[found[0]] if len(found) == 1 else None

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
        elided = place + 1 + (words[place + 1 : place + 2] == ["the"])
        directly = next((found for found in _phrases(words) if found[0] in (place + 1, elided)), None)
        if directly and isinstance(directly[2], Placed):  # "Ann came first and BOB LAST"
            return True
        if directly:  # "the owl before the robin and THE ROBIN BEFORE the crow"
            return isinstance(directly[2], Compared) and any(isinstance(word, int) for word in words[directly[1] :][:2])
        return isinstance(after, str) and after not in listed("joints")

    def _statements(self, clause: _Clause) -> Iterator[Statement]:
        done = 0
        subject = self._group(clause.words[: clause.phrases[0][0]]) if clause.phrases else None
        before: Statement | None = None
        for number_, (begin, end, phrase) in enumerate(clause.phrases):
            lead = clause.between(done, begin)
            stop = clause.phrases[number_ + 1][0] if number_ + 1 < len(clause.phrases) else len(clause.words)
            if number_ and (led := self._relative(lead)):
                subject = led
            if _describes(clause.words, begin, end, phrase):
                continue
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
            return _before_all(phrase, subject, after)
        if isinstance(phrase, Near) and phrase.between:
            pair = others.names
            if len(pair) != 2:  # "the race between Ann, Bo and Cy" tells of no place
                return None
            return _join(subject, lambda name: Between(*((one, "order") for one in (name, *pair))))
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


def _describes(words: Sequence[str | int], begin: int, end: int, phrase: Phrase) -> bool:
    """Whether a phrase only says which thing is meant: "the soil behind the mill"."""
    if not isinstance(phrase, Compared | Near) or begin == 0 or not isinstance(words[begin - 1], int):
        return False
    return not set(listed("stating")) & set(_texts(words[begin:end])) and not _verb_like(words[begin:end])


def _verb_like(words: Sequence[str | int]) -> bool:
    return tuple(_texts(words)) in phrases("verbs") or tuple(_texts(words[:-1])) in phrases("verbs")


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
    place = phrase.index * phrase.pole.end
    return Place(_spot(name, phrase), frozenset({place, -place} if phrase.either else {place}))


def _before_all(phrase: Phrase, subject: _Group | None, after: Sequence[str | int]) -> Statement | None:
    """ "older than everybody else", "in front of all the others"."""
    if not isinstance(phrase, Compared) or not any(word in listed("everybody") for word in after[:3]):
        return None
    return _join(subject, lambda name: _place_after(name, phrase, 0))


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


def above_all(pole: Pole, name: str | None, others: Iterable[str | None]) -> Statement | None:
    """Return that a thing is nearer to an end than each of some others: what "Which is older?" asks of a choice."""
    known = [other for other in others if other]
    if name is None or not known:
        return None
    return _join(_Group(tuple(known)), lambda other: _related(Compared(pole), name, other))


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text.

    >>> sentences_of("Ann won. Who came last?")
    ['Ann won.', 'Who came last?']
    """
    return [part for part in re.split(r"(?<!\bM[rs]\.)(?<!\bMrs\.)(?<!\bDr\.)(?<=[.?!])\s+", text.strip()) if part]
