"""Support for claims that no proof decides: by trails, by leanings of a statement, or word by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import Explanation, Node, Part
from reasoner.knowledge import Fact
from reasoner.language.claim import Claim, lowered
from reasoner.language.english import words
from reasoner.question import Question
from reasoner.reading.explained import CLAIM, explain_near, explain_trail
from reasoner.reading.joint.properties import are_exact
from reasoner.reading.near.evidence import Evidence
from reasoner.reading.near.trail import Trail, most
from reasoner.reading.near.words import NEAR
from reasoner.reading.verdict import Verdicts

#: The share of what is asked that a way through a denial has to say.
TOLD = 0.8
CUT = "the search for what the facts lead to was cut at its limit of steps"


def nearly(
    evidence: Evidence,
    question: Question,
    given: Sequence[Fact],
    trails: Mapping[str, Trail],
    sentences: Mapping[str, str],
) -> dict[str, Support]:
    """Return near-proofs of the claims of some labels: trails where there are any, else what facts carry of each."""
    if trails:
        led = {label: trails[label] for label in sentences if label in trails}
        return {
            label: replace(_trail(trail, sentences[label]), doubted=bool(trail.measures["denied"]))
            for label, trail in led.items()
        }
    scale = NEAR / evidence.heaviest(question)
    nears = evidence.nears(question, given, sentences)
    whys = {label: explain_near(near, sentences[label], scale) for label, near in nears.items()}
    return {label: _supported(why) for label, why in whys.items()}


def leaned(
    evidence: Evidence, question: Question, given: Sequence[Fact], judged: Mapping[str, str], story: Verdicts
) -> dict[str, Support]:
    """Return the support for "true" or "false" where given facts lead there: soundly, beside "unknown".

    Where the grammar has read all that leads there, word by word, and proved nothing, it is unknown.
    """
    found = evidence.leaning(question, given)
    sentence = story.choices[0].claim.sentence
    if found is None or ("unknown" in judged.values() and not found.sound):
        return {}
    texts = {sentence, *(unit.fact.text for unit in found.trail.units)}
    if "unknown" in judged.values() and are_exact([each for each in story.readings if each.sentence in texts]):
        return {}
    said = "true" if found.holds else "false"
    label = next(label for label, value in judged.items() if value == said)
    return {label: _trail(found.trail, sentence, found.holds)}


def undecided(sentence: str) -> Support:
    """Return the support for "unknown", where nothing leads to a statement or to its denial."""
    part = Part("neither proved nor refuted", NEAR, (CLAIM,))
    return Support(NEAR, Explanation((Node(CLAIM, "choice", sentence),), parts=(part,), summary=part.name))


def denied(evidence: Evidence, question: Question, given: Sequence[Fact], claim: Claim) -> dict[str, Support]:
    """Return the support for what facts themselves deny, where a question asks by "not" for the one that is not.

    Then the best way to it leads through a denial, and says most of what is asked; nothing is returned otherwise.
    """
    by_denial = claim.negative.lower().split(" ")[-1] in words("negations") and not claim.apart
    trails = evidence.trails(question, given) if by_denial else {}
    ranked = sorted(trails.values(), key=lambda trail: -trail.value)
    if not ranked or (len(ranked) > 1 and ranked[0].value == ranked[1].value) or not _tells_denial(ranked[0]):
        return {}
    sentences = {
        each.label: f"It is not so that {lowered(each.text)}" for each in claim.choices if each.label in trails
    }
    return {label: _trail(trails[label], sentence) for label, sentence in sentences.items()}


def _tells_denial(trail: Trail) -> bool:
    of = trail.measures
    return of["asked"] >= TOLD and not of["beside"] and any(any(unit.words.values()) for unit in trail.units)


def _trail(trail: Trail, sentence: str, holds: bool = True) -> Support:
    return _supported(explain_trail(trail, sentence, NEAR / most(), holds), (CUT,) if trail.cut else ())


def _supported(why: Explanation, notes: tuple[str, ...] = ()) -> Support:
    return Support(sum(part.value for part in why.parts), why, notes)
