"""Clauses that were turned round to ask: is this one, where does its subject end, where did the object stand."""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.language.claim.question_words import ADVERB_WORDS, Asked
from reasoner.language.english import listed, table, words
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    BARE_NOUNS,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    PREPOSITIONS,
    RELATIVES,
    SUBJECT_PRONOUNS,
    is_participle,
    is_plain_verb,
    is_third_person,
    is_verb,
    word_at,
)

_PREDICATES = listed("asking", "predicates")
_PROPERTIES = listed("asking", "properties")
_CHAINING = listed("asking", "chaining")
_INTRANSITIVE = listed("asking", "intransitive")
_PRONOUNS = listed("asking", "pronouns")
_POINTERS = frozenset({"this", "that", "these", "those"})
_SUBJECT_STARTS = DETERMINERS | SUBJECT_PRONOUNS
_NO_VERB_AFTER = DETERMINERS | PREPOSITIONS | {"and", "or"}
_AFTER_VERB = PREPOSITIONS | CONJUNCTIONS | ADVERBS
_TAKES_NOUN = frozenset({"need", "want", "give", "get", "offer"})
_ADJECTIVES = words("qualities") | listed("asking", "states") | _PREDICATES | frozenset(table("opposites"))
_ADJECTIVES |= {word for scale in table("scales").values() for word in f"{scale['high']} {scale['low']}".split()}
_AFTER_OBJECT = _AFTER_VERB | RELATIVES | {"here", "there", "today", "each", "every", ""}
_HOW_FAR = listed("asking", "how_far")


def base_auxiliary(key: str) -> str:
    """The auxiliary without its "n't".

    >>> base_auxiliary("doesn't"), base_auxiliary("can't"), base_auxiliary("won't"), base_auxiliary("is")
    ('does', 'can', 'will', 'is')
    """
    key = key.replace("’", "'")
    irregular = {"can't": "can", "won't": "will", "shan't": "shall"}
    return irregular.get(key, key.removesuffix("n't"))


def is_inverted(keys: Sequence[str], asked: Asked) -> bool:
    """Whether the words after the question phrase are an auxiliary and then a subject ("what CAN BEARS eat")."""
    auxiliary, i = base_auxiliary(word_at(keys, asked.end)), asked.end + 1
    if auxiliary not in AUXILIARIES or i >= len(keys):
        return False
    if asked.fronted or (asked.word in ADVERB_WORDS and (asked.word == "where" or not asked.has_noun)):
        return True
    i = _skip_adverbs(keys, i)
    following = word_at(keys, i)
    if auxiliary in DO:
        negative = keys[asked.end] != auxiliary or i > asked.end + 1
        main_verb = asked.word == "which" and not any(is_verb(key) for key in keys[i + 1 :])  # "which does the work"
        return not (main_verb or (negative and is_verb(following)))
    if auxiliary in MODALS:
        return not (i > asked.end + 1 and is_verb(following)) and _modal_inverted(keys, i)
    if auxiliary in HAVE:
        end = subject_end(keys, i, auxiliary)
        starts = following in _SUBJECT_STARTS or (following.endswith("s") and end == i + 1)
        joined = CONJUNCTIONS.isdisjoint(keys[i:end])  # "what has an effect WHEN cut down" asks for its subject
        return starts and joined and end < len(keys) and is_participle(keys[end])
    return _be_inverted(keys, asked, i)


def _skip_adverbs(keys: Sequence[str], i: int) -> int:
    """Past "most likely", but not into "most people"."""
    while word_at(keys, i) in ADVERBS:
        after = word_at(keys, i + 1)
        if keys[i] in DETERMINERS and after not in ADVERBS and not is_verb(after):
            break
        i += 1
    return i


def _modal_inverted(keys: Sequence[str], i: int) -> bool:
    key = word_at(keys, i)
    if not key or key in BE or (is_verb(key) and key not in BARE_NOUNS):
        return False
    if key in _SUBJECT_STARTS or key.endswith(("s", "ing")):
        return True
    return any(is_verb(word) for word in keys[i + 1 : i + 5]) and word_at(keys, i + 1) not in _NO_VERB_AFTER


