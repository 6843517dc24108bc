"""The names of indexes: a fingerprint of all that shaped the vectors and keywords in them.

How documents are cut is none of it: chunks are told apart by their text, and cut anew one document at a time.
"""

from __future__ import annotations

import hashlib

from core.search.keywords import AVERAGE_LENGTH
from core.store.database import Database

# 2: keywords are stemmed by the language of their document; 3: numbers, dates and identifiers are one word.
INDEX_VERSION = 3


def index_name_of(database: Database, embedder_fingerprint: str, dimensions: int) -> str:
    """The name of a library's index: changing the embedder or the shape of the index names another one.

    Once the chunker was part of it, too. Such an index goes on under its name: nothing is embedded anew.
    """
    name = _named(f"{INDEX_VERSION}|{embedder_fingerprint}|{dimensions}|{AVERAGE_LENGTH}")
    with database.transaction() as connection:
        row = database.query_one("SELECT value FROM meta WHERE name = ?", (name,))
        if row is not None:
            return str(row["value"])
        most = database.query_one(
            "SELECT chunker FROM documents WHERE chunker != '' GROUP BY chunker ORDER BY COUNT(*) DESC"
        )
        kept = name
        if most is not None:
            shaped_by = f"{embedder_fingerprint}|{most['chunker']}|{dimensions}|{AVERAGE_LENGTH}"
            earlier = _named(f"{INDEX_VERSION}|{shaped_by}")
            if database.query_one("SELECT 1 FROM chunks WHERE embedded_in = ?", (earlier,)):
                kept = earlier
        connection.execute("INSERT INTO meta (name, value) VALUES (?, ?)", (name, kept))
    return kept


def collection_name(library_id: str, folder_name: str) -> str:
    """The index on a shared server: libraries must not see, and so not delete, each other's points."""
    return f"docuchat-{library_id}-{folder_name}"


def _named(shaped_by: str) -> str:
    return "edge-" + hashlib.sha256(shaped_by.encode()).hexdigest()[:16]
