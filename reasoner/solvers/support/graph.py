"""Question and evidence as a support graph: which words of rows and tuples may carry which terms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations

from reasoner.ilp.graph import Edge, SupportGraph
from reasoner.knowledge.table import Column
from reasoner.language.lexicon import SYNONYMS
from reasoner.solvers.support.evidence import Unit, Way
from reasoner.solvers.support.terms import Asked, Place, Terms

#: Cells that things are named in; only these can link two units.
ARGUMENTS = frozenset({"cell", "subject", "object"})


#: Two words of different units that link them, and what that is worth.
Link = tuple[Place, Place, float]


def _given(link: Link) -> bool:
    """Whether both ends came with the question: they are meant to be put together."""
    return link[0].unit.given and link[1].unit.given


class GraphBuilder:
    """Makes the graph of one question. Only units that have a way in and a way out get into it.

    `ways` are what was found for its choices; `chains` says whether a unit may lead to another.
    """

    def __init__(self, terms: Terms, asked: Asked, units: Sequence[Unit], ways: Sequence[Way], chains: bool) -> None:
        self.terms, self.prices, self.asked, self.ways = terms, terms.prices, asked, ways
        self.graph = SupportGraph()
        self.words: dict[str, list[Place]] = defaultdict(list)
        for unit in units:
            for lemma, place in terms.places(unit):
                self.words[lemma].append(place)
        given = [unit for unit in units if unit.given]
        entered = {unit.id for unit in given} | self._touched(asked.terms)
        left = self._touched(lemma for answer in asked.answers.values() for lemma in answer)
        links = self._links(entered, left) if chains else []
        self.kept = (entered & left) | {place.unit.id for link in links for place in link[:2]}
        self._ask()
        self._tell(unit for unit in given if unit.id in self.kept)
        self._answer()
        for link in links:
            kind = "given link" if _given(link) else "link"
            self.graph.add_edge(self._cell(link[0]), self._cell(link[1]), kind, link[2])
        self._reward(links)
        self._keep_out()

    def _keep_out(self) -> None:
        """Forbid a choice every way through a unit that denies it, be it as the link of a chain."""
        for label, barred in self.asked.barred.items():
            for unit in sorted(barred):
                if unit in self.graph:
                    self.graph.exclude(f"choice {label}", unit)

    def _reward(self, links: Iterable[Link]) -> None:
        """Reward what was found for a choice, where the choice rests on it."""
        edges: dict[tuple[str, ...], Edge] = {
            (one.unit.id, other.unit.id): (self._cell(one), self._cell(other)) for one, other, _ in links
        }
        for way in self.ways:
            choice, worth = f"choice {way.label}", self.prices.found * way.worth
            item = edges.get(way.facts) if len(way.facts) > 1 else way.facts[0]
            if worth and item is not None and item in self.graph and choice in self.graph:
                self.graph.add_bonus("found to lead to the choice", (item, choice), worth)

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

    def _links(self, entered: set[str], left: set[str]) -> list[Link]:
        """The links of facts that were found together, and of given ones that share a word that is not asked.

        They lead from a unit that the question touches to one that a choice does, by the rarest word that both hold.
        """
        together = {way.facts for way in self.ways}
        best: dict[tuple[str, str], Link] = {}
        for lemma, places in self.words.items():
            rarity = self.terms.rarity(lemma)
            arguments = [place for place in places if place.cell.kind in ARGUMENTS]
            for one, other in permutations(arguments, 2):
                pair, link = (one.unit.id, other.unit.id), (one, other, rarity)
                meant = pair in together or (_given(link) and lemma not in self.asked.terms)
                leads = pair[0] in entered and pair[1] in left and pair[0] != pair[1]
                if meant and leads and (pair not in best or rarity > best[pair][2]):
                    best[pair] = link
        return list(best.values())

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
            self.graph.add_node(unit.table, "keyed table" if unit.keyed else "table", text=unit.table)
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
