"""Sentences taken apart: pipeline, terms, claims, tuples, relations."""
