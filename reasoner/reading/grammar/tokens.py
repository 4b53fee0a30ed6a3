"""Words of a sentence with the parts that each may play, and at what price.

A word plays parts: "n" and "ns" (noun, singular and plural), "name", "adj", "adv", "num", and the verb's forms "v"
(base and plural), "vs" (third person), "vd" (past), "vn" (participle), "vg" (-ing). The dearer a part, the less likely
the word plays it there; a made-up word may play any, since nothing is known of it. Prices come from spelling and word
lists alone (`lexical`), or from the tags of the parser (`tagged`), which settle what spelling leaves open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from reasoner.language.english import table, words
from reasoner.language.terms import DEGREES, lemma
from reasoner.language.verbs import is_often_noun, is_participle, is_past, is_plain_verb, is_third_person, is_verb
from reasoner.language.wordlists import GRADABLE, IRREGULAR_NOUNS, IRREGULAR_VERBS

if TYPE_CHECKING:
    from spacy.tokens import Doc

_QUOTED = r"[“\"][^”\"]{1,80}[”\"]"
_PIECE = re.compile(
    rf"{_QUOTED}|\d+-?[^\W\d_]+(?:-[^\W_]+)*|[$£€]?\d[\d,.:/–]*\d|[$£€]\d|(?:[A-Z]\.)+[A-Z](?![\w.])|(?:[A-Z]\.){{2,}}|[A-Z][+](?!\w)|[^\W_]+(?:[-'’&/–][^\W_]+)*(?:['’](?=\s|$))?"
    r"|\$|[^\w\s]"
)
_WORD = re.compile(r"[^\W\d_]+")
_CLITIC = re.compile(r"(?i)^(.+?)(n['’]t|['’](?:s|re|ll|ve|m|d)|['’])$")
_CLITICS = {"n't": "not", "'re": "are", "'ll": "will", "'ve": "have", "'m": "am", "'d": "would", "'s": "'s", "'": "'s"}
_CONTRACTED = {"ca": "can", "wo": "will", "sha": "shall"}

# What each tag of the parser makes of a word, and what it may still be at a small price.
_TAGS: dict[str, dict[str, float]] = {
    "NN": {"n": 0, "adj": 0.8, "vg": 0.8},
    "NNS": {"ns": 0, "n": 1, "vs": 1.3},
    "NNP": {"name": 0, "adj": 0.7, "n": 0.8, "ns": 0.8},
    "NNPS": {"name": 0, "ns": 0.2},
    "JJ": {"adj": 0, "n": 0.6, "ns": 0.9, "vn": 0.6},
    "JJR": {"adj": 0},
    "JJS": {"adj": 0},
    "RB": {"adv": 0, "adj": 0.7},
    "RBR": {"adv": 0, "adj": 0.3},
    "VB": {"v": 0},
    "VBP": {"v": 0},
    "VBZ": {"vs": 0, "ns": 1.2},
    "VBD": {"vd": 0, "vn": 0.3},
    "VBN": {"vn": 0, "vd": 0.5, "adj": 0.3},
    "VBG": {"vg": 0, "n": 0.4, "adj": 0.5},
    "CD": {"num": 0, "name": 0.8},
    "FW": {"n": 0, "name": 0.5},
}
_SURPRISE = 1.5  # what a part costs on top where the tag speaks against it


@dataclass(slots=True)
class Token:
    """A word, where it starts, and the price of each part that it may play."""

    text: str
    low: str
    start: int
    parts: Mapping[str, float] = field(default_factory=dict)

    @property
    def noun(self) -> str:
        """The word as a noun: its singular."""
        return lemma(self.low, "NOUN")

    @property
    def verb(self) -> str:
        """The word as a verb: its base form."""
        return lemma(self.low, "VERB")


@cache
def closed_words(kind: str) -> frozenset[str]:
    """Return the words of a closed class, as `language/english/reading.toml` names them.

    >>> "every" in closed_words("every")
    True
    """
    return frozenset(table("reading")[kind])


@cache
def _all_closed() -> frozenset[str]:
    open_too = {
        "denying_verb",
        "this_time",
        "other_time",
        "title",
        "thing",
        "person",
        "time",
        "transparent",
        "number",
        "weather",
    }
    found = {word for kind, entries in table("reading").items() if kind not in open_too for word in entries}
    pronouns = {word for entries in table("variables").values() for word in entries}
    return frozenset(found | pronouns) | {
        "not",
        "never",
        "or",
        "nor",
        "either",
        "neither",
        "unless",
        "than",
        "'s",
        "there",
        "if",
        "what",
    }


def tokenize(sentence: str) -> list[Token]:
    """Split a sentence; quoted titles stay whole, contractions come apart, the final stop goes.

    >>> [token.text for token in tokenize("Erin isn't a wumpus.")]
    ['Erin', 'is', 'not', 'a', 'wumpus']
    """
    letters = [character for character in sentence if character.isalpha()]
    if len(letters) > 3 and all(letter.isupper() for letter in letters):
        sentence = _WORD.sub(
            lambda word: word[0] if word[0] in words("first_names") else word[0].lower(), sentence.title()
        )
    tokens = [token for match in _PIECE.finditer(sentence) for token in _split(match[0], match.start())]
    for token in tokens[1:]:
        other = closed_words("place_adverb") | closed_words("modal")
        if token.text == "A" or (token.text[:1].isupper() and token.low in other):
            token.low = token.text  # "Plan A" has no article, "Fresh Home" no adverb, "before May" no modal verb
    while tokens and tokens[-1].low in {".", "!", "?", ";", ","}:
        tokens.pop()
    return tokens


def _split(piece: str, start: int) -> list[Token]:
    if piece[0] in '“"' and len(piece) > 1:
        return [Token(piece[1:-1].strip(), piece[1:-1].strip().lower(), start, {"name": 0.0})]
    if piece.lower() == "cannot":
        return [Token(piece[:3], "can", start), Token(piece[3:], "not", start + 3)]
    clitic = _CLITIC.match(piece)
    if not clitic:
        acronym = len(piece) > 1 and piece.isupper() and piece.lower() in _all_closed()  # "US" is not "us"
        return [Token(piece, piece if acronym else piece.lower(), start)]
    stem, ending = clitic[1], clitic[2].lower().replace("’", "'")
    low = _CONTRACTED.get(stem.lower(), stem.lower()) if ending == "n't" else stem.lower()
    word = _CLITICS[ending]
    return [Token(low if low != stem.lower() else stem, low, start), Token(word, word, start + len(stem))]


def lexical(tokens: Sequence[Token]) -> list[Token]:
    """Price the parts of each word by spelling and word lists."""
    priced = [
        token if token.parts else Token(token.text, token.low, token.start, _spelling(token.text, i == 0))
        for i, token in enumerate(tokens)
    ]
    return _titles(priced)


def _titles(tokens: Sequence[Token]) -> list[Token]:
    """Make three capitals in a row inside a sentence one name's words: "at Fight Night Oslo" tells of no fight."""
    capital = [i > 0 and token.text[:1].isupper() and bool(token.parts) for i, token in enumerate(tokens)]
    found = list(tokens)
    for i in range(1, len(tokens)):
        if capital[i] and tokens[i - 1].low in closed_words("title"):  # "Mr Hall" is a name
            found[i - 1 : i + 1] = [replace(token, parts={"name": 0.0}) for token in tokens[i - 1 : i + 1]]
    for i in range(len(tokens)):
        inside = any(all(capital[k : k + 3]) and len(capital[k : k + 3]) == 3 for k in (i - 2, i - 1, i) if k >= 0)
        if inside:
            kept = {part: price for part, price in tokens[i].parts.items() if part in {"name", "n", "ns", "adj"}}
            found[i] = Token(tokens[i].text, tokens[i].low, tokens[i].start, {"name": 0.0} | kept)
    return found


