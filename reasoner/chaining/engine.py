"""The engine: best-first, semi-naive chaining over atoms, with proofs kept."""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from reasoner.chaining.atom import Atom
from reasoner.chaining.matching import Match, Matcher
from reasoner.chaining.rules import AtomPattern, Rule, sign_of, signs
from reasoner.errors import UsageError

Key = tuple[str, tuple[frozenset[str], ...], int, bool]


@dataclass(frozen=True, eq=False)
class Proof:
    """An atom and how it came about: read from a fact (no rule), or derived by a rule from other proofs.

    `source` is the fact as its owner knows it; the engine never looks inside. `matches` are the soft matches that the
    step needed; each has lowered the confidence.
    """

    conclusion: Atom
    confidence: float
    rule: Rule | None = None
    premises: tuple[Proof, ...] = ()
    matches: tuple[Match, ...] = ()
    source: object = None
    depth: int = 0
    sources: frozenset[object] = frozenset()

    @property
    def steps(self) -> Iterator[Proof]:
        """The derived proofs in it, premises before what follows from them."""
        for premise in self.premises:
            yield from premise.steps
        if self.rule is not None:
            yield self

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules used, first to last."""
        return tuple(step.rule.name for step in self.steps if step.rule)

    def __str__(self) -> str:
        return "\n".join(_lines(self, 0))


def _lines(proof: Proof, depth: int) -> Iterator[str]:
    by = f"by {proof.rule.name}" if proof.rule else "known"
    yield f"{'  ' * depth}{proof.conclusion}  [{by}, {proof.confidence:.2f}]"
    for match in proof.matches:
        if match.how != "same":
            yield f"{'  ' * (depth + 1)}~ {match}"
    for premise in proof.premises:
        yield from _lines(premise, depth + 1)


def leaf(atom: Atom, source: object = None, confidence: float = 1.0) -> Proof:
    """Return an atom that is known, with the fact that says so.

    >>> leaf(Atom("isa", ("a robin", "a bird"))).depth
    0
    """
    return Proof(atom, confidence, source=source, sources=frozenset([atom.key if source is None else source]))


COMBINE: dict[str, Callable[[Iterable[float]], float]] = {"product": math.prod, "minimum": min}


@dataclass(frozen=True, slots=True)
class Limits:
    """How far the engine goes: steps in a row, partners tried for a premise, atoms kept, proofs of each, seconds."""

    depth: int = 3
    width: int = 20
    atoms: int = 400
    proofs: int = 3
    seconds: float = 1.0
    confidence: float = 0.1


@dataclass
class Derivation:
    """All that follows: the best proofs of each atom, best first. `complete` is False where a limit cut it short."""

    found: dict[Key, list[Proof]] = field(default_factory=dict)
    complete: bool = True

    def __iter__(self) -> Iterator[Proof]:
        return (proofs[0] for proofs in self.found.values())

    def proofs(self, atom: Atom) -> list[Proof]:
        """Return the proofs of an atom in just these words, best first."""
        return self.found.get(atom.key, [])

    def contradictions(self) -> Iterator[tuple[Proof, Proof]]:
        """Yield pairs of proofs whose conclusions deny each other."""
        for relation, terms, sign, negated in self.found:
            denials = [(relation, terms, sign, True)] if not negated else []
            denials += [(relation, terms, -1, negated)] if sign > 0 else []
            for denial in denials:
                if denial in self.found:
                    yield self.found[relation, terms, sign, negated][0], self.found[denial][0]


class Engine:
    """Derives what follows from known atoms by rules, best first.

    Each atom is taken up once, when its best proof is known, and joined with those taken up before it; so no pair is
    tried twice. Two proofs that rest on the same fact are never joined, and no proof contains its own conclusion:
    cyclic rules and repeated facts come to an end by themselves.

    Examples
    --------
    >>> from reasoner.chaining.rules import load_rules
    >>> facts = [leaf(Atom("isa", ("a robin", "a bird"))), leaf(Atom("has", ("birds", "feathers")))]
    >>> derivation = Engine(load_rules()).run(facts)
    >>> print(derivation.proofs(Atom("has", ("a robin", "feathers")))[0])
    a robin has feathers  [by inherit-part, 0.90]
      birds have feathers  [known, 1.00]
      a robin is a kind of bird  [known, 1.00]
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        matcher: Matcher | None = None,
        combine: str = "product",
        limits: Limits | None = None,
    ) -> None:
        if combine not in COMBINE:
            raise UsageError(f"unknown combination {combine!r}: choose one of {', '.join(COMBINE)}")
        self.matcher = matcher or Matcher()
        self.combine = COMBINE[combine]
        self.limits = limits or Limits()
        #: For each relation, the rules and the premise in them that an atom of it can fill; "" for any relation.
        self._uses: dict[str, list[tuple[Rule, int]]] = {}
        for rule in rules:
            for place, premise in enumerate(rule.premises):
                for relation in premise.relations or ("",):
                    self._uses.setdefault(relation, []).append((rule, place))

    def run(self, known: Iterable[Proof]) -> Derivation:
        """Return what follows from the known atoms."""
        return _Run(self, known).go()


