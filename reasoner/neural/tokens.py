"""What DGEM reads: the token vectors of texts, and claims as graphs whose nodes have vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reasoner.errors import ReasonerError
from reasoner.knowledge.cache import cache_folder, fingerprint
from reasoner.language.extract.tuples import Graph, extract_all, graph
from reasoner.neural.embedding_cache import EmbeddingCache

Floats = NDArray[np.float32]

# What is read of a text. SciTail's longest hypotheses have 20 nodes and 60 word pieces; premises are cut at 128.
MOST_TOKENS, MOST_NODES, MOST_EDGES = 128, 24, 40
_KEPT_AT_ONCE = 512  # texts between two writes to the disk


class TokenEncoder(Protocol):
    """What turns texts into vectors, such as `reasoner.neural.Encoder`."""

    @property
    def name(self) -> str:
        """What decides the vectors: model, version, precision."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return a unit vector for each text, as rows."""

    def token_vectors(self, texts: Sequence[str]) -> list[Floats]:
        """Return a matrix for each text, one row a word piece."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A hypothesis: its token vectors, its graph, and a vector for each node."""

    tokens: Floats
    graph: Graph
    nodes: Floats


class Reader:
    """Reads premises and hypotheses: token vectors are kept on disk at half precision, node vectors by the encoder.

    Parameters
    ----------
    encoder : TokenEncoder
        Such as `reasoner.neural.Encoder`.
    width : int
        The length of its vectors.
    keep : bool
        Whether token vectors are kept on disk, in the user's cache.
    """

    def __init__(self, encoder: TokenEncoder, width: int, keep: bool = True) -> None:
        self.encoder, self.width = encoder, width
        name = fingerprint("token vectors", encoder.name)
        self._cache = EmbeddingCache(cache_folder() / "embeddings" / f"{name}.sqlite") if keep else None

    def tokens(self, texts: Sequence[str]) -> dict[str, Floats]:
        """Return the token vectors of each text."""
        known = self._cache.get(texts) if self._cache else {}
        made = {text: _unpacked(packed, self.width) for text, packed in known.items()}
        new = [text for text in dict.fromkeys(texts) if text not in made]
        for start in range(0, len(new), _KEPT_AT_ONCE):
            part = new[start : start + _KEPT_AT_ONCE]
            packed = {
                text: _packed(vectors[:MOST_TOKENS], self.width)
                for text, vectors in zip(part, self.encoder.token_vectors(part), strict=True)
            }
            if self._cache:
                self._cache.put(packed)
            made |= {text: _unpacked(vector, self.width) for text, vector in packed.items()}
        return made

    def claims(self, texts: Sequence[str]) -> dict[str, Claim]:
        """Return each text as a claim."""
        unique = list(dict.fromkeys(texts))
        graphs = [_cut(graph(tuples)) for tuples in extract_all(unique)]
        names = sorted({node for made in graphs for node in made.nodes})
        row = {name: number for number, name in enumerate(names)}
        vectors = self.encoder.encode(names) if names else np.empty((0, self.width), np.float32)
        tokens = self.tokens(unique)
        return {
            text: Claim(tokens[text], made, vectors[[row[node] for node in made.nodes]])
            for text, made in zip(unique, graphs, strict=True)
        }


def _cut(whole: Graph) -> Graph:
    """The first nodes and edges of a graph that is too large."""
    edges = [edge for edge in whole.edges if max(edge[0], edge[2]) < MOST_NODES]
    return Graph(whole.nodes[:MOST_NODES], tuple(edges[:MOST_EDGES]))


def _packed(vectors: Floats, width: int) -> Floats:
    """Half-precision numbers, two in the place of one, because the cache keeps flat float32."""
    if vectors.shape[1] != width:
        raise ReasonerError(f"the encoder's vectors have {vectors.shape[1]} numbers, the weights expect {width}")
    return vectors.astype("<f2").ravel().view("<f4")


def _unpacked(packed: Floats, width: int) -> Floats:
    return packed.view("<f2").reshape(-1, width).astype(np.float32)
