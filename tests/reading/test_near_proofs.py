"""Near-proofs: denials, directions, names that tell nothing, and vectors as a priced step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reasoner import Choice, KnowledgeBase, Question
from reasoner.reading.near.evidence import CLAIM, Evidence
from reasoner.reading.near.words import NearProof
from reasoner.solver import given_facts
from reasoner.training import chain as training

NOTHING = KnowledgeBase.from_facts(["chairs have four legs"])


def nears(stem: str, choices: Sequence[str], facts: Sequence[str], kb: KnowledgeBase = NOTHING) -> dict[str, NearProof]:
    labelled = tuple(Choice(label, text) for label, text in zip("ABCD", choices, strict=False))
    question = Question("1", stem, labelled, facts=tuple(facts))
    return Evidence(kb).nears(question, given_facts(question), question.labels)


def best(found: dict[str, NearProof]) -> str:
    return max(found, key=lambda label: found[label].value)


def test_a_way_through_a_denial_counts_against() -> None:
    facts = ["A zob does not float.", "A mib drifts and floats."]
    found = nears("Which of these floats?", ["a zob", "a mib"], facts)
    assert found["A"].value < 0 < found["B"].value


def test_two_denials_on_one_way_cancel() -> None:
    facts = ["The blindworm has no eyes.", "The toad has eyes.", "Eyes let animals see."]
    found = nears("Which of these cannot see?", ["a toad", "a blindworm"], facts)
    assert best(found) == "B"


def test_what_no_stands_with_is_spoken_of_not_denied() -> None:
    facts = ["The gate is iron.", "The raft is wood.", "No iron floats.", "Wood floats."]
    found = nears("Which of these floats?", ["a gate", "a raft"], facts)
    assert best(found) == "B"


def test_directions_match_and_are_opposed() -> None:
    found = nears("If it rains, the level of the pond will", ["rise", "drop"], ["Rain increases the level of a pond."])
    assert found["A"].value > 0 > found["B"].value


def test_found_facts_are_left_alone_where_given_ones_lead_somewhere() -> None:
    kb = KnowledgeBase.from_facts(["a kettle boils water", "water boils in a kettle"])
    found = nears("What boils water?", ["a kettle", "a blorp"], ["A blorp makes water hot."], kb)
    assert list(found) == ["B"]


class Letters:
    """An encoder for tests: counts of letters."""

    name = "letters"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        counts = np.array([[text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts])
        return (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)


def test_a_vector_is_a_saving_of_its_own_with_its_number() -> None:
    choices = Choice("A", "feathers"), Choice("B", "scales")
    question = Question("1", "A robin is covered with", choices, facts=("birds have plumes, feathery ones",))
    found = Evidence(NOTHING, Letters()).nears(question, given_facts(question), question.labels)
    savings = {label: [each for each in near.savings if each.match.word == CLAIM] for label, near in found.items()}
    assert all(len(each) == 1 for each in savings.values())
    assert found["A"].value > found["B"].value
    assert "alike by vectors" in savings["A"][0].match.how


def test_fitting_keeps_what_answers_most() -> None:
    question = Question(
        "1", "A robin has", (Choice("A", "plumage"), Choice("B", "hooves")), "A", facts=("Robins have plumage.",)
    )
    lines: list[str] = []
    numbers, score = training.fit(Evidence(NOTHING), [question], lines.append)
    assert score == 1
    assert numbers["stem"] == training.VALUES["stem"][0]
    assert len(lines) == sum(len(values) - 1 for values in training.VALUES.values())
