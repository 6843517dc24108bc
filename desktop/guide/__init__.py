"""The guide to a document, and questions that documents answer."""
