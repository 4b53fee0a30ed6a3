"""Solvers: each gathers evidence, calls the machinery, returns an Answer."""
