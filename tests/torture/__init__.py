"""A standing campaign of attacks, seeded and bounded: `make torture`; a short form is among the tests."""
