"""What keeps the house in order: words stand in one place, files and classes stay short."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import reasoner

PACKAGE = Path(reasoner.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE, LONGEST_CLASS = 300, 150


def is_plain(word: str) -> bool:
    return word.isalpha() and word.islower()


def word_tables(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which a table of words begins: a text of nothing but words, or a collection of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value.split()
            prose = {"the", "a", "of", "is"} & set(words[:12])
            if len(words) >= 12 and all(map(is_plain, words)) and not prose:
                yield node.lineno
        if isinstance(node, ast.Set | ast.Tuple | ast.List) and len(node.elts) >= 10:
            texts = [each.value for each in node.elts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if len(texts) == len(node.elts) and all(map(is_plain, texts)):
                yield node.lineno


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_words_stand_in_language_english(path: Path) -> None:
    found = [f"{path.name}:{line}" for line in word_tables(ast.parse(path.read_text()))]
    assert not found, "a table of words is data: put it into reasoner/language/english"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_and_classes_fit_the_head(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST_FILE, "cut it along its seams"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_CLASS, f"class {node.name} is too long"
