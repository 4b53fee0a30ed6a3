"""What `tuple-ilp`, `table-ilp` and `ilp` share: evidence, the graph over it, its prices, and the graph in words."""
