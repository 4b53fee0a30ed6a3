"""What `tuple-ilp`, `table-ilp` and `ilp` share: question and evidence as a support graph, solved and explained."""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, ClassVar

from reasoner.explanation import Explanation, Link, Node, NodeKind, Part
from reasoner.ilp.graph import Edge, SupportGraph
from reasoner.ilp.profile import GRID, Price, Profile
from reasoner.ilp.solve import BOUND, DEFAULT, NODE_LIMIT, Optimizer, Solution
from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.table import Column
from reasoner.language.lexicon import SYNONYMS
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support
from reasoner.solvers.denials import against, denials, of_others
from reasoner.solvers.evidence import LIGHT, Cell, Finder, Unit
from reasoner.solvers.weights import Weights

#: Cells that things are named in; only these can link two units.
ARGUMENTS = frozenset({"cell", "subject", "object"})
#: The share of its rarity that such a word keeps; set by hand.
LIGHTNESS = 0.4
#: What a row or tuple takes from a choice whose claim it denies: more than a support graph earns as a rule.
DENIAL = 2.0


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


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in lemmas: the terms of the stem, in order, with their weights, and those of each choice."""

    terms: Mapping[str, float]
    answers: Mapping[str, Mapping[str, float]]
    #: The units that deny what a choice claims, of it or of others, by label; none of them may support it.
    barred: Mapping[str, set[str]] = field(default_factory=dict)


#: What an answer says where the search for the best support graph ended at its limit.
CUT = "the search for the best support graph was cut at its limit of nodes; raise it with --set nodes=N"

Refinement = Callable[[SupportGraph, Asked], None]

#: Units and lemmas about which something is kept in memory.
_KEPT = 100_000


class SupportSolver(Solver):
    """A solver by support graph: a subclass says what it gathers and what its graphs earn and obey."""

    parameters: ClassVar[str]
    #: What a profile adds to a finished graph.
    refinements: ClassVar[tuple[Refinement, ...]] = ()

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        weights: Annotated[str | Weights | None, "a JSON file of prices, as `reasoner train ilp` writes it"] = None,
        back_end: Annotated[str, "what solves the integer program"] = DEFAULT,
        nodes: Annotated[int, "nodes of the search at the most"] = NODE_LIMIT,
    ) -> None:
        super().__init__(kb)
        self.prices = weights if isinstance(weights, Weights) else Weights.load(self.parameters, weights)
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
        """Return the best support graph of each choice that has one."""
        units = self.gather(question)
        texts = {unit.id: unit.text for unit in units}
        denied, others = denials(question, texts), of_others(question, texts)
        asked = replace(self.read(question), barred={label: {*denied[label], *others[label]} for label in denied})
        graph = self.make_graph(asked, units)
        optimizer = Optimizer(graph, self.profile, self.back_end, self.nodes)
        solved = {choice.label: optimizer.best(f"choice {choice.label}") for choice in question.choices}
        explain = _Explainer(question, graph, solved)
        found = {label: explain.support(label) for label, solution in solved.items() if solution is not None}
        shown = {unit.id: unit for unit in units}
        weighed = {label: _less(found.get(label, Support(None)), denied[label], shown) for label in question.labels}
        return {label: support for label, support in weighed.items() if label in found or support.refuted}

    # -- the question -----------------------------------------------------------------------------------------------

    def rarity(self, lemma: str) -> float:
        """Return how rare a lemma is in the knowledge base: 1 for one that it does not hold, near 0 for one in all."""
        if len(self._rarity) > _KEPT:
            self._rarity.clear()
        if lemma not in self._rarity:
            facts = max(len(self.kb), 1)
            rarity = math.log(1 + facts / (1 + self.kb.store.frequency(lemma))) / math.log(1 + facts)
            self._rarity[lemma] = rarity * (LIGHTNESS if lemma in LIGHT else 1.0)
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
        return _Builder(self, asked, units).graph


@dataclass(frozen=True, slots=True)
class Place:
    """A word in a cell of a unit, and the share of the unit's weight that it makes up."""

    unit: Unit
    number: int
    share: float

    @property
    def cell(self) -> Cell:
        """The cell that the word stands in."""
        return self.unit.cells[self.number]


