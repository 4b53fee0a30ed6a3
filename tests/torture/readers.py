"""Files of questions found by looking at which lines of the readers run (atheris), or drawn where that is missing."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from reasoner.errors import ReasonerError
from reasoner.question import read_questions
from tests.torture.campaign import HANGS, Campaign, drawn

SEEDS = (
    b'{"id": "1", "question": {"stem": "Which?", "choices": ["x", {"label": "B", "text": "y"}]}}',
    b"Which is a metal? (A) wool (B) steel",
    b'[{"id": "q", "query": "born x", "candidates": ["a", "b"], "supports": ["t"], "answer": "a"}]',
    b"id\tstem\tA\tB\n1\tWhich?\tx\ty\n",
    b'{"sentence1": "a", "sentence2": "b", "gold_label": "entails"}',
)

_GUIDED = """
import sys, io, atheris
with atheris.instrument_imports(include=["reasoner.question"]):
    from reasoner.question import read_questions
from reasoner.errors import ReasonerError

def one(data):
    try:
        read_questions(io.BytesIO(data))
    except ReasonerError:
        pass

atheris.Setup(sys.argv, one)
atheris.Fuzz()
"""


def reader_campaign(count: int, chance: int) -> Campaign:
    """Read so many files."""
    campaign = Campaign("files of questions")
    if find_spec("atheris") is None:
        return _drawn(campaign, count, chance)
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(SEEDS):
            (Path(folder) / str(number)).write_bytes(seed)
        limits = [f"-runs={count}", f"-seed={chance + 1}", "-max_len=2000", f"-timeout={HANGS}", "-verbosity=0"]
        command = [sys.executable, "-c", _GUIDED, f"-artifact_prefix={folder}/", *limits, folder]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ})
        campaign.tried += count
        if ended.returncode:
            campaign.failed.append(f"{ended.stdout[-1500:]} {ended.stderr[-1500:]}")
    return campaign


def _drawn(campaign: Campaign, count: int, chance: int) -> Campaign:
    draw = drawn(chance, "readers")
    for _ in range(count):
        content = bytearray(draw.choice(SEEDS))
        for _ in range(draw.randrange(1, 6)):
            at = draw.randrange(len(content) + 1)
            content[at : at + draw.randrange(4)] = draw.choice(
                (b"", b'"', b"{", b"]", b"\0", b"null", draw.randbytes(2))
            )
        with campaign.trial(bytes(content), ReasonerError):
            read_questions(io.BytesIO(bytes(content)))
    return campaign
