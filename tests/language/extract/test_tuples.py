"""Tuples: hand-made trees for the rules, the gold set for the whole."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from reasoner.language.extract.tuples import comparative_halves, extract, graph
from reasoner.language.parse import pipeline
from tests.language.extract.gold import Counts, gold_sentences, heads


@lru_cache(maxsize=1)
def vocab() -> spacy.vocab.Vocab:
    return spacy.blank("en").vocab


def tree(text: str) -> Doc:
    """A parsed text from "word/POS/label/head" items, heads counted from 1 and 0 for the root."""
    rows = [item.rsplit("/", 3) for item in text.split()]
    heads = [int(row[3]) - 1 if row[3] != "0" else i for i, row in enumerate(rows)]
    return Doc(vocab(), [row[0] for row in rows], pos=[row[1] for row in rows],
               deps=["ROOT" if row[3] == "0" else row[2] for row in rows], heads=heads)  # fmt: skip


def shown(text: str) -> list[str]:
    return [str(each) for each in extract(tree(text))]


def test_copula_takes_its_complement_as_object_and_splits_conjuncts():
    doc = "cats/NOUN/nsubj/5 and/CCONJ/cc/3 dogs/NOUN/conj/1 are/AUX/cop/5 mammals/NOUN/root/0"
    assert shown(doc) == ["(cats; are; mammals)", "(dogs; are; mammals)"]


def test_passive_keeps_the_logical_roles():
    doc = tree("insects/NOUN/nsubj:pass/3 are/AUX/aux:pass/3 eaten/VERB/root/0 by/ADP/case/5 frogs/NOUN/obl/3")
    (found,) = extract(doc)
    assert (found.fields, found.passive) == (("insects", "are eaten", "by frogs"), True)
    assert [each.role for each in found.objects] == ["agent"]


def test_relative_clause_gets_the_noun_it_describes_as_subject():
    doc = ("animals/NOUN/nsubj/6 that/PRON/nsubj/3 live/VERB/acl:relcl/1 in/ADP/case/5 ponds/NOUN/obl/3 "
           "swim/VERB/root/0")  # fmt: skip
    assert shown(doc) == ["(animals; live; in ponds) [relative]", "(animals; swim)"]


def test_object_relative_gets_it_as_object():
    doc = "food/NOUN/nsubj/5 that/PRON/obj/4 squirrels/NOUN/nsubj/4 bury/VERB/acl:relcl/1 lasts/VERB/root/0"
    assert shown(doc) == ["(squirrels; bury; food) [relative]", "(food; lasts)"]


def test_condition_and_result_are_marked_and_linked():
    doc = "if/SCONJ/mark/3 plants/NOUN/nsubj/3 freeze/VERB/advcl/6 they/PRON/nsubj/6 will/AUX/aux/6 die/VERB/root/0"
    condition, result = extract(tree(doc))
    assert str(condition) == "(plants; freeze) [if, condition]"
    assert str(result) == "(they; die) [will, result]"
    assert (condition.link, result.link) == (1, 0)


def test_causative_gives_both_statements():
    doc = "heat/NOUN/nsubj/2 causes/VERB/root/0 ice/NOUN/obj/2 to/PART/mark/5 melt/VERB/xcomp/2"
    assert shown(doc) == ["(heat; causes; ice; to melt)", "(ice; melt) [embedded]"]


def test_negation_and_modality_are_marks_and_leave_the_predicate():
    doc = "snakes/NOUN/nsubj/4 can/AUX/aux/4 not/PART/advmod/4 walk/VERB/root/0"
    assert shown(doc) == ["(snakes; walk) [not, can]"]


def test_no_before_an_object_negates():
    doc = "space/NOUN/nsubj/2 has/VERB/root/0 no/DET/det/4 air/NOUN/obj/2"
    assert shown(doc) == ["(space; has; air) [not]"]


def test_verbs_conjoined_share_their_subject():
    doc = "fans/NOUN/nsubj/2 use/VERB/root/0 power/NOUN/obj/2 and/CCONJ/cc/5 move/VERB/conj/2 air/NOUN/obj/5"
    assert shown(doc) == ["(fans; use; power)", "(fans; move; air)"]


def test_a_main_verb_hung_on_a_participle_is_its_own_statement():
    doc = ("energy/NOUN/nsubj/2 stored/VERB/root/0 in/ADP/case/4 food/NOUN/obl/2 is/AUX/aux:pass/6 "
           "released/VERB/ccomp/2")  # fmt: skip
    parsed = tree(doc)
    parsed[1].tag_ = "VBN"
    assert [str(each) for each in extract(parsed)] == ["(energy; stored; in food)", "(energy; is released)"]


def test_chained_verbs_make_one_predicate():
    doc = "seeds/NOUN/nsubj/2 begin/VERB/root/0 to/PART/mark/4 sprout/VERB/xcomp/2"
    (found,) = extract(tree(doc))
    assert (found.predicate.text, found.predicate.lemma) == ("begin to sprout", "sprout")


def test_apposition_is_the_only_place_where_is_is_added():
    doc = "mercury/NOUN/nsubj/6 ,/PUNCT/punct/4 a/DET/det/4 metal/NOUN/appos/1 ,/PUNCT/punct/4 flows/VERB/root/0"
    assert shown(doc) == ["(mercury; is; metal)", "(mercury; flows)"]


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        ("The more mass it has, the stronger it pulls.", (("more", "mass it has"), ("stronger", "it pulls"))),
        ("the water in the river", None),
        ("the flower and the tower", None),
    ],
)
def test_comparative_halves(text, halves):
    assert comparative_halves(text) == halves


@pytest.mark.parametrize(
    "text",
    ["If water boils, steam rises.", "when water boils then steam rises", "steam rises when water boils"],
)
def test_conditions_wherever_they_stand(text):
    found = {each.role: each for each in extract(text)}
    assert (found["condition"].fields, found["result"].fields) == (("water", "boils"), ("steam", "rises"))
    assert found["condition"].link != found["result"].link


def test_definition_by_when_holds_what_happens():
    definition, inner = extract("Erosion is when wind moves soil.")
    assert definition.fields == ("Erosion", "is", "when wind moves soil")
    assert (inner.fields, inner.role, inner.link) == (("wind", "moves", "soil"), "embedded", 0)


def test_graph_merges_nodes_by_text_and_parts_long_objects():
    doc = "moss/NOUN/nsubj/2 covers/VERB/root/0 rocks/NOUN/obj/2 near/ADP/case/5 streams/NOUN/nmod/3"
    made = graph(extract(tree(doc)) * 2)
    assert made.nodes == ("covers", "moss", "rocks", "streams")
    assert made.edges == ((0, "subj", 1), (1, "subj-obj", 2), (0, "obj", 2), (2, "near", 3))


def test_graph_keeps_negation():
    made = graph(extract(tree("space/NOUN/nsubj/2 has/VERB/root/0 no/DET/det/4 air/NOUN/obj/2")))
    assert made.nodes[0] == "not has"


def test_gold_set_is_large_and_well_formed():
    sentences = gold_sentences()
    assert len(sentences) >= 150
    assert len({each.text for each in sentences}) == len(sentences)
    for each in sentences:
        words = ["is", *each.text.lower().replace(",", " ").replace("isn't", "is not").rstrip(".").split()]
        for subject, predicate, objects, _ in each.tuples:
            for word in (subject, predicate, *(part.split(":")[-1] for part in objects)):
                assert not word or word in words, (each.text, word)


def test_the_parser_was_not_trained_on_the_gold_set():
    science = Path(pipeline.__file__).parents[2] / "training" / "data" / "science.txt"
    lines = science.read_text(encoding="utf-8").splitlines()
    trained = {" ".join(item.split("/")[0] for item in line.split()).lower() for line in lines}
    assert not [each.text for each in gold_sentences() if each.text.lower().rstrip(".") in trained]


@pytest.mark.parametrize("held_out", [False, True])
def test_tuples_meet_the_bar(held_out):
    counts = Counts()
    for sentence in gold_sentences():
        if sentence.held_out == held_out:
            counts.add([heads(each) for each in extract(sentence.text)], sentence.tuples)
    assert counts.precision >= 0.85
    assert counts.recall >= 0.80


def test_every_word_comes_from_the_sentence():
    for sentence in gold_sentences():
        words = sentence.text.lower().replace(",", " ").replace(".", " ").replace("n't", " n't").split()
        for found in extract(sentence.text):
            for word in " ".join(found.fields).lower().split():
                assert word in words or word == "is", (sentence.text, word)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "🙂🙂", "\x00\x07 water", "....", "____", "the", "\u202e ice", "'s"])
def test_odd_texts_give_a_result(text):
    assert isinstance(extract(text), tuple)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gives_a_result(text):
    graph(extract(text))


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["plants and ", "if water that is hot ", "dogs eat food which ", "word ", "the more "])
def test_very_long_sentences_give_a_result(unit):
    found = extract(unit * (10_000 // len(unit.split())) + "grow")
    assert all(len(field) < 10_000 for each in found for field in each.fields)
