"""`docuchat workspaces`, and what `--workspace` means to other commands, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.runs import RunRepository
from core.system.paths import AppPaths
from core.types import Document, DocumentStatus, Mode, document_id_for
from core.types.scope import Scope
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def _three_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCUCHAT_HOME", str(tmp_path / "home"))
    database = Database(AppPaths.from_environment().database)
    for name in ("acme.pdf", "borealis.pdf", "deep/cedar.pdf"):
        path = tmp_path / "papers" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"%PDF-1.7")
        filename = Path(name).name
        document_id = document_id_for(name)
        stored = Document(document_id, name, str(path), filename, "", 8, 1, DocumentStatus.SEARCHABLE, 1)
        assert DocumentRepository(database).add(stored)
        LocationRepository(database).add(document_id, str(path), "", 8, 1)
    database.close()


def test_made_filled_named_and_deleted(run: Run, tmp_path: Path) -> None:
    assert "There is no workspace." in run("workspaces", "list")[1]
    deep = str(tmp_path / "papers" / "deep")
    assert run("workspaces", "create", "Contracts", "acme.pdf", deep)[1] == "Contracts: 2 documents\n"
    code, _, err = run("workspaces", "create", "contracts")
    assert (code, "already" in err) == (2, True)
    assert run("workspaces", "rename", "contracts", "Agreements")[0] == 0
    assert run("workspaces", "add", "agreements", "borealis.pdf")[1] == "Agreements: 3 documents\n"
    told = json.loads(run("workspaces", "show", "Agreements", "--json")[1])
    assert told["folders"] == [deep]
    assert {row["document"] for row in told["documents"]} == {"acme.pdf", "borealis.pdf", "cedar.pdf"}
    assert run("workspaces", "remove", "Agreements", deep, "acme.pdf")[1] == "Agreements: 1 document\n"
    (listed,) = [json.loads(line) for line in run("workspaces", "list", "--json")[1].splitlines()]
    assert (listed["name"], listed["documents"], listed["folders"]) == ("Agreements", 1, [])
    code, _, err = run("workspaces", "remove", "Agreements", "acme.pdf")
    assert (code, "acme.pdf is not in the workspace" in err) == (2, True)

    code, _, err = run("workspaces", "delete", "Agreements")
    assert (code, "--yes" in err) == (2, True)
    assert "still in the library" in run("workspaces", "delete", "Agreements", "--yes")[1]
    code, _, err = run("workspaces", "show", "Agreements")
    assert (code, "There is no workspace Agreements" in err) == (2, True)
    assert "borealis.pdf" in run("docs")[1]


def test_a_slip_makes_no_workspace(run: Run) -> None:
    assert run("workspaces", "create", "Contracts", "acme.pdf", "nothing.pdf")[0] == 2
    assert "There is no workspace." in run("workspaces", "list")[1]


def test_other_commands_keep_to_a_workspace(run: Run) -> None:
    run("workspaces", "create", "Contracts", "acme.pdf")
    code, _, err = run("ask", "--workspace", "Invoices", "What?")
    assert (code, "There are Contracts." in err) == (2, True)
    code, _, err = run("search", "--workspace", "contracts", "--document", "borealis.pdf", "pump")
    assert (code, "borealis.pdf is not in the workspace Contracts" in err) == (2, True)
    given = json.dumps({"bucket": "contracts"})
    assert run("tool", "count", given, "--workspace", "Nowhere")[0] == 2

    database = Database(AppPaths.from_environment().database)
    workspace_id = database.query("SELECT workspace_id FROM workspaces")[0][0]
    database.execute("INSERT INTO conversations VALUES ('c1', 'Term', 1, 1, 0, NULL, '')")
    database.execute("INSERT INTO conversations VALUES ('c2', 'Other', 1, 2, 0, NULL, '')")
    RunRepository(database).start("r1", "c1", Mode.CHAT, "Term?", scope=Scope(workspace_id))
    database.close()
    out = run("conversations", "list", "--workspace", "Contracts")[1]
    assert "Term  [Contracts]" in out
    assert "Other" not in out
