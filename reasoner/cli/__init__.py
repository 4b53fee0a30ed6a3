"""The command line: one small file a command."""

from reasoner.cli.app import main

__all__ = ["main"]
