"""The two tools on a real library: SQLite, an Edge shard, documents read by the pipeline."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from core.agent.limits import Limits
from core.agent.tools import AgentTools, ToolInputError
from core.cancel import CancelToken
from core.judge.word_judge import WordJudge
from core.search.retriever import HybridRetriever
from core.types import SearchHit
from tests.library_kit import Library, make_pdf, open_library, prose

NAMES = ("Alder", "Birch", "Cedar")
QUERIES = (*(f"warranty of the {name}" for name in NAMES), "spare parts in stock", "gloves", "claims")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library of three PDFs."""
    home = tmp_path_factory.mktemp("library")
    library = open_library(home)
    library.ingest(*(make_pdf(home / f"{name}.pdf", [prose(name, 60)]) for name in NAMES))
    library.close()
    return home


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    library = open_library(home)
    yield library
    library.close()


def tools_of(
    library: Library, document_ids: list[str] | None = None, limits: Limits | None = None
) -> AgentTools:
    retriever = HybridRetriever(library.database, library.index, library.embedder)
    return AgentTools(retriever, WordJudge(), document_ids, limits or Limits.standard())


def first_hit(tools: AgentTools, query: str) -> SearchHit:
    return tools.search_docs(query, CancelToken()).hits[0]


def document_named(library: Library, name: str) -> str:
    (found,) = [d.document_id for d in library.documents.all() if d.filename == f"{name}.pdf"]
    return found


def test_a_search_gives_snippets_of_the_limit_and_no_full_text(library: Library) -> None:
    limits = replace(Limits.standard(), snippet_characters=60, top_k=3)
    tools = tools_of(library, limits=limits)
    hits = tools.shown(
        "warranty of the Cedar", tools.search_docs("warranty of the Cedar", CancelToken()), known=()
    ).hits
    assert len(hits) == 3
    assert all(0 < len(hit.snippet) <= 61 for hit in hits)
    assert any(hit.snippet.endswith("…") for hit in hits)


def test_an_opened_citation_is_the_chunk_up_to_the_limit(library: Library) -> None:
    hit = first_hit(tools_of(library), "warranty of the Birch")
    short = tools_of(library, limits=replace(Limits.standard(), max_citation_characters=50))
    source = short.open_citation(hit.chunk.document_id, hit.chunk.chunk_id, 1, hit.score, hit.snippet)
    assert source.chunk.chunk_id == hit.chunk.chunk_id
    assert 0 < len(source.chunk.text) <= 50
    assert hit.chunk.text.startswith(source.chunk.text)


def test_only_selected_documents_are_found_and_opened(library: Library) -> None:
    alder, birch = document_named(library, "Alder"), document_named(library, "Birch")
    tools = tools_of(library, [alder])
    found = tools.search_docs("warranty of the Birch", CancelToken())
    assert {hit.chunk.document_id for hit in found.hits} == {alder}
    foreign = first_hit(tools_of(library, [birch]), "warranty of the Birch").chunk
    with pytest.raises(ToolInputError, match="no such citation among the selected documents"):
        tools.open_citation(foreign.document_id, foreign.chunk_id, 1, 0.0, "")
    with pytest.raises(ToolInputError, match="no such citation"):
        tools.open_citation(alder, foreign.chunk_id, 1, 0.0, "")


def test_a_document_that_cannot_be_searched_any_more_is_not_opened(library: Library) -> None:
    tools = tools_of(library)
    chunk = first_hit(tools, "warranty of the Cedar").chunk
    with library.database.transaction() as connection:
        connection.execute(
            "UPDATE documents SET status = 'failed' WHERE document_id = ?", (chunk.document_id,)
        )
    try:
        with pytest.raises(ToolInputError, match="no such citation"):
            tools.open_citation(chunk.document_id, chunk.chunk_id, 1, 0.0, "")
    finally:
        with library.database.transaction() as connection:
            connection.execute(
                "UPDATE documents SET status = 'indexed' WHERE document_id = ?", (chunk.document_id,)
            )


@pytest.mark.parametrize("bad", ["", "1", "x' OR 1=1 --", "c5bd8bfc-1234-5678-abcd", "\ud83d", "z" * 9000])
def test_what_is_no_uuid_never_reaches_the_library(library: Library, bad: str) -> None:
    tools = tools_of(library)
    asked: list[str] = []
    library.database.connection().set_trace_callback(asked.append)
    good = str(uuid.uuid4())
    for document_id, chunk_id, named in ((bad, good, "docId"), (good, bad, "chunkId")):
        with pytest.raises(ToolInputError, match=f"{named} is not a UUID"):
            tools.open_citation(document_id, chunk_id, 1, 0.0, "")
    assert asked == []
    with pytest.raises(ToolInputError, match="no such citation"):
        tools.open_citation(good, good, 1, 0.0, "")
    assert asked != []


def test_an_id_in_capitals_is_the_same_id(library: Library) -> None:
    tools = tools_of(library)
    chunk = first_hit(tools, "warranty of the Cedar").chunk
    source = tools.open_citation(chunk.document_id.upper(), "{" + chunk.chunk_id.upper() + "}", 1, 0.0, "")
    assert source.chunk.chunk_id == chunk.chunk_id


def test_searches_on_several_threads_find_what_each_finds_alone(library: Library) -> None:
    tools = tools_of(library)
    alone = [
        [hit.chunk.chunk_id for hit in tools.search_docs(query, CancelToken()).hits] for query in QUERIES
    ]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            results = pool.map(lambda query: tools.search_docs(query, CancelToken()), QUERIES)
            assert [[hit.chunk.chunk_id for hit in result.hits] for result in results] == alone
