"""What logic is written in: terms, literals, and clauses that come from sentences.

Conventions that reader, engine and checker share:

- A constant is a string: a name ("Erin"), a thing ("cat"), a kind or substance ("metal"). A variable is a `Variable`.
- To be something is `is(x, what)`, for nouns and adjectives alike: "Erin is a kind woman" is `is(Erin, kind)` and
  `is(Erin, woman)`. A verb is its lemma with its arguments: `chase(cat, dog)`, `fly(wib)`, `live on(penguin, ice)`.
- A kind is its own example: whatever is said of every wib holds of the constant "wib", because the reader adds
  `is(wib, wib)` for a kind that is spoken of. "Wibs are trums" is then the rule `is(x, wib) -> is(x, trum)`.
- Negation is strong: `not is(Erin, kind)` is a literal that must be stated or derived, as any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Variable:
    """Something that a rule leaves open.

    >>> print(Variable("x"))
    ?x
    """

    name: str

    def __str__(self) -> str:
        return f"?{self.name}"


Term = str | Variable
Binding = Mapping[Variable, str]


@dataclass(frozen=True, slots=True)
class Literal:
    """A predicate of some terms, or its denial.

    >>> erin = Literal("is", ("Erin", "kind"))
    >>> print(erin, erin.denied, sep="; ")
    is(Erin, kind); not is(Erin, kind)
    >>> print(Literal("chase", (Variable("x"), "dog")).under({Variable("x"): "cat"}))
    chase(cat, dog)
    """

    predicate: str
    terms: tuple[Term, ...]
    positive: bool = True

    def __str__(self) -> str:
        return f"{'' if self.positive else 'not '}{self.predicate}({', '.join(map(str, self.terms))})"

    @property
    def denied(self) -> Literal:
        """The same with the opposite sign."""
        return Literal(self.predicate, self.terms, not self.positive)

    @property
    def variables(self) -> frozenset[Variable]:
        """The variables that it leaves open."""
        return frozenset(term for term in self.terms if isinstance(term, Variable))

    def under(self, binding: Binding) -> Literal:
        """Return the literal with bound variables replaced."""
        terms = tuple(binding.get(term, term) if isinstance(term, Variable) else term for term in self.terms)
        return Literal(self.predicate, terms, self.positive)


@dataclass(frozen=True, slots=True)
class Rule:
    """If all of `body` hold, so does one of `heads`; without a body it is a fact, with several heads a disjunction.

    `source` is the sentence that it was read from (an index or id of the caller's), `name` the rule's name where it
    has one, `confidence` what a use of it is worth (1 for what is given). With `exclusive`, at most one head holds.

    >>> x = Variable("x")
    >>> print(Rule((Literal("is", (x, "wib")),), (Literal("is", (x, "trum")),)))
    is(?x, wib) -> is(?x, trum)
    >>> print(Rule((), (Literal("is", ("Erin", "kind")),)))
    is(Erin, kind)
    """

    body: tuple[Literal, ...]
    heads: tuple[Literal, ...]
    source: str = ""
    name: str = ""
    confidence: float = 1.0
    exclusive: bool = False

    def __str__(self) -> str:
        heads = (" xor " if self.exclusive else " or ").join(map(str, self.heads)) or "false"
        return f"{' & '.join(map(str, self.body))} -> {heads}" if self.body else heads

    @property
    def is_definite(self) -> bool:
        """Whether it concludes exactly one literal, so that forward chaining is all that it needs."""
        return len(self.heads) == 1
