"""The final answer of an agent run: its grammar, its stream, and how it is read."""
