"""Stories about what happens when: clauses joined by then, before, after and once, read into statements about order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reasoner.ilp.order import Before
from reasoner.language.english import table
from reasoner.language.terms import content_lemmas
from reasoner.reading.order.things import name_of, speaks_of_order, words_of


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause by the event that it tells of, the words that join it to what is before, and whether it comes first."""

    event: str
    joint: str
    leads: bool


@dataclass(slots=True)
class Events:
    """Some events by name, and where a text speaks of them.

    >>> events = Events(["the bell rings", "the gates open"])
    >>> list(events.read(["The bell rings, then the gates open."]))
    [(0, Before(first=('bell rings', 'order'), second=('gates open', 'order'), gap=None))]
    """

    names: list[str]
    _lemmas: dict[str, frozenset[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.names = [name_of(name) for name in self.names]
        self._lemmas = {name: frozenset(content_lemmas(name)) for name in self.names}

    def read(self, sentences: Sequence[str]) -> Iterator[tuple[int, Before]]:
        """Yield what sentences say about the order of events, each with the number of its sentence."""
        last: str | None = None
        for number, sentence in enumerate(sentences):
            clauses = list(self.clauses(sentence))
            for place, clause in enumerate(clauses):
                before = clauses[place - 1].event if place else last
                after = clauses[place + 1].event if place + 1 < len(clauses) else None
                pair = _pair(clause, before, after)
                if pair is not None and pair[0] != pair[1]:
                    yield number, Before((pair[0], "order"), (pair[1], "order"))
            last = clauses[-1].event if clauses else last

    def clauses(self, sentence: str) -> Iterator[_Clause]:
        """Yield the clauses of a sentence; an event that has no name yet gets the words of its clause as one."""
        joint: list[str] = []
        words: list[str] = []
        count = 0
        for word in (*words_of(sentence), "."):
            if word not in table("order")["events"]["joints"]:
                words.append(word)
                continue
            if event := self._event(words):
                yield _Clause(event, " ".join(joint), not count)
                joint, count = [], count + 1
            joint.append(word)
            words = []

    def _event(self, words: Sequence[str]) -> str | None:
        """The event of which some words tell: the one that shares most with them."""
        lemmas = frozenset(content_lemmas(" ".join(words)))
        if not lemmas:
            return None
        shares = {name: len(lemmas & theirs) / len(theirs) for name, theirs in self._lemmas.items() if theirs}
        best = max(shares, key=lambda name: shares[name], default=None)
        if best is not None and shares[best] > 0.5 and list(shares.values()).count(shares[best]) == 1:
            return best
        name = name_of(" ".join(words))
        self.names.append(name)
        self._lemmas[name] = lemmas
        return name


def _pair(clause: _Clause, before: str | None, after: str | None) -> tuple[str, str] | None:
    """The event of a clause and the one it is told beside, the earlier one first."""
    joints, kinds = set(clause.joint.split()), table("order")["events"]
    if joints & set(kinds["then"]):
        return (before, clause.event) if before else None
    other = after if clause.leads else before
    if other is None:
        return None
    if joints & set(kinds["before"]):
        return other, clause.event
    if joints & set(kinds["after"]):
        return clause.event, other
    return None


def tells_of_events(choices: Sequence[str], text: str) -> bool:
    """Whether choices are events of which a text tells one after the other.

    >>> tells_of_events(["the bell rings", "it opens"], "The bell rings and then the door opens.")
    True
    >>> tells_of_events(["Ann", "Bob"], "Ann came before Bob.")
    False
    """
    kinds = table("order")["events"]
    joined = {*kinds["then"], *kinds["before"], *kinds["after"]} & set(words_of(text))
    told = [choice for choice in choices if _has_verb(choice)]
    return bool(joined and told) and not any(map(speaks_of_order, choices))


def _has_verb(text: str) -> bool:
    from reasoner.language.parse.pipeline import parse

    return " " in text.strip() and any(token.pos_ in ("VERB", "AUX") for token in parse(text))  # "Cy" is a name
