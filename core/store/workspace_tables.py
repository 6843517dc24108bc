"""Format 5 of the library file: workspaces, and what each question was asked about. Statements only."""

from __future__ import annotations

TITLE = "workspaces, scopes of questions"

STATEMENTS: tuple[str, ...] = (
    # A deleted workspace can be brought back until the program ends or opens the next time.
    """
    CREATE TABLE workspaces (
        workspace_id TEXT PRIMARY KEY,
        name         TEXT NOT NULL,
        created_at   REAL NOT NULL,
        deleted_at   REAL
    ) WITHOUT ROWID
    """,
    # kept = 0: the user took it out, although a folder of the workspace holds it.
    """
    CREATE TABLE workspace_documents (
        workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        document_id  TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
        kept         INTEGER NOT NULL DEFAULT 1,
        PRIMARY KEY (workspace_id, document_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX workspace_documents_by_document ON workspace_documents (document_id)",
    # Whatever lies below such a folder belongs to the workspace, now and later.
    """
    CREATE TABLE workspace_folders (
        workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        path         TEXT NOT NULL,
        PRIMARY KEY (workspace_id, path)
    ) WITHOUT ROWID
    """,
    # Documents that were checked for a question; questions that follow each other share one.
    "CREATE TABLE selections (selection_id TEXT PRIMARY KEY) WITHOUT ROWID",
    """
    CREATE TABLE selected_documents (
        selection_id TEXT NOT NULL REFERENCES selections ON DELETE CASCADE,
        document_id  TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
        PRIMARY KEY (selection_id, document_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX selected_documents_by_document ON selected_documents (document_id)",
    "ALTER TABLE runs ADD COLUMN workspace_id TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE runs ADD COLUMN selection_id TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX runs_by_selection ON runs (selection_id) WHERE selection_id != ''",
    "CREATE TRIGGER selection_left AFTER DELETE ON runs WHEN OLD.selection_id != '' BEGIN "
    "DELETE FROM selections WHERE selection_id = OLD.selection_id AND NOT EXISTS "
    "(SELECT 1 FROM runs WHERE selection_id != '' AND selection_id = OLD.selection_id); END",
    "ALTER TABLE conversations ADD COLUMN workspace_id TEXT NOT NULL DEFAULT ''",
)
