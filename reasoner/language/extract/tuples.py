"""Open IE: a sentence as (subject; predicate; objects) tuples, with negation, modality and conditions as marks.

>>> for found in extract("If a plant gets no light, it cannot make sugar."):
...     print(found)
(plant; gets; light) [not, if, condition]
(it; make; sugar) [not, can, result]

The tuples feed the ILP (`Tuple.fields`) and DGEM (`graph`). Nothing is invented: every word of a tuple is a word of the
sentence, except the "is" that stands for the comma of an apposition ("mercury, a liquid metal") or for the verb that
"the bigger the fire, ..." leaves out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reasoner.language.english import listed
from reasoner.language.extract.fields import field_of
from reasoner.language.extract.statements import Reading
from reasoner.language.extract.types import Argument, Field, Tuple
from reasoner.language.terms import lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = [
    "Argument",
    "Field",
    "Graph",
    "Tuple",
    "comparative_halves",
    "conditional_halves",
    "extract",
    "extract_all",
    "graph",
]

MAX_CHARACTERS = 1000  # of a sentence that is parted by its surface before it is parsed
BATCH = 500  # texts parsed together; well within the pipeline's cache


def extract(text: str | Doc) -> tuple[Tuple, ...]:
    """Every statement of a text, in the order of their predicates; the text may come parsed.

    >>> print(*extract("Insects that live in ponds are eaten by frogs and birds."), sep="\\n")
    (Insects; live; in ponds) [relative]
    (Insects; are eaten; by frogs)
    (Insects; are eaten; by birds)
    >>> extract("")
    ()
    """
    plain = _plain(text if isinstance(text, str) else text.text)
    found = _from_halves(plain) or _from_definition(plain) if len(plain) <= MAX_CHARACTERS else ()
    if found:
        return found
    return Reading(_parse(text) if isinstance(text, str) else text).tuples()


def extract_all(texts: Iterable[str]) -> Iterator[tuple[Tuple, ...]]:
    """The statements of each of many texts, parsed in batches: several times the speed of one by one.

    >>> [len(found) for found in extract_all(["Ice melts.", "", "Cats and dogs sleep."])]
    [1, 0, 2]
    """
    from reasoner.language.parse.pipeline import parse_all

    rest = iter(texts)
    while batch := list(itertools.islice(rest, BATCH)):
        parse_all(part for text in batch for part in _to_parse(text))
        yield from map(extract, batch)


def _to_parse(text: str) -> tuple[str, ...]:
    """What `extract` will ask the parser for, so far as that is known beforehand."""
    halves = conditional_halves(_plain(text))
    return halves[1:] if halves else (text,)


def _plain(text: str) -> str:
    return text.strip(" \t\n.!")


def _parse(text: str) -> Doc:
    from reasoner.language.parse.pipeline import parse

    return parse(text)


# -- DGEM's graph -------------------------------------------------------------------------------------------------

SPLITTING = listed("statements", "splitting")


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes by their text, and edges as (source node, label, target node)."""

    nodes: tuple[str, ...]
    edges: tuple[tuple[int, str, int], ...]


def graph(tuples: Iterable[Tuple]) -> Graph:
    """Tuples as the graph that DGEM reads: fields are nodes, merged by text, and edges say how they hang together.

    predicate -subj-> subject; subject -subj-obj-> first object; predicate -preposition or obj-> object. A long object
    is parted at its prepositions and chained, each piece hanging from the one before it by the preposition.

    >>> made = graph(extract("Roots absorb water from the soil."))
    >>> made.nodes
    ('absorb', 'Roots', 'water', 'soil')
    >>> made.edges
    ((0, 'subj', 1), (1, 'subj-obj', 2), (0, 'obj', 2), (0, 'from', 3))
    """
    nodes: dict[str, int] = {}
    edges: dict[tuple[int, str, int], None] = {}

    def node(text: str) -> int:
        return nodes.setdefault(text, len(nodes))

    for each in tuples:
        predicate = node(f"not {each.predicate.text}" if each.negated else each.predicate.text)
        if each.subject.text:
            edges[predicate, "subj", node(each.subject.text)] = None
        for position, argument in enumerate(each.objects):
            first, *rest = _pieces(argument.text)
            source = node(first[1])
            if position == 0 and each.subject.text:
                edges[node(each.subject.text), "subj-obj", source] = None
            edges[predicate, argument.preposition or "obj", source] = None
            for label, piece in rest:
                target = node(piece)
                edges[source, label, target] = None
                source = target
    return Graph(tuple(nodes), tuple(edges))


def _pieces(text: str) -> list[tuple[str, str]]:
    """A phrase parted at its prepositions: "layer of rock" -> ("", "layer"), ("of", "rock")."""
    pieces: list[tuple[str, list[str]]] = [("", [])]
    words = text.split()
    for i, word in enumerate(words):
        if word.lower() in SPLITTING and pieces[-1][1] and i + 1 < len(words):
            pieces.append((word.lower(), []))
        elif pieces[-1][1] or word.lower() not in ("a", "an", "the") or i + 1 == len(words):
            pieces[-1][1].append(word)
    return [(label, " ".join(piece)) for label, piece in pieces if piece]


# -- what the surface shows better than the parse ----------------------------------------------------------------
# Clauses parsed one by one come out better than the whole: no phrase of one is hung on a word of the other.


