"""What solvers with a model share: an encoder, facts found for each choice, and many questions at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from reasoner.errors import needing
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.language.terms import content_lemmas
from reasoner.question import Question
from reasoner.retrieval import Asked, Joined
from reasoner.solver import Solver, Support, given_facts

if TYPE_CHECKING:
    from reasoner.neural.encoder import Encoder

QUESTIONS_AT_ONCE = 64
#: Characters of what came with a question that a model reads, and those times the number of choices: what takes half a
#: second on one core.
READ, READ_FOR_ALL = 5_000, 150_000
FEW_READ = "more was given than is read: what shares most words with question and choices was taken, the rest left out"


def load_encoder(solver: str, model: str | None, device: str | None) -> Encoder:
    """Return the sentence encoder of the options of a solver."""
    with needing("neural", f"the {solver} solver"):
        import reasoner.neural.storage  # noqa: F401  # needs torch and safetensors
        from reasoner.neural.encoder import DEFAULT_MODEL, Encoder
    return Encoder(model or DEFAULT_MODEL, device)


@dataclass(frozen=True, slots=True)
class Case:
    """A choice, what it claims, and the facts that were given or found for it, best first."""

    label: str
    stem: str
    choice: str
    claim: str
    facts: tuple[Fact, ...]
    given: bool
    #: How many choices the question has: they share what a model reads.
    among: int
    notes: tuple[str, ...] = ()

    @property
    def touched(self) -> bool:
        """Whether a fact came with the question, or one that was found shares a content word with it."""
        asked = {*content_lemmas(self.stem), *content_lemmas(self.choice)}
        return self.given or any(not asked.isdisjoint(content_lemmas(fact.text)) for fact in self.facts)


def read_of(given: Sequence[Fact], question: Question, kb: KnowledgeBase) -> tuple[Sequence[Fact], tuple[str, ...]]:
    """Return what is read of given facts, and what is said of it: all, or those that share most words, best first.

    >>> from reasoner.question import Choice
    >>> choices = Choice("A", "an oak"), Choice("B", "a frog")
    >>> given = [Fact("rain is wet " * 600), Fact("frogs live in ponds"), *[Fact("a stone is hard")] * 4]
    >>> read, notes = read_of(given, Question("1", "Which lives in a pond?", choices), KnowledgeBase.from_facts(()))
    >>> len(read), read[0].text, notes == (FEW_READ,)
    (5, 'frogs live in ponds', True)
    """
    most = min(READ, READ_FOR_ALL // len(question.choices))
    if sum(len(fact.text) for fact in given) <= most:
        return given, ()
    texts = question.stem, *(choice.text for choice in question.choices)
    worth = {lemma: kb.store.idf(lemma) for text in texts for lemma in content_lemmas(text)}
    shared = [sum(worth.get(lemma, 0.0) for lemma in set(content_lemmas(fact.text))) for fact in given]
    read: list[Fact] = []
    for place in sorted(range(len(given)), key=lambda place: (-shared[place], place)):
        if len(given[place].text) <= most or not read:
            read.append(given[place])
            most -= len(given[place].text)
    return read, (FEW_READ,)


def gather(question: Question, finder: Joined, limit: int) -> list[Case]:
    """Return the choices of a question with their facts: the given ones, or else what is found, best first."""
    asked = Asked.of(question)
    given, notes = read_of(given_facts(question), question, finder.kb)
    found = [] if given else finder.find(asked, limit)
    facts = [tuple(one.facts[0] for one in some) for some in found] or [tuple(given)] * len(asked.choices)
    return [
        Case(choice.label, question.stem, choice.text, claim, own, bool(given), len(asked.choices), notes)
        for choice, claim, own in zip(question.choices, asked.claims, facts, strict=True)
    ]


class Batched(Solver):
    """A solver whose model sees many questions together."""

    def support(self, question: Question) -> Mapping[str, Support]:
        """Return the score and its reason for each choice."""
        return next(self.support_all([question]))

    def support_all(self, questions: Iterable[Question]) -> Iterator[Mapping[str, Support]]:
        """Yield the support for each question, computed in batches."""
        rest = iter(questions)
        while batch := list(islice(rest, QUESTIONS_AT_ONCE)):
            yield from self._support_batch(batch)

    @abstractmethod
    def _support_batch(self, questions: Sequence[Question]) -> Iterable[Mapping[str, Support]]:
        """Return the support for each of a few questions."""


class BatchSolver(Batched):
    """A solver whose model reads facts; a choice has no support where nothing known touches the question."""

    needs = "a knowledge base of sentences, and the neural extra"
    given_speak_alone = True

    def __init__(
        self,
        kb: KnowledgeBase | None = None,
        weights: Annotated[str | None, "a safetensors file of one's own training"] = None,
        model: Annotated[str | None, "another sentence encoder: a folder, or a name"] = None,
        device: Annotated[str | None, "cuda, mps or cpu; the best there is where not set"] = None,
    ) -> None:
        super().__init__(kb)
        self._weights, self._encoder = weights or self.name, load_encoder(self.name, model, device)

    @cached_property
    def _finder(self) -> Joined:
        return Joined(self.kb, self._encoder, pairs=False)
