"""Logic of generated worlds put into English: what fills the slots of a wording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.logic.atoms import Literal, Rule, Variable
from reasoner.training.variation import s_form


@dataclass(frozen=True)
class Lexicon:
    """What the words of a world are: kinds (other qualities are adjectives), animals, and the forms of verbs."""

    kinds: frozenset[str]
    animals: frozenset[str]
    verbs: dict[str, tuple[str, str]]

    def named(self, term: str) -> str:
        """Return how a thing is spoken of.

        >>> Lexicon(frozenset(), frozenset({"cat"}), {}).named("cat")
        'the cat'
        """
        return f"the {term}" if term in self.animals else term

    def predicate(self, literal: Literal, plural: bool = False) -> str:
        """Return what a literal says of its first term: "is not red", "chase the dog".

        >>> Lexicon(frozenset({"wib"}), frozenset(), {}).predicate(Literal("is", (Variable("x"), "wib"), False))
        'is not a wib'
        """
        if literal.predicate == "is":
            quality = str(literal.terms[1])
            be = ("are" if plural else "is") + ("" if literal.positive else " not")
            return f"{be} {self._quality(quality, plural)}"
        third, _ = self.verbs[literal.predicate]
        object_ = self.named(str(literal.terms[1]))
        if literal.positive:
            return f"{literal.predicate if plural else third} {object_}"
        return f"{'do' if plural else 'does'} not {literal.predicate} {object_}"

    def _quality(self, quality: str, plural: bool) -> str:
        if quality not in self.kinds:
            return quality
        return s_form(quality) if plural else with_article(quality)

    def clause(self, literal: Literal) -> str:
        """Return a literal about named things as a clause: "the cat chases Erin"."""
        return f"{self.named(str(literal.terms[0]))} {self.predicate(literal)}"

    def fact_slots(self, literals: Sequence[Literal]) -> dict[str, str]:
        """Return what a wording of one fact, or of the same fact about two things, can be filled with."""
        literal = literals[0]
        if len(literals) == 2:
            first, second = (self.named(str(each.terms[0])) for each in literals)
            return {"first": first, "second": second, "plural": self.predicate(literal, plural=True)}
        subject = self.named(str(literal.terms[0]))
        slots = {"subject": subject, "lower_subject": subject, "third": self.predicate(literal)}
        if literal.predicate != "is" and literal.positive:
            participle = self.verbs[literal.predicate][1]
            slots["passive"] = f"{self.named(str(literal.terms[1]))} is {participle} by {subject}"
        return slots

    def rule_slots(self, rule: Rule) -> dict[str, str]:
        """Return what a wording of a rule over one variable can be filled with."""
        head = rule.heads[0]
        slots = {
            "body3": " and ".join(self.predicate(each) for each in rule.body),
            "body": " and ".join(self.predicate(each, plural=True) for each in rule.body),
            "head3": self.predicate(head),
            "head": self.predicate(head, plural=True),
        }
        if head.positive:
            slots["positive_head"] = slots["head"]
        kinds = [str(each.terms[1]) for each in rule.body if self._is_kind(each)]
        adjectives = [str(each.terms[1]) for each in rule.body if self._is_adjective(each)]
        rest = [each for each in rule.body if not self._is_kind(each)]
        if len(adjectives) == len(rule.body):
            slots["adjectives"] = ", ".join(adjectives)
        if len(kinds) == 1:
            slots |= self._kind_slots(kinds[0], adjectives, rest)
        if len(rule.body) == 1 and (adjectives or kinds) and head.predicate == "is" and head.positive:
            slots["being"] = self._quality(str(rule.body[0].terms[1]), plural=False)
            slots["being_head"] = self._quality(str(head.terms[1]), plural=False)
        return slots

    def _kind_slots(self, kind: str, adjectives: list[str], rest: list[Literal]) -> dict[str, str]:
        if not rest:
            return {"kind": kind, "kinds": s_form(kind), "a_kind": with_article(kind)}
        slots = {
            "kind_that": f"{kind} that {' and '.join(self.predicate(each) for each in rest)}",
            "kinds_that": f"{s_form(kind)} that {' and '.join(self.predicate(each, plural=True) for each in rest)}",
        }
        if len(adjectives) == len(rest):
            slots["described_one"] = f"{', '.join(adjectives)} {kind}"
            slots["described"] = f"{', '.join(adjectives)} {s_form(kind)}"
        return slots

    def exclusion_slots(self, kind: str, other: Literal) -> dict[str, str]:
        """Return what fills "no wib is red"."""
        return {
            "one": kind,
            "ones": s_form(kind),
            "other3": self.predicate(other),
            "other": self.predicate(other, plural=True),
        }

    def _is_kind(self, literal: Literal) -> bool:
        return literal.predicate == "is" and literal.positive and literal.terms[1] in self.kinds

    def _is_adjective(self, literal: Literal) -> bool:
        return literal.predicate == "is" and literal.positive and literal.terms[1] not in self.kinds


def with_article(noun: str) -> str:
    """Return a noun with "a" or "an".

    >>> with_article("otter"), with_article("wib")
    ('an otter', 'a wib')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def capital(text: str) -> str:
    """Return a text with a capital at its start.

    >>> capital("the cat")
    'The cat'
    """
    return text[:1].upper() + text[1:]


def fill(wording: str, slots: dict[str, str]) -> str | None:
    """Return a wording with its slots filled, those with a capital capitalised; None where one cannot be.

    >>> fill("{Kinds} {head}.", {"kinds": "wibs", "head": "are red"})
    'Wibs are red.'
    >>> fill("{kind} {head}.", {"head": "are red"}) is None
    True
    """
    known = slots | {capital(name): capital(value) for name, value in slots.items()}
    try:
        return capital(wording.format(**known))
    except KeyError:
        return None


def is_open(rule: Rule) -> bool:
    """Whether a rule speaks of things in general."""
    return any(isinstance(term, Variable) for each in (*rule.body, *rule.heads) for term in each.terms)
