"""chain: the examples of the paper, near-proofs, what counts against, and odd facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

import numpy as np
import pytest
from numpy.typing import NDArray

from reasoner.chaining.likeness import Likeness
from reasoner.errors import UsageError
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Choice, Question, letter_label
from reasoner.solvers.chain import Chain


@pytest.fixture(scope="module")
def solver() -> Chain:
    return Chain(KnowledgeBase.from_facts(()), soft="lexical")


def ask(stem: str, right: str, *wrong: str, facts: tuple[str, ...]) -> Question:
    choices = tuple(Choice(letter_label(number), text) for number, text in enumerate((right, *wrong)))
    return Question("q", stem, choices, "A", facts)


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        # The three compositions of the OpenBookQA paper's Table 3, and its Figure 1, in words of our own.
        (ask("What would acid rain do to life in a pond?", "a decrease in plant life", "an increase in fish numbers",
             "better and clearer water", "an increase in plant life",
             facts=("acid rain has a negative impact on water quality",
                    "a decrease in water quality leads to a decrease in aquatic life")), {"causal-chain"}),
        (ask("The surface of the moon", "contains large cavities from explosions", "is smooth all over its surface",
             "contains a core of cheese", "is covered by lakes",
             facts=("the surface of the moon contains many craters", "craters are large cavities made by explosions")),
         {"contains-definition"}),
        (ask("As a car comes near you at night", "the headlights get more intense", "the headlights fade into the dark",
             "the headlights remain the same all along", "the headlights turn off",
             facts=("as a source of light becomes closer , that source will appear brighter",
                    "headlights of a car are a source of light")), {"ground-as-isa"}),
        (ask("Which of these lets the most heat travel through?", "a steel spoon", "a pair of jeans", "candy at a fair",
             "a cotton hat", facts=("metal is a thermal conductor", "steel is made of metal",
                                    "heat travels through a thermal conductor")), {"material-kind", "material-object"}),
    ],
    ids=["causes", "contains", "grounding", "figure 1"],
)  # fmt: skip
def test_examples_of_the_paper(solver: Chain, asked: Question, rules: set[str]) -> None:
    answer = solver.answer(asked)
    assert answer.selected == ("A",)
    assert rules <= {step.rule for step in answer.explanations["A"].steps}


def test_near_proofs_rank_above_nothing(solver: Chain) -> None:
    facts = ("bees gather nectar", "nectar is sweet")
    scores = solver.answer(ask("What do bees like?", "sweet nectar", "wooden chairs", facts=facts)).scores
    assert scores["A"] is not None
    assert scores["B"] is None


def test_opposites_and_directions_count_against(solver: Chain) -> None:
    facts = ("drought decreases grass", "hot is the opposite of cold")
    why = solver.answer(ask("Drought leads to", "a decrease in grass", "an increase in grass", facts=facts))
    assert why.selected == ("A",)
    assert any("direction" in part.name and part.value < 0 for part in why.explanations["B"].parts)


def test_shared_term_is_named_for_what_it_is(solver: Chain) -> None:
    facts = ("pandas munch on bamboo shoots daily", "bamboo shoots grow quickly in spring")
    why = solver.answer(ask("When do pandas have most?", "spring", "winter", facts=facts)).explanations["A"]
    assert why.summary.startswith("not proved")
    assert any(step.rule.startswith("shared-term") for step in why.steps)


def test_retrieved_facts_complete_a_proof() -> None:
    kb = KnowledgeBase.from_facts([Fact("a wren is a kind of bird", "kb", 7, "isa", ("wren", "bird"))])
    asked = ask("What covers a wren?", "feathers", "scales", facts=("a bird has feathers",))
    answer = Chain(kb, soft="lexical").answer(asked)
    assert answer.selected == ("A",)


def test_hundred_copies_of_a_fact_change_nothing(solver: Chain) -> None:
    asked = ask("What covers a wren?", "feathers", "scales", facts=("a bird has feathers", "a wren is a kind of bird"))
    often = replace(asked, facts=asked.facts * 50)
    assert dict(solver.answer(often).scores) == dict(solver.answer(asked).scores)


def test_contradicting_facts_are_survived(solver: Chain) -> None:
    facts = ("birds can fly", "birds cannot fly", "a wren is a bird")
    answer = solver.answer(ask("A wren can", "fly", "melt", facts=facts))
    assert set(answer.scores) == {"A", "B"}


def alike(texts: Sequence[str]) -> NDArray[np.float32]:
    """Encode texts so that sofas and couches are the same, and nothing else is."""
    names = [" ".join("couch" if word == "sofa" else word for word in text.lower().split()) for text in texts]
    places = [int.from_bytes(blake2b(name.encode(), digest_size=2).digest()) for name in names]
    return np.stack([np.eye(1, 2**16, place, dtype=np.float32)[0] for place in places])


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    kb = KnowledgeBase.from_facts([Fact("a couch is made of cloth", "kb", 1, "madeof", ("couch", "cloth"))])
    asked = ask("What is a sofa made of?", "cloth or fabric", "stone", facts=("cloth is a kind of fabric",))
    other = ask("What is a couch for?", "sitting", "flying", facts=())
    alone, after = Chain(kb, soft="embeddings"), Chain(kb, soft="embeddings")
    for each in (alone, after):
        each.likeness = Likeness(alike)
    after.answer(other)
    first, later = alone.answer(asked), after.answer(asked)
    assert dict(first.scores) == dict(later.scores)
    assert dict(first.explanations) == dict(later.explanations)
    assert any(part.name == "typed proof" for part in first.explanations["A"].parts)


def words(texts: Sequence[str]) -> NDArray[np.float32]:
    """Encode texts as bags of words."""
    rows = np.zeros((len(texts), 512), np.float32)
    for row, text in zip(rows, texts, strict=True):
        for word in text.lower().strip(".").split():
            row[int.from_bytes(blake2b(word.encode(), digest_size=2).digest()) % 512] += 1
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


@pytest.mark.parametrize("arguments", [(), ("a wren", "worms")], ids=["sentence", "table row"])
def test_fact_that_counts_is_named(arguments: tuple[str, ...]) -> None:
    texts = ("a wren likes worms", "a wren likes what a robin likes", "clouds are made of water")
    kb = KnowledgeBase.from_facts([Fact(text, "kb", line, None, arguments) for line, text in enumerate(texts, 1)])
    solver = Chain(kb, soft="embeddings")
    solver.likeness = Likeness(words)
    answer = solver.answer(ask("A wren likes", "worms", "clouds", facts=()))
    why = answer.explanations["A"]
    assert answer.selected == ("A",)
    assert "near a fact" in why.parts[0].name
    assert ("a wren likes worms", "kb:1") in [(node.text, node.source) for node in why.facts]


def test_choices_are_told_apart_by_what_they_add_to_the_stem() -> None:
    like = Likeness(words)
    stem, fact = "a small hungry wren likes something", "a small hungry wren hunts worms"
    echo, new = "a small hungry wren likes a wren", "a small hungry wren likes fat juicy worms"
    assert like(echo, fact) > like(new, fact)
    ((of_echo,), (of_new,)) = like.beyond(stem, [echo, new], [fact])
    assert of_new > of_echo


def test_unknown_options_are_refused() -> None:
    for options in ({"soft": "fuzzy"}, {"combine": "sum"}):
        with pytest.raises(UsageError, match="choose one of"):
            Chain(**options)  # type: ignore[arg-type]
