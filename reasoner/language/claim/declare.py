"""Question and choice -> the sentence that the choice claims.

A stem is turned once into a `Frame` (what stands before the choice, what stands after it, how the choice is joined on)
by rules over words; filling a frame is string work. The rules, in the order they are tried, on the stem's question
sentence (its other sentences are kept as they are):

* blanks are filled, one part of the choice each where it has as many parts ("salt; water");
* a phrase that asks is replaced by the choice where it stands ("bees make what", "which of these melts"), or the
  clause is turned back ("what do bees make" -> "bees make ...") with do-support undone;
* where, when, why and how join the choice with "in", "because (of)", "to" or "by", unless it brings its own word;
* a yes/no question becomes "Yes, ..." or "No, ... not ..."; any other answer to one becomes "As to whether ..., ...";
* "name a planet" becomes "... is a planet"; anything else is a stem to complete, and the choice is appended.

"All of the above" and "none of these" fill the frame like any other choice ("None of these float."). `hypotheses`,
which sees the other choices, names them: "None of these (lead or iron) float."
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reasoner.language.claim.agreement import agreed
from reasoner.language.claim.combinations import Combination, combinations, unlisted
from reasoner.language.claim.frames import Frame, capital, frame
from reasoner.language.claim.stems import key
from reasoner.language.english import listed, words
from reasoner.language.terms import lemma
from reasoner.language.verbs import (
    ADVERBS,
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    OBJECT_PRONOUNS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    gerund,
    is_often_noun,
    is_past,
    is_plain_verb,
    is_third_person,
    is_verb,
    past,
    third_person,
)
from reasoner.question.types import Choice, letter_label

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2028\u2029\ufeff]+")
BLANK = re.compile(r"_{2,}|(?<!\S)_(?=[\s,.;:?!-]|$)|\.{4,}|…{2,}|-{4,}")


def hypothesis(stem: str, choice: str) -> str:
    """The declarative sentence that a choice makes of a question.

    >>> hypothesis("What do bees make?", "honey")
    'Bees make honey.'
    >>> hypothesis("Jo lit a fire. Which of these animals would stay away?", "a wolf")
    'Jo lit a fire. A wolf would stay away.'
    >>> hypothesis("Ice floats because it is", "less dense")
    'Ice floats because it is less dense.'
    """
    stem, choice = _clean(stem), _clean(choice)
    choice = choice.rstrip(" .") or choice
    if not stem or not choice:
        return _finish(stem or choice)
    if blanks := len(BLANK.findall(stem)):
        return _finish(_fill_blanks(stem, choice, blanks))
    made = frame(stem)
    sentence = _finish(_fill(made, choice))
    return " ".join(part for part in (made.context, sentence, made.rest) if part)


def hypotheses(stem: str, choices: Sequence[str]) -> tuple[str, ...]:
    """One declarative sentence a choice, in order; "all of these" and the like name the other choices.

    >>> hypotheses("Which of these float?", ["ice", "wood", "all of these"])
    ('Ice floats.', 'Wood floats.', 'All of these (ice and wood) float.')
    """
    offered = [Choice(letter_label(number), text) for number, text in enumerate(choices)]
    return tuple(hypothesis(stem, text) for text in with_others_named(offered))


def open_hypothesis(stem: str) -> str:
    """The sentence that all hypotheses of a stem share, with the choice left open.

    What a hypothesis adds to it tells more than what it adds to the stem: on 2,000 questions of OpenBookQA Train the
    partial cosine with the best fact of F has 0.464 given this sentence and 0.452 given the stem.

    >>> open_hypothesis("What do bees make?")
    'Bees make something.'
    """
    return hypothesis(stem, "something")


def _clean(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())


def _fill_blanks(stem: str, choice: str, blanks: int) -> str:
    """Each blank gets its part of "salt; water" or "salt, water", or the whole choice where the parts do not match."""
    parts = [part.strip() for part in choice.split(";")]
    if len(parts) != blanks:
        parts = [part.strip() for part in choice.split(",")]
    if len(parts) != blanks:
        parts = [choice] * blanks
    filling = iter(parts)
    return BLANK.sub(lambda _: next(filling), stem)


def _fill(made: Frame, choice: str) -> str:
    choice = f"{made.opening} {choice}".strip()
    if made.link == "yes/no":
        return _answer_yes_no(made, choice)
    first = key(choice.split()[0])
    before, after = made.before, made.after
    last = key(before.rsplit(" ", 1)[-1]) if before else ""
    joint = _JOINTS[made.link](choice, first) if made.link in _JOINTS and last not in PREPOSITIONS else ""
    if made.event is not None and is_clause(choice):
        before, after = "" if made.link == "action" else before, made.event
    elif made.link == "action":
        before, choice = _acted(before, last, choice, first)
    elif joint == "by" and is_plain_verb(first):  # "by | put it away"
        choice = gerund(first) + choice[len(choice.split()[0]) :]
    if made.link == "plain" and is_plain_verb(first) and _wants_infinitive(made, last, choice):
        before, choice, first = f"{before} to".strip(), choice[0].lower() + choice[1:], first
        before, choice = (before, choice) if made.before else ("", f"to {choice}")
    if last == "do" and made.link == "plain" and is_verb(first) and not made.after:  # "heat can do | melt butter"
        before = before.rpartition(" ")[0]
    if last == "for" and is_plain_verb(first):  # "used for | measure length"
        before, last = f"{before.rpartition(' ')[0]} to", "to"
    if (first in PREPOSITIONS and last == first) or (last == "for" and first == "to"):
        before = before.rpartition(" ")[0]
    if made.noun:
        choice = _count(choice, first, made.noun)
    if not before and not made.noun and made.link == "plain" and _names_something(choice, first):
        after = agreed(choice, after)
    if not before and after and is_clause(choice) and _opens_with_verb(after):
        choice = f"that {choice[0].lower() if first in _LOWERED else choice[0]}{choice[1:]}"
    if before and first in _LOWERED:
        choice = choice[0].lower() + choice[1:]
    if before.endswith((".", "!")):
        choice = capital(choice)
    if after.startswith("'s") and choice.endswith(("'s", "’s")):  # whose: "Ann's" owns it already
        after = after[2:].strip()
    text = " ".join(part for part in (before, joint, choice) if part)
    return text + ("" if after[:1] in ("", "'", ",", ";") else " ") + after


def _wants_infinitive(made: Frame, last: str, choice: str) -> bool:
    """Whether a choice that opens with a verb names what is done: "its job is TO pump blood", "TO hide it is best"."""
    keys = _keys(choice)
    if is_clause(choice) or len(keys) < 2 or keys[0] == "do":
        return False
    if not made.before:
        return _opens_with_verb(made.after) and (keys[1] in DETERMINERS or keys[1] in OBJECT_PRONOUNS)
    return last in {"is", "was"} and not made.after and not _DONE.isdisjoint(_keys(made.before))


def _acted(before: str, last: str, choice: str, first: str) -> tuple[str, str]:
    """What a subject does, its verb in the form that "do" had: "a wasp does | rest" -> "a wasp | rests"."""
    subject, rest = before.rpartition(" ")[0], choice[len(choice.split()[0]) :]
    if first.endswith("ing") and lemma(first) != first:
        return f"{subject} {'are' if last == 'do' else 'was' if last == 'did' else 'is'}", choice
    if is_verb(first) and last in {"does", "did"}:
        return subject, (third_person(first) if last == "does" else past(first)) + rest
    return subject, choice


def _names_something(choice: str, first: str) -> bool:
    """Whether a choice is a noun phrase, so that a verb after it agrees with it."""
    listing = {"to", "none", "all", "any", "both", "neither", "either"}
    return not (is_clause(choice) or first in PREPOSITIONS or first in CONJUNCTIONS or first in listing)


def _opens_with_verb(after: str) -> bool:
    words = [key(word) for word in after.split()]
    verb = next((word for word in words if word not in ADVERBS), "")
    return verb in AUXILIARIES or is_third_person(verb)


def _count(choice: str, first: str, noun: str) -> str:
    """Name what is counted, unless the choice does so itself: "two" -> "two legs", "2 grams" -> "2 grams of salt"."""
    keys = _keys(choice)
    plural = keys[-1].endswith("s") and not noun.startswith("of ")  # "fossils" are a kind of thing by themselves
    if plural or first in _UNCOUNTED or set(keys) & set(_keys(noun)):
        return choice
    if len(keys) == 1:
        noun = noun.removeprefix("of ")
        if first in {"one", "1"} and not noun.endswith(("ies", "ss")):
            noun = noun.removesuffix("s")
    return f"{choice} {noun}"


_QUALITIES = words("qualities") | {"fresh", "half", "newly"}
_DONE = listed("asking", "done")
_UNCOUNTED = listed("asking", "uncounted")
_LOWERED = listed("asking", "lowered")


def _keys(text: str) -> list[str]:
    return [key(word) for word in text.split()]


def is_clause(choice: str) -> bool:
    """Whether a choice is a sentence of its own: it opens with a pronoun, or a verb follows its first words."""
    keys = _keys(choice)
    if re.split("['’]", keys[0])[0] in SUBJECT_PRONOUNS and len(keys) > 1:
        return True
    if keys[0] in PREPOSITIONS or keys[0] in CONJUNCTIONS or is_plain_verb(keys[0]) or keys[0].endswith("ing"):
        return False
    return any(_is_finite(keys, i) for i in range(1, len(keys)))


def _is_finite(keys: Sequence[str], i: int) -> bool:
    """Whether the word inside a choice is its verb, not a noun nor part of "to grow" or "that grow"."""
    word, before = keys[i], keys[i - 1]
    if before in DETERMINERS or before in PREPOSITIONS or before in {"that", "which", "who", "and", "or"}:
        return False
    if i == len(keys) - 1 and word == "can" and keys[0] in DETERMINERS:  # "a tin can"
        return False
    if word in AUXILIARIES or is_plain_verb(word):
        return True
    if is_third_person(word) and not is_often_noun(word):
        return True
    object_next = i + 1 < len(keys) and keys[i + 1] not in PREPOSITIONS and keys[i + 1] not in CONJUNCTIONS
    did = is_past(word) and not before.endswith("ly") and before not in _QUALITIES  # "freshly BAKED bread"
    return object_next and (is_third_person(word) or did or (is_verb(word) and before.endswith("s")))


def _place(choice: str, first: str) -> str:
    return "" if first in PREPOSITIONS or first in CONJUNCTIONS or first in {"here", "there", "everywhere"} else "in"


_COMPARED = listed("asking", "compared")
_TIMES = listed("asking", "times")


def _time(choice: str, first: str) -> str:
    if first in PREPOSITIONS or first in CONJUNCTIONS or first in ADVERBS or first in _TIMES or first in _COMPARED:
        return ""
    return "when" if is_clause(choice) else "in"


def _reason(choice: str, first: str) -> str:
    if first in listed("asking", "reasons"):
        return ""
    if is_verb(first) and len(choice.split()) > 1 and not is_clause(choice):
        return "to"
    return "because" if is_clause(choice) else "because of"


def _manner(choice: str, first: str) -> str:
    if first in PREPOSITIONS or first in CONJUNCTIONS or first.endswith("ly"):
        return ""
    return ":" if is_clause(choice) else "" if first in _COMPARED else "by"


_JOINTS = {"place": _place, "time": _time, "reason": _reason, "manner": _manner}


def _answer_yes_no(made: Frame, choice: str) -> str:
    first = key(choice.split()[0])
    if first == "yes":
        return f"{choice}, {made.before} {made.noun} {made.after}"
    if first == "no":
        negated = made.noun if made.noun.endswith(("n't", "n’t")) else f"{made.noun} not"
        return f"{choice}, {made.before} {negated} {made.after}"
    return f"As to whether {made.before} {made.noun} {made.after}, {choice}"


def with_others_named(choices: Sequence[Choice]) -> list[str]:
    """Return the texts of the choices; one that points to others names them: "none of these (lead or iron)".

    >>> with_others_named([Choice("A", "lead"), Choice("B", "iron"), Choice("C", "none of these")])
    ['lead', 'iron', 'none of these (lead or iron)']
    """
    listed = (*choices, *unlisted(choices))
    found, texts = combinations(choices), {choice.label: choice.text.strip(" .") for choice in listed}
    return [_naming(choice, found[choice.label], texts) for choice in choices]


def _naming(choice: Choice, combination: Combination, texts: Mapping[str, str]) -> str:
    if combination.role == "single" or any(texts[label].lower() in choice.text.lower() for label in combination.of):
        return choice.text
    named = [texts[label] for label in combination.of]
    joint = " and " if combination.role == "all" else " or "
    return f"{choice.text.strip().rstrip('.')} ({joint.join([', '.join(named[:-1]), named[-1]])})"


def _finish(text: str) -> str:
    """A capital where the first word is all small letters, and a full stop."""
    text = re.sub(r"\s+([,;:.])(?=\s|$)", r"\1", text.strip())
    if not text:
        return ""
    text = capital(text)
    return text if text.endswith((".", "!")) else text.rstrip(" ?,:;") + "."
