"""English facts and rules read into logic, and logic worded in English."""
