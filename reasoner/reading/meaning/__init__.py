"""From what the grammar finds to formulas and rules: quantifiers, nouns and what they stand for."""
