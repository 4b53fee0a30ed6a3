"""axe-core on the page and on a report, on a desktop and on a phone, by day and by night; prints every violation.

npm pack axe-core && tar xzf axe-core-*.tgz
python -m eval.accessibility package/axe.min.js
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from eval.pictures import DESKTOP, FLAGS, PHONE, server, write_report

SETTLED = "return !document.querySelector('.waiting') && document.querySelectorAll('.answer').length > 0"
UNFOLD = "for (const fold of document.querySelectorAll('details')) fold.open = true"


def violations(chromium: Any, source: str) -> list[str]:
    """Return what axe-core finds wrong with the page that is open."""
    chromium.execute_script(source)
    found = chromium.execute_async_script("axe.run().then(arguments[arguments.length - 1])")
    return [f"{one['id']}: {one['help']} ({node['html'][:90]})" for one in found["violations"] for node in one["nodes"]]


def main() -> None:
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("axe", type=Path, help="axe.min.js of axe-core")
    source = parser.parse_args().axe.read_text(encoding="utf-8")
    total = 0
    with tempfile.TemporaryDirectory() as folder, server() as address:
        options = ChromeOptions()
        options.binary_location = shutil.which("chromium") or "chromium"
        for flag in (*FLAGS, f"--user-data-dir={folder}/profile"):
            options.add_argument(flag)
        chromium = Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))
        report = write_report(Path(folder))
        for width, height in (DESKTOP, PHONE):
            for shade in ("light", "dark"):
                size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
                chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
                media = {"features": [{"name": "prefers-color-scheme", "value": shade}]}
                chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
                for name, place in (
                    ("page", address),
                    ("answered", address),
                    ("api", f"{address}/docs"),
                    ("report", report),
                ):
                    chromium.get(place)
                    if name == "answered":
                        chromium.find_elements(By.CSS_SELECTOR, ".example")[7].click()
                        WebDriverWait(chromium, 90, 0.1).until(lambda driver: driver.execute_script(SETTLED))
                        chromium.execute_script(UNFOLD)
                    found = violations(chromium, source)
                    total += len(found)
                    print(f"{name} {width} {shade}: {len(found)} violations", *found[:6], sep="\n  ")
        chromium.quit()
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
