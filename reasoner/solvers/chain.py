"""chain: rule chaining over given and retrieved facts, with soft matching of terms."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.util import find_spec

from reasoner.chaining.cover import Cover, Statement, cover
from reasoner.chaining.engine import COMBINE, Engine, Limits, Proof, leaf
from reasoner.chaining.explain import GOAL, explain_cover, explain_reach
from reasoner.chaining.goal import Goal, Reach, reach
from reasoner.chaining.likeness import Likeness, Vectors, nearest
from reasoner.chaining.matching import Links, Matcher
from reasoner.chaining.reading import atoms_of
from reasoner.chaining.rules import load_rules
from reasoner.chaining.weights import LABELS, MEANING, WORDS, Weights
from reasoner.errors import UsageError
from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.fact import GIVEN
from reasoner.language.claim import hypotheses, open_hypothesis
from reasoner.question import Question
from reasoner.solver import Solver, Support, given_facts, register

SOFT = ("auto", "lexical", "embeddings")
#: A fact that was retrieved may be beside the point: what is derived from it is believed less.
RETRIEVED = 0.7
#: Retrieved facts of each choice that are read for typed proofs; fewer where both facts were given.
READ, READ_BESIDE_GIVEN = 4, 2
#: Up to so many sentences of a knowledge base are all compared with a question, which takes half a minute to prepare
#: once. Where there are more, or table rows only, a question is compared with so many that a search by words finds.
WHOLE, COMPARED = 5_000, 100
#: What remains of a typed proof that rests on retrieved facts only.
FOUND_ONLY = 0.2
_LINKING = frozenset({"synonym", "isa", "example", "opposite"})

#: The best fact found by each measure, and how good it is.
Found = dict[str, tuple[Statement, float]]


@dataclass(frozen=True)
class _Case:
    """One choice: the goal, the sentence, how facts cover it, and the typed proofs for and against."""

    goal: Goal
    open_sentence: str
    hypothesis: str
    given: Cover
    chained: Cover  # by the given facts and those that were found
    found: Found
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

    def _weights(self, given: int) -> Weights:
        """Return the weights of the mode where so many facts are given."""
        return (WORDS if self.likeness is None else MEANING)[min(given, 2)]

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
        sentences = {fact.text: fact for fact in self.kb if not fact.arguments}
        if self.likeness is None or not 0 < len(sentences) <= WHOLE:
            return None
        facts = list(sentences.values())
        return [Statement(fact.text, fact) for fact in facts], self.likeness.vectors([fact.text for fact in facts])

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score of each choice and the proof, or the near-proof, behind it."""
        cases = zip(question.labels, self._cases(question), strict=True)
        # Likeness to given facts may be below zero for every choice, and yet tells them apart.
        found = ((label, case, tuple(self._parts(case))) for label, case in cases)
        return {
            label: Support(total(parts), _explanation(case, parts))
            for label, case, parts in found
            if any(part.value > 0 for part in parts) or (parts and self.likeness and case.given.statements)
        }

    def _cases(self, question: Question) -> Iterator[_Case]:
        given = _distinct([Statement(fact.text, fact) for fact in given_facts(question)])
        goals = [Goal(question.stem, choice.text) for choice in question.choices]
        shared = open_hypothesis(question.stem)
        sentences = hypotheses(question.stem, [choice.text for choice in question.choices])
        searched = [self._search(goal, given) for goal in goals]
        known = _known(given, [[hit for hit, _ in row] for row in searched])
        self._prepare(given, goals, [shared, *sentences], known)
        nearby = self._found(given, goals, shared, sentences, searched)
        proofs = list(self.engine.run(known))
        for goal, sentence, found in zip(goals, sentences, nearby, strict=True):
            reached = [each for proof in proofs if (each := reach(goal, proof, self.matcher, self.weigh))]
            facts = _distinct([*given, *(fact for fact, _ in found.values())])
            yield _Case(
                goal,
                shared,
                sentence,
                given=cover(goal, given, self.words, self.weigh),
                chained=cover(goal, facts, self.words, self.weigh),
                found=found,
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
        texts = [*sentences, *(goal.claim for goal in goals), *(each.text for each in given)]
        texts += [_together(given)] if given else []
        lemmas = [lemma for goal in goals for lemma in goal.lemmas]
        lemmas += [lemma for proof in known for lemma in sorted(proof.conclusion.lemmas)]
        self.likeness.prepare([*texts, *lemmas])

    def _found(
        self,
        given: list[Statement],
        goals: list[Goal],
        shared: str,
        sentences: Sequence[str],
        searched: list[list[tuple[Statement, float]]],
    ) -> list[Found]:
        """Return for each goal the facts found that count for it."""
        best: list[Found] = [{"searched": row[0]} if row else {} for row in searched]
        if self.likeness is None:
            return best if len(given) < 2 else [{} for _ in goals]
        if given:
            return [{} for _ in goals]
        if self._laws is not None:
            return [{"law": one} for one in self._nearest(*self._laws, shared, sentences)]
        hits = [Statement(hit.fact.text, hit.fact) for hit in self.kb.search([goals[0].context_lemmas], COMPARED)]
        facts = _distinct([*hits, *(hit for row in searched for hit, _ in row)])
        if not facts:
            return best
        near = self._nearest(facts, self.likeness.vectors([fact.text for fact in facts]), shared, sentences)
        return [{"row": one, **row} for one, row in zip(near, best, strict=True)]

    def _nearest(
        self, facts: list[Statement], vectors: Vectors, shared: str, sentences: Sequence[str]
    ) -> list[tuple[Statement, float]]:
        """Return the fact nearest to each hypothesis, and its nearness."""
        assert self.likeness is not None
        near = nearest(vectors, self.likeness.vectors([shared])[0], self.likeness.vectors(sentences))
        return [(facts[place], nearness) for place, nearness in near]

    def measures(self, question: Question) -> list[dict[str, float]]:
        """Return, for each choice, what `Weights` weighs."""
        return [self._measures(case) for case in self._cases(question)]

    def _parts(self, case: _Case) -> Iterator[Part]:
        weights = self._weights(len(case.given.statements))
        details = {"against": case.worst.conflict if case.worst else "", "opposite": case.given.conflict}
        for name, value in self._measures(case).items():
            if getattr(weights, name):
                label = f"{LABELS[name]}: {details[name]}" if name in details else LABELS[name]
                yield Part(label, getattr(weights, name) * value)

    def _measures(self, case: _Case) -> dict[str, float]:
        found = {name: value for name, (_, value) in case.found.items()}
        return {**_proof_measures(case), **_cover_measures(case.given), **found, **self._likeness(case)}

    def _likeness(self, case: _Case) -> dict[str, float]:
        """Return how like the given facts a choice is, and how like in what both add to the stem."""
        like, texts = self.likeness, [statement.text for statement in case.given.statements]
        if like is None or not texts:
            return {}
        together, pair = _together(case.given.statements), [case.hypothesis, case.goal.claim]
        added = like.beyond(case.open_sentence, pair, [together, *texts])
        return {
            "together": float(added[0, 0]),
            "one": float(added[0, 1:].max()),
            "choice": float(added[1, 1:].max()),
            "least": min(like(case.hypothesis, text) for text in texts),
        }


def _proof_measures(case: _Case) -> dict[str, float]:
    found, best, worst = {}, case.best, case.worst
    if best is not None and best.confidence > 0:
        given = [isinstance(fact, Fact) and fact.source == GIVEN for fact in best.proof.sources]
        if best.proof.rule is not None:
            found["proved" if best.is_proved else "near"] = best.confidence * (1.0 if any(given) else FOUND_ONLY)
        elif all(given):
            found["stated"] = best.confidence
    if worst is not None and worst.confidence < 0:
        found["against"] = worst.confidence
    return found


def _cover_measures(cover: Cover) -> dict[str, float]:
    if not cover.amount:
        return {}
    found = {
        "amount": cover.amount,
        "claim": cover.claim,
        "used": sum(cover.used) / len(cover.used),
        "used_least": min(cover.used),
    }
    return found | {"opposite": -1.0} if cover.conflict else found


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
        made = explain_cover(case.chained, case.hypothesis)
    return replace(_with_found(made, case.found), parts=parts)


def _with_found(made: Explanation, found: Found) -> Explanation:
    """Add the facts that were found to count for the choice, each linked to it by what it counts for."""
    names = {node.text: node.id for node in made.facts}
    nodes, links = list(made.nodes), list(made.links)
    for measure, (statement, value) in found.items():
        assert isinstance(statement.source, Fact)
        if statement.text not in names:
            names[statement.text] = f"fact{len(names) + 1}"
            nodes.append(Node(names[statement.text], "fact", statement.text, statement.source.where))
        links.append(Link(names[statement.text], GOAL, LABELS[measure], value))
    return replace(made, nodes=tuple(nodes), links=tuple(links))


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
