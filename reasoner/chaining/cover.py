"""Near-proofs: how much of a goal some statements cover, and how much of the statements the goal takes up.

Where no typed rule applies, facts that share a term with each other and together speak of the whole goal still are a
reason to believe it. This is the generic composition `SHARED_TERM`: it is not sound, and its confidence says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reasoner.chaining.goal import Goal, Weigh, coverage, opposed, share
from reasoner.chaining.matching import Match, Matcher
from reasoner.language.terms import content_lemmas

#: Name and confidence of the composition of two facts that have a term in common but no rule for it.
SHARED_TERM, SHARED_TERM_CONFIDENCE = "shared-term", 0.3
#: A fact of which a goal takes up less than this share is about something else.
LEAST_USED = 0.15


@dataclass(frozen=True)
class Statement:
    """A fact as text; `source` is the fact as its owner knows it."""

    text: str
    source: object = None

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """Its content lemmas, each once."""
        return tuple(dict.fromkeys(content_lemmas(self.text)))


@dataclass(frozen=True, slots=True)
class Cover:
    """How statements cover a goal.

    `amount` is the weight of the claim's new words that they cover and `claim` the share of it; `used` the share of
    each statement that the goal takes up; `shared` the matches that join statement to statement; `conflict` names an
    opposite that they have of a word of the claim.
    """

    statements: tuple[Statement, ...]
    amount: float
    claim: float
    used: tuple[float, ...]
    matches: tuple[Match, ...]
    shared: tuple[Match, ...]
    conflict: str

    @property
    def support(self) -> tuple[Statement, ...]:
        """The statements that the goal takes up."""
        return tuple(each for each, share in zip(self.statements, self.used, strict=True) if share >= LEAST_USED)


def cover(goal: Goal, statements: Sequence[Statement], matcher: Matcher, weigh: Weigh) -> Cover:
    """Return how statements cover a goal.

    >>> facts = [Statement("a robin is a bird"), Statement("birds have feathers")]
    >>> found = cover(Goal("A robin is covered with", "feathers"), facts, Matcher(), lambda lemma: 1.0)
    >>> found.claim, found.used, found.shared[0].left
    (1.0, (0.5, 0.5), 'bird')
    """
    lemmas = tuple(dict.fromkeys(lemma for statement in statements for lemma in statement.lemmas))
    amount, whole, matches = coverage(goal.new_lemmas, lemmas, matcher, weigh)
    used = tuple(share(statement.lemmas, goal.lemmas, matcher, weigh) for statement in statements)
    return Cover(
        statements=tuple(statements),
        amount=amount,
        claim=amount / whole if whole else 0.0,
        used=used,
        matches=matches,
        shared=_shared(statements, matcher, weigh),
        conflict=opposed(goal, lemmas, matcher),
    )


def _shared(statements: Sequence[Statement], matcher: Matcher, weigh: Weigh) -> tuple[Match, ...]:
    """Return what joins each statement to one before it: the best match of their lemmas."""
    found = []
    for place, statement in enumerate(statements[1:], 1):
        pairs = (
            (matcher.word(lemma, other) * weigh(lemma), lemma, other)
            for earlier in statements[:place]
            for lemma in statement.lemmas
            for other in earlier.lemmas
        )
        score, lemma, other = max(pairs, default=(0.0, "", ""))
        if score:
            exact = matcher.word(lemma, other)
            found.append(Match(lemma, other, "same" if exact == 1 else "related word", exact))
    return tuple(found)
