"""Words and lemmas in pure Python: fast enough for an index of millions of sentences, no spaCy needed.

Lemmas are our own because libraries lose. On UD English EWT Dev (eval/benchmarks/lemmas.py) we have 0.975 right with
tags, lemminflect 0.966; simplemma takes no tags and has 0.955, where we have 0.950 without. In its stead it does no
better at work (250 questions of OpenBookQA Dev: `ir` 0.269 for 0.274, `tuple-ilp` 0.359 for 0.366; ProofWriter and
PrOntoQA the same), it leaves words that no dictionary has as they are ("wumpuses"), and nouns such as "freezing", so
that a question about freezing would not find that water freezes; and our tables would stay, for words with a tag.

>>> content_lemmas("As a source of light becomes closer, that source will appear brighter.")
('source', 'light', 'become', 'close', 'source', 'appear', 'bright')
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from reasoner.language.english import listed
from reasoner.language.wordlists import (
    ACHE_WORDS,
    AMERICAN,
    GRADABLE,
    IE_NOUNS,
    INVARIANT,
    IRREGULAR_DEGREES,
    IRREGULAR_NOUNS,
    IRREGULAR_VERBS,
    TRUE_ISE,
    USE_WORDS,
    VERB_STEMS,
)

STOP_WORDS = listed("terms", "stop_words")

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")  # soft hyphen, zero width, direction
_APOSTROPHES = re.compile("[’‘ʼ´`]")
_WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:'[^\W_]+)?")
_NEGATED = {"can't": "can", "won't": "will", "shan't": "shall", "cannot": "can"}


def tokenize(text: str) -> list[str]:
    """Lower-cased words of a text; hyphens split, possessives and clitics dropped, "n't" becomes "not".

    >>> tokenize("The plant's leaves don't need 1,000 X-rays!")
    ['the', 'plant', 'leaves', 'do', 'not', 'need', '1000', 'x', 'rays']
    >>> tokenize("ﬁre\\x00 wa\\u200bter ____ 🙂")
    ['fire', 'water']
    """
    text = _APOSTROPHES.sub("'", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))).lower()
    tokens: list[str] = []
    for word in _WORD.findall(text):
        if word in _NEGATED:
            tokens += [_NEGATED[word], "not"]
        elif word.endswith("n't"):
            tokens += [part for part in (word[:-3], "not") if part]
        elif "'" in word:
            tokens.append(word[: word.index("'")])
        else:
            tokens.append(word.replace(",", ""))
    return tokens


@lru_cache(maxsize=20_000)
def content_lemmas(text: str) -> tuple[str, ...]:
    """Lemmas of the words of a text that are not stop words, in order, with repeats.

    >>> content_lemmas("Metals are not conducting less electricity")
    ('metal', 'not', 'conduct', 'less', 'electricity')
    """
    return tuple(lemma(word) for word in tokenize(text) if word not in STOP_WORDS)


@lru_cache(maxsize=200_000)
def lemma(word: str, pos: str = "") -> str:
    """Base form of one word, in American spelling; a UPOS tag, where known, settles "leaves" and "building".

    >>> [lemma(word) for word in ("mice", "berries", "moving", "stopped", "froze", "warmer", "colour", "glass")]
    ['mouse', 'berry', 'move', 'stop', 'freeze', 'warm', 'color', 'glass']
    >>> lemma("leaves"), lemma("leaves", "VERB"), lemma("building", "NOUN")
    ('leaf', 'leave', 'building')
    """
    word = word.lower()
    if pos in ("VERB", "AUX"):
        base = IRREGULAR_VERBS.get(word) or (word if word in INVARIANT else _verb(word))
    elif pos in ("NOUN", "PROPN"):
        base = IRREGULAR_NOUNS.get(word) or (word if word in INVARIANT else _singular(word))
    elif pos in ("ADJ", "ADV"):
        base = DEGREES.get(word, word)
    elif pos:
        base = "not" if word in ("n't", "n’t") else word
    else:
        base = _any_class(word)
    return american(base)


def _any_class(word: str) -> str:
    if word in INVARIANT:
        return word
    for table in (IRREGULAR_NOUNS, IRREGULAR_VERBS, DEGREES):
        if word in table:
            return table[word]
    return _verb(word)


def _verb(word: str) -> str:
    for suffix in ("ing", "ed"):
        stem = word[: -len(suffix)]
        if word.endswith(suffix) and len(stem) >= 2 and re.search("[aeiouy]", stem):
            return _restore(stem) if suffix == "ing" or stem[-1] not in "e" else word
    return _singular(word)


def _restore(stem: str) -> str:
    """The verb that lost -ing or -ed: "mov" -> "move", "stopp" -> "stop", "studi" -> "study"."""
    if stem in VERB_STEMS:
        return VERB_STEMS[stem]
    short = len(re.findall("[aeiouy]+", stem)) == 1
    if stem[-1] == "i":
        return stem[:-1] + "y"
    if stem[-1] == stem[-2] and stem[-1] not in "aeiousf":
        return stem if short and stem[-1] in "lz" else stem[:-1]
    return stem + "e" if _lost_e(stem, short) else stem


# Endings that no English verb of more than one syllable has without a final e ("rotat", "produc", "solv", "caus").
_SILENT_E = re.compile(
    r"([^aeo]at|creat|c|v|u|dg|[lr]g|[^s]s|[aeiouy]z|[bcdfgkptz]l|ul|[^eo]ad|[iuo]d|ib|[^aeiou]in|ut|[^eo]ar|[^aeo]ir"
    r"|[^o]ur|[^aeo]ak|[^o]ok|[^aeiou]im|um|[^e]am|ag|[ae]ng|plet)$"
)
_NO_E = re.compile(r"([aeo]ss|[aeiou]{2}d|[^q]ou[dt])$")


def _lost_e(stem: str, short: bool) -> bool:
    if short:
        # One syllable: a vowel, then one consonant that would otherwise have doubled ("hop" -> "hopping").
        return bool(re.search(r"([^aeiou]|^|qu)[aeiouy][^aeiouwxy]$|[cvzu]$|[^s]s$|dg$|[lr]g$|[bcdfgkptz]l$", stem))
    return bool(_SILENT_E.search(stem)) and not _NO_E.search(stem)


def _singular(word: str) -> str:
    if word.endswith("men") and len(word) > 5 and not word.endswith(("imen", "omen", "umen")):
        return word[:-2] + "an"
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 or word in IE_NOUNS else word[:-3] + "y"
    if word.endswith("oes"):
        return word[:-1] if len(word) <= 5 or word in ("canoes", "oboes") else word[:-2]
    if word.endswith(("sses", "xes", "zzes", "ches", "shes")):
        return word[:-1] if word in ACHE_WORDS else word[:-2]
    if word.endswith("uses") and not word.endswith(("auses", "ouses")) and len(word) > 5 and word not in USE_WORDS:
        return word[:-2]
    return word[:-1]


def american(word: str) -> str:
    if word in AMERICAN:
        return AMERICAN[word]
    if word.endswith(("isation", "isations")):
        return word.replace("isation", "ization")
    if word.endswith(("yse", "yser")) and len(word) > 5:
        return word.replace("yse", "yze")
    if word.endswith(("ise", "iser")) and len(word) > 6 and word not in TRUE_ISE:
        return word.replace("ise", "ize")
    return word


def _degree_forms(adjective: str) -> list[str]:
    """Comparative and superlative: big -> bigger, biggest; dry -> drier, driest; large -> larger, largest."""
    if adjective.endswith("e"):
        stem = adjective[:-1]
    elif re.search("[^aeiou]y$", adjective) and adjective != "shy":
        stem = adjective[:-1] + "i"
    elif re.search("^[^aeiou]*[aeiou][^aeiouwxy]$", adjective):
        stem = adjective + adjective[-1]
    else:
        stem = adjective
    return [stem + "er", stem + "est"]


DEGREES = {form: base for base in sorted(GRADABLE) for form in _degree_forms(base)} | IRREGULAR_DEGREES
