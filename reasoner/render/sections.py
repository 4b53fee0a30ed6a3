"""What one solver made of a question, as HTML: the verdict large, the reason drawn and told, then the details."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reasoner.answer import Answer
from reasoner.explanation import Explanation, Node, Part
from reasoner.question import Question
from reasoner.render.because import is_proved
from reasoner.render.moments import moments
from reasoner.render.svg import KINDS, as_svg
from reasoner.render.text import gathered, outcome, safe, shown
from reasoner.render.verdict import verdict_of

#: A tie of more choices than this is not unfolded: nobody reads eighty drawings at once.
_UNFOLDED = 4


def section(number: int, name: str, question: Question, answer: Answer) -> str:
    """Return all that one solver has to say; `number` makes the ids of its parts."""
    place = f"s{number}"
    return (
        f'<section class="answer" id="{place}" aria-labelledby="{place}-head">\n{card(place, name, question, answer)}'
        f"{_reasons(place, name, question, answer)}{_others(name, question, answer)}</section>\n"
    )


# The verdict, in sentences.


def card(place: str, name: str, question: Question, answer: Answer) -> str:
    """Return the verdict: what, how sure, why not the others, and what a reader must know."""
    verdict = verdict_of(question, answer)
    kind, badge = _badge(answer)
    what, why = _split(question, answer, verdict.sentence)
    notes = "".join(f'<p class="note">Note: <bdi>{safe(note)}</bdi></p>\n' for note in answer.notes)
    others = f'<div class="others">{listed(verdict.others)}</div>' if verdict.others else ""
    took = f"{answer.seconds * 1000:.0f} ms"
    return (
        f'<div class="card {kind}">\n<h2 class="solver" id="{place}-head"><span class="badge">{badge}</span> '
        f'{safe(name)} <span class="soft">{took}</span></h2>\n'
        f'<p class="verdict"><bdi class="what">{safe(what)}</bdi> <bdi class="because">{safe(why)}</bdi></p>\n'
        f'<p class="sure">{safe(verdict.sure)} {verdict_mark(question, answer)}</p>\n{notes}{others}</div>\n'
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


def verdict_mark(question: Question, answer: Answer) -> str:
    """Return the outcome in a few words, coloured by whether it is right where that is known."""
    if question.answer_key is None or answer.abstained:
        kind = "abstained" if answer.abstained else "tied" if answer.tied else ""
    else:
        credit = answer.credit(question.answer_key)
        kind = "right" if credit == 1 else "tied" if credit else "wrong"
    return f'<span class="mark {kind}">{safe(outcome(question, answer))}</span>'


def listed(texts: Iterable[str], tag: str = "ul") -> str:
    """Return texts as a list."""
    return f"<{tag}>{''.join(f'<li><bdi>{safe(text)}</bdi></li>' for text in texts)}</{tag}>\n"


# The reasons: those of what was selected open, the others folded.


def _reasons(place: str, name: str, question: Question, answer: Answer) -> str:
    explained = {choice.label: answer.explanations.get(choice.label, Explanation()) for choice in question.choices}
    silent = [label for label, why in explained.items() if not (why.nodes or why.parts or why.summary)]
    folded = len(answer.selected) > _UNFOLDED
    ordered = sorted(enumerate(question.choices, 1), key=lambda item: item[1].label not in answer.selected)
    told = "".join(
        _choice(f"{place}-c{at}", f"{name}, {choice.label}", choice.text, answer, choice.label, folded)
        for at, choice in ordered
        if choice.label not in silent
    )
    return told + (f'<p class="soft">Nothing to show for {safe(", ".join(silent))}.</p>\n' if silent else "")


def _choice(place: str, name: str, text: str, answer: Answer, label: str, folded: bool) -> str:
    selected = label in answer.selected and not answer.abstained
    score = answer.scores[label]
    worth = "no support" if score is None else f"score {shown(score)}"
    mark = (", tied" if answer.tied else ", selected") if selected else ""
    return (
        f'<details id="{place}"{" open" if selected and not folded else ""}>'
        f"<summary>Why {safe(label)}, <bdi>{safe(text)}</bdi> "
        f'<span class="soft">{worth}{mark}</span></summary>\n'
        f"{_why(name, answer.explanations[label])}</details>\n"
    )


def _why(name: str, why: Explanation) -> str:
    told = why.summary and why.summary != "proved"  # which the badge says
    summary = f'<p class="summary">{safe(why.summary)}</p>\n' if told else ""
    drawing = (
        f'<figure><div class="scroll" tabindex="0" role="region" aria-label="Graph for {safe(name)}">'
        f"{as_svg(why, f'Graph for {name}: the same in words follows')}</div>"
        f"<figcaption>{_legend(why)}</figcaption></figure>\n"
        if why.nodes
        else ""
    )
    parts = f'<div class="parts"><h3>What makes the score</h3>{_parts(why.parts)}</div>\n' if why.parts else ""
    return (
        f'{summary}<div class="story">{drawing}{_told(why)}</div>\n<div class="why">{_facts(why.facts)}{parts}</div>\n'
    )


def _told(why: Explanation) -> str:
    """Return the reason in words, one moment after another."""
    items = []
    for at, moment in enumerate(moments(why), 1):
        given = "; ".join(f"<bdi>{safe(text.rstrip('.'))}</bdi>" for text in moment.given)
        items.append(
            f'<li data-at="{at}"><span class="given">{given}</span> <span class="how">{safe(moment.how)}</span> '
            f'<span class="then"><bdi>{safe(moment.then)}</bdi></span></li>'
        )
    return f'<ol class="steps">{"".join(items)}</ol>\n' if items else ""


def _facts(facts: Iterable[Node]) -> str:
    items = [
        f'<li data-source="{safe(node.source or "")}"><bdi class="text">{safe(node.text)}</bdi> '
        f'<span class="source">{safe(node.source or "source unknown")}</span></li>'
        for node in facts
    ]
    head = "<h3>Facts it rests on, and where they are from</h3>"
    return f'<div class="sources">{head}<ul>{"".join(items)}</ul></div>\n' if items else ""


def _legend(why: Explanation) -> str:
    used = {node.kind for node in why.nodes}
    keys = (f'<li><span class="{kind}"></span>{words}</li>' for kind, words in KINDS.items() if kind in used)
    return f'<ul class="key">{"".join(keys)}</ul>'


def _parts(parts: Iterable[Part]) -> str:
    rows = (f'<tr><td class="number">{part.value:+.4f}</td><td>{safe(part.name)}</td></tr>' for part in gathered(parts))
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


# Why not the others: what the selected choice has and another lacks.


def _others(name: str, question: Question, answer: Answer) -> str:
    best = answer.selected[0]
    others = [choice for choice in question.choices if choice.label not in answer.selected]
    if answer.abstained or not others:
        return ""
    rows = []
    for choice in others:
        score = answer.scores[choice.label]
        behind = "no support" if score is None else f"{shown(score)}, {(answer.scores[best] or 0.0) - score:.4f} behind"
        ours, theirs = (answer.explanations.get(label, Explanation()) for label in (best, choice.label))
        cells = "".join(f"<td>{cell}</td>" for cell in (behind, *_contrast(ours, theirs)))
        rows.append(f'<tr><th scope="row">{safe(choice.label)} <bdi>{safe(choice.text)}</bdi></th>{cells}</tr>\n')
    heads = ("Choice", "Score", f"Parts that differ from {best}", f"Only {best} rests on", "Rests on instead")
    head = "".join(f'<th scope="col">{safe(text)}</th>' for text in heads)
    return (
        '<details class="contrast"><summary>Why not the others, in numbers</summary>\n'
        f'<div class="scroll" role="region" aria-label="Why not the others, {safe(name)}" tabindex="0">'
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table></div></details>\n"
    )


def _contrast(ours: Explanation, theirs: Explanation) -> Iterator[str]:
    """Yield the parts that differ, most first, the facts that only the first has, those that only the second has."""
    mine, yours = _by_name(ours.parts), _by_name(theirs.parts)
    gaps = {name: abs(yours.get(name, 0.0) - mine.get(name, 0.0)) for name in [*mine, *yours]}
    yield listed(
        f"{name}: {_signed(yours.get(name))} against {_signed(mine.get(name))}"
        for name in sorted(gaps, key=lambda name: -gaps[name])
        if mine.get(name) != yours.get(name)
    )
    known, other = ([node.text for node in why.facts] for why in (ours, theirs))
    yield listed(text for text in dict.fromkeys(known) if text not in other)
    yield listed(text for text in dict.fromkeys(other) if text not in known)


def _by_name(parts: Iterable[Part]) -> dict[str, float]:
    """Return the value of each name; one name can stand for several parts."""
    values: dict[str, float] = {}
    for part in parts:
        values[part.name] = values.get(part.name, 0.0) + part.value
    return values


def _signed(value: float | None) -> str:
    return "nothing" if value is None else f"{value:+.4f}"
