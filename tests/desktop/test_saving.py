"""The name that a file is saved under: its end says the kind, and nothing is replaced unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.shared import dialogs
from desktop.shared.saving import ask_where, with_end

KINDS = {"PDF (*.pdf)": ".pdf", "Word document (*.docx)": ".docx"}


@pytest.mark.parametrize(
    ("named", "kind", "saved"),
    [
        ("talk.pdf", "PDF (*.pdf)", "talk.pdf"),
        ("talk.pdf", "Word document (*.docx)", "talk.docx"),  # only the kind was changed
        ("mine.docx", "PDF (*.pdf)", "mine.docx"),  # what is typed holds
        ("mine.PDF", "PDF (*.pdf)", "mine.PDF"),
        ("mine", "Word document (*.docx)", "mine.docx"),
        ("version 1.2", "", "version 1.2.pdf"),
        ("", "", ""),
    ],
)
def test_the_end_says_the_kind(
    named: str, kind: str, saved: str, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    given = str(tmp_path / named) if named else ""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (given, kind))
    assert ask_where(parent, "Export", "talk.pdf", KINDS) == (str(tmp_path / saved) if saved else "")


@pytest.mark.parametrize("replaces", [True, False])
def test_a_file_that_the_dialog_did_not_ask_about_is_asked_about(
    replaces: bool, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent, asked = QWidget(), list[str]()
    qtbot.addWidget(parent)
    (tmp_path / "mine.docx").write_text("written by somebody")

    def confirm(_parent: QWidget, path: str) -> bool:
        asked.append(path)
        return replaces

    monkeypatch.setattr(dialogs, "confirm_replace", confirm)
    word = "Word document (*.docx)"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), word))
    whole = str(tmp_path / "mine.docx")
    assert ask_where(parent, "Export", "talk.pdf", KINDS) == (whole if replaces else "")
    assert asked == [whole]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (whole, word))  # the dialog has asked
    assert ask_where(parent, "Export", "talk.pdf", KINDS) == whole
    assert asked == [whole]


def test_a_name_without_an_end_gets_one_and_replaces_nothing_unasked(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    monkeypatch.setattr(dialogs, "confirm_replace", lambda *_: False)
    run = str(tmp_path / "run")
    assert with_end(parent, run, ".json") == f"{run}.json"
    Path(f"{run}.json").write_text("{}", encoding="utf-8")
    assert with_end(parent, run, ".json") == ""
    assert with_end(parent, f"{run}.json", ".json") == f"{run}.json"  # the dialog has asked
