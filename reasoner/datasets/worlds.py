"""Small worlds by the thousand: facts and rules, questions about them with key and proof, in many wordings.

A world is logic first. Sentences are made from it by wordings that are chosen at random (worlds.toml), so what is asked
of a reader is known exactly, and no one can have memorised it.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from reasoner.datasets.phrasing import Lexicon, capital, fill, is_open
from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.logic.engine import Theory
from reasoner.logic.proof import Proof
from reasoner.question import Choice, Question, letter_label

_X = Variable("x")
_ANSWERS = {"proved": "A", "refuted": "B", "unknown": "C"}


@dataclass(frozen=True)
class Sentence:
    """A sentence of a world, the rules that it says, and the wording that it was made with."""

    text: str
    rules: tuple[Rule, ...]
    wording: str


@dataclass(frozen=True)
class WorldQuestion:
    """A question about a world: what is asked, the logic behind it, and the proof of the right answer.

    `statuses` says of each claim whether it is proved, refuted or unknown; `proof` is None where the key is "unknown".
    """

    question: Question
    sentences: tuple[Sentence, ...]
    claims: tuple[Literal, ...]
    statuses: tuple[str, ...]
    proof: Proof | None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All facts and rules of the world."""
        return tuple(rule for sentence in self.sentences for rule in sentence.rules)

    def as_dict(self) -> dict[str, Any]:
        """Return the question as a record, with its logic, wordings and proof."""
        record = self.question.as_dict()
        record["logic"] = [str(rule) for rule in self.rules]
        record["wordings"] = [sentence.wording for sentence in self.sentences]
        if self.proof is not None:
            lines, legend = self.proof.in_lines()
            record["proof"] = {"depth": self.proof.depth, "lines": lines, "sentences": legend}
        return record


@cache
def catalogue() -> dict[str, Any]:
    """Return words and wordings."""
    return tomllib.loads((Path(__file__).parent / "worlds.toml").read_text(encoding="utf-8"))


def worlds(count: int, seed: int = 0) -> Iterator[WorldQuestion]:
    """Yield questions about as many worlds, the same for the same seed.

    Parameters
    ----------
    count
        How many.
    seed
        Which ones; worlds of different seeds share words and wordings, nothing else.

    Examples
    --------
    >>> first = next(worlds(1, seed=4))
    >>> first.question.answer_key in first.question.labels
    True
    >>> first == next(worlds(1, seed=4))
    True
    """
    for number in range(count):
        rng = random.Random(f"{seed}-{number}")
        made = None
        while made is None:
            made = Maker(rng).question(f"world-{seed}-{number}", ("proved", "refuted", "unknown", "which")[number % 4])
        yield made


