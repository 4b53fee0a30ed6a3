"""Word tables behind reasoner.language.terms, as dictionaries and sets; the words are in english/forms.toml."""

from __future__ import annotations

from reasoner.language.english import listed, table


def words(text: str) -> frozenset[str]:
    """The words of a block of text.

    >>> sorted(words("b a"))
    ['a', 'b']
    """
    return frozenset(text.split())


def forms(text: str) -> dict[str, str]:
    """Each form with its base.

    >>> forms("go went gone; be is")
    {'went': 'go', 'gone': 'go', 'is': 'be'}
    """
    rows = [row.split() for row in text.split(";") if row.strip()]
    return {form: base for base, *others in rows for form in others}


INVARIANT = listed("forms", "invariant")

IRREGULAR_NOUNS = forms(table("forms")["irregular_nouns"])

IRREGULAR_VERBS = forms(table("forms")["irregular_verbs"])

VERB_STEMS = forms(table("forms")["verb_stems"])

IE_NOUNS = listed("forms", "ie_nouns")
ACHE_WORDS = listed("forms", "ache_words")
USE_WORDS = listed("forms", "use_words")

GRADABLE = listed("forms", "gradable")
IRREGULAR_DEGREES = forms(table("forms")["irregular_degrees"])

TRUE_ISE = listed("forms", "true_ise")
AMERICAN = forms(table("forms")["american"])
