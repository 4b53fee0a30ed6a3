"""Questions over many documents, assembled from statements and documents as WikiHop was (Welbl et al. 2018).

From the subject's document, breadth first, by way of the names that a document mentions, to every name that could be
the answer by its type. The chain to the right one is the gold chain; the chains to the others bring in documents and
candidates that make it hard. Where there are too many, chains are drawn; as in MedHop, each candidate has equally many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from reasoner.datasets.graph import Asked, Graph, index

Record = dict[str, Any]
"""A question in WikiHop's form, with `chain`: the numbers of the supports that lead to the answer."""
Chain = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """How long, large and lopsided a question and a set may be."""

    chain: int = 3
    documents: int = 64
    candidates: int = 100
    spread: int = 40  # a name in more documents than this leads nowhere: it would lead everywhere
    paths: int = 1  # chains that each candidate has, where the answer has as many
    titles: bool = False  # a name leads only to the document about it, as in WikiHop
    whole: bool = False  # a question with too many documents or candidates is left out, as in WikiHop, not cut
    share: float = 0.05  # of the questions that one answer may have
    cooccurrence: int = 20  # questions in which a document may stand beside one answer


class Row(NamedTuple):
    """A question by numbers: of the statement, of the names of candidates, the answer first, and of the documents."""

    asked: int
    candidates: list[int]
    supports: list[int]
    chain: list[int]

    @property
    def answer(self) -> int:
        """The number of the answer's name."""
        return self.candidates[0]


def build(facts: Path, documents: Path, limits: Limits, seed: int = 0, join: bool = False) -> Iterator[Record]:
    """Yield the questions that two files give, before any is dropped for the balance of the set."""
    with TemporaryDirectory() as folder:
        for _ in index(facts, documents, Path(folder), join):
            pass
        graph = Graph(Path(folder), documents)
        for row in rows(graph, limits, seed, 0, graph.count):
            yield as_record(graph, row)
        graph.close()


def rows(graph: Graph, limits: Limits, seed: int, first: int, last: int) -> Iterator[Row]:
    """Yield the questions that some of the statements give; any part of them gives the same as in the whole."""
    for asked in graph.asked(first, last):
        if row := _question(graph, asked, limits, Random(f"{seed}:{asked.number}")):
            yield row


def as_record(graph: Graph, row: Row) -> Record:
    """Return a question with its names and texts."""
    asked = graph.asked(row.asked, row.asked + 1)[0]
    return {
        "id": f"q{row.asked}",
        "query": f"{asked.relation.replace(' ', '_')} {asked.subject}",
        "answer": graph.wording(asked.kind, row.answer),
        "candidates": sorted(graph.wording(asked.kind, name) for name in row.candidates),
        "supports": [graph.text(number) for number in row.supports],
        "chain": [row.supports.index(number) for number in row.chain],
    }


def _question(graph: Graph, asked: Asked, limits: Limits, draw: Random) -> Row | None:
    """Return the question that a statement gives, or None where no chain of documents leads to its object."""
    answer = asked.object_name
    about = int(graph.article[asked.subject_name])
    starts = [about] if about >= 0 else graph.holding[asked.subject_name]
    if not starts or len(starts) > limits.spread or any(answer in graph.mentioned[start] for start in starts):
        return None
    chains = reach(graph, starts, graph.ends(asked.kind), limits)
    for also_true in graph.true(asked.subject_name, asked.relation) - {answer}:
        chains.pop(also_true, None)
    if asked.through is not None:
        chains[answer] = _through(graph, starts, asked.through, answer)
    if not chains.get(answer):
        return None
    kept, supports = _fit(chains, answer, limits, draw)
    if len(kept) < 2:
        return None
    draw.shuffle(supports)
    return Row(asked.number, kept, supports, list(chains[answer][0]))


def reach(graph: Graph, starts: Sequence[int], ends: Sequence[int], limits: Limits) -> dict[int, list[Chain]]:
    """Return the first chains of documents, breadth first, that lead to each end that can be reached."""
    found: dict[int, list[Chain]] = defaultdict(list)
    chains: dict[int, Chain] = {start: (start,) for start in starts}
    front = list(chains)
    for length in range(1, limits.chain + 1):
        after: list[int] = []
        for number in front:
            for name in graph.mentioned[number]:
                if ends[name] and len(found[name]) < limits.paths:
                    found[name].append(chains[number])
                for other in _leads(graph, name, limits) if length < limits.chain else ():
                    if other not in chains:
                        chains[other] = (*chains[number], other)
                        after.append(other)
        front = after
    return found


def _leads(graph: Graph, name: int, limits: Limits) -> Sequence[int]:
    """The documents that a name leads to."""
    if limits.titles:
        about = int(graph.article[name])
        return (about,) if about >= 0 else ()
    return graph.holding[name] if graph.holding.size(name) <= limits.spread else ()


def _through(graph: Graph, starts: Sequence[int], middle: int, answer: int) -> list[Chain]:
    """Return the chain that tells both joined statements: the subject's document, then that about the middle."""
    about = int(graph.article[middle])
    if about < 0 or about in starts or answer not in graph.mentioned[about]:
        return []
    chains: list[Chain] = [(start, about) for start in starts if middle in graph.mentioned[start]]
    return chains[:1]


def _fit(chains: dict[int, list[Chain]], answer: int, limits: Limits, draw: Random) -> tuple[list[int], list[int]]:
    """Keep the answer's chains, and equally many of each other candidate, drawn until there are enough documents."""
    equal = len(chains[answer])
    others = sorted(name for name in chains if name != answer and len(chains[name]) >= equal)
    draw.shuffle(others)
    kept, supports = [answer], dict.fromkeys(number for chain in chains[answer] for number in chain)
    for name in others:
        also = dict.fromkeys(number for chain in chains[name][:equal] for number in chain)
        if len(kept) < limits.candidates and len(supports | also) <= limits.documents:
            kept.append(name)
            supports |= also
        elif limits.whole:
            return [], []
    return kept, list(supports)
