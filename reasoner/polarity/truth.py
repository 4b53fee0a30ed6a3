"""The way back from a question for yes or no, true or false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from reasoner.answer import Support
from reasoner.explanation import Explanation, Node, Part
from reasoner.language.claim import Claim, Statement
from reasoner.polarity.evidence import ENOUGH, denied, share_told


class Truth:
    """Turns back a question for yes or no: the first label asked stands for the statement, the second against it."""

    def __init__(
        self, claim: Claim, statement: Statement, found: Mapping[str, Support], *, known: bool = False
    ) -> None:
        #: Whether something is known of the subject, so that what is known was looked at.
        self.known = known
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
        if self.support.settled:
            return {self.holds: self.support}
        if denied(self.statement, self.support) or (score is not None and score < 0 and why.facts):
            return {self.holds: self._against(score), self.fails: self._refuted(abs(score or 0.0) or 1.0)}
        if score is None or not why.facts:
            return {self.holds: self.support, self.fails: self.contrary}
        return {self.holds: self.support, self.unknown or self.fails: self._too_little(score)}

    def _silent(self) -> dict[str, Support]:
        if self.unknown is None and not self.known:
            return {}
        node = Node("asked", "choice", self.statement)
        reason = "nothing was found for it or against it" if self.unknown else "nothing of what is known says so"
        why = Explanation((node,), parts=(Part(reason, 0.0, (node.id,)),), summary=reason)
        return {self.unknown or self.fails: Support(0.0, why)}

    def _against(self, score: float | None) -> Support:
        return replace(
            self.support,
            score=score if score is None else -abs(score),
            explanation=self._shown(-abs(score or 0.0), f"a fact shown denies it: {self.statement}"),
        )

    def _refuted(self, worth: float) -> Support:
        shown = self._shown(worth, f"a fact shown denies it: {self.statement}")
        if self.support.explanation.summary.startswith("refuted"):
            shown = replace(shown, summary="proved: the contrary is refuted")
        return Support(worth, shown)

    def _too_little(self, score: float) -> Support:
        share = share_told(self.statement, self.support)
        worth = score + (ENOUGH - share) * max(1.0, abs(score))
        return Support(
            worth,
            self._shown(worth, f"the facts shown say {share:.0%} of it; {ENOUGH:.0%} is asked for: {self.statement}"),
        )

    def _shown(self, worth: float, reason: str) -> Explanation:
        why = self.support.explanation
        of = tuple(node.id for node in why.facts)
        return replace(why, parts=(Part(reason, worth, of),), summary=reason)
