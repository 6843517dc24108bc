"""Format 7 of the library file: guides to documents. Statements only."""

from __future__ import annotations

TITLE = "guides to documents"

STATEMENTS: tuple[str, ...] = (
    # `guide`: as JSON. `made_with`: what it was made with and of which text; a row goes with its document.
    """
    CREATE TABLE document_guides (
        document_id TEXT PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
        made_with   TEXT NOT NULL,
        guide       TEXT NOT NULL
    ) WITHOUT ROWID
    """,
)
