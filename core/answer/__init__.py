"""What an answer consists of and how far the documents carry it. Pure functions; no model, no index."""
