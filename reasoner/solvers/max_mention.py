"""max-mention: the candidate that the documents mention most often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reasoner.documents.mentions import count_mentions, plain, sentences
from reasoner.explanation import Explanation, Node, Part, total
from reasoner.question import Choice, Question
from reasoner.solver import Solver, Support, register
from reasoner.solvers.shown import choice_node


@register
class MaxMention(Solver):
    """Scores a choice by how often the documents mention it; ties stay ties.

    >>> choices = (Choice("A", "Paris"), Choice("B", "Rome"))
    >>> question = Question("1", "Which?", choices, documents=("Paris is old.", "Not Paris but Rome. Rome, Rome."))
    >>> MaxMention().answer(question).scores
    mappingproxy({'A': 2.0, 'B': 3.0})
    """

    name = "max-mention"
    summary = "the choice that the documents mention most often"
    needs = "questions with documents"
    citation = "Welbl et al. 2018, the max-mention baseline of WikiHop"

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the number of mentions of each choice that is mentioned at all, with their sentences."""
        found = {choice.label: list(_mentions(choice, question)) for choice in question.choices}
        return {label: _support(question.text_of(label), parts) for label, parts in found.items() if parts}


def _mentions(choice: Choice, question: Question) -> Iterator[tuple[Node, int]]:
    """Yield every sentence that mentions a choice, with how often it does."""
    for number, document in enumerate(question.documents, 1):
        if plain(choice.text) not in plain(document):
            continue  # most choices stand in few documents
        for place, sentence in enumerate(sentences(document), 1):
            if count := count_mentions(choice.text, sentence):
                yield Node(f"document{number}.{place}", "fact", sentence, f"document:{number}"), count


def _support(text: str, mentions: list[tuple[Node, int]]) -> Support:
    parts = tuple(Part(f"mentioned: {node.source}", float(count), (node.id,)) for node, count in mentions)
    nodes = (choice_node(text), *(node for node, _ in mentions))
    return Support(total(parts), Explanation(nodes, parts=parts, summary=f"mentioned {total(parts):.0f} times"))
