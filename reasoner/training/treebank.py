"""Treebank sentences: read from CoNLL-U, made into spaCy examples, and roughened to look like science facts."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

# Features that anything downstream can use; the rest only multiplies the labels to learn.
FEATURES = frozenset({"Degree", "Number", "Person", "PronType", "Tense", "VerbForm", "Voice"})


@dataclass(frozen=True)
class Token:
    """One syntactic word; `head` counts from 1, 0 is the root."""

    form: str
    tag: str
    pos: str
    feats: str
    head: int
    dep: str
    space: bool


Sentence = tuple[Token, ...]


def find(data: Path, split: str) -> Path:
    """The UD English EWT file of one split ("train" or "dev"), in `data` or its folder ud_ewt, gzipped or not."""
    for folder in (data, data / "ud_ewt"):
        for suffix in (".conllu", ".conllu.gz"):
            path = folder / f"en_ewt-ud-{split}{suffix}"
            if path.exists():
                return path
    raise InputError(
        f"no en_ewt-ud-{split}.conllu[.gz]: get the UD English EWT treebank (universaldependencies.org) "
        "and name its folder",
        path=str(data),
    )


def read_conllu(path: Path) -> Iterator[Sentence]:
    """Sentences of a CoNLL-U file. A multiword token ("don't") is read as its words, without spaces between them."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        block: list[str] = []
        for number, line in enumerate(lines, start=1):
            if line.strip():
                block.append(line.rstrip("\n"))
            elif block:
                yield _sentence(block, path, number)
                block = []
        if block:
            yield _sentence(block, path, number)


def _sentence(block: list[str], path: Path, line: int) -> Sentence:
    tokens: list[Token] = []
    joined_until, joined_space = 0, True
    for row in block:
        if row.startswith("#"):
            continue
        fields = row.split("\t")
        if len(fields) != 10:
            raise InputError(f"a CoNLL-U row has 10 columns, not {len(fields)}", path=str(path), line=line)
        number, form, _, pos, tag, feats, head, dep, _, misc = fields
        space = "SpaceAfter=No" not in misc
        if "-" in number:
            joined_until, joined_space = int(number.split("-")[1]), space
        elif "." not in number:
            index = int(number)
            if index <= joined_until:
                space = joined_space if index == joined_until else False
            tokens.append(Token(form, tag, pos, _keep(feats), int(head), dep, space))
    return tuple(tokens)


def _keep(feats: str) -> str:
    kept = [pair for pair in feats.split("|") if pair.partition("=")[0] in FEATURES]
    return "|".join(kept)


def to_doc(vocab: Vocab, sentences: list[Sentence]) -> Doc:
    """A gold Doc of one or more sentences."""
    from spacy.tokens import Doc

    heads: list[int] = []
    for sentence in sentences:
        start = len(heads)
        heads += [start + (token.head - 1 if token.head else i) for i, token in enumerate(sentence)]
    tokens = [token for sentence in sentences for token in sentence]
    return Doc(
        vocab,
        words=[token.form for token in tokens],
        spaces=[token.space for token in tokens],
        tags=[token.tag for token in tokens],
        pos=[token.pos for token in tokens],
        morphs=[token.feats for token in tokens],
        heads=heads,
        deps=["ROOT" if token.dep == "root" else token.dep for token in tokens],
    )


def lower_case(sentence: Sentence) -> Sentence:
    """The sentence in small letters."""
    return tuple(replace(token, form=token.form.lower()) for token in sentence)


def without_final_punctuation(sentence: Sentence) -> Sentence:
    """The sentence without the punctuation at its end, as facts are written."""
    end = len(sentence)
    while end > 1 and sentence[end - 1].dep == "punct" and all(token.head != end for token in sentence):
        end -= 1
    return sentence[:end]


def without_commas(sentence: Sentence) -> Sentence:
    """The sentence without its commas, as facts are often written."""
    return without(sentence, lambda token: token.form == "," and token.dep == "punct")


def without_articles(sentence: Sentence) -> Sentence:
    """The sentence without a, an and the, as facts and answer choices often are."""
    return without(sentence, lambda token: token.dep == "det" and token.form.lower() in ("a", "an", "the"))


def without(sentence: Sentence, drop: Callable[[Token], bool]) -> Sentence:
    """The sentence without the leaves that `drop` names; heads are renumbered.

    >>> cold = Token("cold", "JJ", "ADJ", "Degree=Pos", 2, "amod", True)
    >>> ice = Token("ice", "NN", "NOUN", "Number=Sing", 0, "root", True)
    >>> [(token.form, token.head) for token in without((cold, ice), lambda token: token.dep == "amod")]
    [('ice', 0)]
    """
    heads = {token.head for token in sentence}
    kept = [i for i, token in enumerate(sentence, start=1) if i in heads or not drop(token)]
    renumbered = {old: new for new, old in enumerate(kept, start=1)} | {0: 0}
    return tuple(replace(sentence[i - 1], head=renumbered[sentence[i - 1].head]) for i in kept)


Readings = dict[tuple[str, str, str], Counter[tuple[str, str]]]
# Person and mood do not show in these forms; in a fact it is always the third person, and never an order.
_FACT_FEATURES = {"VB": "VerbForm=Inf", "VBP": "Number=Plur|Person=3|Tense=Pres|VerbForm=Fin"}


def read_annotated(path: Path, treebank: list[Sentence]) -> list[Sentence]:
    """Our own annotated sentences, one a line, each word as form/tag/head/relation.

    Part of speech and features follow from form, tag and relation the way they mostly do in the treebank.
    """
    readings: Readings = {}
    for sentence in treebank:
        for token in sentence:
            for key in _keys(token.form.lower(), token.tag, token.dep):
                readings.setdefault(key, Counter())[token.pos, token.feats] += 1
    lines = path.read_text(encoding="utf-8").splitlines()
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line and not line.startswith("#")]
    return [_annotated(line, readings, path, number) for number, line in numbered]


def _keys(form: str, tag: str, dep: str) -> list[tuple[str, str, str]]:
    """From the most to the least telling."""
    return [(form, tag, dep), (form, tag, ""), ("", tag, dep), ("", tag, "")]


def _annotated(line: str, readings: Readings, path: Path, number: int) -> Sentence:
    tokens = []
    for word in line.split():
        try:
            form, tag, head, dep = word.rsplit("/", 3)
            seen = next(readings[key] for key in _keys(form, tag, dep) if key in readings)
            pos, feats = seen.most_common(1)[0][0]
            feats = _FACT_FEATURES.get(tag, feats)
            tokens.append(Token(form, tag, _verb_or_auxiliary(tag, dep) or pos, feats, int(head), dep, True))
        except (ValueError, StopIteration):
            raise InputError(f"not form/tag/head/relation: {word!r}", path=str(path), line=number) from None
    if [token.head for token in tokens].count(0) != 1 or any(token.head > len(tokens) for token in tokens):
        raise InputError("a sentence has one root, and heads inside it", path=str(path), line=number)
    return tuple(tokens)


def _verb_or_auxiliary(tag: str, dep: str) -> str:
    if not tag.startswith("VB"):
        return ""
    return "AUX" if dep in ("cop", "aux", "aux:pass") else "VERB"
