"""How English sentences are built: the grammar, from words to phrases, clauses and whole sentences."""
