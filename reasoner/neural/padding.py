"""Pairs of different lengths in one batch: padded, put together, and picked from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from reasoner.neural.dgem import LABEL_NUMBER, LABELS, Batch, Features
from reasoner.neural.tokens import Claim, Floats


def make_batch(
    premises: Sequence[Floats], claims: Sequence[Claim], device: str = "cpu", dtype: torch.dtype = torch.float32
) -> Batch:
    """Pad premises (token vectors) and the claims that go with them, and put them where the model is."""
    edges, edge_mask = _pad([np.array([_numbered(edge) for edge in claim.graph.edges]) for claim in claims], 3)
    padded = [
        *_pad(premises, premises[0].shape[1]),
        *_pad([claim.tokens for claim in claims], claims[0].tokens.shape[1]),
        *_pad([claim.nodes for claim in claims], claims[0].nodes.shape[1]),
    ]
    tensors = [torch.from_numpy(array).to(device, dtype) for array in padded]
    tensors += [torch.from_numpy(edges).long().to(device), torch.from_numpy(edge_mask).to(device, dtype)]
    return Batch(*tensors)


def _numbered(edge: tuple[int, str, int]) -> tuple[int, int, int]:
    source, label, target = edge
    return source, LABEL_NUMBER.get(label, len(LABELS) - 1), target


def _pad(matrices: Sequence[Floats], width: int) -> tuple[Floats, Floats]:
    longest = max(len(matrix) for matrix in matrices)
    padded = np.zeros((len(matrices), max(longest, 1), width), np.float32)
    mask = np.zeros(padded.shape[:2], np.float32)
    for row, matrix in enumerate(matrices):
        if len(matrix):
            padded[row, : len(matrix)] = matrix
            mask[row, : len(matrix)] = 1
    return padded, mask


def join(parts: Sequence[Features]) -> Features:
    """Put batches of features together, padded to the largest."""
    columns = []
    for tensors in zip(*parts, strict=True):
        longest = max(tensor.shape[1] for tensor in tensors)
        columns.append(torch.cat([_longer(tensor, longest) for tensor in tensors]))
    return Features(*columns)


def _longer(tensor: torch.Tensor, length: int) -> torch.Tensor:
    if tensor.shape[1] == length:
        return tensor
    return torch.cat([tensor, tensor.new_zeros(len(tensor), length - tensor.shape[1], *tensor.shape[2:])], 1)


def pick(seen: Features, rows: Sequence[int]) -> Features:
    """Return the features of some pairs."""
    return Features(*(tensor[list(rows)] for tensor in seen))
