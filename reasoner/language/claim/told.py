"""How much of a claim some facts say."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from reasoner.language.claim.agreement import is_plural
from reasoner.language.claim.conjuncts import clauses
from reasoner.language.claim.cutting import NEEDING, PURPOSES, Cut, cut
from reasoner.language.claim.stems import plainly
from reasoner.language.claim.truth import last_sentence
from reasoner.language.english import listed
from reasoner.language.english import words as word_list
from reasoner.language.lexicon import SYNONYMS
from reasoner.language.terms import content_lemmas, lemma, tokenize
from reasoner.language.verbs import ADVERBS, BE, is_participle

_ENDINGS = listed("polarity", "form_endings")
_NEGATIONS = word_list("negations")
_OTHER_THINGS = listed("polarity", "other_things")
#: How many facts are joined at most, and how many ways of joining are looked at.
LONGEST, MOST = 4, 400
_KIND = re.compile(
    r"\b(?:is|are)\s+(?:(?:an?|the)\s+)?(?:kinds?|types?|forms?|examples?)\s+of\b|\b(?:is|are)\s+an?\s", re.I
)
_ARE = re.compile(r"\bare\s+(\w+)\W*$", re.IGNORECASE)
_LINK = re.compile(r"\b(?:is|are)\s+(?:an?\s+)?(?:kinds?\s+of|made\s+of|parts?\s+of)?\b", re.IGNORECASE)
_KIND_OF = re.compile(r"^\s*(?:(?:an?|the)\s+)?(?:kinds?|types?|forms?|examples?|sorts?)\s+of\s+", re.IGNORECASE)
_FURTHER = re.compile(r"\s+(?:that|which|who|for|with|in|on|at|from|of|by|used|made|against|to|into|when)\s", re.I)
_WHEN, _WHEN_LATER = re.compile(r"(?:if|when)\b", re.I), re.compile(r"\b(?:if|when|in|on|during|after)\b", re.I)
_IS_SO = re.compile(r"\b(?:is|are)\s+\w+\W*$", re.IGNORECASE)
_ALL = re.compile(r"^(?:all|every|each)\b", re.IGNORECASE)
_SOME = re.compile(r"^(?:if|when|some|most|many)\b|\b(?:usually|often|sometimes|many|some)\b", re.IGNORECASE)
_BEING = BE | {"be", "been"}
_HOLDS = re.compile(
    r"^(.+?)\s+(?:contains?|(?:is|are)\s+made\s+of|(?:is|are)\s+full\s+of)\s+(?:\w+\s+)?\w+$", re.IGNORECASE
)
#: What is most often one thing: what something is made of, where it lives and is found.
_FRAME = re.compile(
    r"\b(made\s+(?:of|from|by)|found\s+(?:in|on|at)|lives?\s+(?:in|on)|covered\s+(?:with|by)|comes?\s+from|"
    r"parts?\s+of|worn\s+(?:in|on)|works?\s+(?:in|at|on)|eats?)\b",
    re.I,
)
_COPULA = re.compile(r"\b(?:is|are|was|were)\b", re.IGNORECASE)


def told(claim: str, facts: Sequence[str]) -> float:
    """Return the share of the words of a claim's last sentence that one fact says, or a kind and a fact about it.

    What something is must be said as such: that a mammal is warmer than a lizard does not say that a lizard is one.

    >>> told("A whale is a fish.", ["a whale is a kind of mammal"])
    0.0
    >>> told("A whale breathes air.", ["a whale is a kind of mammal", "a mammal breathes air"])
    1.0
    >>> told("A lizard is a mammal.", ["a mammal is warmer than a lizard"])
    0.0
    """
    return told_by(claim, facts)[0]


def told_by(claim: str, facts: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """Return the share of a claim that is said, and the fact, or the kind and the fact about it, that say it.

    >>> told_by("A whale breathes air.", ["a whale is a kind of mammal", "a seal is fat", "a mammal breathes air"])
    (1.0, ('a whale is a kind of mammal', 'a mammal breathes air'))
    """
    sentence = last_sentence(claim)
    whole = {clause: fact for fact in facts for clause in (fact, *clauses(fact)) if _is_one(fact, clause)}
    share, best = max(((share_of(sentence, way), -n) for n, way in enumerate(_ways(tuple(whole)))), default=(0.0, 0))
    ways = _ways(tuple(whole))
    return share, tuple(dict.fromkeys(whole[clause] for clause in ways[-best])) if ways else ()


@lru_cache(maxsize=1_000)
def _ways(facts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Each fact by itself, and each that facts about kinds lead to: a tern is a bird, a bird is an animal, ..."""
    ways: list[tuple[str, ...]] = [(fact,) for fact in facts]
    for way in ways:  # grows while it is read
        if len(way) < LONGEST and len(ways) < MOST:
            ways += [(*way, other) for other in facts if other not in way and _leads_to(way[-1], other)]
    return tuple(ways)


