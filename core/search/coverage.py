"""How much of what was asked about can be searched, and why not the rest. Any thread; reads SQLite only.

Counts come from one pass over the documents table, names only for the few that are shown, so that it may be
asked with every question.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from core.store.database import Database
from core.store.documents import unpack_problems
from core.types import Coverage, DocumentStatus, LeftOut

MAX_NAMED = 50  # documents named in an answer; more would only be scrolled past
WAITING = "It is still waiting to be read."
BEING_READ = "It is being read at the moment."
LOCKED = "It needs a password."
FAILED = "It could not be read."
REMOVED = "It is no longer in the library."

_NOT_YET = f"status IN ('{DocumentStatus.QUEUED.value}', '{DocumentStatus.PARSING.value}')"
_SEARCHED = f"status IN ('{DocumentStatus.SEARCHABLE.value}', '{DocumentStatus.INDEXED.value}')"
# `ocr != 0` lets SQLite use its small index of scanned pages.
_UNREAD = "pages.ocr != 0 AND pages.ocr = 1"
_BY_KEYWORD = "embedded_count < chunk_count"
_PARTLY = f"(problems != '' OR document_id IN (SELECT document_id FROM pages WHERE {_UNREAD}))"  # noqa: S608


def coverage_of(database: Database, document_ids: Sequence[str] | None, named: int = MAX_NAMED) -> Coverage:
    """Coverage of a selection (`None`: of the whole library), with the names of `named` documents at most.

    Raises:
        core.errors.StorageError: the library cannot be read.
    """
    chosen, parameters = "1", []
    if document_ids is not None:
        chosen = "document_id IN (SELECT value FROM json_each(?))"
        parameters = [json.dumps(list(document_ids))]
    row = database.query_one(
        f"SELECT COUNT(*) AS total, COALESCE(SUM({_SEARCHED}), 0) AS searched, "  # noqa: S608 - constants
        f"COALESCE(SUM({_NOT_YET}), 0) AS waiting, "
        f"COALESCE(SUM(status = '{DocumentStatus.LOCKED.value}'), 0) AS locked, "
        f"COALESCE(SUM({_SEARCHED} AND {_BY_KEYWORD}), 0) AS by_keyword, "
        f"COALESCE(SUM({_SEARCHED} AND {_PARTLY}), 0) AS partly FROM documents WHERE {chosen}",
        parameters,
    )
    if row is None:
        return Coverage(0, 0)
    total, searched, partly = int(row["total"]), int(row["searched"]), int(row["partly"])
    left_out: list[LeftOut] = []
    if searched < total:
        rows = database.query(
            "SELECT document_id, filename, status, failure FROM documents "  # noqa: S608 - constants
            f"WHERE {chosen} AND NOT {_SEARCHED} ORDER BY added_at, rowid LIMIT {int(named)}",
            parameters,
        )
        left_out = [LeftOut(row["document_id"], row["filename"], _why_not(row)) for row in rows]
    removed = len(set(document_ids)) - total if document_ids is not None else 0
    if removed:
        left_out = [*_removed(database, document_ids or (), named), *left_out][:named]
    partly_rows = []
    if partly:
        partly_rows = database.query(
            "SELECT document_id, filename, problems, (SELECT COUNT(*) FROM pages "  # noqa: S608 - constants
            f"WHERE pages.document_id = documents.document_id AND {_UNREAD}) AS unread "
            f"FROM documents WHERE {chosen} AND {_SEARCHED} AND {_PARTLY} "
            f"ORDER BY added_at, rowid LIMIT {int(named)}",
            parameters,
        )
    return Coverage(
        total=total + removed,
        searched=searched,
        left_out=tuple(left_out),
        partly=tuple(LeftOut(row["document_id"], row["filename"], _what_lacks(row)) for row in partly_rows),
        partly_total=partly,
        waiting=int(row["waiting"]),
        locked=int(row["locked"]),
        by_keyword=int(row["by_keyword"]),
    )


def page_list(numbers: Sequence[int], shown: int = 6) -> str:
    """`3`, `3–5, 9`, at most `shown` ranges and then `…`; numbers in any order."""
    texts = [str(first) if first == last else f"{first}–{last}" for first, last in page_ranges(numbers)]
    return ", ".join(texts[:shown]) + (", …" if len(texts) > shown else "")


def page_ranges(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of the numbers that follow each other."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = ranges[-1][0], number
        else:
            ranges.append((number, number))
    return ranges


def _removed(database: Database, document_ids: Sequence[str], named: int) -> list[LeftOut]:
    rows = database.query(
        "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT document_id FROM documents) LIMIT ?",
        (json.dumps(list(dict.fromkeys(document_ids))), named),
    )
    return [LeftOut(row["value"], "", REMOVED) for row in rows]


def _why_not(row: sqlite3.Row) -> str:
    match DocumentStatus(row["status"]):
        case DocumentStatus.FAILED:
            return row["failure"] or FAILED
        case DocumentStatus.LOCKED:
            return LOCKED
        case DocumentStatus.PARSING:
            return BEING_READ
        case _:
            return WAITING


def _what_lacks(row: sqlite3.Row) -> str:
    sentences = []
    for problem in unpack_problems(row["problems"]):
        pages = "Page" if len(problem.pages) == 1 else "Pages"
        where = f"{pages} {page_list(problem.pages)}: " if problem.pages else ""
        sentences.append(f"{where}{problem.reason}")
    if row["unread"]:
        count = row["unread"]
        what = "1 page still waits" if count == 1 else f"{count} pages still wait"
        sentences.append(f"{what} for text recognition.")
    return " ".join(sentences)
