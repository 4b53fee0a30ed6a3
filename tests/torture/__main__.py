"""Run every campaign, or some, and print what was tried and what failed; exit 1 if anything did.

python -m tests.torture --minutes 10 --seed 0        (make torture)
python -m tests.torture --only kills,races --share 1
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial

from tests.torture.campaign import HEADING, Campaign
from tests.torture.damage import damage_campaign, disk_campaign, race_campaign, read_only_campaign
from tests.torture.hostile import hostile_campaign
from tests.torture.kills import kill_campaign, serve_campaign
from tests.torture.knowledge import knowledge_campaign
from tests.torture.questions import question_campaign
from tests.torture.readers import reader_campaign

#: Every campaign, how many trials a whole one has, and how many are done together.
CAMPAIGNS: dict[str, tuple[Callable[[int, int], Campaign], int, int]] = {
    "questions": (question_campaign, 18_000, 250),
    "neural": (partial(question_campaign, neural=True), 2_000, 50),
    "readers": (reader_campaign, 20_000, 2_000),
    "knowledge": (knowledge_campaign, 5_000, 100),
    "kills": (kill_campaign, 160, 8),
    "serving": (serve_campaign, 40, 4),
    "damage": (damage_campaign, 100, 8),
    "disks": (disk_campaign, 50, 4),
    "folders": (read_only_campaign, 8, 8),
    "races": (race_campaign, 50, 4),
    "hostile": (hostile_campaign, 10, 10),
}


def main() -> int:
    """Go round the campaigns, a few trials of each at a time, until all are done or the time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default=",".join(CAMPAIGNS))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    until = time.monotonic() + 60 * options.minutes
    found = {name: Campaign(name) for name in options.only.split(",")}
    number = 0
    while time.monotonic() < until and (left := [name for name in found if found[name].tried < CAMPAIGNS[name][1]]):
        for name in left:
            run, whole, together = CAMPAIGNS[name]
            if time.monotonic() < until:
                found[name].add(run(min(together, whole - found[name].tried), 1000 * options.seed + number))
        number += 1
    print(HEADING)
    for campaign in found.values():
        print(campaign)
    for campaign in found.values():
        for failure in campaign.failed:
            print(f"\n{campaign.name}: {failure}")
    return int(any(campaign.failed for campaign in found.values()))


if __name__ == "__main__":
    sys.exit(main())
