"""A topic is found under its other names, in the other language, too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.corpus.topics import TopicReader, other_names
from core.engine.field_library import StoredFieldLibrary
from core.engine.modes import library_tools
from core.events import EventStamper, ToolCalled
from core.search.concepts import load_concepts
from core.search.retriever import HybridRetriever
from tests.library_kit import make_pdf, open_library


def test_the_other_names_of_a_topic() -> None:
    concepts = load_concepts()
    assert "Kündigung" in other_names("termination", concepts)
    assert "termination" in other_names("Kündigung", concepts)
    assert "early Kündigung" in other_names("early termination", concepts)
    assert other_names("crocodiles", concepts) == []


def test_a_german_contract_is_quoted_for_an_english_topic(tmp_path: Path) -> None:
    english = "Termination requires written notice of thirty days before the end of the term."
    german = "Die Kündigung bedarf der Schriftform und muss bis zum Monatsende zugehen."
    opened = open_library(tmp_path / "home", files=True)
    try:
        opened.ingest(
            make_pdf(tmp_path / "english.pdf", [f"Framework Agreement. {english}"]),
            make_pdf(tmp_path / "german.pdf", [f"Rahmenvertrag über Lieferungen. {german}"]),
            make_pdf(
                tmp_path / "silent.pdf", ["Delivery note. The pumps were delivered on Monday to Leeds."]
            ),
        )
        retriever = HybridRetriever(opened.database, opened.index, opened.embedder)
        tools = library_tools(StoredFieldLibrary(opened.database, None), retriever, CancelToken())
        reader = TopicReader(tools, retriever, EventStamper(), german=False, concepts=retriever.concepts)
        ids = [document.document_id for document in opened.documents.all()]
        reading = reader.read("termination", ids)
        queries: list[str] = []
        while True:
            try:
                event = next(reading)
            except StopIteration as ended:
                evidence = ended.value
                break
            if isinstance(event, ToolCalled):
                queries.append(event.tool_input["query"])
        answer = reader.answer("termination", evidence, "Opening.", ["silent.pdf"])
    finally:
        opened.close()
    assert _quotes(queries, "Kündigung")
    quotes = {citation.filename: citation.quote for citation in answer.citations}
    assert quotes == {"english.pdf": english, "german.pdf": german}
    assert "Some of them call it “Kündigung”." in answer.text


def _quotes(queries: Sequence[str], word: str) -> bool:
    return any(word in query for query in queries)
