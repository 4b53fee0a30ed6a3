"""A small local web page and JSON API over the solvers (extra `browser`)."""
