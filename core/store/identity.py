"""Which library this is: a random id, made once and kept in its file. Any thread, through `Database`."""

from __future__ import annotations

import uuid

from core.errors import BugError
from core.store.database import Database

_NAME = "library_id"


def library_id(database: Database) -> str:
    """32 hexadecimal digits; the same for as long as the file lives. Copies of the file share it."""
    with database.transaction():
        database.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?, ?)", (_NAME, uuid.uuid4().hex))
        row = database.query_one("SELECT value FROM meta WHERE name = ?", (_NAME,))
    if row is None:
        raise BugError("the library id was inserted and is not there")
    return str(row["value"])
