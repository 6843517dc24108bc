"""A library of business documents whose every field is known, and the questions asked of it."""
