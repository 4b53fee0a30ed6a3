"""The odd one out of given facts, and rows of the knowledge base that are looked up for a claim that is turned."""

from reasoner import Choice, KnowledgeBase, Question, get_solver
from reasoner.knowledge import Fact
from reasoner.language.claim import understand
from reasoner.polarity.apart import odd_one
from reasoner.polarity.lookup import informed

NOTHING = KnowledgeBase.from_facts(())
BOATS = {"A": "the ketch", "B": "the yawl", "C": "the raft"}


def _question(stem: str, *texts: str, facts: tuple[str, ...] = ()) -> Question:
    return Question(
        "q", stem, tuple(Choice(label, text) for label, text in zip("ABCD", texts, strict=False)), facts=facts
    )


def test_the_odd_one_out_is_the_one_of_which_something_is_not_said() -> None:
    odd = odd_one(BOATS, ["The ketch and the yawl have decks, while the raft has a mast."])
    assert odd is not None
    assert (odd.label, odd.words) == ("C", ("deck",))


def test_what_is_denied_of_one_is_not_what_is_said_of_the_others() -> None:
    odd = odd_one(BOATS, ["The ketch and the yawl carry lamps.", "The raft carries no lamps."])
    assert odd is not None
    assert odd.label == "C"


def test_there_is_no_odd_one_among_two_or_where_one_is_not_spoken_of() -> None:
    assert odd_one({"A": "the ketch", "B": "the yawl"}, ["The ketch is new.", "The yawl is old."]) is None
    assert odd_one(BOATS, ["The ketch and the yawl are new."]) is None
    assert odd_one(BOATS, ["The ketch is new.", "The yawl is old.", "The raft is red."]) is None


def test_a_question_for_the_least_likely_takes_the_odd_one_out_and_says_why() -> None:
    facts = (
        "Gulls love fish and fear smoke.",
        "The pier, the deck and the weir smell of fish.",
        "The forge smells of smoke.",
    )
    asked = _question(
        "Where are you least likely to meet a gull?", "the pier", "the forge", "the deck", "the weir", facts=facts
    )
    answer = get_solver("chain", kb=NOTHING).answer(asked)
    assert answer.selected == ("B",)
    assert "said of all the others, and not of this one: fish" in answer.explanations["B"].summary


def test_a_row_about_the_kind_of_the_subject_says_what_is_claimed() -> None:
    kb = KnowledgeBase.from_facts([Fact("a plover is a kind of wader"), Fact("a wader has long legs")])
    support = informed({"A": "A plover has long legs."}, {}, kb)["A"]
    assert [node.text for node in support.explanation.facts] == ["a plover is a kind of wader", "a wader has long legs"]


def test_a_row_about_something_else_says_nothing() -> None:
    kb = KnowledgeBase.from_facts([Fact("a heron has longer legs than a plover"), Fact("a stork has long legs")])
    assert informed({"A": "A plover has long legs."}, {}, kb)["A"].score is None


def test_a_row_that_denies_counts_against() -> None:
    kb = KnowledgeBase.from_facts([Fact("a kiwi cannot fly")])
    support = informed({"A": "A kiwi can fly."}, {}, kb)["A"]
    assert support.refuted
    assert support.score == -1.0


def test_the_knowledge_base_is_left_alone_where_facts_are_given() -> None:
    kb = KnowledgeBase.from_facts([Fact("a wib can swim")])
    asked = _question("Can a wib swim?", "yes", "no", facts=("No wib can swim.",))
    assert get_solver("chain", kb=kb).answer(asked).selected == ("B",)


def test_what_a_statement_is_judged_by_is_no_part_of_it() -> None:
    claim = understand(_question("Going by the log, which statement is false?", "The ship sank.", "The ship sailed."))
    assert (claim.kind, claim.negative, claim.choices[0].text) == ("statement", "false", "The ship sank.")


def test_these_are_all_so_except_for_one() -> None:
    claim = understand(
        _question("Except for one, these are all birds. Which one is the exception?", "a tern", "a vole")
    )
    assert (claim.negative, claim.choices[0].text) == ("EXCEPT", "A tern is a bird.")


def test_nothing_known_of_a_subject_says_it_is_a_no() -> None:
    kb = KnowledgeBase.from_facts([Fact("a pebble is a kind of stone"), Fact("a cat can see")])
    answer = get_solver("chain", kb=kb).answer(_question("Can a pebble sing?", "yes", "no"))
    assert answer.selected == ("B",)
    assert get_solver("chain", kb=kb).answer(_question("Can a wug sing?", "yes", "no")).abstained


def test_what_is_said_in_its_place_counts_against_a_claim() -> None:
    kb = KnowledgeBase.from_facts(
        [Fact("a pane is made of glass"), Fact("a log is made of wood"), Fact("a raft is flat")]
    )
    answer = get_solver("chain", kb=kb).answer(
        _question("Which of these is not made of wood?", "a raft", "a pane", "a log")
    )
    assert answer.selected == ("B",)


def test_a_row_that_opens_with_something_else_does_not_say_it() -> None:
    kb = KnowledgeBase.from_facts([Fact("a lens is used to see the grains in a rock"), Fact("a hawk can see well")])
    answer = get_solver("chain", kb=kb).answer(
        _question("Which of these can see?", "a rock", "a hawk", "both", "neither")
    )
    assert answer.selected == ("B",)


