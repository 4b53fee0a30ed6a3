"""Everything that fits numbers; each leaves a certificate."""