def _less(support: Support, denied: Mapping[str, str], units: Mapping[str, Unit]) -> Support:
    """Support less what the first unit that denies it is worth."""
    kept = [(units[unit], why) for unit, why in list(denied.items())[:1]]
    return against(support, [(unit_node(unit), why, DENIAL) for unit, why in kept])


def unit_node(unit: Unit) -> Node:
    """Return the node that shows a row or tuple."""
    return Node(unit.id, "row" if unit.kind.endswith("row") else "tuple", unit.text, unit.source)


def _given(link: tuple[Place, Place, float]) -> bool:
    """Whether both ends came with the question: they are meant to be put together."""
    return link[0].unit.given and link[1].unit.given


class _Builder:
    """Makes the graph of one question. Only units that have a way in and a way out get into it."""

    def __init__(self, solver: SupportSolver, asked: Asked, units: Sequence[Unit]) -> None:
        self.solver, self.prices, self.asked = solver, solver.prices, asked
        self.graph = SupportGraph()
        self.words: dict[str, list[Place]] = defaultdict(list)
        for unit in units:
            for lemma, place in solver.places(unit):
                self.words[lemma].append(place)
        self.relevance = self._relevance()
        given = [unit for unit in units if unit.given]
        entered = {unit.id for unit in given} | self._touched(asked.terms)
        left = self._touched(lemma for answer in asked.answers.values() for lemma in answer)
        links = self._links(entered, left) if "link" in solver.profile.edges else []
        self.kept = (entered & left) | {place.unit.id for link in links for place in link[:2]}
        self._ask()
        self._tell(unit for unit in given if unit.id in self.kept)
        self._answer()
        for link in links:
            kind = "given link" if _given(link) else "link"
            self.graph.add_edge(self._cell(link[0]), self._cell(link[1]), kind, link[2])
        self._keep_out()
        for refine in solver.refinements:
            refine(self.graph, asked)

    def _keep_out(self) -> None:
        """Forbid a choice every way through a unit that denies it, be it as the link of a chain."""
        for label, barred in self.asked.barred.items():
            for unit in sorted(barred):
                if unit in self.graph:
                    self.graph.exclude(f"choice {label}", unit)

    def _relevance(self) -> dict[str, float]:
        """The share of the question's weight that the rows of each table hold between them."""
        shares: dict[str, float] = defaultdict(float)
        for lemma, weight in self.asked.terms.items():
            for table in {place.unit.table for place in self.words.get(lemma, ())}:
                shares[table] += weight
        return defaultdict(float, shares)

    def _touched(self, lemmas: Iterable[str]) -> set[str]:
        return {place.unit.id for lemma in lemmas for place, _ in self._aligned(lemma)}

    def _aligned(self, lemma: str) -> list[tuple[Place, bool]]:
        """The cells that hold a lemma or a word that means the same, and whether it is the lemma itself."""
        found = {(place.unit.id, place.number): (place, True) for place in self.words.get(lemma, ())}
        for other in synonyms(lemma):
            for place in self.words.get(other, ()):
                found.setdefault((place.unit.id, place.number), (place, False))
        return list(found.values())

    def _places(self, lemma: str) -> list[tuple[Place, bool]]:
        """Where a lemma aligns in units worth keeping."""
        return [(place, exact) for place, exact in self._aligned(lemma) if place.unit.id in self.kept]

    def _links(self, entered: set[str], left: set[str]) -> list[tuple[Place, Place, float]]:
        """The best links between units that share a word that is not in the question.

        They lead from a unit that the question touches to one that a choice does.
        """
        best: dict[tuple[str, str], tuple[Place, Place, float]] = {}
        for lemma, places in self.words.items():
            if len(places) < 2 or lemma in self.asked.terms:
                continue
            rarity = self.solver.rarity(lemma)
            arguments = [place for place in places if place.cell.kind in ARGUMENTS]
            for one in arguments:
                if one.unit.id not in entered:
                    continue
                for other in arguments:
                    pair = one.unit.id, other.unit.id
                    trusted = rarity >= self.prices.link_rarity or (one.unit.given and other.unit.given)
                    if pair[0] != pair[1] and trusted and pair[1] in left:
                        worth = rarity
                        if pair not in best or worth > best[pair][2]:
                            best[pair] = one, other, worth
        ranked = sorted(best.items(), key=lambda entry: (not _given(entry[1]), -entry[1][2], entry[0]))
        return [link for _, link in ranked[: int(self.prices.links)]]

    def _cell(self, place: Place) -> str:
        """The node of a cell, with its unit, column and table, made when first needed."""
        unit, cell = place.unit, place.cell
        node = f"{unit.id}/{place.number}"
        if node not in self.graph:
            if unit.id not in self.graph:
                self._unit(unit)
            groups = [unit.id, self._column(unit.table, cell.column)] if cell.column else [unit.id]
            self.graph.add_node(node, cell.kind, text=cell.text, groups=groups)
        return node

    def _unit(self, unit: Unit) -> None:
        if unit.table and unit.table not in self.graph:
            kind, weight = "keyed table" if unit.keyed else "table", self.relevance[unit.table]
            self.graph.add_node(unit.table, kind, weight=weight, text=unit.table)
        kind = f"given {unit.kind.removeprefix('open ')}" if unit.given else unit.kind
        self.graph.add_node(unit.id, kind, text=unit.text, groups=[unit.table] if unit.table else [])

    def _column(self, table: str, column: Column) -> str:
        node = f"{table}|{column.name}"
        if node not in self.graph:
            self.graph.add_node(node, "key" if column.key else "column", text=column.name, groups=[table])
        return node

    def _ask(self) -> None:
        for lemma, weight in self.asked.terms.items():
            places = self._places(lemma)
            if places:
                self.graph.add_node(f"q {lemma}", "term", weight=weight, text=lemma)
            for place, exact in places:
                self.graph.add_edge(f"q {lemma}", self._cell(place), "ask" if exact else "ask alike", place.share)

    def _tell(self, given: Iterable[Unit]) -> None:
        """Facts that came with the question belong to it, whatever words they use."""
        for unit in given:
            if "told" not in self.graph:
                self.graph.add_node("told", "told", text="given with the question")
            for number in range(len(unit.cells)):
                self.graph.add_edge("told", self._cell(Place(unit, number, 0.0)), "told", 0.0)

    def _answer(self) -> None:
        for label, answer in self.asked.answers.items():
            choice = f"choice {label}"
            self.graph.add_node(choice, "choice", text=label)
            for lemma, weight in answer.items():
                places = self._places(lemma)
                if places:
                    self.graph.add_node(f"{choice} {lemma}", "answer", weight=weight, text=lemma, groups=[choice])
                for place, exact in places:
                    if place.unit.id in self.asked.barred.get(label, ()):
                        continue
                    kind, worth = ("given answer", weight) if place.unit.given else ("answer", place.share)
                    kind = kind if exact else "answer alike"
                    self.graph.add_edge(self._cell(place), f"{choice} {lemma}", kind, worth)


