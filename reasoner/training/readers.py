"""Training of the readers: questions and facts from files, several seeds, weights with a certificate."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoner.errors import needing
from reasoner.knowledge import KnowledgeBase
from reasoner.question import Question
from reasoner.question.keyed import read_keyed
from reasoner.retrieval.memory import Finder, make_finder
from reasoner.retrieval.tf_idf import texts_of
from reasoner.weights import write_weights

if TYPE_CHECKING:
    from reasoner.neural.readers.learning import Lesson
    from reasoner.neural.readers.texts import Item, PieceEncoder
    from reasoner.neural.training import Settings

#: The reader that learns from pairs of sentences.
ENTAILMENT = "max-out"


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


@dataclass(frozen=True)
class How:
    """How to train: how often (the seeds are 1, 2, 3, ...), how long, where; and the command, for the certificate."""

    seeds: int = 5
    epochs: int | None = None
    device: str | None = None
    command: str = ""
    report: Callable[[str], None] = print

    def settings(self, usual: Settings) -> Settings:
        """Return the settings of a kind of reader with what was asked for."""
        return replace(usual, epochs=self.epochs or usual.epochs, device=self.device or "cpu")


@dataclass(frozen=True)
class Memory:
    """The facts in a reader's memory: the question's own (none, f, fk or all), and so many found for each choice."""

    given: str = "none"
    kb: KnowledgeBase | None = None
    for_each: int = 0
    retrieval: str = "tf-idf"

    def finder(self, encoder: PieceEncoder) -> Finder | None:
        """Return what finds facts, where any are to be found."""
        return make_finder(self.retrieval, self.kb, encoder) if self.kb is not None and self.for_each else None


def train_reader(
    kind: str,
    train: Path,
    dev: Path,
    output: Path,
    how: How | None = None,
    memory: Memory | None = None,
    encoder: PieceEncoder | None = None,
) -> Trained:
    """Train a reader and write the weights of its first seed, with a certificate beside them."""
    learning, encoder, how = _ready(how, encoder)
    memory = memory or Memory()
    lesson = make_lesson(read_keyed(train), read_keyed(dev), memory.given, memory.finder(encoder), memory.for_each)
    settings = how.settings(learning.SETTINGS)
    scores = learning.train_seeds(kind, lesson, output, encoder, range(1, how.seeds + 1), settings, how.report)
    return certify(Trained(kind, tuple(scores)), how, output, train, dev, len(lesson.train))


def train_entailment_reader(
    train: Path, dev: Path, output: Path, how: How | None = None, encoder: PieceEncoder | None = None
) -> Trained:
    """Train BiLSTM max-out on entailment pairs, as Appendix C of the OpenBookQA paper has it."""
    learning, encoder, how = _ready(how, encoder)
    from reasoner.neural.pairs import read_pairs

    lesson = learning.pair_lesson(read_pairs(train), read_pairs(dev))
    settings, seeds = how.settings(learning.SETTINGS), range(1, how.seeds + 1)
    task = learning.pair_task
    scores = learning.train_seeds(ENTAILMENT, lesson, output, encoder, seeds, settings, how.report, task)
    trained = Trained(ENTAILMENT, tuple(scores))
    return certify(trained, how, output, train, dev, len(lesson.train), "entailment pairs")


def certify(
    trained: Trained, how: How, output: Path, train: Path, dev: Path, rows: int, unit: str = "questions"
) -> Trained:
    """Write the certificate of weights beside them, and return what it is about."""
    score = f"{trained.scores[0]:.3f} on {short(dev)}, best epoch; {str(trained).partition(': ')[2]}"
    about = {"kind": "trained", "command": how.command, "data": short(train), "rows": rows, "score": score}
    write_weights(output.with_suffix(".toml"), {}, seed=1, unit=unit, **about)
    return trained


def _ready(how: How | None, encoder: PieceEncoder | None) -> tuple[Any, PieceEncoder, How]:
    """Return the room of learning, an encoder and how to train, or say what is missing."""
    with needing("neural", "training a reader"):
        from reasoner.neural.encoder import Encoder
        from reasoner.neural.readers import learning
    how = how or How()
    return learning, encoder or Encoder(device=how.device), how


def learn_reader(
    kind: str,
    questions: Sequence[Question],
    output: Path,
    *,
    first: Sequence[Question] = (),
    index: Finder | None = None,
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
    how = How(epochs=epochs, report=report)
    learning, encoder, how = _ready(how, encoder)
    kept = [question for number, question in enumerate(questions) if number % 10]
    lesson = make_lesson([*first, *kept], questions[::10], "all", index, for_each)
    learning.train_seeds(kind, lesson, output, encoder, [seed], how.settings(learning.SETTINGS), report)


def make_lesson(
    train: Sequence[Question], dev: Sequence[Question], given: str, index: Finder | None, for_each: int
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
