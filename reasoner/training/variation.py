"""Other words in the place of the words of a science sentence, so that a tree is learned and not its words.

Sense does not matter here ("a comet pollinates steel"): what verb, noun and adjective look like in a short fact does.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from reasoner.language.english import words
from reasoner.training.treebank import Sentence, Token

VOCABULARY = Path(__file__).parent / "data" / "vocabulary.txt"
SHARE = 0.4  # of the words that could change
# Words that make the construction what it is.
KEPT = words("kept_in_variation")
_COMPLEMENTS = frozenset({"xcomp", "ccomp", "compound:prt", "iobj"})


@cache
def vocabulary() -> dict[str, tuple[str, ...]]:
    """Word classes by name.

    >>> "comet" in vocabulary()["thing"]
    True
    """
    lines = VOCABULARY.read_text(encoding="utf-8").splitlines()
    classes = (line.split(": ") for line in lines if not line.startswith("#"))
    return {name: tuple(words.split()) for name, words in classes}


def vary(sentence: Sentence, rng: random.Random) -> Sentence:
    """The sentence with some of its words exchanged, its tree unchanged."""
    words = [_other(sentence, i, rng) if rng.random() < SHARE else token.form for i, token in enumerate(sentence)]
    for i, token in enumerate(sentence[:-1]):
        if token.form in ("a", "an"):
            words[i] = "an" if words[i + 1][0] in "aeiou" else "a"
    return tuple(replace(token, form=word) for token, word in zip(sentence, words, strict=True))


def _other(sentence: Sentence, i: int, rng: random.Random) -> str:
    token = sentence[i]
    below = {other.dep for other in sentence if other.head == i + 1}
    if token.form in KEPT:
        return token.form
    if token.tag == "NN":
        counted = any(other.form in ("a", "an") for other in sentence if other.head == i + 1)
        return rng.choice(vocabulary()["thing" if counted else "stuff"])
    if token.tag == "NNS":
        return s_form(rng.choice(vocabulary()["thing"]))
    if token.tag == "JJ" and token.dep == "amod":
        return rng.choice(vocabulary()["like"])
    if token.pos == "VERB" and not below & _COMPLEMENTS:
        return _verb(token, "does-to" if below & {"obj", "nsubj:pass"} else "does", rng)
    return token.form


def _verb(token: Token, kind: str, rng: random.Random) -> str:
    base = rng.choice(vocabulary()[kind])
    if token.tag == "VBZ":
        return s_form(base)
    if token.tag in ("VB", "VBP"):
        return base
    return token.form


def s_form(word: str) -> str:
    """Plural of a noun, third person of a verb.

    >>> [s_form(word) for word in ("plant", "berry", "beach", "leaf", "mouse")]
    ['plants', 'berries', 'beaches', 'leaves', 'mice']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if re.search("[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if re.search("(s|x|z|ch|sh|[^aeiou]o)$", word) else "s")


_IRREGULAR = {
    "bacterium": "bacteria",
    "cactus": "cacti",
    "fungus": "fungi",
    "leaf": "leaves",
    "mouse": "mice",
    "nucleus": "nuclei",
    "prey": "prey",
    "salmon": "salmon",
    "sheep": "sheep",
    "tooth": "teeth",
    "wolf": "wolves",
}
