"""What questions ask: kinds, negations, choices about choices, statements, scales; and what denies a claim."""

from __future__ import annotations

import pytest

from reasoner.language.claim import denies, told, understand
from reasoner.language.claim.negation import positive
from reasoner.language.claim.scales import find_scale
from reasoner.language.claim.truth import statement
from reasoner.question import Choice, Question


def ask(stem: str, *texts: str) -> Question:
    return Question("1", stem, tuple(Choice("ABCDEF"[number], text) for number, text in enumerate(texts)))


@pytest.mark.parametrize(
    ("stem", "asked"),
    [
        ("Which of these is NOT a planet?", "Which of these is a planet?"),
        ("Which of these doesn't eat grass?", "Which of these eats grass?"),
        ("Which animals don't usually lay eggs?", "Which animals usually lay eggs?"),
        ("What cannot be found on the moon?", "What can be found on the moon?"),
        ("What do snails not have?", "What do snails have?"),
        ("All of these are metals except", "Which of these are metals?"),
        ("All of the following burn EXCEPT:", "Which of these burn?"),
        ("Bees make all of these things except", "Bees make"),
        ("Which would least likely dissolve?", "Which would dissolve?"),
        ("Which would least refract light?", "Which would refract light?"),
        ("Which statement about frogs is false?", "Which statement about frogs is true?"),
        ("Which of these lacks a backbone?", "Which of these has a backbone?"),
        ("It rained. Which tool would Jo never use?", "It rained. Which tool would Jo use?"),
    ],
)
def test_negative_stems_are_turned(stem: str, asked: str) -> None:
    turned = positive(stem)
    assert turned.stem == asked
    assert turned.negative


@pytest.mark.parametrize(
    "stem",
    [
        "Which animal has a shell that does not bend?",
        "If the fuel is not used, what happens?",
        "An animal that does not eat meat is a",
        "Mold grows on any shelf that has not been what?",
        "Which is not only a metal but also a liquid?",
        "You cannot make fire without what?",
        "What can cause a lamp to not work?",
        "Which takes at least a year to grow?",
        "Every planet except Earth has what?",
    ],
)
def test_a_not_of_another_clause_turns_nothing(stem: str) -> None:
    assert positive(stem)[:2] == (stem, "")


def test_choices_about_choices_are_found_by_label_and_by_text() -> None:
    claim = understand(ask("Which floats?", "ice", "a log", "both A and B", "neither ice nor a log", "B only"))
    roles = [(each.role, each.of) for each in claim.choices]
    assert roles == [("single", ()), ("single", ()), ("all", ("A", "B")), ("none", ("A", "B")), ("only", ("B",))]


@pytest.mark.parametrize("text", ["salt and water", "both sides of a leaf", "all of the rabbit's food", "no water"])
def test_choices_that_only_look_like_combinations(text: str) -> None:
    assert {each.role for each in understand(ask("Which?", "salt", "sand", text)).choices} == {"single"}


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        (ask("Which floats?", "ice", "lead"), "which"),
        (ask("Does ice float?", "yes", "no"), "yes-no"),
        (ask("Ice floats.", "true", "false"), "true-false"),
        (ask("Which is the heaviest?", "a feather", "a brick"), "compare"),
        (ask("Which stage comes after the larva?", "the pupa", "the egg"), "order"),
        (ask("How many legs has an ant?", "six", "two"), "how-many"),
        (ask("Jo had 3 figs and ate one. How many figs are left?", "two", "six"), "sum"),
        (ask("Ice ___ on water.", "floats", "sinks"), "fill-in"),
    ],
)
def test_kinds(question: Question, kind: str) -> None:
    assert understand(question).kind == kind


@pytest.mark.parametrize(
    ("stem", "sentence", "denied"),
    [
        ("Can fish breathe under water?", "Fish can breathe under water.", ""),
        ("Does the moon make its own light?", "The moon makes its own light.", ""),
        ("Isn't gold a metal?", "Gold is a metal.", ""),
        ("True or false: rocks do not grow.", "Rocks grow.", "not"),
        ("A penguin cannot fly. True or false?", "A penguin can fly.", "cannot"),
        ("Is it true that the Sun is a star?", "The Sun is a star.", ""),
        ("Jo has a cat. Jo has a dog. Metals never melt.", "Metals melt.", "never"),
    ],
)
def test_statements(stem: str, sentence: str, denied: str) -> None:
    found = statement(stem)
    assert found is not None
    assert (str(found), found.denied) == (sentence, denied)


@pytest.mark.parametrize(
    ("stem", "scale", "high"),
    [
        ("Which is the heaviest?", "weight", True),
        ("Which of these is less dense than water?", "density", False),
        ("Which animal runs faster?", "speed", True),
        ("Which has the lowest temperature?", "heat", False),
    ],
)
def test_scales(stem: str, scale: str, high: bool) -> None:
    found = find_scale(stem)
    assert found is not None
    assert (found.name, found.high) == (scale, high)


