"""What counts for a choice, and how much."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What the measures of a choice weigh, each of which is a part of its score.

    `MEANING` was fitted by the logistic regression of `eval/fit_chain.py`, in which no measure may count the wrong way,
    then rounded: on the first 2,000 questions of OpenBookQA Train, and `row` and `searched` on 500 of ARC-Easy Train
    over WorldTree; with two given facts over the open book with and without `science` at once, else with `HELD` at
    0.001. On those questions it scores 0.465 over the open book without a given fact, 0.566 with one (and `science`),
    0.898 with two, and 0.661 on those of ARC that have four choices.
    """

    proved: float = 0.0  # a typed proof, by its confidence
    near: float = 0.0  # a typed proof that lacks something
    stated: float = 0.0  # a given fact states the hypothesis
    against: float = 0.0  # a proof of the contrary
    amount: float = 0.0  # of the choice's words that the given facts cover, by idf
    claim: float = 0.0  # the share of them
    used: float = 0.0  # the share of the given facts that the hypothesis takes up, on average
    used_least: float = 0.0  # the same of the fact that is taken up least
    opposite: float = 0.0  # a given fact has the opposite of a word of the choice
    together: float = 0.0  # likeness of the hypothesis to the given facts together, beyond the stem
    one: float = 0.0  # the same to the given fact that is most like it
    choice: float = 0.0  # likeness of the choice to the given fact that is most like it, beyond the stem
    least: float = 0.0  # likeness of the hypothesis to the given fact that is least like it, stem and all
    law: float = 0.0  # nearness of the nearest of all sentences known
    row: float = 0.0  # nearness of the nearest that a search by words finds
    searched: float = 0.0  # BM25 of the best that it finds


LABELS = {
    "proved": "typed proof",
    "near": "typed proof that lacks something",
    "stated": "stated by a given fact",
    "against": "against it",
    "amount": "weight of the choice's words covered",
    "claim": "share of the choice covered",
    "used": "share of the facts taken up",
    "used_least": "share taken up of the fact least used",
    "opposite": "against it",
    "together": "adds to the stem what the facts add",
    "one": "adds to the stem what a fact adds",
    "choice": "choice like what a fact adds to the stem",
    "least": "hypothesis like every fact",
    "law": "near a fact known",
    "row": "near a fact found",
    "searched": "best fact that shares words",
}
#: By words alone: without a given fact, with one, and with more. Fitted on 800 questions; on 1,000 it came out much the
#: same. With a single fact, wrong choices have words in common with it as often as the right one has.
WORDS = (
    Weights(proved=6.0, near=2.5, against=3.0, searched=0.1),
    Weights(
        proved=6.0, near=2.5, stated=0.3, against=3.0, amount=0.017, claim=0.2, used=0.23, used_least=0.18,
        opposite=0.2, searched=0.1,
    ),
    Weights(
        proved=6.0, near=2.5, stated=0.3, against=3.0, amount=0.17, claim=2.0, used=2.3, used_least=1.8, opposite=0.2,
    ),
)  # fmt: skip
#: By embeddings: without a given fact, with one, and with more. Proofs from found facts alone are so rare that fits
#: disagree on them; a middle way was taken.
MEANING = (
    Weights(proved=15.0, near=5.0, against=4.0, law=10.0, row=12.0, searched=0.1),
    Weights(proved=2.0, near=2.7, against=3.5, amount=0.03, opposite=1.5, together=3.5, one=3.0),
    Weights(
        proved=1.6, near=3.5, against=1.2, amount=0.14, claim=0.85, used=0.3, used_least=0.35, opposite=0.65,
        together=2.5, one=2.3, choice=1.9, least=2.8,
    ),
)  # fmt: skip
