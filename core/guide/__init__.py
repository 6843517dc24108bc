"""A guide to each document: what is in it, cited, and questions that it answers."""
