"""Named parts of the library, and what the next question is asked about."""
