"""A question about an order read as a whole: its things, its statements, and what each choice claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reasoner.ilp.order import Denied, Joined, Statement
from reasoner.language.english import listed as english
from reasoner.question import Choice, Question
from reasoner.reading.order import OrderReader, sentences_of
from reasoner.reading.scales import listed
from reasoner.reading.things import Things, listed_things, name_of, speaks_of_order, spoken_things, words_of

#: "Who is the oldest IF Ann is younger than Bob?"
_IF = re.compile(r",?\s+(?:if|given that)\s+")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a question about an order says and asks.

    `statements` are the sentence, where it stands, and what it states; `claims` what each label claims;
    `open_labels` the labels that claim that nothing is known.
    """

    things: list[str]
    count: int
    statements: list[tuple[str, str, Statement]]
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
    things, kinds, count = _things([text for text, _ in sentences], question.choices)
    reader = OrderReader(Things(things, kinds))
    statements = [(text, source, said) for text, source in sentences for said in reader.read(text)]
    claims, open_labels = _claims(reader, asked, question.choices)
    names = [
        name for name in reader.things.names if count or name in _mentioned([*claims.values(), *_said(statements)])
    ]
    if not statements or not claims or len(names) < 2:
        return None
    may = any(word in listed("may") for word in words_of(asked))
    return Puzzle(names, max(count, len(names)), statements, claims, open_labels, may)


def _said(statements: Iterable[tuple[str, str, Statement]]) -> list[Statement]:
    return [said for _, _, said in statements]


def _mentioned(statements: Iterable[Statement]) -> set[str]:
    return {thing for statement in statements for thing, _ in statement.spots}


def _things(sentences: Sequence[str], choices: Iterable[Choice]) -> tuple[list[str], set[str], int]:
    """The things, the nouns for their kind, and how many there are; 0 where no list says it."""
    things, kinds, count = listed_things(sentences)
    if len(things) > 2 and (not count or len(things) == count):
        return things, kinds, len(things)
    text = f" {' '.join(map(name_of, sentences))} "
    plain = [choice.text for choice in choices if not speaks_of_order(choice.text)]
    named = [one for one in plain if f" {name_of(one)} " in text]
    known = {f"{name_of(one)} " for one in named}
    spoken = [one for one in spoken_things(sentences) if not any(name_of(one).startswith(name) for name in known)]
    names = {name_of(one): one for one in (*things, *named, *spoken) if not speaks_of_order(one)}
    heads = {_stem(name.split()[-1]) for name in names if " " in name} | {_stem(kind) for kind in kinds}
    return [one for name, one in names.items() if _stem(name) not in heads], kinds, count


def _stem(word: str) -> str:
    return word.removesuffix("s")


def _claims(reader: OrderReader, asked: str, choices: Sequence[Choice]) -> tuple[dict[str, Statement], frozenset[str]]:
    whole = _one(reader.read(asked))
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
