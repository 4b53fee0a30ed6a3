"""Questions that are negative, have choices about choices, or want a yes or no, turned for any solver and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pytest

from reasoner.ensemble.combine import Ensemble
from reasoner.explanation import Explanation, Node, Part, total
from reasoner.knowledge import KnowledgeBase
from reasoner.polarity import NO_NUMBER, SUM, turn
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support, get_solver

PLANETS = ("Mars is a planet", "Venus is a planet")


def ask(stem: str, *texts: str, facts: tuple[str, ...] = ()) -> Question:
    choices = tuple(Choice("ABCDEF"[number], text) for number, text in enumerate(texts))
    return Question("1", stem, choices, facts=facts)


class Told(Solver):
    """A plain solver of another package: it gives every choice the number that it was told, and knows no polarity."""

    name, summary = "told", "gives the scores that it was told"

    def __init__(self, scores: Mapping[str, float], facts: Mapping[str, str] | None = None) -> None:
        super().__init__(KnowledgeBase.from_facts(()))
        self.scores, self.facts = scores, facts or {}
        self.asked: list[Question] = []

    def support(self, question: Question) -> Mapping[str, Support]:
        self.asked.append(question)
        return {label: self._one(label) for label in question.labels if label in self.scores}

    def _one(self, label: str) -> Support:
        nodes = (Node("f", "fact", self.facts[label]),) if label in self.facts else ()
        parts = (Part("told", self.scores[label], tuple(node.id for node in nodes)),)
        return Support(self.scores[label], Explanation(nodes, parts=parts))


class Batched(Told):
    """The same in batches."""

    name = "batched"

    def support_all(self, questions: Iterable[Question]) -> Iterator[Mapping[str, Support]]:
        yield from [self.support(question) for question in list(questions)]


@pytest.mark.parametrize("kind", [Told, Batched])
@pytest.mark.parametrize(
    "stem",
    [
        "Which of these is NOT a planet?",
        "Which of these isn't a planet?",
        "All of these are planets except",
        "Which is least likely to be a planet?",
        "Which of these is never a planet?",
        "Which of these is unlikely to be a planet?",
    ],
)
def test_negative_question_selects_the_least_supported(kind: type[Told], stem: str) -> None:
    solver = kind({"A": 3.0, "B": 1.0, "C": 2.0})
    assert solver.answer(ask(stem, "Mars", "the Moon", "Venus")).selected == ("B",)
    assert "not" not in solver.asked[0].stem.lower().split()
    assert "except" not in solver.asked[0].stem


def test_what_nothing_supports_comes_before_what_is_weakly_supported() -> None:
    answer = Told({"A": 3.0, "B": -1.0}).answer(ask("Which is not a planet?", "Mars", "Venus", "a stone"))
    assert answer.selected == ("C",)


def test_what_a_fact_denies_comes_before_what_nothing_supports() -> None:
    solver = Told({"A": 3.0, "B": 5.0}, {"A": "Mars is a planet", "B": "the Moon is not a planet"})
    answer = solver.answer(ask("Which is not a planet?", "Mars", "the Moon", "a stone"))
    assert answer.selected == ("B",)
    assert "denies" in answer.explanations["B"].summary


def test_ties_and_abstention_survive() -> None:
    question = ask("Which is not a planet?", "Mars", "Venus", "a stone")
    assert Told({}).answer(question).abstained
    assert Told({"A": 1.0, "B": 1.0, "C": 1.0}).answer(question).selected == ("A", "B", "C")
    assert Told({"A": 1.0}).answer(question).selected == ("B", "C")


def test_plain_question_is_handed_over_untouched() -> None:
    solver = Told({"A": 1.0, "B": 2.0})
    question = ask("Which animal has a shell that does not bend?", "a snail", "a slug")
    answer = solver.answer(question)
    assert solver.asked[0] is question
    assert dict(answer.scores) == {"A": 1.0, "B": 2.0}


FACTS = {"A": "ice floats on water", "B": "wood floats on water", "C": "lead sinks in water"}


@pytest.mark.parametrize(
    ("scores", "last", "selected"),
    [
        ({"A": 3.0, "B": 1.0}, "both A and B", "D"),
        ({"A": 3.0, "B": 1.0}, "A and C only", "A"),
        ({"A": 3.0, "B": 1.0}, "all of these", "A"),
        ({"A": 3.0, "B": 1.0}, "none of the above", "A"),
        ({"C": 3.0}, "none of the above", "D"),
        ({"C": 3.0}, "neither A nor C", "D"),
        ({"A": 3.0}, "neither A nor C", "A"),
    ],
)
def test_choices_about_choices(scores: dict[str, float], last: str, selected: str) -> None:
    answer = Told(scores, FACTS).answer(ask("Which of these floats on water?", "ice", "wood", "lead", last))
    assert answer.selected == (selected,)


def test_all_of_these_of_a_negative_question_holds_when_none_is_borne_out() -> None:
    solver = Told({"A": 1.0, "B": 2.0}, {"A": "iron sinks in water", "B": "lead sinks in water"})
    answer = solver.answer(ask("Which of these does not float on water?", "iron", "lead", "all of these"))
    assert answer.selected == ("C",)


def test_larger_of_two_combinations_wins_when_both_hold() -> None:
    facts = FACTS | {"C": "a cork floats on water"}
    solver = Told({"A": 3.0, "B": 1.0, "C": 2.0}, facts)
    question = ask("Which of these floats on water?", "ice", "wood", "a cork", "both A and B", "all of these")
    assert solver.answer(question).selected == ("E",)


@pytest.mark.parametrize(
    ("stem", "fact", "selected"),
    [
        ("Can a penguin swim?", "a penguin can swim well", "A"),
        ("Can a penguin fly?", "a penguin cannot fly", "B"),
        ("Is a whale a fish?", "a whale is a mammal", "B"),
        ("A penguin cannot fly.", "a penguin cannot fly", "A"),
        ("A penguin cannot swim.", "a penguin can swim", "B"),
    ],
)
def test_yes_and_no(stem: str, fact: str, selected: str) -> None:
    solver = Told({"A": 2.0, "B": 2.0}, {"A": fact, "B": fact})
    assert solver.answer(ask(stem, "yes", "no")).selected == (selected,)


def test_unknown_where_it_is_offered() -> None:
    question = ask("True, false or unknown: a whale is a fish.", "true", "false", "unknown")
    assert Told({}).answer(question).selected == ("C",)
    assert Told({"A": 1.0}, {"A": "a whale is a mammal"}).answer(question).selected == ("C",)
    assert Told({"A": 1.0}, {"A": "a whale is a fish"}).answer(question).selected == ("A",)
    assert Told({}).answer(ask("A whale is a fish.", "true", "false")).abstained


def test_solver_that_shows_no_facts_is_taken_at_its_word() -> None:
    assert Told({"A": 2.0, "B": 1.0}).answer(ask("Is a whale a fish?", "yes", "no")).selected == ("A",)
    assert Told({"A": 1.0, "B": 2.0}).answer(ask("Is a whale a fish?", "yes", "no")).selected == ("B",)


def test_order_of_yes_and_no_does_not_matter() -> None:
    solver = Told({"A": 2.0, "B": 2.0}, {"A": "a penguin cannot fly", "B": "a penguin cannot fly"})
    assert solver.answer(ask("Can a penguin fly?", "no", "yes")).selected == ("A",)


def test_turned_scores_are_the_sums_of_parts_that_point_at_something() -> None:
    solver = Told({"A": 3.0, "C": 2.0}, FACTS)
    for stem in ("Which of these does not float on water?", "Which of these floats on water?", "Does ice float?"):
        texts = ("yes", "no") if stem.startswith("Does") else ("ice", "wood", "lead", "both A and B", "none of these")
        answer = solver.answer(ask(stem, *texts))
        for label, score in answer.scores.items():
            why = answer.explanations[label]
            assert score is None or score == pytest.approx(total(why.parts))
            assert score is None or all(part.of for part in why.parts)


def test_ensemble_turns_once() -> None:
    ensemble = Ensemble([("ir", 1.0), ("guess-all", 1.0)], KnowledgeBase.from_facts(()))
    members = {"told": Told({"A": 3.0, "B": 1.0, "C": 2.0}), "batched": Batched({"A": 3.0, "B": 1.0, "C": 2.0})}
    ensemble.members = dict(members)
    ensemble.shares = {"told": 1.0, "batched": 1.0}
    question = ask("Which is not a planet?", "Mars", "the Moon", "Venus")
    answer = ensemble.answer(question)
    assert answer.selected == ("B",)
    answers = {name: member.answer(question) for name, member in members.items()}
    assert dict(ensemble.combine_answers(question, answers).scores) == pytest.approx(dict(answer.scores))


def test_solver_that_handles_polarity_sees_the_question_as_asked() -> None:
    class Own(Told):
        name, handles_polarity = "own", True

    solver = Own({"A": 1.0})
    question = ask("Which is not a planet?", "Mars", "all of these")
    assert solver.answer(question).selected == ("A",)
    assert solver.asked == [question]


@pytest.mark.parametrize("name", ["ir", "tuple-ilp", "table-ilp", "ilp"])
def test_real_solvers_turn(name: str) -> None:
    solver = get_solver(name, kb=KnowledgeBase.from_facts(()))
    facts = (*PLANETS, "the Moon is not a planet")
    answer = solver.answer(ask("Which of these is NOT a planet?", "Mars", "the Moon", "Venus", facts=facts))
    assert answer.selected == ("B",)


def test_sum_is_refused_with_a_sentence() -> None:
    answer = Told({"A": 1.0}).answer(ask("Jo has 3 figs and eats 1. How many figs are left?", "two", "five"))
    assert answer.abstained
    assert answer.notes == (SUM,)


def test_how_many_needs_a_stated_number() -> None:
    question = ask("How many legs does a spider have?", "six", "eight")
    silent = Told({"A": 2.0, "B": 1.0}, {"A": "a spider has legs", "B": "a spider has legs"}).answer(question)
    assert silent.abstained
    assert silent.notes == (NO_NUMBER,)
    said = Told({"A": 2.0, "B": 1.0}, {"A": "a spider has legs", "B": "a spider has eight legs"}).answer(question)
    assert said.selected == ("B",)


def test_question_is_read_once() -> None:
    question = ask("Which is not a planet?", "Mars", "Venus")
    assert turn(question).claim is turn(question).claim
