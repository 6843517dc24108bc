"""Chat mode: one retrieval, one streamed answer (seed 002: guard to responder)."""
