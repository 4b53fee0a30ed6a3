"""Damaged files, full disks, folders that cannot be made, two writers at once: no wrong result, no traceback."""

from __future__ import annotations

import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.torture.campaign import Campaign, Process, drawn, finished
from tests.torture.kills import workshop
from tests.torture.works import Work, fresh


def damage_campaign(count: int, chance: int) -> Campaign:
    """Damage a file that a work left, and do the work again: the same result, or a refusal in one line."""
    campaign, draw = Campaign("damaged files"), drawn(chance, "damage")
    with workshop() as (folder, cache, known):
        for number in range(count):
            work, result, _ = known[number % len(known)]
            fresh(folder, cache)
            finished(Process(work.act))
            files = sorted(path for root in (cache, folder / "out") for path in root.rglob("*") if path.is_file())
            path = draw.choice([path for path in files if path.name != ".lock"])
            how = hurt(path, draw)
            with campaign.trial((work.name, path.name, how)):
                process = Process(work.act)
                code, said = process.wait(), process.said
                assert code in (0, 1), f"ended with {code}: {said[-300:]}"
                assert "Traceback" not in said, said[-300:]
                assert "unexpected" not in said, said[-300:]
                campaign.refused += bool(code)
                assert code or work.result() == result, "another result"
    return campaign


def hurt(path: Path, draw: random.Random) -> str:
    """Damage a file; say how."""
    content = bytearray(path.read_bytes())
    how = draw.choice(("cut", "flip", "zero", "remove", "empty", "add"))
    at = draw.randrange(len(content) + 1)
    if how == "remove":
        path.unlink()
        return how
    if how == "cut":
        del content[at:]
    elif how == "flip" and at < len(content):
        content[at] ^= 1 << draw.randrange(8)
    elif how == "zero":
        content[at : at + 64] = bytes(len(content[at : at + 64]))
    elif how == "empty":
        content.clear()
    else:
        content[at:at] = draw.randbytes(draw.randrange(1, 100))
    path.write_bytes(bytes(content))
    return f"{how} at {at}"


def disk_campaign(count: int, chance: int) -> Campaign:
    """Let a work write files of so many bytes only, then without that limit: refused in one line, then as ever."""
    campaign, draw = Campaign("full disks"), drawn(chance, "disks")
    with workshop() as (folder, cache, known):
        for number in range(count):
            work, result, _ = known[number % len(known)]
            fresh(folder, cache)
            most = int(10 ** draw.uniform(1, 5.5))
            with campaign.trial((work.name, most)):
                process = Process(_limited(work, most))
                code, said = process.wait(), process.said
                assert code in (0, 1), f"ended with {code}: {said[-300:]}"
                assert "Traceback" not in said, said[-300:]
                assert "unexpected" not in said, said[-300:]
                campaign.refused += bool(code)
                if code:
                    finished(Process(work.act))
                assert work.result() == result, "another result"
    return campaign


def _limited(work: Work, most: int) -> Callable[[], object]:
    def act() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        work.act()

    return act


def read_only_campaign(count: int, chance: int) -> Campaign:
    """Name a folder that cannot be written to: refused in one line."""
    campaign = Campaign("folders that cannot be made")
    with workshop() as (folder, cache, known), tempfile.NamedTemporaryFile() as file:
        for number in range(count):
            work, _, _ = known[number % len(known)]
            fresh(folder, cache)
            (folder / "out").rmdir()
            os.symlink(f"{file.name}/below", folder / "out")  # root may write everywhere, but not below a file
            os.environ["REASONER_CACHE"] = f"{file.name}/cache"
            with campaign.trial((work.name, "below a file")):
                finished(Process(work.act), (1,))
                campaign.refused += 1
            (folder / "out").unlink()
            (folder / "out").mkdir()
    return campaign


def race_campaign(count: int, chance: int) -> Campaign:
    """Let two processes do the same work at once: both finish, or one is told that the other is at work."""
    campaign, draw = Campaign("races of two writers"), drawn(chance, "races")
    with workshop() as (folder, cache, known):
        for number in range(count):
            work, result, seconds = known[number % len(known)]
            fresh(folder, cache)
            with campaign.trial((work.name, "twice")):
                one = Process(work.act)
                other = Process(_after(draw.random() * seconds, work))
                finished(one, (0, 1))
                finished(other, (0, 1))
                refused = [each.said for each in (one, other) if each.code]
                assert all("another process" in some for some in refused), refused
                campaign.refused += len(refused)
                assert work.result() == result, "another result"
    return campaign


def _after(seconds: float, work: Work) -> Callable[[], object]:
    def act() -> None:
        time.sleep(seconds)
        work.act()

    return act
