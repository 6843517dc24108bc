"""A library of business documents whose every field is known, and questions asked of it. Begin with `run`."""
