"""Fields of documents and their values: the repository, and what asks it."""
