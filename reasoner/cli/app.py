"""The root of the command line: every command, and how faults become exit codes."""

from __future__ import annotations

import logging
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn, get_args, get_type_hints

import typer

import reasoner
from reasoner.cli import dataset, kb, rules, train
from reasoner.cli.answer import answer
from reasoner.cli.compare import compare_runs
from reasoner.cli.convert import convert
from reasoner.cli.crossval import crossval
from reasoner.cli.evaluate import evaluate
from reasoner.cli.parse import parse
from reasoner.cli.report import report
from reasoner.cli.run import run
from reasoner.cli.serve import serve
from reasoner.cli.solvers import solvers
from reasoner.errors import ReasonerError, UsageError

HELP = ["-h", "--help"]
app = typer.Typer(
    name="reasoner",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": HELP},
    pretty_exceptions_enable=False,
)
for function in (answer, convert, crossval, evaluate, parse, report, run, serve, solvers):
    app.command()(function)
app.add_typer(dataset.app, name="dataset")
app.add_typer(kb.app, name="kb")
app.add_typer(rules.app, name="rules")
app.add_typer(train.app, name="train")
app.command("compare")(compare_runs)
app.command("explain", hidden=True)(answer)  # what it was called before


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"reasoner {reasoner.__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", is_eager=True, callback=_say_version)
    ] = False,
) -> None:
    """Answer multiple-choice questions and show the reason."""


#: What a value is called in help. A switch has none; a list is a name that may be repeated.
_VALUES: dict[Any, str] = {bool: " ", int: "N", float: "NUMBER", Path: "PATH", str: "TEXT"}


def _with_named_values(command: Any) -> Any:
    """Name the values of options in a word each: typer would spell out their types in Python's words."""
    kinds = get_type_hints(command.callback) if command.callback else {}
    for one in command.params:
        kind = kinds.get(one.name)
        inside = [kind, *get_args(kind), *(inner for each in get_args(kind) for inner in get_args(each))]
        said = next((_VALUES[each] for each in inside if each in _VALUES), None)
        one.metavar = one.metavar or (said if one.param_type_name == "option" else one.name.upper())
        if one.param_type_name == "argument":
            one.display_type_rich = one.display_type = lambda ctx: None
    help_option = command.get_help_option(command.context_class(command, help_option_names=HELP))
    if help_option is not None:
        help_option.metavar = _VALUES[bool]
    for below in getattr(command, "commands", {}).values():
        _with_named_values(below)
    return command


command_line = _with_named_values(typer.main.get_command(app))


def main() -> NoReturn:
    """Run a command; exit 0 on success, 1 when the input is bad, 2 when the command line is."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what is half written is removed
    logging.basicConfig(format="reasoner: %(message)s", level=logging.WARNING, stream=sys.stderr)
    try:
        command_line(prog_name="reasoner")
    except ReasonerError as error:
        _fail(str(error), 2 if isinstance(error, UsageError) else 1)
    except KeyboardInterrupt:
        _fail("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:  # a disk that is full, a folder that may not be written to
        if os.environ.get("REASONER_DEBUG"):
            raise
        _fail(f"{error.filename or 'input or output'}: {error.strerror or error}", 1)
    except Exception as error:
        if os.environ.get("REASONER_DEBUG"):
            raise
        _fail(f"unexpected {type(error).__name__}: {error} (set REASONER_DEBUG=1 for the traceback)", 1)
    sys.exit(0)


def _fail(message: str, code: int) -> NoReturn:
    from reasoner.render.text import printable

    print(f"reasoner: {printable(message)}", file=sys.stderr)
    sys.exit(code)