class Maker:
    """Makes one world and a question about it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        words = {name: value.split() for name, value in catalogue()["words"].items() if name != "verbs"}
        verbs = [entry.split() for entry in catalogue()["words"]["verbs"].split(";")]
        self.verbs = {base: (third, participle) for base, third, participle in rng.sample(verbs, 2)}
        animals = rng.random() < 0.4
        self.things = rng.sample(words["animals" if animals else "names"], rng.randint(2, 4))
        self.adjectives = rng.sample(words["adjectives"], 6)
        self.kinds = self._made_up(words["syllables"]) if rng.random() < 0.6 else rng.sample(words["kinds"], 4)
        self.lexicon = Lexicon(frozenset(self.kinds), frozenset(words["animals"]), self.verbs)

    def _made_up(self, syllables: list[str]) -> list[str]:
        return ["".join(self.rng.sample(syllables, 2)) for _ in range(4)]

    # -- logic ------------------------------------------------------------------------------------------------------

    def _quality(self, term: str | Variable, verbs: bool = True) -> Literal:
        if verbs and self.rng.random() < 0.25:
            return Literal(self.rng.choice(sorted(self.verbs)), (term, self.rng.choice(self.things)))
        return Literal("is", (term, self.rng.choice(self.adjectives + self.kinds)))

    def _signed(self, literal: Literal, chance: float) -> Literal:
        return literal.denied if self.rng.random() < chance else literal

    def _chain(self) -> list[Rule]:
        """A fact, and rules that lead from it to something further away."""
        thing = self.rng.choice(self.things)
        now = self._quality(thing)
        rules = [Rule((), (now,))]
        for _ in range(self.rng.randint(0, 4)):
            body = [now]
            if self.rng.random() < 0.4:
                body.append(self._signed(self._quality(thing), 0.2))
                rules.append(Rule((), (body[1],)))
            now = self._signed(self._quality(thing), 0.25)
            general = self.rng.random() < 0.85
            rules.append(_general(Rule(tuple(body), (now,)), thing) if general else Rule(tuple(body), (now,)))
        return rules

    def _distractor(self) -> Rule:
        if self.rng.random() < 0.5:
            return Rule((), (self._signed(self._quality(self.rng.choice(self.things)), 0.2),))
        body = [self._signed(self._quality(_X), 0.15) for _ in range(self.rng.randint(1, 2))]
        return Rule(tuple(dict.fromkeys(body)), (self._signed(self._quality(_X), 0.25),))

    def _logic(self) -> list[tuple[Rule, ...]]:
        rules = [*self._chain(), *self._chain(), *(self._distractor() for _ in range(self.rng.randint(2, 6)))]
        groups: list[tuple[Rule, ...]] = [(rule,) for rule in dict.fromkeys(rules) if not _idle(rule)]
        if self.rng.random() < 0.5:
            kind, other = self.rng.choice(self.kinds), self._quality(_X, verbs=False)
            one = Literal("is", (_X, kind))
            if one != other:
                groups.append((Rule((one,), (other.denied,)), Rule((other,), (one.denied,))))
        self.rng.shuffle(groups)
        return groups

    # -- English ----------------------------------------------------------------------------------------------------

    def _sentence(self, rules: tuple[Rule, ...]) -> Sentence:
        rule = rules[0]
        if len(rules) == 2 and rule.body:
            other = rule.heads[0].denied
            return self._worded("exclusions", self.lexicon.exclusion_slots(str(rule.body[0].terms[1]), other), rules)
        if not rule.body:
            return self._worded("facts", self.lexicon.fact_slots([each.heads[0] for each in rules]), rules)
        if is_open(rule):
            return self._worded("rules", self.lexicon.rule_slots(rule), rules)
        condition = " and ".join(self.lexicon.clause(each) for each in rule.body)
        return self._worded("ground", {"condition": condition, "conclusion": self.lexicon.clause(rule.heads[0])}, rules)

    def _worded(self, kind: str, slots: dict[str, str], rules: tuple[Rule, ...]) -> Sentence:
        fitting = [(name, text) for name, entry in catalogue()[kind].items() if (text := fill(entry, slots))]
        name, text = self.rng.choice(fitting)
        named = tuple(Rule(rule.body, rule.heads, source=text) for rule in rules)
        return Sentence(text, named, f"{kind}.{name}")

    def sentences(self) -> tuple[Sentence, ...]:
        """Every rule in a sentence of its own, but now and then two facts that say the same of two things in one."""
        groups = self._logic()
        for one in range(len(groups)):
            for other in range(len(groups) - 1, one, -1):
                if self.rng.random() < 0.5 and _same_of_two(groups[one], groups[other]):
                    groups[one] = (*groups[one], *groups.pop(other))
        return tuple(self._sentence(group) for group in groups)

    # -- questions --------------------------------------------------------------------------------------------------

    def question(self, name: str, wanted: str) -> WorldQuestion | None:
        """Return a question with the answer that is wanted, or None where this world has none."""
        sentences = self.sentences()
        theory = Theory(rule for sentence in sentences for rule in sentence.rules)
        if len({sentence.text for sentence in sentences}) < len(sentences) or theory.contradictions():
            return None
        claims = self.claims()
        by_status: dict[str, list[Literal]] = {"proved": [], "refuted": [], "unknown": []}
        for claim in claims:
            by_status[theory.ask(claim).status].append(claim)
        if wanted == "which":
            return self._which(name, sentences, theory, by_status)
        return self._judge(name, sentences, theory, by_status[wanted])

    def claims(self) -> list[Literal]:
        """Return everything that can be said of the things of this world, some of it denied, in any order."""
        found = [Literal("is", (thing, quality)) for thing in self.things for quality in self.adjectives + self.kinds]
        found += [
            Literal(verb, (one, two)) for verb in sorted(self.verbs) for one in self.things for two in self.things
        ]
        self.rng.shuffle(found)
        return [self._signed(literal, 0.3) for literal in found]

    def _deepest(self, theory: Theory, claims: list[Literal]) -> Literal:
        """Mostly the claim whose proof is longest, for questions of several hops."""
        some = claims[: self.rng.randint(1, 8)]
        return max(some, key=lambda claim: _depth(theory, claim))

    def _judge(
        self, name: str, sentences: tuple[Sentence, ...], theory: Theory, claims: list[Literal]
    ) -> WorldQuestion | None:
        if not claims:
            return None
        claim = self._deepest(theory, claims)
        verdict = theory.ask(claim)
        said = self.lexicon.clause(claim)
        stem = self.rng.choice(catalogue()["questions"]["judge"]).format(claim=capital(said), lower_claim=said)
        choices = (Choice("A", "True"), Choice("B", "False"), Choice("C", "Unknown"))
        asked = Question(name, stem, choices, _ANSWERS[verdict.status], tuple(each.text for each in sentences))
        return WorldQuestion(asked, sentences, (claim,), (verdict.status,), verdict.proof or verdict.denial)

    def _which(
        self, name: str, sentences: tuple[Sentence, ...], theory: Theory, by_status: dict[str, list[Literal]]
    ) -> WorldQuestion | None:
        others = by_status["unknown"][:2] + by_status["refuted"][:2]
        if not by_status["proved"] or len(others) < 2:
            return None
        right = self._deepest(theory, by_status["proved"])
        claims = [right, *others[:3]]
        self.rng.shuffle(claims)
        choices = tuple(
            Choice(letter_label(n), f"{capital(self.lexicon.clause(claim))}.") for n, claim in enumerate(claims)
        )
        stem = self.rng.choice(catalogue()["questions"]["which"])
        key = letter_label(claims.index(right))
        asked = Question(name, stem, choices, key, tuple(each.text for each in sentences))
        statuses = tuple(theory.ask(claim).status for claim in claims)
        return WorldQuestion(asked, sentences, tuple(claims), statuses, theory.ask(right).proof)


def _general(rule: Rule, thing: str) -> Rule:
    """The rule said of anything instead of one thing; what it is done to stays named."""

    def opened(literal: Literal) -> Literal:
        return Literal(literal.predicate, (_X, *literal.terms[1:]), literal.positive)

    return Rule(tuple(map(opened, rule.body)), tuple(map(opened, rule.heads)))


def _idle(rule: Rule) -> bool:
    """Whether a rule says nothing, or the same thing twice."""
    atoms = [each if each.positive else each.denied for each in (*rule.body, *rule.heads)]
    return len(set(atoms)) < len(atoms)


def _same_of_two(one: tuple[Rule, ...], other: tuple[Rule, ...]) -> bool:
    if len(one) != 1 or len(other) != 1 or one[0].body or other[0].body:
        return False
    first, second = one[0].heads[0], other[0].heads[0]
    same = (first.predicate, first.terms[1:], first.positive) == (second.predicate, second.terms[1:], second.positive)
    return same and first.terms[0] != second.terms[0]


def _depth(theory: Theory, claim: Literal) -> int:
    verdict = theory.ask(claim)
    proof = verdict.proof or verdict.denial
    return proof.depth if proof else 0


def by_wording(results: Iterable[tuple[WorldQuestion, bool]]) -> dict[str, tuple[int, int]]:
    """Return for each wording in how many worlds it occurs, and in how many of these the answer was right."""
    counts: dict[str, tuple[int, int]] = {}
    for world, right in results:
        for wording in dict.fromkeys(sentence.wording for sentence in world.sentences):
            total, good = counts.get(wording, (0, 0))
            counts[wording] = total + 1, good + right
    return dict(sorted(counts.items()))
