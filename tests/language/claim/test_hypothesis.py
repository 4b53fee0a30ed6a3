"""Hypotheses: the sentences people would write, and what must never come out."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.language.claim import hypotheses, hypothesis

CASES = [
    # completion
    ("Ice floats because it is", "less dense than water", "Ice floats because it is less dense than water."),
    ("Plants store sugar in their:", "roots", "Plants store sugar in their roots."),
    ("After dark, an owl is...", "awake.", "After dark, an owl is awake."),
    ("Wool keeps a sheep?", "warm", "Wool keeps a sheep warm."),
    ("A place where frogs live when they are young is", "a pond", None),
    ("What makes the lake freeze is", "cold air", "What makes the lake freeze is cold air."),
    ("This animal lays eggs:", "a hen", "A hen lays eggs."),
    # blanks
    ("A ____ measures heat.", "thermometer", "A thermometer measures heat."),
    ("Owls _ at night", "hunt.", "Owls hunt at night."),
    ("____ melts and becomes ____", "ice; water", "Ice melts and becomes water."),
    ("Frost forms where it is", "cold", "Frost forms where it is cold."),
    ("If a fox does what it can, it will find", "food", "If a fox does what it can, it will find food."),
    # in place
    ("Rain is one step of the what cycle?", "water", "Rain is one step of the water cycle."),
    ("Bees carry what to the hive?", "nectar", "Bees carry nectar to the hive."),
    ("A kettle turns water into which of the following?", "steam", "A kettle turns water into steam."),
    ("When snow melts it will do what?", "run downhill", "When snow melts it will run downhill."),
    ("Climbers need their what to stay safe", "rope", "Climbers need their rope to stay safe."),
    ("A candle gives off what kind of energy?", "light", "A candle gives off light energy."),
    ("A sundial shows the hour from where?", "the shadow", "A sundial shows the hour from the shadow."),
    # the subject is asked for
    ("Which of these would melt first?", "butter", "Butter would melt first."),
    ("Which one of these animals eats grass?", "a goat", "A goat eats grass."),
    ("Which of his stones is the hardest?", "the flint", "The flint is the hardest."),
    ("What most likely caused the flood?", "heavy rain", "Heavy rain most likely caused the flood."),
    ("After rain, what ensues in a creek?", "a flood", "After rain, a flood ensues in a creek."),
    ("What heats most homes?", "gas", "Gas heats most homes."),
    ("What opens doors to cool rooms?", "a janitor", "A janitor opens doors to cool rooms."),
    ("What forces act on a kite?", "wind and weight", "Wind and weight act on a kite."),
    ("what feed on old leaves?", "worms", "Worms feed on old leaves."),
    ("What loosens soil?", "a worm", "A worm loosens soil."),
    ("Who can mend a clock?", "Ada", "Ada can mend a clock."),
    ("Which doesn't conduct heat well?", "cork", "Cork doesn't conduct heat well."),
    ("What is an example of erosion?", "a gully", "A gully is an example of erosion."),
    ("What animal's coat turns white?", "a hare", "A hare's coat turns white."),
    # the clause is turned back
    ("What do bees make?", "honey", "Bees make honey."),
    ("What does a magnet attract?", "iron", "A magnet attracts iron."),
    ("What did the glacier carry?", "boulders", "The glacier carried boulders."),
    ("What can a mole use to dig tunnels?", "its claws", "A mole can use its claws to dig tunnels."),
    ("What does a beaver need to do in autumn?", "store food", "A beaver needs to store food in autumn."),
    ("What do wasps do when they are scared?", "sting", "Wasps sting when they are scared."),
    ("What does a wasp do at night?", "rest", "A wasp rests at night."),
    ("What does a wasp do at night?", "resting", "A wasp is resting at night."),
    ("What did a wasp do at night?", "rest", "A wasp rested at night."),
    ("Which of these need water?", "plants", "Plants need water."),
    ("Which of these need water?", "a plant", "A plant needs water."),
    ("Which of these float?", "ice", "Ice floats."),
    ("Which of these sinks in water?", "rocks", "Rocks sink in water."),
    ("Which of the following are metals?", "copper", "Copper is a metal."),
    ("Which of these is a bird?", "robins", "Robins are birds."),
    ("What does a wasp do at night?", "it rests", "It rests at night."),
    ("What are bricks made of?", "clay", "Bricks are made of clay."),
    ("What is the source of sap?", "the tree", "The source of sap is the tree."),
    ("What is this an example of?", "friction", "This is an example of friction."),
    ("What have farmers grown here?", "barley", "Farmers have grown barley here."),
    ("What color is the sky?", "blue", "The sky is blue."),
    ("Whom did the nurse call?", "Dr. Lee", "The nurse called Dr. Lee."),
    ("Whose eggs does a cuckoo push out?", "a warbler", "A cuckoo pushes out a warbler's eggs."),
    ("In which season would you see lambs?", "spring", "You would see lambs in spring."),
    ("What do hikers run into when it rains?", "mud", "Hikers run into mud when it rains."),
    # where, when, why, how
    ("Where do owls sleep?", "barns", "Owls sleep in barns."),
    ("Where do owls sleep?", "under a roof", "Owls sleep under a roof."),
    ("Where does rust come from?", "damp air", "Rust comes from damp air."),
    ("Where in a flower is pollen made?", "the anther", "Pollen is made in the anther in a flower."),
    ("When do bats feed?", "at dusk", "Bats feed at dusk."),
    ("When do bats feed?", "summer", "Bats feed in summer."),
    ("Why do geese fly south?", "to find food", "Geese fly south to find food."),
    ("Why do geese fly south?", "it gets cold", "Geese fly south because it gets cold."),
    ("Why do geese fly south?", "cold weather", "Geese fly south because of cold weather."),
    ("Why is the sky dark?", "because it is night", "The sky is dark because it is night."),
    ("The pond froze. Why?", "the air was cold", "The pond froze because the air was cold."),
    ("How come moss is green?", "it has chlorophyll", "Moss is green because it has chlorophyll."),
    ("How can you dry a shirt?", "hanging it up", "You can dry a shirt by hanging it up."),
    ("How does silk feel?", "smooth", "Silk feels smooth."),
    ("How many legs does a spider have?", "eight", "A spider has eight legs."),
    ("About how many days does it take milk to sour?", "9", "It takes milk about 9 days to sour."),
    ("How much salt is in the jar?", "2 grams", "2 grams of salt is in the jar."),
    ("How long does it take an egg to hatch?", "three weeks", "It takes an egg three weeks to hatch."),
    ("How often does the tide turn?", "twice a day", "The tide turns twice a day."),
    # several sentences, events, openings
    ("Jo dug a pit. What fills it? Use the map.", "rain", "Jo dug a pit. Rain fills it. Use the map."),
    ("Dr. Roe has a fern. What does it need?", "shade", "Dr. Roe has a fern. It needs shade."),
    ("What happens to wax when it is heated?", "it melts", "It melts when it is heated."),
    ("What happens when wax is heated?", "melting", "Melting happens when wax is heated."),
    ("Which sign shows it is alive? The plant", "grows", "That the plant grows shows it is alive."),
    # yes/no, imperative
    ("Do snakes have legs?", "No", "No, snakes do not have legs."),
    ("Do snakes have scales?", "Yes", "Yes, snakes do have scales."),
    ("A fire burned. Is smoke a gas?", "Yes", "A fire burned. Yes, smoke is a gas."),
    ("Will the seed sprout?", "it is too dry", "As to whether the seed will sprout, it is too dry."),
    (
        "Water froze in a pipe. Is this an example of",
        "expansion",
        "Water froze in a pipe. This is an example of expansion.",
    ),
    ("Name a planet with rings.", "Saturn", "Saturn is a planet with rings."),
]


@pytest.mark.parametrize(("stem", "choice", "expected"), CASES)
def test_hypothesis_is_what_a_person_would_write(stem: str, choice: str, expected: str | None) -> None:
    assert hypothesis(stem, choice) == (expected or f"{stem} {choice}.")


@pytest.mark.parametrize(
    ("stem", "choice", "expected"),
    [
        ("Which of these would let light through?", "a glass door", "A glass door would let light through."),
        ("How many times does a bell ring?", "One", "A bell rings one time."),
        ("Somewhat heavy rocks sink?", "yes", "Somewhat heavy rocks sink yes."),
        ("Whatnot and whichever tools are", "useful", "Whatnot and whichever tools are useful."),
        ("Where is the Nile?", "Egypt", "The Nile is in Egypt."),
        ("The longest river is the", "Nile", "The longest river is the Nile."),
        ("It rained. The soil turned", "to mud", "It rained. The soil turned to mud."),
    ],
)
def test_faults_of_older_systems_stay_out(stem: str, choice: str, expected: str) -> None:
    assert hypothesis(stem, choice) == expected


def test_listing_choices_name_the_others() -> None:
    stem, choices = "Which of these sink?", ["lead", "iron", "gold", "all of these", "none of the above."]
    *_, everything, nothing = hypotheses(stem, choices)
    assert everything == "All of these (lead, iron and gold) sink."
    assert nothing == "None of the above (lead, iron or gold) sink."
    assert hypothesis(stem, "all of these") == "All of these sink."


def test_first_letters_keep_their_meaning() -> None:
    assert hypothesis("What measures acidity?", "pH") == "pH measures acidity."
    assert hypothesis("What do plants need?", "The sun") == "Plants need the sun."


@pytest.mark.parametrize(
    ("stem", "choice"),
    [("", ""), ("", "iron"), ("What rusts?", ""), ("?", "iron"), ("...", "."), ("\x00\x07", "\ud83d\ude00"),
     ("🙂?", "🦊"), ("which", "x"), ("Which of", "x"), ("what is", "x"), ("How many?", "x"), ("____", "x"),
     ("Why?", "x"), ("' ' ?", "' '")],
)  # fmt: skip
def test_odd_input_gives_a_sentence(stem: str, choice: str) -> None:
    made = hypothesis(stem, choice)
    assert isinstance(made, str)
    assert not re.search(r"[\x00-\x1f]", made)


@pytest.mark.parametrize(
    "word", ["what", "which", "where", "of", "of these", "is", "a.", "does", "___", "to", "how many", "which feed on"]
)
def test_very_long_stems(word: str) -> None:
    stem = f"What does {' '.join([word] * 10_000)} eat?"
    assert "hay" in hypothesis(stem, "hay")


SUBJECTS = st.sampled_from(["a goat", "the old miller", "my friends", "two red foxes", "the animal that barks", "it"])
VERBS = st.sampled_from(["eat", "need", "carry", "find", "use", "store", "lift", "paint"])
TAILS = st.sampled_from(["", " in winter", " when it rains", " to build a nest"])
AUXILIARIES = st.sampled_from(["do", "does", "did", "can", "would", "might"])
CHOICES = st.lists(
    st.sampled_from(["hay", "iron", "Saturn", "wet", "wool", "12", "Ω", "über-soft", "o'clock"]), min_size=1, max_size=4
)
QUESTION_PHRASES = st.sampled_from(
    ["what", "which", "which of these", "which one of the following", "which of these things", "what kind of food",
     "where", "when", "why", "how", "how much grain", "at what time", "in which of these places"]
)  # fmt: skip
CONTEXTS = st.sampled_from(["", "It was late. ", "If the sun is out, ", "Mr. Poe looked up. "])


@settings(deadline=None)
@given(CONTEXTS, QUESTION_PHRASES, AUXILIARIES, SUBJECTS, VERBS, TAILS, CHOICES)
def test_no_question_word_is_left(
    context: str, phrase: str, auxiliary: str, subject: str, verb: str, tail: str, words: list[str]
) -> None:
    choice = " ".join(words)
    made = hypothesis(f"{context}{phrase} {auxiliary} {subject} {verb}{tail}?", choice)
    asked = re.findall(r"\b(?:what|which|where|why|how|when)\b", made.lower())
    assert asked == ["when"] * (tail == " when it rains")
    assert "?" not in made
    assert "these" not in made
    assert choice in made
    assert subject in made.lower()
    assert made.startswith(context.strip()[:5])


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=40))
def test_any_text_keeps_the_words_of_the_choice(stem: str, choice: str) -> None:
    made = hypothesis(stem, choice)
    lost = [word for word in re.findall(r"\w+", choice.lower()) if word.strip("_") and word not in made.lower()]
    assert not lost


def _benchmark() -> Path:
    return Path(__file__).parents[3] / "eval" / "benchmarks" / "hypotheses.py"


@pytest.mark.slow
@pytest.mark.skipif("REASONER_DATA" not in os.environ, reason="needs the data sets: set REASONER_DATA")
def test_no_faults_on_any_data_set() -> None:
    spec = importlib.util.spec_from_file_location("hypotheses_benchmark", _benchmark())
    assert spec is not None
    assert spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    assert benchmark.count_faults(Path(os.environ["REASONER_DATA"]), show=0) == 0
