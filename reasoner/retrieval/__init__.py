"""Finding the facts that bear on a question."""
