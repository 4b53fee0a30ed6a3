from __future__ import annotations

import random

import pytest
import spacy

from reasoner.errors import InputError
from reasoner.training.pipeline import SCIENCE, roughen, train
from reasoner.training.treebank import Token
from reasoner.training.variation import vary

POS = {"NN": "NOUN", "NNS": "NOUN", "VBZ": "VERB", "VBP": "VERB", "VB": "VERB", "JJ": "ADJ", "DT": "DET", "IN": "ADP"}


def word(form, tag, head, dep):
    return Token(form, tag, POS[tag], "", head, dep, True)


FACT = (
    word("a", "DT", 2, "det"),
    word("rock", "NN", 3, "nsubj"),
    word("melts", "VBZ", 0, "root"),
    word("ice", "NN", 3, "obj"),
)


def test_variation_changes_words_and_nothing_else():
    rng = random.Random(5)
    varied = [vary(FACT, rng) for _ in range(200)]
    assert len({tuple(token.form for token in sentence) for sentence in varied}) > 100
    for sentence in varied:
        assert [(token.tag, token.head, token.dep) for token in sentence] == [
            (token.tag, token.head, token.dep) for token in FACT
        ]
        assert sentence[0].form == ("an" if sentence[1].form[0] in "aeiou" else "a")
        assert sentence[2].form.endswith("s")


def test_roughening_keeps_most_sentences_as_written():
    rng = random.Random(5)
    capital = (word("Rocks", "NNS", 2, "nsubj"), word("melt", "VBP", 0, "root"))
    as_written = sum(roughen(capital, rng) == capital for _ in range(1000))
    assert 700 < as_written < 850


@pytest.fixture
def treebank(tmp_path):
    """The project's own sentences as a treebank of the right names."""
    sentences = []
    for line in SCIENCE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            rows = [entry.rsplit("/", 3) for entry in line.split()]
            sentences.append(
                "".join(
                    f"{i}\t{form}\t_\t{POS.get(tag, 'X')}\t{tag}\t_\t{head}\t{dep}\t_\t_\n"
                    for i, (form, tag, head, dep) in enumerate(rows, start=1)
                )
            )
    (tmp_path / "en_ewt-ud-train.conllu").write_text("\n".join(sentences), encoding="utf-8")
    (tmp_path / "en_ewt-ud-dev.conllu").write_text("\n".join(sentences[:20]), encoding="utf-8")
    return tmp_path


def test_a_folder_that_is_no_pipeline_is_not_overwritten(treebank):
    (treebank / "mine").mkdir()
    with pytest.raises(InputError, match="no spaCy pipeline"):
        train(treebank, treebank / "mine")


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_training_writes_a_model_and_the_same_one_twice(treebank, monkeypatch):
    monkeypatch.setattr("reasoner.training.pipeline.SCIENCE_REPEATS", 1)
    outputs = [treebank / "one", treebank / "two"]
    for output in outputs:
        assert set(train(treebank, output, seed=3, steps=2)) == {"dep_uas", "dep_las", "pos_acc"}
    first, second = (contents(output) for output in outputs)
    assert first == second
    assert str(treebank).encode() not in b"".join(first.values())
    assert spacy.load(outputs[0])("rocks melt ice")[0].dep_
