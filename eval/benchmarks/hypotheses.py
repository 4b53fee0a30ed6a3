"""Hypotheses against those that people wrote for OpenBookQA, and faults counted over OpenBookQA, ARC and QASC.

    python eval/benchmarks/hypotheses.py --data DIR [--show N]

"append" is the baseline: stem and choice, one after the other. Equal: after lower-casing and dropping punctuation.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from reasoner.language.claim import hypotheses
from reasoner.language.verbs import gerund, past, third_person

WH = ("what", "which", "whose", "whom", "who", "where", "when", "why", "how")
FAULT_FILES = (
    "openbookqa/train.jsonl",
    "openbookqa/dev.jsonl",
    "arc/ARC-Easy-Train.jsonl",
    "arc/ARC-Challenge-Train.jsonl",
    "qasc/train.jsonl",
)
_AFTER_ASKING = r"(?:of (?:these|the following)\b|(?:do|does|did)\b)"
_BLANK = re.compile(r"_{2,}|(?<!\S)_(?!\S)")
_ASKING = r"(?:do|does|did|is|are|can|will|would)\b"
_ASKS_FIRST = re.compile(
    rf"(?:what|which|who|whom|whose|why)\b|where\b[^,]*\b{_ASKING}|"
    rf"how (?:(?:many|much|long|often|far)\b[^,]*)?{_ASKING}"
)
_COMPLETION = re.compile(r"\b(?:likely|is|are|will|can|be|to)\?$")
_ONE_MEANING = re.compile(r"\b(?:what|which|whom|why)\b")


def normal(text: str) -> list[str]:
    return re.sub(r"[^\w\s]", "", text.lower()).split()


def word_f1(ours: Sequence[str], theirs: Sequence[str]) -> float:
    shared = sum((Counter(ours) & Counter(theirs)).values())
    return 2 * shared / (len(ours) + len(theirs)) if shared else 0.0


def stem_type(stem: str) -> str:
    """By what the whole stem shows, not by what the code under test makes of it."""
    if _BLANK.search(stem):
        return "blank"
    asked = [word for word in WH if re.search(rf"\b{word}\b", stem.lower())]
    if stem.rstrip().endswith("?"):
        return f"{asked[0]} ... ?" if asked else "no wh ... ?"
    return "completion, wh inside" if asked else "completion"


def faults(stem: str, choice: str, sentence: str) -> list[str]:
    """What must never be: a question word or a blank left, a question mark at the end, a word of the choice lost."""
    found = []
    low = sentence.lower()
    outside = low.replace(choice.lower().rstrip(" .?"), " CHOICE ")
    last = re.split(r"(?<=[.?!])\s+", outside.rstrip())[-1]
    asks = stem.rstrip("\"'` ").endswith("?")
    if _BLANK.search(outside):
        found.append("blank left")
    if low.endswith("?") and not choice.rstrip().endswith("?"):
        found.append("question mark left")
    if re.search(rf"\b(?:what|which|who|whom|where|why|how) {_AFTER_ASKING}", outside) and not re.search(
        r"\bwho (?:do|does|did)\b", outside
    ):
        found.append("question word left")
    if re.search(r"\b(?:a|an|the|its|their) what\b", outside):
        found.append("question word left")
    if asks and _ASKS_FIRST.match(last):
        found.append("question word first")
    question_words = re.findall(rf"\b(?:{'|'.join(WH)})\b", stem.lower())
    if asks and len(question_words) == 1 and _ONE_MEANING.search(outside) and not _COMPLETION.search(stem):
        found.append("only question word left")
    lost = Counter(re.findall(r"\w+", choice.lower())) - Counter(re.findall(r"\w+", low))
    if any(not {gerund(word), third_person(word), past(word)} & set(re.findall(r"\w+", low)) for word in lost):
        found.append("choice word lost")
    return found


def read(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def choices_of(row: dict) -> list[str]:
    return [choice["text"] for choice in row["question"]["choices"]]


def append(stem: str, choices: Sequence[str]) -> list[str]:
    return [f"{stem} {choice}" for choice in choices]


def measure(path: Path, show: int) -> None:
    scores: dict[str, dict[str, list[tuple[bool, float]]]] = {"append": defaultdict(list), "ours": defaultdict(list)}
    differing = []
    makers: dict[str, Callable[[str, Sequence[str]], Sequence[str]]] = {"append": append, "ours": hypotheses}
    for row in read(path):
        stem, choices = row["question"]["stem"], choices_of(row)
        for name, make in makers.items():
            for theirs, ours in zip(row["hypotheses"], make(stem, choices), strict=True):
                a, b = normal(ours), normal(theirs)
                scores[name][stem_type(stem)].append((a == b, word_f1(a, b)))
                if name == "ours" and a != b:
                    differing.append((row["id"], stem, theirs, ours))
    print(f"\n{path.name}: {'stem type':<24}{'pairs':>7}{'append =':>10}{'F1':>7}{'ours =':>10}{'F1':>7}")
    for kind in [*sorted(scores["ours"]), "all"]:
        cells = []
        for name in makers:
            pairs = [pair for key, found in scores[name].items() if kind in ("all", key) for pair in found]
            cells.append(f"{sum(p[0] for p in pairs) / len(pairs):>10.1%}{sum(p[1] for p in pairs) / len(pairs):>7.3f}")
        print(f"{'':<{len(path.name) + 2}}{kind:<24}{len(pairs):>7}{''.join(cells)}")
    for name, stem, theirs, ours in random.Random(0).sample(differing, min(show, len(differing))):
        print(f"\n{name}  {stem}\n  theirs: {theirs}\n  ours:   {ours}")


def count_faults(data: Path, show: int) -> int:
    total = 0
    print(f"\n{'faults':<32}{'pairs':>8}{'faulty':>8}  kinds")
    for name in FAULT_FILES:
        kinds: Counter[str] = Counter()
        pairs = 0
        for row in read(data / name):
            stem, choices = row["question"]["stem"], choices_of(row)
            for choice, sentence in zip(choices, hypotheses(stem, choices), strict=True):
                pairs += 1
                found = faults(stem, choice, sentence)
                kinds.update(found)
                if found and sum(kinds.values()) <= show:
                    print(f"  {found} {stem} | {choice}\n    {sentence}")
        total += sum(kinds.values())
        print(f"{name:<32}{pairs:>8}{sum(kinds.values()):>8}  {dict(kinds)}")
    return total


def time_each(data: Path) -> None:
    questions = [(row["question"]["stem"], choices_of(row)) for row in read(data / "openbookqa/train.jsonl")]
    start = time.perf_counter()
    made = sum(len(hypotheses(stem, choices)) for stem, choices in questions)
    print(f"\n{(time.perf_counter() - start) / made * 1e6:.0f} microseconds a hypothesis, over {made:,}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("REASONER_DATA"), help="folder of the data sets")
    parser.add_argument("--show", type=int, default=0, help="print this many disagreements and faults")
    args = parser.parse_args()
    if args.data is None:
        parser.error("give --data DIR or set REASONER_DATA")
    for split in ("dev", "train"):
        measure(args.data / f"openbookqa/{split}.jsonl", args.show if split == "train" else 0)
    count_faults(args.data, args.show)
    time_each(args.data)


if __name__ == "__main__":
    main()
