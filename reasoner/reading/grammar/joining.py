"""Coordination, for whatever may be coordinated: lists, and, or, either-or, both, neither-nor, but not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from reasoner.reading.grammar.chart import Chart, Parse, grammar_rule
from reasoner.reading.grammar.syntax import Join, Joint, Noun, Nouns

Maker = Callable[[Joint, tuple[Any, ...]], Any]
_JOINTS = {"and": "and", "or": "or", "but": "and", "nor": "nor", ";": "and", "&": "and", "and/or": "or"}
_OPENINGS = frozenset({"either", "neither", "both"})
_LONGEST = 8  # members of one list


def coordinated(name: str, item: str, make: Maker = Join, price_of_joint: float = 0.2) -> None:
    """Enter a rule `name` for one `item` or several joined ones."""
    chain = f"{name}, joined"

    @grammar_rule(chain)
    def joined(chart: Chart, i: int) -> Iterator[Parse]:
        nested = chart.parses(name, i) if chart.low(i) in _OPENINGS else []
        for j, price, value in [*nested, *chart.parses(item, i)]:
            yield j, price, ((value,), ())
            for k, joint in _joints(chart, j):
                for end, more, (values, joints) in chart.parses(chain, k):
                    odd = (
                        0.6 if make is Nouns and joint == ",and" and joints else 0.0
                    )  # "the fox, and the owl and the cat"
                    if make is Nouns and _unlike(value, values[0]):
                        odd += 0.6  # "a man who eats rice or a man who bakes": two men, no meal
                    if len(values) < _LONGEST:
                        cost = price + more + price_of_joint + odd + 0.02 * (j - i)
                        yield end, cost, ((value, *values), (joint, *joints))

    @grammar_rule(name)
    def rule(chart: Chart, i: int) -> Iterator[Parse]:
        if chart.low(i) in _OPENINGS:
            for j, price, (values, joints) in chart.parses(chain, i + 1):
                grouped = _group(values, joints, chart.low(i), make)
                if grouped is not None:
                    yield j, price, grouped
            yield from chart.parses(item, i)
            if chart.low(i) == "both":  # "they are both teachers"
                yield from ((j, price + 0.5, value) for j, price, value in chart.parses(item, i + 1))
            return
        for j, price, (values, joints) in chart.parses(chain, i):
            grouped = _group(values, joints, "", make)
            if grouped is not None:
                yield j, price, grouped
            if (end := _not_both(chart, j)) and (apart := _group(values, joints, "either", make)) is not None:
                yield end, price, apart


def _unlike(one: Any, other: Any) -> bool:
    """Whether a noun without an article stands before one with "a": they are seldom members of one list."""
    nouns = isinstance(one, Noun) and isinstance(other, Noun)
    return nouns and other.quantifier == "a" and one.quantifier in {"bare", "the"}


def _joints(chart: Chart, i: int) -> Iterator[tuple[int, str]]:
    """Yield how one member may be followed by the next: where that starts, and the word between."""
    comma = chart.low(i) == ","
    if comma:
        yield i + 1, ","
    word = chart.low(i + comma)
    if word in _JOINTS:
        j = i + comma + 1
        yield j, ("," if comma else "") + _JOINTS[word]
        if chart.low(j) in {"either", "then"}:
            yield j + 1, ("," if comma else "") + _JOINTS[word]


def _not_both(chart: Chart, i: int) -> int | None:
    """Return where ", but not both" ends; None where it does not stand."""
    j = i + (chart.low(i) == ",")
    said = [chart.low(k) for k in range(j, j + 3)]
    return j + 3 if said[:2] in (["but", "not"], ["and", "not"]) and said[2] == "both" else None


def _group(values: tuple[Any, ...], joints: tuple[str, ...], opening: str, make: Maker) -> Any:
    """Group a list by its joints: "and" binds closer than "or", and either than a joint behind a comma."""
    if not joints:
        return None if opening else values[0]
    plain = _spread(joints)
    if plain is None:
        return None
    kinds = {joint.lstrip(",") for joint in plain}
    if opening == "neither":
        return make("nor", values) if kinds <= {"nor", "or"} else None
    if "nor" in kinds:
        return make("nor", values) if kinds == {"nor"} and opening == "" and len(values) > 9 else None
    if opening == "both" and kinds != {"and"}:
        return None
    whole = _tree(values, plain, make)
    if opening == "either":
        return _exclusive(values, plain, make)
    return whole


def _spread(joints: tuple[str, ...]) -> list[str] | None:
    """Give the bare commas of a list the joint that ends it; None for a list that no word joins."""
    plain: list[str] = []
    following = ""
    for joint in reversed(joints):
        following = joint if joint != "," else following.lstrip(",")
        if not following:
            return None
        plain.insert(0, following)
    return plain


def _tree(values: tuple[Any, ...], joints: list[str], make: Maker) -> Any:
    kinds = {joint.lstrip(",") for joint in joints}
    if len(kinds) == 1:
        return make("and" if kinds == {"and"} else "or", values)
    loose = {joint[1:] for joint in joints if joint.startswith(",")}
    close = {joint for joint in joints if not joint.startswith(",")}
    word = next(iter(loose)) if len(loose) == 1 and not loose & close else "or"
    parts = [_tree(some, inner, make) if inner else some[0] for some, inner in _split(values, joints, word)]
    return make("and" if word == "and" else "or", tuple(parts))


def _exclusive(values: tuple[Any, ...], joints: list[str], make: Maker) -> Any:
    if not any(joint.endswith("or") for joint in joints):
        return None
    parts = [_tree(some, inner, make) if inner else some[0] for some, inner in _split(values, joints, "or")]
    return make("xor", tuple(parts))


def _split(values: tuple[Any, ...], joints: list[str], word: str) -> list[tuple[tuple[Any, ...], list[str]]]:
    """Cut a list at every joint with that word."""
    groups: list[tuple[tuple[Any, ...], list[str]]] = []
    start = 0
    for k, joint in enumerate([*joints, word]):
        if joint.lstrip(",") == word:
            groups.append((values[start : k + 1], joints[start:k]))
            start = k + 1
    return groups
