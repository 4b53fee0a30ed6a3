"""What one solver made of a question, as HTML: the verdict large, the reason drawn and told, then the details."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from reasoner.answer import Answer
from reasoner.explanation import Explanation, Node, Part
from reasoner.question import Choice, Question
from reasoner.render.because import is_proved
from reasoner.render.filling import filled
from reasoner.render.moments import Moment, moments
from reasoner.render.svg import KINDS, as_svg
from reasoner.render.text import gathered, outcome, shown
from reasoner.render.verdict import verdict_of

#: A tie of more choices than this is not unfolded: nobody reads eighty drawings at once.
_UNFOLDED = 4


def section(number: int, name: str, question: Question, answer: Answer) -> Markup:
    """Return all that one solver has to say: the verdict, why each choice; `number` makes the ids of its parts."""
    verdict, place = verdict_of(question, answer), f"s{number}"
    kind, badge = _badge(answer)
    what, why = _split(question, answer, verdict.sentence)
    reasons = [_Reason(f"{place}-c{at}", name, choice, answer) for at, choice in enumerate(question.choices, 1)]
    return filled(
        "render/templates/section.html",
        place=place,
        name=name,
        answer=answer,
        verdict=verdict,
        kind=kind,
        badge=badge,
        what=what,
        why=why,
        mark=verdict_mark(question, answer),
        reasons=sorted((one for one in reasons if not one.silent), key=lambda one: one.label not in answer.selected),
        silent=[one.label for one in reasons if one.silent],
        best=answer.selected[0] if answer.selected else "",
        contrasts=list(_contrasts(question, answer)),
    )


def _split(question: Question, answer: Answer, sentence: str) -> tuple[str, str]:
    """Split the verdict after what is answered, which is shown larger than why."""
    long = (
        0 if answer.tied or answer.abstained else len(f"{answer.selected[0]}, {question.text_of(answer.selected[0])}")
    )
    at = sentence.find(":", max(long - 1, 0)) if long else sentence.find(":")
    return (sentence[:at], sentence[at + 1 :].strip()) if at >= 0 else (sentence, "")


def _badge(answer: Answer) -> tuple[str, str]:
    if answer.abstained:
        return "none", "No answer"
    if answer.tied:
        return "tie", "Tie"
    proved = is_proved(answer.explanations.get(answer.selected[0], Explanation()))
    return ("proved", "Proved") if proved else ("guess", "Best guess")


def verdict_mark(question: Question, answer: Answer) -> Markup:
    """Return the outcome in a few words, coloured by whether it is right where that is known."""
    if question.answer_key is None or answer.abstained:
        kind = "abstained" if answer.abstained else "tied" if answer.tied else ""
    else:
        credit = answer.credit(question.answer_key)
        kind = "right" if credit == 1 else "tied" if credit else "wrong"
    return filled("render/templates/mark.html", kind=kind, outcome=outcome(question, answer))


@dataclass(frozen=True)
class _Reason:
    """Why a choice has its score, for the template; that of a selected one is unfolded."""

    place: str
    solver: str
    choice: Choice
    answer: Answer

    @property
    def label(self) -> str:
        return self.choice.label

    @property
    def text(self) -> str:
        return self.choice.text

    @property
    def why(self) -> Explanation:
        return self.answer.explanations.get(self.label, Explanation())

    @property
    def silent(self) -> bool:
        return not (self.why.nodes or self.why.parts or self.why.summary)

    @property
    def selected(self) -> bool:
        return self.label in self.answer.selected and not self.answer.abstained

    @property
    def unfolded(self) -> bool:
        return self.selected and len(self.answer.selected) <= _UNFOLDED

    @property
    def worth(self) -> str:
        score = self.answer.scores[self.label]
        mark = (", tied" if self.answer.tied else ", selected") if self.selected else ""
        return ("no support" if score is None else f"score {shown(score)}") + mark

    @property
    def summary(self) -> str:
        return "" if self.why.summary == "proved" else self.why.summary  # which the badge says

    @property
    def drawing(self) -> Markup | None:
        label = f"Graph for {self.solver}, {self.label}: the same in words follows"
        return Markup(as_svg(self.why, label)) if self.why.nodes else None

    @property
    def legend(self) -> list[tuple[str, str]]:
        used = {node.kind for node in self.why.nodes}
        return [(kind, words) for kind, words in KINDS.items() if kind in used]

    @cached_property
    def moments(self) -> list[Moment]:
        return list(moments(self.why))

    @property
    def facts(self) -> list[Node]:
        return list(self.why.facts)

    @cached_property
    def parts(self) -> list[Part]:
        return list(gathered(self.why.parts))


def _contrasts(question: Question, answer: Answer) -> Iterator[tuple[Choice, str, list[list[str]]]]:
    """Yield why not the others: how far each is behind, and what the selected choice has and it lacks."""
    if answer.abstained:
        return
    best = answer.selected[0]
    for choice in question.choices:
        if choice.label not in answer.selected:
            score = answer.scores[choice.label]
            gap = (answer.scores[best] or 0.0) - (score or 0.0)
            behind = "no support" if score is None else f"{shown(score)}, {gap:.4f} behind"
            ours, theirs = (answer.explanations.get(label, Explanation()) for label in (best, choice.label))
            yield choice, behind, _contrast(ours, theirs)


def _contrast(ours: Explanation, theirs: Explanation) -> list[list[str]]:
    """The parts that differ, most first, the facts that only the first has, those that only the second has."""
    mine, yours = _by_name(ours.parts), _by_name(theirs.parts)
    gaps = {name: abs(yours.get(name, 0.0) - mine.get(name, 0.0)) for name in [*mine, *yours]}
    parts = [
        f"{name}: {_signed(yours.get(name))} against {_signed(mine.get(name))}"
        for name in sorted(gaps, key=lambda name: -gaps[name])
        if mine.get(name) != yours.get(name)
    ]
    known, other = ([node.text for node in why.facts] for why in (ours, theirs))
    only = [[text for text in dict.fromkeys(one) if text not in two] for one, two in ((known, other), (other, known))]
    return [parts, *only]


def _by_name(parts: Iterable[Part]) -> dict[str, float]:
    """Return the value of each name; one name can stand for several parts."""
    values: dict[str, float] = {}
    for part in parts:
        values[part.name] = values.get(part.name, 0.0) + part.value
    return values


def _signed(value: float | None) -> str:
    return "nothing" if value is None else f"{value:+.4f}"
