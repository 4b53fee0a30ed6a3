"""What `tuple-ilp`, `table-ilp` and `ilp` share: question and evidence as a support graph, solved and explained."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from reasoner.explanation import Node
from reasoner.ilp.graph import SupportGraph
from reasoner.ilp.profile import Price, Profile
from reasoner.ilp.solve import DEFAULT, NODE_LIMIT, Optimizer
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Solver, Support
from reasoner.solvers.denials import against, denials, of_others
from reasoner.solvers.support.evidence import Finder, Unit, Way
from reasoner.solvers.support.explained import Explainer
from reasoner.solvers.support.graph import GraphBuilder
from reasoner.solvers.support.terms import Asked, Terms
from reasoner.solvers.support.weights import Weights

#: Kinds of edges: from the question into evidence, from evidence to the choice, and all that count at a cell.
INTO = ("ask", "ask alike", "told")
OUT = ("answer", "answer alike", "given answer")
LINKS = ("link", "given link")
ALIGNMENTS = (*INTO[:2], *OUT, *LINKS)


def node_prices(weights: Weights, *units: str) -> dict[str, Price]:
    """Return what terms earn, and what units of some kinds cost; those that came with the question are free."""
    return {"term": Price(weights.term), "answer": Price()} | dict.fromkeys(units, Price(-weights.unit))


def link_prices(weights: Weights) -> dict[str, Price]:
    """Return what links of two units earn, by the rarity of the word they share; a hop between given facts is free."""
    return {"link": Price(weights.link, -weights.hop), "given link": Price(weights.link)}


def edge_prices(weights: Weights) -> dict[str, Price]:
    """Return what alignments earn: the share of the unit that is aligned, less for words that are only alike."""
    alike = Price(weights.cell, -weights.alike)
    same = Price(weights.cell)
    given = Price(weights.given_answer)
    return {"ask": same, "ask alike": alike, "answer": same, "answer alike": alike, "given answer": given}


Refinement = Callable[[SupportGraph, Asked], None]

#: The facts found for one choice may support another: among so many choices. More would take quadratic time.
TOGETHER = 40
APART = f"with this many choices, facts were looked for and shared among {TOGETHER} of them at a time"


class SupportSolver(Solver):
    """A solver by support graph: a subclass says what it gathers and what its graphs earn and obey."""

    #: What a profile adds to a finished graph.
    refinements: ClassVar[tuple[Refinement, ...]] = ()
    #: Whether two units may be joined.
    chains: ClassVar[bool] = True

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        weights: Annotated[str | Weights | None, "a file of prices, as `reasoner train ilp` writes it"] = None,
        back_end: Annotated[str, "what solves the integer program"] = DEFAULT,
        nodes: Annotated[int, "nodes of the search at the most"] = NODE_LIMIT,
    ) -> None:
        super().__init__(kb)
        self.prices = weights if isinstance(weights, Weights) else Weights.load(type(self).weights[0], weights)
        self.back_end, self.nodes = back_end, nodes
        self.finder = Finder(self.kb)
        self.profile = self.make_profile(self.prices)
        self.terms = Terms(self.kb, self.prices)

    @staticmethod
    @abstractmethod
    def make_profile(weights: Weights) -> Profile:
        """Return prices and rules."""

    @abstractmethod
    def gather(self, facts: Sequence[Fact]) -> Sequence[Unit]:
        """Return facts as the rows and tuples that may support a choice."""

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the best support graph of each choice that has one; many choices are taken a few at a time."""
        groups = list(_few_choices(question))
        if len(groups) == 1:
            return self._support(question)
        found = {label: support for few in groups for label, support in self._support(few).items()}
        return {label: replace(support, notes=(*support.notes, APART)) for label, support in found.items()}

    def _support(self, question: Question) -> Mapping[str, Support]:
        facts, ways = self.finder.find(question, self.chains)
        units = self.gather(facts)
        texts = {unit.id: unit.text for unit in units}
        denied, others = denials(question, texts), of_others(question, texts)
        barred = {label: {*denied[label], *others[label]} for label in denied}
        graph = self._graph(replace(self.terms.read(question), barred=barred), units, ways)
        optimizer = Optimizer(graph, self.profile, self.back_end, self.nodes)
        solved = {choice.label: optimizer.best(f"choice {choice.label}") for choice in question.choices}
        explain = Explainer(question, graph, solved)
        found = {label: explain.support(label) for label, solution in solved.items() if solution is not None}
        shown = {unit.id: unit for unit in units}
        weighed = {
            label: self._less(found.get(label, Support(None)), denied[label], shown) for label in question.labels
        }
        return {label: support for label, support in weighed.items() if label in found or support.refuted}

    def _graph(self, asked: Asked, units: Sequence[Unit], ways: Sequence[Way]) -> SupportGraph:
        """What may support what."""
        graph = GraphBuilder(self.terms, asked, units, ways, self.chains).graph
        for refine in self.refinements:
            refine(graph, asked)
        return graph

    def _less(self, support: Support, denied: Mapping[str, str], units: Mapping[str, Unit]) -> Support:
        """Support less what the first unit that denies it takes."""
        kept = [(units[unit], why) for unit, why in list(denied.items())[:1]]
        return against(support, [(unit_node(unit), why, self.prices.denial) for unit, why in kept])


def _few_choices(question: Question) -> Iterator[Question]:
    """Yield the question with some of its choices at a time, so many that none is left alone."""
    groups = math.ceil(len(question.choices) / TOGETHER)
    for number in range(groups):
        some = question.choices[number::groups]
        yield question if groups == 1 else replace(question, choices=some, answer_key=None)


def unit_node(unit: Unit) -> Node:
    """Return the node that shows a row or tuple."""
    return Node(unit.id, "row" if unit.kind.endswith("row") else "tuple", unit.text, unit.id)
