"""What is known: facts, tables, importers, the index on disk, retrieval."""

from reasoner.knowledge.base import KnowledgeBase, Sources, as_knowledge, open_knowledge
from reasoner.knowledge.fact import Fact
from reasoner.knowledge.store import Hit
from reasoner.knowledge.table import Table

__all__ = ["Fact", "Hit", "KnowledgeBase", "Sources", "Table", "as_knowledge", "open_knowledge"]
