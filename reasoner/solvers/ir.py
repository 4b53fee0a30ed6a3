"""ir: the best sentence that shares a content word with the stem and one with the choice."""

from __future__ import annotations

from collections.abc import Mapping

from reasoner.explanation import Explanation, Link, Node, Part
from reasoner.knowledge import Fact, Hit
from reasoner.language.claim import denies, speaks_of_others, understand
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support, given_facts, register
from reasoner.solvers.denials import against

#: How many sentences are looked at, so that one that denies the choice does not hide the one that says it.
LOOKED_AT = 8


@register
class IR(Solver):
    """Scores a choice by the BM25 score of the best sentence that touches both stem and choice.

    >>> from reasoner.knowledge import KnowledgeBase
    >>> choices = (Choice("A", "a wool hat"), Choice("B", "a steel spoon"))
    >>> question = Question("1", "Which lets heat through?", choices, facts=("steel lets heat travel through",))
    >>> IR(KnowledgeBase.from_facts(())).answer(question).selected
    ('B',)
    """

    name = "ir"
    summary = "best sentence that shares a content word with the stem and one with the choice"
    needs = "a knowledge base of sentences"
    citation = "Clark et al. 2016, Combining Retrieval, Statistics, and Inference"

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score and the sentence for each choice that has one; a sentence that denies it counts against."""
        stem, given = content_lemmas(question.stem), given_facts(question)
        claims = {each.label: each.text for each in understand(question).choices}
        found = {
            choice.label: _weigh(self._search(stem, content_lemmas(choice.text), given), stem, choice, claims)
            for choice in question.choices
        }
        return {label: support for label, support in found.items() if support.score is not None}

    def _search(self, stem: tuple[str, ...], choice: tuple[str, ...], given: list[Fact]) -> list[Hit]:
        return self.kb.search([stem, choice], limit=LOOKED_AT, given=given)


def _weigh(hits: list[Hit], stem: tuple[str, ...], choice: Choice, claims: Mapping[str, str]) -> Support:
    """The best sentence that does not deny the choice, less the best that does."""
    reasons = [denies(hit.fact.text, claims[choice.label]) for hit in hits]
    said = claims[choice.label]
    kept = (hit for hit, why in zip(hits, reasons, strict=True) if why is None)
    best = next((hit for hit in kept if not speaks_of_others(hit.fact.text, said)), None)
    support = _support(best, stem, choice) if best else Support(None)
    denying = [
        (Node("denial", "fact", hit.fact.text, hit.fact.where), why, hit.score)
        for hit, why in zip(hits, reasons, strict=True)
        if why is not None
    ]
    return against(support, denying[:1])


def _support(hit: Hit, stem: tuple[str, ...], choice: Choice) -> Support:
    sentence = frozenset(content_lemmas(hit.fact.text))
    shared_stem = sorted(sentence.intersection(stem))
    shared_choice = sorted(sentence.intersection(content_lemmas(choice.text)))
    nodes = (
        Node("question", "question", " ".join(shared_stem)),
        Node("fact", "fact", hit.fact.text, hit.fact.where),
        Node("choice", "choice", choice.text),
    )
    links = (
        Link("question", "fact", f"share {', '.join(shared_stem)}"),
        Link("fact", "choice", f"share {', '.join(shared_choice)}"),
    )
    explanation = Explanation(nodes, links, parts=(Part("BM25 of the best sentence", hit.score, ("fact",)),))
    return Support(hit.score, explanation)
