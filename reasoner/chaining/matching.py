"""Soft matching of terms: how well two terms name the same thing, why, and at what cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from reasoner.chaining.atom import lemmas_of
from reasoner.language.relations import term
from reasoner.language.terms import lemma, tokenize

#: What each kind of match is worth. Tuned by hand on Train questions: a narrower term is nearly as good as the same
#: one ("steel spoon" for "spoon"), a wider one is a guess.
SAME, NARROWER, SYNONYM, KIND, WIDER, OVERLAP, SIMILAR, FORM, MODIFIER = 1.0, 0.9, 0.9, 0.85, 0.75, 0.75, 0.8, 0.55, 0.5
#: Below this, terms are different things.
LEAST = 0.4
#: Cosine similarity below which embeddings say nothing: random pairs of nouns reach 0.35, near-synonyms pass 0.6.
LEAST_SIMILAR = 0.55
#: Words that share this much of their beginning are forms of one another: "evaporate", "evaporation".
_PREFIX_LETTERS, _PREFIX_SHARE = 4, 0.6

_POINTING = frozenset("that this those these such the its their".split())

Similarity = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class Match:
    """Two terms taken for one another, why, and how far that can be trusted."""

    left: str
    right: str
    how: str
    score: float

    def __str__(self) -> str:
        return f"{self.left} ~ {self.right} ({self.how}, {self.score:.2f})"


@dataclass(frozen=True)
class Links:
    """What is known of words: synonyms, kinds and opposites, by the lemmas of a term joined by blanks."""

    synonyms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    opposites: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, triples: Iterable[tuple[str, str, str]]) -> Links:
        """Make links of (relation, term, term); relations other than synonym, isa, example and opposite are skipped.

        >>> Links.of([("opposite", "hot", "cold")]).opposites["cold"]
        frozenset({'hot'})
        """
        tables: dict[str, dict[str, set[str]]] = {"synonym": {}, "isa": {}, "opposite": {}}
        for relation, left, right in triples:
            relation = "isa" if relation == "example" else relation
            if relation not in tables:
                continue
            ends = [name_of(left), name_of(right)]
            for start, end in [ends] if relation == "isa" else [ends, ends[::-1]]:
                tables[relation].setdefault(start, set()).add(end)
        frozen = ({key: frozenset(value) for key, value in table.items()} for table in tables.values())
        return cls(*frozen)


@lru_cache(maxsize=100_000)
def name_of(text: str) -> str:
    """The lemmas of a term as one string.

    >>> name_of("the leaves of trees")
    'leaf tree'
    """
    return " ".join(lemmas_of(text))


class Matcher:
    """Matches terms by their lemmas, their heads, what is known of words, and a similarity where one is given.

    Examples
    --------
    >>> matcher = Matcher(Links.of([("isa", "steel", "metal"), ("opposite", "hot", "cold")]))
    >>> print(matcher.match("a steel spoon", "spoons"))
    a steel spoon ~ spoons (narrower, 0.90)
    >>> print(matcher.match("steel", "a metal"))
    steel ~ a metal (a kind of it, 0.85)
    >>> matcher.match("wool", "steel") is None, matcher.are_opposite("hot", "cold")
    (True, True)
    """

    def __init__(self, links: Links | None = None, similarity: Similarity | None = None) -> None:
        self.links = links or Links()
        self.similarity = similarity
        self._seen: dict[tuple[str, str], Match | None] = {}

    def match(self, left: str, right: str) -> Match | None:
        """Return the best match of two terms, or None where they are different things."""
        pair = (left, right)
        if pair not in self._seen:
            if len(self._seen) > 200_000:
                self._seen.clear()
            self._seen[pair] = self._match(left, right)
        return self._seen[pair]

    def are_opposite(self, left: str, right: str) -> bool:
        """Whether two terms are known opposites."""
        return name_of(right) in self.links.opposites.get(name_of(left), ())

    def word(self, left: str, right: str) -> float:
        """Return how well two lemmas name the same thing.

        >>> Matcher().word("evaporation", "evaporate"), Matcher().word("water", "stone")
        (0.55, 0.0)
        """
        if left == right:
            return SAME
        if right in self.links.synonyms.get(left, ()):
            return SYNONYM
        if right in self.links.kinds.get(left, ()):
            return KIND
        if left in self.links.kinds.get(right, ()):
            return WIDER
        if are_forms(left, right):
            return FORM
        if self.similarity is not None and not self.are_opposite(left, right):
            cosine = self.similarity(left, right)
            return SIMILAR * cosine if cosine >= LEAST_SIMILAR else 0.0
        return 0.0

    def near(self, text: str) -> list[str]:
        """Return the lemmas under which something that matches a term can be looked up, its own first."""
        own = lemmas_of(text)
        names = [name_of(text), *own]
        linked = {
            lemma
            for name in names
            for table in (self.links.synonyms, self.links.kinds)
            for other in table.get(name, ())
            for lemma in other.split()
        }
        return [*own, *sorted(linked.difference(own))]

    def _match(self, left: str, right: str) -> Match | None:
        best = max(self._ways(left, right), key=lambda way: way[1], default=("", 0.0))
        return Match(left, right, *best) if best[1] >= LEAST else None

    def _ways(self, left: str, right: str) -> Iterable[tuple[str, float]]:
        one, other = frozenset(lemmas_of(left)), frozenset(lemmas_of(right))
        if one == other:
            yield "same", SAME
            return
        names = name_of(left), name_of(right)
        if names[1] in self.links.synonyms.get(names[0], ()):
            yield "synonym", SYNONYM
        if names[1] in self.links.kinds.get(names[0], ()):
            yield "a kind of it", KIND
        if names[0] in self.links.kinds.get(names[1], ()):
            yield "its kind", WIDER
        heads = head_of(left), head_of(right)
        if other < one and heads[1] in (heads[0], *one):
            yield "narrower", NARROWER if heads[0] == heads[1] else MODIFIER
        if one < other and heads[0] in (heads[1], *other):
            yield "wider", WIDER if heads[0] == heads[1] else MODIFIER
        shared = sum(max((self.word(a, b) for b in other), default=0.0) for a in lemmas_of(left))
        share = shared / max(len(one), len(other))
        if share >= LEAST / OVERLAP:
            yield "shared words", OVERLAP * share

    def replace(self, text: str, old: str, new: str) -> tuple[str, Match] | None:
        """Return a text with its mention of `old` replaced by `new`, and how the mention was recognised.

        >>> Matcher().replace("light hits a mirror", "mirrors", "a still pond")[0]
        'light hits a still pond'
        >>> Matcher().replace("light hits a wall", "mirrors", "a pond") is None
        True
        """
        words = text.split()
        lemmas = [lemma(next(iter(tokenize(word)), "")) for word in words]
        wanted = frozenset(lemmas_of(old))
        spots = [place for place, each in enumerate(lemmas) if each in wanted]
        if wanted <= {lemmas[place] for place in spots}:
            start, end = spots[0], spots[-1] + 1
            if end - start <= len(wanted) + 2:
                if start and words[start - 1].lower() in ("a", "an", "the"):
                    start -= 1
                made = " ".join([*words[:start], new, *words[end:]])
                how = "same" if frozenset(lemmas_of(text)) == wanted else "mentioned"
                return made, Match(text, old, how, SAME if how == "same" else NARROWER)
        head = head_of(old)
        for place in range(1, len(words)):
            if lemmas[place] == head and words[place - 1].lower() in _POINTING:
                made = " ".join([*words[: place - 1], new, *words[place + 1 :]])
                return made, Match(" ".join(words[place - 1 : place + 1]), old, "pointed at", NARROWER)
        match = self.match(text, old)
        return (new, match) if match else None


@lru_cache(maxsize=100_000)
def head_of(text: str) -> str:
    """The lemma of the word that heads a term."""
    return term(text).head


@lru_cache(maxsize=200_000)
def are_forms(left: str, right: str) -> bool:
    """Whether two lemmas look like forms of one word.

    >>> are_forms("conduct", "conductor"), are_forms("conduct", "condense")
    (True, False)
    """
    shared = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        shared += 1
    return shared >= _PREFIX_LETTERS and shared >= _PREFIX_SHARE * max(len(left), len(right))
