"""Tables and sentences that were cut come together when a chunk is opened: exact spans, nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.agent.limits import Limits
from core.agent.tools import AgentTools
from core.answer.sources import make_source
from core.judge.word_judge import WordJudge
from core.search.neighbours import MOST_JOINED, without_overlap
from core.search.retriever import HybridRetriever
from core.store.pages import PageRepository
from core.types import Chunk, Span
from tests.library_kit import Library, make_pdf, open_library, prose

ROWS = [f"Item{number} {number},100 {number},200" for number in range(10, 90)]
NAMES = [row.split()[0] for row in ROWS]
ENDING = "of the northern warehouse until the end of the year."


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("neighbours")
    library = open_library(folder / "home")
    table = [(72.0, 40.0 + 9 * place, 8.0, row) for place, row in enumerate(ROWS)]
    first = prose("tariff", 38, 1) + " The tenant pays for the heating"
    library.ingest(
        make_pdf(folder / "table.pdf", [table]),
        make_pdf(folder / "lease.pdf", [first, f"{ENDING} {prose('garden', 30, 2)}"]),
    )
    yield library
    library.close()


@pytest.fixture
def retriever(opened: Library) -> HybridRetriever:
    return HybridRetriever(opened.database, opened.index, opened.embedder)


def chunks_of(opened: Library, filename: str) -> list[Chunk]:
    ids = {document.filename: document.document_id for document in opened.documents.all()}
    return opened.chunks.of_document(ids[filename])


def joined(retriever: HybridRetriever, chunk: Chunk, beside: list[Chunk] | None = None) -> Chunk:
    spans = [span for other in beside or [] for span in other.spans]
    found = retriever.open_chunk(chunk.document_id, chunk.chunk_id, for_prompt=True, beside=spans)
    return found[1]


def rows_in(text: str) -> list[str]:
    return re.findall(r"Item\d+", text)


def assert_exact(opened: Library, chunk: Chunk) -> None:
    """The text is what stands in the pages under the spans, in order and once."""
    pages = PageRepository(opened.database)
    texts = []
    for span in chunk.spans:
        page = pages.at_offset(chunk.document_id, span.start)
        assert span.end <= page.span.end  # never over a page
        texts.append(page.text[span.start - page.span.start : span.end - page.span.start])
    assert "\n".join(texts) == chunk.text
    ends = [span.end for span in chunk.spans]
    assert all(end <= span.start for end, span in zip(ends, chunk.spans[1:], strict=False))


def test_a_table_that_was_cut_comes_with_its_rows(opened: Library, retriever: HybridRetriever) -> None:
    chunks = chunks_of(opened, "table.pdf")
    assert len(chunks) >= 3
    middle = chunks[1]
    alone = retriever.open_chunk(middle.document_id, middle.chunk_id)
    assert alone[1] == middle
    whole = joined(retriever, middle)
    assert whole.chunk_id == middle.chunk_id
    assert_exact(opened, whole)
    own, shown = rows_in(middle.text), rows_in(whole.text)
    first = NAMES.index(shown[0])
    assert shown == NAMES[first : first + len(shown)]
    assert shown.index(own[0]) > 0
    assert shown[-1] != own[-1]
    assert len(whole.text) <= len(middle.text) + 2 * (MOST_JOINED + 1)


def test_nothing_is_joined_that_is_shown_beside_it(opened: Library, retriever: HybridRetriever) -> None:
    chunks = chunks_of(opened, "table.pdf")
    assert joined(retriever, chunks[1], [chunks[0], chunks[2]]).text == chunks[1].text
    # What one chunk took from between both is not taken by the other.
    first = joined(retriever, chunks[0], [chunks[2]])
    last = joined(retriever, chunks[2], [first])
    assert not set(rows_in(first.text)) & set(rows_in(last.text))


def test_a_sentence_over_a_page_end_is_whole_in_its_chunk(
    opened: Library, retriever: HybridRetriever
) -> None:
    chunks = chunks_of(opened, "lease.pdf")
    over = next(chunk for chunk in chunks if "pays for the heating" in chunk.text)
    assert (over.first_page, over.last_page) == (1, 2)
    assert_exact(opened, joined(retriever, over))
    document = next(d for d in opened.documents.all() if d.filename == "lease.pdf")
    source = make_source(1, document, over, 0.5, "", retriever.page_of)
    (whole,) = [one for one in source.sentences if "pays for the heating" in one.text]
    assert whole.text == f"The tenant pays for the heating {ENDING}"
    assert whole.page == 1
    pages = PageRepository(opened.database)
    for number, span, words in zip(
        (1, 2), whole.spans, ("The tenant pays for the heating", ENDING), strict=True
    ):
        page = pages.get(document.document_id, number)
        assert " ".join(page.text[span.start - page.span.start : span.end - page.span.start].split()) == words


def test_whole_sentences_stay_as_they_are(opened: Library, retriever: HybridRetriever) -> None:
    first = chunks_of(opened, "lease.pdf")[0]
    assert first.text.endswith(".")
    assert joined(retriever, first) == first


def test_the_agent_opens_with_neighbours_where_its_limit_allows(
    opened: Library, retriever: HybridRetriever
) -> None:
    first, middle = chunks_of(opened, "table.pdf")[:2]
    tools = AgentTools(retriever, WordJudge(), None, Limits.standard())
    source = tools.open_citation(middle.document_id, middle.chunk_id, 1, 0.5, "")
    assert rows_in(source.chunk.text)[0] in rows_in(first.text)
    assert source.chunk.chunk_id == middle.chunk_id
    other = tools.open_citation(first.document_id, first.chunk_id, 2, 0.5, "", opened=[source])
    assert not {s.span for s in source.sentences} & {
        s.span for s in other.sentences if s.span.start >= first.spans[-1].end
    }
    narrow = AgentTools(
        retriever,
        WordJudge(),
        None,
        replace(Limits.standard(), max_citation_characters=len(middle.text) + 10),
    )
    assert narrow.open_citation(middle.document_id, middle.chunk_id, 1, 0.5, "").chunk == middle


def test_a_footnote_that_stands_far_behind_takes_nothing_of_what_lies_between() -> None:
    """A passage may hold a note of a later page: what comes between is told all the same, each word once."""
    page = "Rents rise. Pets are welcome. Gardens are shared. The note explains the rent."
    spans = ((Span(0, 11), Span(50, 77)), (Span(5, 29),), (Span(23, 49),))
    chunks = [
        Chunk(str(place), "d", place, own, 1, 1, "\n".join(page[one.start : one.end] for one in own))
        for place, own in enumerate(spans)
    ]
    told = [chunk.text for chunk in without_overlap(chunks)]
    assert told == ["Rents rise.\nThe note explains the rent.", " Pets are welcome.", " Gardens are shared."]
