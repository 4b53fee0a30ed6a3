"""Readers that point at a span: padding does not show, and what stands behind a word is learned."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from reasoner.errors import InputError, UnknownNameError  # noqa: E402
from reasoner.neural.spans import make_span_reader  # noqa: E402
from reasoner.neural.spans.documents import Passage, same_answer, super_document  # noqa: E402
from reasoner.neural.spans.learning import Asked, SpanReader, train_spans  # noqa: E402
from reasoner.neural.spans.model import WordTable  # noqa: E402
from reasoner.neural.training import Settings  # noqa: E402
from reasoner.question import Choice, Question  # noqa: E402
from reasoner.solver import get_solver  # noqa: E402
from reasoner.training.readers import How  # noqa: E402
from reasoner.training.spans import train_span_reader  # noqa: E402
from tests.neural.tiny_encoder import WIDTH, TinyEncoder  # noqa: E402

torch.set_num_threads(1)  # the models are tiny
KINDS = ("bidaf", "fastqa")
TOWNS = ("Ulm", "Oslo", "Bari", "Lyon", "Kyiv", "New York")


def asked(count: int = 60, seed: int = 1) -> list[Asked]:
    """The answer is the town that stands behind "born in"; another town stands behind "lives in"."""
    draw, made = random.Random(seed), []
    for _ in range(count):
        here, there = draw.sample(TOWNS, 2)
        documents = [f"She was born in {here} .", f"She lives in {there} ."]
        made.append(Asked.of("born where", super_document(documents, str(draw.random())), here))
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_padding_does_not_show(kind: str) -> None:
    torch.manual_seed(0)
    model = make_span_reader(kind, WIDTH).eval().double()
    long, short = Asked.of("who was it", "Ada came . Then Bo came too ."), Asked.of("who", "Bo left .")
    words = [word for one in (long, short) for text in (one.query, one.document) for word in text.words]
    table = WordTable(words, TinyEncoder(), model.reduction)

    def best(*some: Asked) -> list[tuple[tuple[int, int], float]]:
        return model.best(
            table.batch([o.query.words for o in some], [o.document.words for o in some], [(0, 0)] * len(some))
        )

    (span, score), (alone, by_itself) = best(long, short)[1], best(short)[0]
    assert span == alone
    assert score == pytest.approx(by_itself, abs=1e-6)
    assert span[1] < len(short.document.words)


@pytest.mark.parametrize("kind", KINDS)
def test_learns_what_stands_behind_a_word(kind: str, tmp_path: Path) -> None:
    settings = Settings(epochs=8, patience=8, batch=8, rate=1e-2)
    output = tmp_path / "spans.safetensors"
    scores = train_spans(kind, asked(), asked(12, 2), output, TinyEncoder(), [1], settings, lambda line: None)
    assert scores[0] >= 0.9
    text, place, score = SpanReader(kind, str(output), TinyEncoder()).read(
        "born where", "She lives in Oslo . [SEP] She was born in New York ."
    )
    assert (text, score < 0) == ("New York", True)
    assert place == len("She lives in Oslo . [SEP] She was born in ")


def test_first_mention_and_sameness() -> None:
    passage = Passage.of("He saw Rome. [SEP] Rome is old.")
    assert passage.first_mention("rome") == (2, 2)
    assert passage.words[4] == "[SEP]"
    assert passage.first_mention("Bari") is None
    assert Passage.of("one two three", most=2).words == ("one", "two")
    assert same_answer("an Apple!", "apple")
    with pytest.raises(UnknownNameError, match="did you mean 'fastqa'"):
        make_span_reader("fast-qa")


def test_command_room_writes_weights_that_the_solver_reads(tmp_path: Path) -> None:
    rows = [
        {
            "id": f"q{number}",
            "query": "place_of_birth ada",
            "candidates": ["Oslo", "Ulm"],
            "answer": town,
            "supports": [f"Ada was born in {town} .", "Bo lives there ."],
        }
        for number, town in enumerate(["Oslo", "Ulm"] * 3)
    ]
    file, output = tmp_path / "train.jsonl", tmp_path / "fastqa.safetensors"
    file.write_text("\n".join(map(json.dumps, rows)))
    how = How(seeds=1, epochs=6, report=lambda line: None)
    trained = train_span_reader("fastqa", file, file, output, how, words=100)
    assert 0 <= trained.mean <= 1
    assert "questions" in output.with_suffix(".toml").read_text()
    solver = get_solver("fastqa", weights=str(output))
    choices = (Choice("A", "Oslo"), Choice("B", "Ulm"))
    answer = solver.answer(Question("1", "place of birth ada", choices, documents=("Ada was born in Oslo .",)))
    assert answer.abstained is bool(answer.notes)
    assert solver.answer(Question("2", "place of birth ada", choices)).abstained
    file.write_text(json.dumps(Question("1", "which", choices, answer_key="A").as_dict()))
    with pytest.raises(InputError, match="no documents"):
        train_span_reader("fastqa", file, file, output, how)
