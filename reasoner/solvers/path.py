"""path: the cheapest walk through the documents from the query's subject to each candidate."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated

from reasoner.documents.graph import UNTOLD, DocumentGraph, Sentence, Step, Walk
from reasoner.documents.mentions import Query, plain
from reasoner.documents.relations import Vectors, Words, relation_groups
from reasoner.errors import UsageError
from reasoner.explanation import Explanation, Link, Node, Part, total
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Solver, Support, register
from reasoner.solvers.batches import load_encoder
from reasoner.solvers.shown import choice_node


@register
class Path(Solver):
    """Walks from entity to entity through the sentences that mention both, and asks which candidate is near.

    A document is about what it names first, so its sentences lead there too. Each step costs, more through names that
    stand in many documents, less where the sentence tells the relation that the query asks for.

    >>> from reasoner.question import Choice
    >>> documents = ("The Night was directed by Ann Lee for Bo Ek.", "Ann Lee was born in Oslo.", "Bo Ek is from Rome.")
    >>> choices = (Choice("A", "Rome"), Choice("B", "Oslo"))
    >>> asked = "place of birth of director"
    >>> question = Question("1", f"{asked} The Night", choices, documents=documents, category=asked)
    >>> Path().answer(question).selected
    ('B',)
    """

    name = "path"
    summary = "the cheapest walk from the query's subject to a choice, by mentions and told relations"
    needs = "questions with documents"

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        unify: Annotated[
            str | None,
            "embeddings: a word whose vector is near tells a relation too, for a price; with the neural extra",
        ] = None,
    ) -> None:
        super().__init__(kb)
        if unify not in (None, "embeddings"):
            raise UsageError(f"option unify of solver 'path' is embeddings or is not set, not {unify!r}")
        self._encoder = load_encoder("path[unify=embeddings]", None, None) if unify else None
        if unify:
            self.name = f"path[unify={unify}]"  # type: ignore[misc]  # what it uses is told wherever it is named

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the best walk to each choice that one leads to."""
        query = Query.of(question)
        groups = relation_groups(query.relation)
        relation = Vectors(groups, self._encoder.encode) if self._encoder else Words(groups)
        graph = DocumentGraph(question.documents, query.subject, [choice.text for choice in question.choices], relation)
        found = graph.walks()
        walks = {choice.label: found.get(plain(choice.text)) for choice in question.choices}
        return {label: _support(query, question.text_of(label), walk) for label, walk in walks.items() if walk}


def _support(query: Query, choice: str, walk: Walk) -> Support:
    """Return a walk as an explanation; what it costs counts against it."""
    facts = [_fact(step.sentence) for step in walk.steps]
    subject = Node("subject", "question", query.subject)
    ends = [subject.id, *(fact.id for fact in facts), "choice"]
    links = tuple(Link(start, end, "leads on to") for start, end in pairwise(ends))
    parts = [Part(_said(step), -step.cost, (fact.id,)) for fact, step in zip(facts, walk.steps, strict=True)]
    if walk.untold:
        parts.append(Part(f"not told: of {query.relation!r}", -walk.untold * UNTOLD, (subject.id, "choice")))
    documents = " -> ".join(dict.fromkeys(str(fact.source) for fact in facts))
    nodes = (subject, choice_node(choice), *facts)
    return Support(total(parts), Explanation(nodes, links, parts=tuple(parts), summary=f"by way of {documents}"))


def _said(step: Step) -> str:
    """Name a step, with the words that were taken for the relation because their vectors are near."""
    taken = f", taking {', '.join(map(repr, step.taken))} for the relation" if step.taken else ""
    return f"step: through document:{step.sentence.document + 1}{taken}"


def _fact(sentence: Sentence) -> Node:
    return Node(f"sentence{sentence.number + 1}", "fact", sentence.text, f"document:{sentence.document + 1}")
