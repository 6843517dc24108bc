"""What passes between the parser process and its parent, packed and unpacked: pages, chunks, orders to cut.

Pure functions, both processes; the child's side is `core.ingest.parsing.document_worker`. Whatever the parent
unpacks is checked: the child may have been taken over by the file it read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.ingest.readers.base import OutlineEntry, ReadPage
from core.ingest.structure.lines import pack_lines, unpack_lines
from core.store.chunks import ChunkRecord
from core.store.pages import OcrState, PageRecord
from core.store.places import pack_places
from core.text.hyphenation import hyphens_alike
from core.types import DocumentFlag, HiddenText, PageKind, Span

_MOST_HIDDEN = 20_000  # characters of hidden text kept of one page


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page as the child sent it. The record's span begins at 0: the parent puts the pages one after
    another."""

    record: PageRecord
    hidden: tuple[HiddenText, ...] = ()
    flags: frozenset[DocumentFlag] = frozenset()
    problem: str = ""


def pack_pages(pages: Sequence[ReadPage]) -> tuple[dict[str, Any], bytes]:
    """The message `pages`: one header a page, and in the blob its text, words, lines and places."""
    headers = []
    parts: list[bytes] = []
    for page in pages:
        blobs = (
            page.text.encode("utf-8"),
            page.words,
            pack_lines(page.lines),
            pack_places(page.places),
        )
        headers.append(
            {
                "number": page.number,
                "width": page.width,
                "height": page.height,
                "rotation": page.rotation,
                "label": page.label,
                "kind": page.kind.value,
                "checked": page.checked,
                "wants_ocr": page.wants_ocr,
                "problem": page.problem,
                "flags": sorted(flag.value for flag in page.flags),
                "hidden": pack_hidden(page.hidden),
                "bytes": [len(blob) for blob in blobs],
            }
        )
        parts += blobs
    return {"pages": headers}, b"".join(parts)


def pages_from(payload: dict[str, Any], blob: bytes) -> list[ParsedPage]:
    """The pages of a message `pages`.

    Raises:
        ValueError, KeyError: the child sent something else.
    """
    pages: list[ParsedPage] = []
    position = 0
    for header in payload["pages"]:
        blobs, position = _cut(blob, position, header["bytes"], 4)
        text = blobs[0].decode("utf-8")
        number = int(header["number"])
        record = PageRecord(
            number=number,
            text=text,
            span=Span(0, len(text)),
            width=float(header["width"]),
            height=float(header["height"]),
            rotation=int(header["rotation"]),
            label=str(header["label"]),
            words=blobs[1],
            kind=PageKind(header["kind"]),
            lines=blobs[2],
            places=blobs[3],
            checked=bool(header["checked"]),
            ocr=OcrState.WANTED if header["wants_ocr"] else OcrState.NONE,
        )
        hidden = hidden_from(header["hidden"], number)
        flags = frozenset(DocumentFlag(name) for name in header["flags"])
        pages.append(ParsedPage(record, hidden, flags, str(header["problem"])))
    return pages


def pack_hidden(hidden: Sequence[HiddenText]) -> list[list[Any]]:
    """`[[page, reason, text], …]`, bounded; what is cut ends with an ellipsis."""
    rows: list[list[Any]] = []
    room = _MOST_HIDDEN
    for found in hidden:
        if room <= 0:
            break
        rows.append([found.page, found.reason, found.text[:room]])
        room -= len(found.text)
    if rows and (room < 0 or len(rows) < len(hidden)):
        rows[-1][2] += " …"
    return rows


def hidden_from(rows: Sequence[Any], page: int | None = None) -> tuple[HiddenText, ...]:
    """What `pack_hidden` packed; all of it on `page`, when that is given."""
    return tuple(
        HiddenText(int(number) if page is None else page, str(reason), str(text))
        for number, reason, text in rows
    )


def pack_cut(pages: Sequence[PageRecord]) -> tuple[list[dict[str, Any]], bytes]:
    """What the order `cut` says of the pages, and its blob: the text and the lines of each."""
    headers = []
    parts: list[bytes] = []
    for page in pages:
        text = page.text.encode("utf-8")
        headers.append(
            {
                "number": page.number,
                "width": page.width,
                "height": page.height,
                "label": page.label,
                "kind": page.kind.value,
                "bytes": [len(text), len(page.lines)],
            }
        )
        parts += (text, page.lines)
    return headers, b"".join(parts)


def cut_pages_from(headers: Sequence[dict[str, Any]], blob: bytes) -> list[ReadPage]:
    """The child's side of `pack_cut`: pages with text and lines, all that a chunker needs."""
    pages: list[ReadPage] = []
    position = 0
    for header in headers:
        (text, lines), position = _cut(blob, position, header["bytes"], 2)
        pages.append(
            ReadPage(
                int(header["number"]),
                text.decode("utf-8"),
                float(header["width"]),
                float(header["height"]),
                0,
                str(header["label"]),
                b"",
                unpack_lines(lines),
                kind=PageKind(header["kind"]),
            )
        )
    return pages


def with_hyphens(pages: Sequence[PageRecord], rows: Sequence[Any]) -> list[PageRecord]:
    """The pages with hyphens at their lines' ends as rows [offset in the document's text, hyphen] have them.

    Raises:
        ValueError, IndexError: the child sent something else.
    """
    texts: dict[int, list[str]] = {}
    starts = [page.span.start for page in pages]
    for offset, hyphen in rows:
        place = bisect_right(starts, int(offset)) - 1
        letters = texts.setdefault(place, list(pages[place].text))
        at = int(offset) - starts[place]
        if hyphens_alike(str(hyphen)) != hyphens_alike(letters[at]):
            raise ValueError("what is no hyphen is to become one")
        letters[at] = str(hyphen)
    return [
        replace(page, text="".join(texts[place])) if place in texts else page
        for place, page in enumerate(pages)
    ]


def pack_outline(outline: Sequence[OutlineEntry]) -> list[list[Any]]:
    """`[[level, title, page], …]`."""
    return [[entry.level, entry.title, entry.page] for entry in outline]


def outline_from(rows: Sequence[Any]) -> list[OutlineEntry]:
    """What `pack_outline` packed."""
    return [OutlineEntry(int(level), str(title), int(page)) for level, title, page in rows]


def pack_chunks(chunks: Sequence[ChunkRecord]) -> dict[str, Any]:
    """The message `chunks`."""
    return {
        "chunks": [
            {
                "chunk_id": chunk.chunk_id,
                "index": chunk.index,
                "spans": [[span.start, span.end] for span in chunk.spans],
                "first_page": chunk.first_page,
                "last_page": chunk.last_page,
                "context": chunk.context,
            }
            for chunk in chunks
        ]
    }


def chunks_from(payload: dict[str, Any]) -> list[ChunkRecord]:
    """The chunks of a message `chunks`.

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


def _cut(blob: bytes, position: int, sizes: Sequence[int], count: int) -> tuple[list[bytes], int]:
    parts: list[bytes] = []
    if len(sizes) != count:
        raise ValueError("a page has another number of parts")
    for size in sizes:
        end = position + int(size)
        if size < 0 or end > len(blob):
            raise ValueError("page batch is shorter than it says")
        parts.append(blob[position:end])
        position = end
    return parts, position