def test_a_row_may_say_it_the_other_way_round_but_not_with_the_parts_exchanged() -> None:
    kb = KnowledgeBase.from_facts(["the marsh contains newts", "a stoat eats voles", "a vole is a kind of rodent"])
    solver = get_solver("chain", kb=kb)
    assert solver.answer(_question("Newts live in the marsh.", "true", "false")).selected == ("A",)
    assert solver.answer(_question("A vole eats a stoat.", "true", "false")).selected == ("B",)


def test_one_word_for_what_is_said_in_two() -> None:
    kb = KnowledgeBase.from_facts(["Io orbits Jupiter", "Jupiter is a kind of planet"])
    solver = get_solver("chain", kb=kb)
    assert solver.answer(_question("Io goes round Jupiter.", "true", "false")).selected == ("A",)
    assert solver.answer(_question("Jupiter goes round Io.", "true", "false")).selected == ("B",)


def test_what_is_said_of_a_thing_named_with_more_words_is_not_said_of_it() -> None:
    kb = KnowledgeBase.from_facts(["a sea urchin lives in the sea", "an urchin lives in a wood"])
    assert get_solver("chain", kb=kb).answer(_question("An urchin lives in the sea.", "true", "false")).selected == (
        "B",
    )


def test_silence_about_what_nobody_knows_says_less_than_about_what_is_known() -> None:
    kb = KnowledgeBase.from_facts(["a tern can dive", "a rook eats worms", "a rook is black"])
    answer = get_solver("chain", kb=kb).answer(_question("Which of these cannot dive?", "a tern", "a wug", "a rook"))
    assert answer.selected == ("C",)


def test_statements_are_judged_whatever_the_words_of_the_question() -> None:
    for stem in ("Spot the fib!", "Four pupils wrote this. Who is mistaken?", "Where did Ned go wrong?"):
        claim = understand(_question(stem, "Ice is cold.", "Coal is wet."))
        assert (claim.kind, bool(claim.negative), claim.choices[1].text) == ("statement", True, "Coal is wet.")


def test_with_one_exception_all_are_so() -> None:
    claim = understand(_question("With one exception, these are boats. What is the exception?", "a ketch", "a vole"))
    assert (claim.negative, claim.choices[0].text) == ("EXCEPT", "A ketch is a boat.")


def test_the_odd_one_out_is_not_of_the_kind_that_the_others_are_of() -> None:
    kinds = ("a plover is a kind of bird", "a stork is a kind of bird", "an oar is a kind of tool")
    asked = _question("Which is the odd one out?", "a plover", "an oar", "a stork")
    answer = get_solver("chain", kb=KnowledgeBase.from_facts(map(Fact, kinds))).answer(asked)
    assert answer.selected == ("B",)
    assert "not of this one: bird" in answer.explanations["B"].summary


def test_nobody_is_odd_where_the_kinds_of_one_are_not_known() -> None:
    kinds = ("a plover is a kind of bird", "an oar is a kind of tool")
    asked = _question("Which is the odd one out?", "a plover", "an oar", "a stork")
    assert get_solver("chain", kb=KnowledgeBase.from_facts(map(Fact, kinds))).answer(asked).abstained


def test_what_one_of_a_kind_does_not_do_not_all_of_it_do() -> None:
    rows = (
        "a kiwi is a kind of bird",
        "a kiwi cannot fly",
        "a bird has a beak",
        "a worm has no beak",
    )
    kb = KnowledgeBase.from_facts(map(Fact, rows))
    flies, has = (
        get_solver("chain", kb=kb).answer(_question(f"All birds {what}.", "true", "false"))
        for what in ("can fly", "have a beak")
    )
    assert flies.selected == ("B",)
    assert has.selected == ("A",)


def test_a_statement_that_compares_is_decided_by_measures() -> None:
    facts = ("Ebba paid forty crowns.", "Stig paid seventy crowns.")
    solver = get_solver("chain", kb=NOTHING)
    assert solver.answer(_question("Ebba paid more than Stig.", "true", "false", facts=facts)).selected == ("B",)
    assert solver.answer(_question("Did Stig pay more than Ebba?", "yes", "no", facts=facts)).selected == ("A",)


def test_things_are_put_in_order_by_how_many_parts_they_are_known_to_have() -> None:
    rows = ("a wagon has four wheels", "a barrow has one wheel", "a wagon has two doors", "a barrow has three boards")
    solver = get_solver("chain", kb=KnowledgeBase.from_facts(map(Fact, rows)))
    assert solver.answer(_question("Which has the most wheels?", "a barrow", "a wagon")).selected == ("B",)
    assert solver.answer(_question("A barrow has more wheels than a wagon.", "true", "false")).selected == ("B",)


def test_the_least_dangerous_is_none_that_is_called_dangerous() -> None:
    rows = ("a hot pan is dangerous", "a saw is dangerous", "a glove is soft")
    asked = _question("Which of these is the least dangerous?", "a hot pan", "a glove", "a saw")
    assert get_solver("chain", kb=KnowledgeBase.from_facts(map(Fact, rows))).answer(asked).selected == ("B",)


def test_what_lets_electricity_through_conducts_it() -> None:
    kb = KnowledgeBase.from_facts([Fact("tin is a good conductor of electricity")])
    support = informed({"A": "Tin would let electricity through."}, {}, kb)["A"]
    assert [node.text for node in support.explanation.facts] == ["tin is a good conductor of electricity"]
