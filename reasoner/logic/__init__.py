"""Exact reasoning over atoms and rules: engine, proofs, and a checker of proofs. Knows no English and no solvers."""
