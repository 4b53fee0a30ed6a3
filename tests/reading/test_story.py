"""Questions whose facts decide them: statements to judge, choices that claim, worlds with alternatives."""

from __future__ import annotations

import pytest

from reasoner.question import Choice, Question
from reasoner.reading.proved import composition
from reasoner.reading.story import verdicts

TRUTH = (Choice("A", "True"), Choice("B", "False"), Choice("C", "Unknown"))
GLEEPS = ("All gleeps are morbs.", "No morb can fly.", "Zed is a gleep.", "Ann is a blicket.")


def ask(statement: str, facts: tuple[str, ...], choices: tuple[Choice, ...] = TRUTH) -> str | None:
    stem = f"Is the following statement true, false or unknown? {statement}"
    return verdicts(Question("1", stem, choices, facts=facts)).selected


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        ("Zed is a morb.", "A"),
        ("Zed can fly.", "B"),
        ("Zed does not fly.", "A"),
        ("Ann can fly.", "C"),
        ("Gleeps fly.", "B"),
        ("No gleep flies.", "A"),
        ("Zed is a morb and Zed cannot fly.", "A"),
        ("If Zed flies then Zed is a blicket.", "A"),
        ("Zed is a morb or a blicket.", "A"),
    ],
)
def test_statements(statement: str, answer: str) -> None:
    assert ask(statement, GLEEPS) == answer


@pytest.mark.parametrize(
    "stem",
    [
        "True or false: Zed can fly.",
        "Zed can fly. True, false or unknown?",
        "Is it true that Zed can fly?",
        "Can Zed fly?",
        'Is the statement "Zed can fly" true, false or unknown?',
    ],
)
def test_ways_to_put_a_statement(stem: str) -> None:
    assert verdicts(Question("1", stem, TRUTH, facts=GLEEPS)).selected == "B"


def test_facts_may_stand_in_the_stem() -> None:
    stem = "All gleeps are morbs. Zed is a gleep. Is Zed a morb?"
    yes_no = (Choice("1", "yes"), Choice("2", "no"))
    assert verdicts(Question("1", stem, yes_no)).selected == "1"


def test_which_of_these() -> None:
    choices = (Choice("A", "Zed"), Choice("B", "Kit"))
    question = Question("1", "Who can fly?", choices, facts=(*GLEEPS, "Every tern can fly.", "Kit is a tern."))
    assert verdicts(question).selected == "B"


def test_alternatives_are_asked_classically() -> None:
    facts = ("Everything is either soft or hard.", "Soft things bend.", "The rod does not bend.")
    story = verdicts(Question("1", "Is the following statement true or false? The rod is hard.", TRUTH, facts=facts))
    assert story.classical
    assert story.selected == "A"


def test_a_long_plain_text_is_a_program_whose_rules_run_forwards_where_unknown_is_offered() -> None:
    facts = ("If something is soft then it bends.", "The rod does not bend.")
    many = tuple(f"The {name} is {quality}." for name in ("cup", "jar", "mat") for quality in ("red", "old", "big"))
    assert ask("The rod is soft.", facts) == "B"
    assert ask("The rod is soft.", (*facts, *many)) == "C"
    assert ask("The rod is soft.", (*facts, *many), TRUTH[:2]) == "B"


