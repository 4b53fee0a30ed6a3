"""transformer: any BERT-like or GPT-like model, fine-tuned as a multiple-choice reader."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from reasoner.errors import UsageError, needing
from reasoner.explanation import Node, Part
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.solver import Solver, Support, register
from reasoner.solvers.shown import supported

if TYPE_CHECKING:
    from reasoner.neural.transformer import Transformer


@register
class TransformerSolver(Solver):
    """Scores each pair of stem and choice by a model that `reasoner train transformer` has fine-tuned.

    Parameters
    ----------
    kb : KnowledgeBase, optional
        Not used.
    model : str
        The folder that the command wrote. None comes with the package: the smallest would be 90 MB.
    device : str, optional
        "cuda", "mps" or "cpu".
    """

    name = "transformer"
    summary = "stem and choice read together by a fine-tuned BERT-like or GPT-like model"
    handles_polarity = True  # it has learned from questions as they are asked
    needs = "a model from `reasoner train transformer`, and the neural extra"
    citation = "Chen et al. 2019, CODAH: An Adversarially-Authored Question Answering Dataset for Common Sense"

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        model: Annotated[str | None, "a folder that `reasoner train transformer` wrote"] = None,
        device: Annotated[str | None, "cuda, mps or cpu; the best there is where not set"] = None,
    ) -> None:
        super().__init__(kb)
        self._folder, self._device = model, device or "cpu"

    @cached_property
    def _model(self) -> Transformer:
        if not self._folder or not (Path(self._folder) / "reasoner.json").is_file():
            raise UsageError(
                "the transformer solver has no fine-tuned model: "
                "run `reasoner train transformer`, then --set model=FOLDER"
            )
        with needing("neural", "the transformer solver"):
            from reasoner.neural.transformer import Transformer
        return Transformer(self._folder, self._device)

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score of each pair of stem and choice."""
        model = self._model
        from reasoner.neural.readers.working import Asked

        scores = model.scores([Asked(question.stem, tuple(choice.text for choice in question.choices))])[0]
        stem = Node("question", "question", question.stem)
        return {
            choice.label: supported(
                (Part("question and choice, read together", score, ("question", "choice")),),
                (stem, Node("choice", "choice", choice.text)),
            )
            for choice, score in zip(question.choices, scores, strict=True)
        }
