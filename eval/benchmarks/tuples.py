"""Tuples and relations against the hand-made gold sets in tests/language/extract: precision, recall, confusion, speed.

    python eval/benchmarks/tuples.py [--errors]

The held-out third of each set was never tuned on. `--errors` lists what came out wrong in the rest.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from reasoner.language.extract.relations import TYPES, Relation, relation  # noqa: E402
from reasoner.language.extract.tuples import Tuple, extract, extract_all  # noqa: E402
from tests.language.extract.gold import Counts, GoldFact, GoldSentence, gold_facts, gold_sentences, heads  # noqa: E402


def show_tuples(found: list[tuple[GoldSentence, tuple[Tuple, ...]]]) -> None:
    parts = defaultdict(Counts, {name: Counts() for name in ("all", "tuned on", "held out")})
    marks = Counter[bool]()
    for sentence, tuples in found:
        made = [heads(each) for each in tuples]
        for part in ("all", "held out" if sentence.held_out else "tuned on", f"  {sentence.construction}"):
            parts[part].add(made, sentence.tuples)
        wanted = dict(zip(sentence.tuples, sentence.marks, strict=True))
        for key, each in zip(made, tuples, strict=True):
            if key in wanted:
                role = each.role if each.role != "relative" else None  # which the gold set does not mark
                marks[wanted[key] == (each.modality, role)] += 1
    print(f"{'tuples':16}{'precision':>10}{'recall':>8}{'right':>7}{'found':>7}{'gold':>6}")
    for name, counts in parts.items():
        print(f"{name:16}{counts.precision:10.3f}{counts.recall:8.3f}{counts.right:7}{counts.found:7}{counts.gold:6}")
    print(f"modality and role right on {marks[True]} of the {marks.total()} tuples found")


def detail(found: Relation) -> str:
    """What the gold set writes after the slash."""
    if found.type == "moreless":
        return "".join("+" if sign > 0 else "-" for sign in found.signs)
    return found.direction or ""


def show_relations(found: list[tuple[GoldFact, Relation]]) -> None:
    for name, wanted in (("all", (True, False)), ("tuned on", (False,)), ("held out", (True,))):
        part = [(fact, made) for fact, made in found if fact.held_out in wanted]
        types = sum(fact.type == made.type for fact, made in part)
        details = sum((fact.type, fact.detail) == (made.type, detail(made)) for fact, made in part)
        print(
            f"relations, {name}: type right on {types} of {len(part)} ({types / len(part):.3f}), "
            f"with direction and signs {details} ({details / len(part):.3f})"
        )
    table = Counter((fact.type, made.type) for fact, made in found)
    print("\nconfusion (rows: gold, columns: found)")
    print(" " * 11 + "".join(f"{name[:6]:>7}" for name in TYPES))
    for row in TYPES:
        print(f"{row:11}" + "".join(f"{table[row, column] or '.':>7}" for column in TYPES))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errors", action="store_true", help="list the errors outside the held-out third")
    args = parser.parse_args()
    extract("water boils"), relation("water boils")
    start = time.perf_counter()
    sentences = gold_sentences()
    tuples = list(zip(sentences, extract_all(each.text for each in sentences), strict=True))
    middle = time.perf_counter()
    relations = [(fact, relation(fact.text)) for fact in gold_facts()]
    end = time.perf_counter()
    show_tuples(tuples)
    print()
    show_relations(relations)
    print(
        f"\n{len(tuples) / (middle - start):.0f} sentences/s to tuples (parsing included), "
        f"{len(relations) / (end - middle):.0f} facts/s to relations"
    )
    if args.errors:
        for sentence, made in tuples:
            if not sentence.held_out and sorted(map(heads, made)) != sorted(sentence.tuples):
                print("\n" + sentence.text, *made, sep="\n    ")
        for fact, typed in relations:
            if not fact.held_out and (fact.type, fact.detail) != (typed.type, detail(typed)):
                print(f"\n{fact.text}: wanted {fact.type}/{fact.detail}, found {typed}")


if __name__ == "__main__":
    main()
