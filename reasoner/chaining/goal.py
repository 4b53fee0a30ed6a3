"""Goals: what is to be proved, and how far a proof or a set of statements gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from reasoner.chaining.atom import SIGNED, Atom, head_phrase, lemmas_of
from reasoner.chaining.engine import Proof
from reasoner.chaining.matching import Match, Matcher
from reasoner.chaining.reading import has_change
from reasoner.language.terms import content_lemmas, tokenize

Weigh = Callable[[str], float]
"""How much a lemma tells: its inverse document frequency, where there are documents."""

#: A proof whose terms are named by the goal to a lesser share than this speaks of something else.
LEAST_NAMED = 0.34
#: What a proof in the full sense needs: this share of the claim, and this share of every term that it speaks of.
LEAST_CLAIM, LEAST_NAMED_PROVED = 0.3, 0.75
#: What remains of a proof whose relation is not the one that is asked for ("what is it made of", "larger than").
OTHER_RELATION = 0.5
#: What remains of a proof that lacks something.
NEAR = 0.6
#: Verbs that say little, and what share of its weight such a verb keeps.
LIGHT, _LIGHT_VERBS = 0.1, frozenset("go get become make take come keep let give put look appear seem happen".split())
#: Words that turn what is asked for into its denial.
_DENIALS = frozenset("not never no cannot nothing none unable without except unlikely least hardly neither nor".split())
#: Words of relations that a goal may use where the atom has them in its name only.
_RELATION_WORDS = {
    "isa": ("kind", "type", "example"),
    "madeof": ("make", "material"),
    "has": ("part", "have"),
    "contains": ("contain", "hold"),
    "causes": ("cause", "lead", "increase", "decrease", "effect", "more", "less", "change"),
    "moreless": ("increase", "decrease", "more", "less", "become", "get", "change", "look", "appear", "seem"),
    "enables": ("help", "allow", "prevent", "protect", "able"),
    "requires": ("need", "require", "must"),
    "usedfor": ("use", "help"),
    "source": ("source", "produce", "give", "come"),
    "located": ("live", "find", "home"),
    "can": ("able", "ability"),
    "comparison": ("more", "most", "than", "less"),
    "conducts": ("conduct", "conductor", "travel", "let", "pass"),
    "insulates": ("insulate", "insulator", "keep", "stop"),
}


_EVENTS = frozenset({"ifthen", "causes", "moreless", "enables", "can", "does"})
#: Words of a question that ask for certain relations.
_ASKS = {
    "than": frozenset({"comparison"}),
    "made": frozenset({"madeof", "causes", "source", "does"}),
    "need": frozenset({"requires"}),
    "needs": frozenset({"requires"}),
    "contain": frozenset({"contains", "has", "madeof"}),
    "contains": frozenset({"contains", "has", "madeof"}),
    "happen": _EVENTS,
    "happens": _EVENTS,
    "if": _EVENTS,
    "as": _EVENTS | {"usedfor"},
    "leads": _EVENTS | {"source"},
    "lead": _EVENTS | {"source"},
}


@dataclass(frozen=True)
class Goal:
    """A sentence to be proved, in two parts: what it is about, and the claim that matters.

    >>> goal = Goal("A robin is covered with", "feathers")
    >>> goal.claim_lemmas, goal.context_lemmas, goal.is_denial
    (('feather',), ('robin', 'cover'), False)
    """

    context: str
    claim: str

    @cached_property
    def context_lemmas(self) -> tuple[str, ...]:
        """Content lemmas of the context, each once."""
        return tuple(dict.fromkeys(content_lemmas(self.context)))

    @cached_property
    def claim_lemmas(self) -> tuple[str, ...]:
        """Content lemmas of the claim, each once; all words where there is none."""
        return lemmas_of(self.claim)

    @cached_property
    def new_lemmas(self) -> tuple[str, ...]:
        """Lemmas of the claim that the context does not have; all of them where it has every one."""
        return tuple(lemma for lemma in self.claim_lemmas if lemma not in self.context_lemmas) or self.claim_lemmas

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """The lemmas of both parts."""
        return tuple(dict.fromkeys((*self.context_lemmas, *self.claim_lemmas)))

    @cached_property
    def asks(self) -> frozenset[str]:
        """The relations that the context asks for; none where it does not say.

        >>> Goal("A whale is larger than", "a trout").asks
        frozenset({'comparison'})
        """
        found = [_ASKS[word] for word in tokenize(self.context) if word in _ASKS]
        return frozenset().union(*found)

    @cached_property
    def is_denial(self) -> bool:
        """Whether the sentence says that something is not so."""
        words = [*tokenize(self.context), *tokenize(self.claim)]
        return sum(word in _DENIALS for word in words) % 2 == 1


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a proof gets to a goal: a confidence, below zero where it speaks against; and the matches it took.

    The goal `is_proved` where nothing that the proof speaks of is missing from it; else it is a near-proof.
    """

    proof: Proof
    confidence: float
    matches: tuple[Match, ...] = ()
    conflict: str = ""
    is_proved: bool = False


