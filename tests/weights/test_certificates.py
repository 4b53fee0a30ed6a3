"""Every fitted number says where it comes from, by a command that there is."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
from typer.main import get_command

from reasoner.cli.app import app
from reasoner.weights import FOLDER, certificate

NAMES = sorted({path.stem for path in FOLDER.iterdir() if path.suffix in (".toml", ".safetensors")})


@pytest.mark.parametrize("name", NAMES)
def test_the_command_that_makes_weights_exists_with_all_its_options(name: str) -> None:
    made = certificate(name)
    program, *words = shlex.split(made.command)
    command: Any = get_command(app)
    while words and not words[0].startswith("-"):
        command = command.commands[words.pop(0)]
    known = {option for parameter in command.params for option in parameter.opts}
    assert (program, command.name == "train") == ("reasoner", False)
    assert {word for word in words if word.startswith("--")} <= known
    assert made.kind in ("fitted", "trained")
    assert all((made.rows, made.data, made.score))
