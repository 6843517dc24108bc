"""The list of documents follows the library: what is listed, in order, whatever comes, goes or changes."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from core.types import Document, DocumentStatus
from desktop.models.document_filter import DocumentFilter
from desktop.models.documents import DOCUMENTS_MIME, DocumentsModel


def document(number: int, name: str = "") -> Document:
    filename = name or f"file {number}.pdf"
    return Document(f"id{number}", "", f"/d/{number}", filename, "", 1, 1, DocumentStatus.INDEXED)


def names(shown: DocumentFilter) -> list[str]:
    return [shown.index(row).data() for row in range(shown.rowCount())]


@pytest.fixture
def models(qapp) -> tuple[DocumentsModel, DocumentFilter]:
    documents = DocumentsModel()
    shown = DocumentFilter(documents)
    tester = QAbstractItemModelTester(shown, QAbstractItemModelTester.FailureReportingMode.Fatal, shown)
    assert tester.model() is shown
    return documents, shown


def test_workspace_and_words_narrow_it(models: tuple[DocumentsModel, DocumentFilter]) -> None:
    documents, shown = models
    documents.replace_all([document(1, "Acme 2023.pdf"), document(2, "acme 2024.pdf"), document(3)])
    shown.set_words("ACME 2024")
    assert names(shown) == ["acme 2024.pdf"]
    shown.set_words("acme")
    shown.set_members(frozenset({"id1", "id3"}))
    assert names(shown) == ["Acme 2023.pdf"]
    assert shown.ids() == ["id1"]
    documents.update([document(1, "Bolt.pdf"), document(2, "acme 2024.pdf"), document(3, "acme.pdf")])
    assert names(shown) == ["acme.pdf"]
    shown.set_words("")
    assert names(shown) == ["Bolt.pdf", "acme.pdf"]
    assert shown.setData(shown.index(1), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert documents.checked_ids() == ["id3"]
    mime = shown.mimeData([shown.index(0), shown.index(1)])
    assert bytes(mime.data(DOCUMENTS_MIME).data()) == b"id1\nid3"


def test_it_is_what_a_filter_would_leave_after_any_change(
    models: tuple[DocumentsModel, DocumentFilter],
) -> None:
    documents, shown = models
    chance = random.Random(5)
    told: list[int] = []
    shown.dataChanged.connect(lambda first, last: told.append(last.row() - first.row() + 1))
    members = frozenset(f"id{number}" for number in range(0, 400, 3))
    shown.set_members(members)
    for step in range(300):
        known = [one.document_id for one in documents.documents()]
        match chance.randrange(4):
            case 0 | 1:
                documents.queue(f"id{step}", f"file {step}.pdf", f"/d/{step}")
            case 2 if known:
                documents.remove(chance.choice(known))
            case _ if known:
                documents.set_checked(chance.sample(known, len(known) // 2))
        listed = [one.filename for one in documents.documents() if one.document_id in members]
        assert names(shown) == listed
        assert set(documents.checked_ids()) <= {one.document_id for one in documents.documents()}
    assert told
    documents.replace_all([replace(document(3), filename="new.pdf"), document(4)])
    assert names(shown) == ["new.pdf"]
    assert documents.checked_ids() == [name for name in documents.checked_ids() if name in ("id3", "id4")]


def test_a_new_version_is_checked_where_the_old_one_was(qapp) -> None:
    documents = DocumentsModel()
    documents.replace_all([document(1), document(2)])
    documents.set_checked(["id1"])
    documents.queue("new", "file 1.pdf", "/d/1")
    documents.set_status("new", "file 1.pdf", DocumentStatus.SEARCHABLE)
    assert [one.document_id for one in documents.documents()] == ["id2", "new"]
    assert documents.checked_ids() == ["new"]
