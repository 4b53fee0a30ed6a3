"""Every relation stands once, in kb/relations.toml, and everything that names one names it as it stands there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import reasoner
from reasoner.knowledge import KnowledgeBase
from reasoner.relations import imported, relations


def test_the_tables_of_kb_use_known_relations() -> None:
    for table in KnowledgeBase.open(["science"]).tables:
        assert table.relation in relations(), f"{table.name}: {table.relation} is not in kb/relations.toml"
        assert len(table.arguments) == len(relations()[table.relation].arguments), table.name


@pytest.mark.parametrize("source", ["conceptnet", "worldtree", "wordnet"])
def test_other_collections_lead_to_known_relations(source: str) -> None:
    assert {known.relation for known in imported(source).values()} <= set(relations())


def test_what_is_denied_or_excluded_is_known() -> None:
    for relation in relations().values():
        assert {relation.denies or relation.name, *relation.excludes} <= set(relations())


@pytest.mark.parametrize("name", ["NotCapableOf", "NotDesires", "NotHasA", "NotHasProperty", "NotIsA", "NotMadeOf"])
def test_negative_relations_of_conceptnet_are_denials(name: str) -> None:
    denial = relations()[imported("conceptnet")[name].relation]
    positive = imported("conceptnet")[name.removeprefix("Not")].relation
    assert denial.denies == positive


#: Names that are no English word, so that a text in the code that reads like one names a relation.
JOINED = re.compile("(is|not|made|part|used|if|more)(a|of|for|then|less|has|property|wants|madeof)")
#: Those that are words as well are looked for in the rooms that treat relations.
ROOMS = ("knowledge/alike.py", "knowledge/coverage.py", "extract/relation_patterns.py")


@pytest.mark.parametrize("path", sorted(Path(reasoner.__file__).parent.rglob("*.py")), ids=lambda path: path.name)
def test_no_code_spells_a_relation(path: Path) -> None:
    sought = {name for name in relations() if JOINED.fullmatch(name) or path.as_posix().endswith(ROOMS)}
    found = [
        f"{path.name}:{node.lineno}: {node.value}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in sought
    ]
    assert not found, "say reasoner.relations.names.NAME, which kb/relations.toml must have"
