"""The spaCy pipeline that ships with the package.

A parsed sentence has the labels and parts of speech of Universal Dependencies, and lemmas from
`reasoner.language.terms`. The root is labelled "ROOT", as everywhere in spaCy.

>>> doc = parse("metals conduct electricity")
>>> [(token.lemma_, token.pos_, token.dep_) for token in doc]
[('metal', 'NOUN', 'nsubj'), ('conduct', 'VERB', 'ROOT'), ('electricity', 'NOUN', 'obj')]
"""

from __future__ import annotations

import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError
from reasoner.language.terms import lemma

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL = Path(__file__).parents[1] / "model"
CACHED_SENTENCES = 10_000  # a Doc of a short sentence takes some 10 kB, so the cache stays near 100 MB
MAX_CHARACTERS = 1_000_000  # spaCy's own limit

# Control characters and lone surrogates, which spaCy keeps as tokens or cannot encode, and every run of white space.
_BLANK = re.compile("[\\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")

_parsed: OrderedDict[str, Doc] = OrderedDict()
_lock = threading.Lock()


@contextmanager
def _without_torch() -> Iterator[None]:
    """Keep spaCy from importing torch where that is installed: it takes seconds, and our own pipeline does not use it.

    Only in the main thread: elsewhere another thread may be importing torch for good.
    """
    if "torch" in sys.modules or threading.current_thread() is not threading.main_thread():
        yield
        return
    sys.modules["torch"] = None  # type: ignore[assignment]  # what Python takes for "cannot be imported"
    try:
        yield
    finally:
        del sys.modules["torch"]


@cache
def load() -> Language:
    """The pipeline, loaded at first use and kept.

    >>> load().lang
    'en'
    """
    with _without_torch():
        import spacy
    from spacy.language import Language

    nlp = spacy.load(MODEL)
    Language.component("reasoner_lemmas", func=_with_lemmas)
    nlp.add_pipe("reasoner_lemmas")
    nlp.max_length = MAX_CHARACTERS
    return nlp


def _with_lemmas(doc: Doc) -> Doc:
    for token in doc:
        token.lemma_ = lemma(token.text, token.pos_)
    return doc


def parse(text: str) -> Doc:
    """One text, parsed; a text that was parsed before comes from the cache.

    >>> parse("ice melts") is parse("ice melts")
    True
    >>> len(parse(""))
    0
    """
    return parse_all([text])[0]


def parse_all(texts: Iterable[str]) -> list[Doc]:
    """Many texts, parsed in batches; texts that were parsed before come from the cache."""
    keys = [clean(text) for text in texts]
    with _lock:
        docs = {key: _parsed[key] for key in keys if key in _parsed}
    new = list(dict.fromkeys(key for key in keys if key not in docs))
    if new:
        docs |= zip(new, load().pipe(new), strict=True)
    with _lock:
        for key in keys[-CACHED_SENTENCES:]:
            _parsed[key] = docs[key]
            _parsed.move_to_end(key)
        while len(_parsed) > CACHED_SENTENCES:
            _parsed.popitem(last=False)
    return [docs[key] for key in keys]


def clean(text: str) -> str:
    """The text with control characters and runs of white space made single blanks.

    >>> clean("  ice\\x00 melts\\n")
    'ice melts'
    """
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"a text of {len(text):,} characters: the longest that can be parsed is {MAX_CHARACTERS:,}")
    return _BLANK.sub(" ", text).strip()
