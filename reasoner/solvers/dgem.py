"""dgem: the claim that a choice makes, as a graph whose parts a fact, or a pair of facts, entails one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from reasoner.language.claim import opposed
from reasoner.question import Question
from reasoner.retrieval import as_one_text
from reasoner.solver import Support, register
from reasoner.solvers.batches import BatchSolver, Case, gather
from reasoner.solvers.entailed import Judged, explained
from reasoner.solvers.premises import notes_of, premises_of, read_together

if TYPE_CHECKING:
    from reasoner.neural.entailment import Entailment
    from reasoner.neural.together import Judge
    from reasoner.neural.tokens import Claim

_FACTS = 8  # found for a choice, each a premise by itself


@register
class DGEMSolver(BatchSolver):
    """Scores a choice by the log-odds that the best fact, or pair of given facts, entails what the choice claims.

    Parameters
    ----------
    kb : KnowledgeBase, optional
        Where premises are looked for, beside the facts and documents of a question.
    weights : str, optional
        "dgem", which comes with the package, or a file that `reasoner train dgem` wrote.
    model, device : str, optional
        The sentence encoder (it must be the one that the weights were trained with) and where it runs.
    """

    name = "dgem"
    summary = "entailment of each part of the claim from a fact or a pair of given facts"
    citation = "Khot, Sabharwal and Clark 2018, SciTail: A Textual Entailment Dataset from Science Question Answering"
    weights = ("dgem", "dgem-together", "joined-vectors")

    @cached_property
    def _entailment(self) -> Entailment:
        from reasoner.neural.entailment import Entailment

        return Entailment(self._weights, self._encoder)

    @cached_property
    def _judge(self) -> Judge:
        from reasoner.neural.together import Judge

        return Judge(encoder=self._encoder)

    def _support_batch(self, questions: Sequence[Question]) -> list[dict[str, Support]]:
        rows = [gather(question, self._finder, _FACTS) for question in questions]
        cases = [case for row in rows if any(case.touched for case in row) for case in row]
        claims = self._entailment.reader.claims([case.claim for case in cases])
        best = self._best(cases, claims).items()
        found = {case: replace(explained(case, claims[case.claim], one), notes=notes_of(case)) for case, one in best}
        return [{case.label: found[case] for case in row if case in found} for row in rows]

    def _best(self, cases: Sequence[Case], claims: Mapping[str, Claim]) -> dict[Case, Judged]:
        """Return, for each choice, the premise that entails it best."""
        tried = [(case, premise) for case in dict.fromkeys(cases) for premise in premises_of(case)]
        texts = [as_one_text(premise) for _, premise in tried]
        tokens = self._entailment.reader.tokens(texts)
        pairs = [(tokens[text], claims[case.claim]) for text, (case, _) in zip(texts, tried, strict=True)]
        scored = self._entailment.log_odds(pairs)
        read = list(read_together(tried, texts, [details.total for details in scored]))
        outcomes = self._judge.outcomes([(f"{text}.", tried[place][0].claim) for place, text in read])
        best: dict[Case, Judged] = {}
        for (place, _), outcome in zip(read, outcomes, strict=True):
            case, premise = tried[place]
            contrary = opposed(texts[place], case.claim) if scored[place].total > 0 else None
            one = Judged(premise, scored[place], outcome, contrary)
            if case not in best or one.score > best[case].score:
                best[case] = one
        return best
