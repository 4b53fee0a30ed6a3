"""Entailment: DGEM trained on pairs of sentences, and DGEM at work."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from reasoner.errors import UnknownNameError
from reasoner.knowledge.cache import cached_directory, fingerprint
from reasoner.neural.dgem import DGEM, PARTS, Features, Scores, features, mean
from reasoner.neural.encoder import Encoder, shrinking
from reasoner.neural.padding import join, make_batch, pick
from reasoner.neural.pairs import Pair, read_pairs
from reasoner.neural.storage import load_into, weights_path, write_tensors
from reasoner.neural.tokens import Claim, Floats, Reader, TokenEncoder
from reasoner.neural.training import Report, Settings, Source, Task, fit, split

KIND = "dgem"
#: Vectors of the packaged encoder have as many numbers.
WIDTH = 384

#: Chosen on SciTail Dev.
SETTINGS = Settings(epochs=12, rate=3e-3, decay=0.02)

_SCORED_AT_ONCE = 256
_ALONE = 1.0  # weight of what each part says by itself


# Training.


def train_entailment(
    sources: Sequence[Source],
    output: Path,
    *,
    dev: Path | None = None,
    settings: Settings | None = None,
    parts: Sequence[str] = PARTS,
    encoder: TokenEncoder | None = None,
    report: Report = print,
) -> float:
    """Train DGEM on files of pairs and write the weights; return the accuracy on the dev pairs.

    Parameters
    ----------
    dev : Path, optional
        Pairs that decide when to stop; a tenth of the first file where not given.
    parts : sequence of str
        What the model adds up; all but for an ablation.
    """
    if unknown := sorted(set(parts) - set(PARTS)):
        raise UnknownNameError("part", unknown[0], PARTS)
    settings = settings or SETTINGS
    drawn = [source.draw(read_pairs(source.path), settings.seed) for source in sources]
    pairs, held_out = split(drawn, read_pairs(dev) if dev else None)
    encoder = encoder or Encoder(device=settings.device)
    seen = see([*pairs, *held_out], encoder, settings.device, report)
    torch.manual_seed(settings.seed)
    model = DGEM(parts)
    model.scale_to(pick(seen, range(len(pairs))))
    task = entailment_task(seen, pairs, held_out)
    checkpoint = output.with_name(f"{output.name}.checkpoint")
    accuracy = fit(model, task, settings, checkpoint, report)
    about = {"kind": KIND, "encoder": encoder.name, "accuracy": f"{accuracy:.4f}", "parts": ",".join(parts)}
    about["rows"] = str(len(pairs))
    write_tensors(output, model.cpu().state_dict(), about)
    checkpoint.unlink(missing_ok=True)
    return accuracy


def see(pairs: Sequence[Pair], encoder: TokenEncoder, device: str, report: Report) -> Features:
    """Return what DGEM sees of pairs: computed once, because nothing below the scorers is learned."""
    texts = sorted({text for pair in pairs for text in (pair.premise, pair.hypothesis)})
    tokens = token_table(texts, encoder, report)
    claims = TableReader(encoder, tokens).claims([pair.hypothesis for pair in pairs])

    def one_batch(part: list[Pair]) -> list[Features]:
        premises = [tokens[pair.premise] for pair in part]
        return [features(make_batch(premises, [claims[pair.hypothesis] for pair in part], device))]

    starts = range(0, len(pairs), _SCORED_AT_ONCE)
    batches = (list(pairs[start : start + _SCORED_AT_ONCE]) for start in starts)
    return join([seen for batch in batches for seen in shrinking(one_batch, batch)])


def entailment_task(seen: Features, train: Sequence[Pair], dev: Sequence[Pair]) -> Task[int]:
    """Return what is to be learned of pairs that were seen in this order; an item is the number of a pair."""
    target = torch.tensor([float(pair.entails) for pair in (*train, *dev)], device=seen.whole.device)

    def loss(model: nn.Module, rows: list[int]) -> torch.Tensor:
        batch = pick(seen, rows)
        scores: Scores = model(batch)
        # Each part must also judge by itself: otherwise one makes up for another, and none has a meaning of its own.
        alone = (scores.whole, mean(scores.nodes, batch.node_mask), mean(scores.edges, batch.edge_mask))
        losses = [
            functional.binary_cross_entropy_with_logits(logits, target[rows]) for logits in (scores.total, *alone)
        ]
        return losses[0] + _ALONE * torch.stack(losses[1:]).mean()

    def right(model: nn.Module, rows: list[int]) -> list[bool]:
        scores: Scores = model(pick(seen, rows))
        found: list[bool] = ((scores.total > 0) == (target[rows] > 0)).tolist()
        return found

    rows = list(range(len(target)))
    return Task(KIND, rows[: len(train)], rows[len(train) :], loss, right)


def token_table(texts: Sequence[str], encoder: TokenEncoder, report: Report) -> dict[str, Floats]:
    """Return the token vectors of many texts, from one half-precision file in the cache that is mapped, not read."""

    def build(folder: Path) -> None:
        reader, starts = Reader(encoder, WIDTH, keep=False), [0]
        with open(folder / "tokens.f2", "wb") as file:
            for start in range(0, len(texts), 2_000):
                report(f"encoding texts {start} to {min(start + 2_000, len(texts))} of {len(texts)}")
                part = texts[start : start + 2_000]
                vectors = reader.tokens(part)
                for text in part:
                    file.write(vectors[text].astype("<f2").tobytes())
                    starts.append(starts[-1] + len(vectors[text]))
        np.save(folder / "starts.npy", np.array(starts))

    folder = cached_directory("training", fingerprint(encoder.name, *texts), build)
    starts = np.load(folder / "starts.npy")
    flat = np.memmap(folder / "tokens.f2", dtype="<f2", mode="r").reshape(-1, WIDTH)
    return {text: flat[starts[number] : starts[number + 1]] for number, text in enumerate(texts)}


class TableReader(Reader):
    """A reader that has all token vectors at hand."""

    def __init__(self, encoder: TokenEncoder, table: dict[str, Floats]) -> None:
        super().__init__(encoder, WIDTH, keep=False)
        self._table = table

    def tokens(self, texts: Sequence[str]) -> dict[str, Floats]:
        """Return the token vectors of each text."""
        return {text: self._table[text] for text in texts}


# At work.


@dataclass(frozen=True, slots=True)
class Details:
    """Log-odds that a premise entails a claim, and those of its nodes, its edges and the whole that add up to it."""

    total: float
    nodes: tuple[float, ...]
    edges: tuple[float, ...]
    whole: float


class Entailment:
    """DGEM with weights: how well premises support claims.

    Parameters
    ----------
    weights : str
        The packaged weights (the default), or a file that `reasoner train dgem` wrote.
    encoder : Encoder, optional
        The packaged one where not given; it must be the one that the weights were trained with.
    """

    def __init__(self, weights: str = KIND, encoder: Encoder | None = None) -> None:
        self.reader = Reader(encoder or Encoder(), WIDTH)
        self._model = DGEM()
        load_into(self._model, weights_path(weights), KIND)
        # Double precision: how a batch is padded must not show in the first six decimals.
        self._model.double()

    def log_odds(self, pairs: Sequence[tuple[Floats, Claim]]) -> list[Details]:
        """Return the log-odds of each pair of a premise's token vectors and a claim."""
        order = sorted(range(len(pairs)), key=lambda number: len(pairs[number][0]))
        results: dict[int, Details] = {}
        with torch.inference_mode():
            for start in range(0, len(order), _SCORED_AT_ONCE):
                part = order[start : start + _SCORED_AT_ONCE]
                found = shrinking(lambda numbers: self._details([pairs[number] for number in numbers]), part)
                results |= zip(part, found, strict=True)
        return [results[number] for number in range(len(pairs))]

    def _details(self, pairs: Sequence[tuple[Floats, Claim]]) -> list[Details]:
        premises, claims = zip(*pairs, strict=True)
        scores: Scores = self._model(features(make_batch(premises, claims, dtype=torch.float64)))
        total, nodes, edges, whole = (tensor.tolist() for tensor in scores)
        found = []
        for row, claim in enumerate(claims):
            of_nodes, of_edges = nodes[row][: len(claim.nodes)], edges[row][: len(claim.graph.edges)]
            found.append(Details(total[row], tuple(of_nodes), tuple(of_edges), whole[row]))
        return found


def probability(log_odds: float) -> float:
    """Return the probability that log-odds stand for.

    >>> probability(0.0), round(probability(2.0), 3)
    (0.5, 0.881)
    """
    return 1 / (1 + math.exp(-log_odds)) if log_odds > -700 else 0.0
