"""What goes into the library comes out as the same values."""

from __future__ import annotations

import pytest

from core.errors import StorageError
from core.events import DraftDelta, EventStamper, NoticeGiven, RunFinished, RunStarted
from core.store.chunks import ChunkRecord, ChunkRepository
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.facts import DocumentFacts, facts_text
from core.store.pages import PageRecord, PageRepository
from core.store.queue import IngestQueue, QueueEntry
from core.store.runs import RunRepository
from core.store.words import pack_words
from core.types import Box, Document, DocumentStatus, Mode, Span, Word, chunk_id_for, document_id_for


def make_document(name: str = "report", status: DocumentStatus = DocumentStatus.QUEUED) -> Document:
    return Document(
        document_id=document_id_for(name),
        content_hash=name,
        path=f"/papers/{name}.pdf",
        filename=f"{name}.pdf",
        title=name.title(),
        size_bytes=1234,
        page_count=0,
        status=status,
        added_at=1_700_000_000.0,
    )


def store_pages(database: Database, document: Document, texts: list[str]) -> PageRepository:
    pages = PageRepository(database)
    start = 0
    for number, text in enumerate(texts, 1):
        word = Word(Span(start, start + 3), Box(72, 72, 90, 84))
        span = Span(start, start + len(text))
        packed = pack_words([word], start)
        pages.add_many(document.document_id, [PageRecord(number, text, span, 612.0, 792.0, 90, "iv", packed)])
        start = span.end + 1
    return pages


def test_documents_come_back_equal_and_content_is_unique(database: Database) -> None:
    documents = DocumentRepository(database)
    document = make_document()
    assert documents.add(document)
    assert not documents.add(document)
    assert documents.get(document.document_id) == document
    assert documents.all() == [document]
    assert documents.get("nothing") is None


@pytest.mark.parametrize(
    ("facts", "date"),
    [
        (DocumentFacts(years=(2023, 2024), date="2024-05-03"), "2024-05-03"),
        (DocumentFacts(years=(2023, 2022)), "2023"),
        (DocumentFacts(), ""),
    ],
)
def test_a_document_knows_its_date(database: Database, facts: DocumentFacts, date: str) -> None:
    documents = DocumentRepository(database)
    document = make_document()
    documents.add(document)
    documents.set_cut(document.document_id, chunk_count=1, language="en", facts=facts_text(facts))
    known = documents.get(document.document_id)
    assert known is not None
    assert known.date == date


def test_only_searchable_documents_are_offered(database: Database) -> None:
    documents = DocumentRepository(database)
    for status in DocumentStatus:
        documents.add(make_document(status.value, status))
    assert documents.searchable_ids() == {document_id_for("searchable"), document_id_for("indexed")}


def test_a_failure_is_kept_only_while_it_is_one(database: Database) -> None:
    documents = DocumentRepository(database)
    document = make_document()
    documents.add(document)
    documents.set_status(document.document_id, DocumentStatus.FAILED, "It needs a password.")
    assert [each.failure for each in documents.all()] == ["It needs a password."]
    documents.set_status(document.document_id, DocumentStatus.PARSING)
    assert [each.failure for each in documents.all()] == [""]


def test_pages_and_the_page_of_an_offset(database: Database) -> None:
    document = make_document()
    DocumentRepository(database).add(document)
    pages = store_pages(database, document, ["one two", "three", "four five six"])
    page = pages.get(document.document_id, 2)
    assert page is not None
    assert (page.text, page.span, page.rotation, page.label) == ("three", Span(8, 13), 90, "iv")
    assert page.words == (Word(Span(8, 11), Box(72, 72, 90, 84)),)
    assert [pages.page_of(document.document_id, offset) for offset in (0, 7, 8, 14, 99)] == [1, 1, 2, 3, 3]
    assert pages.page_of("other", 3) is None
    assert len(pages.shapes(document.document_id)) == 3


def test_chunk_text_is_cut_from_the_pages(database: Database) -> None:
    document = make_document()
    DocumentRepository(database).add(document)
    store_pages(database, document, ["one two", "three", "four five six"])
    chunks = ChunkRepository(database)
    spans = (Span(4, 7), Span(8, 13), Span(14, 18))
    record = ChunkRecord(chunk_id_for("report", spans), 0, spans, 1, 3, "Report")
    far = (Span(24, 27),)
    other = ChunkRecord(chunk_id_for("report", far), 1, far, 3, 3, "")
    chunks.add_many(document.document_id, [record, other])
    first, second = chunks.of_document(document.document_id)
    assert first.text == "two\nthree\nfour"
    assert (first.context, first.spans, first.first_page, first.last_page) == ("Report", spans, 1, 3)
    assert second.text == "six"
    assert chunks.get(record.chunk_id) == first
    assert chunks.get_many(["no such chunk", other.chunk_id]) == {other.chunk_id: second}


