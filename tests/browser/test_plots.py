"""The plots of a report with many runs: few enough to read, and nothing cut off, on a desktop and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from reasoner.render.curves import Curves
from reasoner.render.report import MOST_BARS, MOST_CURVES, Bar, Entry, report_page
from tests.real_browser import chromium as chromium
from tests.real_browser import complaints

NAMES = [f"{number}*chain+tuple-ilp+ir" for number in range(1, 45)]
#: Cells whose text is on more than one line, and what sticks out of the window without a way to scroll to it.
FAULTS = """
const faults = [...document.querySelectorAll(".agreement td, .agreement th")].filter((cell) => cell.clientHeight > 40);
const wide = document.documentElement.scrollWidth > innerWidth;
return [...faults.map((cell) => cell.textContent), ...(wide ? ["wide"] : [])];
"""


@pytest.fixture(scope="module")
def many_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    bars = [Bar(name, place / 50, place / 50 - 0.1, place / 50 + 0.1) for place, name in enumerate(NAMES)]
    same = {(one, other): 0.5 for one in NAMES for other in NAMES}
    lines = {name: [(0.0, 0.1), (1.0, 0.4)] for name in NAMES}
    entry = Entry("q.html", "q1", "Which?", "", [("right",)] * 44, [("A",)] * 44, False)
    curves = [Curves("Risk and coverage", "share answered", "share that is wrong", lines)]
    page = tmp_path_factory.mktemp("report") / "index.html"
    page.write_text(report_page("44 runs", [(["solver", "score"], [["ir", "0.5"]])], bars, same, [entry], curves))
    return page


@pytest.mark.parametrize("size", [(1280, 860), (390, 844)])
def test_plots_of_many_runs_stay_readable(chromium: Chrome, many_runs: Path, size: tuple[int, int]) -> None:
    width, height = size
    shape = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", shape)
    try:
        chromium.get(many_runs.as_uri())
        count = "return document.querySelectorAll(arguments[0]).length"
        assert chromium.execute_script(count, "figure > .plot > li") == MOST_BARS
        assert chromium.execute_script(count, ".agreement tbody tr") == MOST_BARS
        assert chromium.execute_script(count, ".key li") == MOST_CURVES
        assert chromium.execute_script(FAULTS) == []
        assert complaints(chromium) == []
    finally:
        chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
