"""Which statement a question puts before the reader: "Is the following true, false or unknown? The cat is red."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from reasoner.language.claim import carried, hypotheses, hypothesis, is_aside
from reasoner.language.parse.pipeline import parse
from reasoner.reading.answers import in_full, stated
from reasoner.reading.grammar.tokens import closed_words

_TITLES = r"(?<=\b[A-Z])|(?<=\bM[rs]|\bDr|\bSt)|(?<=\bMrs)|(?<=\bProf)"  # "Mr. Hall" is one name
_SENTENCE = re.compile(rf"(?:[^.?!]|[.](?=\S)(?!\")|(?:{_TITLES})[.](?=\s))+[.?!]*[\"”]?\s*")
_ASKS = re.compile(
    r"(?i)\b(true|false|unknown|uncertain|undetermined|correct|statement|claim|following|conclusion|yes or no"
    r"|follows?)\b"
)
_LABEL = re.compile(
    r"(?i)^(?:.*\b(?:true|false|unknown|uncertain|statement|claim|conclusion|question|hypothesis)[^:.?!]*):\s*(.+)$"
)
_THAT = re.compile(
    r"(?i)^(?:.*?\b)?(?:is it (?:true|correct|false|the case|right)(?:,? (?:or )?(?:true|false|unknown|uncertain|not))*"
    r"|does it follow"
    r"|can (?:we|it be|you) (?:conclude|infer|inferred|concluded|say|said)|do (?:we|you) know|is it known"
    r"|does this (?:mean|imply))(?: from (?:this|these|the above))?(?: if| whether)? that (.+?)\??$"
)
#: Asks only which of the choices is true, so that each choice is a claim by itself.
_WHICH_IS_TRUE = re.compile(
    r"(?i)^(?:[^.?!]*, )?(?:which|what)(?: one)?(?: of (?:these|the following|them|the))?"
    r"(?: (?:statement|sentence|claim|conclusion)s?)?(?: below)?"
    r" (?:is|are|must be|has to be|have to be|follows?|holds?|can be (?:concluded|inferred))"
    r"(?: necessarily| definitely| certainly)?(?: true| correct| right)?(?: from [^?]*)?\?$"
)
#: Asks what is true of something: "that she sings" says it of that thing.
_TRUE_OF = re.compile(r"(?i)^what is (?:true|the case|known) (?:of|about|for|with) ([^?]+)\?$")
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")
#: What ends with an initial, a title or "No." is no whole sentence: "Ada B."
_CUT = re.compile(r"(?:.* )?(?:(?:[A-Z][\w'-]* )(?:[A-Z]\.)+|(?:Mr|Mrs|Ms|Dr|Prof|St|No)\.)")
_PRONOUNS = frozenset({"it", "he", "she", "they"})
_PLACED = re.compile(r"(?i)\w ((?:if|when|once|unless|before|after|until|while) [^?]+)\?$")
_YES = re.compile(r"(?i)^yes, ")


def sentences_of(text: str) -> tuple[list[str], str]:
    """Split a text into the sentences before the last, and the last.

    >>> sentences_of("All wibs fly. Max is a wib. Who flies?")
    (['All wibs fly.', 'Max is a wib.'], 'Who flies?')
    """
    found = [sentence.strip() for sentence in _SENTENCE.findall(text) if sentence.strip()]
    return (found[:-1], found[-1]) if found else ([], text)


def glued(facts: Iterable[str]) -> list[str]:
    """Return sentences that were cut behind the initial of a name as one again.

    >>> glued(["Ada B.", "Cole sings.", "Cy hums."])
    ['Ada B. Cole sings.', 'Cy hums.']
    """
    found: list[str] = []
    for fact in facts:
        if found and _CUT.fullmatch(found[-1]):
            found[-1] = f"{found[-1]} {fact}"
        else:
            found.append(fact)
    return found


def statement_of(stem: str) -> tuple[list[str], str]:
    """Return the sentences of a stem that are facts, and the statement that it asks about.

    >>> statement_of("Based on the above, is the following statement true, false, or unknown? The cat is red.")
    ([], 'The cat is red.')
    >>> statement_of("The cat is red. True or false?")
    ([], 'The cat is red.')
    >>> statement_of("All cats are red. Tom is a cat. Is Tom red?")
    (['All cats are red.', 'Tom is a cat.'], 'Tom is red.')
    >>> statement_of("Is it true that wibs fly?")
    ([], 'wibs fly.')
    """
    before, last = sentences_of(carried(stem))
    found = [sentence for sentence in (*before, last) if not is_aside(sentence)]
    said = [sentence for sentence in found if not _is_question(sentence)]
    asking = [sentence for sentence in found if _is_question(sentence)]
    for sentence in reversed(asking):
        if statement := _inside(sentence):
            return said, statement
    if asking and not _ASKS.search(asking[-1]):
        return said, stated(asking[-1]) or _YES.sub("", hypothesis(asking[-1], "Yes"))
    return (said[:-1], said[-1]) if said else ([], stem)


def claims_of(asked: str, choices: Sequence[str], before: Sequence[str] = ()) -> list[str]:
    """Return what each choice claims as an answer to what is asked, after the sentences before it.

    >>> claims_of("Which of these must be true?", ["Ann flies.", "Bob is red."])
    ['Ann flies.', 'Bob is red.']
    >>> claims_of("What do bees make?", ["honey"])
    ['Bees make honey.']
    >>> claims_of("What is true of the new mayor?", ["she sings", "she rows"])
    ['The new mayor sings.', 'The new mayor rows.']
    """
    if asks_which_is_true(asked):
        return list(choices)
    asked, choices = in_full(asked, choices, before)
    said = [text.partition(" ") for text in choices]
    if (about := _TRUE_OF.match(asked.strip())) and all(word.lower() in _PRONOUNS and rest for word, _, rest in said):
        return [f"{about[1][0].upper()}{about[1][1:]} {rest.rstrip('.')}." for _, _, rest in said]
    made = [_itself(asked, claim, choice) for claim, choice in zip(hypotheses(asked, choices), choices, strict=True)]
    return [_about(asked, claim).replace("'s's", "'s") for claim in made]


def _itself(asked: str, claim: str, choice: str) -> str:
    """Return a choice that is a sentence by itself as what it claims: of "that it rots can be said" that it rots.

    On what condition or at what time that is asked is part of the claim.
    """
    said, placed = choice.strip().rstrip("."), _PLACED.search(asked)
    opening = said.split(" ")[0].lower()
    inside = claim.lower().startswith(f"that {said.lower()}")
    if opening not in _PRONOUNS or not inside:
        return claim
    return f"{said[:1].upper()}{said[1:]}{f' {placed[1]}' if placed else ''}."


def asks_which_is_true(asked: str) -> bool:
    """Say whether a question asks only which of its choices holds: each of these is a sentence by itself.

    >>> asks_which_is_true("Which of these must be true?"), asks_which_is_true("Which of these is red?")
    (True, False)
    """
    return bool(_WHICH_IS_TRUE.match(asked.strip()))


def _about(asked: str, claim: str) -> str:
    """Put what a question is about in the place of a pronoun: what "it" did is what the thing asked about did."""
    opening, _, rest = claim.partition(" ")
    if opening.lower() not in _PRONOUNS or not rest:
        return claim
    plural = opening.lower() == "they"
    named = [token for token in parse(asked) if _is_asked_about(token) and (token.tag_ in {"NNS", "NNPS"}) == plural]
    named = [token for token in named if token.dep_.startswith("nsubj")] or named
    if len(named) != 1 or named[0].lower_ in rest.lower().split():
        return claim
    words = [token for token in named[0].subtree if token.dep_ != "case" or token.head != named[0]]
    start, end = words[0].i, words[-1].i + 1
    phrase = named[0].doc[start:end].text
    return f"{phrase[0].upper()}{phrase[1:]} {rest}"


def _is_asked_about(token: Any) -> bool:
    """Whether a word is the head of a phrase that names one thing, and is not inside another."""
    if token.pos_ not in {"NOUN", "PROPN"} or token.head.pos_ in {"NOUN", "PROPN"}:
        return False
    if any(above.dep_ == "advcl" for above in token.ancestors):  # "if the ice melts" is not what is asked about
        return False
    marks = {child.lower_ for child in token.children} | {child.dep_ for child in token.children}
    if token.lower_ in closed_words("time") or marks & closed_words("possessive"):
        return False
    return token.pos_ == "PROPN" or bool(marks & {"the", "this", "nmod:poss"})


def _is_question(sentence: str) -> bool:
    return sentence.endswith("?") or bool(_LABEL.match(sentence))


def _inside(sentence: str) -> str | None:
    """Return the statement that a question carries in itself: behind a colon, after "that", in quotes."""
    for pattern in (_LABEL, _THAT):
        if match := pattern.match(sentence):
            return match[1].strip().rstrip("?. ") + "."
    quoted = _QUOTED.search(sentence)
    return quoted[1] if quoted and _ASKS.search(sentence) else None
