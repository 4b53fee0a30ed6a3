"""Sentences taken apart: pipeline, terms, similarity, hypotheses, tuples, relations."""
