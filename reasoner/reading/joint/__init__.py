"""A second, looser reading: what a text says of each thing that it names."""
