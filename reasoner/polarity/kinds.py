"""The one that does not belong with the others, and the exception to what all of a kind are said to do."""

from __future__ import annotations

import re
from collections.abc import Mapping

from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.claim import denies, last_sentence
from reasoner.language.claim.cutting import cut
from reasoner.language.english import words as word_list
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.polarity.apart import Odd
from reasoner.polarity.lookup import kinds_of

_NEGATIONS = word_list("negations")
_BELONGS = re.compile(
    r"\b(?:belongs?|fits?)(?:\s+(?:here|in(?=\s*\?)|in\s+with\s+the\s+(?:others?|rest)|together|with\s+(?:the\s+)?(?:others?|rest)|with\s+the\s+other\s+\w+|"
    r"(?:in|to)\s+(?:the|this)\s+(?:group|list|set|row|family)))?\s*\?$",
    re.IGNORECASE,
)
_ALL = re.compile(r"^(?:all|every|each)\s+", re.IGNORECASE)
Kinds = dict[str, tuple[Fact, ...]]
#: Rows that deny what all are said to do, and that are looked at.
DENYING = 300


def asks_for_odd(stem: str) -> bool:
    """Return whether a question, made positive, only asks what belongs with the others.

    >>> asks_for_odd("Which one belongs?"), asks_for_odd("Which of these belongs in a kitchen?")
    (True, False)
    """
    return _BELONGS.search(stem) is not None


def odd_kind(choices: Mapping[str, str], kb: KnowledgeBase) -> Odd | None:
    """Return the one choice that is not of the kinds that all the others are of; of several, by more and nearer kinds.

    >>> rows = ["an owl is a kind of bird", "a tern is a kind of bird", "a bat is a kind of mammal"]
    >>> odd_kind({"A": "an owl", "B": "a bat", "C": "a tern"}, KnowledgeBase.from_facts(map(Fact, rows)))
    Odd(label='B', words=('bird',), facts=('an owl is a kind of bird', 'a tern is a kind of bird'))
    """
    kinds = {label: kinds_of(content_lemmas(text), kb) for label, text in choices.items()}
    near = {label: _shared(label, kinds, choices) for label in kinds} if len(kinds) > 2 else {}
    worth = sorted(((sum(1 / far for far in shared.values()), label) for label, shared in near.items()), reverse=True)
    if not worth or not worth[0][0] or worth[0][0] == worth[1][0]:
        return None
    odd = worth[0][1]
    kind = min(near[odd], key=lambda each: (near[odd][each], each))
    facts = dict.fromkeys(row.text for label in kinds if label != odd for row in kinds[label][kind])
    return Odd(odd, (kind,), tuple(facts))


def _shared(odd: str, kinds: Mapping[str, Kinds], choices: Mapping[str, str]) -> dict[str, int]:
    """The kinds that all choices but one are of, and how far they are from them together."""
    others = [kinds[label] for label in kinds if label != odd]
    shared = set.intersection(*map(set, others)) - set(kinds[odd]) - set(content_lemmas(choices[odd]))
    return {kind: sum(len(other[kind]) for other in others) for kind in shared}


def exception(claim: str, kb: KnowledgeBase) -> tuple[Fact, ...]:
    """Return the rows that name an exception to what a claim says of all things of a kind; nothing where there is none.

    >>> rows = ["a penguin is a kind of bird", "a penguin cannot fly", "a stone cannot fly"]
    >>> [row.text for row in exception("All birds can fly.", KnowledgeBase.from_facts(map(Fact, rows)))]
    ['a penguin is a kind of bird', 'a penguin cannot fly']
    """
    sentence = last_sentence(claim)
    about = cut(sentence)
    if not _ALL.match(sentence) or not about.head or not about.predicate:
        return ()
    for hit in kb.search([sorted(about.predicate)], DENYING):
        row = hit.fact
        if _NEGATIONS.isdisjoint(tokenize(row.text)) or not {*about.predicate} <= {*content_lemmas(row.text)}:
            continue
        one = cut(row.text).subject
        path = kinds_of(one, kb).get(about.head) if one else None
        if path and denies(row.text, f"{' '.join(one)} {_ALL.sub('', sentence).split(maxsplit=1)[1]}"):
            return (*path, row)
    return ()
