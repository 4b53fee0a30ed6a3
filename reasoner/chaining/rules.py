"""The rule language: composition rules as data, read with their examples.

A rule has a name, a confidence, a family, premises and a conclusion, and at least one example that it must prove::

    rule causal-chain 0.9 [causal]:
        causes{s}(X, Y) & causes{t}(Y, Z) => causes{s*t}(X, Z)
        #: causes{-}(acid rain, water quality) & causes(water quality, fish) => causes{-}(acid rain, fish)

Capital letters are variables; ``{+}``, ``{-}`` and ``{s*t}`` are directions, which multiply; ``not`` marks what is
denied; ``has|contains`` stands for either relation, and a capital letter before the bracket for any; ``T[X for Y]``
is the term T with the mention of Y in it replaced by X.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoner.chaining.atom import Atom
from reasoner.errors import InputError
from reasoner.resources import data_folder

if TYPE_CHECKING:
    from lark import Lark, Token

#: The kinds of reasoning that the rules fall into, after Table 2 of the OpenBookQA paper.
FAMILIES = ("isa", "property", "definition", "causal", "grounding", "comparison")


class RuleError(InputError):
    """A rule that cannot be read or makes no sense, with file, line and column."""

    def __init__(self, message: str, path: str, line: int, column: int) -> None:
        self.column = column
        super().__init__(message, path=path, line=line, field=f"column {column}")
        self.args = (f"{path}, line {line}, column {column}: {message}",)


@dataclass(frozen=True, slots=True)
class TermPattern:
    """A variable, or a variable in which the mention of `old` is replaced by `new`."""

    variable: str
    new: str | None = None
    old: str | None = None

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that must be bound to build the term."""
        return tuple(name for name in (self.variable, self.new, self.old) if name)

    def __str__(self) -> str:
        return f"{self.variable}[{self.new} for {self.old}]" if self.new else self.variable


@dataclass(frozen=True, slots=True)
class AtomPattern:
    """One premise, or the conclusion, of a rule. `relations` is empty where `relation_variable` stands for any."""

    relations: tuple[str, ...]
    terms: tuple[TermPattern, ...]
    relation_variable: str | None = None
    sign: str = "+"
    negated: bool = False

    def fits(self, atom: Atom) -> bool:
        """Whether relation, polarity, number of terms and a fixed direction agree; the terms are not looked at."""
        return (
            (not self.relations or atom.relation in self.relations)
            and self.negated == atom.negated
            and len(self.terms) == len(atom.terms)
            and (self.sign not in "+-" or atom.sign == (1 if self.sign == "+" else -1))
        )

    def __str__(self) -> str:
        sign = "" if self.sign == "+" else f"{{{self.sign}}}"
        name = self.relation_variable or "|".join(self.relations)
        return f"{'not ' if self.negated else ''}{name}{sign}({', '.join(map(str, self.terms))})"


@dataclass(frozen=True, slots=True)
class Example:
    """Atoms from which a rule derives another."""

    premises: tuple[Atom, ...]
    conclusion: Atom


@dataclass(frozen=True, slots=True)
class Rule:
    """A composition rule."""

    name: str
    confidence: float
    family: str
    premises: tuple[AtomPattern, ...]
    conclusion: AtomPattern
    examples: tuple[Example, ...]
    where: str = ""

    def __str__(self) -> str:
        return f"{' & '.join(map(str, self.premises))} => {self.conclusion}"


def parse_rules(text: str, path: str = "rules") -> tuple[Rule, ...]:
    """Return the rules of a text.

    >>> rule, = parse_rules("rule r 0.9 [isa]: isa(X, Y) & isa(Y, Z) => isa(X, Z) #: isa(a,b) & isa(b,c) => isa(a,c)")
    >>> print(rule.name, rule.confidence, rule)
    r 0.9 isa(X, Y) & isa(Y, Z) => isa(X, Z)
    >>> parse_rules("rule r 0.9 [isa]: isa(X, Y) => isa(X, Z) #: isa(a, b) => isa(a, c)", "my.rules")
    Traceback (most recent call last):
    ...
    reasoner.chaining.rules.RuleError: my.rules, line 1, column 6: rule 'r' concludes on Z, which no premise binds
    """
    rules = []
    seen: dict[str, int] = {}
    for tree in _tree(text, "rules", path, 1, 1).children:
        rule, token = _rule(tree, path)
        if rule.name in seen:
            raise _error(f"rule {rule.name!r} is already defined on line {seen[rule.name]}", path, token)
        seen[rule.name] = token.line or 0
        rules.append(rule)
    return tuple(rules)


@cache
def load_rules(folder: Path | None = None) -> tuple[Rule, ...]:
    """Return the rules of every file in a folder; without one, those that come with the package.

    >>> "isa-chain" in {rule.name for rule in load_rules()}
    True
    """
    rules: dict[str, Rule] = {}
    for path in sorted((folder or data_folder("rules")).glob("*.rules")):
        for rule in parse_rules(path.read_text(encoding="utf-8"), path.name):
            if rule.name in rules:
                raise RuleError(f"rule {rule.name!r} is also in {rules[rule.name].where}", path.name, _line(rule), 1)
            rules[rule.name] = rule
    return tuple(rules.values())


def _line(rule: Rule) -> int:
    return int(rule.where.rpartition(":")[2])


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, start=["rules", "example"], parser="lalr", propagate_positions=True)


