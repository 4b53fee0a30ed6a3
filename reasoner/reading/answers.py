"""Questions said in full before they are turned into claims: what "which one is it?" and "the red one" leave out.

>>> in_full("Which is it?", ["the oak", "the elm"], ["One of the trees is old."])
('Which of these is old?', ('the oak', 'the elm'))
>>> in_full("Which kite stayed on the ground?", ["the red one", "Ann's"], [])
('Which kite stayed on the ground?', ('the red kite', "Ann's kite"))
>>> in_full("Who on the ward eats at six?", ["Mr Osei", "Ms Holt"], [])
('Who eats at six?', ('Mr Osei', 'Ms Holt'))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from reasoner.language.parse.pipeline import parse
from reasoner.reading.grammar.tokens import closed_words

_POINTS = re.compile(
    r"(?i)^(?:so,? )?(?:which|who|what)(?: (?:one|of (?:them|these)))?"
    r"(?: (?:is|was|will|would|could|must|may|might)(?: be)?(?: (?:it|that|this|he|she))?(?: be)?)?\?$"
)
_SOMETHING = frozenset({"one", "someone", "somebody", "something"})
_ASKS = frozenset({"who", "whose", "which", "what", "where", "why", "how", "whether"})
_OPENING = re.compile(r"(?i)^(?:complete the (?:sentence|statement)|fill in(?: the (?:blank|gap))?): ")
_ONE = re.compile(r"(?i)^(the|my|his|her|our|their|your|[\w'’-]+['’]s?) (?:(.+) )?(ones?)\b(.*)$")
_OWNER = re.compile(r"^(?:[\w'’-]+ )*[\w-]+['’]s?$")
_HELPING = frozenset({"aux", "aux:pass", "cop", "advmod"})
_VERBS = frozenset({"VERB", "AUX"})


#: "What is the jar full of?", "which shore was she found on?"
_STRANDED = re.compile(
    r"(?i)^(?:what|who|which [\w-]+) (is|are|was|were|will) (.+) ([\w-]+) "
    r"(of|for|from|with|by|in|to|on|at|about|into|out of)\?$"
)
_LIKE = re.compile(r"(?i)^what (is|are|was|were) (.+?) like(?: (.+))?\?$")
_GIVEN = re.compile(r"(?i)^what (is|are|was|were) (.+) (given|called|named|shown|sent|offered|paid|taught|owed)\?$")
_SAYS = frozenset({"ADJ", "VERB"})
_ACTS = re.compile(r"(?i)^(?:which|what) of (?:these|them|the (?:two|three|four|following)) (\w+s)\?$")


def _as_stem(asked: str) -> str:
    """Return a question as a statement to complete, where its verb has left its place at the end.

    >>> _as_stem("What is the jar on the sill full of?"), _as_stem("What was the soup like?")
    ('The jar on the sill is full of', 'The soup was ___.')
    """
    if match := _LIKE.match(asked):
        return f"{_capital(match[2])} {match[1]} ___{' ' + match[3] if match[3] else ''}."
    if match := _ACTS.match(asked):  # "which of these itches?"
        return f"___ {match[1]}."
    if match := _GIVEN.match(asked):
        return f"{_capital(match[2])} {match[1]} {match[3]} ___."
    match = _STRANDED.match(asked)
    if match is None or not any(token.text == match[3] and token.pos_ in _SAYS for token in parse(asked)):
        return asked
    if match[2].endswith(" to"):  # "which rope is safe to climb with?"
        return asked
    return f"{_capital(match[2])} {match[1]} {match[3]} {match[4]}"


def stated(asked: str) -> str | None:
    """Return a question for yes or no as a statement, where its subject has a verb of its own; None for any other.

    >>> stated("Does the animal that Lou drew eat plants?"), stated("Is the cup broken?")
    ('The animal that Lou drew does eat plants.', None)
    """
    if match := _TO_BE.match(asked):
        return f"{_capital(match[2])} {match[1].lower()} {match[3]}."
    doc = parse(asked)
    root = next((token for token in doc if token.dep_ == "ROOT"), None)
    subject = next((t for t in doc if t.dep_.startswith("nsubj") and t.head == root), None)
    if root is None or subject is None or doc[0].pos_ != "AUX" or doc[0].head != root:
        return None
    inside = sorted(token.i for token in subject.subtree)
    end = inside[-1] + 1
    if inside != list(range(1, end)) or root.i < end or not any(doc[i].pos_ in _VERBS for i in inside):
        return None
    return f"{_capital(doc[1:end].text)} {doc[0].text.lower()} {doc[end:].text.rstrip('?').strip()}."


_TO_BE = re.compile(r"(?i)^(is|are|was|were) ((?:(?!that |which |who )[\w'’-]+ ){1,5}?)(to be .+)\?$")


def _capital(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:]


def in_full(asked: str, choices: Sequence[str], before: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return a question and its choices with what they leave out."""
    asked = _OPENING.sub("", asked)
    if _POINTS.match(asked.strip()) and before and (meant := _pointed_at(before[-1])):
        return meant, tuple(choices)
    head, rest = _restricted(asked) if all(map(_is_definite, choices)) else (None, asked)
    head = head if head is not None else _head(parse(asked))
    if head is not None and head.pos_ == "NOUN":
        choices = [_with_noun(choice, head, asked) for choice in choices]
    return _as_stem(rest), tuple(choices)


