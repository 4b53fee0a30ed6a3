"""Whether a fact denies a claim: by "not", "no" or "cannot", by an opposite, or by a comparison the other way round.

Works on words and lemmas, in microseconds: every fact that a solver may show is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain

from reasoner.language.claim.scales import contradicts
from reasoner.language.english import table, words
from reasoner.language.terms import STOP_WORDS, lemma, tokenize
from reasoner.language.verbs import ADVERBS

#: Shares of the words of a denial that the claim must hold: of what is denied, and of what it is denied of.
SCOPE, SUBJECT = 0.75, 1.0
#: Share of the words of a claim that a fact must hold to deny it: one about a part of a long claim does not.
CLAIM = 0.5
#: Share of the other words of a fact with an opposite that the claim must hold.
REST = 0.6
#: "without" denies no clause: it turns another denial round ("cannot live WITHOUT water").
_INNER = frozenset({"without", "unless", "until", "except", "only"})
_NEGATIONS = words("negations") - _INNER
_POSSIBLE = frozenset({"can", "may", "might", "could", "some", "sometimes"})
_MANNER = ADVERBS - frozenset(table("opposites")) - frozenset(chain.from_iterable(table("opposites").values()))
_IF_FIRST = re.compile(r"(?:if|when|as|while)\s+(.+?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)", re.IGNORECASE)
_IF_LATER = re.compile(r"\s+(?:if|when|while|during|after|before)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence as lemmas of its content words: all in order, those before its "not" and those after it.

    `condition` holds the words of its "if" or "when", which are in none of the others.
    """

    lemmas: tuple[str, ...]
    subject: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    denial: str = ""
    condition: tuple[str, ...] = ()
    #: Whether it says what can be, which leaves room for the opposite ("water CAN be a gas").
    may: bool = False

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
    >>> denies("an elephant is heavier than a horse", "A horse is heavier than an elephant.")
    'it compares them the other way round'
    """
    if " than " in fact and " than " in claim:
        return contradicts(fact, claim)
    said, claimed = _read(fact), _read(claim)
    if not said.lemmas or not claimed.lemmas or not _same_condition(said, claimed):
        return None
    if sum(word in said.held for word in claimed.held) + 1 < CLAIM * len(claimed.held):
        return None
    if bool(said.denial) != bool(claimed.denial):
        negative, other = (said, claimed) if said.denial else (claimed, said)
        return f"it {'says' if said.denial else 'lacks'} '{negative.denial}'" if _is_of(negative, other) else None
    return _by_opposite(said, claimed)


def opposed(fact: str, claim: str) -> str | None:
    """Return which word of a claim a fact says the opposite of, or None; whether it says it of the same is not asked.

    >>> opposed("rings become narrower in dry years", "Dry years make the rings wider.")
    "'narrow' is the opposite of 'wide'"
    """
    said, claimed = (dict.fromkeys(map(lemma, tokenize(text))) for text in (fact, claim))
    for word in claimed:
        for other in sorted(_opposites().get(word, ())):
            if word not in said and other in said and other not in claimed:
                return f"'{other}' is the opposite of '{word}'"
    return None


@lru_cache(maxsize=200_000)
def _read(text: str) -> _Said:
    condition, main = _conditional(text)
    tokens = tokenize(main)
    at = next((i for i, token in enumerate(tokens) if token in _NEGATIONS), None)
    said = _Said(_content(tokens), condition=_content(tokenize(condition)), may=not _POSSIBLE.isdisjoint(tokens))
    if at is None or any(token in _INNER for token in tokens) or sum(token in _NEGATIONS for token in tokens) > 1:
        return said
    return replace(said, subject=_content(tokens[:at]), scope=_content(tokens[at + 1 :]), denial=tokens[at])


def _conditional(text: str) -> tuple[str, str]:
    """Condition and main clause of a sentence; no condition for most."""
    match = _IF_FIRST.match(text)
    if match:
        return match[1], match[2]
    parts = _IF_LATER.split(text, maxsplit=1)
    return (parts[1], parts[0]) if len(parts) > 1 else ("", text)


def _same_condition(said: _Said, claimed: _Said) -> bool:
    """Whether two sentences hold under one condition; what holds only under one denies nothing that holds always."""
    if not said.condition or not claimed.condition:
        return not said.condition and not claimed.condition
    shared = len(set(said.condition) & set(claimed.condition))
    return shared / max(len(set(said.condition)), len(set(claimed.condition))) >= SCOPE


def _content(tokens: list[str]) -> tuple[str, ...]:
    kept = (token for token in tokens if token not in STOP_WORDS and token not in _NEGATIONS and token not in _MANNER)
    return tuple(lemma(token) for token in kept)


def _is_of(negative: _Said, other: _Said) -> bool:
    """Whether the sentence denied is the other one: what is denied is said there, and of the same thing."""
    scope = [each for each in negative.scope if each not in negative.subject]
    if not scope or not negative.subject:
        return False
    held = other.held
    said = sum(each in held for each in scope) / len(scope)
    subject = sum(each in held for each in negative.subject) / len(negative.subject)
    return said >= SCOPE and subject >= SUBJECT


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
    if said.may or sum(count for _, _, count in swaps) % 2 == 0 or said.lemmas[0] in turned:
        return None
    held = claimed.held
    rest = [word for word in said.lemmas if word not in turned]
    if not rest or rest[0] not in held or sum(word in held for word in rest) / len(rest) < REST:
        return None
    return f"'{swaps[0][0]}' is the opposite of '{swaps[0][1]}'"
