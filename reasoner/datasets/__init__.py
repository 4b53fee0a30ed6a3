"""What makes and judges sets of questions."""
