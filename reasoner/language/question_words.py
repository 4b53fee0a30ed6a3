"""Where a question asks: the question word, the phrase it heads, and the clause that was turned round to ask it.

Everything works on a list of lower-cased bare words (`keys`), so that a stem of ten thousand words takes one pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    OBJECT_PRONOUNS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    is_often_noun,
    is_participle,
    is_plain_verb,
    is_third_person,
    is_verb,
    word_set,
)

NOUN_WORDS = word_set("what which who whom whose whatever whichever")
ADVERB_WORDS = word_set("where when why how")
WH_WORDS = NOUN_WORDS | ADVERB_WORDS
AMOUNTS = word_set("many much long often far fast old tall big large deep high heavy quickly soon hot wide")
KINDS = word_set("kind kinds type types sort sorts form forms")
RELATIVES = word_set("that who which whose")
_LISTED = word_set("these those the following them")
_COUNTS = word_set("one ones two three pair statement statements")
# "Which is likely ...", "What are safe ...": words that say something of the answer, so the answer stands before "is".
_PREDICATES = word_set(
    "likely likeliest unlikely used called found able unable important necessary essential responsible true false best better worse more "
    "most least less safe dangerous different similar hot hotter cold colder true correct incorrect there made"
)
# "wants to see WHAT", against "uses WHAT to see".
_CHAINING = word_set("want have like try seem tend begin happen go start hope expect wish appear plan choose")

# "wait until WHEN to see it", but not "bigger than when it was young".
_BEFORE_PLACES = PREPOSITIONS - {"than", "like", "as", "since", "to", "of"}

# Verbs that may be the bare subject after a modal: "how far can light travel".
_BARE_SUBJECTS = word_set("water light heat land sound power weather waste fuel rust plant flower")

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
    fronted = best > 0 and keys[best - 1] in PREPOSITIONS and (best == 1 or breaks[best - 2])
    return Asked(best, end, keys[best], noun, strength, fronted)


def _at(keys: Sequence[str], i: int) -> str:
    return keys[i] if 0 <= i < len(keys) else ""


def _strength(keys: Sequence[str], breaks: Sequence[bool], i: int) -> int:
    """How surely the question word at i asks, judged by its neighbours."""
    key, before, after = keys[i], _at(keys, i - 1), _at(keys, i + 1)
    opens = i == 0 or breaks[i - 1] or before in CONJUNCTIONS or (i == 1 and before in PREPOSITIONS)
    if i == len(keys) - 1 and key in ADVERB_WORDS:
        return SURE
    if i == len(keys) - 1 or (after == "of" and _at(keys, i + 2) in _LISTED) or (after == "one" and key == "which"):
        return CERTAIN
    if key == "which" and i and breaks[i - 1]:
        return POSSIBLE + 1  # ", which" is most often a relative
    if opens and after in DO | MODALS and (key in NOUN_WORDS or _starts_subject(_at(keys, i + 2))):
        return CERTAIN
    if key == "what" or (key == "how" and after in AMOUNTS):
        return SURE + (i == 0)
    if key in {"where", "when", "how", "why"}:
        if (after in AUXILIARIES and opens) or (before in _BEFORE_PLACES and after in PREPOSITIONS):
            return SURE + (i == 0)
        if i == 0 and key == "where" and _phrase_end(keys, breaks, i)[0] > 1:
            return SURE
        if i == 0 and key != "when":
            return POSSIBLE if key == "how" else UNLIKELY + 1
        return SURE if key == "why" else UNLIKELY
    if i == 0:
        return SURE + 1
    if key == "which" and (after in KINDS or (before in PREPOSITIONS and after in BE | MODALS)):
        return SURE
    if key == "which" and _phrase_end(keys, breaks, i)[0] == len(keys):
        return SURE
    return POSSIBLE if opens or before in PREPOSITIONS else UNLIKELY + 1


def _starts_subject(key: str) -> bool:
    return key in DETERMINERS or key in SUBJECT_PRONOUNS or not (is_verb(key) or key in ADVERBS)


def _phrase_end(keys: Sequence[str], breaks: Sequence[bool], i: int) -> tuple[int, tuple[int, int]]:
    """End of the phrase headed at i, and the span of its noun: "which of these ANIMALS", "how many LEGS"."""
    end = i + 1
    if keys[i] == "where" and _at(keys, end) not in AUXILIARIES and not breaks[i]:  # "where in a cell are ribosomes"
        stops = AUXILIARIES if _at(keys, end) in PREPOSITIONS else DO
        stop = next((at for at in range(end, min(end + 8, len(keys))) if keys[at] in stops or breaks[at]), end)
        stop = stop if stop < len(keys) and keys[stop] in stops else end
        return stop, (end, stop)
    if keys[i] in {"where", "when", "why", "who", "whom"} or breaks[i]:
        return end, (end, end)
    if keys[i] == "how":
        graded = _at(keys, end + 1) in AUXILIARIES and _at(keys, end) not in AUXILIARIES  # "how essential is air"
        if _at(keys, end) not in AMOUNTS and not graded:
            return end, (end, end)
        end += 1
        noun = noun_end(keys, breaks, end) if keys[end - 1] in {"many", "much"} and not breaks[end - 1] else end
        return noun, (end, noun)
    if _at(keys, end) in _COUNTS and not breaks[end]:
        end += 1
    if _at(keys, end) == "of" and _at(keys, end + 1) in _LISTED:
        end += 2
        while end < len(keys) and keys[end] in {"following", "above"} | _COUNTS and not breaks[end - 1]:
            end += 1
    if end < len(keys) and keys[end] in KINDS and _at(keys, end + 1) == "of":
        end += 2
    noun = noun_end(keys, breaks, end) if not breaks[end - 1] else end
    if i == 0 and noun > end and (noun == len(keys) or keys[noun] in PREPOSITIONS | DETERMINERS):
        # No verb is known to us, so guess one: "what loosens soil".
        noun = next((at for at in range(end, noun) if keys[at].endswith("s")), min(end + 1, noun - 1))
    return noun, (end, noun)


def noun_end(keys: Sequence[str], breaks: Sequence[bool], start: int) -> int:
    """Where the bare noun phrase at `start` stops: before the first word that looks like a verb or a new phrase."""
    end = start
    while end < len(keys) and not _ends_noun(keys, start, end):
        end += 1
        if breaks[end - 1]:
            return end
    if (
        end > start and _at(keys, end) == "of" and end + 1 < len(keys)
    ):  # "which time of day will": the phrase goes on if its verb follows
        further = end + 1 + (_at(keys, end + 1) in DETERMINERS)
        while further < len(keys) and not _ends_noun(keys, end + 1, further):
            further += 1
        if _at(keys, further) in AUXILIARIES or (further == len(keys) and keys[end + 1] not in DETERMINERS):
            return further
    return end


def _ends_noun(keys: Sequence[str], start: int, i: int) -> bool:
    key, after = keys[i], _at(keys, i + 1)
    first = i == start
    if after in DO or (first and key in {"other", "one", "certain"}):
        return key in PREPOSITIONS or key in AUXILIARIES
    if key in AUXILIARIES or key in DETERMINERS or key in PREPOSITIONS or key in CONJUNCTIONS or key in ADVERBS:
        return True
    if key in RELATIVES or key in SUBJECT_PRONOUNS or key in OBJECT_PRONOUNS or key.endswith(("n't", "n’t")):
        return True
    if is_third_person(key):
        # "which of these supports an arch" against "which of these supports holds an arch"
        verb_next = is_third_person(after) or is_verb(after) or after in ADVERBS
        return not (after in AUXILIARIES or (is_often_noun(key) and verb_next))
    if first and (
        (is_participle(key) and _at(keys, i - 1) in _LISTED) or (key.endswith("ing") and after in DETERMINERS)
    ):
        return True
    return is_plain_verb(key) or (
        is_verb(key) and (not first or after in DETERMINERS or after in OBJECT_PRONOUNS or after == "to")
    )


def subject_end(keys: Sequence[str], start: int, auxiliary: str) -> int:
    """Where the predicate begins after an auxiliary that was put before its subject.

    >>> subject_end("can a hungry bear eat in winter".split(), 1, "can")
    4
    >>> subject_end("are clouds made of".split(), 1, "are")
    2
    """
    first = _at(keys, start)
    if first in {"i", "you", "he", "she", "it", "we", "they", "there"}:
        return start + 1
    if first in {"this", "that", "these", "those"} and _stands_alone(keys, start + 1, auxiliary):
        return start + 1
    in_relative = False
    for i in range(start + 1, len(keys)):
        if keys[i] in RELATIVES:
            in_relative = True
        elif in_relative:
            in_relative = not (is_verb(keys[i]) or is_third_person(keys[i]) or is_participle(keys[i]) or keys[i] in BE)
        elif _is_predicate(keys, i, auxiliary):
            while i - 1 > start and keys[i - 1] in ADVERBS:
                i -= 1
            return i
    return len(keys) if auxiliary in BE else _guessed_verb(keys, start)


def _stands_alone(keys: Sequence[str], i: int, auxiliary: str) -> bool:
    """Whether "this" before i is the whole subject, not the start of "this animal"."""
    if auxiliary not in BE:
        return is_verb(_at(keys, i))
    return (
        is_participle(_at(keys, i))
        or _at(keys, i) in DETERMINERS | _PREDICATES
        or _at(keys, i + 1) in PREPOSITIONS | {""}
    )


def _guessed_verb(keys: Sequence[str], start: int) -> int:
    """No verb is known to us: take the word before the next preposition, conjunction or the end."""
    stop = next((i for i in range(start + 2, len(keys)) if keys[i] in PREPOSITIONS | CONJUNCTIONS | ADVERBS), len(keys))
    shortest = start + (2 if keys[start : start + 1] and keys[start] in DETERMINERS else 1)
    return min(max(shortest, stop - 1), len(keys))


def _is_predicate(keys: Sequence[str], i: int, auxiliary: str) -> bool:
    key, before, after = _at(keys, i), _at(keys, i - 1), _at(keys, i + 1)
    if auxiliary in BE:
        if before in DETERMINERS or before in {"of", "and", "or", "to"}:
            return False
        return (
            key in _PREDICATES
            or is_participle(key)
            or (key.endswith("ing") and len(key) > 5 and before not in PREPOSITIONS)
        )
    if auxiliary in HAVE:
        return is_participle(key) and before not in DETERMINERS
    if not is_verb(key) or before in DETERMINERS or before in PREPOSITIONS or before in {"and", "or"}:
        return False
    return is_plain_verb(key) or not (is_verb(after) and after not in {"be", "have"} and not is_plain_verb(key))


def is_inverted(keys: Sequence[str], asked: Asked) -> bool:
    """Whether the words after the question phrase are an auxiliary and then a subject ("what CAN BEARS eat")."""
    auxiliary, i = base_auxiliary(_at(keys, asked.end)), asked.end + 1
    if auxiliary not in AUXILIARIES or i >= len(keys):
        return False
    if asked.fronted or (asked.word in ADVERB_WORDS and (asked.word == "where" or asked.noun[0] == asked.noun[1])):
        return True
    while _at(keys, i) in ADVERBS and (
        keys[i] not in DETERMINERS or _at(keys, i + 1) in ADVERBS or is_verb(_at(keys, i + 1))
    ):
        i += 1
    following = _at(keys, i)
    if auxiliary in DO:
        negative = keys[asked.end] != auxiliary or i > asked.end + 1
        return not ((negative and is_verb(following)) or (asked.word == "which" and not _has_verb(keys, i + 1)))
    if auxiliary in MODALS:
        return not (i > asked.end + 1 and is_verb(following)) and _modal_inverted(keys, i)
    if auxiliary in HAVE:
        end = subject_end(keys, i, auxiliary)
        return following in DETERMINERS | SUBJECT_PRONOUNS and end < len(keys) and is_participle(keys[end])
    return _be_inverted(keys, asked, i)


def _has_verb(keys: Sequence[str], start: int) -> bool:
    return any(is_verb(key) for key in keys[start:])


def _modal_inverted(keys: Sequence[str], i: int) -> bool:
    key = _at(keys, i)
    if not key or (is_verb(key) and key not in _BARE_SUBJECTS):
        return False
    if key in DETERMINERS or key in SUBJECT_PRONOUNS or key.endswith(("s", "ing")):
        return True
    return any(is_verb(word) for word in keys[i + 1 : i + 5]) and _at(keys, i + 1) not in DETERMINERS | PREPOSITIONS


def _be_inverted(keys: Sequence[str], asked: Asked, i: int) -> bool:
    key = _at(keys, i)
    if key in {"i", "you", "he", "she", "it", "we", "they", "this", "there"}:
        return True
    if is_participle(key) or key in _PREDICATES or key in PREPOSITIONS or key in ADVERBS:
        return False
    if ends_open(keys) and subject_end(keys, i, "is") < len(keys):
        return True
    if asked.word != "what" or asked.noun[0] != asked.noun[1] or asked.end - asked.start > 1:
        return False
    return key == "the" or (key in {"a", "one", "some"} and keys[asked.end] != "are") or len(keys) - i == 1


def ends_open(keys: Sequence[str]) -> bool:
    """Whether a clause ends where an object is missing: "made of", "used to measure", "called"."""
    last = keys[-1]
    return (
        last in PREPOSITIONS
        or (is_verb(last) and _at(keys, len(keys) - 2) == "to")
        or last in {"called", "termed", "named"}
    )


def base_auxiliary(key: str) -> str:
    """The auxiliary without its "n't".

    >>> base_auxiliary("doesn't"), base_auxiliary("can't"), base_auxiliary("won't"), base_auxiliary("is")
    ('does', 'can', 'will', 'is')
    """
    key = key.replace("’", "'")
    irregular = {"can't": "can", "won't": "will", "shan't": "shall"}
    return irregular.get(key, key.removesuffix("n't"))


def gap(keys: Sequence[str], start: int) -> int:
    """Where the object that was asked for belongs in the predicate at `start`: after its verb, or at the end.

    >>> gap("use to cut wood".split(), 0), gap("want to eat in winter".split(), 0), gap("think of".split(), 0)
    (1, 3, 2)
    """
    i = start
    while _at(keys, i) in ADVERBS or (_at(keys, i) in {"be", "have", "been"} and is_participle(_at(keys, i + 1))):
        i += 1
    if _at(keys, i) == "be" and _at(keys, i + 2) == "to":  # "be harder to see WHAT"
        i += 3
    elif _at(keys, i) == "to":  # "likely to see WHAT"
        i += 1
    while (
        _at(keys, i + 1) == "to"
        and is_verb(_at(keys, i + 2))
        and (keys[i] in _CHAINING or keys[i] in _PREDICATES or _at(keys, i + 2) == "do")
    ):
        i += 2
    i = min(i + 1, len(keys))
    if i < len(keys) and keys[-1] in PREPOSITIONS and keys[-1] not in {"as", "than"}:
        return len(keys)
    if i and keys[i - 1] == "take" and "to" in keys[i:]:  # "take the egg WHAT to hatch"
        return keys.index("to", i)
    following = _at(keys, i)
    if following in PREPOSITIONS and _at(keys, i + 1) in CONJUNCTIONS | PREPOSITIONS:  # "run into WHAT when"
        return i + 1
    if (
        not following
        or following in PREPOSITIONS
        or following in CONJUNCTIONS
        or following in ADVERBS
        or following in RELATIVES
    ):
        return i
    return len(keys)
