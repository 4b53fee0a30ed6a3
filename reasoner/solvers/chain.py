"""chain: rule chaining over given and retrieved facts, with soft matching of terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.util import find_spec

from reasoner.chaining.cover import Cover, Statement, cover
from reasoner.chaining.engine import COMBINE, Engine, Limits, Proof, leaf
from reasoner.chaining.explain import explain_cover, explain_reach
from reasoner.chaining.goal import Goal, Reach, reach
from reasoner.chaining.likeness import Likeness, Nearest, Vectors, nearest
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
#: A fact that was retrieved may be beside the point: what is derived from it is believed less.
RETRIEVED = 0.7
#: Retrieved facts of each choice that are read for typed proofs; fewer where both facts were given.
READ, READ_BESIDE_GIVEN = 4, 2
#: Up to so many sentences of a knowledge base are all compared with a question, which takes half a minute to prepare
#: once; of more, and of table rows, what a search by words finds.
WHOLE = 5_000
_LINKING = frozenset({"synonym", "isa", "example", "opposite"})


@dataclass(frozen=True, slots=True)
class Weights:
    """What the parts of a score weigh.

    Fitted on OpenBookQA Train (800 questions with both facts given; 500 with one or none for those from `best_found`
    on; logistic regression in which no part may count the wrong way), then rounded.
    """

    amount: float  # of the choice's words that the given facts cover, by idf
    claim: float  # the share of them
    used: float  # the share of the given facts that the hypothesis takes up, on average
    used_least: float  # the same of the fact that is taken up least
    proved: float  # a typed proof, by its confidence
    near: float  # a typed proof that lacks something
    stated: float = 0.3  # a given fact states the hypothesis
    against: float = 3.0  # a proof of the contrary
    opposite: float = 0.2  # a given fact has the opposite of a word of the choice
    together: float = 0.0  # likeness of the hypothesis to the given facts together
    choice_one: float = 0.0  # likeness of the choice to the given fact that is most like it
    hypothesis_least: float = 0.0  # likeness of the hypothesis to the given fact that is least like it
    best_found: float = 0.0  # likeness of the hypothesis to the nearest fact known
    called: float = 0.0  # likeness of the hypothesis to the facts that the stem calls for
    onward: float = 0.0  # how far those facts lead on to the choice
    searched: float = 0.0  # BM25 of the best fact that a search by words finds


WORDS = Weights(amount=0.17, claim=2.0, used=2.3, used_least=1.8, proved=6.0, near=2.5, searched=0.1)
MEANING = Weights(
    amount=0.15, claim=0.75, used=0.9, used_least=1.0, proved=5.0, near=1.0, together=3.0, choice_one=4.0,
    hypothesis_least=3.0, best_found=5.0, called=2.4, onward=4.0,
)  # fmt: skip
#: What remains of the parts that go by the choice's words where a single fact was given: without the second fact, wrong
#: choices have words in common with it as often as the right one has.
ALONE = 0.1
#: What remains of a typed proof that rests on retrieved facts only.
FOUND_ONLY = 0.2


@dataclass(frozen=True)
class _Case:
    """One choice: the goal, the sentence, how facts cover it, and the typed proofs for and against."""

    goal: Goal
    hypothesis: str
    given: Cover
    chained: Cover  # by the given facts and the best that were found
    searched: float
    near: Nearest | None
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
    >>> answer.selected, answer.explanations["B"].summary
    (('B',), 'proved: by material-object')
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
        for name, value, known in (("soft", soft, SOFT), ("combine", combine, tuple(COMBINE))):
            if value not in known:
                raise UsageError(f"{name}={value}: choose one of {', '.join(known)}")
        self.soft = soft
        self.combine = combine
        self.limits = Limits(depth=depth, width=width, seconds=seconds)
        self.retrieved = retrieved

    @cached_property
    def likeness(self) -> Likeness | None:
        """Likeness by embeddings, or None where matching is by words alone."""
        if self.soft == "lexical" or (self.soft == "auto" and find_spec("sentence_transformers") is None):
            return None
        from reasoner.neural.encoder import Encoder

        return Likeness(Encoder().encode)

    @property
    def weights(self) -> Weights:
        """The weights of the mode."""
        return WORDS if self.likeness is None else MEANING

    @cached_property
    def words(self) -> Matcher:
        """Matching by words, and by what the knowledge base knows of them."""
        linking = (fact for fact in self.kb if fact.relation in _LINKING and len(fact.arguments) > 1)
        return Matcher(Links.of((fact.relation or "", fact.arguments[0], fact.arguments[1]) for fact in linking))

    @cached_property
    def matcher(self) -> Matcher:
        """The same, and by embeddings where there are any."""
        return self.words if self.likeness is None else Matcher(self.words.links, self.likeness)

    @cached_property
    def engine(self) -> Engine:
        """The chaining engine with the rules of the package."""
        return Engine(load_rules(), self.matcher, self.combine, self.limits)

    @cached_property
    def weigh(self) -> Callable[[str], float]:
        """The inverse document frequency of a lemma in the knowledge base."""
        size, frequency = len(self.kb), self.kb.store.frequency
        return lru_cache(maxsize=100_000)(lambda lemma: math.log(1 + (size + 1) / (frequency(lemma) + 1)))

    @cached_property
    def _laws(self) -> tuple[list[Statement], Vectors] | None:
        """The sentences of the knowledge base with their vectors, where they are few enough to compare them all."""
        sentences = {fact.text: fact for fact in self.kb if fact.relation is None}
        if self.likeness is None or not 0 < len(sentences) <= WHOLE:
            return None
        facts = list(sentences.values())
        return [Statement(fact.text, fact) for fact in facts], self.likeness.vectors([fact.text for fact in facts])

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score of each choice and the proof, or the near-proof, behind it."""
        cases = zip(question.labels, self._cases(question), strict=True)
        found = ((label, case, tuple(self._parts(case))) for label, case in cases)
        return {
            label: Support(total(parts), _explanation(case, parts))
            for label, case, parts in found
            if any(part.value > 0 for part in parts)
        }

    def _cases(self, question: Question) -> Iterator[_Case]:
        given = _distinct([Statement(fact.text, fact) for fact in given_facts(question)])
        goals = [Goal(question.stem, choice.text) for choice in question.choices]
        sentences = hypotheses(question.stem, [choice.text for choice in question.choices])
        searched = [self._search(goal, given) for goal in goals]
        known = _known(given, [[hit for hit, _ in row] for row in searched])
        self._prepare(given, goals, sentences, known)
        near = self._nearest(given, goals, sentences, searched)
        proofs = list(self.engine.run(known))
        for goal, sentence, row, (law, likeness) in zip(goals, sentences, searched, near, strict=True):
            reached = [found for proof in proofs if (found := reach(goal, proof, self.matcher, self.weigh))]
            yield _Case(
                goal,
                sentence,
                given=cover(goal, given, self.words, self.weigh),
                chained=cover(goal, _distinct([*given, *law, *(hit for hit, _ in row[:1])]), self.words, self.weigh),
                searched=row[0][1] if row else 0.0,
                near=likeness,
                best=max(reached, key=lambda each: (each.is_proved, each.confidence), default=None),
                worst=min(reached, key=lambda each: each.confidence, default=None),
            )

    def _search(self, goal: Goal, given: list[Statement]) -> list[tuple[Statement, float]]:
        """Return facts that share a word with the choice and one with the stem or a given fact, with their BM25."""
        about = {*goal.context_lemmas, *(lemma for statement in given for lemma in statement.lemmas)}
        texts = {statement.text for statement in given}
        hits = self.kb.search([sorted(about), goal.new_lemmas], self.retrieved)
        return [(Statement(hit.fact.text, hit.fact), hit.score) for hit in hits if hit.fact.text not in texts]

    def _prepare(self, given: list[Statement], goals: list[Goal], sentences: Sequence[str], known: list[Proof]) -> None:
        """Make the vectors of a question in one batch: its texts, and the words that terms are matched by."""
        if self.likeness is None:
            return
        texts = [goals[0].context, *sentences, *(goal.claim for goal in goals), *(each.text for each in given)]
        lemmas = [lemma for goal in goals for lemma in goal.lemmas]
        lemmas += [lemma for proof in known for lemma in sorted(proof.conclusion.lemmas)]
        self.likeness.prepare([*texts, *lemmas, _together(given)])

    def _nearest(
        self,
        given: list[Statement],
        goals: list[Goal],
        sentences: Sequence[str],
        searched: list[list[tuple[Statement, float]]],
    ) -> list[tuple[list[Statement], Nearest | None]]:
        """Return for each goal the fact that is most like its sentence, and how the facts known bear on it."""
        like = self.likeness
        if like is None or len(given) > 1:
            return [([], None) for _ in goals]
        hits = {hit.text: hit for row in searched for hit, _ in row}
        if self._laws is not None:
            facts, vectors = self._laws
        elif hits:
            facts, vectors = list(hits.values()), like.vectors(list(hits))
        else:
            return [([], None) for _ in goals]
        near = nearest(
            vectors,
            like.vectors([_together(given) or goals[0].context])[0],
            like.vectors(sentences),
            like.vectors([goal.claim for goal in goals]),
        )
        return [([facts[one.place]], one) for one in near]

    def _parts(self, case: _Case) -> Iterator[Part]:
        yield from self._proof_parts(case)
        if case.given.statements:
            yield from self._given_parts(case)
        if len(case.given.statements) < 2:
            yield from self._found_parts(case)

    def _found_parts(self, case: _Case) -> Iterator[Part]:
        weights, near = self.weights, case.near
        if case.searched and weights.searched:
            yield Part("best fact that shares words", weights.searched * case.searched)
        if near is not None:
            if not case.given.statements:
                yield Part("like the nearest fact known", weights.best_found * near.best)
                yield Part("facts that the stem calls for lead on to the choice", weights.onward * near.onward)
            yield Part("like the facts that stem or given fact call for", weights.called * near.called)

    def _proof_parts(self, case: _Case) -> Iterator[Part]:
        best, worst, weights = case.best, case.worst, self.weights
        if best is not None and best.confidence > 0:
            given = [isinstance(fact, Fact) and fact.source == GIVEN for fact in best.proof.sources]
            if best.proof.rule is not None:
                weight = (weights.proved if best.is_proved else weights.near) * (1.0 if any(given) else FOUND_ONLY)
                yield Part("typed proof", weight * best.confidence)
            elif all(given):
                yield Part("stated by a given fact", weights.stated * best.confidence)
        if worst is not None and worst.confidence < 0:
            yield Part(f"against it: {worst.conflict}", weights.against * worst.confidence)

    def _given_parts(self, case: _Case) -> Iterator[Part]:
        found, weights = case.given, self.weights
        scale = ALONE if len(found.statements) == 1 else 1.0
        if found.amount:
            yield Part("weight of the choice's words covered", scale * weights.amount * found.amount)
            yield Part("share of the choice covered", scale * weights.claim * found.claim)
            yield Part("share of the facts taken up", scale * weights.used * sum(found.used) / len(found.used))
            yield Part("share taken up of the fact least used", scale * weights.used_least * min(found.used))
            if found.conflict:
                yield Part(f"against it: {found.conflict}", -weights.opposite)
        if self.likeness is not None:
            like, texts = self.likeness, [statement.text for statement in found.statements]
            yield Part(
                "hypothesis like the facts", weights.together * like(case.hypothesis, _together(found.statements))
            )
            closest = max(like(case.goal.claim, text) for text in texts)
            yield Part("choice like a fact", scale * weights.choice_one * closest)
            least = min(like(case.hypothesis, text) for text in texts)
            yield Part("hypothesis like every fact", weights.hypothesis_least * least)


