"""Reading facts as atoms: the relations of tables and of sentences under one set of names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reasoner.chaining.atom import Atom, lemmas_of
from reasoner.language.relations import Relation, relation, term
from reasoner.language.verbs import DETERMINERS, PREPOSITIONS, is_often_noun, is_plain_verb, is_third_person

#: Names that tables use for what the rules know under another: (relation, sign, negated, turned round).
_ALIASES = {
    "increases": ("causes", 1, False, False),
    "decreases": ("causes", -1, False, False),
    "helps": ("causes", 1, False, False),
    "harms": ("causes", -1, False, False),
    "prevents": ("enables", -1, False, False),
    "partof": ("has", 1, False, True),
    "cannot": ("can", 1, True, False),
    "evidence": ("causes", 1, False, True),
}
_MODALS = frozenset("can cannot can't could may might will would do does did don't doesn't won't".split())
_DENIED = frozenset("cannot can't don't doesn't won't".split())
#: A kind named in this many words says what the thing is, so it can stand for it: "large holes made by meteorites".
_DEFINING_WORDS = 3
_ENABLING = {"enables": 1, "prevents": -1}
#: Verbs that carry no direction of their own: the direction is that of the effect ("causes the number to fall").
_PLAIN_CAUSE = re.compile(r"\b(?:caus|ma[kd]e?|lead|led|result|produc|creat|form|trigger|bring)", re.IGNORECASE)

_UP = "increased?|increasing|more|greater|higher|larger|bigger|rising|improved?|better|growth (?:of|in)|gain of|rise"
_DOWN = "decreased?|decreasing|less|fewer|lower|smaller|reduced|reducing|loss of|decline|declining|drop|lack of|worse"
_BEFORE = re.compile(
    rf"^(?:an? |the )?(?:(?P<up>{_UP})|(?P<down>{_DOWN}))(?: in| of| to)? (?:the )?(?P<rest>.+)$", re.IGNORECASE
)
_AFTER = re.compile(
    r"^(?P<rest>.+?),? (?:to |will |may |can |usually |is |are |be |being |becomes? |gets? )*"
    r"(?:(?P<up>increas\w*|rise|rises|grow|grows|improves?)|(?P<down>decreas\w*|drops?|falls?|shrinks?|declines?|reduced))$",
    re.IGNORECASE,
)
#: Qualities at the low end of a scale: "gets smaller" is more smallness, since the term is named by the quality.
_LOW = frozenset(
    "small weak slow cold cool short thin light dim dark quiet soft dry narrow shallow low poor bad young".split()
)
_CONDUCTOR = re.compile(
    r"^(?:an? )?(?:good |great |excellent )?(?P<kind>conductor|insulator) (?:of|against|for) (?P<what>.+)$"
)
_SAME_AS = re.compile(r"^(?:the )?same (?:thing )?as (?P<other>.+)$", re.IGNORECASE)
#: One word without article that ends as adjectives do: a parser that saw few such sentences takes it for a noun.
_ADJECTIVE = re.compile(r"^(?:very )?\w+(?:[^aeiou]y|ful|ous|ive|[ai]ble|less|ic)$", re.IGNORECASE)
_ASIDE = re.compile(r"\s*,\s*(?:which|that|who|and)\b.*$|\s*\(.*?\)", re.IGNORECASE)


def atoms_of(text: str, name: str | None = None, arguments: Sequence[str] = ()) -> tuple[Atom, ...]:
    """Return what a fact says; `name` and `arguments` are its relation where a table gives it.

    >>> for atom in atoms_of("a decrease in water quality leads to a decrease in fish life"):
    ...     print(atom)
    water quality causes or increases fish life
    >>> print(*atoms_of("steel rusts", "increases", ("damp air", "rust")))
    damp air causes or increases rust
    """
    if name and len(arguments) >= 2 and all(arguments):
        return (_from_table(name, tuple(arguments)),)
    return _from_sentence(text)


@lru_cache(maxsize=20_000)
def _from_sentence(text: str) -> tuple[Atom, ...]:
    read = relation(text)
    terms = tuple(_plain(argument.term) for argument in read.arguments)
    if len(terms) >= 2 and all(terms):
        return tuple(_typed(read, terms))
    return tuple(_split(" ".join(text.split()).rstrip(" .!?;")))


def _split(text: str) -> Iterator[Atom]:
    """Part a sentence that no pattern knows before its first verb: who, and what they do."""
    words = text.split()
    keys = [word.lower().strip(",;:'\"") for word in words]
    for place in range(1, len(words)):
        word = keys[place]
        if word in _MODALS:
            negated = word in _DENIED or keys[place + 1 : place + 2] == ["not"]
            rest = words[place + 1 + (negated and word not in _DENIED) :]
            name = "does" if word.startswith(("do", "will", "would")) else "can"
            yield Atom(name, (_subject(words[:place]), " ".join(rest)), negated=negated)
            return
        if _is_verb(keys, place):
            yield Atom("does", (_subject(words[:place]), " ".join(words[place:])))
            return


def _is_verb(keys: list[str], place: int) -> bool:
    word, before = keys[place], keys[place - 1]
    if before in DETERMINERS or before in PREPOSITIONS:
        return False
    if is_third_person(word):
        return not is_often_noun(word) or place == len(keys) - 1 or keys[place + 1] in PREPOSITIONS | DETERMINERS
    return is_plain_verb(word) and before.endswith("s")


def _subject(words: list[str]) -> str:
    return term(" ".join(words)).term


def _plain(text: str) -> str:
    return _ASIDE.sub("", text).strip(" ,.")


def _from_table(name: str, terms: tuple[str, ...]) -> Atom:
    if name == "moreless" and len(terms) == 4:
        sign = _direction_of(terms[1]) * _direction_of(terms[3])
        return Atom("moreless", (terms[0], terms[2]), sign)
    if name == "comparison" and len(terms) == 3:
        return _comparison(terms[0], terms[1], terms[2])
    relation, sign, negated, turned = _ALIASES.get(name, (name, 1, False, False))
    if relation == "causes":
        (cause, one), (effect, other) = change_of(terms[0]), change_of(terms[1])
        return Atom(relation, (effect, cause) if turned else (cause, effect), sign * one * other, negated)
    return Atom(relation, terms[:2][::-1] if turned else terms[:2], sign, negated)


def _direction_of(change: str) -> int:
    return -1 if re.search(rf"\b(?:{_DOWN}|slower|weaker|colder|shorter|decreases|drops|falls)\b", change) else 1


def _comparison(greater: str, quality: str, lesser: str) -> Atom:
    """ "less dense" is "dense" the other way round."""
    plain = re.sub(r"^(?:more|less|fewer) ", "", quality)
    return Atom(
        "comparison", (lesser, plain, greater) if quality.startswith(("less ", "fewer ")) else (greater, plain, lesser)
    )


def _typed(read: Relation, terms: tuple[str, ...]) -> list[Atom]:
    kind = read.type
    if kind == "causes":
        return _cause(read, terms)
    if kind == "moreless":
        named = [" ".join(filter(None, (aspect, term))) for aspect, term in zip(read.aspects, terms, strict=True)]
        signs = [1 if aspect in _LOW else sign for aspect, sign in zip(read.aspects, read.signs, strict=True)]
        return [Atom("moreless", (named[0], named[1]), signs[0] * signs[1])]
    if kind == "comparison" and "opposite" in read.predicate:
        return [Atom("opposite", terms[:2])]
    if kind == "comparison" and re.search("same|equal", read.predicate):
        return [Atom("synonym", terms[:2], negated=read.negated)]
    if kind == "comparison":
        quality = read.aspects[0] if read.aspects else read.predicate
        ends = terms[:2] if read.sign >= 0 else terms[1::-1]
        return [Atom("comparison", (ends[0], quality, ends[1]), negated=read.negated)]
    if kind == "basic":
        return [_action(read, terms)]
    if kind == "isa" and (found := _CONDUCTOR.match(terms[1])):
        name = "conducts" if found["kind"] == "conductor" else "insulates"
        return [
            Atom(name, (terms[0], found["what"]), negated=read.negated),
            Atom("isa", terms[:2], negated=read.negated),
        ]
    if kind == "isa" and not read.negated and len(lemmas_of(terms[1])) >= _DEFINING_WORDS:
        return [Atom("definition", terms[:2]), Atom("isa", terms[:2])]
    if kind == "definition" and (found := _SAME_AS.match(terms[1])):
        return [Atom("synonym", (terms[0], found["other"]), negated=read.negated)]
    if kind == "isa" and _ADJECTIVE.match(read.arguments[1].text):
        return [Atom("property", terms[:2], negated=read.negated)]
    return [Atom(kind, terms[:2], negated=read.negated)]


def _action(read: Relation, terms: tuple[str, ...]) -> Atom:
    """ "bees pollinate flowers" is what bees do; "can" and its denial is an ability."""
    words = [
        word for word in read.predicate.split() if word.lower() not in ("not", "never", "n't", "do", "does", "did")
    ]
    name = "can" if words[:1] and words[0].lower() in ("can", "could", "may", "might") else "does"
    doing = " ".join([*(words[1:] if name == "can" else words), *terms[1:]])
    return Atom(name, (terms[0], doing), negated=read.negated)


def _cause(read: Relation, terms: tuple[str, ...]) -> list[Atom]:
    (cause, one), (effect, other) = change_of(terms[0]), change_of(terms[1])
    if "source" in read.predicate and not read.negated:
        return [Atom("source", (cause, effect)), Atom("isa", (cause, f"source of {effect}"))]
    if read.direction in _ENABLING:
        return [Atom("enables", (cause, effect), _ENABLING[read.direction] * one * other, read.negated)]
    verb = 1 if _PLAIN_CAUSE.search(read.predicate) else read.sign or 1
    return [Atom("causes", (cause, effect), verb * one * other, read.negated)]


@lru_cache(maxsize=50_000)
def change_of(term: str) -> tuple[str, int]:
    """Return what changes in a term, and which way; a term that tells of no change counts as more of it.

    >>> change_of("a decrease in water quality"), change_of("fewer fish"), change_of("the number of fish to fall")
    (('water quality', -1), ('fish', -1), ('the number of fish', -1))
    >>> change_of("shivering")
    ('shivering', 1)
    """
    for pattern in (_BEFORE, _AFTER):
        if found := pattern.match(term):
            return found["rest"], -1 if found["down"] else 1
    return term, 1


def has_change(text: str) -> int:
    """Return the direction that a text speaks of: 1, -1, or 0 where it speaks of none.

    >>> has_change("an increase in fish"), has_change("a decrease in plants"), has_change("a fish")
    (1, -1, 0)
    """
    term, sign = change_of(text)
    return sign if term != text else 0