def _is_one(fact: str, clause: str) -> bool:
    """Whether a clause may be taken by itself: each of several, not the several together."""
    return len(clauses(fact)) == 1 or clause != fact


def told_together(claim: str, facts: Sequence[str]) -> float:
    """Return the share of a claim that facts which are to be put together say of its subject, step by step.

    That something is of a kind is not put together: it must be said as such.

    >>> told_together("Jorn can swim.", ["All members of the crew can swim.", "Jorn is a member of the crew."])
    1.0
    >>> told_together("Jorn can swim.", ["All members of the crew can swim.", "Nils is a member of the crew."])
    0.0
    """
    sentence = last_sentence(claim)
    about = cut(sentence)
    reached = set(about.noun or about.subject)
    words = {*about.predicate, *reached}
    if len(facts) < 2 or not about.predicate or _says_what(sentence):
        return 0.0
    told = (clause for fact in facts for clause in clauses(fact) if _NEGATIONS.isdisjoint(tokenize(clause)))
    waiting = [frozenset(content_lemmas(clause)) for clause in told]
    first = [said for said in waiting if reached <= said]
    if not first:
        return 0.0
    reached |= {word for said in first for word in said}
    for said in waiting:
        if len(said & reached - words) or said <= reached:
            reached |= said
    return len(words & reached) / len(words)


def share_of(sentence: str, facts: Sequence[str]) -> float:
    """Return the share of a sentence that facts say: of its predicate where they name its subject, else of all of it.

    A fact that speaks of something else, or of all what it says of some, says half of it at most.

    >>> share_of("A kettle holds water.", ["a kettle contains water"])
    1.0
    >>> share_of("A kettle boils tar.", ["a kettle boils tea"])
    0.3333333333333333
    >>> share_of("A rock can see.", ["a lens is used to see the grains in a rock"])
    0.5
    """
    if " than " in sentence and not any(" than " in fact for fact in facts):
        sentence = sentence.partition(" than ")[0]
    about, what = cut(sentence), _says_what(sentence)
    named = {word for fact in facts for word in _said(fact)}
    said = {word for fact in facts for word in _sides(fact)[1]} if what else named
    rest = [word for word in about.subject if word not in _said_of_more(about, facts)]
    weights = dict.fromkeys(rest, 1.0) | about.predicate
    if all(_is_said(word, named) for word in rest) and about.predicate:
        weights = about.predicate
    found = sum(weight for word, weight in weights.items() if _is_said(word, said))
    share = found / sum(weights.values()) if weights else 0.0
    other = (what and not any(_says_kind(fact, sentence) for fact in facts)) or not _is_about(about, named)
    return min(share, 0.5) if other or _of_others(sentence, facts) else share


def _is_about(about: Cut, named: Collection[str]) -> bool:
    """Whether facts name what a claim speaks of: that a bulb is found in a lamp says nothing of sand in a bulb."""
    return not about.head or _is_said(about.head, named)


@lru_cache(maxsize=50_000)
def _said(fact: str) -> tuple[str, ...]:
    """The words that a fact says of something; not what is lacking ("without heat"), or what needs it ("to grow")."""
    words = content_lemmas(plainly(fact).partition(" without ")[0])
    if cut(fact).verb not in NEEDING:
        return words
    purposes = content_lemmas(" ".join(PURPOSES.findall(fact)))
    return tuple(word for word in words if word not in purposes)


def _of_others(sentence: str, facts: Sequence[str]) -> bool:
    """Whether facts speak of what a sentence does not name, are passive where it is not, or speak only of some."""
    if not facts:
        return False
    about, claimed, words = cut(facts[0]), cut(sentence), content_lemmas(sentence)
    if {*claimed.noun} <= {*about.subject} and len(about.subject) > len(about.noun):  # "valves one AND THREE leak"
        return False
    if not any(_is_said(word, words) for word in (about.noun[-1:] or about.subject)):
        return True
    if _exchanged(about, claimed) and is_passive(facts[0]) == is_passive(sentence):
        return True
    if about.head == claimed.head and not set(about.noun) <= {*claimed.subject}:  # a sea lion is no lion
        return True
    if _WHEN.match(facts[-1]) and not _WHEN_LATER.search(sentence):  # what holds only then
        return True
    if _ALL.match(sentence) and any(_SOME.search(fact) for fact in facts):
        return True
    if (
        claimed.verb and _IS_SO.search(facts[-1]) and not _COPULA.search(sentence)
    ):  # what is light lets no light through
        return True
    last = cut(facts[-1]).verb
    turned = last == claimed.verb and is_passive(facts[-1]) and not is_passive(sentence)
    return bool(last) and turned and about.head == claimed.head


