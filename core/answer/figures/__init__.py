"""Figures that are asked of tables: a question as a request, the cells for it, and what they come to."""
