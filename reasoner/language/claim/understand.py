"""What a question asks, read once: its kind, the positive claim it leaves open, and what each choice claims."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reasoner.language.claim.asserted import Asserted, asserted
from reasoner.language.claim.combinations import Combination, Role, combinations, unlisted
from reasoner.language.claim.declare import BLANK, hypothesis, open_hypothesis, with_others_named
from reasoner.language.claim.exceptions import with_article
from reasoner.language.claim.judging import Truth, truths
from reasoner.language.claim.negation import positive, whole_question
from reasoner.language.claim.scales import Scale, find_scale
from reasoner.language.claim.stems import split_stem
from reasoner.language.claim.truth import Statement, lowered, statement
from reasoner.language.english import table
from reasoner.question import Choice, Question

Kind = Literal["which", "statement", "yes-no", "true-false", "compare", "order", "how-many", "sum", "fill-in"]

_TRUE = re.compile(r"\b(?:true|false|untrue)\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE)
_SUM = re.compile(
    rf"\bhow (?:many|much)\b.*\b(?:{'|'.join(table('polarity')['sums']['asking'])})\b|"
    r"\d\s*[+*/×÷]\s*\d|\d\s+(?:plus|minus|times)\s+\d",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\b(?:(?:comes?|happens?|occurs?|goes|is|are|was|stage|step)\s+(?:\w+\s+){0,2}?(?:before|after|first|last|next)|"
    r"(?:right|just|directly|immediately)\s+(?:before|after)|follows?|in (?:what|which|the correct) order)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ChoiceClaim:
    """What one choice claims: a sentence of its own, something about other choices (`of`), or that a statement holds.

    `role` is "single", or what the choice says of the choices in `of`: all, none, any. `truth` is what it says of the
    statement of a yes/no question.
    """

    label: str
    text: str
    role: Role = "single"
    of: tuple[str, ...] = ()
    truth: Truth | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a question asks.

    `stem` asks for what is so, whatever the question asked for; `negative` is the word that was taken out of it.
    `open` is the sentence that every single choice completes. `scale` is what a comparison is about, `statement` what
    a question for yes or no asks the truth of.
    """

    kind: Kind
    stem: str
    open: str
    choices: tuple[ChoiceClaim, ...]
    negative: str = ""
    scale: Scale | None = None
    statement: Statement | None = None
    #: Whether each choice is a statement that is asked by itself.
    apart: bool = False
    #: The article that the stem ends in and the choices lack: "all of these are birds except AN".
    article: str = ""
    #: What no choice claims by itself, and several speak of: the ring in "only the ring", "both the ring and the cup".
    named: tuple[ChoiceClaim, ...] = ()

    @property
    def by_amount(self) -> bool:
        """Whether it asks for the least of an amount: to be put in order, or else the one of which least says so."""
        return self.scale is not None and self.negative.lower() == "least"

    @property
    def plain(self) -> bool:
        """Whether the question asks for what is so, and every choice speaks for itself."""
        single = all(each.role == "single" for each in self.choices)
        return single and not (self.apart or self.negative or self.statement)


def understand(question: Question) -> Claim:
    """Return what a question asks; read once, however many solvers ask.

    >>> choices = (Choice("A", "Mars"), Choice("B", "the Moon"), Choice("C", "none of these"))
    >>> asked = understand(Question("1", "Which of these is NOT a planet?", choices))
    >>> asked.kind, asked.negative, asked.stem, asked.open
    ('which', 'NOT', 'Which of these is a planet?', 'Something is a planet.')
    >>> [(each.role, each.of, each.text) for each in asked.choices][1:]
    [('single', (), 'The Moon is a planet.'), ('none', ('A', 'B'), 'None of these (Mars or the Moon) is a planet.')]
    """
    return _understand(question.stem, question.choices)


@lru_cache(maxsize=4096)
def _understand(stem: str, choices: tuple[Choice, ...]) -> Claim:
    said = truths(choices)
    if said and (asked := statement(stem)) is not None:
        return _of_truth(stem, choices, said, asked)
    turned = positive(stem)
    found = combinations(choices)
    if (stated := asserted(whole_question(stem), choices)) is not None:
        return _of_statements(stem, choices, found, stated)
    texts = [hypothesis(turned.stem, text) for text in with_others_named(with_article(choices, turned.article))]
    claims = tuple(
        ChoiceClaim(choice.label, text, *found[choice.label]) for choice, text in zip(choices, texts, strict=True)
    )
    scale = find_scale(turned.stem if turned.negative.lower() != "least" else stem)
    others = tuple(ChoiceClaim(each.label, hypothesis(turned.stem, each.text)) for each in unlisted(choices))
    return Claim(
        _kind(turned.stem, scale),
        turned.stem,
        open_hypothesis(turned.stem),
        claims,
        turned.negative,
        scale,
        article=turned.article,
        named=others,
    )


def _of_statements(stem: str, choices: tuple[Choice, ...], found: Mapping[str, Combination], stated: Asserted) -> Claim:
    claims = tuple(
        ChoiceClaim(choice.label, f"{stated.context} {stated.claim(choice.text)}".strip(), *found[choice.label])
        for choice in choices
    )
    apart = bool(stated.negative) or not stated.topic  # what all are about says more of a true one than it says itself
    asked = stated.context if apart else stem
    return Claim("statement", asked, stated.context, claims, stated.negative, apart=apart)


def _of_truth(stem: str, choices: tuple[Choice, ...], said: dict[str, Truth], asked: Statement) -> Claim:
    claims = tuple(
        ChoiceClaim(choice.label, _judged(str(asked), said[choice.label], asked.denied), truth=said[choice.label])
        for choice in choices
    )
    words = " ".join(choice.text for choice in choices)
    kind: Kind = "true-false" if _TRUE.search(words) or _TRUE.search(stem) else "yes-no"
    return Claim(kind, stem, str(asked), claims, asked.denied, find_scale(stem), asked)


def _judged(sentence: str, truth: Truth, denied: str) -> str:
    """What an answer of yes or no claims of a statement that was made positive."""
    inside = lowered(sentence)
    if truth == "unknown":
        return f"It is not known whether {inside}"
    holds = (truth == "yes") != bool(denied)
    return sentence if holds else f"It is not so that {inside}"


def _kind(stem: str, scale: Scale | None) -> Kind:
    question = split_stem(stem)[1]
    if _SUM.search(question):
        return "sum"
    if _HOW_MANY.search(question):
        return "how-many"
    if scale is not None:
        return "order" if scale.name == "time" else "compare"
    if _ORDER.search(question):
        return "order"
    return "fill-in" if BLANK.search(stem) else "which"
