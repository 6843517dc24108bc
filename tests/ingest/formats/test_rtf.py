"""Rich text: paragraphs, tables, code pages; runs that a reader cannot see are kept apart."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.errors import DocumentError
from core.ingest.readers.rtf import RtfReader
from tests.ingest.formats.office_kit import hidden_of, pages_of, places_of, rows_of

HEAD = (
    rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}}"
    rb"{\colortbl;\red0\green0\blue0;\red255\green255\blue255;\red16\green32\blue80;}"
    rb"{\info{\title A title nobody sees}{\author Bob}}"
)


def write(path: Path, body: bytes) -> Path:
    path.write_bytes(HEAD + body + b"}")
    return path


def test_paragraphs_and_tables(tmp_path: Path) -> None:
    body = (
        rb"\pard Caf\'e9 costs 12 \u8364? today.\par \par {\b Second} paragraph,\line same one.\par "
        rb"\trowd\cellx1\cellx2 Part\cell Price\cell\row \trowd\cellx1\cellx2 M8\cell 1,5\cell\row "
        rb"\trowd\cellx1\cellx2 M10\cell 2,5\cell\row \pard After M\'fcller." + "Näh\\par".encode("cp1252")
    )
    document = RtfReader().open(write(tmp_path / "a.rtf", body))
    (page,) = pages_of(document)
    assert page.text == (
        "Café costs 12 € today.\n\nSecond paragraph,\n\nsame one.\n\n"
        "Part | Price\nM8 | 1,5\nM10 | 2,5\n\nAfter Müller.Näh"
    )
    assert rows_of(page)[1:] == [("M8 | 1,5", "Part | Price"), ("M10 | 2,5", "Part | Price")]
    assert places_of(page)["table 1 B2"] == "1,5"
    assert places_of(page)["¶ 4"] == "After Müller.Näh"
    assert [(hidden.reason, hidden.text) for hidden in document.hidden] == [
        ("metadata", "A title nobody sees")
    ]


def test_what_nobody_sees(tmp_path: Path) -> None:
    body = (
        rb"\pard Seen {\v vanished M\'fcller }and {\cf2 white }{\highlight3\cf2 banner }{\fs2 tiny }"
        rb"{\deleted removed }{\*\annotation a comment}done.\par \v hidden\v0  end.\par"
    )
    (page,) = pages_of(RtfReader().open(write(tmp_path / "a.rtf", body)))
    assert page.text == "Seen and banner done.\n\nend."
    assert hidden_of(page) == [
        ("hidden_layer", "vanished Müller"),
        ("white", "white"),
        ("tiny", "tiny"),
        ("annotation", "a comment"),
        ("hidden_layer", "hidden"),
    ]


def test_pictures_cost_nothing_and_damage_is_bounded(tmp_path: Path) -> None:
    picture = rb"{\pict\pngblip " + b"89504e47" * 2_000_000 + b"}"
    started = time.perf_counter()
    (page,) = pages_of(
        RtfReader().open(write(tmp_path / "a.rtf", rb"\pard Before.\par " + picture + b"After."))
    )
    assert page.text == "Before.\n\nAfter."
    raw = rb"{\pict\pngblip\bin8 }}{{\v\xff\\}"
    (page,) = pages_of(RtfReader().open(write(tmp_path / "c.rtf", rb"\pard Before.\par " + raw + b"After.")))
    assert page.text == "Before.\n\nAfter."
    assert time.perf_counter() - started < 30
    for body in (b"{" * 50_000, b"}" * 50_000, rb"\u99999999 \'zz \bin999999 text"):
        write(tmp_path / "b.rtf", body)
        try:
            pages_of(RtfReader().open(tmp_path / "b.rtf"))
        except DocumentError as failure:
            assert "b.rtf" in failure.message  # noqa: PT017 - either outcome is right, a crash is not


def test_what_is_no_rich_text(tmp_path: Path) -> None:
    for name, content, words in (
        ("empty.rtf", b"", "is empty"),
        ("text.rtf", b"hello", "is not rich text"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DocumentError, match=words):
            RtfReader().open(tmp_path / name)
