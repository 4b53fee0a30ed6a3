"""The problems of a logic data set in other words: does the reader understand them, or only their wording?

Every sentence is said in another way by program: actives as passives, "whatever is", "no ... is", "... if ...",
"being ... means being ...". The answers stay what they were. Give the data file by its path:

    python eval/benchmarks/rewordings.py DIR/logic/proofwriter_dev.jsonl --count 100 --seed 1
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from reasoner.language.terms import lemma
from reasoner.language.verbs import is_participle, past
from reasoner.question import Question, read_questions
from reasoner.reading.story import verdicts

Rewording = Callable[[str, random.Random], str | None]

_SVO = re.compile(r"^(The [a-z ]+?|[A-Z][a-z]+) (does not )?([a-z]+?) (the [a-z ]+)\.$")
_IS = re.compile(r"^(The [a-z ]+?|[A-Z][a-z]+) is (not )?([a-z]+)\.$")
_THINGS = re.compile(r"^(?:All )?([A-Za-z]+(?:, [a-z]+)*) (?:things|people) are (not )?([a-z]+)\.$")
_IF = re.compile(r"^If (.+) then (.+)\.$")
_IF_SOME = re.compile(r"^If some(?:thing|one) (is [a-z ]+|[a-z]+s the (?:(?! and )[a-z ])+) then (?:it|they) (.+)\.$")
_KINDS = re.compile(r"^(?:(?:Each|Every) ([a-z]+) is|([A-Z][a-z]+(?:es|s)) are) (not )?(an? )?([a-z]+)\.$")
_IRREGULAR = {"eat": "eaten", "see": "seen"}


def participle(verb: str) -> str:
    """Return the participle of a verb in its base form."""
    form = _IRREGULAR.get(verb, past(verb))
    return form if is_participle(form) or form.endswith("ed") else f"{verb}ed"


def _low(text: str) -> str:
    return text[0].lower() + text[1:] if text.startswith("The ") else text  # without an article it is a name


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def passive(sentence: str, rng: random.Random) -> str | None:
    """The cat chases the dog: the dog is chased by the cat."""
    match = _SVO.match(sentence)
    if not match or match[3] in {"is", "are"}:
        return None
    verb = match[3] if match[2] else lemma(match[3], "VERB")
    said = rng.choice(["is not", "isn't"]) if match[2] else "is"
    return f"{_upper(match[4])} {said} {participle(verb)} by {_low(match[1])}."


def denied(sentence: str, rng: random.Random) -> str | None:
    """Bob is (not) red, in longer words."""
    match = _IS.match(sentence)
    if not match:
        return None
    subject = _low(match[1])
    if match[2]:
        said = f"{subject} is {match[3]}"
        return rng.choice(
            [f"It is not the case that {said}.", f"{_upper(subject)} isn't {match[3]}.", f"It is false that {said}."]
        )
    return rng.choice([f"It is true that {subject} is {match[3]}.", f"{_upper(subject)} is also {match[3]}."])


def things(sentence: str, rng: random.Random) -> str | None:
    """All red, cold things are (not) round."""
    match = _THINGS.match(sentence)
    if not match:
        return None
    qualities = " and ".join(match[1].lower().split(", "))
    sign, what = match[2] or "", match[3]
    ways = [
        f"Whatever is {qualities} is {sign}{what}.",
        f"Anything that is {qualities} is {sign}{what}.",
        f"Something is {sign}{what} if it is {qualities}.",
        f"Being {qualities} means {sign}being {what}.",
        f"Everything that is {qualities} is {sign}{what}.",
        f"When something is {qualities}, it is {sign}{what}.",
    ]
    return rng.choice(ways)


def if_last(sentence: str, rng: random.Random) -> str | None:
    """If A then B: B if A, with what the pronoun stands for said first."""
    match = _IF.match(sentence)
    if not match:
        return None
    condition, consequence = match[1], match[2]
    some = re.search(r"\bsome(thing|one)\b", condition)
    if some and (pronoun := re.match(r"^(it|they)\b", consequence)):
        plain = re.sub(r"\bsome(thing|one)\b", pronoun[0], condition, count=1)
        if pronoun[0] == "they":
            plain = _plural(plain)
            consequence = re.sub(r"^they (.+)$", lambda found: f"people {found[1]}", consequence)
        else:
            consequence = re.sub(r"^it\b", "something", consequence)
        return f"{_upper(consequence)} {rng.choice(['if', 'whenever', 'when'])} {plain}."
    opening = rng.choice(["Whenever", "When", "Provided that", "Given that"])
    return f"{opening} {condition}, {consequence}."


def _plural(clause: str) -> str:
    clause = re.sub(r"^they is\b", "they are", clause)
    clause = re.sub(r"^they ([a-z]+)s the\b", lambda found: f"they {lemma(found[1] + 's', 'VERB')} the", clause)
    return re.sub(r"^they does\b", "they do", clause)


def whoever(sentence: str, rng: random.Random) -> str | None:
    """If someone is A then they are B: whoever is A is B."""
    match = _IF_SOME.match(sentence)
    if not match:
        return None
    rest = re.sub(r"^are\b", "is", match[2])
    if sentence.startswith("If someone"):
        rest = re.sub(r"^([a-z]+) the\b", lambda found: f"{_third(found[1])} the", rest)
        rest = re.sub(r"^do not\b", "does not", rest)
        return f"{rng.choice(['Whoever', 'Anyone who', 'Everyone who'])} {match[1]} {rest}."
    return f"{rng.choice(['Whatever', 'Anything that', 'Everything that'])} {match[1]} {rest}."


def _third(verb: str) -> str:
    return verb if verb.endswith("s") else f"{verb}s"


def kinds(sentence: str, rng: random.Random) -> str | None:
    """Each wumpus is (not) a tumpus."""
    match = _KINDS.match(sentence)
    if not match:
        return None
    kind = match[1] or lemma(match[2].lower(), "NOUN")
    noun = bool(match[4]) or (bool(match[2]) and match[5].endswith("es") and lemma(match[5], "NOUN") != match[5])
    what = lemma(match[5], "NOUN") if noun else match[5]
    said = f"{'an' if what[0] in 'aeiou' else 'a'} {what}" if noun else what
    a_kind = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
    if match[3]:
        return rng.choice(
            [
                f"No {kind} is {said}.",
                f"{_upper(a_kind)} is never {said}.",
                f"If something is {a_kind}, it is not {said}.",
            ]
        )
    ways = [
        f"Whatever is {a_kind} is {said}.",
        f"Something is {said} if it is {a_kind}.",
        f"Being {a_kind} means being {said}.",
    ]
    return rng.choice([*ways, f"If something is {a_kind} then it is {said}.", f"To be {a_kind} is to be {said}."])


REWORDINGS: tuple[Rewording, ...] = (passive, denied, things, whoever, if_last, kinds)


def reworded(sentence: str, rng: random.Random) -> str:
    """Say a sentence in another way, if there is one."""
    ways = [made for way in REWORDINGS if (made := way(sentence, rng)) is not None]
    return rng.choice(ways) if ways else sentence


def reworded_question(question: Question, rng: random.Random) -> Question:
    """Return a question with its facts and its statement in other words."""
    lead, _, statement = question.stem.rpartition("? ")
    return replace(
        question,
        stem=f"{lead}? {reworded(statement, rng)}",
        facts=tuple(reworded(fact, rng) for fact in question.facts),
    )


def main() -> None:
    """Print how many of the reworded problems are still solved, and which sentences were not read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print each wrong problem")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    questions = read_questions(options.data)
    chosen = rng.sample(questions, min(options.count, len(questions)))
    right, changed, total, unread = 0, 0, 0, Counter[str]()
    for question in chosen:
        new = reworded_question(question, rng)
        changed += sum(old != made for old, made in zip(question.facts, new.facts, strict=True))
        total += len(new.facts)
        story = verdicts(new)
        right += story.selected == question.answer_key
        unread.update(reading.sentence for reading in story.unread)
        if options.show and story.selected != question.answer_key:
            print(new.id, question.answer_key, story.selected, new.stem, *map(str, story.readings), sep="\n  ")
    print(f"{right / len(chosen):.3f} of {len(chosen)} problems; {changed} of {total} sentences in other words")
    for sentence, count in unread.most_common(20):
        print(f"  not read {count} times: {sentence}")


if __name__ == "__main__":
    main()