def _tree(text: str, start: str, path: str, line: int, column: int) -> Any:
    """Parse, telling where it went wrong in the whole file."""
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput as error:
        row, place = max(error.line, 1), max(error.column, 1)
        if isinstance(error, UnexpectedToken) and error.token.type == "$END":
            row, place = text.count("\n") + 1, len(text.rpartition("\n")[2]) + 1
            found = "the end of the text"
        else:
            found = repr(text.split("\n")[row - 1][place - 1 : place + 11])
        expected = sorted(getattr(error, "expected", None) or getattr(error, "allowed", None) or ())
        names = ", ".join(_NAMES.get(name, name.lower()) for name in expected)
        message = f"{found} was not expected here; what may follow: {names}"
        raise RuleError(message, path, line + row - 1, place + (column - 1 if row == 1 else 0)) from None


_NAMES = {
    "LPAR": "'('", "RPAR": "')'", "LBRACE": "'{'", "RBRACE": "'}'", "LSQB": "'['", "RSQB": "']'", "COMMA": "','",
    "COLON": "':'", "AMPERSAND": "'&'", "__ANON_0": "'=>'", "EXAMPLE": "an example (#: ...)", "NAME": "a name",
    "NUMBER": "a confidence from 0.0 to 1", "SIGN": "a sign", "VARIABLE": "a variable (capital letter)", "VBAR": "'|'",
    "NOT": "'not'", "RULE": "'rule'", "WORDS": "a term", "$END": "the end", "FOR": "'for'", "__ANON_1": "'#:'",
}  # fmt: skip


def _rule(tree: Any, path: str) -> tuple[Rule, Token]:
    name, number, family, *rest = tree.children
    patterns = [_pattern(part) for part in rest if hasattr(part, "data")]
    examples = tuple(_example(token, path) for token in rest if not hasattr(token, "data"))
    if str(family) not in FAMILIES:
        raise _error(f"unknown family {str(family)!r}: choose one of {', '.join(FAMILIES)}", path, family)
    *premises, conclusion = patterns
    where = f"{path}:{name.line}"
    rule = Rule(str(name), float(str(number)), str(family), tuple(premises), conclusion, examples, where)
    _check(rule, path, name)
    return rule, name


def _check(rule: Rule, path: str, token: Token) -> None:
    bound = {name for premise in rule.premises for term in premise.terms for name in term.variables}
    signs = {letter for premise in rule.premises for letter in _letters(premise.sign)}
    relations = {premise.relation_variable for premise in rule.premises}
    head = rule.conclusion
    if any(term.new for premise in rule.premises for term in premise.terms):
        raise _error(f"rule {rule.name!r} replaces in a premise: only a conclusion may", path, token)
    unbound = [name for term in head.terms for name in term.variables if name not in bound]
    unbound += [letter for letter in _letters(head.sign) if letter not in signs]
    unbound += [head.relation_variable] if head.relation_variable and head.relation_variable not in relations else []
    if unbound:
        raise _error(f"rule {rule.name!r} concludes on {', '.join(unbound)}, which no premise binds", path, token)
    if len(head.relations) > 1:
        raise _error(f"rule {rule.name!r} concludes on several relations: write one rule for each", path, token)
    if head in rule.premises:
        raise _error(f"rule {rule.name!r} concludes one of its own premises", path, token)


def _letters(sign: str) -> list[str]:
    return [letter for letter in sign if letter.isalpha()]


def _pattern(tree: Any) -> AtomPattern:
    negation, relation, sign, *terms = tree.children
    names = tuple(str(name) for name in relation.children)
    variable = relation.data == "relation_variable"
    return AtomPattern(
        relations=() if variable else names,
        terms=tuple(TermPattern(*map(str, term.children)) for term in terms),
        relation_variable=names[0] if variable else None,
        sign=str(sign.children[0]) if sign else "+",
        negated=negation is not None,
    )


def _example(token: Any, path: str) -> Example:
    atoms = [_ground(part) for part in _tree(str(token), "example", path, token.line, token.column).children]
    return Example(tuple(atoms[:-1]), atoms[-1])


def _ground(tree: Any) -> Atom:
    negation, name, sign, *words = tree.children
    minus = sign is not None and str(sign.children[0]) == "-"
    return Atom(str(name), tuple(str(word).strip() for word in words), -1 if minus else 1, negation is not None)


def _error(message: str, path: str, token: Any) -> RuleError:
    return RuleError(message, path, token.line, token.column)


def signs(pattern: AtomPattern, sign: int, known: dict[str, int]) -> dict[str, int] | None:
    """Return the sign variables after a premise met an atom of that sign, or None where they clash."""
    letters = _letters(pattern.sign)
    if not letters:
        return known
    value = sign * (-1 if pattern.sign.startswith("-") else 1)
    if known.get(letters[0], value) != value:
        return None
    return {**known, letters[0]: value}


def sign_of(pattern: AtomPattern, known: dict[str, int]) -> int:
    """Return the sign that a conclusion has under the sign variables: they multiply.

    >>> rule, = parse_rules("rule r 1 [causal]: causes{s}(X,Y) & causes{t}(Y,Z) => causes{s*t}(X,Z) "
    ...     "#: causes(a,b) & causes(b,c) => causes(a,c)")
    >>> sign_of(rule.conclusion, {"s": -1, "t": 1})
    -1
    """
    product = -1 if pattern.sign.startswith("-") else 1
    for letter in _letters(pattern.sign):
        product *= known[letter]
    return product


def families(rules: tuple[Rule, ...]) -> Iterator[tuple[str, list[Rule]]]:
    """Yield each family with its rules, in the order of `FAMILIES`."""
    for family in FAMILIES:
        yield family, [rule for rule in rules if rule.family == family]
