"""Check typed tables: whether rows hold together, do not contradict each other, and read as English."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reasoner.errors import InputError
from reasoner.knowledge.alike import check_alike, check_denied, check_plain
from reasoner.knowledge.importers.lines import Faults, read_lines
from reasoner.knowledge.importers.typed import typed_files, typed_table
from reasoner.knowledge.problems import Problem, Term, arguments_of, rows_of, term_of
from reasoner.knowledge.table import FILLER, Row, Table, alternatives
from reasoner.language.english import listed
from reasoner.language.terms import lemma, tokenize
from reasoner.relations import exclusive_pairs, names, relations

#: The file, next to the tables, that names the kinds in which every isa chain must end.
ROOTS = "ROOTS"

#: What every root is a kind of, in the graph of kinds.
_ROOT: Term = ()
_MAX_WORDS = {"term": 10, "property": 10, "action": 12, "clause": 16, "sentence": 30}
_INCREASE, _DECREASE = ("increase",), ("decrease",)
_BAD_CHARACTER = re.compile(r"[\"()\[\]/_<>{}|\\]|\betc\b|\.$|\.\.|[^\x20-\x7eéñ°]")


@dataclass
class Report:
    """What a check found: problems, and how many rows there are in each table and on each topic."""

    problems: list[Problem] = field(default_factory=list)
    tables: dict[str, int] = field(default_factory=dict)
    topics: dict[str, int] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(self.tables.values())


def check_folder(folder: Path) -> Report:
    """Check a folder of typed tables."""
    tables, problems = [], []
    for file in typed_files(folder):
        faults = Faults()
        try:
            tables.append(typed_table(file, file.stem, faults))
        except InputError as error:
            problems.append(Problem(file.stem, str(error)))
        if faults:
            problems.append(Problem(file.stem, str(faults)))
    report = check_tables(tables, read_roots(folder / ROOTS))
    report.problems = sorted([*problems, *report.problems])
    return report


def check_tables(tables: Iterable[Table], roots: Iterable[str] = ()) -> Report:
    """Check tables, and count their rows.

    >>> from reasoner.knowledge.table import Column
    >>> columns = (Column("thing"), Column("is a kind of", FILLER), Column("kind"))
    >>> table = Table("isa", "isa", ((0,), (2,)), columns, (Row(("an fox", "", "animal"), 3),))
    >>> for problem in check_tables([table], roots=["animal"]).problems:
    ...     print(problem)
    isa:3: 'an fox' should be 'a fox' in: an fox is a kind of animal
    """
    tables = list(tables)
    problems: list[Problem] = []
    for check in (check_duplicates, check_contradictions, check_sentences, check_alike, check_denied, check_plain):
        problems += check(tables)
    problems += check_kinds(tables, roots)
    topics = Counter(topic for table in tables for row in table.rows if (topic := table.topic(row)))
    return Report(sorted(problems), {table.name: len(table) for table in tables}, dict(sorted(topics.items())))


def read_roots(path: Path) -> list[str]:
    """Return the kinds that a roots file names, one a line."""
    return [line.strip() for _, line in read_lines(path, Faults()) if line.strip() and not line.startswith("#")]


def check_duplicates(tables: Iterable[Table]) -> Iterator[Problem]:
    """Rows that say the same, whatever their articles, capitals and number."""
    seen: dict[tuple[object, ...], str] = {}
    for table, row, where in rows_of(tables):
        key = (table.name, *(term_of(cell) for cell in _data(table, row)))
        for known in (key, tuple(tokenize(table.sentence(row)))):
            if known in seen:
                yield Problem(where, f"says the same as {seen[known]}: {table.sentence(row)}")
                break
        else:
            seen[key] = seen[tuple(tokenize(table.sentence(row)))] = where


def check_contradictions(tables: Iterable[Table]) -> Iterator[Problem]:
    """Rows that cannot both be true."""
    facts: dict[tuple[str, tuple[Term, ...]], tuple[str, str]] = {}
    for table, row, where in rows_of(tables):
        for arguments in arguments_of(table, row):
            facts.setdefault((table.relation, arguments), (where, table.sentence(row)))
    opposites = _pairs(facts, names.opposite)
    for (relation, arguments), (where, sentence) in facts.items():
        for other in _denials(relation, arguments, opposites):
            if other in facts:
                yield Problem(where, f"{sentence!r} contradicts {facts[other][1]!r} ({facts[other][0]})")


def check_kinds(tables: Iterable[Table], roots: Iterable[str]) -> Iterator[Problem]:
    """Kinds of things that lead back to themselves, or to no root."""
    import networkx

    kinds = networkx.DiGraph()
    kinds.add_edges_from((term_of(root), _ROOT) for root in roots)
    for table, row, where in rows_of(table for table in tables if table.name.rpartition("/")[2] == names.isa):
        for thing, kind in arguments_of(table, row):
            kinds.add_edge(thing, kind, where=where)
    rooted = networkx.ancestors(kinds, _ROOT) if _ROOT in kinds else set()
    for _, kind, where in kinds.edges(data="where"):
        if where and kind not in rooted:
            yield Problem(where, f"{' '.join(kind)!r} is a kind that leads to no root")
    for part in networkx.strongly_connected_components(kinds):
        within = networkx.DiGraph((thing, kind) for thing, kind in kinds.edges(part) if kind in part)
        if within:
            circle = networkx.find_cycle(within, min(part))
            way = " -> ".join(" ".join(thing) for thing in (circle[0][0], *(kind for _, kind in circle)))
            yield Problem(kinds.edges[circle[-1]]["where"], f"isa runs in a circle: {way}")


def check_sentences(tables: Iterable[Table]) -> Iterator[Problem]:
    """Rows that do not read as an English sentence."""
    for table, row, where in rows_of(tables):
        sentence = table.sentence(row)
        found = [*_cell_problems(table, row), *_word_problems(sentence), *_agreement(table, row)]
        yield from (Problem(where, f"{problem} in: {sentence}") for problem in found)


def _data(table: Table, row: Row) -> list[str]:
    return [cell for cell, column in zip(row.cells, table.columns, strict=True) if column.is_data]


def _pairs(facts: Iterable[tuple[str, tuple[Term, ...]]], relation: str) -> dict[Term, set[Term]]:
    pairs: dict[Term, set[Term]] = defaultdict(set)
    for name, arguments in facts:
        if name == relation:
            pairs[arguments[0]].add(arguments[1])
            pairs[arguments[1]].add(arguments[0])
    return pairs


def _denials(
    relation: str, arguments: tuple[Term, ...], opposites: dict[Term, set[Term]]
) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """The facts that cannot be true when this one is."""
    known = relations()
    for one, other in exclusive_pairs():
        if relation == one:
            yield other, arguments
            if known[one].either_way:
                yield other, arguments[::-1]
    if relation in known and known[relation].one_way and arguments[0] != arguments[-1]:
        yield relation, (arguments[-1], *arguments[1:-1], arguments[0])
    if relation in (names.property, names.isa):
        yield from ((relation, (arguments[0], other)) for other in _opposed(arguments[1], opposites))
    if relation == names.comparison:
        yield from ((relation, (arguments[0], other, arguments[2])) for other in sorted(opposites[arguments[1]]))
    if relation == names.moreless:
        turned: dict[Term, Term] = {_INCREASE: _DECREASE, _DECREASE: _INCREASE}
        quantity, change, result, effect = arguments
        yield relation, (quantity, change, result, turned.get(effect, effect))
        yield relation, (quantity, turned.get(change, change), result, effect)


def _opposed(value: Term, opposites: dict[Term, set[Term]]) -> list[Term]:
    """The values that something cannot have next to this one: its opposites by the table, and "not" or "non" + it."""
    return sorted({*opposites[value], ("not", *value), ("non", *value), (f"non{value[0]}", *value[1:])})


def _cell_problems(table: Table, row: Row) -> Iterator[str]:
    for cell, column in zip(row.cells, table.columns, strict=True):
        for wording in alternatives(cell):
            limit = _MAX_WORDS.get(column.type)
            if limit and len(wording.split()) > limit:
                yield f"{column.name} has more than {limit} words"
            if found := _BAD_CHARACTER.search(wording):
                yield f"{column.name} holds {found[0]!r}"
        if cell.endswith(";") or ";;" in cell.replace(" ", "") or "  " in cell:
            yield f"{column.name} has a stray ';' or space"


#: "an hour", "a unit": what an article agrees with is the sound, not the letter.
_VOWEL_SOUND = re.compile(
    r"(?:[aeio]|u(?!ni(?!n|m)|s[aeiu]|ra|te|k|biq)|hour|honest|heir|herbs?\b|x-|LED|MRI|MP3|[fhlmnrsx]-)", re.I
)
_CONSONANT_SOUND = re.compile(r"(?:eu|ewe|one\b|once|one-|u-)", re.I)
_PROPER_NAME = re.compile(r"\bthe (?:sun|moon|earth)\b")
_DOUBLED = re.compile(r"\b(\w+) \1\b(?<!that that)(?<!had had)", re.I)


def _word_problems(sentence: str) -> Iterator[str]:
    for article, word in re.findall(r"\b([Aa]n?) (\w[\w'-]*)", sentence):
        vowel = bool(_VOWEL_SOUND.match(word)) and not _CONSONANT_SOUND.match(word)
        if vowel != (article.lower() == "an") and not (article == "A" or word in ("and", "or")):
            yield f"'{article} {word}' should be '{'an' if vowel else 'a'} {word}'"
    if found := _DOUBLED.search(sentence):
        yield f"{found[0]!r} is doubled"
    if len(sentence.split()) > _MAX_WORDS["sentence"]:
        yield f"more than {_MAX_WORDS['sentence']} words"
    if found := _PROPER_NAME.search(sentence):
        yield f"{found[0]!r} needs a capital"


_PLURAL_VERB = {"is": "are", "has": "have", "does": "do", "lets": "let"}
_STOPS_SUBJECT = listed("kb_check", "stops_subject")
_SINGULAR_S = listed("kb_check", "singular_s")
_IRREGULAR_PLURAL = listed("kb_check", "irregular_plural")


def _agreement(table: Table, row: Row) -> Iterator[str]:
    """Whether the verb of a sentence agrees with its subject, where both can be told without a parser."""
    kinds = [column.type for column in table.columns]
    known = relations().get(table.relation)
    if kinds[:2] != ["term", FILLER] or (known and known.between == "words"):
        return  # "germs means the same as microbes" is about a word
    subject, verb = (alternatives(row.cells[0]) or ("",))[0], (row.cells[1] or table.columns[1].name).split()[0]
    singular = table.columns[1].name.split()[0]
    plural = _PLURAL_VERB.get(singular, re.sub("(?<=sh|ch|ss|ro)es$|s$", "", singular))
    number = _number(subject)
    if number == "plural" and verb == singular and singular != plural:
        yield f"{verb!r} should be {plural!r}"
    if number == "singular" and verb == plural and singular != plural:
        yield f"{verb!r} should be {singular!r}"


def _number(subject: str) -> str:
    """Tell singular from plural where the words make it plain; otherwise nothing.

    >>> _number("a pair of shoes"), _number("dark clouds"), _number("the roots of a plant"), _number("running fast")
    ('singular', 'plural', 'plural', '')
    """
    tokens = subject.lower().replace(",", "").split()
    if "," in subject or any(token.endswith("ing") or token in ("and", "or") for token in tokens):
        return ""
    head: list[str] = []
    for token in tokens:
        if head and token in _STOPS_SUBJECT:
            break
        head.append(token)
    if head[0] in ("a", "an", "one", "each", "every"):
        return "singular"
    noun = re.sub(r"'s?$", "", head[-1])
    if noun in _IRREGULAR_PLURAL:
        return "plural"
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and noun not in _SINGULAR_S
    if (
        plural
        and head[-1] == noun
        and not head[0].isdigit()
        and lemma(noun, "NOUN") != noun
        and not subject[0].isupper()
    ):
        return "plural"
    return ""
