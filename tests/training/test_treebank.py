from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import spacy

from reasoner.errors import InputError
from reasoner.training import treebank
from reasoner.training.pipeline import SCIENCE, example

HELD_OUT = Path(__file__).parents[1] / "language" / "telegraphic.txt"
FRESH = Path(__file__).parents[1] / "language" / "telegraphic_fresh.txt"

CONLLU = """\
# text = Plants don't eat.
1\tPlants\tplant\tNOUN\tNNS\tNumber=Plur|Gender=Neut\t4\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_
4\teat\teat\tVERB\tVB\tVerbForm=Inf\t0\troot\t_\tSpaceAfter=No
4.1\tghost\t_\t_\t_\t_\t_\t_\t_\t_
5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_

1\tA\ta\tDET\tDT\t_\t2\tdet\t_\t_
2\tCat\tcat\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\t_
3\tsleeps\tsleep\tVERB\tVBZ\t_\t0\troot\t_\t_
"""


@pytest.fixture
def sentences(tmp_path):
    path = tmp_path / "en_ewt-ud-train.conllu.gz"
    path.write_bytes(gzip.compress(CONLLU.encode()))
    return list(treebank.read_conllu(treebank.find(tmp_path, "train")))


def test_multiword_tokens_are_read_as_their_words(sentences):
    gold = example(spacy.blank("en"), sentences).reference
    assert gold.text == "Plants don't eat. A Cat sleeps "
    assert [token.text for token in spacy.blank("en")("Plants don't eat.")] == [token.form for token in sentences[0]]
    assert [token.head.text for token in gold] == ["eat", "eat", "eat", "eat", "eat", "Cat", "sleeps", "sleeps"]


def test_only_useful_features_are_kept(sentences):
    assert sentences[0][0].feats == "Number=Plur"


def test_roughening(sentences):
    assert [token.form for token in treebank.without_final_punctuation(sentences[0])] == ["Plants", "do", "n't", "eat"]
    bare = treebank.lower_case(treebank.without_articles(sentences[1]))
    assert [(token.form, token.head) for token in bare] == [("cat", 2), ("sleeps", 0)]


def test_missing_treebank_says_what_to_do(tmp_path):
    with pytest.raises(InputError, match="universaldependencies"):
        treebank.find(tmp_path, "dev")


def test_bad_row_is_named(tmp_path):
    (tmp_path / "bad.conllu").write_text("1\tonly\tthree\n\n")
    with pytest.raises(InputError, match="10 columns"):
        list(treebank.read_conllu(tmp_path / "bad.conllu"))


@pytest.mark.parametrize("line", ["ice/NN", "ice/NN/0/root melts/VBZ/0/root", "ice/NN/7/nsubj melts/VBZ/0/root"])
def test_bad_annotation_is_refused(tmp_path, sentences, line):
    path = tmp_path / "own.txt"
    path.write_text(line + "\n")
    with pytest.raises(InputError):
        treebank.read_annotated(path, sentences)


@pytest.mark.parametrize("path", [SCIENCE, HELD_OUT, FRESH], ids=lambda path: path.stem)
def test_own_sentences_are_trees(path):
    for line in sentences_of(path):
        heads = [int(word.rsplit("/", 3)[2]) for word in line.split()]
        for start in range(1, len(heads) + 1):
            seen, i = set(), start
            while i and i not in seen:
                seen.add(i)
                i = heads[i - 1]
            assert i == 0, line


def test_held_out_sentences_are_not_trained_on():
    trained, held_out, fresh = (
        {" ".join(word.rsplit("/", 3)[0] for word in line.split()) for line in sentences_of(path)}
        for path in (SCIENCE, HELD_OUT, FRESH)
    )
    assert len(held_out) == 50
    assert not trained & (held_out | fresh)


def sentences_of(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
