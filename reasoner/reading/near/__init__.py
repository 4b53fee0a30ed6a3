"""Where no proof decides: trails through given facts, and near-proofs word by word."""
