"""What the knowledge base says of a claim, beside the facts that a solver shows.

A solver shows the facts that tell the choices apart. Whether a statement holds, or which choice is the one that is not,
needs the fact that says most of each claim: the rows about its subject and about the kinds that this belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import Node, Part
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.claim import denies, kind_of, last_sentence, told_by
from reasoner.language.claim.conjuncts import verb_at
from reasoner.language.english import words as word_list
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.polarity.evidence import ENOUGH, denied, share_told

_NEGATIONS = word_list("negations")

#: Rows looked at for a subject, and kinds of it that are followed.
ROWS, KINDS = 25, 6


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
    if support.settled or denied(claim, support):
        return support
    rows = {fact.text: fact for fact in _rows(claim, kb)}
    if denying := next((text for text in rows if denies(text, claim)), None):
        node = Node("known", "fact", denying, rows[denying].where)
        part = Part(f"denied: {denies(denying, claim)}", -2 * abs(support.score or 0.0) or -1.0, (node.id,))
        why = support.explanation
        why = replace(why, nodes=(*why.nodes, node), parts=(*why.parts, part))
        return replace(support, score=(support.score or 0.0) + part.value, explanation=why, refuted=True)
    rows = {text: fact for text, fact in rows.items() if _NEGATIONS.isdisjoint(tokenize(text))}
    share, said = told_by(claim, tuple(rows))
    if share < ENOUGH or share <= share_told(claim, support):
        return support
    shown = {node.text for node in support.explanation.facts}
    nodes = tuple(
        Node(f"known {n}", "fact", text, rows[text].where) for n, text in enumerate(said) if text not in shown
    )
    why = replace(support.explanation, nodes=(*support.explanation.nodes, *nodes))
    return replace(support, score=support.score or 0.0, explanation=why)


def _rows(claim: str, kb: KnowledgeBase) -> Iterator[Fact]:
    """The rows about the subject of a claim, then those about the kinds that the subject is of."""
    tokens = tokenize(last_sentence(claim))
    verb = verb_at(tokens) or 1
    subject, said = (content_lemmas(" ".join(part)) for part in (tokens[:verb], tokens[verb:]))
    if not subject or not said:
        return
    yield from _about(subject, said, kb)
    kinds = {hit.fact: kind for hit in kb.search([subject], ROWS) if (kind := kind_of(hit.fact.text, subject))}
    yield from kinds
    for kind in dict.fromkeys(list(kinds.values())[:KINDS]):
        yield from _about((kind,), said, kb)


def _about(subject: Sequence[str], said: Sequence[str], kb: KnowledgeBase) -> Iterator[Fact]:
    """The rows that open with the words for a subject, and say something of what is claimed."""
    for hit in kb.search([subject, said], ROWS):
        if frozenset(content_lemmas(hit.fact.text)[: len(subject)]) == frozenset(subject):
            yield hit.fact
