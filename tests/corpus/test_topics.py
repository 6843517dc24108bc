"""What each of several contracts says about a topic, under any of its names; silent ones are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.corpus.evidence import strange_citations
from core.corpus.executor import LibraryExecutor
from core.corpus.library_routing import is_german, library_question
from core.corpus.topics import TopicReader, other_names
from core.engine.field_library import StoredFieldLibrary
from core.engine.modes import library_tools
from core.errors import Cancelled
from core.events import (
    AnswerReady,
    Event,
    EventStamper,
    InputRequired,
    RunFinished,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.search.concepts import load_concepts
from core.search.retriever import HybridRetriever
from core.types import Answer, StatementStatus
from tests.corpus.conftest import Contracts
from tests.corpus.kit import TODAY
from tests.library_kit import answer_judge, make_pdf, open_library


def ask(contracts: Contracts, question: str, cancel: CancelToken | None = None) -> list[Event]:
    fields = StoredFieldLibrary(contracts.library.database, None)
    asked = library_question(question, fields, TODAY)
    assert asked is not None, "the question was left to the texts"
    stamp, cancel = EventStamper(), cancel or CancelToken()
    german = is_german(question)

    def read_texts(document_ids: Sequence[str]) -> Iterator[Event]:
        yield stamp(StepStarted, step="read together", note=" ".join(document_ids))

    topics = TopicReader(contracts.tools(cancel), contracts.retriever, answer_judge(), stamp, german=german)
    executor = LibraryExecutor(
        fields, asked, stamp, read_texts, cancel, question=question, german=german, topics=topics
    )
    return list(executor.run())


def answer(events: Sequence[Event]) -> Answer:
    [ready] = [event for event in events if isinstance(event, AnswerReady)]
    assert isinstance(events[-1], RunFinished)
    assert events[-1].outcome == "answered"
    return ready.answer


def test_each_contract_is_quoted_and_cited(contracts: Contracts) -> None:
    found = answer(ask(contracts, "What do the contracts with Acme say about termination notice?"))
    assert "2 of 2 contracts" in found.text
    assert "contains acme" in found.text
    quotes = {citation.filename: citation.quote for citation in found.citations}
    assert "ninety days of notice" in quotes["north.pdf"]
    assert "written notice of thirty days" in quotes["south.pdf"]
    assert [statement.status for statement in found.statements] == [StatementStatus.QUOTED] * 2
    for number, citation in enumerate(found.citations, 1):
        assert citation.number == number
        assert f"[{number}]" in found.text
        opened = contracts.retriever.open_chunk(citation.document_id, citation.chunk_id)
        assert opened is not None
        assert citation.quote in " ".join(opened[1].text.split())


def test_documents_that_say_nothing_are_named(contracts: Contracts) -> None:
    events = ask(contracts, "Which contracts mention arbitration?")
    found = answer(events)
    assert [citation.filename for citation in found.citations] == ["east.pdf"]
    [row] = found.insufficiencies
    assert "3 of them" in row.missing
    assert all(name in row.missing for name in ("north.pdf", "south.pdf", "west.pdf"))
    called = [event.tool for event in events if isinstance(event, ToolCalled)]
    assert called == ["count", "search_text", "search_semantic"]
    returned = [event.call_id for event in events if isinstance(event, ToolReturned)]
    assert returned == [event.call_id for event in events if isinstance(event, ToolCalled)]
    reviews = [event.note for event in events if isinstance(event, StepStarted) and event.step == "review"]
    assert [note.partition(":")[0] for note in reviews] == ["more", "enough"]


def test_no_second_search_where_all_have_said_it(contracts: Contracts) -> None:
    events = ask(contracts, "What do our contracts say about pumps and seals?")
    assert len(answer(events).citations) == 4
    called = [event.tool for event in events if isinstance(event, ToolCalled)]
    assert called == ["count", "search_text"]


def test_where_none_says_it_the_user_is_asked(contracts: Contracts) -> None:
    events = ask(contracts, "What do our contracts say about crocodiles?")
    [question] = [event for event in events if isinstance(event, InputRequired)]
    assert "None of the 4 contracts says anything about “crocodiles”" in question.prompt
    assert isinstance(events[-1], RunFinished)
    assert events[-1].outcome == "needs_input"
    assert not any(isinstance(event, AnswerReady) for event in events)


def test_a_single_document_is_read_as_always(contracts: Contracts) -> None:
    events = ask(contracts, "What do the contracts with Borealis say about arbitration?")
    [read] = [event for event in events if isinstance(event, StepStarted) and event.step == "read together"]
    assert read.note == contracts.document_id("east")


def test_german_questions_get_german_words(contracts: Contracts) -> None:
    found = answer(ask(contracts, "Welche Verträge erwähnen arbitration?"))
    assert "1 von 4" in found.text
    assert "1 von 4 Verträgen sagt etwas zu „arbitration“" in found.text
    assert "Was darin steht" in found.text


def test_stop_ends_it_between_two_searches(contracts: Contracts) -> None:
    cancel = CancelToken()
    cancel.set()
    with pytest.raises(Cancelled):
        ask(contracts, "Which contracts mention arbitration?", cancel)


def test_a_topic_or_a_quotation_with_brackets_is_no_citation(contracts: Contracts) -> None:
    found = answer(ask(contracts, "What do our contracts say about “[7] pumps and seals”?"))
    assert "[7]" not in found.text.replace("\\[7\\]", "")
    assert strange_citations(found) == ()
    wrong = replace(found, text=f"{found.text} [9]")
    assert strange_citations(wrong) == ("[9]",)


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
        reader = TopicReader(
            tools, retriever, answer_judge(), EventStamper(), german=False, concepts=retriever.concepts
        )
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
