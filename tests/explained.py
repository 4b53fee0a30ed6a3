"""Answers made by hand that use all that an explanation can hold."""

from __future__ import annotations

from reasoner.answer import Answer
from reasoner.explanation import Explanation, Link, Node, Part, Step
from reasoner.question import Choice, Question

HEAT = Question(
    "heat",
    "Which of these would let the most heat travel through?",
    (Choice("A", "a wool hat"), Choice("B", "a steel spoon"), Choice("C", "a cotton shirt")),
    answer_key="B",
    facts=("metal is a good conductor of heat",),
    category="heat",
)

NODES = (
    Node("q1", "question", "heat"),
    Node("q2", "question", "travel through"),
    Node("f1", "fact", "metal is a good conductor of heat", "given:1"),
    Node("f2", "row", "steel | is made of | metal", "science/made-of:12"),
    Node("f3", "tuple", "(a spoon; can be made of; steel)", "openbook.txt:40"),
    Node("f4", "fact", "if something conducts heat then heat travels through it", "rules.txt:3"),
    Node("d1", "derived", "steel is a good conductor of heat"),
    Node("d2", "derived", "a steel spoon is a good conductor of heat"),
    Node("d3", "derived", "heat travels through a steel spoon"),
    Node("c", "choice", "a steel spoon"),
)
LINKS = (
    Link("q1", "f1", "share heat", 1.0),
    Link("q1", "f4", "share heat", 1.0),
    Link("q2", "f4", "share travel", 0.8123),
    Link("f2", "f3", "both speak of steel", 0.5),
    Link("f3", "c", "share spoon and steel", 0.93),
    Link("q1", "c", "nothing in between"),
)
STEPS = (
    Step("made-of passes on", ("f1", "f2"), "d1", 0.9),
    Step("made-of passes on", ("d1", "f3"), "d2", 0.81),
    Step("if-then", ("d2", "f4"), "d3", 0.7),
    Step("answers", ("d3",), "c", 0.7),
)
PROOF = Explanation(NODES, LINKS, STEPS, (Part("proof", 0.7), Part("terms matched", 0.1)), "three steps of made-of")
WEAK = Explanation(
    (Node("f", "fact", "a hat keeps heat in", "science/used-for:3"), Node("c", "choice", "a wool hat")),
    (Link("f", "c", "share hat", 0.2),),
    parts=(Part("terms matched", 0.2),),
)

#: A proof and a weak reason; a tie; an abstention.
ANSWERS = {
    "chain": Answer("heat", "chain", {"A": 0.2, "B": 0.8, "C": None}, {"A": WEAK, "B": PROOF}, 0.25),
    "ir": Answer("heat", "ir", {"A": 1.0, "B": 1.0, "C": 0.5}, {"A": WEAK, "B": WEAK}, 0.01),
    "pmi": Answer("heat", "pmi", {"A": None, "B": None, "C": None}),
}

BAD = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>\"'`${1}&lt;]]>--><!--"


def hostile() -> tuple[Question, dict[str, Answer]]:
    """A question of 80 choices, every text of which tries to leave its place."""
    texts = [f"{BAD} {number}" for number in range(76)]
    texts += [
        "\u202eright to left\u202c \u2067x",
        "w" * 3000,
        "שלום عالم 漢字 😀🔥" * 20,
        "</title></svg></style></script>",
    ]
    labels = [f"{number}{BAD}" if number < 3 else str(number) for number in range(80)]
    choices = tuple(Choice(label, text) for label, text in zip(labels, texts, strict=True))
    question = Question(BAD, BAD, choices, labels[1], facts=(BAD,), category=BAD)
    whys = {
        label: Explanation(
            (Node(BAD, "question", BAD), Node("f", "fact", text, BAD), Node("d", "derived", "x" * 500, BAD)),
            (Link(BAD, "f", BAD, 1.0), Link("f", "d", "y" * 500)),
            (Step(BAD, ("f", BAD), "d", 0.5),),
            (Part(BAD, 1.0),),
            BAD,
        )
        for label, text in zip(labels, texts, strict=True)
    }
    answer = Answer(BAD, BAD, {label: float(number == 1) for number, label in enumerate(labels)}, whys)
    return question, {BAD: answer, "other": answer}
