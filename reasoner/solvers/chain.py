"""chain: rule chaining over given and retrieved facts, with soft matching of terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.util import find_spec

import numpy as np

from reasoner.chaining.cover import Cover, Statement, cover
from reasoner.chaining.engine import COMBINE, Engine, Limits, Proof, leaf
from reasoner.chaining.explain import explain_cover, explain_reach
from reasoner.chaining.goal import Goal, Reach, reach
from reasoner.chaining.matching import Links, Matcher
from reasoner.chaining.reading import atoms_of
from reasoner.chaining.rules import load_rules
from reasoner.errors import UsageError
from reasoner.explanation import Explanation, Part, total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.fact import GIVEN
from reasoner.language.hypothesis import hypotheses
from reasoner.question import Question
from reasoner.solver import Solver, Support, given_facts, register

SOFT = ("auto", "lexical", "embeddings")
#: A fact that was retrieved may be beside the point: what rests on it counts less than what was given.
RETRIEVED = 0.7
#: Retrieved facts of each choice that are read for typed proofs.
READ = 4
#: Weights of the parts of a score. Fitted on 800 Train questions with both facts given (logistic regression with signs
#: fixed), then rounded.
AMOUNT, CLAIM, USED, USED_LEAST = 0.15, 1.8, 2.2, 1.6
PROVED, NEAR, STATED = 6.0, 2.4, 0.6
AGAINST, OPPOSITE = 1.0, 0.2
HYPOTHESIS_LIKE, CHOICE_LIKE, ONE_FACT_LIKE = 2.8, 3.0, 1.4
FOUND = 0.1
_LINKING = frozenset({"synonym", "isa", "example", "opposite"})


@dataclass(frozen=True)
class _Case:
    """One choice: the goal, the sentence, and what was found for it."""

    goal: Goal
    hypothesis: str
    given: Cover
    found: Cover
    retrieved: tuple[tuple[Statement, float], ...]
    best: Reach | None
    worst: Reach | None


@register
class Chain(Solver):
    """Scores a choice by the best proof of its hypothesis, and by how much of it the facts cover.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> facts = ("heat travels through metal", "steel is made of metal")
    >>> question = Question("1", "What does heat travel through?", choices, facts=facts)
    >>> answer = Chain(KnowledgeBase.from_facts(()), soft="lexical").answer(question)
    >>> answer.selected, answer.explanations["B"].steps[0].rule
    (('B',), 'material-object')
    """

    name = "chain"
    summary = "rule chaining over given and retrieved facts, soft matching of terms"
    needs = "facts that come with the question, or a knowledge base"
    citation = "this package; the composition of f and k is that of Mihaylov et al. 2018, OpenBookQA"

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        soft: str = "auto",
        combine: str = "product",
        depth: int = 3,
        width: int = 20,
        seconds: float = 1.0,
        retrieved: int = 8,
    ) -> None:
        super().__init__(kb)
        if soft not in SOFT:
            raise UsageError(f"soft={soft}: choose one of {', '.join(SOFT)}")
        if combine not in COMBINE:
            raise UsageError(f"combine={combine}: choose one of {', '.join(COMBINE)}")
        self.soft = soft
        self.combine = combine
        self.limits = Limits(depth=depth, width=width, seconds=seconds)
        self.retrieved = retrieved

    @cached_property
    def vectors(self) -> _Vectors | None:
        """Meaning by embeddings, or None where matching is by words alone."""
        if self.soft == "lexical" or (self.soft == "auto" and find_spec("sentence_transformers") is None):
            return None
        from reasoner.neural.encoder import Encoder

        return _Vectors(Encoder().encode)

    @cached_property
    def matcher(self) -> Matcher:
        """Soft matching by what the knowledge base knows of words, and by embeddings where there are any."""
        linking = (fact for fact in self.kb if fact.relation in _LINKING and len(fact.arguments) > 1)
        links = Links.of((fact.relation or "", fact.arguments[0], fact.arguments[1]) for fact in linking)
        return Matcher(links, self.vectors.likeness if self.vectors else None)

    @cached_property
    def engine(self) -> Engine:
        """The chaining engine with the rules of the package."""
        return Engine(load_rules(), self.matcher, self.combine, self.limits)

    @cached_property
    def weigh(self) -> Callable[[str], float]:
        """The inverse document frequency of a lemma in the knowledge base."""
        size, frequency = len(self.kb), self.kb.store.frequency
        return lru_cache(maxsize=100_000)(lambda lemma: math.log(1 + (size + 1) / (frequency(lemma) + 1)))

    def cases(self, question: Question) -> list[_Case]:
        """Return what was found for each choice."""
        given = [Statement(fact.text, fact) for fact in {fact.text: fact for fact in given_facts(question)}.values()]
        goals = [Goal(question.stem, choice.text) for choice in question.choices]
        sentences = hypotheses(question.stem, [choice.text for choice in question.choices])
        found = [self._retrieve(goal, given) for goal in goals]
        if self.vectors:
            statements = [*given, *(statement for row in found for statement, _ in row)]
            texts = [question.stem, *sentences, *(goal.claim for goal in goals), *(each.text for each in statements)]
            lemmas = [lemma for part in (*goals, *given) for lemma in part.lemmas]
            self.vectors.prepare([*texts, *lemmas, _together(given)])
        proofs = list(self.engine.run(self._known(given, found)))
        return [
            self._case(goal, sentence, given, row, proofs)
            for goal, sentence, row in zip(goals, sentences, found, strict=True)
        ]

    def _retrieve(self, goal: Goal, given: list[Statement]) -> list[tuple[Statement, float]]:
        about = {*goal.context_lemmas, *(lemma for statement in given for lemma in statement.lemmas)}
        texts = {statement.text for statement in given}
        hits = self.kb.search([sorted(about), goal.new_lemmas], self.retrieved)
        return [(Statement(hit.fact.text, hit.fact, False), hit.score) for hit in hits if hit.fact.text not in texts]

    def _known(self, given: list[Statement], found: list[list[tuple[Statement, float]]]) -> list[Proof]:
        known = [leaf(atom, each.source) for each in given for atom in atoms_of(each.text)]
        retrieved = {each.text: each.source for row in found for each, _ in row[:READ]}
        for fact in retrieved.values():
            assert isinstance(fact, Fact)
            known += [leaf(atom, fact, RETRIEVED) for atom in atoms_of(fact.text, fact.relation, fact.arguments)]
        return known

    def _case(
        self, goal: Goal, sentence: str, given: list[Statement], row: list[tuple[Statement, float]], proofs: list[Proof]
    ) -> _Case:
        reached = [found for proof in proofs if (found := reach(goal, proof, self.matcher, self.weigh))]
        best = max(reached, key=lambda each: (each.is_proved, each.confidence), default=None)
        worst = min(reached, key=lambda each: each.confidence, default=None)
        covers = (cover(goal, each, self.matcher, self.weigh) for each in (given, [row[0][0]] if row else []))
        return _Case(goal, sentence, *covers, tuple(row), best, worst)

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score of each choice and the proof, or the near-proof, behind it."""
        cases = zip(question.labels, self.cases(question), strict=True)
        found = ((label, case, self._parts(case)) for label, case in cases)
        return {label: Support(total(parts), _explanation(case, parts)) for label, case, parts in found if parts}

    def _parts(self, case: _Case) -> tuple[Part, ...]:
        """Return the parts of a score; none where nothing speaks for the choice."""
        parts = [*_proof_parts(case), *_cover_parts(case), *self._likeness_parts(case), *_retrieved_parts(case)]
        return tuple(part for part in parts if part.value) if any(part.value > 0 for part in parts) else ()

    def _likeness_parts(self, case: _Case) -> Iterator[Part]:
        if self.vectors is None or not case.given.statements:
            return
        likeness = self.vectors.likeness
        texts = [statement.text for statement in case.given.statements]
        together = _together(case.given.statements)
        yield Part("hypothesis like the given facts", HYPOTHESIS_LIKE * likeness(case.hypothesis, together))
        yield Part("choice like the given facts", CHOICE_LIKE * likeness(case.goal.claim, together))
        yield Part("hypothesis like one fact", ONE_FACT_LIKE * max(likeness(case.hypothesis, text) for text in texts))


