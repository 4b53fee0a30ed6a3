"""The BM25 index of facts: a segment a part, all parts joined under names that do not depend on who made them."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reasoner.files import link
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.parts import make_parts, write_facts
from reasoner.language.terms import content_lemmas

if TYPE_CHECKING:
    import tantivy

COUNTS, BM25 = "counts.json", "bm25"
_META, _FILES = "meta.json", ".managed.json"
_WRITER_MEMORY = 500_000_000  # bytes; more than a part takes, so that it becomes one segment


def build_store(folder: Path, facts: Iterable[Fact]) -> None:
    """Write facts and their index into an empty folder, in bounded memory."""
    write_facts(folder, facts)
    kept = folder / "parts"
    join_segments(folder, make_parts(index_facts, folder, kept, lambda items, heading: items, ""))
    shutil.rmtree(kept)


def index_facts(folder: Path, facts: Iterable[Fact], first: int) -> None:
    """Index some facts into an empty folder."""
    import tantivy

    (folder / BM25).mkdir()
    writer = open_index(folder / BM25).writer(_WRITER_MEMORY, num_threads=1)
    lemma_count = 0
    for number, fact in enumerate(facts, first):
        lemmas = content_lemmas(fact.text)
        lemma_count += len(lemmas)
        writer.add_document(tantivy.Document(number=number, lemmas=" ".join(lemmas)))
    writer.commit()
    writer.wait_merging_threads()
    (folder / COUNTS).write_text(json.dumps({"lemmas": lemma_count}), encoding="utf-8")


def join_segments(folder: Path, parts: Sequence[Path]) -> None:
    """Join what `index_facts` wrote into one index; nothing is read again."""
    target = folder / BM25
    target.mkdir()
    segments: list[dict[str, Any]] = []
    files = [_META]
    for part in parts:
        meta = json.loads((part / BM25 / _META).read_text(encoding="utf-8"))
        for segment in meta["segments"]:
            own = uuid.UUID(int=len(segments) + 1)  # tantivy draws names at random, and the same facts have one index
            for file in (part / BM25).glob(f"{uuid.UUID(segment['segment_id']).hex}.*"):
                files.append(f"{own.hex}{file.suffix}")
                link(file, target / files[-1])
            segments.append({**segment, "segment_id": str(own)})
    joined = {**meta, "segments": segments, "opstamp": sum(segment["max_doc"] for segment in segments)}
    (target / _META).write_text(json.dumps(joined, indent=2), encoding="utf-8")
    (target / _FILES).write_text(json.dumps(sorted(files)), encoding="utf-8")
    lemmas = sum(json.loads((part / COUNTS).read_text(encoding="utf-8"))["lemmas"] for part in parts)
    (folder / COUNTS).write_text(json.dumps({"lemmas": lemmas}), encoding="utf-8")


def schema() -> tantivy.Schema:
    """Return what an index holds of a fact: its lemmas and its number."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("lemmas", tokenizer_name="spaces", index_option="freq")
    builder.add_integer_field("number", fast=True)
    return builder.build()


def open_index(folder: Path) -> tantivy.Index:
    """Open the index in a folder, or make an empty one there."""
    import tantivy

    index = tantivy.Index(schema(), path=str(folder))
    index.register_tokenizer("spaces", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    return index
