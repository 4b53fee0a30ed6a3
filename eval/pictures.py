"""Pictures of the page and of a report for docs/, taken with Chromium; `make pictures` runs it.

python eval/pictures.py            # takes them anew
python eval/pictures.py --check    # only says whether what they show has changed since
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
STAMP = PICTURES / "made-from.txt"
#: What decides how the pictures look: whoever changes one of these takes them anew.
INPUTS = (
    "reasoner/render/assets/style.css",
    "reasoner/render/assets/steps.js",
    "reasoner/render/html.py",
    "reasoner/render/sections.py",
    "reasoner/render/layout.py",
    "reasoner/render/svg.py",
    "reasoner/render/report.py",
    "reasoner/render/verdict.py",
    "reasoner/render/because.py",
    "reasoner/browser/form.py",
    "reasoner/browser/examples.toml",
    "reasoner/browser/assets/page.css",
    "reasoner/browser/assets/page.js",
    *(
        str(path.relative_to(ROOT))
        for room in ("render", "browser")
        for path in sorted((ROOT / "reasoner" / room / "templates").glob("*.html"))
    ),
)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars"
).split()
DESKTOP, PHONE = (1280, 860), (390, 844)


@dataclass(frozen=True)
class Picture:
    """A picture: the example shown (none: the untouched page), the window, and a script to run before it is taken."""

    name: str
    example: str = ""
    window: tuple[int, int] = DESKTOP
    script: str = ""
    dark: bool = False
    address: str = ""


_STRIKE = "document.querySelector('#s1 .edits button').click()"
_STEP = "document.querySelector('.stepper button').click(); document.querySelectorAll('.stepper button')[2].click()"
PICTURES_TAKEN = (
    Picture("page"),
    Picture("proof", "A made-up world"),
    Picture("proof-phone", "A made-up world", PHONE),
    Picture("proof-dark", "A spoon in hot soup", dark=True),
    Picture("step-by-step", "Yes or no", script=_STEP + ""),
    Picture("struck-out", "A spoon in hot soup", script=_STRIKE),
    Picture("side-by-side", "What is known of science"),
    Picture("order-phone", "In what order?", PHONE),
    Picture("report", address="report"),
    Picture("report-phone", window=PHONE, address="report"),
)


def stamp() -> str:
    """Return the fingerprint of everything that decides how the pictures look."""
    digest = hashlib.sha256()
    for name in INPUTS:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


@contextmanager
def server() -> Iterator[str]:
    """Start the page on a free port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "reasoner", "serve", "--port", "0"], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    line = next(line for line in process.stderr if "http://" in line)
    try:
        yield line.split()[1]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def write_report(folder: Path) -> str:
    """Evaluate three solvers on our own exam, and return the address of the report."""
    questions = ROOT / "tests" / "exam" / "isa.jsonl"
    run: list[str | Path] = [
        sys.executable,
        "-m",
        "reasoner",
        "evaluate",
        questions,
        "--solver",
        "chain,ilp,ir,pmi,guess-all",
    ]
    subprocess.run([*run, "--given", "all", "--limit", "40", "--out", folder / "run"], check=True, capture_output=True)
    make: list[str | Path] = [
        sys.executable,
        "-m",
        "reasoner",
        "report",
        folder / "run",
        "--questions",
        questions,
        "--limit",
        "40",
    ]
    subprocess.run([*make, "--html", folder / "html"], check=True, capture_output=True)
    return (folder / "html" / "index.html").as_uri()


def take(names: list[str]) -> None:
    """Take the pictures."""
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = [picture for picture in PICTURES_TAKEN if not names or picture.name in names]
    with tempfile.TemporaryDirectory() as folder, server() as address:
        report = write_report(Path(folder)) if any(one.address for one in wanted) else ""
        options = ChromeOptions()
        options.binary_location = shutil.which("chromium") or "chromium"
        for flag in (*FLAGS, f"--user-data-dir={folder}/profile"):
            options.add_argument(flag)
        chromium = Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))
        try:
            for picture in wanted:
                _take(chromium, picture, report if picture.address else address)
        finally:
            chromium.quit()
    if not names:
        STAMP.write_text(stamp() + "\n", encoding="utf-8")


def _take(chromium: Any, picture: Picture, address: str) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    width, height = picture.window
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    dark = {"features": [{"name": "prefers-color-scheme", "value": "dark" if picture.dark else "light"}]}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", dark)
    chromium.get(address)
    done = "return !document.querySelector('.waiting') && document.querySelectorAll('.answer, .error').length > 0"

    def wait() -> None:
        WebDriverWait(chromium, 90, 0.1).until(lambda driver: driver.execute_script(done))

    if picture.example:
        chromium.execute_script("localStorage.clear()")
        links = chromium.find_elements(By.CSS_SELECTOR, ".example")
        next(link for link in links if link.text.startswith(picture.example)).click()
        wait()
    if picture.script:
        chromium.execute_script(picture.script)
        wait()
    time.sleep(0.4)  # what fades in has come
    chromium.execute_script("document.activeElement?.blur()")
    chromium.save_screenshot(str(PICTURES / f"{picture.name}.png"))
    print(PICTURES / f"{picture.name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="only these; all, and the fingerprint, where none is named")
    parser.add_argument("--check", action="store_true", help="only say whether they are up to date")
    options = parser.parse_args()
    if not options.check:
        take(options.names)
    elif not STAMP.exists() or STAMP.read_text(encoding="utf-8").strip() != stamp():
        sys.exit("the pictures in docs/pictures are older than what they show: run make pictures")


if __name__ == "__main__":
    main()
