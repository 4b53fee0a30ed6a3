"""The verdict: what was answered and why in one plain sentence, how sure that is, and why not the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reasoner.answer import Answer
from reasoner.explanation import Explanation, Node
from reasoner.language.terms import STOP_WORDS
from reasoner.question import Choice, Question

#: A near-miss is explained by this many facts, a proof by all of its own up to the second number.
_FEW, _MANY = 2, 6
#: More choices than this are not gone through one by one.
_OTHERS = 5
#: Leads over the second, as a share of the best score, from which the answer is called clear or likely.
_CLEAR, _LIKELY = 0.4, 0.1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer amounts to, in sentences; `key` compares it with the right answer, where that is known."""

    sentence: str
    sure: str
    others: tuple[str, ...] = ()
    key: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"sentence": self.sentence, "sure": self.sure, "others": list(self.others)}

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.sentence, self.sure, *self.others, self.key)))


def question_of(answer: Answer) -> Question:
    """Return the question that an answer belongs to; where it is not at hand, one of labels alone.

    >>> question_of(Answer("q1", "ir", {"A": 2.0, "B": None})).text_of("B")
    'B'
    """
    choices = tuple(Choice(label, label) for label in answer.scores)
    return answer.question or Question(answer.question_id, f"Question {answer.question_id}", choices)


def verdict_of(question: Question, answer: Answer) -> Verdict:
    """Return the verdict.

    >>> from reasoner.question import Choice
    >>> question = Question("1", "Which is a metal?", (Choice("A", "wool"), Choice("B", "steel")), answer_key="B")
    >>> why = Explanation((Node("f", "fact", "Steel is a metal.", "given:1"),), summary="proved")
    >>> print(verdict_of(question, Answer("1", "chain", {"A": None, "B": 1.0}, {"B": why})))
    B, steel: Steel is a metal.
    Proved from the fact shown.
    Not A, wool: nothing was found for it.
    The key is B: right.
    """
    names = _names(question)
    return Verdict(_sentence(names, answer), _sure(answer), tuple(_others(names, answer)), _key(question, answer))


def _names(question: Question) -> dict[str, str]:
    """Return what each choice is called: its label and its text."""
    return {
        one.label: one.label if one.label == one.text else f"{one.label}, {one.text.rstrip('.')}"
        for one in question.choices
    }


def _sentence(names: dict[str, str], answer: Answer) -> str:
    if answer.abstained:
        return f"No answer: {answer.solver} found nothing for any choice."
    if answer.tied:
        return f"No single answer: {_listed([names[label] for label in answer.selected], 'and')} are equally good."
    label = answer.selected[0]
    return f"{names[label]}: {_reason(answer.explanations.get(label, Explanation()), answer.solver)}."


def _reason(why: Explanation, solver: str) -> str:
    facts = _told(why)
    if facts:
        return _joined(facts)
    return _plain(why.summary) or f"{solver} gives it the highest score"


def _sure(answer: Answer) -> str:
    if answer.abstained:
        return "Not even a guess."
    if answer.tied:
        return "A tie is a guess among equals."
    label = answer.selected[0]
    why = answer.explanations.get(label, Explanation())
    if is_proved(why):
        count = len(_told(why))
        return f"Proved from the {f'{count} facts' if count > 1 else 'fact'} shown." if count else "Proved."
    return f"Not proved; {_lead(answer, label)}."


def _lead(answer: Answer, label: str) -> str:
    rest = {other: score for other, score in answer.scores.items() if score is not None and other != label}
    if not rest:
        return "the only choice that anything was found for"
    second = max(rest, key=lambda other: rest[other])
    best = answer.scores[label] or 0.0
    lead = (best - rest[second]) / max(abs(best), abs(rest[second]), 1e-9)
    if lead >= _CLEAR:
        return f"clearly ahead of the next, {second}"
    return f"somewhat ahead of the next, {second}" if lead >= _LIKELY else f"hardly ahead of {second}: nearly a guess"


def _others(names: dict[str, str], answer: Answer) -> Iterator[str]:
    """Yield a sentence for each choice that was not selected; one for all where they are many."""
    others = [label for label in answer.scores if label not in answer.selected]
    if len(others) > _OTHERS:
        yield f"Not the other {len(others)}: less was found for them, or nothing."
        return
    for label in others:
        yield f"Not {names[label]}: {_why_not(answer, label)}."


def _why_not(answer: Answer, label: str) -> str:
    score, why = answer.scores[label], answer.explanations.get(label, Explanation())
    facts = _told(why, against=True)
    if why.summary.startswith("refuted"):
        return f"that is refuted: {_joined(facts)}" if facts else "that is refuted"
    if score is None:
        return why.summary or "nothing was found for it"
    if score < 0:
        return f"against it speaks that {_joined(facts[:_FEW])}" if facts else "more speaks against it"
    if not facts:
        return "less speaks for it"
    best = answer.explanations.get(answer.selected[0], Explanation())
    if is_proved(best) and not is_proved(why):
        return "it does not follow from what is known"
    if facts[0] in _told(best):
        return "the same facts fit it less well"
    return f"the best that was found for it is less: {facts[0]}"


def is_proved(why: Explanation) -> bool:
    """Say whether an explanation is a complete proof; a solver says so in the summary, of nothing else.

    >>> is_proved(Explanation(summary="proved")), is_proved(Explanation(summary="not proved; assumed: heat"))
    (True, False)
    """
    return why.summary.startswith("proved")


def _told(why: Explanation, against: bool = False) -> list[str]:
    """Return the facts of an explanation in words: all of a proof, else the few that earned most of the score."""
    facts = [node for node in why.facts if not node.text.endswith(f"of table {node.source}")]  # no column's heading
    if not is_proved(why):
        facts.sort(key=lambda node: -_worth(why, node, against))
    texts = dict.fromkeys(_plain(node.text) for node in facts)
    return list(texts)[: _MANY if is_proved(why) else _FEW]


def _worth(why: Explanation, node: Node, against: bool) -> float:
    """Return what a fact earned; what it cost to use it does not count, unless all of it speaks against the choice."""
    values = [part.value / len(part.of) for part in why.parts if node.id in part.of]
    return sum(abs(value) for value in values) if against else sum(value for value in values if value > 0)


def _plain(text: str) -> str:
    """Return a sentence as it stands in the middle of another: without its full stop, small where it is no name.

    >>> _plain("Every dax is a wug."), _plain("Nilla is a dax.")
    ('every dax is a wug', 'Nilla is a dax')
    """
    text = " ".join(text.split()).rstrip(".")
    first = text.split(" ", 1)[0].lower()
    common = (first in STOP_WORDS and first != "i") or first in ("all", "no", "not", "never")
    return text[:1].lower() + text[1:] if common else text


def _joined(facts: Sequence[str]) -> str:
    """Join facts; with semicolons where one has a comma in it."""
    return _listed(facts, "and", "; " if any("," in fact for fact in facts) else ", ")


def _listed(texts: Sequence[str], word: str, comma: str = ", ") -> str:
    """
    >>> _listed(["A, wool", "B, steel"], "and")
    'A, wool, and B, steel'
    """
    return comma.join(texts[:-1]) + f"{comma}{word} {texts[-1]}" if len(texts) > 1 else texts[0]


def _key(question: Question, answer: Answer) -> str:
    if question.answer_key is None:
        return ""
    credit = answer.credit(question.answer_key)
    worth = {0.0: "wrong", 1.0: "right"}.get(credit, f"{credit:.2f} of a point")
    return f"The key is {question.answer_key}: {worth}."
