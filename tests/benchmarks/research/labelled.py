"""Passages with the references that a reader finds in them (`tests/benchmarks/data/references`).

The text files hold texts of our own and a German law with marks in them, `real.jsonl` places in files of the
shared folder, whose text is read from there. One half of the first, by a digest, is held out: nothing is
fitted to it. What was labelled after the patterns were written is held out as a whole.
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

from core.ingest.readers import format_named, load_reader
from core.research.references.reference import ReferenceKind
from core.types import Span
from tests.benchmarks.evaluation_data import is_held_out, json_lines, own_data

# name, language, source
_FILES = (
    ("de", "de", "own"),
    ("en", "en", "own"),
    ("law", "de", "later"),
    ("law_last", "de", "last"),
    ("works_de", "de", "works"),
    ("works_en", "en", "works"),
)
_CONTAINER = "in"
_MARK = re.compile(r"⟦(\w+):([^⟦⟧]+)⟧")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and what it refers to; a list of numbers is one label.

    `source`: "own", "real"; "later": labelled after the patterns; "last", "works": after their mending.
    `containers`: documents named as what a section stands in.
    """

    text: str
    language: str
    source: str
    held_out: bool
    labels: tuple[tuple[ReferenceKind, Span], ...]
    containers: tuple[Span, ...]

    def cut(self, span: Span) -> str:
        return self.text[span.start : span.end]


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


def own_passages() -> list[Passage]:
    """Those of the text files."""
    return [
        _marked(text, language, source)
        for name, language, source in _FILES
        for block in (_folder() / f"{name}.txt").read_text(encoding="utf-8").split("\n\n")
        if (text := "\n".join(line for line in block.splitlines() if not line.startswith("# "))).strip()
    ]


def real_passages() -> list[Passage]:
    """Those of `real.jsonl` whose files are there and say what they said when they were labelled.

    Empty without `DOCUCHAT_SHARED`.
    """
    wanted: dict[Path, list[dict[str, Any]]] = defaultdict(list)
    for row in _real_rows("real"):
        wanted[row["path"]].append(row)
    return [passage for path, rows in wanted.items() for passage in _read(path, rows)]


def real_places() -> list[RealPlace]:
    """Those whose files are there; empty without `DOCUCHAT_SHARED`."""
    return [
        RealPlace(row["path"], row["page"], row["words"], row["target"], row.get("later", ""))
        for row in _real_rows("real_places")
    ]


def _folder() -> Path:
    return own_data() / "references"


def _real_rows(name: str) -> Iterator[dict[str, Any]]:
    shared = os.environ.get("DOCUCHAT_SHARED", "")
    for row in json_lines(_folder() / f"{name}.jsonl") if shared else []:
        if (path := Path(shared) / row["file"]).is_file():
            yield {**row, "path": path}


def _marked(marked: str, language: str, source: str) -> Passage:
    text, place = "", 0
    marks: list[tuple[str, Span]] = []
    for match in _MARK.finditer(marked):
        text += marked[place : match.start()]
        marks.append((match[1], Span(len(text), len(text) + len(match[2]))))
        text += match[2]
        place = match.end()
    text += marked[place:]
    return _passage(text, language, source, source != "own" or is_held_out(text), marks)


def _read(path: Path, rows: list[dict[str, Any]]) -> Iterator[Passage]:
    document = load_reader(format_named("pdf")).open(path, "")
    try:
        for row in rows:
            page = next(iter(document.pages(row["page"], row["page"], check=False)))
            text = page.text[row["start"] : row["end"]]
            if hashlib.sha256(text.encode()).hexdigest()[:16] != row["sha256"]:
                continue
            marks = [(kind, Span(start, end)) for kind, start, end in row["references"]]
            held_out = "later" in row or is_held_out(f"{row['file']}:{row['page']}:{row['start']}")
            yield _passage(text, row["language"], row.get("later", "real"), held_out, marks)
    finally:
        document.close()


def _passage(text: str, language: str, source: str, held_out: bool, marks: list[tuple[str, Span]]) -> Passage:
    labels = tuple((ReferenceKind(kind), span) for kind, span in marks if kind != _CONTAINER)
    containers = tuple(span for kind, span in marks if kind == _CONTAINER)
    return Passage(text, language, source, held_out, labels, containers)
