"""What the knowledge base says of a claim, beside the facts that a solver shows.

A solver shows the facts that tell the choices apart. Whether a statement holds, or which choice is the one that is not,
needs the fact that says most of each claim: the rows about its subject and about the kinds that this belongs to.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import Node, Part
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.claim import denies, kind_of, last_sentence
from reasoner.language.claim.cutting import Cut, cut
from reasoner.language.claim.told import holds, is_passive, says_else, share_of
from reasoner.language.english import listed
from reasoner.language.english import words as word_list
from reasoner.language.lexicon import synonyms
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.polarity.evidence import ENOUGH, denied, share_told

_NEGATIONS = word_list("negations")
#: What makes a row say something else than its words do: a denial, a comparison.
_OTHER_WISE = _NEGATIONS | {"than"}
_OTHER_THINGS = listed("polarity", "other_things")
_SORT = re.compile(r"\bkinds?\s+of\b", re.IGNORECASE)
_CONDITION = re.compile(r"(?:if|when|unless)\b", re.IGNORECASE)

#: Rows looked at for a subject, kinds of it that are followed, and how far.
ROWS, KINDS, DEEPEST = 40, 12, 3
#: What it counts against a claim that something else is said in its place. By hand, on problems of our own.
ELSE = 0.5


def informed(claims: Mapping[str, str], found: Mapping[str, Support], kb: KnowledgeBase | None) -> dict[str, Support]:
    """Return support that also shows the row, or the two, that say most of a claim, where they say more than is shown.

    Nothing is added where nothing is known.

    >>> kb = KnowledgeBase.from_facts([Fact("a tern is a kind of bird"), Fact("a bird has feathers")])
    >>> support = informed({"A": "A tern has feathers."}, {}, kb)["A"]
    >>> support.score, [node.text for node in support.explanation.facts]
    (0.0, ['a tern is a kind of bird', 'a bird has feathers'])
    """
    if kb is None:
        return dict(found)
    return dict(found) | {
        label: _informed(claim, found.get(label, Support(None)), kb) for label, claim in claims.items()
    }


def _informed(claim: str, support: Support, kb: KnowledgeBase) -> Support:
    if support.settled and not _is_told(claim, support):
        why = support.explanation
        support = replace(support, settled=False, explanation=replace(why, summary="the facts shown do not say it"))
    if support.settled or denied(claim, support):
        return support
    ways = [*_ways(claim, kb)]
    rows = {fact.text: fact for way in ways for fact in way}
    if denying := next((text for text in rows if denies(text, claim)), None):
        return refuted_by((rows[denying],), claim, support)
    said, sentence = [tuple(fact.text for fact in way) for way in ways], last_sentence(claim)
    positive = [way for way in said if all(_OTHER_WISE.isdisjoint(tokenize(text)) for text in way)]
    share, best = max(((share_of(sentence, way), -n) for n, way in enumerate(positive)), default=(0.0, 0))
    if max(share, share_told(claim, support)) < ENOUGH:
        return _told_else(claim, support, [way[0] for way in ways if len(way) == 1])
    if share <= share_told(claim, support):
        return support
    shown = {node.text for node in support.explanation.facts}
    nodes = tuple(
        Node(f"known {n}", "fact", text, rows[text].where)
        for n, text in enumerate(positive[-best])
        if text not in shown
    )
    why = replace(support.explanation, nodes=(*support.explanation.nodes, *nodes))
    return replace(support, score=support.score or 0.0, explanation=why)


def refuted_by(rows: Sequence[Fact], claim: str, support: Support) -> Support:
    """Return support in which a row, the last of some that lead to it, counts against what is claimed."""
    nodes = tuple(Node(f"known {n}" if n else "known", "fact", row.text, row.where) for n, row in enumerate(rows))
    reason = denies(rows[-1].text, claim) or "an exception is known"
    part = Part(f"denied: {reason}", -2 * abs(support.score or 0.0) or -1.0, tuple(node.id for node in nodes))
    why = support.explanation
    why = replace(why, nodes=(*why.nodes, *nodes), parts=(*why.parts, part))
    return replace(support, score=(support.score or 0.0) + part.value, explanation=why, refuted=True)


def _told_else(claim: str, support: Support, rows: Sequence[Fact]) -> Support:
    """Count it against a claim that a row says something else in its place: made of glass, not of wood."""
    other = next((row for row in rows if says_else(row.text, claim)), None)
    if other is None:
        return support
    why = support.explanation
    shown = next((node for node in why.facts if node.text == other.text), None)
    node = shown or Node("known else", "fact", other.text, other.where)
    part = Part("it says something else in its place", -ELSE, (node.id,))
    why = replace(why, nodes=why.nodes if shown else (*why.nodes, node), parts=(*why.parts, part))
    return replace(support, score=(support.score or 0.0) + part.value, explanation=why)


def _is_told(claim: str, support: Support) -> bool:
    """Whether a proof rests on facts that say the claim: rows that were found may be read for more than they say."""
    compared = " than " in claim  # what stands above what is not said in the words of the claim
    return compared or not support.explanation.facts or share_told(claim, support) >= ENOUGH


def knows(claim: str, kb: KnowledgeBase) -> bool:
    """Return whether anything is known of the subject of a claim.

    >>> kb = KnowledgeBase.from_facts([Fact("a tern is a kind of bird")])
    >>> knows("A tern can read.", kb), knows("A gadoid can read.", kb)
    (True, False)
    """
    return next(_names(cut(last_sentence(claim)), kb), None) is not None


def names(text: str, kb: KnowledgeBase) -> bool:
    """Return whether anything is known of what a choice names.

    >>> kb = KnowledgeBase.from_facts([Fact("a tern is a kind of bird")])
    >>> names("an arctic tern", kb), names("a gadoid", kb)
    (True, False)
    """
    return knows(f"{text.rstrip('.')} is so.", kb)


def _ways(claim: str, kb: KnowledgeBase) -> Iterator[tuple[Fact, ...]]:
    """The rows about the subject of a claim; the kinds it is of, with a row about one; a row, with what its end is."""
    about = cut(last_sentence(claim))
    wanted = tuple(dict.fromkeys(other for word in about.predicate for other in (word, *synonyms(word))))
    for name in _names(about, kb) if wanted else ():
        rows = _rows(name, wanted, kb)
        direct = [row for row in rows if _opens(row, name)]
        yield from ((row,) for row in direct)
        for row in (row for row in rows if _ends(row, name) and _is_turned(row.text, claim)):
            yield (row,)
            yield from ((row, *path) for kind, path in kinds_of(cut(row.text).noun, kb).items() if kind in wanted)
        for kind, path in kinds_of(name, kb).items():
            yield path
            others = (row for row in _about((kind,), wanted, kb) if not _CONDITION.match(row.text))
            yield from ((*path, row) for row in others if row not in path and _does_so(row.text, about.verb))
        for row in direct:
            end = content_lemmas(row.text)[-1:]
            if not set(end) & {*about.predicate, *name}:
                yield from ((row, other) for other in _about(end, wanted, kb) if _goes_on(other.text, end))


def _does_so(text: str, verb: str) -> bool:
    """Whether a row about a kind has the verb of the claim: what needs water to live does not live in it."""
    own = cut(text).verb
    return not verb or verb == own or own in synonyms(verb)


def _is_turned(text: str, claim: str) -> bool:
    """Whether a row that ends with the subject of a claim may say it: "bees make honey", "honey is made by bees"."""
    own, verb = cut(text).verb, cut(last_sentence(claim)).verb
    return own != verb or is_passive(text) != is_passive(claim)


def _goes_on(text: str, end: Sequence[str]) -> bool:
    return holds(text, end) or (_SORT.search(text) is not None and kind_of(text, end) is not None)


def _names(about: Cut, kb: KnowledgeBase) -> Iterator[tuple[str, ...]]:
    """What the knowledge base calls a subject: its own words, a synonym, or the noun among them."""
    full = (about.subject, about.noun, (about.head,)) if _OTHER_THINGS.isdisjoint(about.subject) else (about.subject,)
    if name := next((each for each in full if each and _is_named(each, kb)), None):
        yield name
    for other in synonyms(about.head) if len(about.subject) == 1 else ():
        if _is_named((other,), kb):
            yield (other,)


def _is_named(name: Sequence[str], kb: KnowledgeBase) -> bool:
    return any(_opens(row, name) or _ends(row, name) for row in _rows(name, (), kb))


def kinds_of(subject: Sequence[str], kb: KnowledgeBase) -> dict[str, tuple[Fact, ...]]:
    """Return the kinds that a subject is of, and the kinds of those, each with the rows that lead there."""
    found: dict[str, tuple[Fact, ...]] = {}
    waiting: deque[tuple[tuple[str, ...], tuple[Fact, ...]]] = deque([(tuple(subject), ())])
    while waiting and len(found) < KINDS:
        here, path = waiting.popleft()
        for hit in kb.search([[*here, "kind"]], ROWS):
            if (kind := kind_of(hit.fact.text, here)) and kind not in found and kind not in here:
                found[kind] = (*path, hit.fact)
                if len(path) < DEEPEST:
                    waiting.append(((kind,), found[kind]))
    return found


def _about(name: Sequence[str], said: Sequence[str], kb: KnowledgeBase) -> Iterator[Fact]:
    """The rows that open with a name and say something of what is claimed."""
    return (row for row in _rows(name, said, kb) if _opens(row, name))


def _opens(row: Fact, name: Sequence[str]) -> bool:
    return frozenset(content_lemmas(row.text)[: len(name)]) == frozenset(name)


def _ends(row: Fact, name: Sequence[str]) -> bool:
    """Whether a row speaks of something else that holds a thing, has it, needs it or makes it."""
    ends = row.arguments[:2] or (" ".join(content_lemmas(row.text)[-len(name) :]),)
    return not _opens(row, name) and set(name) in (set(content_lemmas(end)) for end in ends)


def _rows(name: Sequence[str], said: Sequence[str], kb: KnowledgeBase) -> list[Fact]:
    return [hit.fact for hit in kb.search([name, said] if said else [name], ROWS)]
