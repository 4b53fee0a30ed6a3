"""Everything that fits numbers; each fit leaves a certificate in reasoner.weights."""
