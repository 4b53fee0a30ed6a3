"""Importers: each turns one kind of source into a stream of facts and, where it has them, tables."""