def _from_halves(text: str) -> tuple[Tuple, ...]:
    """The more ..., the more ...; if ..., ...: condition and result, each parsed alone."""
    compared, conditional = comparative_halves(text), conditional_halves(text)
    if compared:
        marker, clauses = "the", [_reordered(*half) for half in compared]
    elif conditional:
        marker, clauses = conditional[0], list(conditional[1:])
    else:
        return ()
    condition, result = (Reading(_parse(clause)).tuples() for clause in clauses)
    return _linked(condition, result, marker) if condition and result else ()


_THE_MORE = re.compile(r"(?:^|[\s,])\s*the\s+(more|less|fewer|\w+er)\b", re.IGNORECASE)
_SUBJECT_STARTS = listed("statements", "subject_starts")


def comparative_halves(text: str) -> tuple[tuple[str, str], tuple[str, str]] | None:
    """The two halves of "the more ..., the more ...": each its comparative and what follows that.

    >>> comparative_halves("the closer a planet is to the sun , the hotter it is")
    (('closer', 'a planet is to the sun'), ('hotter', 'it is'))
    """
    found = [match for match in _THE_MORE.finditer(text) if is_comparative(match[1])]
    if len(found) != 2 or text[: found[0].start()].strip():
        return None
    first, second = text[found[0].end() : found[1].start()], text[found[1].end() :]
    return (found[0][1], first.strip(" ,")), (found[1][1], second.strip(" .!"))


def is_comparative(word: str) -> bool:
    """Whether a word compares: "more", "fewer", "warmer".

    >>> [word for word in ("warmer", "water", "less", "flower") if is_comparative(word)]
    ['warmer', 'less']
    """
    word = word.lower()
    return word in ("more", "less", "fewer") or (word.endswith("er") and lemma(word, "ADJ") != word)


def fronted(comparative: str, rest: str) -> tuple[str, str]:
    """What was moved to the front of a half, and the clause it was moved from.

    >>> fronted("more", "mass an object has")
    ('more mass', 'an object has')
    """
    words = rest.split()
    start = next((i for i, word in enumerate(words) if word.lower() in _SUBJECT_STARTS), None)
    if start is None:
        start = 1 if comparative.lower() in ("more", "less", "fewer") and len(words) > 2 else 0
    return " ".join([comparative, *words[:start]]), " ".join(words[start:])


def _reordered(comparative: str, rest: str) -> str:
    """A half in the order of a plain sentence: "mass an object has" with "more" -> "an object has more mass"."""
    front, clause = fronted(comparative, rest)
    verbs = [token for token in _parse(clause) if token.pos_ in ("VERB", "AUX")]
    if not verbs:
        return f"{clause} is {front}"
    last = verbs[0]
    while last.i + 1 < len(last.doc) and last.nbor().pos_ in ("VERB", "AUX", "PART"):
        last = last.nbor()
    doc = last.doc
    return f"{doc[: last.i + 1].text} {front} {doc[last.i + 1 :].text}"


def _linked(condition: tuple[Tuple, ...], result: tuple[Tuple, ...], marker: str) -> tuple[Tuple, ...]:
    """Both halves in one list, each tied to the other."""
    size = len(condition)
    first = [replace(each, role="condition", marker=marker, link=size) if each.role is None else each
             for each in condition]  # fmt: skip
    second = [replace(each, role="result", link=0) if each.role is None else _moved(each, size) for each in result]
    return (*first, *second)


def _moved(found: Tuple, by: int) -> Tuple:
    """A tuple for a list in which what it links to stands further back."""
    return found if found.link is None else replace(found, link=found.link + by)


_CONDITIONAL = re.compile(
    r"(if|when|whenever|as|once|unless|because)\s+([^,]+?)(?:\s*,\s*then\s+|\s*,\s*|\s+then\s+)([^,]+)", re.IGNORECASE
)
_IS_WHEN = re.compile(r"([^,]{1,80}?)\s+(is|are)\s+(when|where)\s+(.+)", re.IGNORECASE | re.DOTALL)


def conditional_halves(text: str) -> tuple[str, str, str] | None:
    """Marker, condition and result of a conditional whose halves the surface shows.

    >>> conditional_halves("If water is heated, then it boils")
    ('if', 'water is heated', 'it boils')
    """
    found = _CONDITIONAL.fullmatch(text) if len(text) <= MAX_CHARACTERS else None
    return (found[1].lower(), found[2], found[3]) if found else None


def _from_definition(text: str) -> tuple[Tuple, ...]:
    """ "Erosion is when soil moves": the definition, and what it says happens."""
    found = _IS_WHEN.fullmatch(text)
    if not found:
        return ()
    term, copula, marker, meaning = found.groups()
    head = next((token for token in _parse(term) if token.dep_ == "ROOT"), None)
    inner = Reading(_parse(meaning)).tuples()
    if head is None or not inner:
        return ()
    main = inner[0].predicate
    clause = Argument(meaning, main.head, main.lemma, marker.lower(), "clause")
    defined = Tuple(field_of(list(head.doc), head), Field(copula, copula.lower(), "be"), (clause,))
    embedded = [replace(each, role="embedded", link=0) if each.role is None else _moved(each, 1) for each in inner]
    return (defined, *embedded)