#: Facts, a claim, and what becomes of it.
TOLD = [
    (("If the hatch is shut, the bell is mute.", "The bell is not mute."), "The hatch is shut.", "B"),
    (
        ("If Milo is in, the kettle is on.", "If Milo is not in, the cat is out.", "The kettle is not on."),
        "The cat is out.",
        "A",
    ),
    (("No baker of Lund is tall.", "Greta is tall."), "Greta is a baker of Lund.", "B"),
    (("Brass conducts heat.", "The lid is made of brass."), "The lid conducts heat.", "A"),
    (("Whenever a glim is wet it turns blue.", "The glim in Ida's hat is wet."), "The glim in Ida's hat is blue.", "A"),
    (("The leader of Wax is Dan.", "All leaders are singers."), "Dan is a singer.", "A"),
    (("The woman in hut two is a spy.", "Vera is not a spy."), "Vera is the woman in hut two.", "B"),
    (
        ("Rudi is a member of the crew.", "Every member of the crew is a cook or a diver.", "Rudi is no diver."),
        "Rudi is a cook.",
        "A",
    ),
    (("All lamps linked to the mains are safe.", "Q7 is a lamp.", "Q7 links to the mains."), "Q7 is safe.", "A"),
    (("There is soot in the tall jar.", "Any jar with soot in it is washed."), "The tall jar is washed.", "A"),
    (("In Norrland, badgers are white.", "Boris is a badger in Norrland."), "Boris is white.", "A"),
    (("In Norrland, badgers are white.", "Boris is a badger."), "Boris is white.", "C"),
    (("All huts in Lund are low.", "Every hut in Malm is high.", "Hut one is a hut in Malm."), "Hut one is low.", "B"),
    (
        ("All screens with a width of ten inches are old.", "If a screen is old, it has a width of nine inches."),
        "Any screen with a width of ten inches has a width of nine inches.",
        "A",
    ),
    (("Clay neither sings nor hums.", "Whoever does not sing is sad."), "Clay is sad.", "A"),
    (("The bell in the fort rings only if there is fog.",), "There is no fog.", "C"),
    (("If the horn sounds, an old guard comes.",), "There is a guard.", "C"),
    (("The cat sleeps because it is tired.",), "The cat is tired.", "A"),
    (("Soil that holds iron is red.",), "The soil of the moor is red because it holds iron.", "C"),
    (("Mrs Lund's plums are sour, but her pears are sweet.", "Eva's pear is a pear."), "Eva's pear is sweet.", "C"),
    (
        ("There is a show of old coins at the inn.", "If there is a show of old coins, the inn does not let dogs in."),
        "The inn lets dogs in.",
        "B",
    ),
    (("Ida wears a red hat.", "Whoever wears a hat is warm."), "Ida is warm.", "A"),
    (("A stove is cold unless it is lit.", "The cup is not lit."), "The cup is cold.", "C"),
    (("Ada B.", "Cole was a diver.", "All divers swim."), "Ada B. Cole swims.", "A"),
]


@pytest.mark.parametrize(("facts", "claim", "key"), TOLD, ids=[claim for _, claim, _ in TOLD])
def test_what_people_tell(facts: tuple[str, ...], claim: str, key: str) -> None:
    assert verdicts(Question("q", claim, TRUTH, facts=facts), behind=composition(0.95)).selected == key


def test_an_answer_that_repeats_the_question_is_not_proved() -> None:
    choices = (Choice("A", "the fall of the wall"), Choice("B", "a storm"))
    facts = ("The wall fell because of the mud.", "A storm came a month later.")
    story = verdicts(Question("q", "What was the first cause of the fall of the wall?", choices, facts=facts))
    assert [each.status for each in story.choices] == ["unknown", "unknown"]


def test_names_differ_in_capitals_only() -> None:
    assert ask("zed is a morb.", GLEEPS) == "A"


def test_comparisons_carry_over_and_turn_round() -> None:
    facts = ("Ann is taller than Ben.", "Ben is taller than Cy.")
    assert ask("Ann is taller than Cy.", facts) == "A"
    assert ask("Cy is taller than Ann.", facts) == "B"
    assert ask("Cy is shorter than Ann.", facts) == "A"


def test_an_unread_fact_is_reported() -> None:
    story = verdicts(Question("1", "True or false: Zed is a morb.", TRUTH, facts=(*GLEEPS, "Of with the under.")))
    assert [reading.sentence for reading in story.unread] == ["Of with the under."]
    assert story.selected == "A"


def test_the_proof_names_its_sentences() -> None:
    story = verdicts(Question("1", "True or false: Zed can fly.", TRUTH, facts=GLEEPS))
    outcome = story.choices[0].outcome
    assert outcome is not None
    assert outcome.proof is not None
    sources = {step.rule.source for step in outcome.proof.steps if step.rule}
    assert sources == set(GLEEPS[:3])


def test_what_a_text_is_about_is_taken_for_granted_and_shown() -> None:
    facts = ("An animal is either a cat or a dog.", "All dogs bark.", "Jojo does not bark.")
    story = verdicts(Question("1", "True or false: Jojo is a cat.", TRUTH, facts=facts))
    assert story.selected == "A"
    assert [str(rule) for rule in story.rules if rule.name == "taken for granted"] == ["is(Jojo, animal)"]


def test_a_kind_that_one_sentence_speaks_of_is_not_taken_for_granted() -> None:
    assert ask("Zed is loud.", (*GLEEPS, "Terns are loud.")) == "C"


def test_a_plural_that_looks_like_a_singular() -> None:
    assert ask("Kit is loud.", ("Kit and Ann are zorbris.", "Every zorbri is loud.")) == "A"


