"""Scoring and runs."""
