"""Every relation stands once, in kb/relations.toml, and everything that names one names it as it stands there."""

from __future__ import annotations

import pytest

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