def _exchanged(about: Cut, claimed: Cut) -> bool:
    """Whether a fact says of something else that it does the same: a stoat eats voles, not a vole stoats."""
    same = about.verb == claimed.verb != "" and bool(about.subject and claimed.head)
    return same and not _is_said(claimed.head, about.subject)


def is_passive(sentence: str) -> bool:
    """Return whether a sentence says what is done to its subject.

    >>> is_passive("Honey is made by bees."), is_passive("Bees make honey.")
    (True, False)
    """
    words = [word for word in tokenize(sentence) if word not in ADVERBS]
    return any(word in _BEING and is_participle(after) for word, after in itertools.pairwise(words))


def _is_said(word: str, said: Collection[str]) -> bool:
    return word in said or any(frozenset({word, other}) in SYNONYMS or _are_forms(word, other) for other in said)


def _are_forms(word: str, other: str) -> bool:
    """Whether one word is another with an ending that makes no other thing of it: "wool" and "woolen"."""
    short, long = sorted((word, other), key=len)
    return len(short) > 3 and long.startswith(short) and long[len(short) :] in _ENDINGS


def _says_what(sentence: str) -> bool:
    """Whether a sentence says what kind something is: "a bat is a mammal", "bats are mammals"."""
    plural = _ARE.search(sentence)
    return bool(_KIND.search(sentence)) or (plural is not None and is_plural(plural[1]))


def _said_of_more(about: Cut, facts: Sequence[str]) -> frozenset[str]:
    """The words beside the head of a claim's subject, where a fact speaks of that head: a TOMATO plant is a plant."""
    if (about.head,) not in {cut(fact).subject for fact in facts} or not _OTHER_THINGS.isdisjoint(about.subject):
        return frozenset()
    return frozenset(about.subject) - {about.head}


@lru_cache(maxsize=50_000)
def _sides(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words for what a sentence speaks of, and those for what it is, without what only says more of that."""
    match = _COPULA.search(text)
    if match is None:
        return content_lemmas(text), ()
    kind = _FURTHER.split(_KIND_OF.sub("", text[match.end() :]), maxsplit=1)[0]
    return content_lemmas(text[: match.start()]), content_lemmas(kind)


def _says_kind(fact: str, claim: str) -> bool:
    """Whether a fact says what something is, of the thing and with the kind that the claim ends in."""
    (_, said), (_, claimed) = _sides(fact), _sides(claim)
    return bool(said and claimed) and " than " not in fact and claimed[-1] in said


def kind_of(fact: str, subject: Sequence[str]) -> str | None:
    """Return the kind that a fact says a subject, given as its words, is of; or None.

    >>> kind_of("a barn owl is a kind of bird", ["barn", "owl"]), kind_of("a barn owl is a bird", ["owl"])
    ('bird', None)
    """
    about, kind = _sides(fact)
    named = kind and set(about) == set(subject) and _KIND.search(fact) and " not " not in fact
    return kind[-1] if named and " than " not in fact else None


def says_else(fact: str, claim: str) -> bool:
    """Return whether a fact says of the subject of a claim something else in the place of what is claimed.

    >>> says_else("a pane is made of glass", "A pane is made of wood."), says_else("a pane is thin", "A pane is thick.")
    (True, False)
    """
    one, other = _FRAME.search(fact), _FRAME.search(claim)
    if one is None or other is None or _frame_of(one) != _frame_of(other) or " not " in fact:
        return False
    about, claimed = content_lemmas(fact[: one.start()]), content_lemmas(claim[: other.start()])
    said, sought = content_lemmas(fact[one.end() :]), content_lemmas(claim[other.end() :])
    return bool(about) and about == claimed and bool(sought) and not any(_is_said(word, said) for word in sought)


def _frame_of(match: re.Match[str]) -> str:
    return lemma(match[1].split()[0].lower(), "VERB")


def holds(fact: str, subject: Sequence[str]) -> bool:
    """Return whether a fact says what a subject, given as its words, holds.

    >>> holds("a cloud contains water", ["cloud"]), holds("a cloud brings rain", ["cloud"])
    (True, False)
    """
    match = _HOLDS.match(fact)
    return match is not None and content_lemmas(match[1]) == tuple(subject)


def _leads_to(one: str, other: str) -> bool:
    """Whether the second fact goes on from the first: about the kind that its subject is of, or what its end is."""
    if " not " in one or " than " in one:
        return False
    kind, about = _sides(one)[1], content_lemmas(other)
    if kind and about and _LINK.search(one) is not None and about[0] == kind[-1]:
        return True
    end = content_lemmas(one)[-1:]
    return bool(end) and (kind_of(other, end) is not None or holds(other, end))
