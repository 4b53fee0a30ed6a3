"""Generated worlds: the engine against enumeration, and reader with engine from English, by wording.

python eval/benchmarks/worlds.py --count 5000 --read 1000
"""

from __future__ import annotations

import argparse
import time
from itertools import product

from reasoner.datasets.worlds import WorldQuestion, by_wording, worlds
from reasoner.logic.atoms import Literal, Rule
from reasoner.logic.check import problems
from reasoner.reading.story import verdicts


def derived(rules: tuple[Rule, ...]) -> set[Literal]:
    """Everything that follows when all instances of all rules run forwards until nothing changes."""
    literals = [literal for rule in rules for literal in (*rule.body, *rule.heads)]
    constants = sorted({term for literal in literals for term in literal.terms if isinstance(term, str)})
    ground: list[tuple[list[Literal], Literal]] = []
    for rule in rules:
        variables = sorted({variable for literal in (*rule.body, *rule.heads) for variable in literal.variables})
        for values in product(constants, repeat=len(variables)):
            binding = dict(zip(variables, values, strict=True))
            ground.append(([literal.under(binding) for literal in rule.body], rule.heads[0].under(binding)))
    known: set[Literal] = set()
    while new := {head for body, head in ground if known.issuperset(body)} - known:
        known |= new
    return known


def differs(world: WorldQuestion) -> bool:
    """Whether enumeration says something else than the engine said, or the checker rejects the proof."""
    known = derived(world.rules)
    expected = tuple(
        "proved" if claim in known else "refuted" if claim.denied in known else "unknown" for claim in world.claims
    )
    return expected != world.statuses or bool(world.proof and problems(world.proof, world.rules))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="worlds for the engine")
    parser.add_argument("--read", type=int, default=1000, help="worlds read from English")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    made = list(worlds(options.count, options.seed))
    print(f"engine against enumeration: {sum(map(differs, made))} differences in {len(made)} worlds")
    results, unread, start = [], 0, time.perf_counter()
    for world in made[: options.read]:
        found = verdicts(world.question)
        unread += bool(found.unread)
        results.append((world, found.selected == world.question.answer_key))
    seconds = time.perf_counter() - start
    right = sum(good for _, good in results)
    print(f"from English: {right / len(results):.4f} of {len(results)}, {unread} with a sentence that was not read")
    print(f"{1000 * seconds / len(results):.1f} ms a question")
    for wording, (total, good) in by_wording(results).items():
        print(f"  {wording:28} {good}/{total} = {good / total:.3f}")


if __name__ == "__main__":
    main()