def _be_inverted(keys: Sequence[str], asked: Asked, i: int) -> bool:
    key = word_at(keys, i)
    if key in _PRONOUNS or key == "this":
        return True
    if is_participle(key) or key in _PREDICATES or key in PREPOSITIONS or key in ADVERBS:
        return False
    if ends_open(keys) and subject_end(keys, i, "is") < len(keys):
        return True
    if asked.word != "what":
        return False
    single = len(keys) - i == 1
    if asked.end - asked.start > 1:
        kind = word_at(keys, asked.noun[0] - 1) == "of" and single
        return kind or keys[asked.end - 1] in _PROPERTIES or keys[-1].endswith("ing")
    return single or key == "the" or (key in {"a", "one", "some"} and keys[asked.end] != "are")


def ends_open(keys: Sequence[str]) -> bool:
    """Whether a clause ends where an object is missing: "made of", "used to measure", "called"."""
    last = keys[-1]
    infinitive = is_verb(last) and word_at(keys, len(keys) - 2) == "to"
    return infinitive or last in PREPOSITIONS or last in {"called", "termed", "named"}


def subject_end(keys: Sequence[str], start: int, auxiliary: str) -> int:
    """Where the predicate begins after an auxiliary that was put before its subject.

    >>> subject_end("can a hungry bear eat in winter".split(), 1, "can")
    4
    >>> subject_end("are clouds made of".split(), 1, "are")
    2
    """
    first = word_at(keys, start)
    if first == "one" and (is_plain_verb(word_at(keys, start + 1)) or word_at(keys, start + 1).endswith("ly")):
        return start + 1
    if first in _PRONOUNS or (first in _POINTERS and _stands_alone(keys, start + 1, auxiliary)):
        return start + 1
    in_relative = False
    for i in range(start + 1, len(keys)):
        if keys[i] in RELATIVES:
            in_relative = True
        elif in_relative:
            in_relative = not (is_verb(keys[i]) or is_third_person(keys[i]) or is_participle(keys[i]) or keys[i] in BE)
        elif _is_predicate(keys, i, auxiliary) or (i == start + 1 and _is_verb_of_name(keys, i, auxiliary)):
            while i - 1 > start and keys[i - 1] in ADVERBS:
                i -= 1
            return i
    return len(keys) if auxiliary in BE else _guessed_verb(keys, start)


def _is_verb_of_name(keys: Sequence[str], i: int, auxiliary: str) -> bool:
    """Whether the second word is the verb of a subject of one word: "does Ubo NEED help"."""
    if auxiliary in BE or auxiliary in HAVE or keys[i - 1] in DETERMINERS:
        return False
    if keys[i] == "like":
        return True
    return is_verb(keys[i]) and (keys[i] in _TAKES_NOUN or not is_plain_verb(word_at(keys, i + 1)))


def _stands_alone(keys: Sequence[str], i: int, auxiliary: str) -> bool:
    """Whether "this" before i is the whole subject, not the start of "this animal"."""
    key, after = word_at(keys, i), word_at(keys, i + 1)
    if auxiliary not in BE:
        return is_verb(key)
    return is_participle(key) or key in DETERMINERS or key in _PREDICATES or after in PREPOSITIONS or not after


def _guessed_verb(keys: Sequence[str], start: int) -> int:
    """No verb is known to us: take the word before the next preposition, conjunction, adverb or the end."""
    stop = next((i for i in range(start + 2, len(keys)) if keys[i] in _AFTER_VERB), len(keys))
    shortest = start + (2 if word_at(keys, start) in DETERMINERS else 1)
    return min(max(shortest, stop - 1), len(keys))


def _is_predicate(keys: Sequence[str], i: int, auxiliary: str) -> bool:
    key, before, after = word_at(keys, i), word_at(keys, i - 1), word_at(keys, i + 1)
    if auxiliary in BE:
        if before in DETERMINERS or before in {"of", "and", "or", "to"}:
            return False
        if key.endswith("er") and "than" in keys[i + 1 : i + 4]:
            return True
        progressive = key.endswith("ing") and len(key) > 5 and not PREPOSITIONS & {before, key}
        return progressive or key in _PREDICATES or is_participle(key)
    if auxiliary in HAVE:
        return is_participle(key) and before not in DETERMINERS
    if not is_verb(key) or before in _NO_VERB_AFTER:
        return False
    return is_plain_verb(key) or not is_verb(after) or after in {"be", "have"}