def tagged(tokens: Sequence[Token], doc: Doc) -> list[Token]:
    """Price the parts of each word by what the parser took it for."""
    tags = {position: word.tag_ for word in doc for position in range(word.idx, word.idx + len(word))}
    priced = [
        token if token.parts and token.text != token.low and " " in token.text else _with_tag(token, tags, i == 0)
        for i, token in enumerate(tokens)
    ]
    for before, token, after in zip(priced, priced[1:], priced[2:], strict=False):
        told = [tags.get(each.start, "") for each in (before, token, after)]
        if told[0] in {"JJ", "DT"} and told[1] == "VBN" and told[2].startswith("NN") and "adj" in token.parts:
            token.parts = {**token.parts, "adj": 0.0, "vn": 0.6}  # "every old haunted house"
    return _titles(priced)


def _with_tag(token: Token, tags: Mapping[int, str], first: bool) -> Token:
    spelled = _spelling(token.text, first)
    favoured = _TAGS.get(tags.get(token.start, ""), {}) if spelled else {}
    if not favoured:
        return Token(token.text, token.low, token.start, spelled)
    parts = {part: price + _SURPRISE for part, price in spelled.items()}
    for part, price in favoured.items():
        if part in spelled or _may_be(token, part):
            parts[part] = price + 0.3 * spelled.get(part, 0.5)
    if "v" in favoured and "vn" in spelled:  # "has come": a participle like the base
        parts["vn"] = 0.3
    if first and "name" in favoured and spelled.get("ns", 1) < 1 and token.text not in words("first_names"):
        parts["ns"] = 0.1  # "Gleeps are red": a capital says nothing where the sentence starts
    if "adv" in favoured and "adv" not in spelled and token.low in GRADABLE:
        parts |= {"adj": 0.2, "adv": 0.3}  # "round" and "hard" are adjectives first
    return Token(token.text, token.low, token.start, parts)


