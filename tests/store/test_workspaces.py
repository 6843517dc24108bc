"""Workspaces hold what was put into them and what lies in their folders, and never take a document along."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.engine.library_workspaces import LibraryWorkspaces
from core.errors import UsageError
from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.history import HistoryRepository
from core.store.runs import RunRepository
from core.store.scopes import ScopeRepository
from core.types import Mode
from core.types.scope import Scope
from tests.ingest.formats.zip_kit import write_zip
from tests.library_kit import Library, make_pdf, open_library, prose


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = open_library(tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def workspaces(library: Library) -> LibraryWorkspaces:
    return LibraryWorkspaces(library.database)


def names(library: Library, ids: tuple[str, ...]) -> list[str]:
    return sorted(document.filename for document in library.documents.all() if document.document_id in ids)


def ids_of(library: Library, *filenames: str) -> list[str]:
    known = {document.filename: document.document_id for document in library.documents.all()}
    return [known[filename] for filename in filenames]


def paper(path: Path, name: str, seed: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return make_pdf(path, [prose(name, 3, seed)])


def test_names_are_unique_on_one_line_and_never_empty(workspaces: LibraryWorkspaces) -> None:
    made = workspaces.create("  Pump\n contracts ")
    assert made.name == "Pump contracts"
    with pytest.raises(UsageError, match="already"):
        workspaces.create("PUMP contracts")
    with pytest.raises(UsageError, match="needs a name"):
        workspaces.create(" \n")
    with pytest.raises(UsageError, match="at most 80"):
        workspaces.create("x" * 81)
    workspaces.rename(made.workspace_id, "Pump Contracts")  # its own name in another case
    assert workspaces.find("pump contracts").workspace_id == made.workspace_id
    assert workspaces.find(made.workspace_id[:8]).name == "Pump Contracts"
    with pytest.raises(UsageError, match="There are Pump Contracts"):
        workspaces.find("Invoices")


def test_deleted_with_a_way_back_and_without_its_documents(
    library: Library, workspaces: LibraryWorkspaces, tmp_path: Path
) -> None:
    library.ingest(paper(tmp_path / "a.pdf", "A-1"))
    made = workspaces.create("Pumps")
    assert workspaces.add(made.workspace_id, ids_of(library, "a.pdf")) == 1
    assert workspaces.delete(made.workspace_id)
    assert workspaces.all() == []
    with pytest.raises(UsageError, match="does not exist any more"):
        workspaces.document_ids(made.workspace_id)
    workspaces.create("pumps")
    assert workspaces.restore(made.workspace_id)
    assert [one.name for one in workspaces.all()] == ["pumps", "Pumps 2"]
    assert names(library, workspaces.document_ids(made.workspace_id)) == ["a.pdf"]
    workspaces.delete(made.workspace_id)
    workspaces.forget_deleted()
    assert not workspaces.restore(made.workspace_id)
    assert names(library, tuple(ids_of(library, "a.pdf"))) == ["a.pdf"]


def test_a_folder_brings_what_comes_later_and_not_its_neighbour(
    library: Library, workspaces: LibraryWorkspaces, tmp_path: Path
) -> None:
    folder = tmp_path / "contracts"
    library.ingest(
        paper(folder / "one.pdf", "A-1"),
        paper(tmp_path / "contracts2" / "other.pdf", "B-1"),
        paper(tmp_path / "single.pdf", "C-1"),
    )
    made = workspaces.create("Contracts").workspace_id
    workspaces.add_paths(made, [folder, tmp_path / "single.pdf"])
    assert names(library, workspaces.document_ids(made)) == ["one.pdf", "single.pdf"]
    library.ingest(paper(folder / "deep" / "two.pdf", "D-1"))
    assert names(library, workspaces.document_ids(made)) == ["one.pdf", "single.pdf", "two.pdf"]
    assert workspaces.all()[0].folders == (str(folder),)

    assert workspaces.take_out(made, ids_of(library, "two.pdf", "other.pdf")) == 1
    assert names(library, workspaces.document_ids(made)) == ["one.pdf", "single.pdf"]
    assert workspaces.add(made, ids_of(library, "two.pdf")) == 1
    assert workspaces.take_out(made, ids_of(library, "two.pdf")) == 1
    workspaces.add_paths(made, [folder])  # the user names the folder again
    assert names(library, workspaces.document_ids(made)) == ["one.pdf", "single.pdf", "two.pdf"]
    assert workspaces.drop_folder(made, folder)
    assert names(library, workspaces.document_ids(made)) == ["single.pdf"]
    assert not workspaces.drop_folder(made, folder)


def test_what_lies_inside_goes_along_and_a_newer_content_takes_the_place(
    library: Library, workspaces: LibraryWorkspaces, tmp_path: Path
) -> None:
    outer, plain = tmp_path / "outer.zip", paper(tmp_path / "plain.pdf", "P-1")
    pack(outer, a=paper(tmp_path / "x" / "a.pdf", "A-1"), b=paper(tmp_path / "x" / "b.pdf", "B-1"))
    library.ingest(outer, plain, paper(tmp_path / "stranger.pdf", "S-1"))
    whole = workspaces.create("Whole").workspace_id
    part = workspaces.create("Part").workspace_id
    workspaces.add(whole, ids_of(library, "outer.zip", "plain.pdf"))
    workspaces.add(part, ids_of(library, "a.pdf"))
    assert names(library, workspaces.document_ids(whole)) == ["a.pdf", "b.pdf", "outer.zip", "plain.pdf"]
    assert names(library, workspaces.document_ids(part)) == ["a.pdf"]
    workspaces.take_out(whole, ids_of(library, "b.pdf"))

    scopes = ScopeRepository(library.database)
    ConversationRepository(library.database).create("Talk", "c")
    checked = Scope("", tuple(ids_of(library, "plain.pdf", "a.pdf")))
    RunRepository(library.database).start("r", "c", Mode.CHAT, "What?", scope=checked)

    before = {one.filename: one.document_id for one in library.documents.all()}
    paper(plain, "P-1", seed=1)
    pack(outer, a=paper(tmp_path / "x" / "a.pdf", "A-1", seed=2), b=tmp_path / "x" / "b.pdf")
    library.ingest(outer, plain)
    after = {one.filename: one.document_id for one in library.documents.all()}
    assert before["a.pdf"] != after["a.pdf"]
    assert before["plain.pdf"] != after["plain.pdf"]
    assert names(library, workspaces.document_ids(whole)) == ["a.pdf", "outer.zip", "plain.pdf"]
    assert workspaces.document_ids(part) == (after["a.pdf"],)
    assert set(scopes.of_run("r").document_ids or ()) == {after["plain.pdf"], after["a.pdf"]}


def pack(path: Path, **members: Path) -> None:
    write_zip(path, {f"{name}.pdf": member.read_bytes() for name, member in members.items()})


def test_scopes_are_kept_with_each_question_and_widen_never(
    library: Library, workspaces: LibraryWorkspaces, tmp_path: Path
) -> None:
    library.ingest(paper(tmp_path / "a.pdf", "A-1"), paper(tmp_path / "b.pdf", "B-1"))
    a, b = ids_of(library, "a.pdf", "b.pdf")
    made = workspaces.create("Pumps").workspace_id
    database = library.database
    conversations, runs, scopes = (
        ConversationRepository(database),
        RunRepository(database),
        ScopeRepository(database),
    )
    conversations.create("Talk", "c")
    asked = {
        "r0": Scope(),
        "r1": Scope(made),
        "r2": Scope(made, tuple(sorted((a, b)))),
        "r3": Scope(made, tuple(sorted((a, b)))),
        "r4": Scope("", (b,)),
    }
    for run_id, scope in asked.items():
        runs.start(run_id, "c", Mode.CHAT, "What?", scope=scope)
    assert scopes.of_runs("c") == asked
    assert len(database.query("SELECT * FROM selections")) == 2  # r2 and r3 share one
    assert HistoryRepository(database).entry("c").workspace == ""

    library.pipeline.remove(b)
    assert scopes.of_run("r2").document_ids == (a,)
    assert scopes.of_run("r4").document_ids == ()  # nothing, and not everything
    runs.start("r5", "c", Mode.CHAT, "What?", scope=Scope(made))
    assert HistoryRepository(database).entry("c").workspace == "Pumps"
    workspaces.delete(made)
    assert HistoryRepository(database).entry("c").workspace == ""
    workspaces.forget_deleted()
    assert scopes.of_run("r1").workspace_id == made  # a question about it is refused, not widened

    conversations.delete("c")
    assert database.query("SELECT * FROM selections") == []
    assert database.query("SELECT * FROM selected_documents") == []


def test_a_removed_document_leaves_no_trace_in_them(
    library: Library, workspaces: LibraryWorkspaces, tmp_path: Path
) -> None:
    library.ingest(paper(tmp_path / "a.pdf", "A-1"))
    (a,) = ids_of(library, "a.pdf")
    made = workspaces.create("Pumps").workspace_id
    workspaces.add(made, [a, "no-such-document"])
    library.pipeline.remove(a)
    assert library.database.query("SELECT * FROM workspace_documents") == []
    assert workspaces.document_ids(made) == ()


def test_an_empty_library_file_has_no_workspace(tmp_path: Path) -> None:
    database = Database(tmp_path / "library.sqlite3")
    assert LibraryWorkspaces(database).all() == []
    database.close()
