"""Generated pairs: every label of a world's pair is the engine's, and what goes up with what is as the rule says."""

from __future__ import annotations

from collections import Counter

from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.datasets.pairs import LabelledPair, pairs

MANY = list(pairs(600, seed=3))


def test_the_same_for_the_same_seed_and_as_many_as_asked_for() -> None:
    assert MANY[:50] == list(pairs(50, seed=3))
    assert MANY[:50] != list(pairs(50, seed=4))


def test_every_label_is_there_and_the_hypothesis_alone_does_not_tell_it() -> None:
    counts = Counter(pair.label for pair in MANY)
    assert min(counts[label] for label in ("entailment", "contradiction", "neutral")) > 120
    denied = Counter(pair.label for pair in MANY if " not " in pair.hypothesis)
    assert len(denied) == 3


def test_changes_follow_the_rule() -> None:
    """A rule that holds both ways, with the same comparatives in rule, fact and claim: signs multiply."""
    seen = 0
    for pair in pairs(4_000, seed=5):
        read = _both_ways(pair)
        if read is not None:
            seen += 1
            assert pair.label == ("entailment" if read else "contradiction"), pair
    assert seen > 10


def _both_ways(pair: LabelledPair) -> bool | None:
    """Whether "The warmer the lake, the darker the cave. The lake got warmer." agrees with "The cave got darker."."""
    sentences = [sentence.strip().rstrip(".") for sentence in pair.premise.split(". ")]
    rule = next((one for one in sentences if one.startswith("The ") and ", the " in one), "")
    fact = next((one for one in sentences if one != rule), "")
    if not rule or pair.label == "neutral" or " of " in pair.premise + pair.hypothesis:
        return None
    (cause_word, cause), (effect_word, effect) = (part.split(" the ", 1) for part in rule[4:].split(", the "))
    if not (fact.lower().startswith(f"the {cause} ") and pair.hypothesis.lower().startswith(f"the {effect} ")):
        return None
    said = pair.hypothesis.rstrip(".").split()[-1]
    if said in ("same", "changed", "before"):
        return False
    return (fact.split()[-1] == cause_word) == (said == effect_word)


def test_the_command_writes_pairs() -> None:
    result = CliRunner().invoke(app, ["dataset", "worlds", "-", "--pairs", "--count", "4", "--seed", "3"])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 4
    assert '"gold_label"' in result.stdout
