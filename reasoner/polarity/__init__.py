"""Questions as people ask them, for solvers that know only positive claims of single choices.

A question is turned before a solver sees it, and what the solver found is turned back:

* which is **not**, **except**, **least likely**: the solver is asked which is. A choice that is refuted ranks first,
  then one that nothing supports, then the others: the weakest support first, and the less of the claim the facts shown
  say, the better. One of which given facts do not say what they say of all the others is the odd one out.
* **all of these**, **both A and C**, **none**, **only A**: each choice stands for a pattern of which single choices are
  so, and is worth how well that agrees with what was found of each by itself (`reasoner.polarity.patterns`).
* **which statement is true**, or false: each statement is asked by itself, its subject for its predicate.
* a fact that is shown for a choice and denies what it claims counts against it, whichever solver showed it.
* the **odd one out**: the one that is not of the nearest kind that all the others are of (`reasoner.polarity.kinds`).
* **yes or no**, **true or false**: the solver is asked whether the subject does what the predicate says. Yes when the
  facts shown say most of the statement and none denies it, else no, also where something is known of the subject and
  nothing of it says so; **unknown**, where it is offered, when they say too little either way.

Where a question brings no facts, the rows of the knowledge base that say most of each claim are looked up and shown
(`reasoner.polarity.lookup`). Ties stay ties, and a solver that finds nothing abstains as before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from reasoner.answer import Support, noted
from reasoner.knowledge import KnowledgeBase
from reasoner.language.claim import Claim, Statement, statement, understand
from reasoner.language.claim.combinations import unlisted
from reasoner.language.claim.exceptions import with_article
from reasoner.language.english import table
from reasoner.language.terms import tokenize
from reasoner.polarity.choices import Choices
from reasoner.polarity.evidence import struck
from reasoner.polarity.kinds import asks_for_odd, exception, odd_kind
from reasoner.polarity.lookup import informed, knows, names, refuted_by
from reasoner.polarity.truth import Truth
from reasoner.question import Choice, Question

__all__ = ["Turned", "turn"]

_NUMBERS = frozenset(table("polarity")["numbers"]["words"].split())

SUM = "This asks for a sum, which is not in reach of this solver: it finds and joins facts, and does no arithmetic."
NO_NUMBER = "This asks how many, and no fact that was found states a number among the choices."


@dataclass(frozen=True, slots=True)
class Turned:
    """A question as a solver may be asked it, in one or several questions (`asked`), and the way back."""

    question: Question
    claim: Claim
    asked: tuple[Question, ...]

    def back(
        self, answers: Sequence[Mapping[str, Support]], kb: Callable[[], KnowledgeBase] | None = None
    ) -> Mapping[str, Support]:
        """Return the support for the choices of the question as it was asked, with every note of the answers.

        `kb` opens what is known. It is looked at only where the question brings no facts of its own.
        """
        notes = (note for answer in answers for support in answer.values() for note in support.notes)
        return noted(self._back(answers, kb), self.question.labels, notes)

    def _back(
        self, answers: Sequence[Mapping[str, Support]], kb: Callable[[], KnowledgeBase] | None
    ) -> Mapping[str, Support]:
        if self.claim.kind == "sum":
            return {label: Support(None, notes=(SUM,)) for label in self.question.labels}
        known = None if kb is None or self.question.facts or self.question.documents or self.claim.plain else kb()
        if (asked := self.claim.statement) is not None:
            yes = next(each.label for each in self.claim.choices if each.truth == "yes")
            said = informed({yes: str(asked)}, answers[0], known)
            if known is not None and (rows := exception(str(asked), known)):
                said = {yes: refuted_by(rows, str(asked), said.get(yes, Support(None)))}
            return Truth(self.claim, asked, said, known=known is not None and knows(str(asked), known)).turned()
        found = _joined(self.claim, answers) if self.claim.apart else answers[0]
        claims = {each.label: each.text for each in (*self.claim.choices, *self.claim.named) if each.role == "single"}
        found = informed(claims, struck(claims, found), known)
        if self.claim.kind == "how-many":
            found = _numbered(self.question, found)
        if self.claim.plain:
            return found
        strange = [choice.label for choice in self.question.choices if known and not names(choice.text, known)]
        odd = None
        if known is not None and self.claim.negative and asks_for_odd(self.claim.stem):
            odd = odd_kind({each.label: each.text for each in self.question.choices}, known)
        return Choices(self.question, self.claim, found, strange, odd).turned()


def turn(question: Question) -> Turned:
    """Return a question with what a solver is to be asked in its place.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "Mars"), Choice("B", "the Moon"), Choice("C", "none of these"))
    >>> print(*turn(Question("1", "Which of these is NOT a planet?", choices)).asked)
    Which of these is a planet? (A) Mars (B) the Moon
    >>> choices = (Choice("A", "A bee can sting."), Choice("B", "Ants have wings."))
    >>> print(*turn(Question("2", "Which is true?", choices)).asked, sep="; ")
    A bee (A) can sting (not A) cannot sting; Ants (B) have wings (not B) do not have wings
    """
    claim = understand(question)
    if claim.plain:
        choices = with_article(question.choices, claim.article)
        same = claim.stem == question.stem
        return Turned(question, claim, (question if same else replace(question, stem=claim.stem, choices=choices),))
    if claim.statement is not None:
        labels = {each.truth: each.label for each in claim.choices}
        return Turned(question, claim, (_asked_for_truth(question, claim.statement, labels["yes"], labels["no"]),))
    single = {each.label: each for each in claim.choices if each.role == "single"}
    if claim.apart:
        stated = ((label, statement(each.text)) for label, each in single.items())
        asked = (_asked_for_truth(question, each, label, f"not {label}") for label, each in stated if each)
        return Turned(question, claim, tuple(asked))
    kept = tuple(choice for choice in question.choices if choice.label in single)
    kept = (*with_article(kept, claim.article), *unlisted(question.choices))
    return Turned(question, claim, (replace(question, stem=claim.stem, choices=kept, answer_key=None),))


def _asked_for_truth(question: Question, asked: Statement, holds: str, fails: str) -> Question:
    """The subject asked for its predicate, beside the contrary; a denial is kept in the predicate of a statement."""
    choices = (Choice(holds, asked.predicate), Choice(fails, asked.contrary))
    return replace(question, stem=f"{asked.context} {asked.subject}".strip(), choices=choices, answer_key=None)


def _joined(claim: Claim, answers: Sequence[Mapping[str, Support]]) -> dict[str, Support]:
    """The support for each statement: that for its predicate or, where it denies something, for the contrary."""
    found = {label: support for answer in answers for label, support in answer.items()}
    turned = {each.label for each in claim.choices if (said := statement(each.text)) and said.denied}
    names = {each.label: f"not {each.label}" if each.label in turned else each.label for each in claim.choices}
    return {label: found[name] for label, name in names.items() if name in found}


def _numbered(question: Question, found: Mapping[str, Support]) -> Mapping[str, Support]:
    """Keep support that states a number of the choice; where none does, abstain and say so."""
    numbers = {choice.label: frozenset(_numbers(choice.text)) for choice in question.choices}
    if not all(numbers.values()) or not any(support.explanation.facts for support in found.values()):
        return found
    kept = {label: support for label, support in found.items() if numbers[label] & _stated(support)}
    return kept or {label: Support(None, notes=(NO_NUMBER,)) for label in question.labels}


def _numbers(text: str) -> list[str]:
    return [word for word in tokenize(text) if word.isdigit() or word in _NUMBERS]


def _stated(support: Support) -> frozenset[str]:
    return frozenset(word for node in support.explanation.facts for word in tokenize(node.text))
