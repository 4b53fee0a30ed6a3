"""The page in a real browser, on a desktop and on a phone: what people do with it, and whether all can."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.explained import BAD
from tests.real_browser import FAULTS, complaints, expect_text, look_through, open_page
from tests.real_browser import chromium as chromium
from tests.real_browser import server as server

pytestmark = pytest.mark.slow

SIZES = [(1280, 860), (390, 844)]
#: What axe-core does in full (eval/accessibility.py): text that is too pale, and things that can be pressed but not
#: named, or are too small for a finger.
FAINT = """
const light = (rgb) => rgb.map((c) => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
const parse = (text) => text.match(/[\\d.]+/g).map(Number);
const ground = (node) => {
  for (; node; node = node.parentElement) {
    const color = parse(getComputedStyle(node).backgroundColor);
    if (color.length < 4 || color[3] > .5) return color;
  }
  return [255, 255, 255];
};
const faults = [];
for (const node of document.querySelectorAll("body *")) {
  const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  if (!own || node.closest("svg, script, style, template") || !node.offsetHeight || node.closest(":disabled")) continue;
  const style = getComputedStyle(node);
  const [a, b] = [light(parse(style.color).slice(0, 3)), light(ground(node).slice(0, 3))].sort((x, y) => y - x);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
  if ((a + .05) / (b + .05) < (large ? 3 : 4.5)) faults.push(`faint: ${node.textContent.slice(0, 40)}`);
}
for (const node of document.querySelectorAll("a, button, input:not([type=hidden]), textarea, select, summary")) {
  if (!node.offsetHeight) continue;
  const name = node.textContent.trim() || node.getAttribute("aria-label") || node.labels?.length;
  if (!name) faults.push(`nameless: ${node.outerHTML.slice(0, 60)}`);
  if (node.getBoundingClientRect().height < 18 && node.type !== "checkbox") faults.push(`small: ${node.textContent}`);
}
return faults;
"""


def fill(chromium: Chrome, place: str, text: str) -> None:
    chromium.execute_script("document.getElementById(arguments[0]).value = arguments[1]", place, text)


def settled(chromium: Chrome) -> None:
    """Wait until every solver has answered."""
    done = "return !document.querySelector('.waiting') && document.querySelector('#result .answer, #result .error')"
    WebDriverWait(chromium, 30, 0.05).until(lambda driver: driver.execute_script(done))


def verdict(chromium: Chrome) -> str:
    return chromium.find_element(By.CSS_SELECTOR, "#s1 .verdict .what").text


def pressed(chromium: Chrome) -> str:
    chromium.find_element(By.ID, "go").click()
    settled(chromium)
    return verdict(chromium)


@pytest.mark.parametrize("size", SIZES)
def test_the_untouched_page_answers_twice_alike_in_sight(chromium: Chrome, server: str, size: tuple[int, int]) -> None:
    look_through(chromium, *size)
    open_page(chromium, server)
    boxes = [chromium.find_element(By.ID, name).get_attribute("value") for name in ("question", "facts")]
    first = pressed(chromium), chromium.find_element(By.ID, "s1-c2").text
    seen = chromium.find_element(By.CSS_SELECTOR, "#s1 .verdict").rect
    assert chromium.execute_script("return scrollY") == 0
    assert seen["y"] + seen["height"] < size[1]
    assert (pressed(chromium), chromium.find_element(By.ID, "s1-c2").text) == first
    assert first[0] == "B, Nilla"
    assert [chromium.find_element(By.ID, name).get_attribute("value") for name in ("question", "facts")] == boxes
    assert chromium.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert chromium.execute_script(FAULTS) == []
    assert complaints(chromium) == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_everything_is_legible_and_named(chromium: Chrome, server: str, size: tuple[int, int], dark: bool) -> None:
    look_through(chromium, *size, dark)
    open_page(chromium, server)
    assert chromium.execute_script(FAINT) == []
    pressed(chromium)
    chromium.execute_script("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert chromium.execute_script(FAINT) == []
    assert chromium.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def test_a_fact_struck_out_changes_the_answer_and_comes_back(chromium: Chrome, server: str) -> None:
    look_through(chromium, *SIZES[0])
    open_page(chromium, server)
    fill(chromium, "question", "Who glows? (A) Zilk (B) Vamo")
    fill(chromium, "facts", "Every dax glows.\nZilk is a dax.\nVamo is a fep.")
    assert pressed(chromium) == "A, Zilk"
    assert chromium.find_element(By.CSS_SELECTOR, "#s1 .badge").text == "Proved"
    chromium.find_element(By.CSS_SELECTOR, "[aria-label='Strike out: Zilk is a dax.']").click()
    settled(chromium)
    assert chromium.find_element(By.CSS_SELECTOR, "#s1 .badge").text != "Proved"
    assert chromium.find_element(By.ID, "struck").text == "Zilk is a dax.\nPut back"
    chromium.find_element(By.CSS_SELECTOR, "#struck button").click()
    settled(chromium)
    assert chromium.find_element(By.CSS_SELECTOR, "#s1 .badge").text == "Proved"
    chromium.find_element(By.CSS_SELECTOR, "[aria-label='Change: Zilk is a dax.']").click()
    field = chromium.switch_to.active_element
    field.clear()
    field.send_keys("Vamo is a dax.", Keys.ENTER)
    settled(chromium)
    assert verdict(chromium) == "B, Vamo"
    field = chromium.find_element(By.CSS_SELECTOR, "#s1 .add input")
    field.send_keys("Zilk is a dax.", Keys.ENTER)
    settled(chromium)
    assert verdict(chromium).startswith("No single answer")
    assert complaints(chromium) == []


def test_an_address_opens_the_same_answer_and_history_leads_back(chromium: Chrome, server: str) -> None:
    open_page(chromium, server)
    fill(chromium, "question", "Who glows? (A) Zilk (B) Vamo & <b>")
    fill(chromium, "facts", "Vamo glows.")
    assert pressed(chromium).startswith("B, Vamo")
    address, shown = chromium.current_url, chromium.find_element(By.ID, "s1-c2").text
    open_page(chromium, "about:blank")
    open_page(chromium, address)
    settled(chromium)
    assert chromium.find_element(By.ID, "s1-c2").text == shown
    chromium.find_elements(By.CSS_SELECTOR, ".example")[0].click()
    settled(chromium)
    assert verdict(chromium) == "B, Nilla"
    chromium.back()
    expect_text(chromium, "result", "Vamo")
    buttons = chromium.find_elements(By.CSS_SELECTOR, "#history button")
    assert [button.text[:10] for button in buttons[:2]] == ["Who glows ", "Who glows?"]


def test_several_solvers_stand_side_by_side_and_steps_come_one_by_one(chromium: Chrome, server: str) -> None:
    open_page(chromium, server)
    chromium.execute_script("document.querySelector('[name=solver][value=ir]').checked = true")
    chromium.execute_script("document.querySelector('[name=ensemble]').value = 'ir+chain, irr'")
    chromium.find_element(By.ID, "go").click()
    expect_text(chromium, "result", "did you mean 'ir'")
    chromium.execute_script("document.querySelector('[name=ensemble]').value = 'ir+chain'")
    pressed(chromium)
    heads = chromium.find_elements(By.CSS_SELECTOR, "#side thead th")
    assert [head.text for head in heads] == ["Choice", "chain", "ir", "ir+chain"]
    assert len(chromium.find_elements(By.CSS_SELECTOR, "#side tbody tr")) == 3
    first = chromium.find_element(By.CSS_SELECTOR, "#s1 .stepper button")
    first.send_keys(Keys.ENTER)
    later = "return document.querySelectorAll('#s1-c2 .steps .later').length"
    assert chromium.execute_script(later) == 1
    chromium.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert chromium.execute_script(later) == 0
    assert complaints(chromium)[1:] == []  # the refusal above is the only one


def test_cancel_ends_the_waiting(chromium: Chrome, server: str) -> None:
    open_page(chromium, server)
    script = "document.getElementById('go').click(); document.getElementById('cancel').click()"
    chromium.execute_script(script)
    expect_text(chromium, "result", "Cancelled.")
    assert not chromium.find_element(By.ID, "cancel").is_displayed()


def test_hostile_text_stays_text(chromium: Chrome, server: str) -> None:
    open_page(chromium, server)
    fill(chromium, "question", f"Which lets heat through? {BAD}\n(A) wool {BAD}\n(B) steel {BAD}")
    fill(chromium, "facts", f"steel lets heat through {BAD}\n</textarea>{BAD}")
    chromium.execute_script("document.querySelector('[name=solver][value=ir]').checked = true")
    pressed(chromium)
    open_page(chromium, chromium.current_url)
    settled(chromium)
    assert chromium.find_element(By.ID, "facts").get_attribute("value").endswith(f"</textarea>{BAD}")
    assert chromium.execute_script("return window.hacked") is None
    assert chromium.find_elements(By.CSS_SELECTOR, "main script, img") == []
    assert complaints(chromium) == []


def test_pictures_show_what_is_there() -> None:
    root = Path(__file__).parent.parent.parent
    check = subprocess.run([sys.executable, root / "eval" / "pictures.py", "--check"], capture_output=True, text=True)
    assert check.returncode == 0, check.stderr
