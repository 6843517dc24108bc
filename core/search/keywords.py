"""The keyword encoder every index shares: Qdrant Edge's own BM25, which needs no download and no server.

Thread-safe: the encoder is pure. English stemming and stop words; other languages come with their own issue.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import qdrant_edge

DENSE = "dense"
KEYWORDS = "keywords"
# Tokens of a chunk with its context after stop words are gone; BM25's length norm is relative to it.
AVERAGE_LENGTH = 120.0


@cache
def encoder() -> Any:
    """The BM25 encoder; IDF is applied by the index (`Modifier.Idf`)."""
    return qdrant_edge.Bm25(
        qdrant_edge.Bm25Config(avg_len=AVERAGE_LENGTH, language="english", ascii_folding=True)
    )
