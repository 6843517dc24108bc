"""The about box, of a checkout and of a package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core import __version__
from core.about import licences, version_and_commit
from desktop.about import AboutDialog


def test_a_checkout_names_its_commit_and_what_is_installed(qtbot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert f"Version {__version__}" in dialog.version.text()
    assert not dialog.list.isVisibleTo(dialog)
    dialog.licences.click()
    assert "AGPL-3.0-or-later" in dialog.list.toPlainText()
    assert "pymupdf" in dialog.list.toPlainText().lower()
    assert not dialog.texts.isVisibleTo(dialog)


def test_a_package_shows_what_it_was_built_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    (tmp_path / "COMMIT").write_text("f00ba412cafe\n")
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / "THIRD-PARTY.txt").write_text("It contains:\n\nQt 6: LGPL-3.0-only\n")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "docuchat-desktop"))
    assert version_and_commit() == f"{__version__} (f00ba412cafe)"
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    dialog.licences.click()
    assert dialog.list.toPlainText() == licences()
    assert "LGPL-3.0-only" in dialog.list.toPlainText()
    assert dialog.texts.isVisibleTo(dialog)


def test_a_package_without_its_papers_still_says_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "docuchat-desktop"))
    assert version_and_commit() == __version__
    assert licences() == ""