def be_split(
    keys: Sequence[str],
    begin: int,
    split: int,
    *,
    says_of_subject: bool,
    place: bool = False,
    progressive: bool = False,
) -> int:
    """Where "is" goes back to: a noun phrase alone is the whole subject, a bare adjective at its end is not.

    >>> be_split("is the sky blue".split(), 1, 4, says_of_subject=True)
    3
    """
    if list(keys[-3:]) == ["an", "example", "of"]:
        return len(keys) - 3
    if not says_of_subject:
        alone = keys[begin] in _PRONOUNS or keys[begin] == "this"
        doing = progressive and split < len(keys) and keys[split].endswith("ing")  # "what game is Ann | playing"
        return split if alone or doing or ends_open(keys) else len(keys)
    if split < len(keys) or place or len(keys) - begin < 2:
        return split
    for i in range(begin + 1, len(keys)):
        if keys[i] in DETERMINERS and keys[i - 1] not in PREPOSITIONS:  # "when is wood | a resource"
            return i
        if keys[i] in PREPOSITIONS and keys[i] != "of":
            return _before_place(keys, begin, i)
    return len(keys) - 1


def _before_place(keys: Sequence[str], begin: int, i: int) -> int:
    """Where the predicate begins around the preposition at i.

    "is Tom | in the hall", "is the lamp | in the hall", "is the lamp in the hall | red", "is fresh air | good for us".
    """
    if i > begin + 1 and not (i == begin + 2 and keys[begin] in DETERMINERS):
        return i - 1
    place = 3 if word_at(keys, i + 1) in DETERMINERS else 2
    said = keys[-1] in _ADJECTIVES or keys[-1].endswith(("ous", "ful", "able", "ible", "less"))
    return len(keys) - 1 if said and len(keys) > i + place else i


def _is_chain(keys: Sequence[str], i: int) -> bool:
    """Whether the object asked for belongs to the verb after "to": "needs to know WHAT", but "needs WHAT to grow"."""
    inner, after = keys[i + 2], word_at(keys, i + 3)
    if keys[i] == "need":
        return inner not in _INTRANSITIVE and after in _AFTER_OBJECT
    return keys[i] in _CHAINING or keys[i] in _PREDICATES or inner == "do"


def gap(keys: Sequence[str], start: int) -> int:
    """Where the object that was asked for belongs in the predicate at `start`: after its verb, or at the end.

    >>> gap("use to cut wood".split(), 0), gap("want to eat in winter".split(), 0), gap("think of".split(), 0)
    (1, 3, 2)
    """
    i = start
    while word_at(keys, i) in ADVERBS or (word_at(keys, i) in {"be", "have"} and is_participle(word_at(keys, i + 1))):
        i += 1
    if word_at(keys, i) == "be" and word_at(keys, i + 2) == "to":  # "be harder to see WHAT"
        i += 3
    elif word_at(keys, i) == "to":  # "likely to see WHAT"
        i += 1
    while word_at(keys, i + 1) == "to" and is_verb(word_at(keys, i + 2)) and _is_chain(keys, i):
        i += 2
    i = min(i + 1, len(keys))
    if i < len(keys) and keys[-1] in PREPOSITIONS and keys[-1] != "than":
        return len(keys)
    if i and keys[i - 1] == "take" and word_at(keys, i) != "for" and "to" in keys[i:]:  # "take the egg WHAT to hatch"
        return keys.index("to", i)
    following = word_at(keys, i)
    if following in _HOW_FAR and word_at(keys, i + 1) in PREPOSITIONS:  # "see WHAT high above the sea"
        return i
    if following in PREPOSITIONS and word_at(keys, i + 1) in _AFTER_VERB - ADVERBS:  # "run into WHAT when"
        return i + 1
    return i if following in _AFTER_OBJECT else len(keys)
