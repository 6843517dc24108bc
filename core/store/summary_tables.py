"""Format 6 of the library file: summaries of long documents and of their sections. Statements only."""

from __future__ import annotations

TITLE = "summaries of long documents"

STATEMENTS: tuple[str, ...] = (
    # What each long document was summarised with; its rows go with the document.
    """
    CREATE TABLE summarised_documents (
        document_id TEXT PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
        made_with   TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    # place 0: the document; then its sections in their order, each a run of chunks (`chunks.idx`).
    """
    CREATE TABLE section_summaries (
        document_id TEXT NOT NULL REFERENCES summarised_documents ON DELETE CASCADE,
        place       INTEGER NOT NULL,
        title       TEXT NOT NULL,
        summary     TEXT NOT NULL,
        first_chunk INTEGER NOT NULL,
        last_chunk  INTEGER NOT NULL,
        vector      BLOB NOT NULL,
        PRIMARY KEY (document_id, place)
    ) WITHOUT ROWID
    """,
    "CREATE TABLE summary_stamp (value INTEGER NOT NULL)",
    "INSERT INTO summary_stamp VALUES (0)",
    "CREATE TRIGGER summaries_made AFTER INSERT ON summarised_documents "
    "BEGIN UPDATE summary_stamp SET value = value + 1; END",
    "CREATE TRIGGER summaries_gone AFTER DELETE ON summarised_documents "
    "BEGIN UPDATE summary_stamp SET value = value + 1; END",
)