def coverage(
    wanted: Iterable[str], offered: Iterable[str], matcher: Matcher, weigh: Weigh
) -> tuple[float, float, tuple[Match, ...]]:
    """Return the weight of the wanted lemmas that others cover, their whole weight, and the matches.

    >>> covered, whole, matches = coverage(["robin", "fly"], ["bird", "fly"], Matcher(), lambda lemma: 1.0)
    >>> covered, whole, matches[0].how
    (1.0, 2.0, 'same')
    """
    offered = tuple(offered)
    covered = whole = 0.0
    matches = []
    for lemma in wanted:
        weight = weigh(lemma)
        whole += weight
        score, other = max(((matcher.word(lemma, each), each) for each in offered), default=(0.0, ""))
        if score:
            covered += weight * score
            matches.append(Match(lemma, other, "same" if score == 1 else "related word", score))
    return covered, whole, tuple(matches)


def share(wanted: Iterable[str], offered: Iterable[str], matcher: Matcher, weigh: Weigh) -> float:
    """Return the share of the wanted lemmas' weight that others cover."""
    covered, whole, _ = coverage(wanted, offered, matcher, weigh)
    return covered / whole if whole else 0.0


def reach(goal: Goal, proof: Proof, matcher: Matcher, weigh: Weigh) -> Reach | None:
    """Return how far a proof gets to a goal, or None where it speaks of something else.

    The claim must be covered by what is proved, and every term of what is proved must be named by the goal: one that
    nothing names is a premise that is missing.
    """
    atom = proof.conclusion
    words = (*atom.lemmas, *_RELATION_WORDS.get(atom.relation, ()))
    covered, whole, matches = coverage(goal.new_lemmas, words, matcher, lambda lemma: _weight(lemma, weigh))
    if not covered:
        return None
    named = [_named(term, goal, matcher, weigh) for term in atom.terms]
    if min(named) < LEAST_NAMED or not _touched_by_both(goal, atom, matcher, weigh):
        return None
    # Squared: what a claim says beyond the proof may well be false.
    confidence = proof.confidence * (covered / whole) ** 2 * sum(named) / len(named)
    is_proved = covered / whole >= LEAST_CLAIM and min(named) >= LEAST_NAMED_PROVED
    if not is_proved:
        confidence *= NEAR
    if goal.asks and atom.relation not in goal.asks:
        confidence *= OTHER_RELATION
    if conflict := _conflict(goal, atom, matcher):
        return Reach(proof, -confidence, matches, conflict)
    return Reach(proof, confidence, matches, is_proved=is_proved)


def _named(term: str, goal: Goal, matcher: Matcher, weigh: Weigh) -> float:
    """Return the share of a term that the goal names; what follows the head ("a hill of sand by the sea") may lack."""
    head, lemmas = lemmas_of(head_phrase(term)), lemmas_of(term)
    whole = share(lemmas, goal.lemmas, matcher, lambda lemma: _weight(lemma, weigh))
    if len(head) < 2 or len(head) == len(lemmas):
        return whole
    return max(whole, share(head, goal.lemmas, matcher, lambda lemma: _weight(lemma, weigh)))


def _weight(lemma: str, weigh: Weigh) -> float:
    return weigh(lemma) * (LIGHT if lemma in _LIGHT_VERBS else 1.0)


def _touched_by_both(goal: Goal, atom: Atom, matcher: Matcher, weigh: Weigh) -> bool:
    """Whether claim and context touch different terms: else nothing joins the two."""
    by_claim = [share(lemmas_of(term), goal.claim_lemmas, matcher, weigh) > 0 for term in atom.terms]
    by_context = [share(lemmas_of(term), goal.context_lemmas, matcher, weigh) > 0 for term in atom.terms]
    pairs = ((one, other) for one in range(len(by_claim)) for other in range(len(by_context)) if one != other)
    return any(by_claim[one] and by_context[other] for one, other in pairs)


def _conflict(goal: Goal, atom: Atom, matcher: Matcher) -> str:
    """Return why what is proved speaks against the goal; nothing where it does not."""
    if atom.negated != goal.is_denial:
        return "one of the two is a denial"
    if atom.relation in SIGNED and (sign := has_change(goal.claim)):
        expected = atom.sign * (has_change(goal.context) or 1)
        if sign != expected:
            return "the direction is the other one"
    return opposed(goal, atom.lemmas, matcher)


def opposed(goal: Goal, lemmas: Iterable[str], matcher: Matcher) -> str:
    """Return which word of the claim is the opposite of one that was proved; nothing where none is.

    >>> from reasoner.chaining.matching import Links
    >>> matcher = Matcher(Links.of([("opposite", "hot", "cold")]))
    >>> opposed(Goal("Ice is", "hot"), ["ice", "cold"], matcher)
    'hot is the opposite of cold'
    """
    words = sorted(lemmas)
    for lemma in goal.new_lemmas:
        if lemma not in words:
            for other in words:
                if other not in goal.claim_lemmas and matcher.are_opposite(lemma, other):
                    return f"{lemma} is the opposite of {other}"
    return ""
