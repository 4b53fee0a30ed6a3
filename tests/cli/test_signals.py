"""Commands that are asked to end leave nothing half written behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasoner.cli import app
from reasoner.files import write_atomically


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_command_that_is_ended_removes_what_is_half_written(
    number: signal.Signals, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines() -> Iterator[str]:
        yield "one\n"
        os.kill(os.getpid(), number)
        yield "two\n"

    monkeypatch.setattr(app, "command_line", lambda **_: write_atomically(tmp_path / "out.txt", lines()))
    before = signal.getsignal(signal.SIGTERM)
    # Whoever starts the tests in the background may have them ignore Ctrl-C.
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SystemExit) as ended:
            app.main()
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, interrupted)
    assert ended.value.code == code
    assert not [*tmp_path.iterdir()]
