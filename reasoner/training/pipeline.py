"""Training of the shipped pipeline on UD English EWT and on our own telegraphic science sentences."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from reasoner.errors import InputError
from reasoner.training.treebank import (
    Sentence,
    find,
    lower_case,
    read_annotated,
    read_conllu,
    to_doc,
    without_articles,
    without_commas,
    without_final_punctuation,
)
from reasoner.training.variation import vary

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.training import Example

CONFIG = Path(__file__).parent / "data" / "pipeline.cfg"
SCIENCE = Path(__file__).parent / "data" / "science.txt"
SCIENCE_REPEATS = 6  # a few hundred sentences against 12,544: enough to be learned, too few to take over
# Shares of the treebank sentences that are roughened anew in each epoch; the rest stays as written.
SHARES: tuple[tuple[float, tuple[Callable[[Sentence], Sentence], ...]], ...] = (
    (0.15, (lower_case, without_final_punctuation)),
    (0.05, (lower_case, without_final_punctuation, without_commas)),
    (0.03, (lower_case, without_final_punctuation, without_articles)),
    (0.05, (without_final_punctuation,)),
)
JOINED = 0.3  # share of sentences that share a text with the one before, so that sentence ends are learned

LICENCE = """\
This model was trained by the reasoner project on the Universal Dependencies English Web Treebank (UD English EWT),
https://universaldependencies.org, which is licensed under CC BY-SA 4.0
(https://creativecommons.org/licenses/by-sa/4.0/), and on sentences of the project's own.
The files in this directory are therefore distributed under CC BY-SA 4.0, apart from the licence of the code.
"""


def train(data: Path, output: Path, seed: int = 1, steps: int | None = None) -> dict[str, float]:
    """Train a pipeline and write it to `output`, where only another pipeline may stand; returns scores on EWT Dev.

    `data` is the folder of the treebank, or one with a folder ud_ewt in it.
    """
    from spacy import util
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train as train_loop

    register_readers()
    find(data, "train"), find(data, "dev")
    if output.exists() and not (output / "meta.json").exists():
        raise InputError("exists and is no spaCy pipeline: name a new folder for the model", path=str(output))
    overrides: dict[str, object] = {"paths.data": str(data), "system.seed": seed}
    if steps:
        overrides["training.max_steps"] = steps
    nlp = init_nlp(util.load_config(CONFIG, overrides=overrides))
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent) as folder:
        train_loop(nlp, Path(folder), stdout=sys.stderr, stderr=sys.stderr)
        nlp = util.load_model(Path(folder) / "model-best")
    write(nlp, output)
    scores = nlp.meta["performance"]
    return {name: float(scores[name]) for name in ("dep_uas", "dep_las", "pos_acc")}


def write(nlp: Language, output: Path) -> None:
    """Write the pipeline without what only training needs: paths, corpora, and every string it has seen."""
    for section in ("paths", "corpora", "training", "pretraining", "initialize", "system"):
        nlp.config[section] = {}
    nlp.meta.update(
        name="reasoner", license="CC BY-SA 4.0", sources=[{"name": "UD English EWT", "license": "CC BY-SA 4.0"}]
    )
    fresh = Path(tempfile.mkdtemp(dir=output.parent))
    fresh.chmod(0o755)
    nlp.to_disk(fresh)
    labels = {label for names in nlp.pipe_labels.values() for label in names}
    (fresh / "vocab" / "strings.json").write_text(json.dumps(sorted(labels)), encoding="utf-8")
    (fresh / "LICENSE").write_text(LICENCE, encoding="utf-8")
    old = Path(tempfile.mkdtemp(dir=output.parent))
    if output.exists():
        os.replace(output, old)
    os.replace(fresh, output)
    shutil.rmtree(old, ignore_errors=True)


@cache
def register_readers() -> None:
    """Make the readers that the config names known to spaCy."""
    from spacy.util import registry

    registry.readers("reasoner.TrainingText.v1", func=training_text)
    registry.readers("reasoner.DevelopmentText.v1", func=development_text)


def development_text(data: str) -> Callable[[Language], Iterator[Example]]:
    """EWT Dev, one sentence a text, with gold tokens."""

    def read(nlp: Language) -> Iterator[Example]:
        return (example(nlp, [sentence]) for sentence in read_conllu(find(Path(data), "dev")))

    return read


def training_text(data: str, seed: int) -> Callable[[Language], Iterator[Example]]:
    """EWT Train and our own science sentences, partly roughened, varied and joined anew at each call."""
    rng = random.Random(seed)
    treebank: list[Sentence] = []
    science: list[Sentence] = []

    def read(nlp: Language) -> Iterator[Example]:
        if not treebank:
            treebank.extend(read_conllu(find(Path(data), "train")))
            science.extend(read_annotated(SCIENCE, treebank))
        texts = [[vary(sentence, rng)] for sentence in science * SCIENCE_REPEATS]
        for sentence in treebank:
            if rng.random() < JOINED:
                texts[-1].append(sentence)
            else:
                texts.append([roughen(sentence, rng)])
        rng.shuffle(texts)
        return (example(nlp, text) for text in texts)

    return read


def roughen(sentence: Sentence, rng: random.Random) -> Sentence:
    """The sentence as written, or by chance without capitals, final punctuation, commas or articles."""
    draw = rng.random()
    for share, changes in SHARES:
        if draw < share:
            for change in changes:
                sentence = change(sentence)
            return sentence
        draw -= share
    return sentence


def example(nlp: Language, sentences: list[Sentence]) -> Example:
    """A spaCy example with gold tokens."""
    from spacy.tokens import Doc
    from spacy.training import Example

    gold = to_doc(nlp.vocab, sentences)
    bare = Doc(nlp.vocab, words=[token.text for token in gold], spaces=[bool(token.whitespace_) for token in gold])
    return Example(bare, gold)
