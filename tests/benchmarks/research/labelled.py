"""Passages with the references that a reader finds in them (`tests/benchmarks/data/references`).

`de.txt` and `en.txt` hold texts of our own with marks in them; `real.jsonl` places in files of the shared
folder, whose text is read from there; the other two a German law. One half of the first two, by a digest, is
held out: nothing is fitted to it. What was labelled after the patterns were written is held out as a whole.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BugError
from core.ingest.readers import format_named, load_reader
from core.research.references.reference import ReferenceKind
from core.types import Span
from tests.benchmarks.evaluation_data import is_held_out, json_lines, own_data

CONTAINER = "in"
# name, language, source
_FILES = (
    ("de", "de", "own"),
    ("en", "en", "own"),
    ("law", "de", "later"),
    ("law_last", "de", "last"),
    ("works_de", "de", "works"),
    ("works_en", "en", "works"),
)
_HELD_OUT = ("later", "last", "works")
_MARK = re.compile(r"⟦(\w+):([^⟦⟧]+)⟧")
_KINDS = {
    "section": ReferenceKind.SECTION,
    "legal": ReferenceKind.LEGAL_SECTION,
    "document": ReferenceKind.DOCUMENT,
    "mention": ReferenceKind.DOCUMENT_MENTION,
    "numbered": ReferenceKind.ACADEMIC_NUMBERED,
    "short": ReferenceKind.ACADEMIC_SHORTFORM,
    "external": ReferenceKind.EXTERNAL,
}


@dataclass(frozen=True, slots=True)
class Label:
    """A reference that a reader found; a list of numbers is one."""

    kind: ReferenceKind
    span: Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and what it refers to. `containers`: documents named as what a section stands in."""

    text: str
    language: str
    source: str  # "own", "real"; "later": labelled after the patterns; "last", "works": after their mending
    held_out: bool
    labels: tuple[Label, ...]
    containers: tuple[Span, ...]


def own_passages() -> list[Passage]:
    """Those of the text files."""
    return [
        _marked(text, language, source)
        for name, language, source in _FILES
        for text in _texts((_folder() / f"{name}.txt").read_text(encoding="utf-8"))
    ]


def real_passages() -> list[Passage]:
    """Those of `real.jsonl` whose files are there and say what they said when they were labelled.

    Empty without `DOCUCHAT_SHARED`.
    """
    shared = os.environ.get("DOCUCHAT_SHARED", "")
    if not shared:
        return []
    wanted: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in json_lines(_folder() / "real.jsonl"):
        wanted[row["file"]].append(row)
    return [
        passage
        for file, rows in wanted.items()
        if (Path(shared) / file).is_file()
        for passage in _read(Path(shared) / file, rows)
    ]


@dataclass(frozen=True, slots=True)
class RealPlace:
    """Words on a page of a file of the shared folder, and where a reader looked up that they lead.

    `target` is the 1-based page on which the part begins; 0: in a document that the library has not.
    """

    path: Path
    page: int
    words: str
    target: int
    later: str  # "last": looked up after resolution had been mended with the others; else empty


def real_places() -> list[RealPlace]:
    """Those whose files are there; empty without `DOCUCHAT_SHARED`."""
    shared = os.environ.get("DOCUCHAT_SHARED", "")
    rows = json_lines(_folder() / "real_places.jsonl")
    places = [
        RealPlace(Path(shared) / row["file"], row["page"], row["words"], row["target"], row.get("later", ""))
        for row in rows
    ]
    return [place for place in places if shared and place.path.is_file()]


def _folder() -> Path:
    return own_data() / "references"


def _texts(content: str) -> Iterator[str]:
    for block in content.split("\n\n"):
        text = "\n".join(line for line in block.splitlines() if not line.startswith("# "))
        if text.strip():
            yield text


def _marked(marked: str, language: str, source: str) -> Passage:
    text, place = "", 0
    labels: list[Label] = []
    containers: list[Span] = []
    for match in _MARK.finditer(marked):
        text += marked[place : match.start()]
        span = Span(len(text), len(text) + len(match[2]))
        text += match[2]
        place = match.end()
        if match[1] == CONTAINER:
            containers.append(span)
        elif match[1] in _KINDS:
            labels.append(Label(_KINDS[match[1]], span))
        else:
            raise BugError(f"no kind of reference: {match[0]}")
    text += marked[place:]
    held_out = source in _HELD_OUT or is_held_out(text)
    return Passage(text, language, source, held_out, tuple(labels), tuple(containers))


def _read(path: Path, rows: list[dict[str, Any]]) -> Iterator[Passage]:
    document = load_reader(format_named("pdf")).open(path, "")
    try:
        for row in rows:
            page = next(iter(document.pages(row["page"], row["page"], check=False)))
            text = page.text[row["start"] : row["end"]]
            if hashlib.sha256(text.encode()).hexdigest()[:16] != row["sha256"]:
                continue
            marks = [(kind, Span(start, end)) for kind, start, end in row["references"]]
            yield Passage(
                text,
                row["language"],
                row.get("later", "real"),
                "later" in row or is_held_out(f"{row['file']}:{row['page']}:{row['start']}"),
                tuple(Label(ReferenceKind(kind), span) for kind, span in marks if kind != CONTAINER),
                tuple(span for kind, span in marks if kind == CONTAINER),
            )
    finally:
        document.close()
