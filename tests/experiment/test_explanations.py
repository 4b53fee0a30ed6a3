"""Rankings of explaining rows, and their scores against small explanations written here."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from reasoner.cli.app import app
from reasoner.errors import InputError
from reasoner.experiment.explanations import ALL, Explained, mean_precision, read_explained, rows_by_uid
from reasoner.retrieval.explaining import Explainer

HEAD = "QuestionID\tAnswerKey\tquestion\texplanation\tflags"
ROWS = {
    "u1": "a spoon is made of steel",
    "u2": "steel is a kind of metal",
    "u3": "metal conducts heat",
    "u4": "an owl hunts at night",
    "u5": "a pond freezes in winter",
}


def test_a_row_goes_on_from_what_another_brought() -> None:
    order = Explainer(list(ROWS.values())).rank("What conducts heat?", "a spoon")
    assert {int(number) for number in order[:3]} == {0, 1, 2}
    assert sorted(order) == list(range(len(ROWS)))


def test_what_asks_weighs_more_than_what_leads_up_to_it() -> None:
    rows = ["a pond freezes", "an owl hunts"]
    assert Explainer(rows).rank("A girl sees a pond. When is it that an owl looks for food?", "at night")[0] == 1


def test_each_role_is_scored_without_the_rows_of_the_others() -> None:
    question = Explained("q", "What conducts heat?", "a spoon", {"u4": "CENTRAL", "u5": "GROUNDING", "gone": "ROLE"})

    class Fixed(Explainer):
        def rank(self, stem: str, answer: str):  # type: ignore[no-untyped-def]
            return [4, 3, 0, 1, 2]

    found = mean_precision([question], Fixed(list(ROWS.values())), list(ROWS))
    assert found == {ALL: 1.0, "CENTRAL": 1.0, "GROUNDING": 1.0}


def test_questions_without_explanation_or_key_are_left_out() -> None:
    lines = ["q1\tA\tWhat? (A) x (B) y\tu1|CENTRAL\tSUCCESS", "q2\tC\tWhat? (A) x (B) y\tu1|CENTRAL\tSUCCESS"]
    lines += ["q3\tA\tWhat? (A) x (B) y\t\tSUCCESS", "q4\tA\tWhat? (A) x (B) y\tu1|CENTRAL\tFAIL"]
    assert [one.id for one in read_explained([HEAD, *lines])] == ["q1"]


def test_other_files_are_refused() -> None:
    with pytest.raises(InputError, match="AnswerKey"):
        list(read_explained(["a\tb", "1\t2"]))
    with pytest.raises(InputError, match="UID"):
        rows_by_uid([])


def test_the_command_prints_all_and_each_role(tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    rows = [f"{uid}\t{text}" for uid, text in ROWS.items()]
    (tables / "SAID.tsv").write_text("\n".join(["[SKIP] UID\tWHAT", *rows]) + "\n", encoding="utf-8")
    questions = tmp_path / "questions.tsv"
    line = "q1\tB\tWhat conducts heat? (A) wool (B) a spoon\tu1|CENTRAL u3|GROUNDING\tSUCCESS"
    questions.write_text(f"{HEAD}\n{line}\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["evaluate", str(questions), "--explanations", "--kb", f"worldtree:{tables}"])
    assert done.exit_code == 0, done.output
    assert "1 questions, 5 rows" in done.output
    assert "grounding    1.000" in done.output
