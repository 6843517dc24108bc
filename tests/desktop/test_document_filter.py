"""The list of documents follows the library: what is listed, under which heading and in which order, whatever
comes, goes, moves or changes.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from core.types import Document, DocumentStatus
from desktop.library.document_filter import DocumentFilter
from desktop.library.document_folders import Folders
from desktop.library.document_items import DOCUMENTS_MIME, DocumentsModel
from desktop.shared.item_roles import Role


def document(number: int, name: str = "") -> Document:
    filename = name or f"file {number}.pdf"
    return Document(f"id{number}", "", f"/d/{number}", filename, "", 1, 1, DocumentStatus.INDEXED)


def placed(number: int, folder: str) -> Document:
    return replace(document(number), path=f"{folder}/file {number}.pdf")


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


def test_a_new_version_is_checked_where_the_old_one_was(qapp) -> None:
    documents = DocumentsModel()
    documents.replace_all([document(1), document(2)])
    documents.set_checked(["id1"])
    documents.queue("new", "file 1.pdf", "/d/1")
    documents.set_status("new", "file 1.pdf", DocumentStatus.SEARCHABLE)
    assert [one.document_id for one in documents.documents()] == ["id2", "new"]
    assert documents.checked_ids() == ["new"]


def test_documents_stand_under_their_folder(
    models: tuple[DocumentsModel, DocumentFilter],
) -> None:
    documents, shown = models
    home = str(Path.home())
    shown.set_folders(["/w/Contracts", f"{home}/Invoices"], ["/w/Contracts"])
    documents.replace_all(
        [
            placed(1, "/w/Contracts/2023/Acme"),
            placed(2, "/loose"),
            placed(3, f"{home}/Invoices"),
            placed(4, "/w/Contracts"),
        ]
    )
    assert names(shown) == [
        *("Contracts", "file 1.pdf", "file 4.pdf"),
        *("Invoices", "file 3.pdf"),
        *("loose", "file 2.pdf"),
    ]
    heading, second, third = shown.index(0), shown.index(3), shown.index(5)
    assert shown.count == 4
    assert heading.data(Role.META) == "2"
    assert heading.data(Role.BODY) == f"in step · {Path('/w')}"
    assert second.data(Role.BODY) == "~"
    assert heading.data(Qt.ItemDataRole.ToolTipRole) == "/w/Contracts\n2 documents\nkept in step"
    spoken = heading.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "folder Contracts, expanded, 2 documents, kept in step"
    assert third.data(Qt.ItemDataRole.AccessibleTextRole) == "folder loose, expanded, 1 document"
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert shown.ids_at(heading) == ["id1", "id4"]
    assert shown.ids() == ["id1", "id4", "id3", "id2"]
    assert shown.heading_of(shown.index(2)) == heading
    assert bytes(shown.mimeData([heading, shown.index(2)]).data(DOCUMENTS_MIME).data()) == b"id4"


def test_a_single_folder_has_no_heading(
    models: tuple[DocumentsModel, DocumentFilter],
) -> None:
    documents, shown = models
    documents.replace_all([placed(1, "/b"), placed(2, "/b")])
    assert names(shown) == ["file 1.pdf", "file 2.pdf"]
    assert not shown.is_heading(shown.index(0))
    documents.queue("id3", "new.pdf", "/a/new.pdf")
    assert names(shown) == ["a", "new.pdf", "b", "file 1.pdf", "file 2.pdf"]
    shown.set_members(frozenset({"id1", "id2"}))
    assert names(shown) == ["file 1.pdf", "file 2.pdf"]


def test_a_heading_folds_counts_and_checks(models: tuple[DocumentsModel, DocumentFilter]) -> None:
    documents, shown = models
    documents.replace_all([placed(1, "/a"), placed(2, "/b"), placed(3, "/b")])
    heading = shown.index(2)
    assert heading.data() == "b"
    shown.set_folded(heading, True)
    assert names(shown) == ["a", "file 1.pdf", "b"]
    assert shown.count == 3
    assert shown.ids() == ["id1", "id2", "id3"]  # what is folded is listed all the same: "check all" means it
    documents.queue("id4", "new.pdf", "/b/new.pdf")
    assert names(shown) == ["a", "file 1.pdf", "b"]
    assert shown.index(2).data(Role.META) == "3"
    documents.check(["id2"], on=True)
    partly = Qt.CheckState(shown.index(2).data(Qt.ItemDataRole.CheckStateRole))
    assert partly is Qt.CheckState.PartiallyChecked
    spoken = shown.index(2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "folder b, collapsed, 3 documents, 1 waiting, 1 checked"
    assert shown.setData(shown.index(2), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert documents.checked_ids() == ["id2", "id3", "id4"]
    assert Qt.CheckState(shown.index(2).data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked
    assert shown.folded_folders() == ["/b"]


def test_words_find_what_is_folded(models: tuple[DocumentsModel, DocumentFilter]) -> None:
    documents, shown = models
    documents.replace_all([placed(1, "/a"), placed(2, "/b"), placed(3, "/b")])
    shown.fold_all(True)
    assert names(shown) == ["a", "b"]
    shown.set_words("file 3")
    assert names(shown) == ["b", "file 3.pdf"]
    shown.set_folded(shown.index(0), True)
    assert names(shown) == ["b"]
    shown.set_words("file 2")
    assert names(shown) == ["b", "file 2.pdf"]
    shown.set_words("")
    assert names(shown) == ["a", "b"]
    shown.fold_all(False)
    assert shown.rowCount() == 5


def test_headings_are_right_after_any_change(
    models: tuple[DocumentsModel, DocumentFilter],
) -> None:
    documents, shown = models
    chance = random.Random(7)
    folders = [f"/{letter}" for letter in "fabdce"]
    members = frozenset(f"id{number}" for number in range(400) if number % 4)
    shown.set_members(members)
    word = ""
    for step in range(160):
        known = documents.documents()
        match chance.randrange(6):
            case 0 | 1:
                documents.queue(f"id{step}", f"file {step}.pdf", f"{chance.choice(folders)}/{step}.pdf")
            case 2 if known:
                documents.remove(chance.choice(known).document_id)
            case 3 if known:  # moved, or renamed
                moved = chance.choice(known)
                changed = replace(moved, path=f"{chance.choice(folders)}/moved {step}.pdf")
                documents.update([changed if one is moved else one for one in known])
            case 4 if shown.rowCount():
                row = shown.index(chance.randrange(shown.rowCount()))
                shown.set_folded(row, chance.random() < 0.6)
            case _ if known:
                documents.set_checked([one.document_id for one in known if chance.random() < 0.5])
        if step % 20 == 19:
            word = chance.choice(["", "1", "2"])
            shown.set_words(word)
        listed: dict[str, list[Document]] = {}
        for one in documents.documents():
            if one.document_id in members and word in one.filename:
                listed.setdefault(one.path.rsplit("/", 1)[0], []).append(one)
        assert shown.count == sum(map(len, listed.values()))
        assert shown.ids() == [one.document_id for folder in sorted(listed) for one in listed[folder]]
        headings = [row for row in range(shown.rowCount()) if shown.is_heading(shown.index(row))]
        if not headings:
            assert len(listed) <= 1
            continue
        assert [shown.folder_at(shown.index(row)) for row in headings] == sorted(listed)
        ends = [*headings[1:], shown.rowCount()]
        for row, end in zip(headings, ends, strict=True):
            inside = listed[shown.folder_at(shown.index(row))]
            assert shown.ids_at(shown.index(row)) == [one.document_id for one in inside]
            below = [shown.index(at).data() for at in range(row + 1, end)]
            assert below == ([] if shown.is_folded(shown.index(row)) else [one.filename for one in inside])
            checked = sum(documents.is_checked(one.document_id) for one in inside)
            state = Qt.CheckState(shown.index(row).data(Qt.ItemDataRole.CheckStateRole))
            assert (state is Qt.CheckState.Unchecked) == (checked == 0)
            assert (state is Qt.CheckState.Checked) == (checked == len(inside))


def test_the_innermost_added_folder_counts() -> None:
    folders = Folders(["/w", "/w/a/b"])
    assert folders.of("/w/a/x.pdf") == "/w"
    assert folders.of("/w/a/b/c/x.pdf") == "/w/a/b"
    assert folders.of("/wider/x.pdf") == "/wider"
    assert folders.of("/x.pdf") == "/"
    assert folders.of("") == ""
