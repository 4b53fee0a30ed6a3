"""Finished answers as text, JSON and more; computes nothing about them."""
