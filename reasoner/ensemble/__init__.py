"""Combining solvers, untrained (``ir+2*chain``) and trained (a JSON file made by ``reasoner train ensemble``)."""

from reasoner.ensemble.combine import Combination, Ensemble, get_solver, is_trained, member_names
from reasoner.ensemble.trained import TrainedEnsemble, train_ensemble

__all__ = ["Combination", "Ensemble", "TrainedEnsemble", "get_solver", "is_trained", "member_names", "train_ensemble"]
