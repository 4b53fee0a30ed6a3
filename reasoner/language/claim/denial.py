"""Whether a fact denies a claim: by "not", "no" or "cannot", by an opposite, or by a comparison the other way round.

Works on words and lemmas, in microseconds: every fact that a solver may show is asked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache

from reasoner.language.english import table, words
from reasoner.language.terms import STOP_WORDS, lemma, tokenize
from reasoner.language.verbs import ADVERBS

#: Shares of the words of a denial that the claim must hold: of what is denied, and of what it is denied of.
SCOPE, SUBJECT = 0.75, 0.5
#: Share of the other words of a fact with an opposite that the claim must hold.
REST = 0.6
#: "without" denies no clause: it turns another denial round ("cannot live WITHOUT water").
_INNER = frozenset({"without", "unless", "until", "except", "only"})
_NEGATIONS = words("negations") - _INNER
_MANNER = ADVERBS - frozenset(table("opposites"))


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence as lemmas of its content words: all in order, those before its "not" and those after it."""

    lemmas: tuple[str, ...]
    subject: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    denial: str = ""

    @property
    def held(self) -> frozenset[str]:
        return frozenset(self.lemmas)


def denies(fact: str, claim: str) -> str | None:
    """Return why a fact denies a claim, or None where it does not.

    >>> denies("a magnet cannot attract a wooden pencil", "A wooden pencil will be attracted by a magnet.")
    "it says 'not'"
    >>> denies("a steel bolt sinks in water", "A steel bolt floats on water.")
    "'sink' is the opposite of 'float'"
    >>> denies("a plant cannot grow without water", "Plants need water to grow.") is None
    True
    >>> denies("pure water has no color", "Fish can breathe under water.") is None
    True
    """
    said, claimed = _read(fact), _read(claim)
    if bool(said.denial) != bool(claimed.denial):
        negative, other = (said, claimed) if said.denial else (claimed, said)
        return f"it {'says' if said.denial else 'lacks'} '{negative.denial}'" if _is_of(negative, other) else None
    return _by_opposite(said, claimed) or _by_order(said, claimed)


@lru_cache(maxsize=200_000)
def _read(text: str) -> _Said:
    tokens = tokenize(text)
    at = next((i for i, token in enumerate(tokens) if token in _NEGATIONS), None)
    lemmas = _content(tokens)
    if at is None or any(token in _INNER for token in tokens) or sum(token in _NEGATIONS for token in tokens) > 1:
        return _Said(lemmas)
    return _Said(lemmas, _content(tokens[:at]), _content(tokens[at + 1 :]), tokens[at])


def _content(tokens: list[str]) -> tuple[str, ...]:
    kept = (token for token in tokens if token not in STOP_WORDS and token not in _NEGATIONS and token not in _MANNER)
    return tuple(lemma(token) for token in kept)


def _is_of(negative: _Said, other: _Said) -> bool:
    """Whether the sentence denied is the other one: what is denied is said there, and of the same thing."""
    if not negative.scope or not negative.subject:
        return False
    held = other.held
    scope = sum(each in held for each in negative.scope) / len(negative.scope)
    subject = sum(each in held for each in negative.subject) / len(negative.subject)
    return scope >= SCOPE and subject >= SUBJECT and negative.subject[-1] in held


@cache
def _opposites() -> dict[str, frozenset[str]]:
    pairs = {frozenset({one, other}) for one, others in table("opposites").items() for other in others}
    turned: dict[str, set[str]] = {}
    for one, other in map(sorted, pairs):
        turned.setdefault(one, set()).add(other)
        turned.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in turned.items()}


def _by_opposite(said: _Said, claimed: _Said) -> str | None:
    """An odd number of words of the fact stand opposite to words of the claim, and the rest is much the same."""
    surplus, missing = Counter(said.lemmas) - Counter(claimed.lemmas), Counter(claimed.lemmas) - Counter(said.lemmas)
    swaps = [
        (word, other, min(count, missing[other]))
        for word, count in surplus.items()
        for other in sorted(_opposites().get(word, ()))
        if missing[other]
    ]
    turned = {word for word, _, _ in swaps}
    if sum(count for _, _, count in swaps) % 2 == 0 or said.lemmas[0] in turned:
        return None
    held = claimed.held
    rest = [word for word in said.lemmas if word not in turned]
    if not rest or rest[0] not in held or sum(word in held for word in rest) / len(rest) < REST:
        return None
    return f"'{swaps[0][0]}' is the opposite of '{swaps[0][1]}'"


def _by_order(said: _Said, claimed: _Said) -> str | None:
    """A comparison of the same two things, the other way round: "a cat is larger than a mouse"."""
    if len(said.lemmas) != 3 or set(said.lemmas) != set(claimed.lemmas) or said.lemmas == claimed.lemmas:
        return None
    turned = (said.lemmas[2], said.lemmas[1], said.lemmas[0])
    return "it says so the other way round" if claimed.lemmas == turned else None
