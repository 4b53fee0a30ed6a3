"""Files of knowledge, whole, mutated and made up: facts or a refusal in one line, and nothing else."""

from __future__ import annotations

import gzip
import os
import random
import tempfile
from pathlib import Path

from reasoner.errors import ReasonerError
from reasoner.knowledge import KnowledgeBase
from reasoner.knowledge.sources import KINDS
from reasoner.retrieval.positions import Positions
from tests.torture.campaign import Campaign, drawn

SAMPLES = {
    "isa.tsv": "thing\tis a\tkind\nsteel\tis a\tmetal\nwool\tis a\tfiber\n",
    "book.txt": '"steel is a metal"\n"metal conducts heat"\n',
    "plain.txt": "steel is a metal\n\nwool keeps heat in\n",
    "triples.tsv": "IsA\tsteel\tmetal\nUsedFor\tspoon\teating\n",
    "assertions.csv": "/a/[/r/IsA/,/c/en/steel/,/c/en/metal/]\t/r/IsA\t/c/en/steel\t/c/en/metal\t{}\n",
    "generics.tsv": "SOURCE\tTERM\tQUANTIFIER\tGENERIC SENTENCE\tSCORE\nx\tsteel\t\tSteel is a metal.\t0.9\n",
    "tables.csv": "thing,is made of\nspoon,steel\nhat,wool\n",
    "questions.jsonl": '{"id": "1", "question": {"stem": "Which?", "choices": ["x", "y"]}, "fact2": "steel is hard"}\n',
}
PIECES = (
    *(b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\t", b"\t\t\t\t", b"\n" * 50, b'"', b'""""', b"\r", b"\xed\xa0\x80"),
    *(b"a" * 70_000, b"#", b"{", b"[[[[", b"\x1f\x8b", "\u202e🦊".encode(), b",,,", b"-1e999", b"\x85", b"\x0c"),
)


def knowledge_campaign(count: int, chance: int) -> Campaign:
    """Open so many files."""
    campaign, draw = Campaign("knowledge files"), drawn(chance, "knowledge")
    before = os.environ.get("REASONER_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            os.environ["REASONER_CACHE"] = f"{folder}/cache{number // 200}"
            path, kind = made(Path(folder), draw)
            with campaign.trial((kind, path.name, path.read_bytes()[:300]), ReasonerError):
                kb = KnowledgeBase.open([f"{kind}:{path}" if kind else path])
                found = kb.search("steel metal heat", 3)
                assert all(hit.fact.text.strip() for hit in found), "a fact without words"
                assert len(list(kb)) == len(kb)
                assert Positions.over(kb).sentence_count <= len(kb)
                assert all(len(row.cells) for table in kb.tables for row in table.rows)
            path.unlink()
    if before is None:
        del os.environ["REASONER_CACHE"]
    else:
        os.environ["REASONER_CACHE"] = before
    return campaign


def made(folder: Path, draw: random.Random) -> tuple[Path, str]:
    """Write a file; return it and the kind that it is said to be, or none."""
    name = draw.choice(list(SAMPLES))
    content = bytearray(SAMPLES[name].encode())
    for _ in range(draw.choice((0, 1, 1, 2, 4, 8))):
        at = draw.randrange(len(content) + 1)
        if draw.random() < 0.4:
            del content[at : at + draw.randrange(1, 12)]
        elif draw.random() < 0.5:
            content[at:at] = draw.choice(PIECES)
        else:
            content[at : at + 1] = draw.randbytes(draw.randrange(1, 4))
    packed = draw.random() < 0.1
    path = folder / f"{draw.randrange(10**9)}-{name}{'.gz' if packed else ''}"
    path.write_bytes(gzip.compress(bytes(content)) if packed and draw.random() < 0.7 else bytes(content))
    kinds = sorted(set(KINDS) - {"wordnet"})
    return path, draw.choice(kinds) if draw.random() < 0.5 else ""
