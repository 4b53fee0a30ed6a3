"""Pictures of the example questions for the README, taken with Chromium.

python eval/screenshots.py --solver ilp,chain,ir
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLES = Path(__file__).parent / "examples"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars"
).split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solver", default="ilp,chain,ir", help="as for `reasoner explain`")
    parser.add_argument("--size", default="1200,1050", help="width,height in pixels")
    parser.add_argument("--out", type=Path, default=EXAMPLES)
    options = parser.parse_args()
    for question in sorted(EXAMPLES.glob("*.json")):
        picture = options.out / f"{question.stem}.png"
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            explain = [sys.executable, "-m", "reasoner", "explain", question, "--solver", options.solver]
            subprocess.run([*explain, "--html", page], check=True, stdout=subprocess.DEVNULL)
            profile, size = f"--user-data-dir={folder}/profile", f"--window-size={options.size}"
            chromium = ["chromium", *FLAGS, profile, size, f"--screenshot={picture}", page.as_uri()]
            subprocess.run(chromium, check=True, stderr=subprocess.DEVNULL)
        print(f"{picture}  {picture.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
