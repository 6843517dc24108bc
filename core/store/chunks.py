"""The chunks table. A chunk's text is not stored: it is cut from the pages by its spans, so it is exact.

Any thread, through `Database`.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.store.database import Database
from core.store.pages import PageRepository
from core.text.textspan import is_within_line
from core.types import Chunk, Span

_BATCH = 400  # below SQLite's limit on parameters of one statement


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """A chunk as it comes from the parser, without its text."""

    chunk_id: str
    index: int
    spans: tuple[Span, ...]
    first_page: int
    last_page: int
    context: str
    text_hash: bytes = b""  # of what the encoders read of it: equal chunks get the same vector


def _pack_spans(spans: Iterable[Span]) -> str:
    return ",".join(f"{span.start}-{span.end}" for span in spans)


def _unpack_spans(packed: str) -> tuple[Span, ...]:
    pairs = (pair.split("-") for pair in packed.split(","))
    return tuple(Span(int(start), int(end)) for start, end in pairs)


class ChunkRepository:
    """Chunks by id or by document, and which of them the current index holds vectors of."""

    def __init__(self, database: Database, pages: PageRepository | None = None) -> None:
        self._database = database
        self._pages = pages or PageRepository(database)

    def add_many(self, document_id: str, chunks: Iterable[ChunkRecord]) -> None:
        """Store a batch in one transaction."""
        self._database.execute_many(
            "INSERT OR REPLACE INTO chunks (chunk_id, document_id, idx, spans, first_page, last_page, "
            "context, text_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    c.chunk_id,
                    document_id,
                    c.index,
                    _pack_spans(c.spans),
                    c.first_page,
                    c.last_page,
                    c.context,
                    c.text_hash,
                )
                for c in chunks
            ),
        )

    def get(self, chunk_id: str) -> Chunk | None:
        return self.get_many([chunk_id]).get(chunk_id)

    def get_many(self, chunk_ids: Sequence[str]) -> dict[str, Chunk]:
        """chunk_id → chunk with its text; ids that do not exist are left out."""
        rows: list[sqlite3.Row] = []
        for start in range(0, len(chunk_ids), _BATCH):
            part = chunk_ids[start : start + _BATCH]
            marks = ",".join("?" * len(part))
            rows += self._database.query(f"SELECT * FROM chunks WHERE chunk_id IN ({marks})", part)  # noqa: S608
        return {chunk.chunk_id: chunk for chunk in self._with_text(rows)}

    def of_document(self, document_id: str, first: int = 0, count: int | None = None) -> list[Chunk]:
        """Chunks of a document in order, from index `first`."""
        rows = self._database.query(
            "SELECT * FROM chunks WHERE document_id = ? AND idx >= ? ORDER BY idx LIMIT ?",
            (document_id, first, -1 if count is None else count),
        )
        return self._with_text(rows)

    def not_embedded(self, document_id: str, index_name: str, count: int) -> list[Chunk]:
        """The next chunks of which the index `index_name` holds no vector yet."""
        rows = self._database.query(
            "SELECT * FROM chunks WHERE document_id = ? AND embedded_in != ? ORDER BY idx LIMIT ?",
            (document_id, index_name, count),
        )
        return self._with_text(rows)

    def ids(self, document_id: str) -> list[str]:
        """Ids of a document's chunks, in order."""
        rows = self._database.query(
            "SELECT chunk_id FROM chunks WHERE document_id = ? ORDER BY idx", (document_id,)
        )
        return [row["chunk_id"] for row in rows]

    def ids_at(self, document_id: str, place: Span) -> list[str]:
        """Ids of a document's chunks that hold any of this part of its text, in order."""
        rows = self._database.query(
            "SELECT chunk_id, spans FROM chunks WHERE document_id = ? ORDER BY idx", (document_id,)
        )
        return [
            row["chunk_id"]
            for row in rows
            if any(span.start < place.end and place.start < span.end for span in _unpack_spans(row["spans"]))
        ]

    def text_hashes(self, chunk_ids: Sequence[str]) -> dict[str, bytes]:
        """chunk_id → `ChunkRecord.text_hash`, where it is known (chunks of older libraries have none)."""
        rows = self._database.query(
            "SELECT chunk_id, text_hash FROM chunks WHERE text_hash != X'' "
            "AND chunk_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(chunk_ids)),),
        )
        return {row["chunk_id"]: row["text_hash"] for row in rows}

    def embedded_twins(self, text_hashes: Iterable[bytes], index_name: str) -> dict[bytes, str]:
        """text_hash → a chunk (of any document) with that text of which the index holds the vector."""
        found: dict[bytes, str] = {}
        wanted = list(dict.fromkeys(text_hashes))
        for start in range(0, len(wanted), _BATCH):
            part = wanted[start : start + _BATCH]
            marks = ",".join("?" * len(part))
            rows = self._database.query(
                "SELECT text_hash, MIN(chunk_id) AS chunk_id FROM chunks "  # noqa: S608 - question marks
                f"INDEXED BY chunks_by_text WHERE text_hash IN ({marks}) AND text_hash != X'' "
                "AND embedded_in = ? GROUP BY text_hash",
                (*part, index_name),
            )
            found |= {row["text_hash"]: row["chunk_id"] for row in rows}
        return found

    def embedded_texts(self, document_id: str, index_name: str) -> dict[bytes, str]:
        """text_hash → chunk of this document of which the index holds the vector."""
        rows = self._database.query(
            "SELECT text_hash, chunk_id FROM chunks WHERE document_id = ? AND embedded_in = ? "
            "AND text_hash != X''",
            (document_id, index_name),
        )
        return {row["text_hash"]: row["chunk_id"] for row in rows}

    def mark_embedded(self, document_id: str, chunk_ids: Sequence[str], index_name: str) -> None:
        """Record that the index holds these vectors, and the document's count with it."""
        with self._database.transaction() as connection:
            connection.executemany(
                "UPDATE chunks SET embedded_in = ? WHERE chunk_id = ?",
                [(index_name, chunk_id) for chunk_id in chunk_ids],
            )
            self._recount(connection, document_id, index_name)

    def forget_vectors(self, document_id: str, index_name: str) -> None:
        """The index lost vectors of this document: all of them will be made again."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE chunks SET embedded_in = '' WHERE document_id = ? AND embedded_in = ?",
                (document_id, index_name),
            )
            self._recount(connection, document_id, index_name)

    def recount(self, document_id: str, index_name: str) -> None:
        """Bring the document's count of embedded chunks in line with this index."""
        with self._database.transaction() as connection:
            self._recount(connection, document_id, index_name)

    def manifest(self, index_name: str) -> dict[str, tuple[int, int]]:
        """document_id → (chunks, chunks whose vector the index should hold)."""
        rows = self._database.query(
            "SELECT document_id, COUNT(*) AS chunks, SUM(embedded_in = ?) AS embedded FROM chunks "
            "GROUP BY document_id",
            (index_name,),
        )
        return {row["document_id"]: (row["chunks"], row["embedded"]) for row in rows}

    def delete(self, document_id: str) -> None:
        self._database.execute("DELETE FROM chunks WHERE document_id = ?", (document_id,))

    @staticmethod
    def _recount(connection: sqlite3.Connection, document_id: str, index_name: str) -> None:
        connection.execute(
            "UPDATE documents SET embedded_count = (SELECT COUNT(*) FROM chunks "
            "WHERE document_id = ? AND embedded_in = ?) WHERE document_id = ?",
            (document_id, index_name, document_id),
        )

    def _with_text(self, rows: Sequence[sqlite3.Row]) -> list[Chunk]:
        """Cut the texts; reads each page once for a run of neighbouring chunks of one document."""
        chunks: list[Chunk] = []
        loaded: dict[str, _Texts] = {}
        ranges: dict[str, tuple[int, int]] = {}
        for row in rows:
            first, last = ranges.get(row["document_id"], (row["first_page"], row["last_page"]))
            ranges[row["document_id"]] = (min(first, row["first_page"]), max(last, row["last_page"]))
        for row in rows:
            document_id = row["document_id"]
            first, last = ranges[document_id]
            if last - first <= 4 * len(rows):  # neighbours: one read for all of them
                if document_id not in loaded:
                    loaded[document_id] = _Texts(self._pages.texts(document_id, first, last))
                texts = loaded[document_id]
            else:
                texts = _Texts(self._pages.texts(document_id, row["first_page"], row["last_page"]))
            spans = _unpack_spans(row["spans"])
            chunks.append(
                Chunk(
                    chunk_id=row["chunk_id"],
                    document_id=document_id,
                    index=row["idx"],
                    spans=spans,
                    first_page=row["first_page"],
                    last_page=row["last_page"],
                    text="\n".join(texts.cut(span) for span in spans),
                    context=row["context"],
                    within_line=texts.is_within_line(spans[0].start),
                )
            )
        return chunks


class _Texts:
    """Page texts of one document by offset."""

    def __init__(self, texts: list[tuple[int, str]]) -> None:
        self._starts = [start for start, _ in texts]
        self._texts = [text for _, text in texts]

    def is_within_line(self, offset: int) -> bool:
        place = bisect_right(self._starts, offset) - 1
        return place >= 0 and is_within_line(self._texts[place], offset - self._starts[place])

    def cut(self, span: Span) -> str:
        """The text of a span; spans never cross a page break (see core.ingest.structure.chunking)."""
        place = bisect_right(self._starts, span.start) - 1
        if place < 0:
            return ""
        start = self._starts[place]
        return self._texts[place][span.start - start : span.end - start]
