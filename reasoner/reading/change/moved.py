"""Where changes lead: a question about more and less as a theory of quantities that increase and decrease.

Every clause that speaks of a change is about a quantity. A sentence says that a quantity has changed, or that the
change of one brings the change of another; "the more, the more" also runs the other way round: what the longer string
slows, the shorter one speeds up. Quantities of different sentences are the same where their scales are, and where one
is called by all the words of the other. From there on it is a theory of rules, and `logic/` proves what follows.

>>> facts = ["The longer the string, the slower it swings.", "Ann has made the string shorter."]
>>> story = moved("How does it swing now?", ["faster than before", "more slowly"], facts)
>>> [each.status for each in story]
['proved', 'refuted']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from reasoner.logic.atoms import Literal, Rule
from reasoner.logic.engine import Theory
from reasoner.reading.change.asked import Claimed, claimed, rules_and_told, stated
from reasoner.reading.change.changes import Change, named_alike
from reasoner.reading.change.influences import Influence
from reasoner.reading.change.signals import AMOUNT
from reasoner.reading.claims import Outcome
from reasoner.reading.explained import LIKELY
from reasoner.reading.near.scope import said

#: What taking one quantity for another leaves of a proof.
SAME = 0.95
_SAME, _TURNED, _EITHER = "the same quantity", "the other way round", "it cannot do both"
#: What a step leaves of a proof that is only likely: to close what opens the gate need not shut it.
HALF = 0.5


def moved(
    asked: str, choices: Sequence[str], facts: Sequence[str], judged: bool = False, sure: bool = False
) -> list[Following]:
    """Return what becomes of each choice, or of the statement where it is judged; nothing where no influence is told.

    What follows is asked of what is supposed, then also of what is told, then of what may be meant as told; each time
    by influences as they were said. Only then, unless only what is `sure` counts, are those that were said one way
    ("when the lake falls, the beach gets wider") tried the other way round, which is no proof.
    """
    told, speaks = rules_and_told(facts)
    if not speaks:
        return []
    claims = [stated(asked)] if judged else claimed(asked, choices)
    for likely, least, strict in product((False,) if sure else (False, True), (3, 2, 1), (False, True)):
        found = [_Case(told, claim, asked, least, strict, likely).follow() for claim in claims]
        if any(each.status != "unknown" for each in found):
            return found if len(found) == 1 or len({each.status for each in found}) > 1 else []
    return []


@dataclass(frozen=True, slots=True)
class Following:
    """What becomes of a claim, and why."""

    status: str
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class _Mention:
    """A change as a sentence speaks of it, under a name of its own."""

    change: Change
    name: str

    def literal(self, turned: bool = False) -> Literal:
        """That the quantity goes the way it is said to, or the other way; or that something happens."""
        if not self.change.ends:
            return Literal("happen", (self.name,))
        up = (self.change.sign > 0) != turned
        return Literal("increase" if up else "decrease", (self.name,))


def _mention(change: Change) -> _Mention:
    if not change.ends:
        return _Mention(change, f"“{change.text}”")
    scale = change.ends[0][0]
    return _Mention(change, f"{scale} of “{change.text}”")


@dataclass(frozen=True, slots=True)
class _Case:
    """One claim, and what it may be concluded from.

    `least` is how surely something must be told; with `strict`, only the names that fit best are the same; with
    `likely`, influences also run the way they were not said to.
    """

    told: Sequence[Influence]
    claim: Claimed
    asked: str
    least: int
    strict: bool
    likely: bool

    def follow(self) -> Following:
        """Return what becomes of the claim, from the influences and from what is told, or supposed, to have changed."""
        goal = _mention(self.claim.change)
        if not self.claim.change.ends and not self.claim.alone:
            return Following("unknown")
        starts = dict(self.starts())
        causes = [(_mention(one.cause), _mention(one.effect), one) for one in self.told if one.cause is not None]
        rules = [*starts.values(), *_opposed(goal)]
        for cause, effect, one in causes:
            rules += self.runs(cause, effect, one)
        producers = [*starts, *(effect for _, effect, _ in causes)]
        for consumer in [*(cause for cause, _, _ in causes), goal]:
            rules += _taken(consumer, producers, self.claim.words, self.strict)
        return _asked(goal, self.claim, tuple(dict.fromkeys(rules)))

    def starts(self) -> Iterator[tuple[_Mention, Rule]]:
        """Yield what has changed: it is told, or supposed."""
        for one in self.told if not self.claim.alone else ():
            if one.told >= self.least:
                mention = _mention(_here(one, self.claim))
                yield mention, Rule((), (mention.literal(),), one.source)
        if self.claim.supposed is not None:
            mention = _mention(self.claim.supposed)
            yield mention, Rule((), (mention.literal(),), self.asked, "supposed")

    def runs(self, cause: _Mention, effect: _Mention, one: Influence) -> Iterator[Rule]:
        """Yield an influence as rules: as it is said, and the other way round where both sides are quantities."""
        yield Rule((cause.literal(),), (effect.literal(),), one.source)
        if cause.change.ends and effect.change.ends and (one.both or self.likely):
            name, left = (_TURNED, 1.0) if one.both else (LIKELY, HALF)
            yield Rule((cause.literal(True),), (effect.literal(True),), one.source, name, left)


def _here(one: Influence, claim: Claimed) -> Change:
    """What is told of the situation that a claim speaks of: with what it is compared, things are the other way."""
    effect = one.effect
    if not one.there or not effect.ends:
        return effect
    rest = (effect.words | effect.loose) - one.there
    for words in (claim.own, claim.words):
        there, here = _meet(words, one.there - effect.words - effect.loose), _meet(words, rest)
        if bool(there) != bool(here):
            turned = tuple((scale, -end) for scale, end in effect.ends)
            return replace(effect, ends=turned, text=f"not {effect.text}") if there else effect
    return effect


def _taken(consumer: _Mention, producers: Sequence[_Mention], words: frozenset[str], strict: bool) -> Iterator[Rule]:
    """Rules that take what is known of the best matching quantities for what is asked of this one."""
    fits = [(fit, each) for each in producers if each.name != consumer.name and (fit := _fit(each, consumer, words))]
    until = None if strict else 3
    best = max((fit[1:until] for fit, _ in fits), default=())
    for fit, each in fits:
        if fit[1:until] < best:
            continue
        for turned in (False, True) if consumer.change.ends else (False,):
            other = turned != (fit[0] < 0)
            yield Rule((each.literal(turned),), (consumer.literal(other),), name=_SAME, confidence=SAME)


def _fit(producer: _Mention, consumer: _Mention, words: frozenset[str]) -> tuple[int, int, int, int] | None:
    """How well one quantity is another: whether both point the same way, then what speaks for it, the most first."""
    one, other = producer.change, consumer.change
    sign = _same_way(one, other)
    shared = _meet(one.words, other.words)
    bare = (not one.words or not other.words) and _meet(one.words | one.loose, other.words | other.loose)
    if not sign or not (shared or bare or _only(one, other)) or _is_denied(one) != _is_denied(other):
        return None
    extra = _beyond(one.words, other.words | other.loose)
    lacking = _beyond(other.words, one.words | one.loose)
    if extra and lacking and not (lacking <= other.kinds or extra <= one.kinds):
        return None
    return sign, len(_meet(extra, words)), len(shared), -len(extra) - len(lacking)


def _same_way(one: Change, other: Change) -> int:
    """1 or -1 where two changes go the same or the other way on a scale of both; 0 where they have none."""
    if not one.ends or not other.ends:
        return int(not one.ends and not other.ends)
    here, there = dict(one.ends), dict(other.ends)
    common = [scale for scale in here if scale in there]
    return here[common[0]] * there[common[0]] if common else 0


def _is_denied(one: Change) -> bool:
    """Whether something is said not to happen; a quantity that goes the other way has its sign."""
    return not one.ends and any(said(one.text).values())


def _only(one: Change, other: Change) -> bool:
    """Whether two changes of one scale name nothing else: "the price rises"."""
    common = {scale for scale, _ in one.ends} & {scale for scale, _ in other.ends} - {AMOUNT, "size", "height"}
    return bool(common) and (not one.words or not other.words)


def _meet(words: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if any(named_alike(word, other) for other in others))


def _beyond(words: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    return words - _meet(words, others)


def _opposed(goal: _Mention) -> Iterator[Rule]:
    """A quantity that goes one way goes no other, and does not stay the same."""
    for literal, other in ((goal.literal(), goal.literal(True)), (goal.literal(True), goal.literal())):
        if literal != other:
            yield Rule((literal,), (other.denied,), name=_EITHER)
        yield Rule((literal,), (_stays(goal).denied,), name=_EITHER)


def _stays(goal: _Mention) -> Literal:
    return Literal("stay the same", (goal.name,))


def _asked(goal: _Mention, claim: Claimed, rules: tuple[Rule, ...]) -> Following:
    theory, literal = Theory(rules), _stays(goal) if claim.none else goal.literal()
    ways = [theory.ask(goal.literal(turned), classical=False).proof for turned in (False, True)]
    if goal.change.ends and all(way is not None for way in ways):
        return Following("unknown")  # the facts are at odds
    verdict = theory.ask(literal, classical=False)
    proof = verdict.proof or verdict.denial
    if proof is None or not any(step.rule and step.rule.body and step.rule.source for step in proof.steps):
        return Following("unknown")  # nothing brings it; what is merely told is read elsewhere
    status = "proved" if verdict.proof is not None else "refuted"
    return Following(status, Outcome(status, literal, proof, rules))
