"""What `tuple-ilp`, `table-ilp` and `ilp` share: question and evidence as a support graph, solved and explained."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from reasoner.explanation import Node
from reasoner.ilp.graph import SupportGraph
from reasoner.ilp.profile import Price, Profile
from reasoner.ilp.solve import DEFAULT, NODE_LIMIT, Optimizer
from reasoner.knowledge import KnowledgeBase
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support
from reasoner.solvers.denials import against, denials, of_others
from reasoner.solvers.evidence import LIGHT, Finder, Unit
from reasoner.solvers.support_explained import Explainer
from reasoner.solvers.support_graph import Asked, GraphBuilder, Place
from reasoner.solvers.weights import Weights

#: Kinds of edges: from the question into evidence, from evidence to the choice, and all that count at a cell.
INTO = ("ask", "ask alike", "told")
OUT = ("answer", "answer alike", "given answer")
LINKS = ("link", "given link")
ALIGNMENTS = (*INTO[:2], *OUT, *LINKS)


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

#: Units and lemmas about which something is kept in memory.
_KEPT = 100_000


class SupportSolver(Solver):
    """A solver by support graph: a subclass says what it gathers and what its graphs earn and obey."""

    #: What a profile adds to a finished graph.
    refinements: ClassVar[tuple[Refinement, ...]] = ()

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
        self._rarity: dict[str, float] = {}
        self._places: dict[Unit, list[tuple[str, Place]]] = {}

    @staticmethod
    @abstractmethod
    def make_profile(weights: Weights) -> Profile:
        """Return prices and rules."""

    @abstractmethod
    def gather(self, question: Question) -> Sequence[Unit]:
        """Return the rows and tuples that may support a choice."""

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the best support graph of each choice that has one; many choices are taken a few at a time."""
        groups = list(_few_choices(question))
        if len(groups) == 1:
            return self._support(question)
        found = {label: support for few in groups for label, support in self._support(few).items()}
        return {label: replace(support, notes=(*support.notes, APART)) for label, support in found.items()}

    def _support(self, question: Question) -> Mapping[str, Support]:
        units = self.gather(question)
        texts = {unit.id: unit.text for unit in units}
        denied, others = denials(question, texts), of_others(question, texts)
        asked = replace(self.read(question), barred={label: {*denied[label], *others[label]} for label in denied})
        graph = self.make_graph(asked, units)
        optimizer = Optimizer(graph, self.profile, self.back_end, self.nodes)
        solved = {choice.label: optimizer.best(f"choice {choice.label}") for choice in question.choices}
        explain = Explainer(question, graph, solved)
        found = {label: explain.support(label) for label, solution in solved.items() if solution is not None}
        shown = {unit.id: unit for unit in units}
        weighed = {
            label: self._less(found.get(label, Support(None)), denied[label], shown) for label in question.labels
        }
        return {label: support for label, support in weighed.items() if label in found or support.refuted}

    def _less(self, support: Support, denied: Mapping[str, str], units: Mapping[str, Unit]) -> Support:
        """Support less what the first unit that denies it takes."""
        kept = [(units[unit], why) for unit, why in list(denied.items())[:1]]
        return against(support, [(unit_node(unit), why, self.prices.denial) for unit, why in kept])

    # -- the question -----------------------------------------------------------------------------------------------

    def rarity(self, lemma: str) -> float:
        """Return how rare a lemma is in the knowledge base: 1 for one that it does not hold, near 0 for one in all."""
        if len(self._rarity) > _KEPT:
            self._rarity.clear()
        if lemma not in self._rarity:
            facts = max(len(self.kb), 1)
            rarity = math.log(1 + facts / (1 + self.kb.store.frequency(lemma))) / math.log(1 + facts)
            self._rarity[lemma] = rarity * (self.prices.light if lemma in LIGHT else 1.0)
        return self._rarity[lemma]

    def read(self, question: Question) -> Asked:
        """Return the question as terms; the weights of its terms add up to 1."""
        stem = dict.fromkeys(content_lemmas(question.stem))
        last = max(len(stem) - 1, 1)
        which = _which(question.stem)
        raw = {
            lemma: self.rarity(lemma)
            * (1 + self.prices.later * number / last)
            * (1 + self.prices.which * (lemma in which))
            for number, lemma in enumerate(stem)
        }
        whole = sum(raw.values()) or 1.0
        answers = {choice.label: self._answer(choice, stem) for choice in question.choices}
        return Asked({lemma: weight / whole for lemma, weight in raw.items()}, answers)

    def _answer(self, choice: Choice, stem: Iterable[str]) -> dict[str, float]:
        """What each term of a choice is worth when supported; one that the stem holds too tells nothing."""
        lemmas = dict.fromkeys(content_lemmas(choice.text))
        telling = {lemma: self.rarity(lemma) for lemma in lemmas if lemma not in stem}
        telling = telling or {lemma: self.rarity(lemma) for lemma in lemmas}
        whole = sum(telling.values())
        share, count = self.prices.answer_share, self.prices.answer_count
        return {lemma: share * rarity / whole + count * rarity for lemma, rarity in telling.items()}

    def places(self, unit: Unit) -> list[tuple[str, Place]]:
        """Return the words of a unit with their places; worked out once a unit."""
        if len(self._places) > _KEPT:  # facts that come with questions are new each time
            self._places.clear()
        if unit not in self._places:
            whole = sum(self.rarity(lemma) for cell in unit.cells for lemma in cell.lemmas)
            self._places[unit] = [
                (lemma, Place(unit, number, self.rarity(lemma) / whole))
                for number, cell in enumerate(unit.cells)
                for lemma in cell.lemmas
            ]
        return self._places[unit]

    # -- the graph --------------------------------------------------------------------------------------------------

    def make_graph(self, asked: Asked, units: Sequence[Unit]) -> SupportGraph:
        """Return what may support what."""
        return GraphBuilder(self, asked, units).graph


def _few_choices(question: Question) -> Iterator[Question]:
    """Yield the question with some of its choices at a time, so many that none is left alone."""
    groups = math.ceil(len(question.choices) / TOGETHER)
    for number in range(groups):
        some = question.choices[number::groups]
        yield question if groups == 1 else replace(question, choices=some, answer_key=None)


def unit_node(unit: Unit) -> Node:
    """Return the node that shows a row or tuple."""
    return Node(unit.id, "row" if unit.kind.endswith("row") else "tuple", unit.text, unit.source)


def _which(stem: str) -> frozenset[str]:
    """Up to two keywords after "which" or "what", as in TableILP (whichTermSpan 2).

    >>> sorted(_which("Which of the following animals can fly?"))
    ['animal', 'fly']
    """
    words = tokenize(stem)
    for number, word in enumerate(words):
        if word in ("which", "what"):
            after = [
                lemma for lemma in content_lemmas(" ".join(words[number + 1 :])) if lemma not in ("follow", "example")
            ]
            return frozenset(after[:2])
    return frozenset()