def _pointed_at(sentence: str) -> str | None:
    """Return what a sentence says of one thing that it does not name, as a question: "which of these is old?"."""
    doc = parse(sentence)
    if any(token.lower_ in _ASKS for token in doc):
        return None
    one = [t for t in doc if t.lower_ == "one" or any(child.lower_ == "one" for child in t.children)]
    nouns = [token for token in one if token.dep_ == "obj" or token.dep_.startswith("nsubj")]
    nouns += [token for token in doc if token.lower_ in _SOMETHING and token.dep_.startswith("nsubj")]
    indefinite = [t for t in doc if t.dep_.startswith("nsubj") and t.head.dep_ == "ROOT" and _has_article(t)]
    noun = next(iter((*nouns, *indefinite)), None)
    if noun is None:
        return None
    inside = [token.i for token in noun.subtree]
    start, end = min(inside), max(inside) + 1
    if inside != list(range(start, end)):
        return None
    before, after = doc[:start].text, doc[end:].text.rstrip(".!")
    said = f"{before} {{}} {after}".strip()
    if before:  # "she has to keep one of them dry"
        return f"{said.format('which of these')}?"
    return f"Which of these {after}?"


def _has_article(noun: Any) -> bool:
    return any(child.lower_ in closed_words("indefinite") for child in noun.children)


def _head(doc: Any) -> Any | None:
    """Return the noun that "which" asks for: "which screw", "which of the two screws"."""
    for token in doc:
        if token.lower_ not in {"which", "what"} or token.i > 2:
            continue
        if token.dep_ == "det":
            owner = any(child.lower_ in {"'s", "’s"} for child in token.head.children)
            return None if owner else token.head
        return next((child for child in token.children if child.dep_ == "nmod"), None)
    return None


def _restricted(asked: str) -> tuple[Any | None, str]:
    """Return the noun that is asked for, and the question without what sets apart the things that are asked about.

    "Who on the ward eats at six?" takes it for granted that all of them are on the ward.
    """
    doc = parse(asked)
    word = doc[0] if len(doc) else None
    if word is None or word.lower_ not in {"who", "which", "what"}:
        return None, asked
    head = _head(doc) if word.lower_ != "who" else word
    root = next((token for token in doc if token.dep_ == "ROOT"), None)
    if head is None or root is None or root.i <= head.i:
        return None, asked
    first = min(
        [root.i, *(c.i for c in root.children if c.dep_ in {"aux", "aux:pass", "cop", "advmod"} and c.i > head.i)]
    )
    span = doc[head.i + 1 : first]
    clean = len(span) > 1 and span[0].pos_ == "ADP" and all(t.pos_ not in _VERBS and not t.is_punct for t in span)
    if not clean or root.pos_ not in {*_VERBS, "ADJ", "NOUN"} or span[0].lower_ == "of":
        return None, asked
    return head if head is not word else None, f"{doc[: head.i + 1].text} {doc[first:].text}"


def _is_definite(choice: str) -> bool:
    first = choice.split(" ")[0]
    return first[:1].isupper() or first.lower() in closed_words("the") | closed_words("possessive") or "'s" in first


def _with_noun(choice: str, head: Any, asked: str) -> str:
    """Return "the brass one" as "the brass screw", and "Ann's" as "Ann's screw"."""
    text = choice.strip().rstrip(".")
    noun = head.lemma_.lower()
    match = _ONE.match(text)
    if match and not closed_words("preposition").intersection((match[2] or "").split()):  # not "the cat in box one"
        named = head.text.lower() if match[3].lower() == "ones" else noun
        return " ".join(filter(None, (match[1], match[2], named))) + match[4]
    return f"{text} {noun}" if _OWNER.match(text) and text[:1].isupper() and "whose" not in asked.lower() else choice
