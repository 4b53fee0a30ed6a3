"""A graph of documents, sentences and entities, walked from a subject to candidates as a relation is told.

A place of the walk is a node with a stage: how many parts of the relation the sentences so far have told. "Place of
birth of director" has two, and the director's comes first. Costs were set by hand, before
any question was asked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import log
from typing import Any, NamedTuple

from reasoner.documents.mentions import plain, sentences
from reasoner.documents.relations import Telling, Words
from reasoner.language.terms import STOP_WORDS, content_lemmas

STEP = 1.0  # from one name to another in one sentence
FROM_TOPIC = 0.3  # more for a sentence that does not name whom its document is about
HUB = 0.3  # for the logarithm of the number of documents that a name stands in
APART = 0.1  # for each word between the name and the words that tell the relation
FAR = 10  # words; farther is no worse
UNTOLD = 3.0  # for each part of the relation that no sentence told

_NAME = re.compile(r"[A-ZÀ-ÞĀ-Ž][\w'’-]*\.?(?:\s+(?:(?:of|the|de|von|van)\s+)*[A-ZÀ-ÞĀ-Ž][\w'’-]*)*")
_LIFE = re.compile(r"\(([^()–-]*\d{3,4})\s*[–-]\s*([^()]*\d{3,4}[^()]*)\)")  # "Ann Lee (2 May 1900 – 5 June 1980)"

Place = tuple[str, str | int, int]
"""Kind of node, which one, and the stage."""


class Sentence(NamedTuple):
    """A sentence of a document, the names in it with the words before each, and the words that tell each part."""

    number: int
    document: int
    text: str
    names: dict[str, int]
    told: list[list[Telling]]


class Step(NamedTuple):
    """A sentence of a walk: what it costs, and the words that were taken for a part of the relation, being like it."""

    sentence: Sentence
    cost: float
    taken: tuple[str, ...]


class Walk(NamedTuple):
    """The sentences that lead from subject to candidate, and how many parts of the relation stayed untold."""

    steps: tuple[Step, ...]
    untold: int


class DocumentGraph:
    """The documents of a question as a graph whose cheapest walks are asked for.

    >>> relation = Words([frozenset({"birth", "bear"})])
    >>> graph = DocumentGraph(("Ann Lee was born in Oslo.",), "Ann Lee", ["Oslo"], relation)
    >>> [step.sentence.text for step in graph.walks()[" oslo "].steps]
    ['Ann Lee was born in Oslo.']
    """

    def __init__(self, documents: Sequence[str], subject: str, candidates: Iterable[str], relation: Words) -> None:
        self.subject, self.relation, self.groups = plain(subject), relation, relation.groups
        self.candidates = {plain(text) for text in candidates if plain(text).strip()}
        self.split = [sentences(document) for document in documents]
        self.topics = [next(iter(_names(parts[0])), "") if parts else "" for parts in self.split]

    @cached_property
    def sentences(self) -> list[Sentence]:
        """Every sentence, with those of its names that lead anywhere: to a candidate, or to another document."""
        sought = {*self.candidates, self.subject, *filter(None, self.topics)}
        rows = [(number, text, plain(_spelled(text))) for number, parts in enumerate(self.split) for text in parts]
        longest_first = sorted(sought, key=lambda name: (-len(name), name))
        found = [_found(longest_first, words) | set(_names(text)) - sought for _, text, words in rows]
        held = defaultdict(set)
        for (document, _, _), names in zip(rows, found, strict=True):
            for name in names:
                held[name].add(document)
        self.spread = {name: len(where) for name, where in held.items()}
        self.relation.prepare(words for _, _, words in rows)
        return [
            Sentence(number, document, text, _placed(names, words, sought, self.spread), self.relation.told(words))
            for number, ((document, text, words), names) in enumerate(zip(rows, found, strict=True))
        ]

    def walks(self) -> dict[str, Walk]:
        """Return the cheapest walk to each candidate that can be reached."""
        import networkx

        graph = self._graph()
        if START not in graph:
            return {}
        cost, way = networkx.single_source_dijkstra(graph, START)
        found = {}
        for name in sorted(self.candidates):
            ends = [("entity", name, stage) for stage in range(len(self.groups), -1, -1)]
            reached = [end for end in ends if end in cost]
            if reached:
                end = min(reached, key=lambda place: cost[place] + UNTOLD * (len(self.groups) - place[2]))
                found[name] = self._walk(way[end], cost)
        return found

    def _walk(self, way: list[Place], cost: dict[Place, float]) -> Walk:
        """Return the sentences of a way; each answers for all that it cost since the sentence before."""
        spent: dict[int, float] = {}
        taken: dict[int, tuple[str, ...]] = {}
        paid = 0.0
        for place, after in pairwise(way):
            if place[0] == "sentence":
                number = int(place[1])  # walked through twice where it tells two parts of the relation
                spent[number] = spent.get(number, 0.0) + cost[after] - paid
                paid = cost[after]
                weak = self.sentences[number].told[place[2]] if after[2] > place[2] else []
                taken[number] = taken.get(number, ()) + tuple(each.word for each in weak if each.likeness < 1)
        steps = tuple(Step(self.sentences[number], price, taken[number]) for number, price in spent.items())
        return Walk(steps, len(self.groups) - way[-1][2])

    def _graph(self) -> Any:
        import networkx

        graph = networkx.DiGraph()
        graph.add_weighted_edges_from(self._starts())
        for stage in range(len(self.groups) + 1):
            for sentence in self.sentences:
                graph.add_weighted_edges_from(self._into(sentence, stage))
                graph.add_weighted_edges_from(self._out_of(sentence, stage))
        return graph

    def _starts(self) -> Iterator[tuple[Place, Place, float]]:
        """The sentences that name the subject; where none does, those with some of its words, for a price."""
        naming = [sentence for sentence in self.sentences if self.subject in sentence.names]
        wanted = set(content_lemmas(self.subject))
        for sentence in naming or self.sentences:
            share = 1.0 if naming else len(wanted & set(content_lemmas(sentence.text))) / max(len(wanted), 1)
            if share:
                yield START, ("sentence", sentence.number, 0), UNTOLD * (1 - share)
        for document in dict.fromkeys(sentence.document for sentence in naming):
            if self.subject in plain(self.topics[document]) or plain(self.topics[document]) in self.subject:
                yield START, ("document", document, 0), 0.0

    def _into(self, sentence: Sentence, stage: int) -> Iterator[tuple[Place, Place, float]]:
        """From the names in a sentence, and from its document, into it."""
        here, document = ("sentence", sentence.number, stage), ("document", sentence.document, stage)
        for name in sentence.names:
            yield ("entity", name, stage), here, HUB * log(self.spread[name] + 1)
        yield document, here, FROM_TOPIC
        if topic := self.topics[sentence.document]:
            yield ("entity", topic, stage), document, 0.0

    def _out_of(self, sentence: Sentence, stage: int) -> Iterator[tuple[Place, Place, float]]:
        """From a sentence to each of its names and to whom its document is about, the relation told or not."""
        here, topic = ("sentence", sentence.number, stage), self.topics[sentence.document]
        about = {topic: FAR // 2} if topic and topic not in sentence.names else {}
        told = sentence.told[stage] if stage < len(self.groups) else []
        for name, place in (sentence.names | about).items():
            yield here, ("entity", name, stage), STEP
            if told:
                yield here, ("entity", name, stage + 1), STEP + min(_price(each, place) for each in told)


START: Place = ("start", "", 0)


def _price(telling: Telling, place: int) -> float:
    """What it costs that a word tells a part of the relation of a name: the words between, and what it is less like.

    >>> _price(Telling(4, 1.0, "born"), 6), _price(Telling(4, 0.5, "raised"), 6)
    (0.2, 1.7)
    """
    return APART * min(FAR, abs(place - telling.place)) + UNTOLD * (1 - telling.likeness)


def _found(names: Iterable[str], words: str) -> set[str]:
    """Return the names, given longest first, that stand in a sentence and not only within a longer one."""
    found = set()
    for name in names:
        if name in words:
            found.add(name)
            words = words.replace(name, " | ")
    return found


def _spelled(text: str) -> str:
    """Say in words what the brackets behind a name mean.

    >>> _spelled("Ann Lee (2 May 1900 – 5 June 1980) was a writer.")
    'Ann Lee (born 2 May 1900, died 5 June 1980) was a writer.'
    """
    return _LIFE.sub(r"(born \1, died \2)", text)


def _names(text: str) -> list[str]:
    found = (plain(name) for name in _NAME.findall(text))
    return [name for name in dict.fromkeys(found) if not STOP_WORDS.issuperset(name.split())]


def _placed(names: Iterable[str], words: str, sought: set[str], spread: dict[str, int]) -> dict[str, int]:
    kept = (name for name in sorted(names) if name in sought or spread[name] > 1)
    return {name: words[: words.index(name) + 1].count(" ") - 1 for name in kept if name in words}
