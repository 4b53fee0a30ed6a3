"""DGEM, the decomposed graph entailment model: does a premise entail a claim, and each part of the claim?

After Khot et al. 2018, with three changes: word vectors come from a frozen sentence encoder, which has read the whole
premise and so takes the place of the LSTM; a part's support is a log-odds of its own; and beside nodes and edges the
claim as a whole is compared with the premise. The three add up to the log-odds that the premise entails the claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from reasoner.language.tuples import SPLITTING
from reasoner.neural.tokens import Claim, Floats

#: What an edge may be called; the last stands for any other word.
LABELS = ("subj", "obj", "subj-obj", *sorted(SPLITTING), "other")
_LABEL_NUMBER = {label: number for number, label in enumerate(LABELS)}
#: What the model adds up. A model without one of them is an ablation.
PARTS = ("nodes", "edges", "whole")

SIZE = 100  # of projected vectors, as in the original
_LABEL_SIZE = 10  # as in the original
_HIDDEN = 64
_DROPOUT = 0.3
_OUTSIDE = -1e4  # in place of an attention score where there is no token


class Batch(NamedTuple):
    """Premises and claims, padded; each mask is 1 where there is something."""

    premise: torch.Tensor
    premise_mask: torch.Tensor
    claim: torch.Tensor
    claim_mask: torch.Tensor
    nodes: torch.Tensor
    node_mask: torch.Tensor
    edges: torch.Tensor
    edge_mask: torch.Tensor


class Scores(NamedTuple):
    """Log-odds: of each pair, and of each node, each edge and the whole of its claim."""

    total: torch.Tensor
    nodes: torch.Tensor
    edges: torch.Tensor
    whole: torch.Tensor


class DGEM(nn.Module):
    """Log-odds that premises entail claims.

    >>> torch.manual_seed(0) and None
    >>> from reasoner.language.tuples import Graph
    >>> ice_melts = Graph(("ice", "melts"), ((1, "subj", 0),))
    >>> claim = Claim(np.ones((3, 8), np.float32), ice_melts, np.eye(2, 8, dtype=np.float32))
    >>> model = DGEM(width=8).eval()
    >>> scores = model(make_batch([np.ones((4, 8), np.float32)], [claim]))
    >>> scores.nodes.shape, scores.edges.shape
    (torch.Size([1, 2]), torch.Size([1, 1]))
    >>> parts = scores.nodes.mean() + scores.edges.mean() + scores.whole
    >>> bool(torch.isclose(scores.total, parts).all())
    True
    """

    def __init__(self, width: int = 384, parts: Sequence[str] = PARTS) -> None:
        super().__init__()
        self.parts = tuple(parts)
        self.project = nn.Linear(width, SIZE)
        self.label = nn.Embedding(len(LABELS), _LABEL_SIZE)
        self.node = _scorer(4 * SIZE + 2)
        self.edge = _scorer(6 * SIZE + _LABEL_SIZE)
        self.weigh = nn.Linear(width, 1)
        self.numbers = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 1))
        self.meaning = _scorer(2 * width)
        self.sharpness = nn.Parameter(torch.tensor(5.0))

    def forward(self, batch: Batch) -> Scores:
        """Return the log-odds of every pair of a batch and of its parts."""
        premise = functional.normalize(batch.premise, dim=-1)
        whole = self._whole(batch, premise)
        likeness = functional.normalize(batch.nodes, dim=-1) @ premise.transpose(1, 2)
        attention = self._attention(likeness * self.sharpness, batch.premise_mask)
        projected, nodes = self.project(batch.premise), self.project(batch.nodes)
        met = attention @ projected
        node_scores = self._nodes(met, nodes, likeness, batch)
        edge_scores = self._edges(met, nodes, batch)
        total = whole * ("whole" in self.parts)
        if "nodes" in self.parts:
            total = total + _mean(node_scores, batch.node_mask)
        if "edges" in self.parts:
            total = total + _mean(edge_scores, batch.edge_mask)
        return Scores(total, node_scores, edge_scores, whole)

    def _attention(self, scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return torch.softmax(scores.masked_fill(mask[:, None] == 0, _OUTSIDE), dim=-1)

    def _nodes(self, met: torch.Tensor, nodes: torch.Tensor, likeness: torch.Tensor, batch: Batch) -> torch.Tensor:
        mask = batch.premise_mask[:, None]
        nearest = likeness.masked_fill(mask == 0, -1).amax(-1, keepdim=True)
        features = [met, nodes, met - nodes, met * nodes, nearest, _mean(likeness, mask)[..., None]]
        scores: torch.Tensor = self.node(torch.cat(features, -1)).squeeze(-1)
        return scores

    def _edges(self, met: torch.Tensor, nodes: torch.Tensor, batch: Batch) -> torch.Tensor:
        """Both ends of an edge as they were met in the premise, and how that differs from what the claim has there."""
        ends = torch.cat([met * nodes, met - nodes, met], -1)
        rows = torch.arange(len(ends), device=ends.device)[:, None]
        source, target = ends[rows, batch.edges[..., 0]], ends[rows, batch.edges[..., 2]]
        scores: torch.Tensor = self.edge(torch.cat([source, self.label(batch.edges[..., 1]), target], -1)).squeeze(-1)
        return scores

    def _whole(self, batch: Batch, premise: torch.Tensor) -> torch.Tensor:
        """Likeness of the sentences, and how well each token of one is met by a token of the other."""
        claim = functional.normalize(batch.claim, dim=-1)
        there = batch.claim_mask[:, :, None] * batch.premise_mask[:, None]
        likeness = (claim @ premise.transpose(1, 2)).masked_fill(there == 0, -1)
        met = likeness.amax(2).clamp(min=0)
        used = likeness.amax(1).clamp(min=0)
        weights = torch.softmax(self.weigh(batch.claim).squeeze(-1).masked_fill(batch.claim_mask == 0, _OUTSIDE), -1)
        one, other = _sentence(batch.premise, batch.premise_mask), _sentence(batch.claim, batch.claim_mask)
        numbers = [
            5 * (one * other).sum(-1),
            5 * _mean(met, batch.claim_mask),
            5 * (weights * met).sum(-1),
            5 * _mean(used, batch.premise_mask),
            5 * met.masked_fill(batch.claim_mask == 0, 1).amin(-1),
            batch.claim_mask.sum(-1) / 20,
            batch.premise_mask.sum(-1) / 30,
        ]
        meaning = torch.cat([30 * one * other, 3 * (one - other).abs()], -1)
        total: torch.Tensor = (self.numbers(torch.stack(numbers, -1)) + self.meaning(meaning)).squeeze(-1)
        return total


def make_batch(
    premises: Sequence[Floats], claims: Sequence[Claim], device: str = "cpu", dtype: torch.dtype = torch.float32
) -> Batch:
    """Pad premises (token vectors) and the claims that go with them, and put them where the model is."""
    edges = np.zeros((len(claims), max((len(claim.graph.edges) for claim in claims), default=0), 3), np.int64)
    edge_mask = np.zeros(edges.shape[:2], np.float32)
    for row, claim in enumerate(claims):
        for column, (source, label, target) in enumerate(claim.graph.edges):
            edges[row, column] = source, _LABEL_NUMBER.get(label, len(LABELS) - 1), target
            edge_mask[row, column] = 1
    padded = [*_pad(premises), *_pad([claim.tokens for claim in claims]), *_pad([claim.nodes for claim in claims])]
    floats = [torch.from_numpy(array).to(device, dtype) for array in (*padded, edge_mask)]
    return Batch(*floats[:6], torch.from_numpy(edges).to(device), floats[6])


def _pad(matrices: Sequence[Floats]) -> tuple[Floats, Floats]:
    longest = max((len(matrix) for matrix in matrices), default=0)
    padded = np.zeros((len(matrices), max(longest, 1), matrices[0].shape[1]), np.float32)
    mask = np.zeros(padded.shape[:2], np.float32)
    for row, matrix in enumerate(matrices):
        padded[row, : len(matrix)] = matrix
        mask[row, : len(matrix)] = 1
    return padded, mask


def _scorer(inputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Dropout(_DROPOUT), nn.Linear(inputs, _HIDDEN), nn.ReLU(), nn.Dropout(_DROPOUT), nn.Linear(_HIDDEN, 1)
    )


def _mean(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The mean over the last dimension of what is there, 0 where nothing is."""
    return (values * mask).sum(-1) / mask.sum(-1).clamp(min=1)


def _sentence(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The unit vector of a text: the direction of the sum of its tokens, which is how the encoder makes one itself."""
    return functional.normalize((tokens * mask[..., None]).sum(1), dim=-1)