class _Run:
    """One run of the engine: the agenda, and what was taken up so far under each lemma."""

    def __init__(self, engine: Engine, known: Iterable[Proof]) -> None:
        self.engine, self.limits, self.matcher = engine, engine.limits, engine.matcher
        self.deadline = time.perf_counter() + engine.limits.seconds
        self.derivation = Derivation()
        self.index: dict[str, list[Proof]] = {}
        self.agenda: list[tuple[float, int, Proof]] = []
        self.count = 0
        for proof in known:
            self._push(proof)

    def go(self) -> Derivation:
        found = self.derivation.found
        while self.agenda:
            if self._late() or len(found) >= self.limits.atoms:
                self.derivation.complete = False
                break
            proof = heapq.heappop(self.agenda)[2]
            proofs = found.setdefault(proof.conclusion.key, [])
            if self._is_repeat(proof, proofs):
                continue
            proofs.append(proof)
            if len(proofs) == 1:
                self._expand(proof)
        return self.derivation

    def _late(self) -> bool:
        return time.perf_counter() > self.deadline

    def _push(self, proof: Proof) -> None:
        self.count += 1
        heapq.heappush(self.agenda, (-proof.confidence, self.count, proof))

    def _is_repeat(self, proof: Proof, proofs: list[Proof]) -> bool:
        if len(proofs) >= self.limits.proofs:
            return True
        same = (proof.sources, proof.rules)
        return any((other.sources, other.rules) == same for other in proofs)

    def _expand(self, proof: Proof) -> None:
        atom = proof.conclusion
        for lemma in sorted(atom.lemmas):
            self.index.setdefault(lemma, []).append(proof)
        if proof.depth >= self.limits.depth:
            return
        for relation in (atom.relation, ""):
            for rule, place in self.engine._uses.get(relation, ()):
                if rule.premises[place].fits(atom):
                    self._apply(rule, place, proof)

    def _apply(self, rule: Rule, place: int, proof: Proof) -> None:
        state = _Binding().extended(rule, place, proof, self.matcher)
        if state is not None:
            rest = [number for number in range(len(rule.premises)) if number != place]
            self._join(rule, rest, {place: proof}, state)

    def _join(self, rule: Rule, rest: list[int], chosen: dict[int, Proof], state: _Binding) -> None:
        if self._late():
            return
        if not rest:
            self._conclude(rule, chosen, state)
            return
        place = min(rest, key=lambda number: -len(state.shared(rule, number)))
        left = [number for number in rest if number != place]
        for partner in self._partners(rule, place, state):
            if any(partner.sources & other.sources for other in chosen.values()):
                continue
            extended = state.extended(rule, place, partner, self.matcher)
            if extended is not None:
                self._join(rule, left, {**chosen, place: partner}, extended)

    def _partners(self, rule: Rule, place: int, state: _Binding) -> list[Proof]:
        """Return atoms taken up before that can fill a premise, best first: looked up by a term that must match."""
        pattern = rule.premises[place]
        shared = state.shared(rule, place)
        lemmas = dict.fromkeys(lemma for text in shared for lemma in self.matcher.near(text))
        if self.matcher.similarity is not None and len(self.derivation.found) <= self.limits.width:
            candidates: Iterable[Proof] = iter(self.derivation)
        else:
            found = (proof for lemma in lemmas for proof in self.index.get(lemma, ())[: 4 * self.limits.width])
            candidates = dict.fromkeys(found)
        fitting = [proof for proof in candidates if pattern.fits(proof.conclusion)]
        fitting.sort(key=lambda proof: -proof.confidence)
        return fitting[: self.limits.width]

    def _conclude(self, rule: Rule, chosen: dict[int, Proof], state: _Binding) -> None:
        made = state.build(rule.conclusion, self.matcher)
        if made is None:
            return
        atom, replaced = made
        premises = tuple(chosen[number] for number in range(len(rule.premises)))
        if _is_trivial(atom) or any(_contains(premise, atom.key) for premise in premises):
            return
        matches = (*state.matches, *replaced)
        parts = [rule.confidence, *(proof.confidence for proof in premises), *(match.score for match in matches)]
        confidence = self.engine.combine(parts)
        if confidence < self.limits.confidence:
            return
        depth = 1 + max(proof.depth for proof in premises)
        sources = frozenset().union(*(proof.sources for proof in premises))
        self._push(Proof(atom, confidence, rule, premises, matches, None, depth, sources))


