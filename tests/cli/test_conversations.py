"""`docuchat conversations` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.store.conversations import ConversationRepository
from core.store.database import Database
from core.store.runs import RunRepository
from core.system.paths import AppPaths
from core.types import Mode
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def _two_conversations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCUCHAT_HOME", str(tmp_path))
    database = Database(AppPaths.from_environment().database)
    for name, question in (("aaaa-1", "How long is the warranty?"), ("bbbb-2", "Who signed?")):
        ConversationRepository(database).create(question, name)
        RunRepository(database).start(f"run-{name}", name, Mode.CHAT, question)
        ConversationRepository(database).add_message(name, "user", question, f"run-{name}")
    database.close()


def test_listed_named_pinned_and_searched(run: Run) -> None:
    assert run("conversations", "rename", "aaaa", "Pump B-120")[0] == 0
    assert run("conversations", "pin", "aaaa")[0] == 0
    _, out, _ = run("conversations", "list", "--json")
    entries = [json.loads(line) for line in out.splitlines()]
    assert [(one["title"], one["pinned"]) for one in entries] == [
        ("Pump B-120", True),
        ("Who signed?", False),
    ]
    _, out, _ = run("conversations", "list", "--search", "warranty")
    assert "Pump B-120" in out
    assert "How long is the warranty?" in out
    assert "signed" not in out


def test_exported_to_the_terminal_and_to_a_file(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("conversations", "export", "aaaa")
    assert code == 0
    assert "## How long is the warranty?" in out
    path = tmp_path / "talk.html"
    assert run("conversations", "export", "aaaa", str(path))[0] == 0
    assert "<h2>How long is the warranty?</h2>" in path.read_text(encoding="utf-8")


def test_deleted_only_when_it_is_meant(run: Run) -> None:
    code, _, err = run("conversations", "delete", "aaaa")
    assert code == 2
    assert "--yes" in err
    assert run("conversations", "delete", "aaaa", "--yes")[0] == 0
    code, _, err = run("conversations", "export", "aaaa")
    assert code == 2
    assert "There is no conversation aaaa." in err
    _, out, _ = run("conversations", "list")
    assert "Who signed?" in out
    assert "warranty" not in out
