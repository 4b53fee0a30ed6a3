"""The prover: milliseconds a question with reading, the cost of unrelated facts, and the engine against clingo.

    python eval/benchmarks/prover.py --count 200
    python eval/benchmarks/prover.py --questions proofwriter_dev.jsonl --count 200

Without a file of questions it asks about generated worlds. clingo is measured where it is installed (pip install
clingo), on the same logic: our side builds the theory and asks one goal, clingo parses, grounds and solves the program.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence

from reasoner.datasets.worlds import worlds
from reasoner.logic.atoms import Literal, Rule, Term, Variable
from reasoner.logic.engine import Theory
from reasoner.question import Question, read_questions
from reasoner.reading.claims import ask
from reasoner.reading.read import read_all
from reasoner.reading.statements import statement_of
from reasoner.reading.story import theory_of, verdicts


def milliseconds(run: Callable[[], object]) -> float:
    """Return how long a call keeps this process busy; what else the machine does is left out."""
    start = time.process_time()
    run()
    return 1000 * (time.process_time() - start)


def unrelated(count: int) -> list[Rule]:
    """Facts about things that no question speaks of, with predicates and qualities that questions do use."""
    qualities, verbs = ("red", "kind", "rough", "cold", "round"), ("chase", "see", "like", "need")
    found = []
    for number in range(count // 2):
        found.append(Literal("is", (f"thing{number}", qualities[number % 5])))
        found.append(Literal(verbs[number % 4], (f"thing{number}", f"thing{(7 * number) % count}")))
    return [Rule((), (literal,)) for literal in found]


def with_base(question: Question, base: Theory | None) -> str:
    """Read a question and ask its statement, on top of a theory or not."""
    before, statement = statement_of(question.stem)
    facts = [*question.facts, *before]
    readings = read_all([*facts, statement])
    rules, claims = theory_of(readings[:-1], readings[-1:])
    return "unread" if claims[0] is None else ask(Theory(rules, base), claims[0], classical=False).status


def program(rules: Sequence[Rule]) -> str:
    """Return the rules as an answer-set program with strong negation."""
    lines = []
    for rule in rules:
        body = ", ".join(map(_atom, rule.body))
        lines.append(f"{_atom(rule.heads[0])}{' :- ' + body if body else ''}.")
    return "\n".join(lines)


def _atom(literal: Literal) -> str:
    terms = ",".join(map(_term, literal.terms))
    return f"{'' if literal.positive else '-'}{literal.predicate.replace(' ', '_')}({terms})"


def _term(term: Term) -> str:
    return term.name.upper() if isinstance(term, Variable) else f'"{term}"'


def by_clingo(text: str) -> int:
    """Parse, ground and solve a program; return the size of its model."""
    import clingo

    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    sizes: list[int] = []
    control.solve(on_model=lambda model: sizes.append(len(model.symbols(atoms=True))))
    return sizes[0]


def compare_with_clingo(problems: Sequence[tuple[Sequence[Rule], Literal]], crowd: Sequence[Rule]) -> None:
    """Print how our engine compares with clingo on the same logic."""
    base = Theory(crowd)
    above = [milliseconds(lambda r=rules, g=goal: Theory(r, base).ask(g)) for rules, goal in problems]
    anew = [milliseconds(lambda r=rules, g=goal: Theory([*crowd, *r]).ask(g)) for rules, goal in problems[:20]]
    alone = [milliseconds(lambda r=rules, g=goal: Theory(r).ask(g)) for rules, goal in problems]
    texts = [program(rules) for rules, _ in problems]
    small = [milliseconds(lambda t=text: by_clingo(t)) for text in texts]
    large = [milliseconds(lambda t=text: by_clingo(t)) for text in (program(crowd) + "\n" + one for one in texts[:20])]
    line = "{}: engine {:.3f} ms, clingo {:.3f} ms, ratio {:.2f}"
    for name, ours, theirs in (
        ("the rules of the question", alone, small),
        (f"on top of {len(crowd)} facts, indexed once", above, large),
        (f"with {len(crowd)} facts, indexed anew", anew, large),
    ):
        ours_, theirs_ = statistics.median(ours), statistics.median(theirs)
        print(line.format(name, ours_, theirs_, ours_ / theirs_))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", help="a file of questions with facts; generated worlds otherwise")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--crowd", type=int, default=10_000)
    options = parser.parse_args()
    made = list(worlds(options.count, seed=11))
    judged = [world.question for world in made if len(world.claims) == 1]
    asked = list(read_questions(options.questions))[: options.count] if options.questions else judged
    crowd = unrelated(options.crowd)
    base = Theory(crowd)
    half = len(asked) // 2
    for question in asked[:half]:  # warm: the model is loaded, the words are known; what is timed was never read before
        verdicts(question)
    whole = [milliseconds(lambda q=question: verdicts(q)) for question in asked[half:]]
    print(f"{len(whole)} questions, median with reading {statistics.median(whole):.1f} ms")
    alone = statistics.median(milliseconds(lambda q=question: with_base(q, None)) for question in asked)
    above = statistics.median(milliseconds(lambda q=question: with_base(q, base)) for question in asked)
    first = statistics.median(whole)
    print(f"sentences known already: {alone:.2f} ms, on top of {len(crowd)} unrelated facts {above:.2f} ms")
    print(f"ratio with reading: {(first + above - alone) / first:.2f}; without: {above / alone:.2f}")
    try:
        compare_with_clingo([(world.rules, world.claims[0]) for world in made], crowd)
    except ImportError:
        print("clingo is not installed")


if __name__ == "__main__":
    main()
