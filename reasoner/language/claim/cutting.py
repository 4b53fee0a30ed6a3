"""A sentence cut into what it speaks of and what it says of that, each word with what it is worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from reasoner.language.claim.conjuncts import verb_at
from reasoner.language.claim.stems import plainly
from reasoner.language.english import listed
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    is_participle,
    is_third_person,
    is_verb,
    word_at,
)

_IN_ORDER = re.compile(r"\bin\s+order\s+to\b", re.IGNORECASE)
_EMPTY = (
    listed("asking", "kinds")
    | (DETERMINERS - listed("polarity", "may_end_a_name"))
    | PREPOSITIONS
    | listed("polarity", "vague")
)
_PEOPLE = listed("polarity", "people")
#: What the verb of a claim is worth, where a noun is worth 1, and one that says little: find, need, use, live.
VERB, LIGHT = 0.5, 0.3
#: What it is worth for what something is done: "gives us eggs TO EAT".
PURPOSE = 0.1
PURPOSES = re.compile(r"\b(?:\w+s|water|food|air|light|energy|heat|it|them|him|her|us|you)\s+to\s+(\w+)", re.IGNORECASE)
#: What a circumstance is worth: "melts ON A WARM DAY".
CIRCUMSTANCE = 0.5
NEEDING = listed("polarity", "needing")
_LIGHT = listed("polarity", "light_verbs")
_CIRCUMSTANCES = listed("polarity", "circumstances")
_PLACING = listed("polarity", "placing")


class Cut(NamedTuple):
    """The words for the subject of a sentence, those of its predicate with what each is worth, and their heads."""

    subject: tuple[str, ...]
    predicate: dict[str, float]
    #: The noun of the subject, with what stands right before it: "clock" on a tower, "coral reef".
    noun: tuple[str, ...] = ()
    verb: str = ""

    @property
    def head(self) -> str:
        """The last word of the noun."""
        return self.noun[-1] if self.noun else ""


@lru_cache(maxsize=10_000)
def cut(sentence: str) -> Cut:
    """Return the words for the subject of a sentence, and those of its predicate with what each is worth.

    What anybody does is said of the thing that it is done with. Verbs say less than nouns; adverbs, prepositions and
    vague words say nothing.

    >>> cut("A coral reef is usually found in the sky.")
    Cut(subject=('coral', 'reef'), predicate={'find': 0.3, 'sky': 1.0}, noun=('coral', 'reef'), verb='find')
    >>> cut("You can find a kettle in an ordinary kitchen.")
    Cut(subject=('kettle',), predicate={'find': 0.3, 'kitchen': 1.0}, noun=('kettle',), verb='find')
    """
    tokens = [word for word in tokenize(_IN_ORDER.sub("to", plainly(sentence))) if word not in ADVERBS]
    verb = verb_at(tokens) or min(1, len(tokens))
    while verb < len(tokens) - 1 and (tokens[verb] in AUXILIARIES or tokens[verb] == "be"):
        verb += 1
    named, words = tokens[:verb], content_lemmas(" ".join(tokens))
    about = len(content_lemmas(" ".join(named)))
    subject, said = words[:about], words[about:]
    acts = bool(said) and verb < len(tokens) and _acts(said[0], tokens[verb])
    if acts and not set(subject) - _PEOPLE:
        after = tokens[verb + 1 :]
        end = next((i for i, word in enumerate(after) if i and word in PREPOSITIONS and word != "of"), len(after))
        named = after[:end]
        subject = content_lemmas(" ".join(named))
        said = (said[0], *content_lemmas(" ".join(after[end:])))
    worth = dict.fromkeys((word for word in said if word not in _EMPTY), 1.0)
    purposes = PURPOSES.findall(sentence)
    if said and said[0] in NEEDING and "to" in tokens:
        purposes += tokens[tokens.index("to") + 1 :]
    worth |= {word: PURPOSE for word in content_lemmas(" ".join(purposes)) if word in worth}
    if acts and said[0] in worth:
        worth[said[0]] = LIGHT if said[0] in _LIGHT else VERB
    if acts and said[0] not in _LIGHT | _PLACING and word_at(tokens, verb + 1) in _CIRCUMSTANCES:
        worth = {word: 1.0 if word == said[0] else CIRCUMSTANCE * value for word, value in worth.items()}
    return Cut(subject, worth, _noun(named), said[0] if acts else "")


def _noun(named: Sequence[str]) -> tuple[str, ...]:
    stop = PREPOSITIONS | AUXILIARIES
    end = next((i for i, word in enumerate(named) if i and (word in stop or _goes_on(named, i))), len(named))
    start = end
    while start and content_lemmas(named[start - 1]):
        start -= 1
    return content_lemmas(" ".join(named[start:end]))


def _goes_on(named: Sequence[str], i: int) -> bool:
    """Whether a word opens what is said of the noun before it: a daisy GROWING in a meadow."""
    return named[i].endswith("ing") and bool(content_lemmas(named[i - 1])) and word_at(named, i + 1) in PREPOSITIONS


def _acts(word: str, token: str) -> bool:
    return is_verb(word) or is_participle(token) or is_third_person(token)
