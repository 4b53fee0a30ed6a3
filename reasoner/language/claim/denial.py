"""Whether a fact denies a claim: by "not", "no" or "cannot", by an opposite, or by a comparison the other way round.

Works on words and lemmas, in microseconds: every fact that a solver may show is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from reasoner.language.claim.amounts import counts_else
from reasoner.language.claim.comparisons import contradicts
from reasoner.language.claim.conjuncts import clauses, verb_at
from reasoner.language.claim.stems import key, plainly
from reasoner.language.claim.truth import last_sentence
from reasoner.language.english import opposites, table, words
from reasoner.language.terms import STOP_WORDS, lemma, tokenize
from reasoner.language.verbs import ADVERBS

#: Shares of the words of a denial that the claim must hold: of what is denied, and of what it is denied of.
SCOPE, SUBJECT = 0.75, 1.0
#: Share of the words of a claim that a fact must hold to deny it: one about a part of a long claim does not.
CLAIM = 0.5
#: Share of the other words of a fact with an opposite that the claim must hold.
REST = 0.6
_INNER = frozenset({"without", "unless", "until", "except", "only"})
_NEGATIONS = words("negations") - _INNER
_POSSIBLE = frozenset({"can", "may", "might", "could", "some", "sometimes"})
_MANNER = ADVERBS - frozenset(table("opposites")) - frozenset(chain.from_iterable(table("opposites").values()))
_IF_FIRST = re.compile(r"(?:if|when|as|while)\s+(.+?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)", re.IGNORECASE)
_IF_LATER = re.compile(r"\s+(?:if|when|while|during|after|before)\s+", re.IGNORECASE)


_EXCEPTED = re.compile(
    r"\b(?:every\w*|all|each|any\w*)\b(?P<of>.*?),?\s+(?:but|except(?:\s+for)?|save(?:\s+for)?|apart\s+from|other\s+than)\s+"
    r"(?!(?:also|not|is|are|it|they)\b)(?P<those>.+)$",
    re.IGNORECASE,
)
#: "THE NOTICE SAYS THAT the pool is open."
_REPORTED = re.compile(r"^(?:\S+\s+){1,3}?(?:says?|states?|shows?|tells?\s+us|explains?|reports?)\s+that\s+", re.I)
_NEITHER = re.compile(r"\bneither\b.+\bnor\b", re.IGNORECASE)
_BE_NOT = re.compile(r"\b(?:is|are|was|were)(?:\s+not|n['’]t)\s+(?:an?|the)\b", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|was|were|be)\b", re.IGNORECASE)


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
    #: "without", "unless" and the like, which turn a denial round ("cannot live WITHOUT water").
    inner: frozenset[str] = frozenset()

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
    >>> denies("Everyone but Lars brought a tent.", "Lars brought a tent.")
    'it says that this one is excepted'
    """
    claim, fact = last_sentence(claim), _REPORTED.sub("", fact)
    if " than " in fact and " than " in claim:
        return next((why for clause in clauses(fact) if (why := contradicts(clause, claim))), None)
    if match := _EXCEPTED.search(fact):
        return _by_exception(match, claim)
    if _NEITHER.search(fact):
        claimed, said = _read(claim), frozenset(_content(tokenize(fact)))
        return "it says 'neither'" if claimed.lemmas and not claimed.denial and claimed.held <= said else None
    return next(
        (why for clause in clauses(fact) if (why := _clause_denies(clause, claim) or counts_else(clause, claim))), None
    )


def _clause_denies(fact: str, claim: str) -> str | None:
    said, claimed = _read(fact), _read(claim)
    if said.inner != claimed.inner:
        said, claimed = replace(said, denial=""), replace(claimed, denial="")
    if not said.lemmas or not claimed.lemmas or not _same_condition(said, claimed):
        return None
    if sum(word in said.held for word in claimed.held) + 1 < CLAIM * len(claimed.held):
        return None
    if bool(said.denial) != bool(claimed.denial):
        (negative, other), texts = ((said, claimed), (fact, claim)) if said.denial else ((claimed, said), (claim, fact))
        if _BE_NOT.search(texts[0]) and not _IS.search(texts[1]):  # that it is no insect says nothing of what it eats
            return None
        return f"it {'says' if said.denial else 'lacks'} '{negative.denial}'" if _is_of(negative, other) else None
    return None if " than " in claim or " than " in fact else _by_opposite(said, claimed)


