"""`docuchat workspaces`, and what `--workspace` means to other commands, as a user runs them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from core.cli.printing import AnswerPrinter
from core.cli.program import main
from core.events import AnswerReady, EventStamper, RunFinished, RunStarted
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.locations import LocationRepository
from core.store.runs import RunRepository
from core.system.paths import AppPaths
from core.types import Answer, Document, DocumentStatus, Mode, document_id_for
from core.types.scope import AskedScope, Scope


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


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_made_filled_named_and_deleted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "There is no workspace." in run(capsys, "workspaces", "list")[1]
    deep = str(tmp_path / "papers" / "deep")
    assert run(capsys, "workspaces", "create", "Contracts", "acme.pdf", deep)[1] == "Contracts: 2 documents\n"
    code, _, err = run(capsys, "workspaces", "create", "contracts")
    assert (code, "already" in err) == (2, True)
    assert run(capsys, "workspaces", "rename", "contracts", "Agreements")[0] == 0
    assert run(capsys, "workspaces", "add", "agreements", "borealis.pdf")[1] == "Agreements: 3 documents\n"
    told = json.loads(run(capsys, "workspaces", "show", "Agreements", "--json")[1])
    assert told["folders"] == [deep]
    assert {row["document"] for row in told["documents"]} == {"acme.pdf", "borealis.pdf", "cedar.pdf"}
    assert (
        run(capsys, "workspaces", "remove", "Agreements", deep, "acme.pdf")[1] == "Agreements: 1 document\n"
    )
    (listed,) = [json.loads(line) for line in run(capsys, "workspaces", "list", "--json")[1].splitlines()]
    assert (listed["name"], listed["documents"], listed["folders"]) == ("Agreements", 1, [])
    code, _, err = run(capsys, "workspaces", "remove", "Agreements", "acme.pdf")
    assert (code, "acme.pdf is not in the workspace" in err) == (2, True)

    code, _, err = run(capsys, "workspaces", "delete", "Agreements")
    assert (code, "--yes" in err) == (2, True)
    assert "still in the library" in run(capsys, "workspaces", "delete", "Agreements", "--yes")[1]
    code, _, err = run(capsys, "workspaces", "show", "Agreements")
    assert (code, "There is no workspace Agreements" in err) == (2, True)
    assert "borealis.pdf" in run(capsys, "docs")[1]


def test_a_slip_makes_no_workspace(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "workspaces", "create", "Contracts", "acme.pdf", "nothing.pdf")[0] == 2
    assert "There is no workspace." in run(capsys, "workspaces", "list")[1]


def test_other_commands_keep_to_a_workspace(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "workspaces", "create", "Contracts", "acme.pdf")
    code, _, err = run(capsys, "ask", "--workspace", "Invoices", "What?")
    assert (code, "There are Contracts." in err) == (2, True)
    code, _, err = run(capsys, "search", "--workspace", "contracts", "--document", "borealis.pdf", "pump")
    assert (code, "borealis.pdf is not in the workspace Contracts" in err) == (2, True)
    given = json.dumps({"bucket": "contracts"})
    assert run(capsys, "tool", "count", given, "--workspace", "Nowhere")[0] == 2

    database = Database(AppPaths.from_environment().database)
    workspace_id = database.query("SELECT workspace_id FROM workspaces")[0][0]
    database.execute("INSERT INTO conversations VALUES ('c1', 'Term', 1, 1, 0, NULL, '')")
    database.execute("INSERT INTO conversations VALUES ('c2', 'Other', 1, 2, 0, NULL, '')")
    RunRepository(database).start("r1", "c1", Mode.CHAT, "Term?", scope=Scope(workspace_id))
    database.close()
    out = run(capsys, "conversations", "list", "--workspace", "Contracts")[1]
    assert "Term  [Contracts]" in out
    assert "Other" not in out


def test_an_answer_says_what_it_was_asked_about() -> None:
    def told(scope: AskedScope | None) -> str:
        stamp, printed = EventStamper(), io.StringIO()
        printer = AnswerPrinter(trace=False, stream=printed)
        printer.show(stamp(RunStarted, mode=Mode.CHAT, question="What?", scope=scope))
        printer.show(stamp(AnswerReady, answer=Answer("It says so.")))
        printer.show(stamp(RunFinished, outcome="answered"))
        return printed.getvalue()

    assert told(AskedScope("workspace", "Seals", 2)).endswith(
        "Asked about the workspace Seals (2 documents)\n"
    )
    assert told(AskedScope("documents", "", 1)).endswith("Asked about 1 document\n")
    assert "Asked about" not in told(AskedScope("all", "", 5))
    assert "Asked about" not in told(None)
