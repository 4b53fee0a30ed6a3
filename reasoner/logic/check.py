"""A proof checked from the rules alone: no word of the engine's is taken for it.

Nothing here is shared with the engine, not even substitution, so an error in either shows as a difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product

from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.logic.proof import Proof, Step

_FORWARDS = {"given", "rule"}
_CLASSICAL = _FORWARDS | {"elimination", "exclusion", "clash", "contraposition", "assume", "cases", "contradiction"}


def problems(
    proof: Proof,
    rules: Collection[Rule],
    goal: Literal | None = None,
    classical: bool = False,
    closed_world: bool = False,
) -> list[str]:
    """Return what is wrong with a proof; an empty list where nothing is.

    Parameters
    ----------
    proof
        The proof; its last step must conclude `goal`, where one is given.
    rules
        All facts and rules that a proof may use.
    goal
        What should be proved; None accepts whatever is proved, absurdity too.
    classical, closed_world
        What else than running rules forwards is allowed, as in `Theory.ask`.

    Examples
    --------
    >>> from reasoner.logic.engine import Theory
    >>> fact = Rule((), (Literal("is", ("Max", "wib")),))
    >>> proof = Theory([fact]).ask(fact.heads[0]).proof
    >>> problems(proof, [fact], fact.heads[0])
    []
    >>> problems(proof, [], fact.heads[0])
    ['step 1: the rule is(Max, wib) is not given']
    """
    wrong = [] if proof.steps else ["the proof is empty"]
    checker = _Checker(proof.steps, rules, classical, closed_world)
    wrong += [
        f"step {number}: {what}" for number, step in enumerate(proof.steps, 1) for what in checker.check(step, number)
    ]
    if wrong:
        return wrong
    if goal is not None and proof.steps[-1].conclusion != goal:
        wrong.append(f"the last step concludes {proof.steps[-1].conclusion}, not {goal}")
    used = {number for step in proof.steps for number in step.below}
    wrong += [f"step {step.number} is used nowhere" for step in proof.steps[:-1] if step.number not in used]
    if left := _left_open(proof.steps):
        wrong.append(f"assumed and never discharged: step {', '.join(map(str, sorted(left)))}")
    return wrong


class _Checker:
    """Looks at one step after the other."""

    def __init__(self, steps: Sequence[Step], rules: Collection[Rule], classical: bool, closed_world: bool) -> None:
        self.steps, self.rules, self.classical, self.closed_world = steps, rules, classical, closed_world

    def check(self, step: Step, number: int) -> Iterator[str]:
        """Yield what is wrong with one step."""
        allowed = _CLASSICAL if self.classical else _FORWARDS | ({"absent"} if self.closed_world else set())
        if step.number != number:
            yield f"it says that it is step {step.number}"
        elif any(not 0 < other < number for other in step.below):
            yield "it stands on a step that does not come before it"
        elif step.kind not in allowed:
            yield f"a step of the kind {step.kind} is not allowed"
        elif step.kind in ("assume", "absent", "contradiction"):
            yield from self._without_rule(step)
        elif step.rule is None or step.rule not in self.rules:
            yield f"the rule {step.rule} is not given"
        elif not _binds(step.binding, step.rule):
            yield f"its binding does not fill the variables of {step.rule}"
        elif not self._follows(step, step.rule):
            yield f"{step.conclusion or 'absurdity'} does not follow by {step.kind}"

    def _without_rule(self, step: Step) -> Iterator[str]:
        if step.rule is not None or step.binding or step.premises:
            yield f"a step of the kind {step.kind} has no rule and no premises"
        elif step.kind == "contradiction":
            if [self._case(case) for case in step.cases] != [(_opposite(step.conclusion), None)]:
                yield "it needs absurdity that follows from its denial"
        elif step.cases:
            yield f"a step of the kind {step.kind} has no cases"
        elif step.conclusion is None:
            yield f"a step of the kind {step.kind} cannot be absurd"
        elif step.kind == "absent" and step.conclusion not in _absent(self.rules, self.steps):
            yield f"{step.conclusion} does not hold in a closed world"

    def _case(self, case: tuple[int, int]) -> tuple[Literal | None, Literal | None]:
        """Return what a case assumes and concludes; a step that is no assumption assumes nothing."""
        assumed, result = (self.steps[number - 1] for number in case)
        return assumed.conclusion if assumed.kind == "assume" else None, result.conclusion

    def _follows(self, step: Step, rule: Rule) -> bool:
        body, heads = _filled(rule.body, step.binding), _filled(rule.heads, step.binding)
        premises = [self.steps[number - 1].conclusion for number in step.premises]
        if not self.classical:
            return len(heads) == 1 and set(premises) == set(body) and step.conclusion == heads[0] and not step.cases
        cases = [self._case(case) for case in step.cases]
        if bool(cases) != (step.kind == "cases") or any(end not in (step.conclusion, None) for _, end in cases):
            return False
        if not cases and (step.conclusion is None) != (step.kind == "clash"):
            return False
        if cases and step.conclusion is not None and all(end is None for _, end in cases):
            return False
        open_to = [assumed for assumed, _ in cases] if cases else [step.conclusion]
        choices = _disjunctions(body, heads, rule.exclusive, step.kind)
        return any(_decides(choice, premises, open_to) for choice in choices)


def _decides(choice: set[Literal], premises: Sequence[Literal | None], open_to: Sequence[Literal | None]) -> bool:
    """Whether the premises deny all of the disjunction but what is left open."""
    left = {literal for literal in open_to if literal is not None}
    denied = {_opposite(premise) for premise in premises}
    return left <= choice and choice <= left | denied and denied <= choice


def _disjunctions(
    body: Sequence[Literal], heads: Sequence[Literal], exclusive: bool, kind: str
) -> Iterator[set[Literal]]:
    """Yield what a rule says as sets of which one must hold, as far as a kind of step may use it."""
    denied = {one for literal in body if (one := _opposite(literal)) is not None}
    if kind != "exclusion":
        yield denied | set(heads)
    if exclusive and kind in ("exclusion", "clash", "cases"):
        for pair in combinations(heads, 2):
            yield denied | {one for head in pair if (one := _opposite(head)) is not None}


def _left_open(steps: Sequence[Step]) -> set[int]:
    """Return the assumptions that the last step still rests on."""
    rests: dict[int, set[int]] = {}
    for step in steps:
        rests[step.number] = {step.number} if step.kind == "assume" else set()
        for premise in step.premises:
            rests[step.number] |= rests[premise]
        for assumption, result in step.cases:
            rests[step.number] |= rests[result] - {assumption}
    return rests[steps[-1].number]


def _binds(binding: Sequence[tuple[Variable, str]], rule: Rule) -> bool:
    terms = [term for literal in (*rule.body, *rule.heads) for term in literal.terms]
    values = dict(binding)
    filled = all(isinstance(value, str) for value in values.values())
    return filled and len(values) == len(binding) and set(values) == {one for one in terms if isinstance(one, Variable)}


def _filled(literals: Sequence[Literal], binding: Sequence[tuple[Variable, str]]) -> list[Literal]:
    values: dict[Term, str] = dict(binding)
    return [
        Literal(one.predicate, tuple(values.get(term, term) for term in one.terms), one.positive) for one in literals
    ]


def _opposite(literal: Literal | None) -> Literal | None:
    return None if literal is None else Literal(literal.predicate, literal.terms, not literal.positive)


def _absent(rules: Collection[Rule], steps: Sequence[Step]) -> set[Literal]:
    """Return the negative conclusions of steps that hold in a closed world, by running all rules to the end."""
    said = [step.conclusion for step in steps if step.conclusion is not None]
    spoken = [literal for rule in rules for literal in (*rule.body, *rule.heads)] + said
    constants = sorted({term for literal in spoken for term in literal.terms if isinstance(term, str)})
    ground = [pair for rule in rules if len(rule.heads) == 1 for pair in _all_instances(rule, constants)]
    certain: set[Literal] = set()
    possible = _least(ground, certain)
    while True:
        more = _least(ground, possible)
        if more == certain:
            return {literal for literal in said if not literal.positive and _opposite(literal) not in possible}
        certain, possible = more, _least(ground, more)


def _all_instances(rule: Rule, constants: Sequence[str]) -> Iterator[tuple[list[Literal], Literal]]:
    terms = {term for literal in (*rule.body, *rule.heads) for term in literal.terms}
    variables = sorted(term for term in terms if isinstance(term, Variable))
    for values in product(constants, repeat=len(variables)):
        binding = list(zip(variables, values, strict=True))
        yield _filled(rule.body, binding), _filled(rule.heads, binding)[0]


def _least(ground: Sequence[tuple[list[Literal], Literal]], against: set[Literal]) -> set[Literal]:
    """Return what follows if a negative condition holds wherever its opposite is not in `against`."""
    known: set[Literal] = set()
    while True:
        new = {
            head
            for body, head in ground
            if all(one in known or (not one.positive and _opposite(one) not in against) for one in body)
        } - known
        if not new:
            return known
        known |= new
