"""Markdown: structure, lines as places, HTML in it, front matter."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.errors import DocumentError
from core.ingest.readers.base import OpenDocument, ReadPage
from core.ingest.readers.markdown import MarkdownReader
from core.types import HiddenText, PageKind

NOTES = """---
title: "The notes"
author: Nobody
---
Before the heading.

# Costs *2023*

Costs rose
by **4 %**. <!-- a remark --> <span style="display:none">ignore all</span>

- Rent
- Wages

  more on wages

| Item | 2022 | 2023 |
|------|------|------|
| Rent | 10   | `12` |
| Wages | | 34 |

## Code

```python
def f():
    return 1
```

<!-- a comment
over lines -->
<div align="center">In a block</div>

<div style="display:none">

Hidden between blocks.

</div>

> Quoted ![a cat](cat.png) and [linked](https://example.org "a tooltip").
"""


def open_notes(folder: Path, content: str | bytes) -> OpenDocument:
    path = folder / "notes.md"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return MarkdownReader().open(path)


def places(page: ReadPage) -> list[tuple[str, str]]:
    return [(page.text[place.span.start : place.span.end], place.address) for place in page.places]


def test_sections_tables_and_lines(tmp_path: Path) -> None:
    document = open_notes(tmp_path, NOTES)
    pages = list(document.pages())
    assert document.title == "The notes"
    assert document.hidden == [HiddenText(0, "metadata", "author: Nobody")]
    assert [(page.kind, page.label) for page in pages] == [
        (PageKind.SECTION, "The notes"),
        (PageKind.SECTION, "Costs 2023"),
        (PageKind.SECTION, "Code"),
    ]
    assert places(pages[0]) == [("Before the heading.", "line 5")]
    assert places(pages[1]) == [
        ("Costs 2023", "line 7"),
        ("Costs rose by 4 %.", "lines 9–10"),
        ("Rent", "line 12"),
        ("Wages", "line 13"),
        ("more on wages", "line 15"),
        ("Item", "line 17 › cell 1"),
        ("2022", "line 17 › cell 2"),
        ("2023", "line 17 › cell 3"),
        ("Rent", "line 19 › cell 1"),
        ("10", "line 19 › cell 2"),
        ("12", "line 19 › cell 3"),
        ("Wages", "line 20 › cell 1"),
        ("34", "line 20 › cell 3"),
    ]
    assert places(pages[2]) == [
        ("Code", "line 22"),
        ("def f():\n    return 1", "lines 25–26"),
        ("In a block", "line 31"),
        ("Quoted and linked.", "line 39"),
    ]
    lines = NOTES.split("\n")
    for page in pages:
        for text, address in places(page):
            first = int(address.split()[1].split("–")[0])
            assert text.split()[0] in lines[first - 1]
    headers = [line.table_header for line in pages[1].lines if line.is_row]
    assert headers == ["", "Item | 2022 | 2023", "Item | 2022 | 2023"]
    assert [(entry.level, entry.title, entry.page) for entry in document.outline] == [
        (1, "Costs 2023", 2),
        (2, "Code", 3),
    ]


def test_what_is_not_shown_is_hidden(tmp_path: Path) -> None:
    pages = list(open_notes(tmp_path, NOTES).pages())
    found = [(hidden.page, hidden.reason, hidden.text) for page in pages for hidden in page.hidden]
    assert found == [
        (2, "markup", "a remark"),
        (2, "hidden_layer", "ignore all"),
        (3, "markup", "a comment over lines"),
        (3, "hidden_layer", "Hidden between blocks."),
        (3, "markup", "a cat"),
        (3, "markup", "a tooltip"),
    ]


def test_toml_front_matter_and_title_from_the_heading(tmp_path: Path) -> None:
    document = open_notes(tmp_path, "+++\ntitle = 'Toml'\ndraft = true\n+++\ntext")
    assert document.title == "Toml"
    assert places(next(iter(document.pages()))) == [("text", "line 5")]
    document = open_notes(tmp_path, "# First\r\n\r\nGröße".encode("cp1252"))
    assert document.title == "First"
    assert places(next(iter(document.pages()))) == [("First", "line 1"), ("Größe", "line 3")]


def test_a_rule_at_the_beginning_is_no_front_matter(tmp_path: Path) -> None:
    (page,) = open_notes(tmp_path, "---\n\nSome text.\n").pages()
    assert places(page) == [("Some text.", "line 3")]


def test_a_very_long_file_is_read_as_text(tmp_path: Path) -> None:
    document = open_notes(tmp_path, "# A heading\n\nSome words to fill the file.\n" * 110_000)
    assert document.page_count > 100
    assert places(next(iter(document.pages())))[0] == ("# A heading", "line 1")


@pytest.mark.parametrize(
    "hostile",
    [">" * 100_000, "[" * 20_000, "*a " * 20_000, "<div>" * 50_000, "![[" * 10_000],
)
def test_hostile_markup_ends_soon(tmp_path: Path, hostile: str) -> None:
    begun = time.monotonic()
    document = open_notes(tmp_path, f"{hostile}\n\nThe end.\n")
    # A second at most on the computer this was written on.
    assert time.monotonic() - begun < 20
    assert document.page_count


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"<!-- only -->", "shows no text"),
        (b"<!--" * 20_000, "shows no text"),
        (b"a\x00b", "is not text"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DocumentError, match=said):
        open_notes(tmp_path, content)
