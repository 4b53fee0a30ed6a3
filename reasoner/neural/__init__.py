"""Encoder, DGEM, training: the only room that imports torch."""

import os

# One thread a process, said before torch is loaded: with a thread for each core in each of several processes they
# wait for each other, and a busy machine slows down tenfold. Set OMP_NUM_THREADS to have more.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from reasoner.neural.encoder import Encoder

__all__ = ["Encoder"]
