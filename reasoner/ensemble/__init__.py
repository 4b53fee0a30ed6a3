"""Combining solvers, untrained (``ir+2*chain``) and trained (a JSON file made by ``reasoner train ensemble``)."""

from reasoner.ensemble.combine import Ensemble, get_solver
from reasoner.ensemble.trained import TrainedEnsemble, train_ensemble

__all__ = ["Ensemble", "TrainedEnsemble", "get_solver", "train_ensemble"]