def _may_be(token: Token, part: str) -> bool:
    """Whether the spelling allows a part that the tagger gives: a name has a capital, a plural mostly an s."""
    return token.text[:1].isupper() if part == "name" else True


@lru_cache(maxsize=50_000)
def _spelling(text: str, first: bool) -> Mapping[str, float]:
    low = text.lower() if not (len(text) > 1 and text.isupper()) else text
    if not text[0].isalnum() and text[0] not in "$£€":
        return {}
    if text[0].isdigit() or text[0] in "$£€":
        return {"num": 0.0, "name": 0.4, "adj": 0.6}
    if len(text) == 1 and text.isupper() and text != "I" and not first:
        return {"name": 0.0}
    if low in closed_words("number"):
        return {"num": 0.0, "n": 1.0}
    if text[0].isupper() and not first and low in closed_words("modal"):
        return {"name": 0.0}  # "before May"
    if low in _all_closed() and low not in words("open_closed"):
        return {}
    parts = _noun_and_adjective(low) | _verb(low)
    if low.endswith("ly") and low not in words("ly_adjectives"):
        parts |= {"adv": 0.0, "adj": 1.5}
    if text[0].isupper():
        parts = _capital(text, low, first, parts)
    return parts


def _capital(text: str, low: str, first: bool, parts: dict[str, float]) -> dict[str, float]:
    if text in words("first_names"):
        return {"name": 0.0}
    if not first:
        return {part: price + 0.8 for part, price in parts.items()} | {"name": 0.0}
    if any(letter.isdigit() for letter in text):
        return {"name": 0.0}
    inside = any(letter.isupper() or letter.isdigit() for letter in text[1:])
    return parts | {"name": 0.0 if inside else 0.9}


def _noun_and_adjective(low: str) -> dict[str, float]:
    if low in DEGREES or low in GRADABLE:
        return {"adj": 0.0, "n": 1.0}
    if low in IRREGULAR_NOUNS:
        return {"ns": 0.0, "n": 1.5}
    if low.endswith("s") and lemma(low, "NOUN") != low:
        return {"ns": 0.2, "n": 1.5}
    return {"n": 0.2, "adj": 0.4, "ns": 1.5}


def _verb(low: str) -> dict[str, float]:
    base = lemma(low, "VERB")
    known = is_verb(base) or base in IRREGULAR_VERBS.values() or base in words("more_verbs")
    price = (0.1 if is_plain_verb(base) or not is_often_noun(low) else 0.6) if known else 1.6
    if low.endswith("ing") and len(low) > 4 and base != low:
        return {"vg": price / 2, "adj": 0.6}
    if low.endswith("ed") and len(low) > 3 and base != low:
        return {"vd": price / 3, "vn": price / 3, "adj": 0.6}
    if low in IRREGULAR_VERBS and not low.endswith("s"):
        return {"vd": 0.2, "vn": 0.2} | ({"v": 0.2} if base == low else {})
    parts = {"v": price if known else price + 0.6} if base == low else {}
    if low.endswith("s") and (base != low or is_third_person(low)):
        parts["vs"] = price
    participle = {"vn": 0.2} if base == low and is_participle(low) else {}  # "has come"
    return parts | participle | ({"vd": 0.2} if is_past(low) else {})
