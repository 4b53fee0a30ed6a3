"""How long a report takes to open and to filter in Chromium.

reasoner evaluate dev.jsonl --solver ir,guess-all --out RUN
reasoner report RUN --questions dev.jsonl --html REPORT
python eval/benchmarks/report.py REPORT
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from selenium.webdriver import Chrome, ChromeOptions, ChromeService

FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking".split()
LOADED = "const [entry] = performance.getEntriesByType('navigation'); return entry.loadEventEnd"
FILTERED = """
const start = performance.now();
document.querySelector("[name=outcome]").value = "wrong";
form.dispatchEvent(new Event("input"));
document.body.offsetHeight;  // the layout is part of it
return performance.now() - start;
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("report", type=Path)
    folder = parser.parse_args().report.resolve()
    options = ChromeOptions()
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        browser = Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))
        pages = [folder / "index.html", *sorted(folder.glob("questions/*.html"))[:3]]
        for page in pages:
            browser.get(page.as_uri())
            print(f"{page.name}: {page.stat().st_size:,} bytes, loaded in {browser.execute_script(LOADED):.0f} ms")
            if page.name == "index.html":
                print(f"filtered in {browser.execute_script(FILTERED):.0f} ms")
        browser.quit()


if __name__ == "__main__":
    main()
