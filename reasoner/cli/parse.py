"""``reasoner parse``: how a sentence is taken apart."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reasoner.cli import common
from reasoner.cli.claims import show_claim
from reasoner.question import Question
from reasoner.question.choices import split_choices

if TYPE_CHECKING:
    from rich.tree import Tree
    from spacy.tokens import Doc, Token

    from reasoner.language.extract.relations import Relation
    from reasoner.language.extract.tuples import Tuple
    from reasoner.language.parse.phrases import NounPhrase


def parse(
    sentence: Annotated[
        str, typer.Argument(help="A sentence, a question with its choices, or - for sentences from standard input.")
    ],
    logic: Annotated[bool, typer.Option("--logic", help="Show what each sentence is read as in logic.")] = False,
    as_json: common.JsonOption = False,
) -> None:
    """Show lemmas, tree, tuples and relation of a sentence, or what a question with choices asks.

    Examples:

        reasoner parse "a kettle needs electricity to boil water"

        reasoner parse "Which of these is not a planet? (A) Mars (B) the Moon (C) none of these"

        reasoner parse --logic "No wumpus that flies is red."
    """
    from reasoner.language.parse.pipeline import parse_all

    if not logic and (split := split_choices(sentence)):
        show_claim(Question("1", *split), as_json)
        return
    lines = [line.strip() for line in sys.stdin] if sentence == "-" else [sentence]
    if logic:
        show_logic([line for line in lines if line], as_json)
        return
    readings = [read(doc) for doc in parse_all(line for line in lines if line)]
    if as_json:
        records = [reading.record() for reading in readings]
        print(json.dumps(records if sentence == "-" else records[0] if records else {}, indent=2, ensure_ascii=False))
        return
    for reading in readings:
        show(reading)


def show_logic(sentences: list[str], as_json: bool) -> None:
    """Print what each sentence is read as, or why it is not."""
    from reasoner.reading.read import read_all
    from reasoner.reading.wording import worded

    readings = read_all(sentences)
    if as_json:
        records = [
            {
                "sentence": each.sentence,
                "kind": each.kind,
                "rules": [str(rule) for rule in each.rules],
                "unread": each.unread,
            }
            for each in readings
        ]
        print(json.dumps(records, indent=2, ensure_ascii=False))
        return
    for each in readings:
        print(f"{each.sentence}\n  {each.kind}{': ' + each.unread if each.unread else ''}")
        for rule in each.rules:
            print(f"    {rule}\n      {worded(rule)}")


@dataclass(frozen=True)
class Reading:
    """All that is made of one text."""

    doc: Doc
    phrases: tuple[NounPhrase, ...]
    tuples: tuple[Tuple, ...]
    relation: Relation

    def record(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "text": self.doc.text,
            "tokens": [token_record(token) for token in self.doc],
            "noun_phrases": [asdict(phrase) for phrase in self.phrases],
            "tuples": [asdict(each) for each in self.tuples],
            "relation": asdict(self.relation),
        }


def read(doc: Doc) -> Reading:
    """Take a parsed text apart."""
    from reasoner.language.extract.relations import relation
    from reasoner.language.extract.tuples import extract
    from reasoner.language.parse.phrases import noun_phrases

    return Reading(doc, noun_phrases(doc), extract(doc), relation(doc))


def token_record(token: Token) -> dict[str, Any]:
    """One word with its analysis; `head` is a position in the list, the root's is its own."""
    return {
        "text": token.text,
        "lemma": token.lemma_,
        "pos": token.pos_,
        "features": token.morph.to_dict(),
        "relation": token.dep_,
        "head": token.head.i,
    }


def show(reading: Reading) -> None:
    """Print a reading for people."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    words = Table("word", "lemma", "part of speech", "relation", "head", box=None)
    for token in reading.doc:
        words.add_row(*map(escape, (token.text, token.lemma_, token.pos_, token.dep_, token.head.text)))
    console.print(words)
    for sentence in reading.doc.sents:
        console.print(tree(sentence.root))
    console.print("noun phrases: " + escape("; ".join(phrase.text for phrase in reading.phrases)))
    for each in reading.tuples:
        console.print("tuple: " + escape(str(each)))
    console.print("relation: " + escape(str(reading.relation)))


def tree(root: Token) -> Tree:
    """The dependency tree, a branch a word; built with a stack, since a list of 10,000 words can be as deep."""
    from rich.markup import escape
    from rich.tree import Tree

    top = Tree(escape(root.text))
    waiting = [(root, top)]
    while waiting:
        token, branch = waiting.pop()
        waiting.extend((child, branch.add(escape(f"{child.dep_}: {child.text}"))) for child in token.children)
    return top
