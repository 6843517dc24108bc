"""A user's regular expressions end: in time with values as ever, or with a sentence and an empty field."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest

from core.cancel import CancelToken
from core.engine.buckets import LibraryBuckets
from core.events import DocumentFiled, NoticeGiven
from core.fields.extraction.extract import Known, read_fields
from core.fields.schema import BucketSchema, FieldSpec, FieldType, built_in_schemas
from core.ingest.stages import own_patterns
from core.ingest.stages.own_patterns import FieldReader
from core.store.pages import PageRepository
from core.types import Page
from tests.ingest.test_filing import INVOICE, make_sized_pdf, shown
from tests.library_kit import Library, open_library

NEVER = r"([A-Za-z]+\s?)+\d{9}"
LINES = (*INVOICE, (50, 240, 10.0, "Project: harbour crane renewal of the northern quay and its sheds"))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("patterns")
    opened = open_library(folder / "home", files=True)
    opened.ingest(make_sized_pdf(folder / "R-2041.pdf", LINES))
    yield opened
    opened.close()


@pytest.fixture
def document_id(library: Library) -> str:
    [document] = library.documents.all()
    return document.document_id


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[FieldReader]:
    monkeypatch.setattr(own_patterns, "LIMIT_S", 1.5)
    made = FieldReader()
    yield made
    made.close()


def with_field(pattern: str) -> BucketSchema:
    schema = built_in_schemas()["invoices"]
    project = FieldSpec(name="project", type=FieldType.TEXT, labels=("project",), pattern=pattern)
    return schema.model_copy(update={"fields": (*schema.fields, project)})


def pages(library: Library, document_id: str) -> list[Page]:
    page = PageRepository(library.database).get(document_id, 1)
    assert page is not None
    return [page]


def test_own_patterns_read_what_they_read_before(
    library: Library, document_id: str, reader: FieldReader
) -> None:
    schema, known = with_field(r"[a-z ]{3,60}"), Known("en", ("Acme",), (2024,))
    read, slow = reader.read(schema, pages(library, document_id), known)
    assert slow == []
    assert read == read_fields(schema, pages(library, document_id), known)
    assert {value.field for value in read} >= {"project", "total_amount", "invoice_number"}


def test_a_pattern_that_never_ends_costs_its_field_only(
    library: Library, document_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_patterns, "LIMIT_S", 1.5)
    buckets = LibraryBuckets(library.database)
    before = shown(library, document_id)
    buckets.keep_schema(with_field(NEVER))
    events = list(library.pipeline.run(CancelToken()))
    [notice] = [event for event in events if isinstance(event, NoticeGiven) and event.code == "slow_pattern"]
    for told in ("project", "invoices", NEVER):
        assert told in notice.message
    assert [event.filename for event in events if isinstance(event, DocumentFiled)] == ["R-2041.pdf"]
    assert shown(library, document_id) == before
    again = list(library.pipeline.run(CancelToken()))
    assert not [event for event in again if isinstance(event, DocumentFiled | NoticeGiven)]


def test_a_few_documents_need_no_process_and_many_read_the_same_in_one(
    library: Library, document_id: str, reader: FieldReader
) -> None:
    order = (built_in_schemas()["invoices"], pages(library, document_id), Known("en"))
    first = [reader.read(*order) for _ in range(own_patterns.FIRST_HERE)]
    assert reader._worker is None
    in_the_child = reader.read(*order)
    assert reader._worker is not None
    assert first == [in_the_child] * len(first)
    assert in_the_child[0]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_child_that_is_killed_costs_one_document(
    library: Library, document_id: str, reader: FieldReader
) -> None:
    order = (built_in_schemas()["invoices"], pages(library, document_id), Known("en"))
    reader._read_here = own_patterns.FIRST_HERE
    whole, _ = reader.read(*order)
    assert reader._worker is not None
    child = reader._worker.pid
    assert child is not None
    os.kill(child, signal.SIGKILL)
    assert [reader.read(*order)[0] for _ in range(2)][-1] == whole
