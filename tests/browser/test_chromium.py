"""The pages in a real browser: they load, nothing overlaps, nothing foreign runs, filters and forms work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from reasoner.answer import Answer
from reasoner.cli.app import app as commands
from reasoner.experiment.plan import Plan
from reasoner.experiment.runs import RunFile
from reasoner.question import Choice, Question, write_questions
from reasoner.render.html import question_page
from tests.explained import ANSWERS, BAD, HEAT, PROOF, hostile
from tests.real_browser import FAULTS, complaints, expect_text, open_page
from tests.real_browser import chromium as chromium
from tests.real_browser import server as server

pytestmark = pytest.mark.slow


def save(path: Path, *answered: Any) -> Path:
    path.write_text(question_page(*answered), encoding="utf-8")
    return path


def test_page_loads_and_nothing_overlaps(chromium: Chrome, tmp_path: Path) -> None:
    open_page(chromium, save(tmp_path / "heat.html", HEAT, ANSWERS))
    assert complaints(chromium) == []
    assert HEAT.stem == chromium.find_element(By.TAG_NAME, "h1").text
    assert len(chromium.find_elements(By.CSS_SELECTOR, "#s1-c2 g.node")) == len(PROOF.nodes)
    assert len(chromium.find_elements(By.CSS_SELECTOR, "#s1-c2 g.step")) == len(PROOF.steps)
    assert len(chromium.find_elements(By.CSS_SELECTOR, "#s1-c2 g.link")) == len(PROOF.links)
    assert chromium.execute_script(FAULTS) == []


def test_hovering_a_fact_shows_its_source(chromium: Chrome, tmp_path: Path) -> None:
    open_page(chromium, save(tmp_path / "heat.html", HEAT, ANSWERS))
    row = chromium.find_element(By.CSS_SELECTOR, "#s1-c2 g.row")
    ActionChains(chromium).move_to_element(row).perform()
    under = 'return [...document.querySelectorAll("g:hover > title")].map((title) => title.textContent)'
    assert chromium.execute_script(under) == ["table row: steel | is made of | metal\nsource: science/made-of:12"]
    sources = chromium.find_element(By.CSS_SELECTOR, "#s1-c2 .sources").text
    assert all(node.source in sources for node in PROOF.facts)


def test_folds_open_from_the_keyboard(chromium: Chrome, tmp_path: Path) -> None:
    open_page(chromium, save(tmp_path / "heat.html", HEAT, ANSWERS))
    fold = chromium.find_element(By.ID, "s1-c1")
    assert fold.get_attribute("open") is None
    fold.find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
    assert fold.get_attribute("open") is not None
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    assert chromium.execute_script(outline) == "solid"


def test_every_landmark_and_region_has_a_name(chromium: Chrome, tmp_path: Path) -> None:
    open_page(chromium, save(tmp_path / "heat.html", HEAT, ANSWERS))
    for selector in ("nav", "section", "[role=region]", "[role=img]"):
        found = [element for element in chromium.find_elements(By.CSS_SELECTOR, selector) if element.is_displayed()]
        assert found
        assert [element.get_attribute("outerHTML") for element in found if not element.accessible_name] == []


def test_paper_unfolds_everything_and_the_dark_is_dark(chromium: Chrome, tmp_path: Path) -> None:
    open_page(chromium, save(tmp_path / "heat.html", HEAT, ANSWERS))
    height = 'return document.getElementById("s1-c1").offsetHeight'
    color = "return getComputedStyle(document.body).backgroundColor"
    folded = chromium.execute_script(height)
    assert chromium.execute_script(color) == "rgb(251, 250, 248)"
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert chromium.execute_script(height) > 2 * folded
    dark = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", dark | {"media": "screen"})
    assert chromium.execute_script(color) == "rgb(20, 23, 28)"
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


def test_hostile_text_runs_nothing(chromium: Chrome, tmp_path: Path) -> None:
    open_page(chromium, save(tmp_path / "hostile.html", *hostile()))
    assert chromium.execute_script(FAULTS) == []
    assert complaints(chromium) == []  # a blocked script would be reported here
    assert chromium.execute_script("return window.hacked") is None
    assert chromium.find_elements(By.CSS_SELECTOR, "main script, img, main title:not(svg title)") == []
    assert len(chromium.find_elements(By.CSS_SELECTOR, "#scores tbody tr")) == 80
    assert chromium.find_element(By.TAG_NAME, "h1").text == BAD
    assert chromium.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")


# The report.


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of 500 questions: in each 5, one right, wrong, tied, abstained, hostile; the second run is right."""
    folder = tmp_path_factory.mktemp("report")
    questions, runs = [], {"one": [], "two": []}
    right, wrong, tied, silent = (
        {"A": 1.0, "B": None},
        {"A": 0.5, "B": 1.0},
        {"A": 1.0, "B": 1.0},
        {"A": None, "B": None},
    )
    for number in range(500):
        stem = BAD if number % 5 == 4 else f"Which is number {number}?"
        category = BAD if number % 5 == 4 else f"kind {number % 5}"
        choices = (Choice("A", "this"), Choice("B", "that"))
        questions.append(Question(f"q{number}", stem, choices, "A", category=category))
        runs["one"].append(Answer(f"q{number}", "ir", (right, wrong, tied, silent, right)[number % 5]))
        runs["two"].append(Answer(f"q{number}", "guess-all", right))
    write_questions(questions, folder / "questions.jsonl")
    for name, answers in runs.items():
        plan = Plan(answers[0].solver, ("none",))
        file = RunFile(folder / "run" / f"{name}.jsonl", plan, questions)
        assert list(file.record(lambda plan, asked, answers=answers: answers)) == answers
    arguments = ["report", folder / "run", "--questions", folder / "questions.jsonl", "--html", folder / "html"]
    commands(list(map(str, arguments)), standalone_mode=False)
    return folder / "html" / "index.html"


