"""Retrieval for questions: the facts that bear on a stem and a choice, and pairs of facts that join the two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from reasoner.knowledge.base import KnowledgeBase
from reasoner.knowledge.collection import Collection, EncodedMeaning, LearnedMeaning, Meaning, TextEncoder
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.matching import Matcher, Query, Ready, prepare
from reasoner.knowledge.pool import Floats, Pool, flatten
from reasoner.knowledge.store import Hit
from reasoner.language.terms import content_lemmas, ngrams
from reasoner.question import Question

#: Facts; of a larger knowledge base only what BM25 finds first is scored, because making all ready would take too long.
WHOLE_LIMIT = 30_000
_CANDIDATES = 100  # of those, for each stem and choice

_SAME = 0.9  # facts that share this much of their lemmas and pairs of lemmas say the same

# Set by hand. Of seven settings of the weights tried on 200 questions of QASC Train, none has the gold pair first
# more often.
_FIRST_FACTS = 100  # the best facts for a query, among which pairs are looked for
_JOIN_WEIGHT = 0.5  # log-odds for each unit of idf of the terms that join two facts
_JOIN_MOST = 8.0  # units of idf; two facts about the same are not joined better and better
_ADDED_LEAST = 0.05  # of what is asked, which each fact of a pair must add to the other
_MET_WEIGHT = 8.0  # log-odds for all that a pair meets of stem and choice


@dataclass(frozen=True, slots=True)
class Pair:
    """Two facts that together join stem and choice, and the terms that join the two."""

    first: Fact
    second: Fact
    joined_by: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was retrieved for one choice."""

    facts: tuple[Hit, ...]
    pairs: tuple[Pair, ...]


class Retriever:
    """Finds the facts of a knowledge base, and of a question itself, that bear on a stem and a choice.

    Parameters
    ----------
    kb : KnowledgeBase
        Where facts are looked for.
    encoder : TextEncoder, optional
        Such as `reasoner.neural.Encoder`. Without it facts are matched by their terms alone.
    background : KnowledgeBase, optional
        What the likeness of terms is learned from where there is no encoder; `kb` itself where not given.
    whole_limit : int
        Of a knowledge base with more facts only what BM25 finds first is scored: making all ready would take too long.

    Examples
    --------
    >>> texts = ["metal lets heat through", "steel is a metal", "wool keeps heat in", "a cow eats grass"]
    >>> retriever = Retriever(KnowledgeBase.from_facts(Fact(text) for text in texts))
    >>> query = Query("Which lets heat through?", "a steel spoon")
    >>> [hit.fact.text for hit in retriever.facts([query], limit=2)[0]]
    ['metal lets heat through', 'steel is a metal']
    >>> pair = retriever.pairs([query])[0][0]
    >>> pair.first.text, pair.second.text, pair.joined_by
    ('metal lets heat through', 'steel is a metal', ('metal',))
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        encoder: TextEncoder | None = None,
        background: KnowledgeBase | None = None,
        whole_limit: int = WHOLE_LIMIT,
    ) -> None:
        self.kb = kb
        self._whole_limit = whole_limit
        self._meaning: Meaning = EncodedMeaning(encoder) if encoder else LearnedMeaning(background or kb)

    def facts(self, queries: Sequence[Query], limit: int = 10) -> list[list[Hit]]:
        """Return the best facts for each query, given ones before others, and of facts that say the same only one."""
        return [self._facts([ready], limit) for ready in prepare(queries, self._meaning)]

    def facts_together(self, queries: Sequence[Query], limit: int = 10) -> list[Hit]:
        """Return one list of the best facts for several queries, such as all choices of a question."""
        return self._facts(prepare(queries, self._meaning), limit)

    def pairs(self, queries: Sequence[Query], limit: int = 10) -> list[list[Pair]]:
        """Return the best pairs of facts for each query: the second meets what the first leaves open, and they join."""
        return [self._pairs(ready, limit) for ready in prepare(queries, self._meaning)]

    def evidence(
        self, questions: Sequence[Question], facts: int = 10, pairs: int = 10
    ) -> Iterator[dict[str, Evidence]]:
        """Yield facts and pairs for each label of each question in turn; all texts are encoded in one go."""
        ready = iter(prepare([query for question in questions for query in choice_queries(question)], self._meaning))
        for question in questions:
            yield {label: self._evidence(next(ready), facts, pairs) for label in question.labels}

    def _evidence(self, ready: Ready, facts: int, pairs: int) -> Evidence:
        return Evidence(tuple(self._facts([ready], facts)), tuple(self._pairs(ready, pairs)))

    def _facts(self, ready: Sequence[Ready], limit: int) -> list[Hit]:
        ranked = [
            Hit(matcher.collection.facts[number], score)
            for matcher in self._matchers(ready)
            for number, score in _best(np.logaddexp.reduce([matcher.scores(one) for one in ready]), 2 * limit)
        ]
        given = {fact for one in ready for fact in one.query.given}
        ranked.sort(key=lambda hit: (hit.fact not in given, -hit.score))
        return [ranked[place] for place in _without_paraphrases([hit.fact for hit in ranked], limit)]

    def _pairs(self, ready: Ready, limit: int) -> list[Pair]:
        candidates = [
            _Candidate(matcher.collection.facts[number], score, matcher.collection.pool.terms(number), met)
            for matcher in self._matchers([ready])
            for best in [_best(matcher.scores(ready), _FIRST_FACTS)]
            for (number, score), met in zip(best, matcher.met(ready, [number for number, _ in best]), strict=True)
        ]
        candidates.sort(key=lambda candidate: -candidate.score)
        chosen = _without_paraphrases([candidate.fact for candidate in candidates], _FIRST_FACTS)
        terms = {*ready.stem.terms, *ready.choice.terms}
        return _pair_up([candidates[place] for place in chosen], terms, self._idf, limit) if len(chosen) > 1 else []

    def _matchers(self, ready: Sequence[Ready]) -> list[Matcher]:
        """Return the collections that are searched: the knowledge base, or a part of it, and what was given."""
        matchers = [self._whole] if self._whole else [self._part(ready)]
        given = list(dict.fromkeys(chain.from_iterable(one.query.given for one in ready)))
        return [*matchers, self._matcher(given)] if given else matchers

    @cached_property
    def _whole(self) -> Matcher | None:
        if len(self.kb) > self._whole_limit:
            return None
        return Matcher(Collection.whole(self.kb, self._meaning), self._meaning.threshold)

    def _part(self, ready: Sequence[Ready]) -> Matcher:
        found: dict[int, None] = {}
        for one in ready:
            lemmas = content_lemmas(one.query.stem), content_lemmas(one.query.choice)
            for groups in ([*lemmas], [lemmas[0] + lemmas[1]]):
                found |= dict.fromkeys(number for number, _ in self.kb.store.search_numbers(groups, _CANDIDATES))
        return self._matcher([self.kb.store[number] for number in found])

    def _matcher(self, facts: Sequence[Fact]) -> Matcher:
        return Matcher(Collection.of(facts, self._meaning, self._idf), self._meaning.threshold)

    def _idf(self, term: str) -> float:
        if self._whole:
            return self._whole.collection.pool.weight(term)
        return self._meaning.weight(term, self.kb)


def choice_queries(question: Question) -> list[Query]:
    """Return a query for each choice of a question, with the facts that it came with.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")))
    >>> choice_queries(question)[1]
    Query(stem='Which is a metal?', choice='steel', given=())
    """
    given = tuple(Fact(text, line=number) for number, text in enumerate(question.facts, 1))
    return [Query(question.stem, choice.text, given) for choice in question.choices]


def facts_of_pairs(pairs: Sequence[Pair], limit: int) -> list[Fact]:
    """Return the facts of the best pairs, each once: what two steps find where a single list is wanted.

    >>> one, two, three = Fact("one"), Fact("two"), Fact("three")
    >>> [fact.text for fact in facts_of_pairs([Pair(one, two, (), 2.0), Pair(one, three, (), 1.0)], limit=5)]
    ['one', 'two', 'three']
    """
    return list(dict.fromkeys(fact for pair in pairs for fact in (pair.first, pair.second)))[:limit]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fact that may be one of a pair: its terms, and how well it meets each term of the query (up to its idf)."""

    fact: Fact
    score: float
    terms: list[str]
    met: Floats


