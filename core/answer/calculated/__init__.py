"""Figures that the program computes over columns of tables and quantities of sentences."""
