"""Answer multiple-choice questions and show the reason."""

__version__ = "0.1.0"