def denied_together(facts: Sequence[str], claim: str) -> str | None:
    """Return why given facts deny a claim between them, or None: what one denies, the others say of its subject.

    >>> denied_together(["An empty kettle must not be heated.", "This kettle is empty."], "This kettle must be heated.")
    "it says 'not', and the other facts that it holds here"
    >>> denied_together(["A wet log does not burn.", "The hut is dry."], "The hut burns.") is None
    True
    """
    claim = last_sentence(claim)
    claimed, tokens = _read(claim), tokenize(claim)
    about = frozenset(_content(tokens[: verb_at(tokens) or -1]))
    if claimed.denial:
        return None
    for fact in facts:
        others = [clause for other in facts if other != fact for clause in clauses(other)]
        for said in map(_read, clauses(fact)):
            scope = {*said.scope} - {*said.subject}
            held = scope & claimed.held
            beside = {word for other in others if _is_about(other, about) for word in _read(other).held}
            open_words = ({*said.subject, *said.condition} | scope) - claimed.held
            if said.denial and not said.inner and open_words <= beside and 2 * len(held) >= max(1, len(scope)):
                return f"it says '{said.denial}', and the other facts that it holds here"
    return None


def _is_about(clause: str, subject: frozenset[str]) -> bool:
    """Whether a sentence says something of a subject, or only that something is there: "there is a storm"."""
    said = _read(clause)
    return not said.denial and (subject <= said.held or key((clause.split() or [""])[0]) in {"there", "it"})


def speaks_of_others(fact: str, claim: str) -> bool:
    """Return whether a fact denies of something else what is claimed: it is no support, and does not refute either.

    >>> speaks_of_others("a wooden block cannot be picked up by a magnet", "A magnet can pick up a wooden stick.")
    True
    """
    said, claimed = _read(fact), _read(last_sentence(claim))
    if not said.denial or said.inner or claimed.denial or said.condition or not said.scope:
        return False
    return all(word in claimed.held for word in said.scope) and denies(fact, claim) is None


def _by_exception(match: re.Match[str], claim: str) -> str | None:
    words = match["those"].split()
    verb = verb_at([key(word) for word in words])
    those = words if verb is None else words[:verb]
    rest = match["of"].split() if verb is None else words[verb:]
    at = verb_at([key(word) for word in rest]) if verb is None else 0
    before = match.string[: match.start()].split() if at is None else rest[at:]
    claimed = _read(claim)
    excepted, said = _content(tokenize(" ".join(those))), _content(tokenize(" ".join(before)))
    if not excepted or not set(excepted) <= claimed.held or claimed.denial:
        return None
    return (
        "it says that this one is excepted" if sum(word in claimed.held for word in said) >= SCOPE * len(said) else None
    )


def opposed(fact: str, claim: str) -> str | None:
    """Return which word of a claim a fact says the opposite of, or None; whether it says it of the same is not asked.

    >>> opposed("rings become narrower in dry years", "Dry years make the rings wider.")
    "'narrow' is the opposite of 'wide'"
    """
    said, claimed = (dict.fromkeys(map(lemma, tokenize(text))) for text in (fact, claim))
    for word in claimed:
        for other in sorted(opposites().get(word, ())):
            if word not in said and other in said and other not in claimed:
                return f"'{other}' is the opposite of '{word}'"
    return None


@lru_cache(maxsize=200_000)
def _read(text: str) -> _Said:
    condition, main = _conditional(plainly(text))
    tokens = tokenize(main)
    at = next((i for i, token in enumerate(tokens) if token in _NEGATIONS), None)
    may, inner = not _POSSIBLE.isdisjoint(tokens), _INNER & frozenset(tokens)
    said = _Said(_content(tokens), condition=_content(tokenize(condition)), may=may, inner=inner)
    if at is None or sum(token in _NEGATIONS for token in tokens) > 1:
        return said
    if at == 0 and (verb := verb_at(tokens)):  # "NO ferry runs on Monday"
        return replace(said, subject=_content(tokens[1:verb]), scope=_content(tokens[verb:]), denial=tokens[at])
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
    return tuple(
        lemma(token, "NOUN" if i and tokens[i - 1] in {"a", "an"} else "")  # "a saw" is no form of "see"
        for i, token in enumerate(tokens)
        if token not in STOP_WORDS and token not in _NEGATIONS and token not in _MANNER
    )


def _is_of(negative: _Said, other: _Said) -> bool:
    """Whether the sentence denied is the other one: what is denied is said there, and of the same thing."""
    scope = [each for each in negative.scope if each not in negative.subject]
    if not scope or not negative.subject:
        return False
    held = other.held
    said = sum(each in held for each in scope) / len(scope)
    subject = sum(each in held for each in negative.subject) / len(negative.subject)
    return said >= SCOPE and subject >= SUBJECT


def _by_opposite(said: _Said, claimed: _Said) -> str | None:
    """An odd number of words of the fact stand opposite to words of the claim, and the rest is much the same."""
    surplus, missing = Counter(said.lemmas) - Counter(claimed.lemmas), Counter(claimed.lemmas) - Counter(said.lemmas)
    swaps = [
        (word, other, min(count, missing[other]))
        for word, count in surplus.items()
        for other in sorted(opposites().get(word, ()))
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
