"""Turns of phrase said plainly before a sentence is read: what stands in brackets, "not only", "unless it is".."""

from __future__ import annotations

import re
from collections.abc import Callable

_CONDITION = r"If|When|Whenever|Unless|Once|Because|Since|As long as|Provided that"
_DONE = r"(?:left|struck|hit|put|kept|held|burnt|wet|cut|\w{3,}ed)"
_TAKEN = r"(?:classed|classified|regarded|counted|identified|recogni[sz]ed|registered|listed)"
#: Each turn of phrase and what says the same.
_TURNS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\s*\((?:[^()]*)\)"), ""),
    (re.compile(r"(?<=\d)%"), " percent"),
    (re.compile(r", including [^,.]+(?=\.$)"), ""),
    (re.compile(r"^Either ((?:the |an? )?\w+) (is|are) ((?:(?! is | are ).)+)$"), r"\1 \2 either \3"),
    (re.compile(r"\b([A-Z]|Mrs?|Ms|Dr|Prof|St)\. (?=[A-Z][a-z])"), r"\1 "),
    (re.compile(r"\b([Nn]on)-(?=[a-z])"), r"\1"),
    (re.compile(r"\b([Hh]e|[Hh]im|[Hh]is) or (?:she|her|hers)\b"), r"\1"),
    (re.compile(r"\b(?:she or he|s?he/s?he)\b"), "he"),
    (re.compile(r"\b(him|his)/hers?\b"), r"\1"),
    (re.compile(r"\b(no|not|never|nothing|nobody|none)\b([^,.]*) at all\b"), r"\1\2"),
    (re.compile(r",? without (?:a|any) doubt\b,?"), ""),
    (re.compile(r",? (?:without exception|as a rule|by definition|of course|in fact|for certain)\b,?"), ""),
    (re.compile(r", as [^,]+ (?:says?|suggests?|implies|tells?|shows?),"), ""),
    (re.compile(r"\bno longer\b"), "not"),
    (
        re.compile(rf"\b(when|whenever|if|once|unless) ({_DONE})\b(?! (?:the|an?|it|them|his|her|its)\b)"),
        r"\1 it is \2",
    ),
    (re.compile(r"\bcounts as (?=an?\b)"), "is "),
    (re.compile(r"\bcount as (?=[a-z])"), "are "),
    (re.compile(rf"\b(is|are|was|were|be) (?:\w+ly )?{_TAKEN} as (?!such\b)"), r"\1 "),
    (re.compile(rf"\b(?:has|have) been (?:\w+ly )?{_TAKEN} as an? "), "is a "),
    (re.compile(rf"\b(?:has|have) been (?:\w+ly )?{_TAKEN} as (?=[a-z])"), "is "),
    (re.compile(r"\b(is|was) an? (?:piece|lump|block|sheet|slab|sample|chunk|strip) of (?=[a-z]+[.,])"), r"\1 "),
    (re.compile(r",? all of (?:them|these|those),?(?= )"), ""),
    (re.compile(r"(?<=\w) by (?:itself|himself|herself|themselves)(?=[ .,])"), ""),
    (
        re.compile(r"^(?:Exactly |Only )?[Oo]ne of (?:the )?(?:two )?(?:[a-z]+ )?([A-Z]\w+) and ([A-Z]\w+) "),
        r"Either \1 or \2 ",
    ),
    (re.compile(r"(?<!\w)'([A-Z][\w ]*)'(?!\w)"), r'"\1"'),
    (re.compile(r"^By (an? [\w -]+?) (?:we|people|they) mean "), r"\1 means "),
    (re.compile(r"^The word \"?([\w-]+)\"? means an? "), r"A \1 means a "),
    (re.compile(r"(?<=\w) of any (?:kind|sort|type)\b"), ""),
    (re.compile(r", (?:and )?so (?=(?:an?|the|it|he|she|they|nobody|nothing|no|every|all|only|[A-Z]\w*)\b)"), ", and "),
    (re.compile(r"\b(has|have|had)(n't|n’t| not)? got\b(?! to\b)"), r"\1\2"),
    (re.compile(r"(?<=\w) any (?:longer|more)(?=[.,])"), ""),
    (re.compile(r"\bnot (?:just|only|merely|simply) (.+?),? but(?: also)? "), r"both \1 and "),
    (re.compile(r"\b(in|at|from|near) ((?:[A-Z][\w'-]* ?)+), (?:[A-Z][\w'-]* ?)+\.$"), r"\1 \2."),
    (
        re.compile(rf"^({_CONDITION}) (it|he|she|they) ([^,]+), ((?!it |he |she |they |then )[^,]+?)\.$"),
        r"\4 \1 \2 \3.",
    ),
    (re.compile(r"^An? ((?:(?!who |that |which |of )[\w'-]+ ){1,4}?)(was|has been|had been)\b"), r"Some \1\2"),
    (re.compile(r",? or,? if (?:not|(?:s?he|they|it) \w+(?:n't|n’t| not)),? (?:then )?(?:s?he |they |it )?"), r" or "),
    (re.compile(r"\b([Tt])here (?:does|do) not exist (?:an? |any )?"), r"\1here is no "),
    (re.compile(r"\band also not\b"), "and not"),
    (re.compile(r"\beither be\b"), "be either"),
    (re.compile(r"(?<=\bof )those (?=who\b)"), "people "),
    (re.compile(r"\b(neither) (\w+) (\w+ing [^,]+? nor) (?=\w+ing\b)"), r"\1 \2 \3 \2 "),
    (re.compile(r"(?<!is )(?<!are )\beither (by|from|with) ([\w -]+? or) (?:\1 )?"), r"\1 either \2 "),
    (re.compile(r"^To ([^,]+), (you|one|people|someone) (?=need|must|have to)"), r"If \2 \1, then \2 "),
    (
        re.compile(r"^(Born|Built|Based|Located|Found|Founded|Made|Written) ([^,]+), ([^,]+?) (is|was|are|were) "),
        lambda found: f"{found[3]} {found[4]} {found[1].lower()} {found[2]} and {found[4]} ",
    ),
    (re.compile(r"\b(in|at|from|near) ([A-Z][\w'-]+), [A-Z][\w'-]+,?(?= (?:is|are|was|were|has|have)\b)"), r"\1 \2"),
    (re.compile(r"^To be (an? [\w -]+|[\w-]+) is to be "), r"Being \1 means being "),
)


def plainly(sentence: str) -> str:
    """Return a sentence without turns of phrase that say nothing more.

    >>> plainly("Unless it is locked, the gate is open.")
    'The gate is open unless it is locked.'
    >>> plainly("Wibs are not only fast but also shy (mostly).")
    'Wibs are both fast and shy.'
    >>> plainly("The tower stands in Pell, Orland.")
    'The tower stands in Pell.'
    """
    said = sentence
    for turn, plain in _TURNS:
        said = turn.sub(plain, said)
    if said == sentence or not said:
        return sentence
    said = re.sub(rf" ({_CONDITION}) (?=it |he |she |they )", lambda found: found[0].lower(), said)
    return said[0].upper() + said[1:]
