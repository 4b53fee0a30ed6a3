"""The surface patterns by which the type of a fact is told, compiled from english/relation_patterns.txt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from reasoner.language.english import listed, phrases, table
from reasoner.language.verbs import past, third_person
from reasoner.language.wordlists import words

_ADVERBS = "|".join(table("relations")["adverbs"].split())
_MODALS = "can|could|may|might|will|would|must|should|shall|do|does|did"
_NOT = "not|never"
_BEFORE = f"(?:(?:{_ADVERBS}|{_MODALS}|{_NOT}) )*"


def _any(entry: str) -> str:
    return f"({'|'.join(sorted(listed('relations', entry)))})"


_MACROS = {
    "{be}": rf"{_BEFORE}(?:is|are|was|were|be|has been|have been)(?: (?:{_ADVERBS}|{_NOT}))*",
    "{pre}": _BEFORE.replace("can|", "can|to|"),
    "{place}": "(next to|close to|in front of|" + _any("place") + ")",
    "{which}": "(that|which|who|where|used|(in|by|at|on|from|to) which)",
    "{the}": r"(an? |the |one |some |another )?(\w+ )??",
    "{er}": r"(more|less|fewer|worse|\w+er)",
    "{genus}": _any("genus"),
    "{abstract}": _any("abstract"),
    "{trait}": _any("trait") + "s?",
    "{up}": _any("up_forms"),
    "{down}": "(slow down|" + _any("down_forms") + ")",
    "{effect}": "(impact|effect|influence)s? on",
}

# What an argument before the predicate may not end in: the word after it is then no main verb ("food that contains").
_NO_END = sorted(listed("relations", "no_end"))
# What the object of a transitive verb may not begin with: the verb is then intransitive ("pressure increases with").
_NO_START = _any("no_start")

_COPULA = "A {be} B"


@dataclass(frozen=True, slots=True)
class Pattern:
    type: str
    direction: str | None
    regex: re.Pattern[str]
    verbs: frozenset[str] = frozenset()  # one of these must be in the fact; none listed: no such condition


_VERB = re.compile(r"\{v ([\w|]+)\}")


def _finite(verb: str) -> str:
    """Plain, third person and past form: "rely" -> "rely|relies|relied"."""
    return f"{verb}|{third_person(verb)}|{past(verb)}"


def _compiled(template: str) -> re.Pattern[str]:
    last = max("ABC", key=template.rfind)
    for name, body in _MACROS.items():
        template = template.replace(name, body)
    template = _VERB.sub(
        lambda found: _MACROS["{pre}"] + "(?:" + "|".join(map(_finite, found[1].split("|"))) + ")", template
    )
    template = re.sub(r"\((?!\?)", "(?:", template)
    ends = "".join(rf"(?<!\b{word})" for word in _NO_END)
    for letter in "ABC":
        gap = ".+" if letter == last else ".+?"
        start = rf"(?!{_NO_START}\b)" if f"{letter}!" in template else ""
        group = f"{start}(?P<{letter}>{gap})" + ("" if letter == last else ends)
        template = re.sub(rf"(?<![A-Za-z\\]){letter}!?(?![A-Za-z])", group.replace("\\", r"\\"), template)
    return re.compile(template, re.IGNORECASE)


def _verbs(template: str) -> frozenset[str]:
    """The verb forms without which a template cannot match: looking for them first spares most of the regex work."""
    verbs = [verb for found in _VERB.finditer(template) for verb in found[1].split("|")]
    forms = {form for verb in verbs for form in _finite(verb).split("|")}
    return frozenset(forms | (words("is are was were be been") if "{be}" in template else set()))


@lru_cache(maxsize=1)
def patterns() -> tuple[Pattern, ...]:
    """The table, compiled at first use."""
    rows = [line.split("|", 1) for line in phrases("relation_patterns")]
    made = []
    for name, template in rows:
        kind, _, direction = name.strip().partition("/")
        made.append(Pattern(kind, direction or None, _compiled(template.strip()), _verbs(template)))
    return tuple(made)


@lru_cache(maxsize=1)
def copula() -> re.Pattern[str]:
    return _compiled(_COPULA)
