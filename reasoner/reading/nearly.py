"""Support for claims that no proof decides: by trails, by leanings of a statement, or word by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reasoner.answer import Support
from reasoner.explanation import Explanation
from reasoner.knowledge import Fact
from reasoner.question import Question
from reasoner.reading.evidence import Evidence
from reasoner.reading.explained import explain_near, explain_trail
from reasoner.reading.near import NEAR
from reasoner.reading.trail import Trail, most


def nearly(
    evidence: Evidence,
    question: Question,
    given: Sequence[Fact],
    trails: Mapping[str, Trail],
    sentences: Mapping[str, str],
) -> dict[str, Support]:
    """Return near-proofs of the claims of some labels: trails where there are any, else what facts carry of each."""
    if trails:
        whys = {label: _trail(trails[label], sentence) for label, sentence in sentences.items() if label in trails}
    else:
        scale = NEAR / evidence.heaviest(question)
        nears = evidence.nears(question, given, sentences)
        whys = {label: explain_near(near, sentences[label], scale) for label, near in nears.items()}
    return {label: _supported(why) for label, why in whys.items()}


def leaned(
    evidence: Evidence, question: Question, given: Sequence[Fact], judged: Mapping[str, str], sentence: str
) -> dict[str, Support]:
    """Return the support for "true" or "false" where given facts lead there: soundly, beside "unknown"."""
    found = evidence.leaning(question, given)
    if found is None or ("unknown" in judged.values() and not found.sound):
        return {}
    said = "true" if found.holds else "false"
    label = next(label for label, value in judged.items() if value == said)
    return {label: _supported(_trail(found.trail, sentence, found.holds))}


def _trail(trail: Trail, sentence: str, holds: bool = True) -> Explanation:
    return explain_trail(trail, sentence, NEAR / most(), holds)


def _supported(why: Explanation) -> Support:
    return Support(sum(part.value for part in why.parts), why)
