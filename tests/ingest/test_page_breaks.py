"""A sentence that runs over a page end is one, whatever stands at the foot and the head of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from core.answer.sources import Source, make_source
from core.ingest.readers import format_of, load_reader
from core.ingest.structure.chunking import Chunker
from core.ingest.structure.structure import find_structure
from core.settings import ChunkingSettings
from core.types import Chunk, Span
from tests.answer.helpers import source_of

BROKEN = "The owners agreed that the reserve fund for the roof of the northern building shall be raised to"
ENDS = "fifty-two thousand euro and paid in two parts."
PLAIN = [f"Point {number} was approved by all owners without debate." for number in range(1, 6)]
HEAD, FOOT = (40, "Minutes of the owners' meeting"), 800
NOTES = ["1 Adopted in the meeting of May.", "2 Without value added tax."]


def written(
    path: Path, pages: Sequence[Sequence[str]], *, head: bool, notes: Sequence[str], foot: str
) -> Path:
    document = pymupdf.open()
    for number, lines in enumerate(pages, 1):
        page = document.new_page()
        if head:
            page.insert_text((72, HEAD[0]), HEAD[1], fontsize=9)
        for place, line in enumerate(lines):
            page.insert_text((72, 90 + 16 * place), line, fontsize=11)
        for place, note in enumerate(notes if number == 2 else ()):
            page.insert_text((72, 740 + 11 * place), note, fontsize=8)
        if foot:
            page.insert_text((290, FOOT), foot.format(number), fontsize=9)
    document.save(path)
    return path


def sources(path: Path, tokens: int = 120) -> list[Source]:
    file_format = format_of(path)
    assert file_format is not None
    document = load_reader(file_format).open(path)
    pages = list(document.pages())
    document.close()
    structure = find_structure(pages)
    chunker = Chunker(lambda texts: [len(text.split()) for text in texts], ChunkingSettings(tokens=tokens))
    text = "\f".join(page.text for page in pages)

    def page_of(_document_id: str, span: Span) -> int:
        return text.count("\f", 0, span.start) + 1

    whole = source_of(1, text, path.name)
    return [
        make_source(
            1,
            whole.document,
            Chunk(
                record.chunk_id,
                whole.document.document_id,
                record.index,
                record.spans,
                record.first_page,
                record.last_page,
                "\n".join(text[span.start : span.end] for span in record.spans),
            ),
            0.7,
            "",
            page_of,
        )
        for record in chunker.chunks("hash", "Minutes", pages, structure)
    ]


@pytest.mark.parametrize(
    ("head", "notes", "foot"),
    [(False, (), ""), (True, (), "Page {} of 4"), (True, NOTES, "{}"), (False, NOTES[:1], "- {} -")],
)
@pytest.mark.parametrize("tokens", [60, 200])
def test_both_halves_are_one_sentence(
    tmp_path: Path, head: bool, notes: Sequence[str], foot: str, tokens: int
) -> None:
    pages = [PLAIN, [*PLAIN, BROKEN[:60].rstrip(), BROKEN[60:].strip()], [ENDS, *PLAIN], PLAIN]
    path = written(tmp_path / "minutes.pdf", pages, head=head, notes=notes, foot=foot)
    read = [one for source in sources(path, tokens) for one in source.sentences]
    (whole,) = {one.text: one for one in read if "reserve fund" in one.text}.values()
    assert whole.text == f"{BROKEN} {ENDS}"
    assert whole.page == 2
    assert len(whole.spans) == 2
    assert not [one for one in read if one.text == ENDS]
    for note in notes:
        assert [one for one in read if note.removeprefix("1 ").removeprefix("2 ") in one.text], "notes stay"


@pytest.mark.parametrize(
    ("last", "first"),
    [
        (
            [
                "Bei Beginn zahlt der Mieter eine Kaution, und für jeden",
                "verspäteten Tag der Räumung noch als pauschale",
            ],
            ["Entschädigung den Betrag von 85 Euro."],
        ),
        (["From June on the keys of the house are held by the"], ["Harrison family on the third floor."]),
        (
            ["The new boiler with all of its pipes came to"],
            ["Figure 2: The boiler.", "19,040 pounds in all."],
        ),
    ],
    ids=["a noun", "a name", "behind a caption"],
)
def test_a_sentence_goes_on_on_the_second_of_two_pages(
    tmp_path: Path, last: Sequence[str], first: Sequence[str]
) -> None:
    document = pymupdf.open()
    for number, lines in enumerate(([*PLAIN, *last], [*first, *PLAIN]), 1):
        page = document.new_page()
        page.insert_text((72, 40), f"Rules of Elm Court {number} of 2", fontsize=11)
        for place, line in enumerate(lines):
            size = 8 if line.startswith("Figure") else 11
            page.insert_text((72, 90 + 16 * place), line, fontsize=size)
    document.save(tmp_path / "rules.pdf")
    read = [one.text for source in sources(tmp_path / "rules.pdf") for one in source.sentences]
    assert " ".join([*last, first[-1]]) in read


def test_a_word_cut_by_the_page_is_whole(tmp_path: Path) -> None:
    pages = [
        [*PLAIN, "The rent for the garage is due with the admini-"],
        ["strative charge in March.", *PLAIN],
    ]
    path = written(tmp_path / "rent.pdf", pages, head=False, notes=(), foot="")
    read = [one.text.replace("-", "") for source in sources(path) for one in source.sentences]
    assert "The rent for the garage is due with the administrative charge in March." in read


@pytest.mark.parametrize(
    ("last", "first"),
    [
        ("Signed in Hamburg by the chair of the meeting", "The next meeting is in May."),  # begins anew
        ("He paid the bill.", "iPads were bought for the office."),  # ended
        ("Things to bring to the site", "1. Safety shoes for everybody"),  # an item
        ("Rent of the hall 1,200 1,300", "heating is paid by the tenant."),  # a row
        ("MINUTES OF THE MEETING IN MAY", "all owners were present."),  # a heading
        ("Payment of the rent", "30 days after the bill a fee is added."),  # room was left for "30"
        ("Dr Helen Marsh, chair", "cc: all of the tenants of the house."),
    ],
)
def test_what_only_stands_at_a_page_end_is_not_joined(tmp_path: Path, last: str, first: str) -> None:
    path = written(tmp_path / "a.pdf", [[*PLAIN, last], [first, *PLAIN]], head=False, notes=(), foot="")
    read = [one for source in sources(path) for one in source.sentences]
    assert all(one.rest is None for one in read)
