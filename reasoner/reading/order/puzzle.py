"""A question about an order read as a whole: its things, its statements, and what each choice claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from reasoner.ilp.order import Denied, Joined, Spot, Statement
from reasoner.language.english import listed as english
from reasoner.question import Choice, Question
from reasoner.reading.order.amounts import AmountReader, ordered
from reasoner.reading.order.events import Events, tells_of_events
from reasoner.reading.order.named_places import named_places
from reasoner.reading.order.phrases import bare_comparative
from reasoner.reading.order.scales import listed
from reasoner.reading.order.statements import OrderReader, above_all, sentences_of
from reasoner.reading.order.things import Things, listed_things, name_of, speaks_of_order, spoken_things, words_of

#: "Who is the oldest IF Ann is younger than Bob?"
_IF = re.compile(r",?\s+(?:if|given that)\s+")


#: A sentence and where it stands.
Sentence = tuple[str, str]


#: A condition or a mere possibility states nothing of a thing, nor does what is said of whatever there may be.
_IF_SO = re.compile(
    r"\b(?:if|unless|whenever|might|perhaps|maybe|possibly|could|fails? to|refuses? to)\b|^(?:any|whatever|whoever)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and the sentences that make it; two where it compares values."""

    statement: Statement
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a question about an order says and asks.

    `claims` are what each label claims, `open_labels` the labels that claim that nothing is known.
    """

    things: list[str]
    count: int
    statements: list[Said]
    claims: dict[str, Statement]
    open_labels: frozenset[str] = frozenset()
    asks_what_may_be: bool = False


def read_puzzle(question: Question) -> Puzzle | None:
    """Return the puzzle that a question poses, or None where it is not about an order.

    >>> pair = (Choice("A", "Ann is the oldest."), Choice("B", "Bob is the oldest."))
    >>> read_puzzle(Question("1", "Ann is older than Bob. Which is true?", pair)).claims["B"]
    Place(spot=('bob', 'age'), places=frozenset({1}))
    """
    *before, asked = sentences_of(question.stem) or [""]
    asked, *supposed = _IF.split(asked, maxsplit=1)
    before += supposed
    sentences = [(text, f"given:{n}") for n, fact in enumerate(question.facts, 1) for text in sentences_of(fact)]
    sentences += [(text, "question") for text in before]
    sentences = [(text, source) for text, source in sentences if not _IF_SO.search(text)]
    choices, counted = question.choices, [text for text, _ in sentences]
    if places := named_places(counted):
        asked, counted = places.counted(asked), [places.counted(text) for text in counted]
        choices = tuple(replace(choice, text=places.counted(choice.text)) for choice in choices)
    if not _asks_about_order(asked, choices, counted):
        return None
    if tells_of_events([choice.text for choice in choices], " ".join(counted)):
        return _story(sentences, asked, choices)
    things, kinds, count = _things(counted, asked, choices)
    reader = OrderReader(Things(things, kinds))
    said = [(sentence, reader.read(text)) for sentence, text in zip(sentences, counted, strict=True)]
    statements = [Said(statement, (sentence,)) for sentence, read in said for statement in read]
    return _puzzle(reader, asked, choices, () if places else sentences, statements, count)


def _asks_about_order(asked: str, choices: Sequence[Choice], sentences: Iterable[str]) -> bool:
    """Whether the question or a choice uses a word of order at all: most questions do not, and go no further.

    Where sentences name every choice, "the mug on the left was ...", that is all its words of place are there for.
    """
    told = [text.lower() for text in sentences]
    named = all(any(f"{choice.text.lower()} " in text for text in told) for choice in choices)
    texts = (asked,) if named else (asked, *(choice.text for choice in choices))
    return any(map(speaks_of_order, texts)) or bool(bare_comparative(words_of(asked)))


def _story(sentences: Sequence[Sentence], asked: str, choices: Sequence[Choice]) -> Puzzle | None:
    """The puzzle of events that are told one after the other."""
    events = Events([choice.text for choice in choices])
    said = list(events.read([text for text, _ in sentences]))
    reader = OrderReader(Things(events.names))
    statements = [Said(before, (sentences[number],)) for number, before in said]
    return _puzzle(reader, asked, choices, (), statements, 0)


def _puzzle(
    reader: OrderReader,
    asked: str,
    choices: Sequence[Choice],
    sentences: Sequence[Sentence],
    statements: list[Said],
    count: int,
) -> Puzzle | None:
    claims, open_labels = _claims(reader, asked, choices)
    spoken = [*claims.values(), *(one.statement for one in statements)]
    statements += _by_value(reader.things, sentences, [scale for one in spoken for _, scale in one.spots])
    spoken += [one.statement for one in statements]
    names = [name for name in reader.things.names if count or name in _mentioned(spoken)]
    if not statements or not claims or len(names) < 2 or (not count and _out_of_nowhere(choices, claims, statements)):
        return None
    may = any(word in listed("may") for word in words_of(asked))
    return Puzzle(names, max(count, len(names)), statements, claims, open_labels, may)


def _out_of_nowhere(choices: Iterable[Choice], claims: Mapping[str, Statement], statements: Iterable[Said]) -> bool:
    """Whether a statement to judge places something on a scale where nothing that is said places it.

    That another is the largest city says nothing then: whoever is born in the largest city stands in no row with it.
    """
    if not all(_is_verdict(choice.text) for choice in choices):
        return False
    told = {place for said in statements for spot in said.statement.spots for place in _places(spot)}
    return any(told.isdisjoint(_places(spot)) for claim in claims.values() for spot in claim.spots)


def _places(spot: Spot) -> set[Spot]:
    """Return the thing of a spot with each scale that is meant, perhaps."""
    return {(spot[0], "order" if scale == "time" else scale) for scale in spot[1].split("/")}


def _by_value(things: Things, sentences: Sequence[Sentence], asked: Iterable[str]) -> list[Said]:
    """What measured values say about the order of the things."""
    amounts = AmountReader(things)
    read = [(sentence, measured) for sentence in sentences for measured in amounts.read(sentence[0])]
    pairs = ordered([measured for _, measured in read], list(asked))
    return [Said(said, tuple(dict.fromkeys((read[k][0], read[m][0])))) for (k, m), said in pairs]


def _mentioned(statements: Iterable[Statement]) -> set[str]:
    return {thing for statement in statements for thing, _ in statement.spots}


def _things(sentences: Sequence[str], asked: str, choices: Iterable[Choice]) -> tuple[list[str], set[str], int]:
    """The things, the nouns for their kind, and how many there are; 0 where no list says it."""
    things, kinds, count = listed_things(sentences)
    plain = [choice.text for choice in choices if not speaks_of_order(choice.text) and not _is_verdict(choice.text)]
    named = _named(plain, sentences)
    if not _speaks_of_all(Things(things, kinds), named):
        things, count = [], 0
    if len(things) > 2 and (not count or len(things) == count):
        return things, kinds, len(things)
    known = {f"{name_of(one)} " for one in named}
    offered = plain if named else []  # also what nothing is said of: it may still be the oldest
    spoken = [*things, *offered, *spoken_things(sentences if plain else [*sentences, asked])]
    spoken = [one for one in spoken if not any(name_of(one).startswith(name) for name in known)]
    names = {name_of(one): one for one in spoken if not speaks_of_order(one)}
    heads = {_stem(name.split()[-1]) for name in names if " " in name} | {_stem(kind) for kind in kinds}
    return [one for name, one in names.items() if _stem(name) not in heads], kinds, count


def _is_verdict(answer: str) -> bool:
    """Whether a choice is "yes", "false" or "cannot be determined"."""
    said = name_of(answer)
    return said in (*listed("yes"), *listed("no")) or any(said.startswith(word) for word in listed("unknown"))


def _named(phrases: Iterable[str], sentences: Iterable[str]) -> list[str]:
    """The phrases that sentences speak of: in the same words, as "the gold one", or without the possessive."""
    things = Things(phrases)
    spoken = {word for sentence in sentences for word in things.marked(words_of(sentence)) if isinstance(word, int)}
    return [name for number, name in enumerate(things.names) if number in spoken]


def _speaks_of_all(things: Things, named: Iterable[str]) -> bool:
    """Whether every choice that the text names is one of the things; a list without them is of something else."""
    return all(any(isinstance(word, int) for word in things.marked(words_of(one))) for one in named)


def _stem(word: str) -> str:
    return word.removesuffix("s")


def _claims(reader: OrderReader, asked: str, choices: Sequence[Choice]) -> tuple[dict[str, Statement], frozenset[str]]:
    whole = _one(reader.read(asked))
    compared = bare_comparative(words_of(asked))
    claims: dict[str, Statement] = {}
    unknown = set()
    for choice in choices:
        answer = name_of(choice.text)
        if any(answer.startswith(word) for word in listed("unknown")):
            unknown.add(choice.label)
        elif whole and answer in listed("yes"):
            claims[choice.label] = whole
        elif whole and answer in listed("no"):
            claims[choice.label] = Denied(whole)
        elif compared:
            others = [reader.meant(other.text) for other in choices if other is not choice]
            if claim := above_all(compared, reader.meant(choice.text), others):
                claims[choice.label] = claim
        elif claim := _claim(reader, asked, choice.text):
            claims[choice.label] = claim
    return claims, frozenset(unknown)


def _claim(reader: OrderReader, asked: str, choice: str) -> Statement | None:
    """What a choice says: by itself, as the subject of what is asked, or in the place that the question leaves open."""
    stem = " ".join(word for word in words_of(asked) if word not in english("asking", "noun_words"))
    stem = stem.rstrip(" ?.:")
    for text in (choice, f"{choice} {stem}", f"{stem} {choice}"):
        said = reader.read(text)
        mentioned = _mentioned(said)
        words = reader.things.marked(words_of(choice))
        if said and all(reader.things.names[word] in mentioned for word in words if isinstance(word, int)):
            return _one(said)
    return None


def _one(statements: Sequence[Statement]) -> Statement | None:
    if not statements:
        return None
    return statements[0] if len(statements) == 1 else Joined(tuple(statements), all_of=True)
