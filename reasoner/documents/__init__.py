"""Documents that come with a question: the names and sentences in them, and walks from name to name."""