def _best(scores: Floats, limit: int) -> list[tuple[int, float]]:
    """Return the places and values of the highest scores, ties in their order."""
    return [(int(number), float(scores[number])) for number in np.argsort(-scores, kind="stable")[:limit]]


def _without_paraphrases(facts: Sequence[Fact], limit: int) -> list[int]:
    """Return the places of the first facts, leaving out those that say the same as one before.

    >>> _without_paraphrases([Fact("a cow eats grass"), Fact("Cows eat grass."), Fact("grass is green")], limit=5)
    [0, 2]
    """
    kept: dict[int, frozenset[tuple[str, ...]]] = {}
    for place, fact in enumerate(facts):
        lemmas = content_lemmas(fact.text)
        # Pairs of neighbors too: "more rain, less dust" is not "less rain, more dust".
        said = frozenset([*ngrams(lemmas, 1), *ngrams(lemmas, 2)])
        if not any(len(said & other) >= _SAME * len(said | other) for other in kept.values()):
            kept[place] = said
        if len(kept) == limit:
            break
    return list(kept)


def _pair_up(candidates: Sequence[_Candidate], asked: set[str], idf: Callable[[str], float], limit: int) -> list[Pair]:
    """Return the best pairs of facts, which come best first: joined by a term that the query does not have, each
    meeting something of the query that the other leaves open."""
    pool = Pool(*flatten([[term for term in one.terms if term not in asked] for one in candidates]), idf)
    held = pool.incidence()
    join = (held * pool.idf) @ held.T
    met = np.stack([one.met for one in candidates])
    together = np.maximum(met[:, None], met[None, :]).sum(axis=2)
    asked_mass = sum(map(idf, sorted(asked))) or 1.0
    added = together - np.maximum(met.sum(axis=1)[:, None], met.sum(axis=1)[None, :])
    scores = np.array([one.score for one in candidates], np.float32)
    total = (
        (scores[:, None] + scores[None, :]) / 2
        + _JOIN_WEIGHT * np.minimum(join, _JOIN_MOST)
        + _MET_WEIGHT * together / asked_mass
    )
    total[(join == 0) | (added < _ADDED_LEAST * asked_mass) | np.tri(len(candidates), dtype=bool)] = -np.inf
    names = np.array(list(pool.vocabulary), dtype=np.str_)

    def pair(first: int, second: int) -> Pair:
        shared = names[(held[first] * held[second]).astype(bool)].tolist()
        joined_by = tuple(sorted(shared, key=lambda term: (-idf(term), term)))
        return Pair(candidates[first].fact, candidates[second].fact, joined_by, float(total[first, second]))

    best = _best(total.ravel(), limit)
    return [pair(*divmod(place, len(candidates))) for place, score in best if np.isfinite(score)]