def _contains(proof: Proof, key: Key) -> bool:
    return proof.conclusion.key == key or any(_contains(premise, key) for premise in proof.premises)


def _is_trivial(atom: Atom) -> bool:
    """Whether an atom relates a term to itself, or has an empty term."""
    terms = atom.key[1]
    return not all(terms) or (len(terms) > 1 and terms[0] == terms[-1])


@dataclass(frozen=True, slots=True)
class _Binding:
    """What the variables of a rule stand for, and the soft matches made on the way."""

    terms: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    signs: dict[str, int] = field(default_factory=dict)
    relations: dict[str, str] = field(default_factory=dict)
    matches: tuple[Match, ...] = ()

    def extended(self, rule: Rule, place: int, proof: Proof, matcher: Matcher) -> _Binding | None:
        """Return the binding after a premise met a proof, or None where they do not fit together.

        Rules name the general law first, so of two terms the one from the later premise may be the narrower.
        """
        pattern, atom = rule.premises[place], proof.conclusion
        known_signs = signs(pattern, atom.sign, self.signs)
        if known_signs is None:
            return None
        terms, places, matches = dict(self.terms), dict(self.places), list(self.matches)
        for wanted, text in zip(pattern.terms, atom.terms, strict=True):
            name = wanted.variable
            if name in terms:
                first, second = (text, terms[name]) if place < places[name] else (terms[name], text)
                match = matcher.match(second, first)
                if match is None:
                    return None
                matches.append(match)
            if place < places.get(name, len(rule.premises)):
                terms[name], places[name] = text, place
        relations = self.relations
        if pattern.relation_variable:
            relations = {**relations, pattern.relation_variable: atom.relation}
        return _Binding(terms, places, known_signs, relations, tuple(matches))

    def shared(self, rule: Rule, place: int) -> list[str]:
        """Return the bound terms that a premise still open must match or mention."""
        names = {term.variable for term in rule.premises[place].terms}
        wanted = {name for name in names if name in self.terms}
        for term in rule.conclusion.terms:
            if term.old is not None:
                pair = {term.variable, term.old}
                wanted |= {name for name in pair if name in self.terms and (pair - {name}) & names}
        return [self.terms[name] for name in sorted(wanted)]

    def build(self, pattern: AtomPattern, matcher: Matcher) -> tuple[Atom, tuple[Match, ...]] | None:
        """Return the conclusion under this binding; None where a term to be replaced is nowhere mentioned."""
        texts, matches, wanted = [], [], 0
        for term in pattern.terms:
            text = self.terms[term.variable]
            if term.new is not None and term.old is not None:
                wanted += 1
                made = matcher.replace(text, self.terms[term.old], self.terms[term.new])
                if made is not None:
                    text, match = made
                    matches.append(match)
            texts.append(text)
        if wanted and not matches:
            return None
        best = (max(matches, key=lambda match: match.score),) if matches else ()
        relation = self.relations[pattern.relation_variable] if pattern.relation_variable else pattern.relations[0]
        return Atom(relation, tuple(texts), sign_of(pattern, self.signs), pattern.negated), best
