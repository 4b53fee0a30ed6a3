"""From a parsed sentence to what it states."""
