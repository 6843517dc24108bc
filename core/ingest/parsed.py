"""The parent's side of the parser process: what it sent, checked and turned into records.

Apart from `document_worker`, so that the parent never imports PyMuPDF.
"""

from __future__ import annotations

from typing import Any

from core.store.chunks import ChunkRecord
from core.store.pages import PageRecord
from core.types import Span


def pages_from(payload: dict[str, Any], blob: bytes) -> list[PageRecord]:
    """The parent's side of `pages`.

    Raises:
        ValueError, KeyError: the child sent something else.
    """
    pages: list[PageRecord] = []
    position = 0
    for header in payload["pages"]:
        text_end = position + int(header["text_bytes"])
        words_end = text_end + int(header["word_bytes"])
        if words_end > len(blob):
            raise ValueError("page batch is shorter than it says")
        text = blob[position:text_end].decode("utf-8")
        start = int(header["start"])
        pages.append(
            PageRecord(
                number=int(header["number"]),
                text=text,
                span=Span(start, start + len(text)),
                width=float(header["width"]),
                height=float(header["height"]),
                rotation=int(header["rotation"]),
                label=str(header["label"]),
                words=blob[text_end:words_end],
            )
        )
        position = words_end
    return pages


def chunks_from(payload: dict[str, Any]) -> list[ChunkRecord]:
    """The parent's side of `chunks`.

    Raises:
        ValueError, KeyError: the child sent something else.
    """
    return [
        ChunkRecord(
            chunk_id=str(chunk["chunk_id"]),
            index=int(chunk["index"]),
            spans=tuple(Span(int(start), int(end)) for start, end in chunk["spans"]),
            first_page=int(chunk["first_page"]),
            last_page=int(chunk["last_page"]),
            context=str(chunk["context"]),
        )
        for chunk in payload["chunks"]
    ]
