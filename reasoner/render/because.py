"""Why one choice, and why not another, in words: the facts that decide it, what refutes it, or what nothing says."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from reasoner.answer import Answer
from reasoner.explanation import Explanation, Node
from reasoner.language.claim import ChoiceClaim, denies, last_sentence, told, understand
from reasoner.polarity.choices import COUNTS_AGAINST
from reasoner.polarity.evidence import ENOUGH
from reasoner.polarity.patterns import OTHERS, SEVERAL
from reasoner.question import Question
from reasoner.render.sentences import common_words, inside, joined, listed, words_in

#: What is not proved is explained by this many facts, a proof by all of its own up to the second number.
FEW, MANY = 2, 6
#: A claim of more words than this is not said again, and facts of more than that together only the first of them.
LONG, LONG_TOGETHER = 20, 40


def is_proved(why: Explanation) -> bool:
    """Say whether an explanation is a complete proof; a solver says so in the summary, of nothing else.

    >>> is_proved(Explanation(summary="proved")), is_proved(Explanation(summary="not proved; nothing says: heat"))
    (True, False)
    """
    return why.summary.startswith("proved")


def is_refuted(why: Explanation) -> bool:
    """Say whether an explanation is a complete proof of the contrary.

    >>> is_refuted(Explanation(summary="refuted: the statements rule it out"))
    True
    """
    return why.summary.startswith("refuted")


def is_proved_so(why: Explanation) -> bool:
    """Say whether it is proved that a choice is so, in a question for the one that is not.

    >>> is_proved_so(Explanation(summary=f"{COUNTS_AGAINST}; proved")), is_proved_so(Explanation(summary="proved"))
    (True, False)
    """
    return why.summary.startswith(f"{COUNTS_AGAINST}; proved")


class Because:
    """Puts into words why an answer selects what it does."""

    def __init__(self, question: Question, answer: Answer) -> None:
        self.question, self.answer = question, answer
        self.names = {
            one.label: one.label if one.label == one.text else f"{one.label}, {one.text.rstrip('.')}"
            for one in question.choices
        }

    @cached_property
    def _asked(self) -> dict[str, ChoiceClaim]:
        return {each.label: each for each in understand(self.question).choices}

    @cached_property
    def _common(self) -> frozenset[str]:
        return common_words(self.question)

    @property
    def negative(self) -> bool:
        """Whether the question asks for the one that is not."""
        asked = understand(self.question)
        return bool(asked.negative) and asked.statement is None

    def why(self, label: str) -> Explanation:
        """Return the explanation of a choice, an empty one where there is none."""
        return self.answer.explanations.get(label, Explanation())

    def reason(self, label: str) -> str:
        """Return why the selected choice was selected."""
        why, asked = self.why(label), self._asked[label]
        if self.is_open(label):
            return f"what is known neither proves nor refutes that {self._statement()}"
        if asked.role == "single" and not is_proved(why) and self._is_denial(asked):
            return self._not_so(label)
        facts = self.told(why)
        return joined(facts) if facts else inside(why.summary) or f"{self.answer.solver} gives it the highest score"

    def _is_denial(self, asked: ChoiceClaim) -> bool:
        """Whether a choice is the answer where what it names is not so."""
        denies = bool(understand(self.question).negative)
        return denies != (asked.truth == "no") if asked.truth else denies

    def _not_so(self, label: str) -> str:
        """Say that something is not so: by the facts that deny it, else because nothing says it."""
        why = self.why(label)
        facts = self.told(why)
        if facts and any(word in why.summary for word in ("denies", "refuted")):
            return joined(facts)
        if apart := self.told(why, others=True):
            return f"{joined(apart)}; nothing says so of it"
        if facts and not self._says_less(label):
            return f"less speaks for it than for the others: {facts[0]}"
        return self._unsaid(label, "known is that")

    def why_not(self, label: str) -> str:
        """Return why a choice was not selected."""
        best = self.answer.selected[0]
        why, asked = self.why(label), self._asked[label]
        facts, others = self.told(why, against=True), self.told(self.why(best))
        if is_refuted(why) and facts:
            return _ruled_out(facts) if set(facts) == set(others) else f"ruled out: {joined(facts)}"
        if asked.truth:
            return self._other_truth(label, best)
        if label in self._asked[best].of and self._asked[best].role == "all":
            return "that is so, but of the others too"
        if asked.role != "single" or (why.summary.startswith("by ") and ": " in why.summary):
            return why.summary or "nothing known speaks for it"
        if self.negative:
            return self._is_so(label)
        if denying := [fact for fact in facts if denies(fact, asked.text)]:
            return f"against it speaks that {denying[0]}"
        if (self.answer.scores[label] or 0.0) < 0 and facts:
            return f"against it speaks that {joined(facts)}"
        if facts and not self._says_less(label) and not is_proved(self.why(best)):
            return f"what speaks for it is less: {facts[0]}"
        return self._unsaid(label, beside=others)

    def _other_truth(self, label: str, best: str) -> str:
        """Why not yes, no or unknown, where another of them was selected."""
        selected, truth = self._asked[best].truth, self._asked[label].truth
        proved = is_proved(self.why(best))
        facts = self.told(self.why(best))
        if selected == "unknown":
            return "it does not follow from what is known" if truth == "yes" else "that does not follow either"
        if truth == "unknown":
            return "the facts decide it" if proved else "what is known speaks for one side"
        if proved:
            return _ruled_out(facts)
        if self._is_denial(self._asked[label]) or not self._says_less(label) or "denies" in self.why(best).summary:
            return "the facts shown say otherwise"
        return self._unsaid(label, beside=facts)

    def _is_so(self, label: str) -> str:
        """Why a choice is not the one that is not: it is."""
        facts = self.told(self.why(label), against=True)
        if not facts:
            return "less speaks for taking it"
        return (
            joined(facts)
            if not self._says_less(label)
            else f"what is known comes nearer to saying so of it: {facts[0]}"
        )

    def _says_less(self, label: str) -> bool:
        """Whether the facts shown for a choice do not say what it claims."""
        why = self.why(label)
        texts = [node.text for node in why.facts if not node.id.startswith(OTHERS)]
        return not is_proved(why) and told(self._asked[label].text, texts) < ENOUGH

    def _unsaid(self, label: str, but: str = "only that", beside: Collection[str] = ()) -> str:
        """Say that nothing says what a choice claims, and what is known instead, beside what was said already."""
        claim = last_sentence(self._asked[label].text) if not self._asked[label].truth else self._statement()
        said = "nothing known says so of it"
        if words_in([claim]) <= LONG:
            said = f"nothing known says that {inside(claim, self._common)}"
        own = [fact for fact in self.told(self.why(label)) if fact not in beside]
        return f"{said}; {but} {joined(own)}" if own else said

    def _statement(self) -> str:
        asked = understand(self.question).statement
        return inside(last_sentence(str(asked)), self._common) if asked else "it is so"

    def told(self, why: Explanation, against: bool = False, others: bool = False) -> list[str]:
        """Return the facts of an explanation in words: all of a proof, else the few that earned most of the score."""
        facts = [node for node in why.facts if node.id.startswith(OTHERS) == others and not _is_heading(node)]
        complete = is_proved(why) or is_refuted(why) or SEVERAL in why.summary
        if not complete:
            facts.sort(key=lambda node: -_worth(why, node, against))
        texts = list(dict.fromkeys(inside(node.text, self._common) for node in facts))
        if complete:
            return texts[:MANY]
        return texts[: FEW if words_in(texts[:FEW]) <= LONG_TOGETHER else 1]

    def is_open(self, label: str) -> bool:
        """Whether a choice says that something is unknown."""
        return self._asked[label].truth == "unknown"

    def some(self, labels: Iterable[str]) -> str:
        """Return the names of some choices in a row."""
        return listed([self.names[label] for label in labels], "and")


def _ruled_out(facts: Collection[str]) -> str:
    return "the same facts rule it out" if len(facts) > 1 else "the same fact rules it out"


def _is_heading(node: Node) -> bool:
    return node.text.endswith(f"of table {node.source}")


def _worth(why: Explanation, node: Node, against: bool) -> float:
    """Return what a fact earned; what it cost to use it does not count, unless all of it speaks against the choice."""
    values = [part.value / len(part.of) for part in why.parts if node.id in part.of]
    return sum(abs(value) for value in values) if against else sum(value for value in values if value > 0)
