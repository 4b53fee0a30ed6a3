"""The spaCy pipeline: the one that ships with the package, or any other that is installed.

Whatever pipeline reads it, a parsed sentence looks the same to the code above: Universal Dependencies labels (the
label sets of spaCy's own English pipelines are converted), universal parts of speech, and lemmas from
`reasoner.language.terms`. The root is labelled "ROOT", as everywhere in spaCy.

>>> doc = parse("metals conduct electricity")
>>> [(token.lemma_, token.pos_, token.dep_) for token in doc]
[('metal', 'NOUN', 'nsubj'), ('conduct', 'VERB', 'ROOT'), ('electricity', 'NOUN', 'obj')]
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError, ReasonerError
from reasoner.language.terms import lemma

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MODEL = Path(__file__).parent / "model"
ENVIRONMENT = "REASONER_SPACY"
CACHED_SENTENCES = 10_000  # a Doc of a short sentence takes some 10 kB, so the cache stays near 100 MB
MAX_CHARACTERS = 1_000_000  # spaCy's own limit

# Control characters and lone surrogates, which spaCy keeps as tokens or cannot encode, and every run of white space.
_BLANK = re.compile("[\\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")

_chosen = ""
_parsed: OrderedDict[tuple[str, str], Doc] = OrderedDict()
_lock = threading.Lock()


def set_pipeline(name: str | None) -> None:
    """Use another installed spaCy pipeline from here on (`--pipeline`); None goes back to the default."""
    global _chosen
    _chosen = name or ""


def pipeline_name() -> str:
    """Name or path of the pipeline in use: `set_pipeline`, else REASONER_SPACY, else "" for the shipped one."""
    return _chosen or os.environ.get(ENVIRONMENT, "")


def load(name: str | None = None) -> Language:
    """The pipeline, loaded at first use and kept.

    >>> load().lang
    'en'
    >>> load("en_core_web_none")
    Traceback (most recent call last):
    reasoner.errors.ReasonerError: spaCy pipeline 'en_core_web_none' is not installed: install it (python -m spacy ...
    """
    return _load(name or pipeline_name())


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
def _load(name: str) -> Language:
    with nullcontext() if name else _without_torch():
        import spacy
    from spacy.language import Language

    try:
        nlp = spacy.load(name or MODEL)
    except OSError:
        raise ReasonerError(
            f"spaCy pipeline {name or str(MODEL)!r} is not installed: install it (python -m spacy download NAME), "
            f"or leave out --pipeline and {ENVIRONMENT} to use the one that ships with reasoner"
        ) from None
    if "parser" not in nlp.pipe_names:
        raise ReasonerError(f"spaCy pipeline {name!r} has no parser: choose one with a tagger and a parser")
    Language.component("reasoner_normalise", func=normalise)
    nlp.add_pipe("reasoner_normalise")
    nlp.max_length = MAX_CHARACTERS
    return nlp


def normalise(doc: Doc) -> Doc:
    """One scheme for every pipeline: UD labels and our own lemmas."""
    from reasoner.language.clear import is_clear, to_universal

    if is_clear(doc):
        doc = to_universal(doc)
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
    name = pipeline_name()
    keys = [(name, clean(text)) for text in texts]
    with _lock:
        docs = {key: _parsed[key] for key in keys if key in _parsed}
    new = list(dict.fromkeys(key for key in keys if key not in docs))
    if new:
        docs |= zip(new, load(name).pipe(text for _, text in new), strict=True)
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
