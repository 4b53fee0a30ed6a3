"""Facts read as atoms."""

from __future__ import annotations

import pytest

from reasoner.chaining.atom import Atom
from reasoner.chaining.reading import atoms_of


@pytest.mark.parametrize(
    ("text", "atom"),
    [
        ("smoke has a negative effect on clean air", Atom("causes", ("smoke", "clean air"), -1)),
        ("a decrease in rain leads to a decrease in grass", Atom("causes", ("rain", "grass"))),
        ("a decrease in rain leads to an increase in dust", Atom("causes", ("rain", "dust"), -1)),
        ("hunting causes the number of deer to fall", Atom("causes", ("hunting", "number of deer"), -1)),
        ("a raincoat prevents wet clothes", Atom("enables", ("raincoat", "wet clothes"), -1)),
        ("copper is a good conductor of electricity", Atom("conducts", ("copper", "electricity"))),
        ("penguins cannot fly", Atom("can", ("penguins", "fly"), negated=True)),
        ("a stone is less fragile than glass", Atom("comparison", ("glass", "fragile", "stone"))),
        ("hot is the opposite of cold", Atom("opposite", ("hot", "cold"))),
        ("moisture means the same as dampness", Atom("synonym", ("moisture", "dampness"))),
        ("heat flows through a wire", Atom("does", ("heat", "flows through a wire"))),
        ("rubber is flexible", Atom("property", ("rubber", "flexible"))),
    ],
)
def test_sentences(text: str, atom: Atom) -> None:
    assert atom.key in [found.key for found in atoms_of(text)]


@pytest.mark.parametrize(
    ("relation", "arguments", "atom"),
    [
        ("partof", ("a leaf", "a tree"), Atom("has", ("a tree", "a leaf"))),
        ("cannot", ("a fish", "walk"), Atom("can", ("a fish", "walk"), negated=True)),
        ("decreases", ("a drought", "grass"), Atom("causes", ("a drought", "grass"), -1)),
        ("prevents", ("a lid", "spills"), Atom("enables", ("a lid", "spills"), -1)),
        ("moreless", ("altitude", "increases", "air pressure", "decreases"),
         Atom("moreless", ("altitude", "air pressure"), -1)),
        ("comparison", ("air", "less dense", "water"), Atom("comparison", ("water", "dense", "air"))),
    ],
)  # fmt: skip
def test_tables(relation: str, arguments: tuple[str, ...], atom: Atom) -> None:
    assert [found.key for found in atoms_of("", relation, arguments)] == [atom.key]


@pytest.mark.parametrize("text", ["", "?", "the", "🙂", "word " * 400])
def test_texts_that_say_nothing(text: str) -> None:
    assert all(all(atom.terms) for atom in atoms_of(text))
