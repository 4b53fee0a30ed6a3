"""The second reading: sentences seen from each of their nouns, and what they come to together."""

from __future__ import annotations

import pytest

from reasoner.question import Choice, Question
from reasoner.reading.joint.views import Views
from reasoner.reading.proved import composition
from reasoner.reading.story import verdicts

JUDGED = (Choice("A", "true"), Choice("B", "false"), Choice("C", "unknown"))

#: Facts, a claim, and what becomes of it.
STORIES = [
    (
        ("The dial is part of the ship's clock.", "The ship's clock stands in the cabin."),
        "The dial is in the cabin.",
        "A",
    ),
    (("Gate six belongs to the west wing.", "The west wing was closed on Friday."), "Gate six was closed.", "A"),
    (("Lena's kite is sewn from silk.", "Silk dries quickly."), "Lena's kite dries quickly.", "A"),
    (("Lena's kite is sewn from silk.", "Cotton dries quickly."), "Lena's kite dries quickly.", "C"),
    (
        ("Omar must not touch anything made of brass.", "The bell is made of brass."),
        "Omar must not touch the bell.",
        "A",
    ),
    (
        ("No drill can pierce granite.", "The lid of the tomb is granite."),
        "A drill can pierce the lid of the tomb.",
        "B",
    ),
    (("The sack holds oats.", "Oats must be kept dry."), "The sack holds something that must be kept dry.", "A"),
    (("Nora's syrup contains ginger.", "Ginger burns the tongue."), "Nothing in Nora's syrup burns the tongue.", "B"),
    (("The mill is under the bridge.", "The bridge is old."), "The mill is old.", "C"),
    (("The cook sits inside the tent.", "The tent stands in the valley."), "The cook is in the valley.", "A"),
    (
        ("Every part of the organ lies in chest B.", "The bellows are part of the organ."),
        "The bellows lie in chest B.",
        "A",
    ),
    (("Every part of the organ lies in chest B.", "The harp lies in chest A."), "The harp lies in chest B.", "C"),
    (("Every part of the organ lies in chest A.", "The harp lies in chest B."), "The harp lies in chest A.", "C"),
    (
        ("The map room is part of the east tower.", "The whole east tower is shut this month."),
        "The map room is shut this month.",
        "A",
    ),
    (("The grey bolt fits a nut with a slot.",), "The grey bolt fits a slot.", "C"),
    (("Adding sand moves the dial to the left.",), "The dial moves to the left.", "C"),
    (("Mr Dunn's own clerk, Mr Hay, writes to Mr Dunn.",), "Mr Dunn writes to Mr Dunn.", "C"),
    (("On other days the mill opens at six.",), "The mill opens at six.", "C"),
    (
        ("Lena's tram leaves at noon.", "No tram that leaves at noon is full any longer."),
        "Lena's tram is no longer full.",
        "A",
    ),
]


@pytest.mark.parametrize(("facts", "claim", "key"), STORIES)
def test_what_follows_and_what_does_not(facts: tuple[str, ...], claim: str, key: str) -> None:
    question = Question("q", claim, JUDGED, facts=facts)
    assert verdicts(question, behind=composition(0.95)).selected == key


@pytest.mark.parametrize("left_out", [0, 1])
@pytest.mark.parametrize(("facts", "claim", "key"), [story for story in STORIES if story[2] != "C"])
def test_nothing_follows_without_a_premise(facts: tuple[str, ...], claim: str, key: str, left_out: int) -> None:
    rest = tuple(fact for place, fact in enumerate(facts) if place != left_out)
    question = Question("q", claim, JUDGED, facts=rest)
    assert verdicts(question, behind=composition(0.95)).selected == "C"


def test_a_rule_that_would_speak_of_everything_is_not_made() -> None:
    rules = Views().read("Whoever is in the hut cooks or sleeps.")
    assert all(rule.heads[0].variables <= {v for each in rule.body for v in each.variables} for rule in rules)


def test_not_all_says_nothing_of_every_one() -> None:
    assert not Views().read("Not all of the plums are ripe.")
