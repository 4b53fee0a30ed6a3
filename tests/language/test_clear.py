from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from reasoner.language.clear import is_clear, to_universal

# What spaCy's own English pipelines give: word/pos/head/label, and what it reads as in Universal Dependencies.
CASES = [
    (
        "steel/NOUN/3/nsubjpass is/AUX/3/auxpass made/VERB/3/ROOT of/ADP/3/prep iron/NOUN/4/pobj",
        "steel:nsubj:pass:made is:aux:pass:made made:ROOT:made of:case:iron iron:obl:made",
    ),
    (
        "a/DET/2/det whale/NOUN/3/nsubj is/AUX/3/ROOT a/DET/5/det kind/NOUN/3/attr of/ADP/5/prep mammal/NOUN/6/pobj",
        "a:det:whale whale:nsubj:kind is:cop:kind a:det:kind kind:ROOT:kind of:case:mammal mammal:nmod:kind",
    ),
    (
        "there/PRON/2/expl is/VERB/2/ROOT no/DET/4/det air/NOUN/2/attr",
        "there:expl:is is:ROOT:is no:det:air air:nsubj:is",
    ),
    (
        "birds/NOUN/3/nsubj are/AUX/3/aux eating/VERB/3/ROOT seeds/NOUN/3/dobj and/CCONJ/4/cc nuts/NOUN/4/conj",
        "birds:nsubj:eating are:aux:eating eating:ROOT:eating seeds:obj:eating and:cc:nuts nuts:conj:seeds",
    ),
    (
        "heat/NOUN/2/nsubj causes/VERB/2/ROOT ice/NOUN/5/nsubj to/PART/5/aux melt/VERB/2/ccomp",
        "heat:nsubj:causes causes:ROOT:causes ice:obj:causes to:mark:melt melt:xcomp:causes",
    ),
    (
        "it/PRON/2/nsubj becomes/VERB/2/ROOT hot/ADJ/2/acomp by/ADP/2/prep burning/VERB/4/pcomp",
        "it:nsubj:becomes becomes:ROOT:becomes hot:xcomp:becomes by:mark:burning burning:advcl:becomes",
    ),
    (
        "frogs/NOUN/2/nsubj jump/VERB/2/ROOT out/ADP/2/prep of/ADP/3/prep water/NOUN/4/pobj",
        "frogs:nsubj:jump jump:ROOT:jump out:case:water of:case:water water:obl:jump",
    ),
    (
        "fish/NOUN/2/nsubj are/AUX/2/ROOT in/ADP/2/prep water/NOUN/3/pobj",
        "fish:nsubj:water are:cop:water in:case:water water:ROOT:water",
    ),
    (
        "ice/NOUN/3/nsubjpass is/AUX/3/auxpass melted/VERB/3/ROOT by/ADP/3/agent heat/NOUN/4/pobj",
        "ice:nsubj:pass:melted is:aux:pass:melted melted:ROOT:melted by:case:heat heat:obl:agent:melted",
    ),
]


def clear_doc(text):
    rows = [word.rsplit("/", 3) for word in text.split()]
    words, pos, heads, deps = zip(*rows, strict=True)
    return Doc(spacy.blank("en").vocab, words=words, pos=pos, heads=[int(head) - 1 for head in heads], deps=deps)


@pytest.mark.parametrize(("clear", "universal"), CASES)
def test_to_universal(clear, universal):
    doc = to_universal(clear_doc(clear))
    assert " ".join(f"{token.text}:{token.dep_}:{token.head.text}" for token in doc) == universal


def test_universal_labels_are_left_alone():
    doc = clear_doc("ice/NOUN/2/nsubj melts/VERB/2/ROOT")
    assert not is_clear(doc)
    assert is_clear(clear_doc(CASES[0][0]))
