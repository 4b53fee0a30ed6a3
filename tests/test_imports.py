"""Imports point one way, and heavy packages are imported only where they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import reasoner

PACKAGE = Path(reasoner.__file__).parent

#: Rooms from the bottom up; a module may import from its own layer and from those below.
LAYERS = (
    {"errors", "resources", "files", "weights", "options", "relations"},
    {"question", "answer", "explanation"},
    {"language"},
    {"knowledge"},
    {"retrieval", "documents"},
    {"ilp", "logic", "neural"},
    {"reading"},
    {"polarity"},
    {"solver", "plugins"},
    {"solvers"},
    {"ensemble"},
    {"doors"},
    {"experiment", "datasets", "training", "render"},
    {"browser"},
    {"cli"},
    {"__main__"},
)
LAYER_OF = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}
#: An answer draws itself in a notebook and a shell: it imports what draws it when asked to, from above.
UPWARD = {("answer", "render")}
#: Rooms of one layer that must not know of each other.
APART = [{"ilp", "logic", "neural"}, {"experiment", "render"}]
HEAVY = {
    "torch",
    "sentence_transformers",
    "dask",
    "jinja2",
    "matplotlib",
    "spacy",
    "tantivy",
    "pulp",
    "networkx",
    "rich",
    "scipy",
    "sklearn",
    "starlette",
    "uvicorn",
}
ONLY_IN_NEURAL = {"torch", "sentence_transformers", "transformers"}

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def room_of(path: Path) -> str:
    """The folder or module directly below the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> set[str]:
    """The full names that a module imports, anywhere in it."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_every_room_has_a_layer() -> None:
    assert {room_of(path) for path in MODULES} <= set(LAYER_OF)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    room = room_of(path)
    used = {name.split(".")[1] for name in imports(ast.parse(path.read_text())) if name.startswith("reasoner.")}
    used &= set(LAYER_OF)
    upward = {other for other in used if LAYER_OF[other] > LAYER_OF[room] and (room, other) not in UPWARD}
    sideways = {other for other in used - {room} for group in APART if {room, other} <= group}
    assert not upward | sideways, f"{room} imports {upward | sideways}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_neural_imports_torch(path: Path) -> None:
    used = {name.split(".")[0] for name in imports(ast.parse(path.read_text()))}
    assert room_of(path) == "neural" or not used & ONLY_IN_NEURAL


@pytest.mark.parametrize("module", ["reasoner", "reasoner.cli", "reasoner.solver"])
def test_import_is_light(module: str) -> None:
    allowed = {"rich"} if module == "reasoner.cli" else set()  # typer brings rich
    code = f"import sys, {module}; print(*sorted(set(sys.modules) & {HEAVY - allowed!r}))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.split() == []


def test_parsing_leaves_torch_alone() -> None:
    code = (
        "import sys; from reasoner.language.parse.pipeline import parse; parse('ice melts')\n"
        "print('torch' in sys.modules)\n"
        "import importlib.util as util; print(util.find_spec('torch') is None or bool(__import__('torch').__version__))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "True"]
