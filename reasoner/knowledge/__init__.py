"""What is known: facts, tables, importers, the index on disk, retrieval."""
