"""The index behind a protocol, the embedder, fusion and ranking, and what a question means to them."""
