"""knowledge-reader: question and choice enriched from a memory of facts, and matched in nine ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated

from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Question
from reasoner.retrieval.memory import Finder, make_finder
from reasoner.solver import Support, given_facts, register
from reasoner.solvers.reader import ReaderSolver

_FOR_EACH = 2  # facts retrieved for each choice, as in training

_OF_QUESTION = {
    "the question": ("question",),
    "what is known of it": ("question", "facts"),
    "both": ("question", "facts"),
}
_OF_CHOICE = {"the choice": ("choice",), "what is known of that": ("choice", "facts"), "both": ("choice", "facts")}


@register
class KnowledgeReaderSolver(ReaderSolver):
    """Reads a question with the facts that came with it or, where none did, with those that retrieval finds.

    Parameters
    ----------
    kb : KnowledgeBase, optional
        Where facts are looked for.
    weights : str, optional
        Those trained with retrieved facts where a question has none, with f where it has one, with f and k where it
        has more; or a file that `reasoner train reader` wrote.
    facts : int, optional
        How many facts are retrieved for each choice; 2 where a question has none of its own, else 0.
    device : str, optional
        Where the sentence encoder runs.
    retrieval : str
        How facts are found: "tf-idf", as the paper has it, or "joined", as `nearest` ranks them.
    """

    name = "knowledge-reader"
    summary = "question and choice with a memory of facts, matched in nine ways"
    needs = "a knowledge base of sentences or given facts, and the neural extra"
    weights = ("knowledge-reader", "knowledge-reader-f", "knowledge-reader-fk")
    parts = (
        *(
            (f"{one} and {two}", tuple(dict.fromkeys((*of_one, *of_two))))
            for one, of_one in _OF_QUESTION.items()
            for two, of_two in _OF_CHOICE.items()
        ),
        ("question, choice and facts, each as a whole", ("question", "choice", "facts")),
    )

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        weights: Annotated[str | None, "a safetensors file of one's own training"] = None,
        facts: Annotated[int | None, "how many facts to read with each choice"] = None,
        device: Annotated[str | None, "cuda, mps or cpu; the best there is where not set"] = None,
        retrieval: Annotated[str, "how facts are found: tf-idf (the paper's) or joined (ours)"] = "tf-idf",
    ) -> None:
        super().__init__(kb, weights, device)
        self._for_each, self._retrieval = facts, retrieval

    @cached_property
    def _finder(self) -> Finder:
        return make_finder(self._retrieval, self.kb, self._working[2](device=self._device))

    def memory(self, question: Question) -> list[Fact]:
        """Return the facts that a question is read with."""
        given = given_facts(question)
        for_each = (0 if given else _FOR_EACH) if self._for_each is None else self._for_each
        found = self._finder.memory(question, for_each) if for_each else []
        return list({fact.text: fact for fact in (*found, *given)}.values())

    def _support_batch(self, questions: Sequence[Question]) -> Iterator[Mapping[str, Support]]:
        memories = [self.memory(question) for question in questions]
        found: dict[int, list[list[float]]] = {}
        names = [self._weights or self.weights[min(2, len(given_facts(question)))] for question in questions]
        for name in sorted(set(names)):
            numbers = [n for n, memory in enumerate(memories) if memory and names[n] == name]
            asked = [self._asked(questions[n], memories[n]) for n in numbers]
            found |= dict(zip(numbers, self._read(name, asked) if asked else [], strict=True))
        for n, question in enumerate(questions):
            yield {
                label: self._explained(question, number, found[n][number], memories[n])
                for number, label in enumerate(question.labels)
                if n in found
            }
