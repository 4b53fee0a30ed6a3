"""Where a question asks: the question word and the phrase that it heads.

Everything here and in `clauses` works on a list of lower-cased bare words (`keys`) and passes over it a fixed number of
times, so that a stem of ten thousand words is no trouble.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.language.english import listed
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    BARE_NOUNS,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    MODALS,
    OBJECT_PRONOUNS,
    PREPOSITIONS,
    RELATIVES,
    SUBJECT_PRONOUNS,
    is_often_noun,
    is_participle,
    is_past,
    is_plain_verb,
    is_third_person,
    is_verb,
    word_at,
)

NOUN_WORDS = listed("asking", "noun_words")
ROUGHLY = listed("asking", "roughly")
ADVERB_WORDS = listed("asking", "adverb_words")
WH_WORDS = NOUN_WORDS | ADVERB_WORDS
_AMOUNTS = listed("asking", "amounts")
_KINDS = listed("asking", "kinds")
_LISTED = DETERMINERS | {"following", "them"}
_COUNTS = listed("asking", "counts")
_DO_OR_MODAL = DO | MODALS
_BE_OR_MODAL = BE | MODALS
_ENDS_NOUN = AUXILIARIES | DETERMINERS | PREPOSITIONS | CONJUNCTIONS | ADVERBS
_ENDS_NOUN = _ENDS_NOUN | RELATIVES | SUBJECT_PRONOUNS | OBJECT_PRONOUNS
_AFTER_VERB = (PREPOSITIONS | DETERMINERS) - ADVERBS - {"of"}
_AFTER_PARTICIPLE = DETERMINERS | OBJECT_PRONOUNS | CONJUNCTIONS
_PARTICIPIAL = listed("asking", "participial")
_NEAR = 12  # words to look ahead for a verb; a bound, so that time stays linear
# "sleeps until WHEN in spring", but not "bigger than when it was young".
_BEFORE_PLACES = PREPOSITIONS - {"than", "like", "as", "since", "to", "of"}

# How strongly a word's place says that it asks; below SURE a word asks only in a sentence that ends in "?".
CERTAIN, SURE, POSSIBLE, UNLIKELY = 6, 4, 2, 0


@dataclass(frozen=True, slots=True)
class Asked:
    """The question phrase is `keys[start:end]`; `word` heads it and `noun` is the span of what it counts or classes.

    `fronted`: a preposition came along to the front of the clause ("IN which place would ...").
    """

    start: int
    end: int
    word: str
    noun: tuple[int, int]
    strength: int
    fronted: bool

    @property
    def has_noun(self) -> bool:
        return self.noun[0] < self.noun[1]


def find_asked(keys: Sequence[str], breaks: Sequence[bool]) -> Asked | None:
    """The phrase that asks, or None. `breaks[i]` tells whether punctuation follows word i.

    >>> keys = "when it rains what do worms do".split()
    >>> asked = find_asked(keys, [False] * 7)
    >>> asked and (asked.word, asked.start, asked.end)
    ('what', 3, 4)
    """
    best, strength = -1, UNLIKELY
    for i, key in enumerate(keys):
        if key in WH_WORDS and (found := _strength(keys, breaks, i)) > strength:
            best, strength = i, found
    if best < 0:
        return None
    end, noun = _phrase_end(keys, breaks, best)
    preposition = best > 0 and keys[best - 1] in PREPOSITIONS and keys[best - 1] not in ROUGHLY
    fronted = preposition and (best == 1 or breaks[best - 2])
    return Asked(best, end, keys[best], noun, strength, fronted)


def _strength(keys: Sequence[str], breaks: Sequence[bool], i: int) -> int:
    """How surely the question word at i asks, judged by its neighbours."""
    key, before, after = keys[i], word_at(keys, i - 1), word_at(keys, i + 1)
    opens = i == 0 or breaks[i - 1] or before in CONJUNCTIONS or (i == 1 and before in PREPOSITIONS)
    last = i == len(keys) - 1
    if key in ADVERB_WORDS:
        return SURE if last else _adverb_strength(keys, breaks, i, opens)
    if last or (after == "of" and word_at(keys, i + 2) in _LISTED) or (after == "one" and key == "which"):
        return CERTAIN
    if key == "which" and i and breaks[i - 1]:
        return POSSIBLE + 1  # ", which" is most often a relative
    if (opens and after in _DO_OR_MODAL) or (key == "what" and before in DETERMINERS and not opens):
        return CERTAIN
    if key == "what" and i and after in SUBJECT_PRONOUNS:
        return UNLIKELY + 1  # "does what it can"
    if key == "what" or i == 0:
        return SURE + (i == 0)
    if key == "which" and (after in _KINDS or _phrase_end(keys, breaks, i)[0] == len(keys)):
        return SURE
    if before in PREPOSITIONS:
        return SURE if after in _BE_OR_MODAL else POSSIBLE
    return POSSIBLE if opens else UNLIKELY + 1


def _adverb_strength(keys: Sequence[str], breaks: Sequence[bool], i: int, opens: bool) -> int:
    key, after = keys[i], word_at(keys, i + 1)
    if opens and after in _DO_OR_MODAL and _starts_subject(word_at(keys, i + 2)):
        return CERTAIN
    if (opens and after in AUXILIARIES) or (key == "how" and after in _AMOUNTS):
        return SURE + (i == 0)
    if key == "why" or (word_at(keys, i - 1) in _BEFORE_PLACES and after in PREPOSITIONS):
        return SURE
    if i or key == "when":
        return UNLIKELY
    if key == "where":
        return SURE if _phrase_end(keys, breaks, i)[0] > 1 else UNLIKELY + 1
    return POSSIBLE


def _starts_subject(key: str) -> bool:
    return key in DETERMINERS or key in SUBJECT_PRONOUNS or not (is_verb(key) or key in ADVERBS)


def _phrase_end(keys: Sequence[str], breaks: Sequence[bool], i: int) -> tuple[int, tuple[int, int]]:
    """End of the phrase headed at i, and the span of its noun: "which of these ANIMALS", "how many LEGS"."""
    end = i + 1
    if breaks[i] or keys[i] in {"when", "why", "who", "whom"}:
        return end, (end, end)
    if keys[i] == "where":
        stop = _place_end(keys, breaks, end)
        return stop, (end, stop)
    if keys[i] == "how":
        return _amount_end(keys, breaks, end)
    if word_at(keys, end) in _COUNTS and not breaks[end]:
        end += 1
    if word_at(keys, end) == "of" and (listed := _listed_end(keys, end + 1)):
        end = listed
        while end < len(keys) and keys[end] in {"following", "above"} | _COUNTS and not breaks[end - 1]:
            end += 1
        if _is_bare_verb(keys, end):
            return end, (end, end)
    if word_at(keys, end) in _KINDS and word_at(keys, end + 1) == "of":
        end += 2
    noun = noun_end(keys, breaks, end) if not breaks[end - 1] else end
    if word_at(keys, i + 1) == "of" and (plural := _plural_end(keys, end, noun)):
        return _modified_end(keys, breaks, plural), (end, plural)
    listed = keys[end - 1] in {"these", "those", "following"} and keys[noun - 1].endswith("s")
    if noun > end and (i == 0 or breaks[i - 1]) and not listed:
        noun = _before_verb(keys, end, noun, clause_ends=i == 0)
    return noun, (end, noun)


def _plural_end(keys: Sequence[str], start: int, end: int) -> int | None:
    """Where the plural stops that "which of the" asks for, whatever verb follows: "which of the TREES bears fruit"."""
    at = next((i for i in range(start, end) if keys[i].endswith("s") and not keys[i].endswith("ss")), None)
    return None if at is None or word_at(keys, at + 1) == "of" or at + 1 == len(keys) else at + 1


def _listed_end(keys: Sequence[str], i: int) -> int | None:
    """Where the noun begins after "which of the", "which of Mrs Hill's"."""
    if word_at(keys, i) in _LISTED:
        return i + 1
    return next((k + 1 for k in range(i, i + 3) if word_at(keys, k).endswith(("'s", "’s"))), None)


def _modified_end(keys: Sequence[str], breaks: Sequence[bool], end: int) -> int:
    """Where what limits a plural stops: "which of the lamps IN THE HALL are lit", "of the boys WHO ROW can swim"."""
    if not (word_at(keys, end) in RELATIVES or word_at(keys, end) in PREPOSITIONS) or breaks[end - 1]:
        return end
    for i in range(end + 2, min(end + _NEAR, len(keys) - 1)):
        if breaks[i - 1]:
            break
        if keys[i] in AUXILIARIES or (is_verb(keys[i]) and not is_often_noun(keys[i])):
            return i
    return end


def _is_bare_verb(keys: Sequence[str], i: int) -> bool:
    """Whether "which of these" is followed by its verb: a noun would be plural ("which of these NEED water")."""
    key, after = word_at(keys, i), word_at(keys, i + 1)
    return is_verb(key) and not after.endswith("s") and after not in AUXILIARIES and not is_third_person(after)


def _before_verb(keys: Sequence[str], start: int, end: int, clause_ends: bool) -> int:
    """Where a noun phrase stops that swallowed a verb unknown to us: "what loosens soil", "what ensues after rain"."""
    if end < len(keys) and keys[end] in _AFTER_VERB:
        return next((i for i in range(start, end) if keys[i].endswith("s")), end)
    if end == len(keys) and clause_ends:
        return next((i for i in range(start, end) if keys[i].endswith("s")), min(start + 1, end - 1))
    return end


def _place_end(keys: Sequence[str], breaks: Sequence[bool], start: int) -> int:
    """ "Where IN A HIVE is wax kept": up to a nearby auxiliary, if there is one."""
    if word_at(keys, start) in AUXILIARIES:
        return start
    stops = AUXILIARIES if word_at(keys, start) in PREPOSITIONS else DO
    for i in range(start, min(start + 8, len(keys))):
        if keys[i] in stops:
            return i
        if breaks[i]:
            break
    return start


def _amount_end(keys: Sequence[str], breaks: Sequence[bool], end: int) -> tuple[int, tuple[int, int]]:
    """ "How MANY LEGS", "how LONG", "how ESSENTIAL is"; nothing after a bare "how"."""
    graded = word_at(keys, end + 1) in AUXILIARIES and word_at(keys, end) not in AUXILIARIES
    if word_at(keys, end) not in _AMOUNTS and not graded:
        return end, (end, end)
    end += 1
    noun = noun_end(keys, breaks, end) if keys[end - 1] in {"many", "much"} and not breaks[end - 1] else end
    return noun, (end, noun)


def noun_end(keys: Sequence[str], breaks: Sequence[bool], start: int) -> int:
    """Where the bare noun phrase at `start` stops: before the first word that looks like a verb or a new phrase."""
    end = start
    while end < len(keys) and not _ends_noun(keys, start, end):
        end += 1
        if breaks[end - 1]:
            return end
    if end == start or word_at(keys, end) != "of" or end + 1 == len(keys):
        return end
    bare = keys[end + 1] not in DETERMINERS  # "which time of day will it rain", "what unit of length measures"
    further = end + 1 + (not bare)
    while further < len(keys) and not _ends_noun(keys, end + 1, further):
        further += 1
    follows = word_at(keys, further)
    goes_on = (
        follows in AUXILIARIES
        or (is_third_person(follows) and not is_often_noun(follows))
        or (bare and word_at(keys, further) not in _AFTER_VERB)
    )
    return further if goes_on else end


def _ends_noun(keys: Sequence[str], start: int, i: int) -> bool:
    key, after = keys[i], word_at(keys, i + 1)
    first = i == start
    if after in DO or (first and key in {"other", "one", "certain"}):
        return key in PREPOSITIONS or key in AUXILIARIES
    if key == "people" and word_at(keys, i - 1) in {"these", "those", "many"}:
        return False
    if key in _ENDS_NOUN or key.endswith(("n't", "n’t")):
        return True
    if is_third_person(key):
        return not (is_often_noun(key) and _verb_follows(keys, i + 1)) and after not in AUXILIARIES
    if is_past(key) and after not in AUXILIARIES and word_at(keys, i + 2) not in AUXILIARIES:
        return True
    if key.endswith("ing"):
        return key in _PARTICIPIAL or (first and (after in _AFTER_PARTICIPLE or not after))
    if first and is_participle(key) and word_at(keys, i - 1) in _LISTED:
        return True
    if not first and is_often_noun(key) and (after in AUXILIARIES or is_third_person(after)):  # "which PROCESS is"
        return False
    if not is_verb(key) or is_plain_verb(key) or not first:
        return is_verb(key)
    if after in PREPOSITIONS and after not in {"of", "to"}:  # "what feed on grass", not "what change in it causes rain"
        return not any(
            word in AUXILIARIES or is_third_person(word) for word in keys[i + 2 : min(i + _NEAR, len(keys) - 1)]
        )
    return after in _AFTER_PARTICIPLE or after == "to"


def _verb_follows(keys: Sequence[str], i: int) -> bool:
    """Whether the word before i, "plants" or "forces", is the subject of a verb: "plants grow", "forces often act"."""
    start = i
    while word_at(keys, i) in ADVERBS:
        i += 1
    key = word_at(keys, i)
    known = is_plain_verb(key) or (i > start and is_third_person(key))
    return key in AUXILIARIES or known or (is_verb(key) and key not in BARE_NOUNS)
