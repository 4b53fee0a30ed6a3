"""DGEM, the decomposed graph entailment model: does a premise entail a claim, and each part of the claim?

After Khot et al. 2018. Words come from a frozen sentence encoder that has read the whole sentence, in place of an LSTM.
Each node finds its own words in the claim and what meets them in the premise (attention, twice); what is left to learn
is how to judge the likeness of the two. With few pairs to learn from, likenesses generalise and whole vectors do not: a
scorer that sees [p, n, p-n, p*n] themselves has 0.887 on SciTail Dev, one that sees likenesses 0.91.

Nodes, edges and the claim as a whole each have log-odds of their own; their means add up to the log-odds of the pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from reasoner.language.extract.tuples import SPLITTING

#: What an edge may be called; the last stands for any other word.
LABELS = ("subj", "obj", "subj-obj", *sorted(SPLITTING), "other")
LABEL_NUMBER = {label: number for number, label in enumerate(LABELS)}
#: What the model adds up. A model without one of them is an ablation.
PARTS = ("nodes", "edges", "whole")

_WHOLE, _NODE, _EDGE, _LABEL = 11, 9, 13, 6  # numbers that a scorer sees
_HIDDEN = 32
_DROPOUT = 0.1
_SHARPNESS = 20.0  # of attention: cosines of tokens lie close together
_OUTSIDE = -1e3  # in place of an attention score where there is no token


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


class Features(NamedTuple):
    """What the scorers see of pairs: likenesses, from frozen vectors only; and the labels of the edges."""

    whole: torch.Tensor
    nodes: torch.Tensor
    node_mask: torch.Tensor
    edges: torch.Tensor
    edge_mask: torch.Tensor
    labels: torch.Tensor


class Scores(NamedTuple):
    """Log-odds: of each pair, and of each node, each edge and the whole of its claim."""

    total: torch.Tensor
    nodes: torch.Tensor
    edges: torch.Tensor
    whole: torch.Tensor


class DGEM(nn.Module):
    """Log-odds that premises entail claims.

    >>> import numpy as np
    >>> from reasoner.language.extract.tuples import Graph
    >>> from reasoner.neural.padding import make_batch
    >>> from reasoner.neural.tokens import Claim
    >>> torch.manual_seed(0) and None
    >>> ice_melts = Graph(("ice", "melts"), ((1, "subj", 0),))
    >>> claim = Claim(np.ones((3, 8), np.float32), ice_melts, np.eye(2, 8, dtype=np.float32))
    >>> model = DGEM().eval()
    >>> scores = model(features(make_batch([np.ones((4, 8), np.float32)], [claim])))
    >>> scores.nodes.shape, scores.edges.shape
    (torch.Size([1, 2]), torch.Size([1, 1]))
    >>> parts = scores.nodes.mean() + scores.edges.mean() + scores.whole
    >>> bool(torch.isclose(scores.total, parts).all())
    True
    """

    def __init__(self, parts: Sequence[str] = PARTS) -> None:
        super().__init__()
        self.parts = tuple(parts)
        self.label = nn.Embedding(len(LABELS), _LABEL)
        self.whole, self.node, self.edge = _Scorer(_WHOLE), _Scorer(_NODE), _Scorer(_EDGE, _LABEL)

    def forward(self, seen: Features) -> Scores:
        """Return the log-odds of every pair and of its parts."""
        whole, nodes = self.whole(seen.whole), self.node(seen.nodes)
        edges = self.edge(seen.edges, self.label(seen.labels))
        total = torch.zeros_like(whole)
        if "whole" in self.parts:
            total = total + whole
        if "nodes" in self.parts:
            total = total + mean(nodes, seen.node_mask)
        if "edges" in self.parts:
            total = total + mean(edges, seen.edge_mask)
        return Scores(total, nodes, edges, whole)

    def scale_to(self, seen: Features) -> None:
        """Learn mean and spread of each feature, so that scorers see standard scores."""
        self.whole.scale_to(seen.whole)
        self.node.scale_to(seen.nodes[seen.node_mask > 0])
        self.edge.scale_to(seen.edges[seen.edge_mask > 0])


class _Scorer(nn.Module):
    """A small network over standardised features, and a learned vector where there is one."""

    mean: torch.Tensor
    spread: torch.Tensor

    def __init__(self, inputs: int, learned: int = 0) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("spread", torch.ones(inputs))
        first, last = nn.Linear(inputs + learned, _HIDDEN), nn.Linear(_HIDDEN, 1)
        self.layers = nn.Sequential(first, nn.ReLU(), nn.Dropout(_DROPOUT), last)

    def forward(self, numbers: torch.Tensor, *learned: torch.Tensor) -> torch.Tensor:
        standard = (numbers - self.mean) / self.spread
        scores: torch.Tensor = self.layers(torch.cat([standard, *learned], -1)).squeeze(-1)
        return scores

    def scale_to(self, numbers: torch.Tensor) -> None:
        if len(numbers) > 1:
            self.mean.copy_(numbers.mean(0))
            self.spread.copy_(numbers.std(0).clamp(min=1e-3))


# What the scorers see.


def features(batch: Batch) -> Features:
    """Compare every claim with its premise, as a whole and part by part."""
    premise, claim = functional.normalize(batch.premise, dim=-1), functional.normalize(batch.claim, dim=-1)
    said, asked = _sentence(batch.premise, batch.premise_mask), _sentence(batch.claim, batch.claim_mask)
    there = batch.claim_mask[:, :, None] * batch.premise_mask[:, None]
    likeness = (claim @ premise.transpose(1, 2)).masked_fill(there == 0, -1)
    met = likeness.amax(2).clamp(min=0)
    whole = _whole_features(batch, premise, claim, said, asked, met, likeness.amax(1).clamp(min=0))

    nodes = batch.nodes
    own_words = _attention(nodes @ claim.transpose(1, 2), batch.claim_mask)
    in_claim = functional.normalize(own_words @ claim, dim=-1)
    near, far = in_claim @ premise.transpose(1, 2), nodes @ premise.transpose(1, 2)
    near_words, far_words = _attention(near, batch.premise_mask), _attention(far, batch.premise_mask)
    met_near = functional.normalize(near_words @ premise, dim=-1)
    met_far = functional.normalize(far_words @ premise, dim=-1)
    of_nodes = torch.stack(
        [
            (own_words @ met[:, :, None]).squeeze(-1),
            _highest(near, batch.premise_mask),
            _highest(far, batch.premise_mask),
            _dot(nodes, said[:, None]),
            _dot(nodes, asked[:, None]),
            _dot(in_claim, said[:, None]),
            _dot(in_claim, met_near),
            _dot(nodes, met_far),
            _dot(in_claim, met_far),
        ],
        -1,
    )

    rows = torch.arange(len(nodes), device=nodes.device)[:, None]
    source, target = (rows, batch.edges[..., 0]), (rows, batch.edges[..., 2])
    together = functional.normalize(nodes[source] + nodes[target], dim=-1)
    of_edges = torch.stack(
        [
            *(of_nodes[end][..., number] for end in (source, target) for number in (0, 2, 6)),
            # Are the ends as far apart, and in the same direction, in the premise as in the claim?
            _dot(_between(in_claim, source, target), _between(met_near, source, target)),
            _dot(_between(nodes, source, target), _between(met_far, source, target)),
            _dot(near_words[source], near_words[target]),
            _dot(far_words[source], far_words[target]),
            torch.minimum(of_nodes[source][..., 0], of_nodes[target][..., 0]),
            _highest(together @ premise.transpose(1, 2), batch.premise_mask),
            _dot(together, said[:, None]),
        ],
        -1,
    )
    return Features(whole, of_nodes, batch.node_mask, of_edges, batch.edge_mask, batch.edges[..., 1])


def _whole_features(
    batch: Batch,
    premise: torch.Tensor,
    claim: torch.Tensor,
    said: torch.Tensor,
    asked: torch.Tensor,
    met: torch.Tensor,
    used: torch.Tensor,
) -> torch.Tensor:
    """Likeness of the sentences, and how well each token of one is met by a token of the other."""
    mask = batch.claim_mask
    telling = (1 - _dot(claim, asked[:, None])) * mask  # tokens unlike their sentence say something of their own
    worst = met.masked_fill(mask == 0, 1).sort(1).values
    return torch.stack(
        [
            _dot(said, asked),
            mean(met, mask),
            worst[:, 0],
            mean(used, batch.premise_mask),
            (telling * met).sum(-1) / telling.sum(-1).clamp(min=1e-6),
            mean(_dot(claim, said[:, None]), mask),
            _highest(_dot(premise, asked[:, None]), batch.premise_mask),
            mean((met > 0.8).to(met.dtype), mask),
            worst[:, :3].mean(1),
            mask.sum(-1) / 20,
            batch.premise_mask.sum(-1) / 30,
        ],
        -1,
    )


def _attention(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return torch.softmax((_SHARPNESS * scores).masked_fill(mask[:, None] == 0, _OUTSIDE), dim=-1)


def _highest(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The highest of the last dimension where the mask (a row a pair) allows."""
    return values.masked_fill((mask if values.dim() == 2 else mask[:, None]) == 0, -1).amax(-1)


def _dot(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    return (one * other).sum(-1)


Place = tuple[torch.Tensor, torch.Tensor]


def _between(vectors: torch.Tensor, source: Place, target: Place) -> torch.Tensor:
    """The direction from one end of each edge to the other."""
    return functional.normalize(vectors[source] - vectors[target], dim=-1)


def mean(values: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The mean over the last dimension of what is there, 0 where nothing is."""
    return (values * mask).sum(-1) / mask.sum(-1).clamp(min=1)


def _sentence(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """The unit vector of a text: the direction of the sum of its tokens, which is how the encoder makes one itself."""
    return functional.normalize((tokens * mask[..., None]).sum(1), dim=-1)