def test_vectors_are_accounted_for_per_index(database: Database) -> None:
    documents, chunks = DocumentRepository(database), ChunkRepository(database)
    document = make_document()
    documents.add(document)
    store_pages(database, document, ["one two three"])
    records = []
    for index, span in enumerate((Span(0, 3), Span(4, 7), Span(8, 13))):
        records.append(ChunkRecord(chunk_id_for("report", [span]), index, (span,), 1, 1, ""))
    chunks.add_many(document.document_id, records)
    chunks.mark_embedded(document.document_id, [records[1].chunk_id], "index-a")
    assert chunks.manifest("index-a") == {document.document_id: (3, 1)}
    assert chunks.manifest("index-b") == {document.document_id: (3, 0)}
    assert [c.index for c in chunks.not_embedded(document.document_id, "index-a", 10)] == [0, 2]
    counted = documents.get(document.document_id)
    assert counted is not None
    assert counted.embedded_count == 1
    chunks.forget_vectors(document.document_id, "index-a")
    assert chunks.manifest("index-a") == {document.document_id: (3, 0)}


def test_deleting_a_document_takes_everything_and_its_text_leaves_the_file(database: Database) -> None:
    documents = DocumentRepository(database)
    document = make_document()
    documents.add(document)
    store_pages(database, document, ["a very secret sentence"])
    ChunkRepository(database).add_many(
        document.document_id,
        [ChunkRecord("00000000-0000-0000-0000-000000000001", 0, (Span(0, 6),), 1, 1, "")],
    )
    IngestQueue(database).put(document.document_id, "embed")
    assert documents.delete(document.document_id)
    assert not documents.delete(document.document_id)
    for table in ("documents", "pages", "chunks", "ingest_queue"):
        assert database.query(f"SELECT * FROM {table}") == []  # noqa: S608
    for path in database.path.parent.iterdir():
        assert b"very secret sentence" not in path.read_bytes()


def test_the_queue_is_fair(database: Database) -> None:
    documents, queue = DocumentRepository(database), IngestQueue(database)
    a, b, c = (document_id_for(name) for name in "abc")

    def next_id() -> str:
        entry = queue.next("parse")
        return entry.document_id if entry else ""

    for name in "abc":
        documents.add(make_document(name))
        queue.put(document_id_for(name), "parse")
    assert next_id() == a
    queue.begin(a)  # and the program ends here
    assert next_id() == b
    queue.put(b, "embed")
    assert queue.sizes() == {"parse": 2, "embed": 1}
    queue.put(c, "parse", priority=5)
    assert next_id() == c
    queue.remove(c)
    assert queue.next("parse") == QueueEntry(a, "parse", 1)


def test_conversations_and_messages(database: Database) -> None:
    conversations = ConversationRepository(database)
    older = conversations.create("Older")
    newer = conversations.create("Newer", "fixed")
    assert conversations.create("ignored", "fixed") == newer
    conversations.add_message(older.conversation_id, "user", "How long is the warranty?")
    conversations.add_message(older.conversation_id, "assistant", "36 months [1].", run_id="r1")
    assert [c.title for c in conversations.recent()] == ["Older", "Newer"]
    assert [(m.role, m.content, m.run_id) for m in conversations.messages(older.conversation_id)] == [
        ("user", "How long is the warranty?", ""),
        ("assistant", "36 months [1].", "r1"),
    ]
    conversations.rename(older.conversation_id, "Warranty")
    conversations.delete(newer.conversation_id)
    assert [c.title for c in conversations.recent()] == ["Warranty"]


def test_a_run_comes_back_without_what_is_only_for_the_eye(database: Database) -> None:
    runs = RunRepository(database)
    stamp = EventStamper()
    events = [
        stamp(RunStarted, mode=Mode.CHAT, question="Why?"),
        stamp(DraftDelta, text="Bec"),
        stamp(NoticeGiven, code="keyword_only", message="Searched by keyword."),
        stamp(RunFinished, outcome="answered"),
    ]
    runs.start(stamp.run_id, "c1", Mode.CHAT, "Why?")
    runs.append(events)
    runs.finish(stamp.run_id, "answered")
    assert runs.load_events(stamp.run_id) == [events[0], events[2], events[3]]
    (run,) = runs.recent(5)
    assert (run.run_id, run.mode, run.outcome) == (stamp.run_id, Mode.CHAT, "answered")
    assert run.finished_at is not None
    assert runs.of_conversation("c1") == [run]
    assert runs.starting_with(stamp.run_id[:6]) == [run]
    assert runs.starting_with("%") == []
    assert runs.load_events("nothing") == []


def test_an_event_that_cannot_be_read_is_a_clear_error(database: Database) -> None:
    runs = RunRepository(database)
    runs.start("r", "", Mode.CHAT, "Why?")
    database.execute("INSERT INTO events VALUES ('r', 1, 'notice_given', '{\"kind\": \"from_the_future\"}')")
    with pytest.raises(StorageError, match="cannot be read"):
        runs.load_events("r")
