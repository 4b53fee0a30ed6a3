"""Entailment trees built by shared words, scored against EntailmentBank's.

python eval/benchmarks/entailment_trees.py task_1_dev.jsonl [--choose] [--out found.jsonl]

Task 1 gives the sentences of the tree; with `--choose` (task 2) they are first chosen among distracting ones. What is
written to `--out` is scored the same way by `reasoner evaluate GOLD --proofs FOUND`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from reasoner.experiment.proof_scores import score_files
from reasoner.reading.composing import chosen, lines, steps


def tree(record: dict[str, Any], choose: bool) -> dict[str, Any]:
    """Return the tree for the hypothesis of a record."""
    sentences, hypothesis = record["meta"]["triples"], record["hypothesis"]
    used = {name: sentences[name] for name in (chosen(hypothesis, sentences) if choose else sentences)}
    return {"id": record["id"], "proof": lines(steps(hypothesis, used)), "sentences": sentences}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--choose", action="store_true", help="choose the sentences first (task 2)")
    parser.add_argument("--out", type=Path, help="where the trees go")
    options = parser.parse_args()
    gold = options.gold.read_text(encoding="utf-8").splitlines()
    found = [json.dumps(tree(json.loads(line), options.choose)) for line in gold if line.strip()]
    if options.out:
        options.out.write_text("\n".join(found) + "\n", encoding="utf-8")
    score, count, _ = score_files(found, gold)
    print(f"{count} trees: " + ", ".join(f"{name} {value:.3f}" for name, value in score.as_dict().items()))


if __name__ == "__main__":
    main()
