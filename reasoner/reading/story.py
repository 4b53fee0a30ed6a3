"""A question as a theory and goals: what its facts say, what each choice claims, and whether that follows.

>>> from reasoner.question import Choice, Question
>>> question = Question(
...     "1", "Is the following statement true or false? Max can fly.", (Choice("A", "True"), Choice("B", "False")),
...     facts=("All wibs are trums.", "No trum can fly.", "Max is a wib."))
>>> story = verdicts(question)
>>> story.selected, [each.status for each in story.choices]
('B', ['refuted', 'proved'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from reasoner.language import english
from reasoner.language.terms import lemma, tokenize
from reasoner.logic.atoms import Rule
from reasoner.logic.engine import Limits, Theory
from reasoner.question import Question
from reasoner.reading.bridges import bridges, generic, opposites, short_names
from reasoner.reading.change.moved import Following, moved
from reasoner.reading.claims import Outcome, ask
from reasoner.reading.frames import read_together
from reasoner.reading.joint.properties import ask_ways, is_plain, joint_theory, needs_cases
from reasoner.reading.meaning.background import background
from reasoner.reading.meaning.formula import Formula, If, Unreadable, rules_of
from reasoner.reading.near.matching import are_forms
from reasoner.reading.near.scope import said
from reasoner.reading.read import Reading
from reasoner.reading.statements import claims_of, glued, sentences_of, statement_of
from reasoner.reading.theory import (
    changed,
    changed_formula,
    implied,
    literals_of,
    one_name_each,
    renamed,
    renamed_formula,
    same_things,
    taken_for_granted,
    with_whole_objects,
)
from reasoner.reading.verdict import ChoiceVerdict, Verdicts, judged_choices

#: More sentences, with those of the choices, run forwards only: contraposition and cases look at each again and again.
MANY = 100
CUT = "the search for a proof was cut at its limit of steps"
FORWARDS = f"more than {MANY} sentences: rules were run forwards only, without cases or contraposition"
#: Where contraposition and cases are tried although no sentence asks for them, the search is brief.
BRIEF = Limits(steps=5_000, splits=20, looks=50_000)


def verdicts(
    question: Question,
    classical: bool | None = None,
    limits: Limits | None = None,
    behind: Sequence[Rule] = (),
) -> Verdicts:
    """Return what becomes of each choice of a question, from the facts that it brings.

    Parameters
    ----------
    question
        Its `facts`, and the sentences of its stem before the last, are the theory.
    classical
        Whether to draw every conclusion of classical logic; None decides it by what the sentences say.
    limits
        Where a search ends.
    behind
        Rules that decide where what the question brings does not: how facts compose, and what is known.
    """
    judged = judged_choices(question)
    if judged:
        before, statement = statement_of(question.stem)
        claims = [statement]
    else:
        before, asked = sentences_of(question.stem)
        claims = claims_of(asked, [choice.text for choice in question.choices], before)
    facts = [*glued(question.facts), *before]
    answers = [choice.text for choice in question.choices]
    if moving := moved(claims[0] if judged else asked, answers, facts, bool(judged), "unknown" in judged.values()):
        return _by_changes(question, judged, claims, moving)
    readings = read_together(facts, claims)
    return _Case(question, judged, readings[: len(facts)], readings[len(facts) :], limits, behind).decide(classical)


def _by_changes(
    question: Question, judged: Mapping[str, str], claims: Sequence[str], moving: Sequence[Following]
) -> Verdicts:
    """Return what becomes of the choices where one change brings another."""
    readings = [Reading(claim, (), "fact") for claim in claims]
    case = _Case(question, dict(judged), (), readings, None, ())
    outcomes = [each.outcome for each in moving]
    choices = case.judgement(outcomes[0]) if judged else case.answers(outcomes)
    return Verdicts(choices, (), (), False, case.selected(choices))


@dataclass(slots=True)
class _Case:
    question: Question
    judged: dict[str, str]
    facts: Sequence[Reading]
    claims: Sequence[Reading]
    limits: Limits | None
    behind: Sequence[Rule]

    def decide(self, classical: bool | None) -> Verdicts:
        """Return what becomes of the choices.

        A long plain text of rules is a program, and where "unknown" is offered it runs the way it was said. Who says a
        few things, or says them in full sentences, means their contrapositions too: where the gate is locked, the lamp
        is red; it is not red, so the gate is not locked.
        """
        rules, claims = theory_of(self.facts, self.claims)
        plain = is_plain([*self.facts, *self.claims])
        forwards = plain and "unknown" in self.judged.values()
        if not forwards:
            rules = [*rules, *opposites(literals_of([*rules, *_asked(claims)]))]
        theory = Theory(rules)
        many = len(self.facts) + len(self.claims) > MANY and classical is None
        cases = needs_cases(self.facts, self.claims) if classical is None else classical
        wanted = cases and not many
        outcomes = self.outcomes(theory, claims, wanted)
        if self.behind and not wanted:
            rules = [*rules, *self.behind]
            more = self.outcomes(Theory(self.behind, base=theory), claims, wanted)
            outcomes = [one if _decided(one) else other for one, other in zip(outcomes, more, strict=True)]
        if self.behind and _undecided(outcomes) and not plain:
            joint = self.joint()
            if not _undecided(joint[1]):
                choices = self.judgement(joint[1][0]) if self.judged else self.answers(joint[1])
                notes = self.notes(joint[1], many)
                return Verdicts(choices, tuple(self.facts), joint[0], False, self.selected(choices), True, notes)
        if classical is None and not (wanted or many) and _undecided(outcomes) and not forwards:
            wanted = True
            self.limits = self.limits or BRIEF
            outcomes = self.outcomes(theory, claims, wanted)
        granted = self.granted(rules, claims) if _undecided(outcomes) and classical is None and not many else []
        if granted:
            rules = [*rules, *granted]
            theory = Theory(rules)
            outcomes = self.outcomes(theory, claims, classical=False)
            wanted = _undecided(outcomes)
            outcomes = self.outcomes(theory, claims, wanted) if wanted else outcomes
        notes = self.notes(outcomes, many and (cases or not forwards) and not all(map(_decided, outcomes)))
        choices = self.judgement(outcomes[0]) if self.judged else self.answers(self.kept(outcomes))
        return Verdicts(choices, tuple(self.facts), tuple(rules), wanted, self.selected(choices), notes=notes)

    def joint(self) -> tuple[tuple[Rule, ...], list[Outcome | None]]:
        """Return what both readings of the sentences make together, and what becomes of the claims by it."""
        rules, ways = joint_theory(self.facts, self.claims)
        theory = Theory(self.behind, base=Theory(rules))
        return (*rules, *self.behind), self.kept([ask_ways(theory, each) for each in ways])

    def notes(self, outcomes: Sequence[Outcome | None], forwards: bool) -> tuple[str, ...]:
        said = {CUT: any(outcome and outcome.cut for outcome in outcomes), FORWARDS: forwards}
        return tuple(note for note, holds in said.items() if holds)

    def kept(self, outcomes: Sequence[Outcome | None]) -> list[Outcome | None]:
        """Return the outcomes that rest on sentences which speak of what each claim is about, as it does."""
        each = zip(outcomes, self.told(), self.claims, strict=True)
        return [
            one if one is None or (is_spoken_of(words, one) and _is_meant(claim.sentence, one)) else None
            for one, words, claim in each
        ]

    def told(self) -> list[frozenset[str]]:
        """Return the words that facts must have for each claim to follow: the choice's own, or all of a statement.

        What a rule of rules/ speaks of may be said in other words, and is not among them.
        """
        otherwise = {*english.words("joining_nothing"), *(word for rule in self.behind for word in _worded(rule))}
        if self.judged:
            return [frozenset(said(claim.sentence)).difference(otherwise) for claim in self.claims]
        known = {*otherwise, *said(self.question.stem)}
        return [frozenset(said(choice.text)).difference(known) for choice in self.question.choices]

    def granted(self, rules: Sequence[Rule], claims: Sequence[Formula | None]) -> list[Rule]:
        """Return what kinds things are taken to be of; what is asked, and nothing else, is not granted."""
        kinds = [(kind, reading.kind == "alternatives") for reading in self.facts for kind in reading.kinds]
        asked = [rule if rule.heads[0] in claims else Rule(rule.heads, rule.heads) for rule in _asked(claims)]
        return taken_for_granted(kinds, [*rules, *asked]) if kinds else []

    def outcomes(self, theory: Theory, claims: Sequence[Formula | None], classical: bool) -> list[Outcome | None]:
        return [None if claim is None else self.outcome(theory, claim, classical) for claim in claims]

    def outcome(self, theory: Theory, claim: Formula, classical: bool) -> Outcome | None:
        """Return what becomes of a claim; what holds anyway is no answer to what happens if something does."""
        if isinstance(claim, If) and not self.judged:
            anyway = ask(theory, claim.consequence, classical, self.limits)
            if anyway.status == "proved":
                return None
        return ask(theory, claim, classical, self.limits)

    def answers(self, outcomes: Sequence[Outcome | None]) -> tuple[ChoiceVerdict, ...]:
        return tuple(
            ChoiceVerdict(label, claim, outcome.status if outcome else "unknown", outcome)
            for label, claim, outcome in zip(self.question.labels, self.claims, outcomes, strict=True)
        )

    def judgement(self, outcome: Outcome | None) -> tuple[ChoiceVerdict, ...]:
        """Turn what became of the statement into what becomes of "true", "false" and "unknown"."""
        status = outcome.status if outcome else "unknown"
        right = {"proved": "true", "refuted": "false"}.get(status)
        return tuple(
            ChoiceVerdict(
                label,
                self.claims[0],
                "unknown" if right is None else "proved" if value == right else "refuted",
                outcome,
            )
            for label, value in self.judged.items()
        )

    def selected(self, choices: Sequence[ChoiceVerdict]) -> str | None:
        """The only choice that is proved, or the only one that nothing refutes; "unknown" where nothing is."""
        proved = [choice.label for choice in choices if choice.status == "proved"]
        if len(proved) == 1:
            return proved[0]
        if self.judged:
            return next((label for label, value in self.judged.items() if value == "unknown"), None)
        left = [choice.label for choice in choices if choice.status != "refuted"]
        return left[0] if len(left) == 1 else None


def is_spoken_of(words: Iterable[str], outcome: Outcome) -> bool:
    """Say whether the sentences that a proof rests on have every one of some words, or another form of it.

    A reading may let go of a part of a claim ("where I skate"), and the second reading of most of it. What is let go of
    must not be what sets the claim apart: nothing follows about cardboard where nobody speaks of cardboard. Nor is an
    answer that merely repeats the question, "the cause of the fire was the fire", told by anybody.
    """
    if outcome.proof is None:
        return True
    sources = _sources(outcome)
    known = {word for source in sources for word in said(source)}
    return bool(sources) and all(word in known or any(are_forms(word, other) for other in known) for word in words)


def _is_meant(claim: str, outcome: Outcome) -> bool:
    """Say whether a proof speaks of what ought to be where the claim does, and of a bygone time only where it does."""
    asked, told = ({word for text in texts for word in tokenize(text)} for texts in ([claim], _sources(outcome)))
    ought, bygone = english.listed("statements", "ought"), english.listed("statements", "bygone")
    merely = "must" in asked - told and len(_sources(outcome)) == 1  # what is done, or was, need not be
    meant = not merely and (ought.isdisjoint(asked) or not ought.isdisjoint(told))
    return meant and (bygone.isdisjoint(told) or not bygone.isdisjoint(asked))


def _sources(outcome: Outcome) -> set[str]:
    steps = outcome.proof.steps if outcome.proof else ()
    return {step.rule.source for step in steps if step.rule is not None and step.rule.source}


def _worded(rule: Rule) -> Iterator[str]:
    return (lemma(word) for literal in (*rule.body, *rule.heads) for word in literal.predicate.split())


def _decided(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.status != "unknown"


def _undecided(outcomes: Sequence[Outcome | None]) -> bool:
    return not any(map(_decided, outcomes))


def theory_of(facts: Sequence[Reading], claims: Sequence[Reading]) -> tuple[list[Rule], list[Formula | None]]:
    """Return the rules that facts make together, with all that their words imply, and the claims in the same names."""
    said = [rule for reading in facts for rule in reading.rules]
    formulas = [reading.formula for reading in claims]
    subjects = [each.terms[0] for each in literals_of([*said, *_asked(formulas)]) if each.terms]
    whole = partial(with_whole_objects, things={term for term in subjects if isinstance(term, str) and " " in term})
    said = [changed(rule, whole) for rule in said]
    formulas = [None if formula is None else changed_formula(formula, whole) for formula in formulas]
    asked = _asked(formulas)
    names = one_name_each([*said, *asked])
    names |= same_things(said, asked)
    spoken = [
        names.get(term, term) for each in literals_of([*said, *asked]) for term in each.terms if isinstance(term, str)
    ]
    short = short_names(spoken)
    names = {name: short.get(meant, meant) for name, meant in ({one: one for one in short} | names).items()}
    said, asked = [renamed(rule, names) for rule in said], [renamed(rule, names) for rule in asked]
    said = generic(said)
    both = [*said, *asked]
    rules = list(dict.fromkeys([*said, *background(both), *implied(both), *bridges(list(literals_of(both)))]))
    return rules, [None if formula is None else renamed_formula(formula, names) for formula in formulas]


def _asked(claims: Iterable[Formula | None]) -> list[Rule]:
    return [rule for claim in claims if claim is not None for rule in _rules_or_none(claim)]


def _rules_or_none(formula: Formula) -> list[Rule]:
    try:
        return rules_of(formula)
    except Unreadable:
        return []
