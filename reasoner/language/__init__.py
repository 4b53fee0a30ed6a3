"""What is known of English, and sentences taken apart: english, terms, parse, extract, claim."""