def _proof_parts(case: _Case) -> Iterator[Part]:
    if case.best is not None and case.best.confidence > 0:
        best = case.best
        is_given = all(isinstance(fact, Fact) and fact.source == GIVEN for fact in best.proof.sources)
        if best.proof.rule is not None:
            yield Part("typed proof", (PROVED if best.is_proved else NEAR) * best.confidence)
        elif is_given:
            yield Part("stated by a given fact", STATED * best.confidence)
    if case.worst is not None and case.worst.confidence < 0:
        yield Part(f"against it: {case.worst.conflict}", AGAINST * case.worst.confidence)


def _cover_parts(case: _Case) -> Iterator[Part]:
    found = case.given
    if not found.amount:
        return
    yield Part("weight of the choice's words covered", AMOUNT * found.amount)
    yield Part("share of the choice covered", CLAIM * found.claim)
    yield Part("share of the facts taken up", USED * sum(found.used) / len(found.used))
    yield Part("share taken up of the fact least used", USED_LEAST * min(found.used))
    if found.conflict:
        yield Part(f"against it: {found.conflict}", -OPPOSITE)


def _retrieved_parts(case: _Case) -> Iterator[Part]:
    if case.retrieved:
        share = 1 / (1 + len(case.given.statements)) ** 2
        yield Part("best retrieved fact", FOUND * share * case.retrieved[0][1])


def _explanation(case: _Case, parts: tuple[Part, ...]) -> Explanation:
    """Return the typed proof where there is one, else the given facts that cover the choice, else what was retrieved."""
    best = case.best
    if best is not None and best.confidence > 0 and (best.proof.rule is not None or best.is_proved):
        made = explain_reach(best, case.hypothesis)
    elif case.given.statements:
        made = explain_cover(case.given, case.hypothesis)
    else:
        made = explain_cover(case.found, case.hypothesis)
    return replace(made, parts=parts)


def _together(statements: Sequence[Statement]) -> str:
    return " ".join(f"{statement.text}." for statement in statements)


class _Vectors:
    """Vectors of the texts of a question, made in one batch and kept while they may be needed."""

    def __init__(self, encode) -> None:
        self._encode = encode
        self._known: dict = {}

    def prepare(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text and text not in self._known]
        if len(self._known) + len(new) > 50_000:
            self._known.clear()
            new = [text for text in dict.fromkeys(texts) if text]
        if new:
            self._known.update(zip(new, self._encode(new), strict=True))

    def likeness(self, left: str, right: str) -> float:
        if left not in self._known or right not in self._known:
            return 0.0
        return float(self._known[left] @ self._known[right])
