"""Rule chaining: the rule language, typed statements, soft matching, the engine and its proofs."""
