"""What `chain` scores, which facts and kinds of reasoning its proofs use, and how long it takes.

python eval/benchmarks/chaining.py scores --data DIR [--soft lexical] [--given fk] [--split dev] [--limit N]
python eval/benchmarks/chaining.py speed --data DIR

`scores` prints the score, the share of right answers whose proof uses both given facts, and the kinds of reasoning
beside Table 2 of the OpenBookQA paper. `speed` prints milliseconds a question with two given facts, over knowledge
bases of growing size, and how far runs with a short time limit exceed it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections import Counter
from pathlib import Path

from reasoner import Fact, KnowledgeBase, Question, read_questions
from reasoner.chaining.reasoning import KINDS, kind_of
from reasoner.explanation import Explanation
from reasoner.solvers.chain import Chain

#: Percent of questions, from Table 2 of Mihaylov et al. 2018; a question may need several kinds.
PAPER = {"property": 29.1, "isa": 20.3, "basic": 17.7, "definition": 17.7, "causal": 11.4, "others": 13.9}


def main() -> None:
    """Run the chosen benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scores", "speed"])
    parser.add_argument(
        "--data", type=Path, default=os.environ.get("REASONER_DATA"), required="REASONER_DATA" not in os.environ
    )
    parser.add_argument("--soft", default="auto")
    parser.add_argument("--given", default="fk")
    parser.add_argument("--split", default="dev")
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    folder = Path(arguments.data) / "openbookqa"
    questions = read_questions(folder / f"{arguments.split}.jsonl")[: arguments.limit]
    asked = [question.given(arguments.given) for question in questions]
    if arguments.what == "scores":
        scores(asked, KnowledgeBase.open(["science", folder / "openbook.txt"]), arguments.soft)
    else:
        speed([question.given("fk") for question in questions], folder.parent, arguments.soft)


def scores(questions: list[Question], kb: KnowledgeBase, soft: str) -> None:
    """Print the score, the use of both facts, and the kinds of reasoning."""
    solver = Chain(kb, soft=soft)
    credit, right, both, proved, tied = 0.0, 0, 0, 0, 0
    kinds: Counter[str] = Counter()
    for question, answer in zip(questions, solver.answer_all(questions), strict=True):
        assert question.answer_key is not None
        credit += answer.credit(question.answer_key)
        tied += answer.tied
        why = answer.explanations[answer.selected[0]]
        kinds[kind_of(why)] += 1
        if answer.selected == (question.answer_key,):
            right += 1
            both += len(given_in(why)) >= 2
            proved += why.summary.startswith("proved")
    print(f"{len(questions)} questions, score {credit / len(questions):.4f}, tied {tied}")
    print(
        f"right {right}: both given facts in the proof {both / max(right, 1):.3f}, proved {proved / max(right, 1):.3f}"
    )
    print(f"{'reasoning':12} {'chain %':>8} {'paper, Table 2 %':>17}")
    for kind in KINDS:
        paper = f"{PAPER[kind]:17.1f}" if kind in PAPER else f"{'-':>17}"
        print(f"{kind:12} {100 * kinds[kind] / len(questions):8.1f} {paper}")
    print(f"{'others':12} {'-':>8} {PAPER['others']:17.1f}")


def given_in(why: Explanation) -> set[str]:
    """Return the given facts that the steps of an explanation use."""
    used = {premise for step in why.steps for premise in step.premises}
    return {node.text for node in why.facts if node.id in used and (node.source or "").startswith("given")}


def speed(questions: list[Question], data: Path, soft: str) -> None:
    """Print milliseconds a question over knowledge bases of growing size, and how time limits are kept."""
    sentences = [fact.text for fact in KnowledgeBase.open(["science"])]
    sentences += [line.split("\t")[1] for line in (data / "genericskb" / "sample.tsv").read_text().splitlines()[1:]]
    triples = (data / "conceptnet" / "cn100k.tsv").read_text().splitlines()
    sentences += [" ".join(triple.split("\t")[1:3]) for triple in triples]
    before = None
    for size in (1_000, 10_000, 100_000):
        kb = KnowledgeBase.from_facts(Fact(text, "sample", number) for number, text in enumerate(sentences[:size]))
        solver = Chain(kb, soft=soft)
        for question in questions[:50]:
            solver.answer(question)  # warm
        median, high = timed(solver, questions[50:250])
        growth = f", {median / before:.2f} times the one before" if before else ""
        print(f"{len(kb):>8,} facts: median {median:.1f} ms, 95% {high:.1f} ms{growth}")
        before = median
    limits(questions[:100], KnowledgeBase.open(["science"]), soft)


def timed(solver: Chain, questions: list[Question]) -> tuple[float, float]:
    """Return median and 95th percentile of the processor time a question takes, in milliseconds."""
    taken = []
    for question in questions:
        start = time.process_time()
        solver.answer(question)
        taken.append(1000 * (time.process_time() - start))
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def limits(questions: list[Question], kb: KnowledgeBase, soft: str) -> None:
    """Print by how much the engine exceeds time limits on hard sets of facts."""
    from reasoner.chaining.atom import Atom
    from reasoner.chaining.engine import Engine, Limits, leaf
    from reasoner.chaining.rules import load_rules

    pairs = [(f"kind{one}", f"kind{other}") for one in range(80) for other in range(80) if one != other]
    known = [leaf(Atom("isa", pair)) for pair in pairs]
    for seconds in (0.1, 0.3, 1.0):
        engine = Engine(load_rules(), limits=Limits(seconds=seconds, atoms=10**6, depth=9, width=1000))
        start = time.perf_counter()
        engine.run(known)
        taken = time.perf_counter() - start
        print(f"time limit {seconds:.1f} s on {len(known):,} facts: took {taken:.3f} s, {taken / seconds - 1:+.1%}")


if __name__ == "__main__":
    main()
