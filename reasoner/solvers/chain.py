"""chain: rule chaining over given and retrieved facts, with soft matching of terms."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.util import find_spec

from reasoner.chaining.cover import Cover, Statement, cover
from reasoner.chaining.engine import Derivation, Engine, Limits, Proof, leaf
from reasoner.chaining.goal import Goal, Reach, reach
from reasoner.chaining.matching import Links, Matcher
from reasoner.chaining.reading import atoms_of
from reasoner.chaining.rules import load_rules
from reasoner.errors import UsageError
from reasoner.explanation import Explanation, Part
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.hypothesis import hypotheses
from reasoner.question import Question
from reasoner.solver import Solver, Support, given_facts, register

SOFT = ("auto", "lexical", "embeddings")
#: A fact that was retrieved may be beside the point: what rests on it counts less than what was given.
RETRIEVED = 0.7


@register
class Chain(Solver):
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
        self.soft = soft
        self.retrieved = retrieved
        self.combine = combine
        self.limits = Limits(depth=depth, width=width, seconds=seconds)

    @cached_property
    def matcher(self):
        triples = ((f.relation, *f.arguments[:2]) for f in self.kb if f.relation in ("synonym","isa","example","opposite"))
        return Matcher(Links.of(triples))

    @cached_property
    def engine(self):
        return Engine(load_rules(), self.matcher, self.combine, self.limits)

    @cached_property
    def weigh(self):
        size, frequency = len(self.kb), self.kb.store.frequency

        @lru_cache(maxsize=100_000)
        def weigh(lemma: str) -> float:
            return math.log(1 + (size + 1) / (frequency(lemma) + 1))
        return weigh

    def evidence(self, question: Question):
        given = [Statement(f.text, f) for f in {f.text: f for f in given_facts(question)}.values()]
        stem = Goal(question.stem, "")
        hyps = hypotheses(question.stem, [c.text for c in question.choices])
        about = {*stem.context_lemmas, *(l for s in given for l in s.lemmas)}
        goals = [Goal(question.stem, c.text) for c in question.choices]
        found = []
        for goal in goals:
            hits = self.kb.search([sorted(about), goal.new_lemmas], self.retrieved)
            found.append([(Statement(h.fact.text, h.fact, False), h.score) for h in hits if h.fact.text not in {g.text for g in given}])
        known=[leaf(a, s.text) for s in given for a in atoms_of(s.text)]
        for row in found:
            for s,_ in row[:4]:
                known += [leaf(a, s.text, RETRIEVED) for a in atoms_of(s.text, s.source.relation, s.source.arguments)]
        derivation = self.engine.run(known)
        proofs = list(derivation)
        out=[]
        for goal, hyp, row in zip(goals, hyps, found, strict=True):
            reached = [r for p in proofs if (r := reach(goal, p, self.matcher, self.weigh))]
            best = max(reached, key=lambda r: r.confidence, default=None)
            worst = min(reached, key=lambda r: r.confidence, default=None)
            all_given = cover(goal, given, self.matcher, self.weigh)
            pairs = [(cover(goal, [*given, s], self.matcher, self.weigh), cover(goal,[s],self.matcher,self.weigh), s, score) for s, score in row]
            out.append(dict(goal=goal, hyp=hyp, best=best, worst=worst, given=all_given, pairs=pairs))
        return out, derivation

    def support(self, question: Question) -> Mapping[str, Support]:
        return {}
