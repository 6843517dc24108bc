"""The names of indexes: a fingerprint of all that shaped what is in them."""

from __future__ import annotations

import hashlib

from core.search.keywords import AVERAGE_LENGTH

# 2: keywords are stemmed by the language of their document; 3: numbers, dates and identifiers are one word.
INDEX_VERSION = 3


def index_folder_name(embedder_fingerprint: str, chunker_fingerprint: str, dimensions: int) -> str:
    """Changing the embedder, the chunker or the shape of the index names another folder."""
    shaped_by = f"{INDEX_VERSION}|{embedder_fingerprint}|{chunker_fingerprint}|{dimensions}|{AVERAGE_LENGTH}"
    return "edge-" + hashlib.sha256(shaped_by.encode()).hexdigest()[:16]


def collection_name(library_id: str, folder_name: str) -> str:
    """The index on a shared server: libraries must not see, and so not delete, each other's points."""
    return f"docuchat-{library_id}-{folder_name}"
