"""Questions for the truth of a statement: yes or no, true or false, or neither known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from reasoner.language.claim.clauses import base_auxiliary
from reasoner.language.claim.frames import frame
from reasoner.language.claim.stems import key, split_stem
from reasoner.language.english import table
from reasoner.language.terms import lemma
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    DO,
    PREPOSITIONS,
    is_often_noun,
    is_plain_verb,
    is_third_person,
    is_verb,
    past,
    third_person,
    word_at,
)
from reasoner.question import Choice

Truth = Literal["yes", "no", "unknown"]

_ANSWERS: dict[str, list[str]] = table("polarity")["answers"]
_OPENING = re.compile(
    rf"^(?:{'|'.join(map(re.escape, table('polarity')['statements']['openings']))})\s*[?:;.,-]*\s*", re.IGNORECASE
)
_CLOSING = re.compile(
    r"[\s(,.:;-]*\b(?:is (?:this|that) (?:statement )?(?:true|correct|right)(?: or false)?|true or false|yes or no)"
    r"[\s?.)]*$",
    re.IGNORECASE,
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
        if first in AUXILIARIES:
            return f"{first} not {rest}".replace("can not", "cannot", 1).strip()
        base = lemma(first)
        return f"{'do' if first == base else 'does'} not {base} {rest}".strip()

    def __str__(self) -> str:
        sentence = f"{self.subject} {self.predicate}"
        return f"{sentence[:1].upper()}{sentence[1:]}."


def truths(choices: Sequence[Choice]) -> dict[str, Truth]:
    """Return which choice says yes, no and unknown, by label; nothing unless the choices are such answers.

    >>> truths([Choice("A", "True"), Choice("B", "False"), Choice("C", "unknown")])
    {'A': 'yes', 'B': 'no', 'C': 'unknown'}
    >>> truths([Choice("A", "yes"), Choice("B", "a steel spoon")])
    {}
    """
    found = {choice.label: _truth(choice.text) for choice in choices}
    said = {label: truth for label, truth in found.items() if truth}
    return said if len(said) == len(found) and {"yes", "no"} <= set(said.values()) else {}


def _truth(text: str) -> Truth | None:
    plain = " ".join(re.sub(r"[^\w\s']", " ", text.replace("’", "'")).lower().split())
    order: tuple[Truth, ...] = ("yes", "no", "unknown")
    return next((truth for truth in order if plain in _ANSWERS[truth]), None)


def statement(stem: str) -> Statement | None:
    """Return the statement that a stem asks the truth of, or None where no verb is found.

    >>> statement("Can fish breathe under water?")
    Statement(subject='fish', predicate='can breathe under water', context='', denied='')
    >>> statement("True or false: a penguin cannot fly.")
    Statement(subject='a penguin', predicate='can fly', context='', denied='cannot')
    """
    context, question, rest = split_stem(stem)
    if rest and not question.rstrip().endswith("?"):
        context, question = f"{context} {question}".strip(), rest
    elif rest:
        question = rest if _OPENING.fullmatch(question) else question
    said = _CLOSING.sub("", _OPENING.sub("", question)).strip(" :\"'“”")
    if not said and context:
        context, said = _last_sentence(context)
    made = _asked(said) if said.endswith("?") else None
    return (made or _stated(said.rstrip(' .?!"”')))._replace(context=context) if said.strip(" .?!") else None


def last_sentence(text: str) -> str:
    """Return the last sentence of a text.

    >>> last_sentence("A fire burned. Smoke is a gas.")
    'Smoke is a gas.'
    """
    return _last_sentence(text)[1] or text


def _last_sentence(text: str) -> tuple[str, str]:
    before, last, _ = split_stem(text)
    return before, last


def _asked(question: str) -> Statement | None:
    """The statement in "Do bees make honey?"."""
    made = frame(question)
    if made.link != "yes/no":
        return None
    auxiliary, after = base_auxiliary(made.noun), made.after
    if key(after.split()[0]) == "not" and len(after.split()) > 1:  # "is gold not a metal" hopes for a yes
        after = after.split(maxsplit=1)[1]
    return Statement(made.before.strip(), _joined(auxiliary, after))


def _joined(auxiliary: str, after: str) -> str:
    """Auxiliary and predicate, without the "do" that only asks."""
    first, _, rest = after.partition(" ")
    if auxiliary in DO and first and first.lower() not in ADVERBS:
        form = {"does": third_person, "did": past}.get(auxiliary, str)
        return f"{form(first)} {rest}".strip()
    return f"{auxiliary} {after}"


def _stated(sentence: str) -> Statement:
    """A plain sentence, cut before its verb, with what denies it taken out."""
    words = sentence.split()
    keys = [key(word) for word in words]
    cut = _verb_at(keys)
    while cut > 1 and keys[cut - 1] in ADVERBS:
        cut -= 1
    left, denied = _affirmed(words[cut:])
    return Statement(" ".join(words[:cut]), " ".join(left), denied=denied)


def _verb_at(keys: Sequence[str]) -> int:
    for i in range(1, len(keys)):
        if keys[i - 1] in DETERMINERS or keys[i - 1] in PREPOSITIONS:
            continue
        if keys[i] in AUXILIARIES or keys[i].endswith(("n't", "n’t")) or is_plain_verb(keys[i]):
            return i
        if is_third_person(keys[i]) and not (is_often_noun(keys[i]) and _verb_next(keys, i + 1)):
            return i
    plural = (i for i in range(1, len(keys)) if is_verb(keys[i]) and keys[i - 1].endswith("s"))
    return next(plural, min(1, len(keys)))


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
    if first.endswith(("n't", "n’t")):
        return _undone([{"wo": "will"}.get(first[:-3], first[:-3]), *words[1:]]), words[0]
    return words, ""


def _undone(words: list[str]) -> list[str]:
    if words and words[0] in DO and len(words) > 1:
        return _joined(words[0], " ".join(words[1:])).split()
    return words
