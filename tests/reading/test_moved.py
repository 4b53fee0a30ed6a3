"""Changes, what they bring, and which choice follows from that; examples of our own."""

from __future__ import annotations

import pytest

from reasoner import Choice, KnowledgeBase, Question, get_solver
from reasoner.reading.change.changes import change
from reasoner.reading.change.influences import influences
from reasoner.reading.change.moved import moved


@pytest.mark.parametrize(
    ("clause", "ends", "words"),
    [
        ("The smith made the blade thinner", {"thickness": -1}, {"blade"}),
        ("fewer bees came to the garden", {"amount": -1}, {"bee", "garden"}),
        ("the mill turns more slowly", {"speed": -1}, {"mill"}),
        ("the rent of the loft has been raised", {"amount": 1}, {"rent", "loft"}),
        ("the speed of the sledge drops", {"speed": -1}, {"sledge"}),
        ("the crossing takes longer", {"speed": -1, "length": 1}, {"cross"}),
        ("more old wood is left", {"amount": 1}, {"old", "wood", "left"}),
        ("the ice shrinks less", {"amount": 1}, {"ice"}),
        ("the river bursts", {}, {"river", "burst"}),
    ],
)
def test_a_clause_names_a_quantity_and_the_way_it_goes(clause: str, ends: dict[str, int], words: set[str]) -> None:
    found = change(clause)
    assert ends.items() <= dict(found.ends).items()
    assert bool(ends) == bool(found.ends)
    assert words <= found.words | found.loose


@pytest.mark.parametrize(
    ("sentence", "cause", "effect", "both"),
    [
        ("The thicker the coat, the warmer the dog.", ("thickness", 1), ("heat", 1), True),
        ("Bread rises faster the warmer the kitchen is.", ("heat", 1), ("speed", 1), True),
        ("Salting the road lowers the number of falls.", None, ("amount", -1), False),
        ("When the fee rises, fewer boats moor.", ("amount", 1), ("amount", -1), False),
        ("A higher tax means fewer sales.", ("amount", 1), ("amount", -1), True),
        ("The pressure rises with depth.", ("depth", 1), ("amount", 1), True),
    ],
)
def test_a_sentence_says_which_change_brings_which(
    sentence: str, cause: tuple[str, int] | None, effect: tuple[str, int], both: bool
) -> None:
    (found,) = influences(sentence)
    assert found.cause is not None
    assert cause is None or cause in found.cause.ends
    assert effect in found.effect.ends
    assert found.both == both


SAIL = ["The bigger the sail, the faster the raft drifts.", "Oda has made the sail smaller."]
NIGHT = ["The more guests there are, the louder the hall is.", "On Monday more guests came than on Sunday."]


@pytest.mark.parametrize(
    ("facts", "asked", "choices", "statuses"),
    [
        (SAIL, "How does the raft drift now?", ["faster", "more slowly", "just as before"], "refuted proved refuted"),
        (SAIL, "What happened to the speed of the raft?", ["It went up.", "It went down."], "refuted proved"),
        (NIGHT, "When is the hall louder?", ["on Sunday", "on Monday"], "refuted proved"),
        (
            ["Watering the moss makes it greener.", "The greener the moss, the more deer come."],
            "What should one do to get more deer?",
            ["water the moss", "pick the moss"],
            "proved unknown",
        ),
        (SAIL[:1], "How does the raft drift now?", ["faster", "more slowly"], ""),
        (SAIL[1:], "How does the raft drift now?", ["faster", "more slowly"], ""),
        ([SAIL[0], "Oda has made the hut smaller."], "How does the raft drift now?", ["faster", "more slowly"], ""),
    ],
)
def test_what_follows_from_changes(facts: list[str], asked: str, choices: list[str], statuses: str) -> None:
    assert " ".join(each.status for each in moved(asked, choices, facts)) == statuses


@pytest.mark.parametrize(
    ("fact", "summary"),
    [
        ("The lower the dam, the wider the ford.", "proved"),
        ("When the dam is raised, the ford gets narrower.", "not proved, but likely"),
    ],
)
def test_only_what_runs_both_ways_is_proved_the_other_way_round(fact: str, summary: str) -> None:
    choices = (Choice("A", "It got wider."), Choice("B", "It got narrower."))
    question = Question("1", "What happened to the ford?", choices, facts=(fact, "The dam has been lowered."))
    answer = get_solver("chain", kb=KnowledgeBase.from_facts(())).answer(question)
    assert answer.selected == ("A",)
    assert answer.explanations["A"].summary == summary


def test_where_unknown_is_offered_what_is_only_likely_is_unknown() -> None:
    choices = tuple(Choice(label, text) for label, text in zip("ABC", ("true", "false", "unknown"), strict=True))
    facts = ("When the dam is raised, the ford gets narrower.", "The dam has been lowered.")
    question = Question("1", "The ford is wider now.", choices, facts=facts)
    assert get_solver("chain", kb=KnowledgeBase.from_facts(())).answer(question).selected == ("C",)


@pytest.mark.parametrize(
    "facts",
    [
        ["Provided that the dial shows red, the pump stops.", "When the dial shows blue, the flow drops."],
        ["If there is a frost, fewer boats sail.", "Today there is no frost."],
    ],
)  # fmt: skip
def test_what_a_condition_speaks_of_need_not_be_so(facts: list[str]) -> None:
    choices = ["the flow drops", "fewer boats sail"]
    assert all(each.status == "unknown" for each in moved("What happens today?", choices, facts, sure=True))