def test_people_and_things_are_no_kind_to_take_for_granted() -> None:
    facts = ("Red people are soft.", "Tall people are red.", "Soft people are kind.", "Zed is not soft.")
    story = verdicts(Question("1", "True or false: Zed is kind.", TRUTH, facts=facts))
    assert story.selected == "C"
    assert not [rule for rule in story.rules if rule.name == "taken for granted"]


CHOSEN = [
    # A place that all sentences share is no part of what is asked; where places differ, it is.
    (
        ("In Zell, rivers flow uphill.", "In Zell, what flows uphill is blue."),
        "What is blue in Zell?",
        ("rivers", "roads"),
        "A",
    ),
    (
        ("In Zell, owls swim.", "In Marn, cats swim.", "Tom is a cat in Zell."),
        "What does Tom do?",
        ("swims", "flies"),
        None,
    ),
    # What there is nothing else of: the excepted one, and what is lacking.
    (("Nobody but Ida has a key.", "Whoever has a key may enter."), "Who may enter?", ("Ida", "Omar"), "A"),
    (
        ("No barge may pass without a flag.", "The Lark is a barge.", "The Lark lacks a flag."),
        "The Lark may pass.",
        ("yes", "no"),
        "B",
    ),
    # A condition about nobody is met where nobody does it, and only there.
    (
        ("If nobody rings the bell, the gate stays shut.", "Nobody rings the bell."),
        "What stays shut?",
        ("the gate", "the barn"),
        "A",
    ),
    (
        ("If nobody rings the bell, the gate stays shut.", "Ida does not ring the bell."),
        "What stays shut?",
        ("the gate", "the barn"),
        None,
    ),
    # What happens anyway is no answer to what happens if something does.
    (
        ("If the lever is pulled, the crane moves.", "The drill moves."),
        "If the lever is pulled, what moves?",
        ("the drill", "the crane"),
        "B",
    ),
]


@pytest.mark.parametrize(("facts", "stem", "choices", "key"), CHOSEN)
def test_what_is_proved_of_choices(
    facts: tuple[str, ...], stem: str, choices: tuple[str, ...], key: str | None
) -> None:
    labelled = tuple(Choice(label, text) for label, text in zip("ABC", choices, strict=False))
    assert verdicts(Question("q", stem, labelled, facts=facts)).selected == key


@pytest.mark.parametrize(
    ("stem", "choices", "facts"),
    [
        ("What should the owner plant in the bed?", ("roses", "oak"), ("Roses were planted in the bed by the owner.",)),
        ("Who keeps the lamp?", ("Odo", "Una"), ("Odo kept the lamp ten years ago.", "Una keeps the oil.")),
    ],
)
def test_what_was_is_no_proof_of_what_is_or_ought_to_be(
    stem: str, choices: tuple[str, ...], facts: tuple[str, ...]
) -> None:
    labelled = tuple(Choice(label, text) for label, text in zip("AB", choices, strict=True))
    story = verdicts(Question("1", stem, labelled, facts=facts), behind=composition(0.0))
    assert all(each.status != "proved" for each in story.choices)


def test_a_kind_that_every_sentence_ranges_over_is_granted_but_not_what_is_asked() -> None:
    facts = ("All barns by the lake are dry.", "All barns owned by Ida are by the lake.", "No barns are high and dry.")
    facts = (*facts, "Tower K is owned by Ida.")
    asked = "Tower K is a barn that is dry."
    assert ask(asked, facts) == "A"
    assert ask("Zed is a barn.", facts) == "C"


@pytest.mark.parametrize(
    "stem",
    [
        'Judge by the rules of the club: "The gate is shut." True, false or unknown?',
        'By the rules of the club, is the claim "The gate is shut" true, false or unknown?',
        "Say whether it is true, false or unknown that the gate is shut.",
        "The gate is shut. Is that right?",
    ],
)
def test_a_statement_is_found_in_what_asks_for_its_truth(stem: str) -> None:
    facts = ("The gate is shut unless the pump is on.", "The pump is off.")
    choices = (Choice("A", "True"), Choice("B", "False"), Choice("C", "Unknown"))
    assert verdicts(Question("1", stem, choices, facts=facts)).selected == "A"


def test_a_subject_in_a_condition_is_no_kind() -> None:
    facts = ("If the hen calls, the dog wakes.", "If the dog wakes, the cook rises.", "The cook does not rise.")
    assert ask("The hen calls.", facts) == "B"
