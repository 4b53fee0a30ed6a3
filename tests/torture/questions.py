"""Questions of every shape, to every solver: an answer or a refusal in one line, in time, and nothing else."""

from __future__ import annotations

import io
import json
import math
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from reasoner.answer import Answer
from reasoner.errors import ReasonerError
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question, read_questions
from reasoner.render.html import question_page
from reasoner.render.record import as_record
from reasoner.render.text import as_text
from reasoner.solver import Solver, get_solver, solver_class, solver_names
from tests.torture.campaign import Campaign

FACTS = (
    "metal is a good conductor of heat",
    "steel is made of metal",
    "a spoon can be made of steel",
    "wool is not a conductor of heat",
    "if something is a conductor then heat travels through it",
    "a bear is larger than a fox, and a fox is larger than a mouse",
    "all birds have wings",
)
WORDS = (
    "which what who why not except least all none both neither of the these above is are was a an if then unless or "
    "and than larger more less before after first last left metal steel spoon wool heat bird fox bear mouse "
    "conductor it travels through made cold hot never true false yes no who's 3 2.5 1,000 -1 km % ? . , ; : ( ) "
    "(A) (B) \" ' - _ ... Anna Bob every some no one that has have can cannot cause causes because most"
).split()
ODD = (
    *("", " ", "\0", "\ufeff", "\u202e", "é́", "ﬁ", "🦊", "𝒳", "ß", "\ud800", "a" * 5000),
    *("9" * 400, "9" * 5000 + "th", "³", "٣", "1e999", "(((((", "\\", "\n\n", "<b>", "%s", "{}"),
)

texts = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join),
    st.lists(st.sampled_from(WORDS), min_size=3, max_size=60).map(" ".join),
    st.text(max_size=40),
    st.sampled_from(ODD),
    st.sampled_from(FACTS),
)
phrases = st.lists(st.sampled_from([word for word in WORDS if word.isalpha()]), min_size=1, max_size=5).map(" ".join)
choices = st.one_of(
    st.lists(phrases, min_size=2, max_size=9, unique=True),
    st.lists(st.one_of(phrases, phrases, texts), min_size=2, max_size=5, unique=True),
    st.lists(texts, min_size=1, max_size=9),
)
records = st.fixed_dictionaries(
    {
        "id": st.one_of(st.just("q"), texts),
        "question": st.fixed_dictionaries(
            {"stem": texts, "choices": choices}, optional={"facts": st.lists(texts, max_size=5)}
        ),
    },
    optional={
        "answerKey": st.one_of(st.just("A"), st.just("B"), st.none(), st.sampled_from("CD1"), st.integers()),
        "facts": st.lists(texts, max_size=5),
        "documents": st.lists(texts, max_size=4),
        "supports": st.lists(texts, max_size=3),
    },
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
written = st.one_of(
    records.map(json.dumps),
    records.map(json.dumps),
    records.map(json.dumps),
    st.tuples(texts, st.lists(phrases, min_size=2, max_size=5)).map(
        lambda asked: asked[0] + "".join(f" ({letter}) {text}" for letter, text in zip("ABCDE", asked[1], strict=False))
    ),
    anything.map(json.dumps),
    st.text(max_size=300),
)


def named(neural: bool) -> list[str]:
    """Return the solvers that need torch, or the others; one that has no model of its own is left out."""
    return [name for name in solver_names() if name != "transformer" and _is_neural(name) == neural]


def _is_neural(name: str) -> bool:
    return "neural" in solver_class(name).needs or name in NEURAL


#: Solvers with a model whose `needs` speak of what they were trained on.
NEURAL = {
    "bidaf",
    "dgem",
    "dgem-choice",
    "embed-sim",
    "esim",
    "fastqa",
    "knowledge-reader",
    "nearest",
    "odd-one-out",
    "plausible",
    "question-match",
}


def question_campaign(count: int, chance: int, neural: bool = False) -> Campaign:
    """Ask so many questions."""
    campaign = Campaign(f"questions, {'neural' if neural else 'symbolic'}")
    kb = KnowledgeBase.from_facts(FACTS)
    solvers = {name: get_solver(name, kb=kb) for name in named(neural)}

    @seed(chance)
    @settings(
        max_examples=count, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck]
    )
    @given(written, st.sampled_from(sorted(solvers)))
    def ask(text: str, name: str) -> None:
        with campaign.trial((name, text), ReasonerError):
            for question in read_questions(io.StringIO(text)):
                check(solvers[name], question)

    ask()
    return campaign


def check(solver: Solver, question: Question) -> None:
    """Ask, and look whether the answer holds together and can be shown."""
    answer = solver.answer(question)
    assert set(answer.scores) == {choice.label for choice in question.choices}, "a label is missing"
    for score in answer.scores.values():
        assert score is None or math.isfinite(score), f"a score is {score}"
    assert set(answer.selected) <= set(answer.scores)
    shown(question, answer)


def shown(question: Question, answer: Answer) -> None:
    """Render an answer in every way."""
    record: dict[str, Any] = as_record(question, {answer.solver: answer})
    json.dumps(record, allow_nan=False).encode()
    as_text(question, answer)
    question_page(question, {answer.solver: answer}).encode("utf-8", "surrogatepass")
    str(answer)
