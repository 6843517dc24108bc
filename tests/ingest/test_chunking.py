"""Chunks: exact spans, bounded, whole sentences and rows, nothing lost but running headers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from core.ingest.readers.base import OutlineEntry, ReadPage
from core.ingest.structure.chunking import Chunker, embedding_text
from core.ingest.structure.structure import find_structure
from core.settings import ChunkingSettings
from core.store.chunks import ChunkRecord
from core.types import PageKind, chunk_id_for
from tests.ingest.batch import page_of
from tests.library_kit import prose

BODY = [sentence + "." for sentence in prose("B-120", 12).split(". ")]


def words_of(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def cut(
    pages: Sequence[ReadPage],
    tokens: int = 60,
    overlap: int = 10,
    title: str = "Title",
    outline: Sequence[OutlineEntry] = (),
) -> tuple[str, list[ChunkRecord]]:
    document = "\f".join(page.text for page in pages)
    chunker = Chunker(words_of, ChunkingSettings(tokens=tokens, overlap_tokens=overlap))
    return document, chunker.chunks("hash", title, pages, find_structure(pages, outline))


def text_of(document: str, chunk: ChunkRecord) -> str:
    return "\n".join(document[span.start : span.end] for span in chunk.spans)


line_texts = st.one_of(
    st.sampled_from(["", "Net sales 1,234 5,678", "SECTION TWO", "1. A list item", "x" * 5000, "Overview"]),
    st.lists(
        st.sampled_from(["alpha", "beta", "Gamma.", "delta?", "(e)", "12,5", "Inc.", "foo"]),
        min_size=1,
        max_size=40,
    ).map(" ".join),
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(line_texts, max_size=12), min_size=1, max_size=5),
    st.integers(40, 230),
    st.integers(0, 60),
)
def test_nothing_is_lost_and_nothing_is_too_long(layout: list[list[str]], tokens: int, overlap: int) -> None:
    pages = [page_of(number, lines) for number, lines in enumerate(layout, 1)]
    document, chunks = cut(pages, tokens, overlap)
    structure = find_structure(pages)
    covered = [False] * len(document)
    previous = (-1, -1)
    for index, chunk in enumerate(chunks):
        assert chunk.index == index
        assert chunk.chunk_id == chunk_id_for("hash", chunk.spans)
        assert list(chunk.spans) == sorted(chunk.spans)
        text = text_of(document, chunk)
        assert words_of([text])[0] <= tokens
        assert words_of([embedding_text(chunk.context, text)])[0] <= 254
        assert "\f" not in text
        position = (chunk.spans[0].start, chunk.spans[-1].end)
        assert position[0] >= previous[0]
        assert position != previous  # what a sentence passes over ends before it
        previous = position
        for span in chunk.spans:
            covered[span.start : span.end] = [True] * (span.end - span.start)
    for page_index, page in enumerate(pages):
        for line_index, line in enumerate(page.lines):
            if (page_index, line_index) in structure.running:
                continue
            base = structure.page_starts[page_index]
            for place in range(base + line.start, base + line.end):
                assert covered[place] or document[place].isspace()
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)


def test_sentences_stay_whole_and_overlap() -> None:
    pages = [page_of(1, [sentence + "." for sentence in prose("B-120", 20).split(". ")])]
    document, chunks = cut(pages, tokens=50, overlap=15)
    assert len(chunks) > 3
    for chunk in chunks:
        assert text_of(document, chunk)[-1] == "."
    for before, after in pairwise(chunks):
        assert after.spans[0].start < before.spans[-1].end  # the last sentence is said again


def test_running_headers_are_in_no_chunk() -> None:
    pages = [
        page_of(
            number,
            [
                "Acme Annual Report",
                f"The {name} pump is described here.",
                f"It is made in {name} town.",
                f"Its price in {name} dollars is known.",
                f"Nobody sells {name} pumps abroad.",
                f"Total due {number * number * 37}",
                f"Page {number} of 5",
            ],
        )
        for number, name in enumerate(("red", "blue", "green", "white", "black"), 1)
    ]
    document, chunks = cut(pages, tokens=70)
    together = "\n".join(text_of(document, chunk) for chunk in chunks)
    assert "Acme Annual Report" not in together
    assert "of 5" not in together
    assert all(f"The {name} pump" in together for name in ("red", "blue", "green", "white", "black"))
    assert together.count("Total due") >= 5  # the same but for its amount: content, not a footer
    assert any(len(chunk.spans) > 1 and chunk.first_page < chunk.last_page for chunk in chunks)


def test_a_document_of_equal_pages_keeps_its_text() -> None:
    document, chunks = cut([page_of(number, ["The same line."]) for number in range(1, 6)])
    assert text_of(document, chunks[0]).startswith("The same line.")


def test_heading_path_is_context() -> None:
    pages = [page_of(1, [("Manual", 24.0), ("Warranty", 18.0), *BODY])]
    _, chunks = cut(pages, tokens=50, title="B-120 manual")
    assert chunks[-1].context.splitlines() == ["B-120 manual", "Manual", "Warranty"]


def test_the_outline_of_the_file_names_the_path() -> None:
    outline = [OutlineEntry(1, "Part A", 1), OutlineEntry(2, "Safety", 1), OutlineEntry(1, "Part B", 2)]
    pages = [page_of(1, ["Part A", "Safety", *BODY]), page_of(2, ["Part B", *BODY[:3]])]
    document, chunks = cut(pages, tokens=50, title="T", outline=outline)
    contexts = {chunk.first_page: chunk.context for chunk in chunks if "Part" not in text_of(document, chunk)}
    assert contexts[1].splitlines() == ["T", "Part A", "Safety"]


def test_a_name_that_is_not_in_the_text_is_said_with_it() -> None:
    names = ("Costs 2024", "Prices", "Weights")
    outline = [OutlineEntry(1, name, number) for number, name in enumerate(names, 1)]
    sheets = [
        replace(page_of(number, [f"{word} is not a name", "Bolt 12 40"]), kind=PageKind.SHEET, label=name)
        for number, (name, word) in enumerate(zip(names, ("Red", "Green", "Blue"), strict=True), 1)
    ]
    _, chunks = cut(sheets, title="T", outline=outline)
    assert [chunk.context for chunk in chunks] == [f"T\n{name}" for name in names]
    pages = [page_of(number, [f"{number}. {name}", "Words follow."]) for number, name in enumerate(names, 1)]
    _, chunks = cut(pages, title="T", outline=outline)
    assert chunks[0].context == "T"


def test_a_line_of_a_contents_page_is_no_heading() -> None:
    pages = [
        page_of(
            1,
            ["Item 1A. Risk Factors 12", "Item 7. Discussion 40", "Item 8. Statements 60", "some text here"],
        )
    ]
    assert find_structure(pages).headings == []


def test_rows_stay_whole_and_their_header_is_repeated() -> None:
    rows = [f"Product line number {place} $ {place},{place}00 $ {place},900" for place in range(1, 30)]
    pages = [page_of(1, ["(in millions of dollars)", "2021 2020", *rows])]
    document, chunks = cut(pages, tokens=60, title="T")
    assert len(chunks) > 2
    for chunk in chunks[1:]:
        assert all(line in rows for line in text_of(document, chunk).splitlines())
        assert chunk.context == "T\n(in millions of dollars) 2021 2020"


def test_a_very_long_context_is_shortened() -> None:
    title = "word " * 400
    document, chunks = cut([page_of(1, BODY)], tokens=200, title=title.strip())
    for chunk in chunks:
        assert words_of([embedding_text(chunk.context, text_of(document, chunk))])[0] <= 254


def rows_of(first: int, last: int) -> list[str]:
    return [f"Plant P{number} {number}12.4 {number}00.1 {number}50.7" for number in range(first, last)]


def test_a_table_that_goes_on_on_the_next_page_keeps_its_header() -> None:
    first = page_of(1, ["What the plants made in thousand tonnes", "", "2023 2022 2021", *rows_of(0, 20)])
    document, chunks = cut([first, page_of(2, rows_of(20, 34))])
    on_the_next = [chunk for chunk in chunks if chunk.first_page == 2]
    assert "Plant P25" in "".join(text_of(document, chunk) for chunk in on_the_next)
    assert all("thousand tonnes 2023 2022 2021" in chunk.context for chunk in on_the_next)


def test_the_header_of_a_table_ends_with_its_table() -> None:
    between = (
        "What follows has nothing to do with the plants of the group: it is about people who work for it."
    )
    first = page_of(1, ["What the plants made in thousand tonnes", "", "2023 2022 2021", *rows_of(0, 20)])
    second = page_of(2, [between, "", "Men Women", *rows_of(20, 34)])
    document, chunks = cut([first, second])
    last = next(chunk for chunk in chunks if "Plant P33" in text_of(document, chunk))
    assert "thousand tonnes" not in last.context