def _known(given: list[Statement], searched: list[list[Statement]]) -> list[Proof]:
    """Return the atoms that chaining starts from: those of the given facts, and of the best that were found."""
    known = [leaf(atom, each.source) for each in given for atom in atoms_of(each.text)]
    read = READ if len(given) < 2 else READ_BESIDE_GIVEN
    for fact in {each.text: each.source for row in searched for each in row[:read]}.values():
        assert isinstance(fact, Fact)
        known += [leaf(atom, fact, RETRIEVED) for atom in atoms_of(fact.text, fact.relation, fact.arguments)]
    return known


def _explanation(case: _Case, parts: tuple[Part, ...]) -> Explanation:
    """Return the typed proof where there is one, else the facts that cover the choice: given ones, then found ones."""
    if case.best is not None and case.best.confidence > 0 and _tells(case.best, case.given):
        made = explain_reach(case.best, case.hypothesis)
    else:
        made = explain_cover(case.given if len(case.given.statements) > 1 else case.chained, case.hypothesis)
    return replace(made, parts=parts)


def _tells(best: Reach, given: Cover) -> bool:
    """Whether a typed proof tells more than the cover: by a rule, or by one fact to which others have nothing to add.

    Where facts were given, it must rest on one of them at least.
    """
    sources = {statement.source for statement in given.statements}
    if sources and not best.proof.sources & sources:
        return False
    alone = sum(match.score for match in best.matches)
    all_said = best.is_proved and alone >= sum(match.score for match in given.matches)
    return best.proof.rule is not None or all_said


def _distinct(statements: Sequence[Statement]) -> list[Statement]:
    return list({statement.text: statement for statement in statements}.values())


def _together(statements: Sequence[Statement]) -> str:
    return " ".join(f"{statement.text}." for statement in statements)
