"""A real browser and a server of its own, and what tests ask of a page in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

#: Pairs of boxes of a drawing that overlap, and lines of text that leave their box; all folds are opened first.
FAULTS = """
for (const fold of document.querySelectorAll("details")) fold.open = true;
const faults = [];
for (const svg of document.querySelectorAll("svg.graph")) {
  const groups = [...svg.querySelectorAll("g")];
  const boxes = groups.map((group) => group.querySelector("rect").getBBox());
  boxes.forEach((a, i) => boxes.slice(0, i).forEach((b, j) => {
    if (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      faults.push(`overlap: ${groups[i].textContent} / ${groups[j].textContent}`);
  }));
  groups.forEach((group, i) => group.querySelectorAll("text").forEach((text) => {
    const line = text.getBBox(), box = boxes[i];
    if (line.x < box.x || line.x + line.width > box.x + box.width || line.y + line.height > box.y + box.height + 1)
      faults.push(`too long: ${text.textContent}`);
  }));
}
return faults;
"""


FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1000",
)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A real browser. Where there is none the tests are skipped and say why; in CI they fail instead."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not browser or not driver:
        message = "needs chromium and chromedriver: apt-get install chromium chromium-driver"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    options = ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    window = Chrome(options=options, service=ChromeService(driver))
    yield window
    window.quit()


def open_page(chromium: Chrome, address: str | Path) -> None:
    chromium.get_log("browser")
    chromium.get(address.as_uri() if isinstance(address, Path) else address)


def expect_text(chromium: Chrome, place: str, text: str) -> None:
    """Wait until an element holds a text: a click does not wait for what it sets off."""
    ignored = (NoSuchElementException, StaleElementReferenceException)
    wait = WebDriverWait(chromium, 20, poll_frequency=0.1, ignored_exceptions=ignored)
    wait.until(lambda _: text in chromium.find_element(By.ID, place).text, f"#{place} does not say {text!r}")


def complaints(chromium: Chrome) -> list[Any]:
    return chromium.get_log("browser")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of its own process on a free port, which must end cleanly when told to."""
    command = [sys.executable, "-m", "reasoner", "serve", "--kb", "none", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | {"NO_COLOR": "1"})
    assert process.stderr
    ready, line = process.stderr.readline(), process.stderr.readline()
    assert "ready" in ready
    assert "http://127.0.0.1:" in line
    yield line.split()[1]
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    assert process.stderr.read() == ""


def look_through(chromium: Chrome, width: int, height: int, dark: bool = False) -> None:
    """Make the window as large as that of a desktop or a phone, by day or by night."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    shade = {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", shade)
