"""Chat mode: one retrieval, one streamed answer: guard to responder."""
