"""Training of the readers: questions and facts from files, several seeds, weights with a certificate."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import MissingExtraError
from reasoner.files import write_atomically
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.question.keyed import read_keyed
from reasoner.retrieval.tf_idf import TfIdf, texts_of
from reasoner.weights import Certificate, as_toml

if TYPE_CHECKING:
    from reasoner.neural.readers.learning import Lesson
    from reasoner.neural.readers.texts import Item, PieceEncoder


@dataclass(frozen=True)
class Trained:
    """The accuracies on Dev, one a seed, each of its best epoch.

    >>> trained = Trained("plausible", (0.5, 0.54))
    >>> print(trained)
    plausible: 0.520 (deviation 0.028) on Dev, mean of 2 seeds
    """

    kind: str
    scores: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over the seeds."""
        return statistics.fmean(self.scores)

    @property
    def deviation(self) -> float:
        """The standard deviation over the seeds."""
        return statistics.stdev(self.scores) if len(self.scores) > 1 else 0.0

    def __str__(self) -> str:
        seeds = f"mean of {len(self.scores)} seeds" if len(self.scores) > 1 else "one seed"
        return f"{self.kind}: {self.mean:.3f} (deviation {self.deviation:.3f}) on Dev, {seeds}"


def train_reader(
    kind: str,
    train: Path,
    dev: Path,
    output: Path,
    *,
    kb: KnowledgeBase | None = None,
    given: str = "none",
    for_each: int = 0,
    seeds: int = 5,
    device: str | None = None,
    encoder: PieceEncoder | None = None,
    epochs: int | None = None,
    command: str = "",
    report: Callable[[str], None] = print,
) -> Trained:
    """Train a reader and write the weights of its first seed, with a certificate beside them.

    Parameters
    ----------
    kind : str
        The name of the model.
    given : str
        Which of a question's own facts stand in the memory: none, f, fk or all.
    kb, for_each : KnowledgeBase, int
        Where facts are retrieved by TF-IDF, and how many for each choice.
    seeds : int
        How often the training is repeated; the seeds are 1, 2, 3, ...
    """
    try:
        from reasoner.neural.encoder import Encoder
        from reasoner.neural.readers.learning import SETTINGS, train_seeds
    except ImportError:
        raise MissingExtraError("training a reader", "neural") from None
    encoder = encoder or Encoder(device=device)
    settings = replace(SETTINGS, epochs=epochs or SETTINGS.epochs, device=device or "cpu")
    index = TfIdf(kb) if kb is not None and for_each else None
    lesson = make_lesson(read_keyed(train), read_keyed(dev), given, index, for_each)
    scores = train_seeds(kind, lesson, output, encoder, range(1, seeds + 1), settings, report)
    trained = Trained(kind, tuple(scores))
    about = f"{scores[0]:.3f} on {short(dev)}, best epoch; {str(trained).partition(': ')[2]}"
    made = Certificate("trained", command, short(train), len(lesson.train), about, date.today().isoformat(), seed=1)
    write_atomically(output.with_suffix(".toml"), [as_toml({}, made)])
    return trained


def learn_reader(
    kind: str,
    questions: Sequence[Question],
    output: Path,
    *,
    first: Sequence[Question] = (),
    index: TfIdf | None = None,
    for_each: int = 0,
    seed: int = 1,
    epochs: int | None = None,
    encoder: PieceEncoder | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> None:
    """Train a reader on questions at hand, a tenth of which decides when to stop; write its weights.

    Parameters
    ----------
    first : sequence of Question
        Others to learn from together with these.
    """
    try:
        from reasoner.neural.encoder import Encoder
        from reasoner.neural.readers.learning import SETTINGS, train_seeds
    except ImportError:
        raise MissingExtraError("training a reader", "neural") from None
    kept = [question for number, question in enumerate(questions) if number % 10]
    lesson = make_lesson([*first, *kept], questions[::10], "all", index, for_each)
    settings = replace(SETTINGS, epochs=epochs or SETTINGS.epochs)
    train_seeds(kind, lesson, output, encoder or Encoder(), [seed], settings, report)


def make_lesson(
    train: Sequence[Question], dev: Sequence[Question], given: str, index: TfIdf | None, for_each: int
) -> Lesson:
    """Put questions and the facts of their memories into numbers."""
    from reasoner.neural.readers.learning import Lesson
    from reasoner.neural.readers.texts import Texts
    from reasoner.neural.readers.working import Asked

    texts = Texts()

    def items(questions: Sequence[Question]) -> list[Item]:
        made = []
        for question in questions:
            found = texts_of(index.memory(question, for_each)) if index else ()
            facts = tuple(dict.fromkeys((*question.given(given).facts, *found)))
            asked = Asked(question.stem, tuple(choice.text for choice in question.choices), facts)
            made.append(asked.item(texts, question.labels.index(question.answer_key or "")))
        return made

    return Lesson(items(train), items(dev), texts)


def short(path: Path) -> str:
    """Return the last two names of a path, which mean the same on any machine.

    >>> short(Path("data/openbookqa/train.jsonl"))
    'openbookqa/train.jsonl'
    """
    return "/".join(path.parts[-2:])
