"""Questions as people ask them, for solvers that know only positive claims of single choices.

A question is turned before a solver sees it, and what the solver found is turned back:

* which is **not**, **except**, **least likely**: the solver is asked which is. A choice that is refuted ranks first,
  then one that nothing supports, then the others, the weakest support first.
* **all of these**, **both A and C**: holds when each of those choices is borne out, and then ranks above them. **None
  of these**, **neither** holds when none of them is, though something was found. **Either** is worth the better one.
* **yes or no**, **true or false**: the solver is asked whether the subject does what the predicate says. Yes when the
  facts shown say most of the statement and none denies it, else no; **unknown**, where it is offered, when they say
  too little either way.

A choice is borne out when it is supported and not refuted, and the facts shown say `ENOUGH` of what it claims; a solver
that shows no facts is taken at its word. It is wanting when it is refuted or nothing supports it, or when the facts
say less than that of a short claim. Ties stay ties, and a solver that finds nothing abstains as before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from reasoner.answer import Support
from reasoner.explanation import AGAINST, Explanation, Node, Part
from reasoner.language.claim import ChoiceClaim, Claim, Statement, denies, last_sentence, told, understand
from reasoner.language.english import table
from reasoner.language.terms import content_lemmas, tokenize
from reasoner.question import Choice, Question

#: The share of the words of a claim that the facts shown must say. Set by hand on questions of our own.
ENOUGH = 0.75
#: The most words of a claim of which facts that say less than that leave it open.
SHORT = 5

_NUMBERS = frozenset(table("polarity")["numbers"]["words"].split())

SUM = "This asks for a sum, which is not in reach of this solver: it finds and joins facts, and does no arithmetic."
NO_NUMBER = "This asks how many, and no fact that was found states a number among the choices."


@dataclass(frozen=True, slots=True)
class Turned:
    """A question as a solver may be asked it (`asked`), and the way back from what it finds."""

    question: Question
    claim: Claim
    asked: Question

    def back(self, found: Mapping[str, Support]) -> Mapping[str, Support]:
        """Return the support for the choices of the question as it was asked."""
        if self.claim.kind == "sum":
            return {label: Support(None, notes=(SUM,)) for label in self.question.labels}
        if self.claim.kind == "how-many":
            found = _numbered(self.question, found)
        if self.claim.plain:
            return found
        if self.claim.statement is not None:
            return _Truth(self.claim, self.claim.statement, found).turned()
        return _Choices(self, found).turned()


def turn(question: Question) -> Turned:
    """Return a question with what a solver is to be asked in its place.

    >>> from reasoner.question import Choice
    >>> choices = (Choice("A", "Mars"), Choice("B", "the Moon"), Choice("C", "none of these"))
    >>> print(turn(Question("1", "Which of these is NOT a planet?", choices)).asked)
    Which of these is a planet? (A) Mars (B) the Moon
    """
    claim = understand(question)
    if claim.plain:
        return Turned(question, claim, question)
    if claim.statement is not None:
        return Turned(question, claim, _asked_for_truth(question, claim, claim.statement))
    single = {each.label for each in claim.choices if each.role == "single"}
    kept = tuple(choice for choice in question.choices if choice.label in single)
    return Turned(question, claim, replace(question, stem=claim.stem, choices=kept, answer_key=None))


def _asked_for_truth(question: Question, claim: Claim, statement: Statement) -> Question:
    """The subject asked for its predicate, beside the contrary."""
    labels = {each.truth: each.label for each in claim.choices}
    choices = (Choice(labels["yes"], statement.predicate), Choice(labels["no"], statement.contrary))
    stem = f"{statement.context} {statement.subject}".strip()
    return replace(question, stem=stem, choices=choices, answer_key=None)


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


def _denied(claim: str, support: Support) -> bool:
    return support.refuted or any(denies(node.text, claim) for node in support.explanation.facts)


def _told(claim: str, support: Support) -> float:
    return told(claim, tuple(node.text for node in support.explanation.facts))


def _borne_out(claim: str, support: Support) -> bool:
    if support.score is None or _denied(claim, support):
        return False
    return not support.explanation.facts or _told(claim, support) >= ENOUGH


def _wanting(claim: str, support: Support) -> bool:
    """Whether what was found leaves a claim open or denies it; of a long one, facts may well say only a part."""
    if support.score is None or _denied(claim, support):
        return True
    short = len(content_lemmas(last_sentence(claim))) <= SHORT
    return short and bool(support.explanation.facts) and _told(claim, support) < ENOUGH


class _Choices:
    """Turns back a question that is negative, or has choices that speak of others."""

    def __init__(self, turned: Turned, found: Mapping[str, Support]) -> None:
        self.claim, self.found = turned.claim, found
        self.texts = {choice.label: choice.text for choice in turned.question.choices}
        scores = [support.score for support in found.values() if support.score is not None]
        self.weakest = min(scores, default=0.0)
        #: What a step in rank is worth: as much as lies between the strongest support and the weakest.
        self.step = max(1.0, max(scores, default=0.0) - self.weakest)
        self.speaks = bool(scores) or any(support.refuted for support in found.values())

    def turned(self) -> dict[str, Support]:
        """Return the support for every choice."""
        if not self.speaks:
            return {label: support for label, support in self.found.items() if label in self.texts}
        singles = {each.label: self._single(each) for each in self.claim.choices if each.role == "single"}
        joined = {each.label: self._joined(each, singles) for each in self.claim.choices if each.role != "single"}
        return singles | joined

    def _single(self, each: ChoiceClaim) -> Support:
        support = self.found.get(each.label, Support(None))
        if not self.claim.negative:
            return support
        asked = f"asked by {self.claim.negative!r} for the one that is not"
        if support.score is None or _denied(each.text, support):
            return self._ranked(each, support)
        why = support.explanation
        parts = tuple(Part(AGAINST + part.name, -part.value, part.of) for part in why.parts)
        summary = "; ".join(filter(None, [f"{asked}: what supports this one counts against it", why.summary]))
        return replace(support, score=-support.score, explanation=replace(why, parts=parts, summary=summary))

    def _ranked(self, each: ChoiceClaim, support: Support) -> Support:
        """A choice that is not supported, or refuted, in a question that asks for just that."""
        refuted = support.score is not None or support.refuted
        why = support.explanation if refuted else Explanation()
        node = Node("asked", "choice", self.texts[each.label])
        of = tuple(fact.id for fact in why.facts) or (node.id,)
        reason = "a fact denies that it is so" if refuted else "nothing says that it is so"
        parts = (
            Part("the weakest support of the others, turned round", -self.weakest, (node.id,)),
            Part(reason, (2 if refuted else 1) * self.step, of),
        )
        summary = f"asked by {self.claim.negative!r} for the one that is not: {reason}"
        explained = Explanation((node, *why.nodes), why.links, why.steps, parts, summary)
        return Support(sum(part.value for part in parts), explained, support.notes)

    def _joined(self, each: ChoiceClaim, singles: Mapping[str, Support]) -> Support:
        """What "all", "none" or "either" of some choices is worth."""
        if each.role == "any":
            return max((singles[label] for label in each.of), key=lambda one: (one.score is not None, one.score or 0.0))
        texts = {one.label: one.text for one in self.claim.choices}
        wanted = (each.role == "all") != bool(self.claim.negative)
        holds = _borne_out if wanted else _wanting
        listed = ", ".join(each.of)
        wrong = [label for label in each.of if not holds(texts[label], self.found.get(label, Support(None)))]
        if wrong:
            return Support(None, Explanation(summary=f"not {each.role} of {listed}: see {', '.join(wrong)}"))
        return self._held(each, singles, f"{'each' if wanted else 'none'} of {listed} is borne out by the facts")

    def _held(self, each: ChoiceClaim, singles: Mapping[str, Support], reason: str) -> Support:
        shown = {label: self.found[label].explanation for label in each.of if label in self.found}
        nodes = tuple(
            replace(node, id=f"{label}/{node.id}") for label, why in shown.items() for node in why.nodes if why.facts
        )
        node = Node("asked", "choice", self.texts[each.label])
        facts = tuple(other.id for other in nodes if other.kind in {"fact", "row", "tuple"})
        best = max((one.score for one in singles.values() if one.score is not None), default=0.0)
        parts = (
            Part("the best of the single choices", best, (node.id,)),
            Part(reason, self.step * len(each.of), facts or (node.id,)),
        )
        return Support(sum(part.value for part in parts), Explanation((node, *nodes), parts=parts, summary=reason))


class _Truth:
    """Turns back a question for yes or no: the first label asked stands for the statement, the second against it."""

    def __init__(self, claim: Claim, statement: Statement, found: Mapping[str, Support]) -> None:
        labels = {each.truth: each.label for each in claim.choices}
        self.yes, self.no, self.unknown = labels["yes"], labels["no"], labels.get("unknown")
        self.statement = str(statement)
        self.holds, self.fails = (self.no, self.yes) if statement.denied else (self.yes, self.no)
        self.support, self.contrary = found.get(self.yes, Support(None)), found.get(self.no, Support(None))

    def turned(self) -> dict[str, Support]:
        """Return the support for yes, no and, where it is offered, unknown."""
        score, why = self.support.score, self.support.explanation
        if score is None and self.contrary.score is None:
            return self._silent()
        if _denied(self.statement, self.support):
            return {self.holds: self._against(score), self.fails: self._refuted(abs(score or 0.0) or 1.0)}
        if score is None or not why.facts:
            return {self.holds: self.support, self.fails: self.contrary}
        return {self.holds: self.support, self.unknown or self.fails: self._too_little(score)}

    def _silent(self) -> dict[str, Support]:
        if self.unknown is None:
            return {}
        node = Node("asked", "choice", self.statement)
        reason = "nothing was found for it or against it"
        return {
            self.unknown: Support(0.0, Explanation((node,), parts=(Part(reason, 0.0, (node.id,)),), summary=reason))
        }

    def _against(self, score: float | None) -> Support:
        return replace(
            self.support,
            score=score if score is None else -abs(score),
            explanation=self._shown(-abs(score or 0.0), "a fact shown denies it"),
        )

    def _refuted(self, worth: float) -> Support:
        return Support(worth, self._shown(worth, f"a fact shown denies that {_lowered(self.statement)}"))

    def _too_little(self, score: float) -> Support:
        share = _told(self.statement, self.support)
        worth = score + (ENOUGH - share) * max(1.0, abs(score))
        return Support(
            worth, self._shown(worth, f"the facts shown say {share:.0%} of it, and {ENOUGH:.0%} is asked for")
        )

    def _shown(self, worth: float, reason: str) -> Explanation:
        why = self.support.explanation
        of = tuple(node.id for node in why.facts)
        return replace(why, parts=(Part(reason, worth, of),), summary=f"{self.statement} {reason}")


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")