def expect_rows(chromium: Chrome, count: int) -> None:
    """Wait until the list has so many rows to see and says so."""
    rows = 'return [...document.querySelectorAll("#rows tr")].filter((row) => row.offsetHeight).length'
    expect_text(chromium, "count", f"{count} of 500 questions")
    assert chromium.execute_script(rows) == count


def choose(chromium: Chrome, name: str, text: str) -> None:
    Select(chromium.find_element(By.NAME, name)).select_by_visible_text(text)


def test_report_filters(chromium: Chrome, report: Path) -> None:
    open_page(chromium, report)
    expect_rows(chromium, 500)
    for outcome, count in {"right": 500, "wrong": 100, "tied": 100, "abstained": 100}.items():
        choose(chromium, "outcome", outcome)
        expect_rows(chromium, count)
    choose(chromium, "outcome", "right")
    choose(chromium, "run", "ir")
    expect_rows(chromium, 200)
    choose(chromium, "category", "kind 0")
    expect_rows(chromium, 100)
    chromium.find_element(By.NAME, "words").send_keys("number 10")
    expect_rows(chromium, 3)  # 10, 100 and 105
    chromium.find_element(By.NAME, "words").clear()
    choose(chromium, "category", "any category")
    choose(chromium, "outcome", "any outcome")
    chromium.find_element(By.NAME, "disagree").click()
    expect_rows(chromium, 300)
    assert complaints(chromium) == []
    assert chromium.execute_script("return window.hacked") is None


def test_report_leads_to_each_question_and_back(chromium: Chrome, report: Path) -> None:
    open_page(chromium, report)
    assert len(chromium.find_elements(By.CSS_SELECTOR, ".chart .bars")) == 2
    chromium.find_element(By.LINK_TEXT, "Which is number 2?").click()
    expect_text(chromium, "scores", "A tie of 2: A, B.")
    chromium.find_element(By.LINK_TEXT, "All questions").click()
    expect_rows(chromium, 500)
    assert complaints(chromium) == []


# The local page; tests/browser/test_page.py has the rest.


def test_docs_page_needs_nothing_else(chromium: Chrome, server: str) -> None:
    open_page(chromium, f"{server}/docs")
    assert "POST /answer" in chromium.page_source
    loaded = 'return performance.getEntriesByType("resource").map((entry) => entry.name)'
    assert [name for name in chromium.execute_script(loaded) if not name.startswith("data:")] == []
    assert complaints(chromium) == []
