"""Logic worded in English: what a proof or a derived fact says, as sentences.

>>> from reasoner.logic.atoms import Literal, Rule, Variable
>>> x = Variable("x")
>>> print(sentence(Literal("is", ("Max", "wumpus"))), sentence(Literal("fly", ("wib",), False)))
Max is a wumpus. The wib does not fly.
>>> print(worded(Rule((Literal("is", (x, "kind")), Literal("is", (x, "wib"))), (Literal("chase", (x, "cat")),))))
If something is kind and it is a wib, then it chases the cat.
"""

from __future__ import annotations

from collections.abc import Sequence

from reasoner.language.english import words
from reasoner.language.verbs import is_verb, past, third_person
from reasoner.language.wordlists import GRADABLE
from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.reading.grammar.tokens import closed_words

_CALLED = (("something", "the first"), ("another thing", "the second"), ("a third thing", "the third"))
_VOWELS = frozenset("aeiou")


def sentence(literal: Literal) -> str:
    """Return a literal without variables as a sentence."""
    return _finished(clause(literal, {}))


def worded(rule: Rule) -> str:
    """Return a rule as a sentence."""
    names: dict[Variable, str] = {}
    conditions = " and ".join([clause(literal, names) for literal in rule.body])
    joint = ", or " if len(rule.heads) > 1 else ""
    heads = joint.join([clause(literal, names) for literal in rule.heads]) or "there is a contradiction"
    if rule.exclusive:
        heads = f"either {heads}, but not both" if len(rule.heads) == 2 else f"exactly one of these holds: {heads}"
    return _finished(f"if {conditions}, then {heads}" if conditions else heads)


def clause(literal: Literal, names: dict[Variable, str]) -> str:
    """Return a literal as a clause; `names` says what each variable was called, and grows."""
    if not literal.terms:
        return literal.predicate if literal.positive else f"not {literal.predicate}"
    subject = _thing(literal.terms[0], names)
    if "*" in literal.predicate.split(" "):
        return _property(literal, subject)
    if literal.predicate == "is" and len(literal.terms) == 2:
        link = "is" if literal.positive else "is not"
        return f"{subject} {link} {_kind(literal.terms[1], names)}"
    return f"{subject} {_verb(literal, names)}"


def _property(literal: Literal, subject: str) -> str:
    """Word a property, which has "*" where its thing stands: what is done by the thing, to it, or to do with it."""
    words = literal.predicate.split(" ")
    others = [word.replace("_", " ") for word in words if word != "*"]
    verb = is_verb(others[0])
    if words[0] == "*" and verb:
        first = [third_person(others[0])] if literal.positive else ["does not", others[0]]
        return " ".join([subject, *first, *others[1:]])
    link = "is" if literal.positive else "is not"
    if words[0] == "*" or verb:
        return " ".join([subject, link, past(others[0]) if verb else others[0], *others[1:]])
    return " ".join([*([] if literal.positive else ["not:"]), *others, subject])


def _verb(literal: Literal, names: dict[Variable, str]) -> str:
    parts = literal.predicate.split(" ")
    objects = [_object(term, names) for term in literal.terms[1:]]
    if _is_relation(parts):
        said = f"is {'' if literal.positive else 'not '}{literal.predicate}"
        if literal.predicate == "made of":  # a material is no single thing
            objects = [each.removeprefix("the ") for each in objects]
    else:
        at = next((k for k, word in enumerate(parts) if not word.endswith("ly")), 0)
        verb = _finite(parts[at], literal.positive)
        said = " ".join([*parts[:at], verb]) if literal.positive else " ".join([verb, *parts[:at]])
        return " ".join([said, *_spread(parts[at + 1 :], objects)])
    return " ".join([said, *objects])


def _finite(verb: str, positive: bool) -> str:
    if verb in closed_words("modal"):
        return verb if positive else f"{verb} not"
    return third_person(verb) if positive else f"does not {verb}"


def _spread(rest: Sequence[str], objects: Sequence[str]) -> list[str]:
    """Put objects among the words that follow a verb: the last ones each behind a preposition."""
    direct = max(0, len(objects) - len(rest))
    spoken = list(objects[:direct])
    for k, word in enumerate(rest):
        spoken.append(word)
        spoken += objects[direct + k : direct + k + 1]
    return spoken


def _is_relation(parts: Sequence[str]) -> bool:
    """Whether a predicate needs "is": "bigger than", "part of", "in", "made of", "dependent on"."""
    first, last = parts[0], parts[-1]
    if last == "than" or first in words("place_words"):
        return True
    return len(parts) > 1 and last in words("place_words") and (first.endswith(_QUALITY_ENDINGS) or last == "of")


_QUALITY_ENDINGS = tuple(sorted(words("quality_endings")))


def _thing(term: Term, names: dict[Variable, str]) -> str:
    """Name a subject: a thing is "something" at first and "it" later, two are told apart by number."""
    if isinstance(term, Variable):
        if term in names:
            return names[term] if len(names) > 1 else "it"
        called, later = _CALLED[min(len(names), len(_CALLED) - 1)]
        names[term] = later
        return called
    return _named(term)


def _object(term: Term, names: dict[Variable, str]) -> str:
    return _thing(term, names) if isinstance(term, Variable) else _named(term)


def _named(term: str) -> str:
    """Give a thing its article; a name, a number and a phrase with "any" or "some" have none."""
    called = term[:1].isupper() or not term[:1].isalpha() or term == "it"  # it rains
    if called or term.split(" ")[0] in {"any", "some", "many", "few", "most"}:
        return term
    return f"the {term}"


def _kind(term: Term, names: dict[Variable, str]) -> str:
    if isinstance(term, Variable):
        return _thing(term, names)
    if term[:1].isupper() or _is_quality(term):
        return term
    return f"{'an' if term[:1] in _VOWELS else 'a'} {term}"


def _is_quality(term: str) -> bool:
    last = term.split(" ")[-1]
    if term in closed_words("particle") or term in closed_words("place_adverb"):  # "is on", "is away"
        return True
    return last in GRADABLE or last in words("qualities") or term.endswith(_ADJECTIVE_ENDINGS)


_ADJECTIVE_ENDINGS = tuple(sorted(words("adjective_endings")))


def _finished(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
