"""The parser processes: one file read and cut in a child, and what passes between."""