@cache
def _synonym_table() -> dict[str, tuple[str, ...]]:
    table: dict[str, set[str]] = defaultdict(set)
    for one, other in map(sorted, SYNONYMS):
        table[one].add(other)
        table[other].add(one)
    return {word: tuple(sorted(others)) for word, others in table.items()}


def synonyms(lemma: str) -> tuple[str, ...]:
    """Return the words that the shared similarity takes for the same.

    >>> synonyms("rock")
    ('stone',)
    """
    return _synonym_table().get(lemma, ())


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


class _Explainer:
    """Puts support graphs into words."""

    def __init__(self, question: Question, graph: SupportGraph, solved: Mapping[str, Solution | None]) -> None:
        self.question, self.graph = question, graph
        self.solved = {label: solution for label, solution in solved.items() if solution is not None}
        self.texts = {choice.label: choice.text for choice in question.choices}

    def support(self, label: str) -> Support:
        """Return the score of a choice with its graph, its parts, and what sets it apart from its best rival."""
        solution = self.solved[label]
        if not solution.edges:
            return Support(None, Explanation(summary=f"{BOUND}: no support graph was found in so many nodes"), (CUT,))
        nodes: dict[str, Node] = {}
        links = [self._link(edge, label, nodes) for edge in sorted(solution.edges)]
        summary = "; ".join(filter(None, [BOUND if solution.status == BOUND else "", self._why_not(label)]))
        placed = {end: self._place(end, label, nodes) for edge in sorted(solution.edges) for end in edge}
        parts = tuple(replace(part, of=self._earners(part, placed)) for part in solution.parts)
        why = Explanation(tuple(nodes.values()), tuple(links), parts=parts, summary=summary)
        return Support(solution.objective, why, (CUT,) if solution.status == BOUND else ())

    def _earners(self, part: Part, placed: Mapping[str, str]) -> tuple[str, ...]:
        """The nodes of the explanation that a part goes to: where its cells were placed, or those of its table."""
        found = (
            place
            for node in part.of
            for cell, place in placed.items()
            if node in (cell, place) or node in self.graph.ancestors(cell)
        )
        return tuple(dict.fromkeys(found))

    def _link(self, edge: Edge, label: str, nodes: dict[str, Node]) -> Link:
        start, end = (self._place(node, label, nodes) for node in edge)
        one, other = (self.graph.node(node)["text"] for node in edge)
        why = one if one == other else f"{one} ~ {other}"
        return Link(start, end, why, round(self.graph.edge(edge)["weight"], 4))

    def _place(self, node: str, label: str, nodes: dict[str, Node]) -> str:
        """The node of the explanation that a cell (by its row or tuple) or a term (by itself or its choice) goes to."""
        data = self.graph.node(node)
        if data["kind"] in ("term", "told"):
            nodes.setdefault(node, Node(node, "question", data["text"]))
            return node
        unit = data["groups"][0]
        if data["kind"] == "title":
            table = self.graph.node(unit)["groups"][0]
            nodes.setdefault(unit, Node(unit, "fact", f"column {data['text']!r} of table {table}", table))
        elif data["kind"] == "answer":
            nodes.setdefault(unit, Node(unit, "choice", self.texts[label]))
        else:
            kind: NodeKind = "row" if self.graph.kind(unit).endswith("row") else "tuple"
            source = re.sub(r"#\d+$", "", unit)
            nodes.setdefault(unit, Node(unit, kind, self.graph.node(unit)["text"], source))
        return str(unit)

    def _why_not(self, label: str) -> str:
        """The parts that a choice and its best rival do not share, largest first; prices are no reasons."""
        rivals = {other: each for other, each in self.solved.items() if other != label and each.edges}
        if not rivals:
            return "no other choice has support"
        rival = max(rivals, key=lambda other: rivals[other].objective)
        own, theirs = _by_name(self.solved[label].parts), _by_name(rivals[rival].parts)
        apart = {name: own.get(name, 0.0) - theirs.get(name, 0.0) for name in {*own, *theirs}}
        telling = [name for name in apart if abs(apart[name]) > GRID / 2 and not name.startswith("price of")]
        telling.sort(key=lambda name: (-abs(apart[name]), name))
        listed = ", ".join(f"{apart[name]:+.2f} {name}" for name in telling[:3])
        return f"beside {rival} ({rivals[rival].objective:.2f}): {listed}" if listed else f"worth as much as {rival}"


def _by_name(parts: Iterable[Part]) -> dict[str, float]:
    sums: dict[str, float] = defaultdict(float)
    for part in parts:
        sums[part.name] += part.value
    return sums
