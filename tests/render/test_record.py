"""The JSON of every solver keeps to the schema."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from reasoner.ensemble import get_solver
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.render.record import as_record, schema
from reasoner.solver import solver_names
from tests.explained import ANSWERS, HEAT, hostile

FACTS = ("metal is a good conductor of heat", "a spoon can be made of steel", "steel is made of metal")


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(schema())
    return Draft202012Validator(schema())


@pytest.mark.parametrize("name", [*(name for name in solver_names() if name != "transformer"), "ir+guess-all"])
def test_every_solver_keeps_to_the_schema(name: str, validator: Draft202012Validator) -> None:
    kb = KnowledgeBase.from_facts(Fact(text, "facts", number) for number, text in enumerate(FACTS))
    record = json.loads(json.dumps(as_record(HEAT, {name: get_solver(name, kb=kb).answer(HEAT)})))
    assert [error.message for error in validator.iter_errors(record)] == []


@pytest.mark.parametrize("answered", [(HEAT, ANSWERS), hostile()])
def test_made_by_hand(answered: tuple, validator: Draft202012Validator) -> None:
    validator.validate(json.loads(json.dumps(as_record(*answered))))


def test_verdict_stands_in_the_record() -> None:
    verdict = as_record(HEAT, ANSWERS)["answers"][0]["verdict"]
    assert verdict["sentence"].startswith("B, a steel spoon: ")
    said = "nothing known says that a cotton shirt would let the most heat travel through"
    assert verdict["others"][1] == f"Not C, a cotton shirt: {said}."


def test_schema_refuses_what_has_no_source_or_another_version(validator: Draft202012Validator) -> None:
    record = json.loads(json.dumps(as_record(HEAT, ANSWERS)))
    del record["answers"][0]["explanations"]["B"]["nodes"][0]["source"]
    assert not validator.is_valid(record)
    assert not validator.is_valid(as_record(HEAT, ANSWERS) | {"version": 2})
