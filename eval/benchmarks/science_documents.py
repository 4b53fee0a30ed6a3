"""Facts and documents for `reasoner dataset build` from the science knowledge and a corpus of sentences.

    python eval/benchmarks/science_documents.py "$REASONER_DATA/corpus/science_sentences.txt.gz" folder
    reasoner dataset build folder/facts.tsv folder/documents.jsonl science.jsonl --join

Facts are rows of kb/science with two short arguments; a document is the first sentences that begin with a name in one.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from pathlib import Path

from reasoner.documents.mentions import plain
from reasoner.knowledge import KnowledgeBase

MOST_WORDS, ARTICLES = 2, {"a", "an", "the"}
RELATIONS = "isa,eats,madeof,partof,located,contains,causes,source"


def topic(sentence: str, names: set[str]) -> str | None:
    """Return the longest known name that a sentence begins with."""
    words = plain(sentence).split()
    words = words[1:] if words and words[0] in ARTICLES else words
    found = (" ".join(words[:count]) for count in range(min(MOST_WORDS, len(words) - 1), 0, -1))
    return next((name for name in found if name in names), None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=6, help="sentences of a document")
    parser.add_argument("--relations", default=RELATIONS)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = set(options.relations.split(","))
    known = [fact for fact in KnowledgeBase.open(["science"]) if fact.relation in wanted and len(fact.arguments) == 2]
    rows = [fact for fact in known if all(len(name.split()) <= MOST_WORDS for name in fact.arguments)]
    facts = dict.fromkeys(f"{each.arguments[0]}\t{each.relation}\t{each.arguments[1]}\n" for each in rows)
    names = {plain(name).strip() for fact in rows for name in fact.arguments}
    about = defaultdict(list)
    with gzip.open(options.sentences, "rt", encoding="utf-8") as lines:
        for line in lines:
            if (name := topic(line, names)) and len(about[name]) < options.most:
                about[name].append(line.strip())
    documents = (json.dumps({"title": name, "text": " ".join(texts)}) + "\n" for name, texts in sorted(about.items()))
    (options.folder / "facts.tsv").write_text("".join(facts), encoding="utf-8")
    (options.folder / "documents.jsonl").write_text("".join(documents), encoding="utf-8")
    print(f"{len(about)} documents, {len(facts)} facts")


if __name__ == "__main__":
    main()
