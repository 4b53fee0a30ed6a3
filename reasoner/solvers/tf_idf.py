"""tf-idf: the candidate for which some document best matches query and candidate together."""

from __future__ import annotations

from collections.abc import Mapping

from reasoner.explanation import Explanation, Node, Part, total
from reasoner.knowledge.bm25 import bm25
from reasoner.language.terms import content_lemmas
from reasoner.question import Question
from reasoner.solver import Solver, Support, register
from reasoner.solvers.shown import choice_node


@register
class TfIdf(Solver):
    """Scores a choice by the best of the documents' BM25 scores for the query and the choice.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "Paris"), Choice("B", "Rome"))
    >>> question = Question("1", "capital of Italy", choices, documents=("Paris in France.", "Rome is in Italy."))
    >>> TfIdf().answer(question).selected
    ('B',)
    """

    name = "tf-idf"
    summary = "the choice whose words, with the query's, match one document best"
    needs = "questions with documents"
    citation = "Welbl et al. 2018, the TF-IDF baseline of WikiHop"

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score of the best document for each choice of which a document says a word."""
        documents = [content_lemmas(document) for document in question.documents]
        of_query = bm25(documents, content_lemmas(question.stem))
        found = {}
        for choice in question.choices:
            of_choice = bm25(documents, content_lemmas(choice.text))
            if any(of_choice):
                best = max(range(len(documents)), key=lambda number: of_query[number] + of_choice[number])
                found[choice.label] = _support(question, choice.text, best, of_query[best], of_choice[best])
        return found


def _support(question: Question, text: str, best: int, of_query: float, of_choice: float) -> Support:
    document = Node("document", "fact", question.documents[best], f"document:{best + 1}")
    query = Node("query", "question", question.stem)
    parts = (
        Part("words of the query", of_query, (query.id, document.id)),
        Part("words of the choice", of_choice, ("choice", document.id)),
    )
    nodes = (query, choice_node(text), document)
    return Support(total(parts), Explanation(nodes, parts=parts, summary=f"best matched by {document.source}"))
