"""Proofs as data: numbered steps, each with its rule, its premises and its conclusion."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from typing import Literal as OneOf

from reasoner.logic.atoms import Literal, Rule, Variable

#: How a step concludes.
#:
#: given          a fact, or a rule without conditions
#: rule           the conditions of a rule hold, so its conclusion does
#: absent         closed world: nothing makes it true
#: elimination    of "one of these" all but one are denied
#: exclusion      of "exactly one of these" another one holds
#: clash          everything that a rule allows is denied: absurd
#: contraposition the conclusion of a rule is denied, so one of its conditions fails
#: assume         for the sake of argument
#: cases          one of these holds, and whichever it is, this follows
#: contradiction  its denial leads to absurdity
Kind = (
    OneOf["given", "rule", "absent", "elimination", "exclusion"]
    | OneOf["clash", "contraposition", "assume", "cases", "contradiction"]
)


@dataclass(frozen=True, eq=False, slots=True)
class Derivation:
    """Why a literal holds (None: why there is absurdity), with the derivations that it stands on.

    `cases` pairs each assumption that ends here with what follows from it.
    """

    kind: Kind
    conclusion: Literal | None
    rule: Rule | None = None
    binding: tuple[tuple[Variable, str], ...] = ()
    premises: tuple[Derivation, ...] = ()
    cases: tuple[tuple[Derivation, Derivation], ...] = ()

    @property
    def below(self) -> tuple[Derivation, ...]:
        """Everything that it stands on directly."""
        return (*self.premises, *(part for case in self.cases for part in case))


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof; `premises` and `cases` are numbers of earlier steps."""

    number: int
    kind: Kind
    conclusion: Literal | None
    rule: Rule | None = None
    binding: tuple[tuple[Variable, str], ...] = ()
    premises: tuple[int, ...] = ()
    cases: tuple[tuple[int, int], ...] = ()

    @property
    def below(self) -> tuple[int, ...]:
        """The numbers of all steps that it stands on directly."""
        return (*self.premises, *(number for case in self.cases for number in case))

    def __str__(self) -> str:
        why = ", ".join(map(str, self.below))
        return f"{self.number}. {self.conclusion or 'absurd'}  [{self.kind}{': ' + why if why else ''}]"

    def as_dict(self) -> dict[str, Any]:
        """Return plain lists and dictionaries, ready for JSON."""
        return {
            "number": self.number,
            "kind": self.kind,
            "conclusion": None if self.conclusion is None else str(self.conclusion),
            "rule": None if self.rule is None else str(self.rule),
            "source": None if self.rule is None else self.rule.source,
            "binding": {variable.name: value for variable, value in self.binding},
            "premises": list(self.premises),
            "cases": [list(case) for case in self.cases],
        }


@dataclass(frozen=True)
class Proof:
    """Numbered steps, from what is given to the last one, which concludes what is proved.

    Examples
    --------
    >>> x = Variable("x")
    >>> fact = Rule((), (Literal("is", ("Max", "wib")),), source="Max is a wib.")
    >>> rule = Rule((Literal("is", (x, "wib")),), (Literal("is", (x, "trum")),), source="Wibs are trums.")
    >>> leaf = Derivation("given", fact.heads[0], fact)
    >>> proof = Proof.of(Derivation("rule", Literal("is", ("Max", "trum")), rule, ((x, "Max"),), (leaf,)))
    >>> print(proof)
    1. is(Max, wib)  [given]
    2. is(Max, trum)  [rule: 1]
    >>> proof.in_lines()
    ('sent2 & sent1 -> hypothesis;', {'sent1': 'Max is a wib.', 'sent2': 'Wibs are trums.'})
    """

    steps: tuple[Step, ...]

    @classmethod
    def of(cls, derivation: Derivation) -> Proof:
        """Return the proof that a derivation amounts to; what is used twice is one step."""
        numbers: dict[int, int] = {}
        steps: list[Step] = []
        for part in _bottom_up(derivation):
            numbers[id(part)] = number = len(steps) + 1
            premises = tuple(numbers[id(premise)] for premise in part.premises)
            cases = tuple((numbers[id(case)], numbers[id(result)]) for case, result in part.cases)
            steps.append(Step(number, part.kind, part.conclusion, part.rule, part.binding, premises, cases))
        return cls(tuple(steps))

    @property
    def conclusion(self) -> Literal | None:
        """What is proved; None for absurdity: the rules contradict each other."""
        return self.steps[-1].conclusion

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The facts and rules that it uses, each once, in the order of their first use."""
        return tuple(dict.fromkeys(step.rule for step in self.steps if step.rule is not None))

    @cached_property
    def depth(self) -> int:
        """The longest chain of steps that lead from a given fact to the conclusion; 0 for a given fact."""
        depths: dict[int, int] = {}
        for step in self.steps:
            depths[step.number] = 1 + max((depths[number] for number in step.below), default=-1)
        return depths[self.steps[-1].number]

    @property
    def confidence(self) -> float:
        """The product of the confidences of its steps."""
        return math.prod(step.rule.confidence for step in self.steps if step.rule is not None)

    @property
    def cost(self) -> tuple[float, int]:
        """What it costs: first the confidence that is lost, as minus its logarithm, then the number of steps."""
        return round(-math.log(self.confidence), 12), len(self.steps)

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))

    def as_dict(self) -> dict[str, Any]:
        """Return plain lists and dictionaries, ready for JSON."""
        return {"confidence": self.confidence, "steps": [step.as_dict() for step in self.steps]}

    def in_lines(self, wording: Callable[[Literal | None], str] = str) -> tuple[str, dict[str, str]]:
        """Return the proof in EntailmentBank's form, and what each `sent` of it stands for.

        A fact and a rule are both sentences there, so a step joins the rule's sentence with its premises.
        """
        names: dict[str, str] = {}
        labels: dict[int, str] = {}
        parts: list[str] = []
        for step in self.steps:
            uses = [] if step.rule is None else [names.setdefault(_sentence(step.rule), f"sent{len(names) + 1}")]
            if step.kind == "given" and step is not self.steps[-1]:
                labels[step.number] = uses[0]
                continue
            uses += [labels[number] for number in step.below if labels[number] not in uses]
            last = step is self.steps[-1]
            labels[step.number] = label = "hypothesis" if last else f"int{len(parts) + 1}"
            said = "" if last else f": {_said(step, wording)}"
            parts.append(f"{' & '.join(uses)} -> {label}{said};".lstrip())
        return " ".join(parts), {name: sentence for sentence, name in names.items()}


def _sentence(rule: Rule) -> str:
    return rule.source or str(rule)


def _said(step: Step, wording: Callable[[Literal | None], str]) -> str:
    said = "a contradiction" if step.conclusion is None else wording(step.conclusion)
    return f"suppose {said}" if step.kind == "assume" else said


def _bottom_up(derivation: Derivation) -> Iterator[Derivation]:
    """Yield every part once, after all that it stands on."""
    done: set[int] = set()
    stack: list[tuple[Derivation, bool]] = [(derivation, False)]
    while stack:
        part, ready = stack.pop()
        if id(part) in done:
            continue
        if ready:
            done.add(id(part))
            yield part
        else:
            stack.append((part, True))
            stack += [(below, False) for below in reversed(part.below)]