@pytest.mark.parametrize(
    ("fact", "claim"),
    [
        ("a magnet cannot attract a wooden pencil", "A wooden pencil will be attracted by a magnet."),
        ("a trout is not a mammal", "A trout is a mammal."),
        ("a penguin cannot fly", "A penguin can fly."),
        ("a spider has no wings", "A spider has wings."),
        ("plastic is an electrical insulator", "Plastic is an electrical conductor."),
        ("a steel bolt sinks in water", "A steel bolt floats on water."),
        ("iron is denser than water", "Iron is less dense than water."),
        ("a penguin can swim", "A penguin cannot swim."),
        (
            "if predators increase then the number of prey decreases",
            "If predators increase, the number of prey increases.",
        ),
    ],
)
def test_denials(fact: str, claim: str) -> None:
    assert denies(fact, claim)


@pytest.mark.parametrize(
    ("fact", "claim"),
    [
        ("a plant cannot grow without water", "Plants need water to grow."),
        ("pure water has no color", "Fish can breathe under water."),
        ("an animal needs water", "A plant needs water."),
        ("as heat decreases, motion decreases", "As heat increases, motion increases."),
        ("a magnet cannot attract plastic", "A magnet attracts an iron nail."),
        ("a prairie dog is not a dog", "A dog is a mammal."),
        ("milk can be made into cheese", "Cheese is made from milk."),
        ("if a fish is out of water then the fish cannot breathe", "Fish can breathe under water."),
        ("water is denser than oil", "Oil is less dense than water."),
        ("", "Oil floats."),
    ],
)
def test_what_denies_nothing(fact: str, claim: str) -> None:
    assert denies(fact, claim) is None


def test_told_joins_a_kind_to_what_is_said_of_it_and_nothing_else() -> None:
    assert told("A whale breathes air.", ["a whale is a kind of mammal", "a mammal breathes air"]) == 1.0
    assert told("A shark is a bird.", ["a swimming bird is a kind of bird", "a shark can swim"]) == 0.5
    assert told("Plants make oxygen.", ["a plant produces oxygen"]) == 1.0
    assert told("A whale breathes air.", []) == 0.0


@pytest.mark.parametrize(
    ("stem", "turned", "scale"),
    [
        ("Which is the least massive?", "Which is massive?", "weight"),
        ("Which drink contains the least sugar?", "Which drink contains sugar?", "number"),
        ("Which of these weighs the least?", "Which of these weighs?", "weight"),
        ("Which coat is the least expensive?", "Which coat is expensive?", "price"),
        ("Which room needs the least water?", "Which room needs water?", "number"),
    ],
)
def test_the_least_of_an_amount_is_put_in_order_or_turned(stem: str, turned: str, scale: str) -> None:
    claim = understand(Question("1", stem, (Choice("A", "this"), Choice("B", "that"))))
    assert claim.by_amount
    assert claim.stem == turned
    assert claim.scale is not None
    assert claim.scale.name == scale


@pytest.mark.parametrize(
    ("stem", "turned"),
    [
        ("Which is the least sensible way to dry a cup?", "Which is a sensible way to dry a cup?"),
        ("Which tool is least suited to sewing?", "Which tool is suited to sewing?"),
        ("Which would be the worst choice for sweeping a floor?", "Which would be a good choice for sweeping a floor?"),
        ("Which of these would a cook hardly ever use?", "Which of these would a cook use?"),
        ("Which would be of no use for baking?", "Which would be of use for baking?"),
        ("Which of these would you be most surprised to see at sea?", "Which of these would you see at sea?"),
        ("What is the last thing you would wear in bed?", "what would you wear in bed?"),
        ("Which of these is the odd one out?", "Which of these belongs?"),
        ("Which one is no fruit?", "Which one is a fruit?"),
        ("Which is an unlikely place for a nest?", "Which is a likely place for a nest?"),
    ],
)
def test_other_words_for_the_one_that_is_not(stem: str, turned: str) -> None:
    asked = positive(stem)
    assert asked.negative
    assert asked.stem == turned


@pytest.mark.parametrize(
    ("stem", "choice", "claim"),
    [
        ("Wind can do all of these things except", "turn a mill", "Wind can turn a mill."),
        ("Which of these can a crab not do?", "climb a tree", "A crab can climb a tree."),
        ("All of these are things that a cook can do except", "fry an egg", "A cook can fry an egg."),
    ],
)
def test_what_something_can_do_is_its_verb(stem: str, choice: str, claim: str) -> None:
    assert understand(Question("1", stem, (Choice("A", choice), Choice("B", "sleep")))).choices[0].text == claim


@pytest.mark.parametrize(
    ("stem", "choice", "claim"),
    [
        ("What is a tool for sewing?", "a needle", "A needle is a tool for sewing."),
        ("What is a part of a ship?", "a mast", "A mast is a part of a ship."),
        ("What is a flock of sheep called?", "a herd", "A flock of sheep is called a herd."),
        ("What is a raft made of?", "logs", "A raft is made of logs."),
        ("What is a raft?", "a vessel", "A raft is a vessel."),
    ],
)
def test_what_is_something_to_something_is_asked_of_the_choice(stem: str, choice: str, claim: str) -> None:
    assert understand(Question("1", stem, (Choice("A", choice), Choice("B", "this")))).choices[0].text == claim
