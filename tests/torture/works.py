"""Five kinds of work that write files, each small: what they need, what they do, and what they leave behind."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reasoner.experiment.workers import _made
from reasoner.knowledge.base import _opened
from tests.torture.campaign import command

THINGS = "copper wool granite magnet brine oak frog frost river lamp glass spoon".split()
DOINGS = ("conducts heat", "floats on water", "melts slowly", "is found in soil", "pulls on iron", "keeps its shape")


@dataclass(frozen=True)
class Work:
    """Something to do in a folder of its own, and a reading of what it left there that must always be the same."""

    name: str
    act: Callable[[], object]
    result: Callable[[], object]


def prepare(folder: Path) -> None:
    """Write what the works read."""
    facts = [f"{thing} {doing}" for thing in THINGS for doing in DOINGS]
    (folder / "facts.txt").write_text("\n".join(facts * 30) + "\n", encoding="utf-8")
    with open(folder / "questions.jsonl", "w", encoding="utf-8") as lines:
        for number in range(60):
            thing, other = THINGS[number % 12], THINGS[(number + 5) % 12]
            stem = f"Which of these {DOINGS[number % 6]}, case {number}?"
            asked = {"stem": stem, "choices": [{"label": "A", "text": thing}, {"label": "B", "text": other}]}
            lines.write(json.dumps({"id": str(number), "question": asked, "answerKey": "AB"[number % 2]}) + "\n")
    triples = [(THINGS[at], f"link{at % 3}", THINGS[(at + 1) % 12]) for at in range(12)]
    (folder / "triples.tsv").write_text("".join("\t".join(row) + "\n" for row in triples), encoding="utf-8")
    documents = [{"title": one, "text": f"{one} is next to {two}. {two} is near {one}."} for one, _, two in triples]
    (folder / "documents.jsonl").write_text("".join(json.dumps(one) + "\n" for one in documents), encoding="utf-8")


def works(folder: Path, cache: Path) -> list[Work]:
    """Return the works in a folder that is prepared; each may be begun again after a kill."""
    facts, questions, out = str(folder / "facts.txt"), str(folder / "questions.jsonl"), folder / "out"
    triples, documents = str(folder / "triples.tsv"), str(folder / "documents.jsonl")
    run = ("evaluate", questions, "--kb", facts, "--solver", "ir,pmi", "--out", str(out / "run"))
    fit = (
        "train",
        "ensemble",
        "--train",
        questions,
        "--kb",
        facts,
        "--solvers",
        "ir,longest,pmi",
        "--out",
        str(out / "fit"),
    )
    ensemble = out / "ensemble.json"
    return [
        Work("indexing", command("kb", "import", facts, "--words"), lambda: _content(cache)),
        Work("evaluating", command(*run), lambda: _answers(out / "run")),
        Work("training", command(*fit, "--output", str(ensemble)), lambda: _without_date(ensemble)),
        Work("building", command("dataset", "build", triples, documents, str(out / "built.jsonl"), "--join"),
             lambda: (out / "built.jsonl").read_bytes()),
    ]  # fmt: skip


def fresh(folder: Path, cache: Path) -> None:
    """Remove what the works left, also what this process remembers of it."""
    _opened.clear()
    _made.cache_clear()
    shutil.rmtree(folder / "out", ignore_errors=True)
    shutil.rmtree(cache, ignore_errors=True)
    (folder / "out").mkdir()
    os.environ["REASONER_CACHE"] = str(cache)


def _content(cache: Path) -> dict[str, bytes]:
    """Return the bytes of the indexes, and see that nothing half done lies beside them."""
    files = sorted(path for path in cache.rglob("*") if path.is_file() and path.name != "seal.json")
    found = {str(path.relative_to(cache)): path.read_bytes() for path in files}
    assert not [name for name in found if ".building" in name or ".parts" in name], "something half done is left"
    return found


def _answers(run: Path) -> dict[str, object]:
    """Return the answers of a run without their seconds and checksums."""
    found: dict[str, object] = {}
    for path in sorted(run.rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if "run" in record:
                continue
            key = f"{path.name}:{record['question_id']}"
            assert key not in found, f"{key} was answered twice"
            found[key] = record["scores"]
    return found


def _without_date(path: Path) -> object:
    record = json.loads(path.read_text(encoding="utf-8"))
    return {name: value for name, value in record.items() if name != "certificate"}
