"""What the solvers with trained readers share: weights, batches, and scores explained by their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar

from reasoner.errors import needing
from reasoner.explanation import Node, Part
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Solver, Support
from reasoner.solvers.batches import Batched
from reasoner.solvers.shown import supported

if TYPE_CHECKING:
    from reasoner.neural.readers.working import Asked, TrainedReader


class WeightsSolver(Solver):
    """A solver whose model comes as weights above the sentence encoder.

    Parameters
    ----------
    kb : KnowledgeBase, optional
        Not used by readers without a memory.
    weights : str, optional
        Weights that come with the package, or a file that `reasoner train reader` wrote.
    device : str, optional
        Where the sentence encoder runs.
    """

    needs = "the neural extra"
    handles_polarity = True  # it has learned from questions as they are asked

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        weights: Annotated[str | None, "a safetensors file of one's own training"] = None,
        device: Annotated[str | None, "cuda, mps or cpu; the best there is where not set"] = None,
    ) -> None:
        super().__init__(kb)
        self._weights, self._device = weights, device


class ReaderSolver(WeightsSolver, Batched):
    """A reader that looks at the stem and the choices."""

    citation = "Mihaylov et al. 2018, Can a Suit of Armor Conduct Electricity?"
    #: What the model's outputs stand for, and the nodes of the explanation that each comes from.
    parts: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]]

    @cached_property
    def _readers(self) -> dict[str, TrainedReader]:
        return {}  # by the name of their weights

    def _support_batch(self, questions: Sequence[Question]) -> Iterator[Mapping[str, Support]]:
        found = self._read(self._weights or self.name, [self._asked(question) for question in questions])
        for question, rows in zip(questions, found, strict=True):
            yield {
                label: self._explained(question, number, rows[number]) for number, label in enumerate(question.labels)
            }

    def _asked(self, question: Question, facts: Sequence[Fact] = ()) -> Asked:
        Asked = self._working[0]
        return Asked(question.stem, tuple(choice.text for choice in question.choices), tuple(f.text for f in facts))

    def _read(self, weights: str, asked: Sequence[Asked]) -> list[list[list[float]]]:
        if weights not in self._readers:
            _, reader, encoder = self._working
            self._readers[weights] = reader(self.name, weights, encoder(device=self._device))
        return self._readers[weights].read(asked)

    @cached_property
    def _working(self) -> tuple[type[Asked], type[TrainedReader], type]:
        with needing("neural", f"the {self.name} solver"):
            from reasoner.neural.encoder import Encoder
            from reasoner.neural.readers.working import Asked, TrainedReader
        return Asked, TrainedReader, Encoder

    def _explained(
        self, question: Question, number: int, values: Sequence[float], facts: Sequence[Fact] = ()
    ) -> Support:
        """Name the parts of a score and show what each comes from."""
        shown = {"question": Node("question", "question", question.stem)}
        shown["choice"] = Node("choice", "choice", question.choices[number].text)
        shown |= {f"fact{n}": Node(f"fact{n}", "fact", fact.text, fact.where) for n, fact in enumerate(facts, 1)}
        known = tuple(name for name in shown if name.startswith("fact"))
        parts = tuple(
            Part(name, value, tuple(one for part in of for one in (known if part == "facts" else (part,))))
            for (name, of), value in zip(self.parts, values, strict=True)
        )
        return supported(parts, shown.values())
