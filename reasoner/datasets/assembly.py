"""Questions over many documents, assembled from statements and documents as WikiHop was (Welbl et al. 2018).

From the subject's document, breadth first, by way of the entities that a document mentions, to every entity that could
be the answer by its type. The chain to the right one is the gold chain; the chains to the others bring in the documents
and candidates that make it hard. Where there are too many, as in MedHop, chains are drawn: every candidate has one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Any

from reasoner.datasets.corpus import Corpus, Document, Statement, joined
from reasoner.solvers.documents import plain

Record = dict[str, Any]
"""A question in WikiHop's form, with `chain`: the numbers of the supports that lead to the answer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long, large and lopsided a question and a set may be."""

    chain: int = 3
    documents: int = 64
    candidates: int = 100
    spread: int = 40  # an entity in more documents than this leads nowhere: it would lead everywhere
    share: float = 0.05  # of the questions that one answer may have
    cooccurrence: int = 20  # questions in which a document may stand beside one answer


def build(
    statements: Sequence[Statement], documents: Sequence[Document], limits: Limits, seed: int = 0, join: bool = False
) -> Iterator[Record]:
    """Yield the questions that statements and documents give, before any is dropped for the balance of the set."""
    return Assembly(statements, documents, join).questions(limits, seed)


def asked_of(statements: Sequence[Statement], join: bool) -> list[Statement]:
    """Return what is asked for, each once: the statements, and with `join` what two of them say together."""
    return list(dict.fromkeys([*statements, *(joined(statements) if join else ())]))


class Assembly:
    """Statements and documents, ready to be made into questions; any part of them gives the same as in the whole."""

    def __init__(self, statements: Sequence[Statement], documents: Sequence[Document], join: bool) -> None:
        self.asked = asked_of(statements, join)
        self._corpus = Corpus(documents, (name for each in statements for name in (each.subject, each.object)))
        self._endings: dict[str, dict[str, str]] = defaultdict(dict)
        self._true: dict[tuple[str, str], set[str]] = defaultdict(set)
        for each in statements:
            self._endings[each.relation].setdefault(plain(each.object), each.object)
        for each in self.asked:
            self._true[plain(each.subject), each.relation].add(plain(each.object))

    def questions(self, limits: Limits, seed: int = 0, numbers: range | None = None) -> Iterator[Record]:
        """Yield the questions that the statements of some numbers give, or all."""
        for number in range(len(self.asked)) if numbers is None else numbers:
            each = self.asked[number]
            others = self._true[plain(each.subject), each.relation] - {plain(each.object)}
            kind = self._endings[_head(each.relation, self._endings) if each.through else each.relation]
            record = _question(self._corpus, each, Ends(kind, others), limits, Random(f"{seed}:{number}"))
            if record:
                yield {"id": f"q{number}", **record}


@dataclass(frozen=True, slots=True)
class Ends:
    """The names at which a chain may end, with their wording: those of a kind, without some."""

    kind: dict[str, str]
    without: set[str]

    def __contains__(self, name: object) -> bool:
        return name in self.kind and name not in self.without


def _head(relation: str, known: Iterable[str]) -> str:
    return max((name for name in known if relation.startswith(f"{name} of ")), key=len)


def _question(corpus: Corpus, asked: Statement, ends: Ends, limits: Limits, draw: Random) -> Record | None:
    """Return the question that a statement gives, or None where no chain of documents leads to its object."""
    subject, answer = plain(asked.subject), plain(asked.object)
    starts = [corpus.article[subject]] if subject in corpus.article else corpus.holding.get(subject, [])
    if not starts or len(starts) > limits.spread or any(answer in corpus.mentioned[start] for start in starts):
        return None
    chains = reach(corpus, starts, ends, limits)
    if asked.through:
        chains[answer] = _through(corpus, starts, plain(asked.through), answer)
    if not chains.get(answer):
        return None
    kept, supports = _fit(chains, answer, limits, draw)
    if len(kept) < 2:
        return None
    draw.shuffle(supports)
    return {
        "query": f"{asked.relation.replace(' ', '_')} {asked.subject}",
        "answer": ends.kind[answer],
        "candidates": sorted(ends.kind[name] for name in kept),
        "supports": [corpus.documents[number].text for number in supports],
        "chain": [supports.index(number) for number in chains[answer]],
    }


def reach(corpus: Corpus, starts: Sequence[int], ends: Container[str], limits: Limits) -> dict[str, list[int]]:
    """Return the first chain of documents, breadth first, that leads to each end that can be reached."""
    found: dict[str, list[int]] = {}
    chains = {start: [start] for start in starts}
    front = list(chains)
    for _ in range(limits.chain):
        after: list[int] = []
        for number in front:
            for name in corpus.mentioned[number]:
                if name not in found and name in ends:
                    found[name] = chains[number]
                holding = corpus.holding[name]
                for other in holding if len(holding) <= limits.spread else ():
                    if other not in chains:
                        chains[other] = [*chains[number], other]
                        after.append(other)
        front = after
    return found


def _through(corpus: Corpus, starts: Sequence[int], middle: str, answer: str) -> list[int]:
    """Return the chain that tells both joined statements: the subject's document, then that about the middle."""
    about = corpus.article.get(middle)
    if about is None or about in starts or answer not in corpus.mentioned[about]:
        return []
    return next(([start, about] for start in starts if middle in corpus.mentioned[start]), [])


def _fit(chains: dict[str, list[int]], answer: str, limits: Limits, draw: Random) -> tuple[list[str], list[int]]:
    """Keep the answer's chain, and those of other candidates, drawn until documents or candidates are enough."""
    others = sorted(name for name in chains if name != answer)
    draw.shuffle(others)
    kept, supports = [answer], dict.fromkeys(chains[answer])
    for name in others:
        if len(kept) < limits.candidates and len({*supports, *chains[name]}) <= limits.documents:
            kept.append(name)
            supports |= dict.fromkeys(chains[name])
    return kept, list(supports)


def balance(records: Collection[Record], limits: Limits, seed: int = 0) -> list[Record]:
    """Drop questions at random where one answer has too large a share, then those that a document gives away."""
    return list(balanced(records, limits, seed))


def balanced(records: Iterable[Record], limits: Limits, seed: int = 0) -> Iterator[Record]:
    """Yield what `balance` returns; the records are gone through several times, and never all held at once."""
    answers = [(record["id"], plain(record["answer"])) for record in records]
    Random(seed).shuffle(answers)
    allowed = max(1, int(limits.share * len(answers)))
    counts: Counter[str] = Counter()
    kept = set()
    for name, answer in answers:
        counts[answer] += 1
        if counts[answer] <= allowed:
            kept.add(name)
    often = {answer for answer, count in counts.items() if count > limits.cooccurrence}  # the others give nothing away
    beside: Counter[tuple[bytes, str]] = Counter()
    for record in records:
        if record["id"] in kept and plain(record["answer"]) in often:
            beside.update(_pairs(record))
    given_away = {pair for pair, count in beside.items() if count > limits.cooccurrence}
    for record in records:
        if record["id"] in kept and given_away.isdisjoint(_pairs(record)):
            yield record


def _pairs(record: Record) -> set[tuple[bytes, str]]:
    """Each document of a question, by its digest, beside the answer."""
    answer = plain(record["answer"])
    return {(blake2b(text.encode(), digest_size=8).digest(), answer) for text in record["supports"]}
