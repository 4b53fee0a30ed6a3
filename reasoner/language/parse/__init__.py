"""A sentence as a dependency tree, and its noun phrases."""
