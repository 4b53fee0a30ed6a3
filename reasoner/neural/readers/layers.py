"""What the readers are made of: BiLSTM max-out, and the match of two vectors."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from reasoner.neural.readers.texts import REDUCED, Batch, Reduction, Sequences

HIDDEN = 32
_SENTENCE_SCALE = 20.0  # brings the numbers of a unit vector to about 1


class BiLSTM(nn.Module):
    """Reads a text in both directions; returns a vector for each word piece."""

    def __init__(self, width: int = REDUCED, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, hidden, batch_first=True, bidirectional=True)

    def forward(self, pieces: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        """Return the states of both directions; padding is not read."""
        lengths = there.sum(1).clamp(min=1).cpu()
        packed = pack_padded_sequence(pieces, lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True, total_length=pieces.shape[1])
        return states


def greatest(states: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Return the greatest value of each number over a text (max-out); zeros for no text.

    >>> greatest(torch.tensor([[[1.0], [3.0], [9.0]]]), torch.tensor([[True, True, False]])).item()
    3.0
    """
    known = states.masked_fill(~there[..., None], torch.finfo(states.dtype).min).amax(1)
    return known * there.any(1, keepdim=True)


def scaled(texts: Sequences) -> torch.Tensor:
    """Return the vectors of texts as wholes, at the scale that layers start from."""
    return texts.whole * _SENTENCE_SCALE


class Words(nn.Sequential):
    """A layer over a text as a whole and over the greatest values of its word pieces, as they are before any reading.

    A sentence encoder smooths over the very words by which right and wrong choices can be told apart; on OpenBookQA Dev
    choices alone say 0.49 by its vectors and 0.56 with these.
    """

    def __init__(self, width: int, size: int) -> None:
        super().__init__(nn.Dropout(0.2), nn.Linear(2 * width, size), nn.ReLU(), nn.Dropout(0.5))

    def forward(self, texts: Sequences) -> torch.Tensor:
        """Return a vector for each text."""
        # The factors bring both to a mean of about 0 and a deviation of about 1.
        seen: torch.Tensor = super().forward(torch.cat([scaled(texts), 2 * texts.most - 1], -1))  # type: ignore[no-untyped-call]
        return seen


class Sentence(nn.Linear):
    """A layer over the vector that a sentence encoder gives a text."""

    def __init__(self, width: int, size: int, dropout: float) -> None:
        super().__init__(width, size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, texts: Sequences) -> torch.Tensor:  # type: ignore[override]
        """Return a vector for each text."""
        return torch.tanh(super().forward(self.dropout(scaled(texts))))


class MaxOut(nn.Module):
    """A text as one vector: BiLSTM max-out (Conneau et al. 2017), and beside it the text as a whole.

    `words` says whether that is seen with its words. Where a fact tells the choices apart they do not help: given f,
    `knowledge-reader` has 0.640 with them and 0.642 without on OpenBookQA Dev (one seed each).
    """

    def __init__(
        self, width: int, reduced: int = REDUCED, hidden: int = HIDDEN, dropout: float = 0.3, words: bool = False
    ) -> None:
        super().__init__()
        self.read = BiLSTM(reduced, hidden)
        self.whole = Words(width, 2 * hidden) if words else Sentence(width, 2 * hidden, dropout)
        self.dropout = nn.Dropout(dropout)
        self.size = 4 * hidden

    def forward(self, texts: Sequences) -> torch.Tensor:
        """Return a vector for each text."""
        states = greatest(self.read(self.dropout(texts.pieces), texts.there), texts.there)
        return torch.cat([self.dropout(states), self.whole(texts)], -1)


class Match(nn.Module):
    """Att(u, v) = W [u; v; u * v; |u - v|]."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.weights = nn.Linear(4 * size, 1)

    def forward(self, first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        """Return how well vectors match."""
        parts: torch.Tensor = self.apart(first, second).sum(-1)
        return parts

    def apart(self, first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        """Return what the first, the second and both together add to the match.

        >>> match = Match(size=2)
        >>> u, v = torch.ones(3, 2), torch.zeros(3, 2)
        >>> bool(torch.allclose(match.apart(u, v).sum(-1), match(u, v))), match.apart(u, v).shape
        (True, torch.Size([3, 3]))
        """
        shape = torch.broadcast_shapes(first.shape, second.shape)  # type: ignore[no-untyped-call]
        first, second = first.expand(shape), second.expand(shape)
        size = first.shape[-1]
        weights = self.weights.weight[0]
        together = torch.cat([first * second, (first - second).abs()], -1) @ weights[2 * size :]
        return torch.stack(
            [first @ weights[:size], second @ weights[size : 2 * size] + self.weights.bias, together], -1
        )


class Comparing(nn.Module):
    """What readers share that read texts each by itself, by max-out, and then compare them."""

    def __init__(self, width: int = 384, reduced: int = REDUCED) -> None:
        super().__init__()
        self.reduction = Reduction(width, reduced)
        self.read = MaxOut(width, reduced, words=True)
        self.match = Match(self.read.size)


class WholeMatch(nn.Module):
    """Stem, choice and facts compared by the vectors of a sentence encoder alone."""

    def __init__(self, width: int, hidden: int = 64, dropout: float = 0.5) -> None:
        super().__init__()
        self.score = nn.Sequential(
            nn.Dropout(dropout / 2),
            nn.Linear(4 * width + 4, hidden),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, 1),
        )
        self.sharpness = nn.Parameter(torch.tensor(10.0))

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return a score for each choice."""
        there = batch.choice_there[..., None]
        choice = by_choice(batch.choices.whole, batch.choice_there)
        facts = by_choice(batch.facts.whole, batch.fact_there)
        stem = batch.stems.whole[:, None].expand_as(choice)
        both = functional.normalize(stem + choice, dim=-1)
        attention = self.sharpness * (both @ facts.transpose(1, 2))
        known = attention.masked_fill(~batch.fact_there[:, None], -1e4).softmax(-1) @ facts
        mean = (choice * there).sum(1, keepdim=True) / there.sum(1, keepdim=True)
        # The factors bring products and differences of unit vectors to the scale that layers start from.
        compared = [5 * choice, 5 * (choice - mean), 20 * choice * known, 20 * both * known]
        pairs = ((choice, known), (stem, known), (stem, choice), (both, known))
        cosines = [5 * likeness(one, two)[..., None] for one, two in pairs]
        scores: torch.Tensor = self.score(torch.cat([*compared, *cosines], -1)).squeeze(-1)
        return scores


def by_choice(vectors: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    """Return the vectors of all choices (or facts) of a batch in rows of a question each."""
    return vectors.view(*there.shape, -1)


def likeness(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """Return cosines; 0 where one of the two is nothing."""
    return functional.cosine_similarity(first, second, dim=-1, eps=1e-6)
