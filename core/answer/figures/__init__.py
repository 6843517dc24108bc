"""Figures that are asked of tables: a question read into a request, cells found for it, and what they come to."""
