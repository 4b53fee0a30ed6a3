"""Questions for the truth of a statement: yes or no, true or false, or neither known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from reasoner.language.claim.agreement import is_plural
from reasoner.language.claim.clauses import base_auxiliary
from reasoner.language.claim.frames import frame
from reasoner.language.claim.judging import ASIDES, any_of, carried, is_aside
from reasoner.language.claim.stems import key, sentences, split_stem
from reasoner.language.terms import lemma
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    DO,
    HAVE,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    is_often_noun,
    is_participle,
    is_past,
    is_plain_verb,
    is_third_person,
    is_verb,
    past,
    third_person,
    word_at,
)

_OPENING = re.compile(rf"^(?:{any_of(ASIDES['openings'])})\b\s*", re.IGNORECASE)
_TURNING = re.compile(rf"^(?:{any_of(ASIDES['turning'])})\b\s*", re.IGNORECASE)
_COLON = re.compile(r"^([^:]+):\s+(.+)$")
_LAST = re.compile(r"^(.+)[,;(–-]\s*([^,;(]+)$")
#: "It is impossible FOR A STONE TO FLOAT."
_POSSIBLE = re.compile(
    r"^(?:it\s+is|is\s+it)\s+(?P<not>not\s+)?(?P<im>im)?possible\s+for\s+(?P<who>.+?)\s+to\s+(?P<what>.+)$",
    re.IGNORECASE,
)
#: "THE STATEMENT 'Ann is here' IS".
_QUOTED = re.compile(
    r"^the\s+(?:statement|sentence|claim)\s+(?:that\s+)?['\"“‘]?(.+?)['\"”’]?\s+is[.:?]*$", re.IGNORECASE
)
_GOT = re.compile(r"^\w+\s+(?P<who>.+?)\s+got\s+(?P<what>.+)$", re.IGNORECASE)
_TAG = re.compile(
    r",\s+(?:\w+n['’]t|is|are|was|were|do|does|did|can|will|has|have)\s+(?:it|he|she|they|you|we)\s*\?$", re.I
)


class Statement(NamedTuple):
    """A statement whose truth is asked for, cut where its predicate begins, and the sentences before it."""

    subject: str
    predicate: str
    context: str = ""
    denied: str = ""

    @property
    def contrary(self) -> str:
        """The predicate denied: "can fly" -> "cannot fly", "eats" -> "does not eat"."""
        first, _, rest = self.predicate.partition(" ")
        if first in AUXILIARIES and not (first in HAVE and not is_participle(rest.partition(" ")[0])):
            return f"{first} not {rest}".replace("can not", "cannot", 1).strip()
        base = "have" if first in HAVE else lemma(first, "VERB")
        do = "did" if is_past(first) or first == "had" else "do" if first == base else "does"
        return f"{do} not {base} {rest}".strip()

    def __str__(self) -> str:
        sentence = f"{self.subject} {self.predicate}"
        return f"{sentence[:1].upper()}{sentence[1:]}."


def statement(stem: str) -> Statement | None:
    """Return the statement that a stem asks the truth of, or None where no verb is found.

    >>> statement("Can fish breathe under water?")
    Statement(subject='fish', predicate='can breathe under water', context='', denied='')
    >>> statement("True or false: a penguin cannot fly.")
    Statement(subject='a penguin', predicate='can fly', context='', denied='cannot')
    """
    parts = [said for part in sentences(carried(stem)) if (said := _without_aside(part)) and not is_aside(said)]
    if not parts:
        return None
    context, said = " ".join(parts[:-1]), _TAG.sub(".", parts[-1])
    said, turned = _uncovered(said)
    made = _asked(said) if said.endswith("?") else None
    found = made or _stated(said.rstrip(' .?!"”'))
    if turned:
        found = found._replace(denied="" if found.denied else turned)
    return found._replace(context=context)


def _without_aside(sentence: str) -> str:
    """A sentence without what asks for its truth before a colon, or at its end."""
    plain = sentence.strip(" \"'“”")
    if (before := _COLON.match(plain)) and is_aside(before[1]):
        plain = before[2].strip(" \"'“”")
    if (after := _LAST.match(plain)) and is_aside(after[2]):
        plain = after[1].strip(" \"'“”") + "."
    return plain


def _uncovered(said: str) -> tuple[str, str]:
    """A clause without "is it true that" before it, and the word that asks for its falsehood, if one does."""
    if match := _POSSIBLE.match(said.rstrip(" .?!")):
        turned = match["not"] or match["im"]
        return f"{match['who']} can {match['what']}.", "impossible" if turned and not (
            match["not"] and match["im"]
        ) else ""
    if match := _QUOTED.match(said):
        return f"{match[1].rstrip('.')}.", ""
    if match := _TURNING.match(said):
        return said[match.end() :].rstrip("?") + ".", match[0].strip()
    if match := _OPENING.match(said):
        return said[match.end() :].rstrip("?") + ".", ""
    return said, ""


def lowered(sentence: str) -> str:
    """Return a sentence as it stands inside another one; what may be a name keeps its capital.

    >>> lowered("The lamp is on."), lowered("Lamps are on."), lowered("Ubo's cat is in.")
    ('the lamp is on.', 'lamps are on.', "Ubo's cat is in.")
    """
    first, _, rest = sentence.partition(" ")
    low = first.lower()
    named = low not in DETERMINERS | SUBJECT_PRONOUNS and (not is_plural(low) or "'" in low or rest[:1].isupper())
    return sentence if named else low + sentence[len(first) :]


def last_sentence(text: str) -> str:
    """Return the last sentence of a text.

    >>> last_sentence("A fire burned. Smoke is a gas.")
    'Smoke is a gas.'
    """
    return _last_sentence(text)[1] or text


@lru_cache(maxsize=10_000)  # a claim is held against many facts
def _last_sentence(text: str) -> tuple[str, str]:
    before, last, _ = split_stem(text)
    return before, last


def _asked(question: str) -> Statement | None:
    """The statement in "Do bees make honey?"."""
    made = frame(question)
    before, _, last = question.rstrip(" ?").rpartition(" ")
    if (
        made.link != "yes/no" and before and key(last) in PREPOSITIONS
    ):  # "does glass let light THROUGH": nothing follows
        made = frame(f"{before}?")
        made = replace(made, after=f"{made.after} {last}")
    if made.link != "yes/no":
        return None
    auxiliary, after = base_auxiliary(made.noun), made.after
    if auxiliary in HAVE and (got := _GOT.match(question.rstrip(" ?"))):  # "has a cow got horns" has no other verb
        return Statement(got["who"], f"{auxiliary} {got['what']}")
    if key(after.split()[0]) == "not" and len(after.split()) > 1:  # "is gold not a metal" hopes for a yes
        after = after.split(maxsplit=1)[1]
    return Statement(made.before.strip(), _joined(auxiliary, after))


def _joined(auxiliary: str, after: str) -> str:
    """Auxiliary and predicate, without the "do" that only asks."""
    adverbs, (first, *rest) = _leading_adverbs(after.split())
    if auxiliary in DO and first:
        form = {"does": third_person, "did": past}.get(auxiliary, str)
        return " ".join([*adverbs, form(first), *rest])
    return f"{auxiliary} {after}"


def _leading_adverbs(words: list[str]) -> tuple[list[str], list[str]]:
    at = next((i for i, word in enumerate(words) if key(word) not in ADVERBS), 0)
    return words[:at], words[at:] or [""]


def _stated(sentence: str) -> Statement:
    """A plain sentence, cut before its verb, with what denies it taken out."""
    words = sentence.split()
    keys = [key(word) for word in words]
    cut = _verb_at(keys)
    while cut > 1 and keys[cut - 1] in ADVERBS:
        cut -= 1
    left, denied = _affirmed(words[cut:])
    subject = " ".join(words[:cut])
    if keys[0] == "no" and cut > 1 and not denied:
        return Statement(_some(words[1:cut]), " ".join(left), denied=words[0])
    return Statement(subject, " ".join(left), denied=denied)


def _some(noun: list[str]) -> str:
    """What "no" was said of: "no bird" -> "a bird", "no birds" -> "birds"."""
    article = "" if is_plural(" ".join(noun)) else "an " if noun[0][0].lower() in "aeiou" else "a "
    return article + " ".join(noun)


def _verb_at(keys: Sequence[str]) -> int:
    for i in range(1, len(keys)):
        if keys[i - 1] in DETERMINERS or keys[i - 1] in PREPOSITIONS:
            continue
        if keys[i] in AUXILIARIES or keys[i].endswith(("n't", "n’t")) or is_plain_verb(keys[i]):
            return i
        if is_third_person(keys[i]) and not (is_often_noun(keys[i]) and _verb_next(keys, i + 1)):
            return i
    plural = (i for i in range(1, len(keys)) if is_verb(keys[i]) and keys[i - 1].endswith("s"))
    unknown = (i for i in range(2, len(keys) - 1) if keys[0] in DETERMINERS and keys[i].endswith("s"))
    return next(plural, next(unknown, min(1, len(keys))))


def _verb_next(keys: Sequence[str], i: int) -> bool:
    return word_at(keys, i) in AUXILIARIES or is_third_person(word_at(keys, i))


def _affirmed(words: list[str]) -> tuple[list[str], str]:
    """A predicate without its "not", and that word."""
    keys = [key(word) for word in words]
    first = word_at(keys, 0)
    if first == "cannot" or first in {"can't", "can’t"}:
        return ["can", *words[1:]], words[0]
    if first in {"never"} or (first in AUXILIARIES and word_at(keys, 1) in {"not", "never"}):
        at = 0 if first == "never" else 1
        return _undone([*words[:at], *words[at + 1 :]]), words[at]
    if first in HAVE and word_at(keys, 1) == "no" and len(words) > 2:  # "has no tail"
        return [words[0], _some(words[2:])], words[1]
    if first.endswith(("n't", "n’t")):
        return _undone([{"wo": "will"}.get(first[:-3], first[:-3]), *words[1:]]), words[0]
    return words, ""


def _undone(words: list[str]) -> list[str]:
    if words and words[0] in DO and len(words) > 1:
        return _joined(words[0], " ".join(words[1:])).split()
    return words
