"""Lines of Hebrew, with figures and words of other scripts, come in the order in which they are read."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.ingest.formats.kit import pages_of

LEASE = "הסכום ישולם בכל חודש מראש."


@pytest.mark.parametrize(
    ("lines", "around"),
    [
        (["המחיר הוא 1,500 (כולל הכל) עד 31.12.2024.", LEASE], 'dir="rtl"'),
        (["השוכר הוא Harbour Office Trading Ltd", LEASE, LEASE], 'dir="rtl"'),
        (['דוא"ל: info@example.org', LEASE], 'dir="rtl"'),
        (["The word for lease is חוזה", "Both are in use in this lease."], ""),
    ],
)
def test_lines_are_read_from_their_end(tmp_path: Path, lines: list[str], around: str) -> None:
    with pymupdf.open() as document:
        said = "".join(f"<p {around}>{line}</p>" for line in lines)
        document.new_page().insert_htmlbox(pymupdf.Rect(60, 60, 460, 700), said)
        document.save(tmp_path / "a.pdf")
    (page,) = pages_of(tmp_path / "a.pdf")
    assert [line for line in page.text.split("\n") if line] == lines


def test_columns_in_two_scripts_are_read_each_by_itself(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_htmlbox(pymupdf.Rect(60, 60, 260, 700), "<p>The rent is paid each month.</p>")
        page.insert_htmlbox(pymupdf.Rect(300, 60, 500, 700), f'<p dir="rtl">{LEASE}</p>')
        document.save(tmp_path / "a.pdf")
    (read,) = pages_of(tmp_path / "a.pdf")
    assert LEASE in read.text
    assert "The rent is paid each month." in read.text
