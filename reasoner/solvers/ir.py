"""ir: the best sentence that shares a content word with the stem and one with the choice."""

from __future__ import annotations

from collections.abc import Mapping

from reasoner.explanation import Explanation, Link, Node, Part
from reasoner.knowledge import Fact, Hit
from reasoner.language.terms import content_lemmas
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support, given_facts, register


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
        """Return the score and the sentence for each choice that has one."""
        stem, given = content_lemmas(question.stem), given_facts(question)
        return {
            choice.label: _support(hits[0], stem, choice)
            for choice in question.choices
            if (hits := self._search(stem, content_lemmas(choice.text), given))
        }

    def _search(self, stem: tuple[str, ...], choice: tuple[str, ...], given: list[Fact]) -> list[Hit]:
        return self.kb.search([stem, choice], limit=1, given=given)


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
