"""Encoder, DGEM, training: the only room that imports torch."""

from reasoner.neural.encoder import Encoder

__all__ = ["Encoder"]
