"""The words and dependency labels by which trees are read, and how far reading goes."""

from __future__ import annotations

from reasoner.language.english import listed
from reasoner.language.wordlists import words

DO = words("do does did")
BE = listed("statements", "be")
RELATIVE = words("that which who whom where when")
NEGATIONS = words("not n't never nor no neither")
MODALS = {"ca": "can", "wo": "will", "'ll": "will", "sha": "shall", "'d": "would"} | {
    word: word for word in ["can", "could", "may", "might", "must", "shall", "should", "will", "would"]
}
CONDITIONS = listed("statements", "conditions")
CAUSATIVES = listed("statements", "causatives")
CHAINING = listed("statements", "chaining")
# Verbs after whose object an infinitive says what for, and is no part of that object: "plants need light to grow".
PURPOSEFUL = words("choose employ need require take use want")
DIRECTIONS = listed("statements", "directions")
LEADING = listed("statements", "leading")
PARTICLES = words("apart away down off out up")
CLAUSE_LEVEL = listed("statements", "clause_level")
NO_CLAUSE = listed("statements", "no_clause")
MAX_CONJUNCTS = 50  # in one list
MAX_COMBINATIONS = 12  # of conjoined subjects and objects; longer lists are paired off, so that time stays linear
MAX_WORDS = 60  # in one field; a field longer than this is a parse gone wrong
MAX_DEPTH = 12  # steps up or down the tree in search of a subject or a conjunct
