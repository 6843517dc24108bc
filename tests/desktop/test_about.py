"""The about box, of a checkout and of a package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core import __version__
from core.system.about import documentation, licences, version_and_commit
from desktop.main_window import MainWindow
from desktop.shared.about_box import AboutDialog


def test_a_checkout_names_its_commit_and_what_is_installed(qtbot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert f"Version {__version__}" in dialog.version.text()
    assert not dialog.list.isVisibleTo(dialog)
    dialog.licences.click()
    assert "AGPL-3.0-or-later" in dialog.list.toPlainText()
    assert "pymupdf" in dialog.list.toPlainText().lower()
    assert not dialog.texts.isVisibleTo(dialog)


@pytest.mark.parametrize("papers", ["MacOS", "Resources"], ids=["beside it", "in an application of macOS"])
def test_a_package_shows_what_it_was_built_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot, papers: str
) -> None:
    (tmp_path / papers / "licences").mkdir(parents=True)
    (tmp_path / papers / "COMMIT").write_text("f00ba412cafe\n")
    (tmp_path / papers / "licences" / "THIRD-PARTY.txt").write_text("It contains:\n\nQt 6: LGPL-3.0-only\n")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "MacOS" / "docuchat-desktop"))
    assert version_and_commit() == f"{__version__} (f00ba412cafe)"
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    dialog.licences.click()
    assert dialog.list.toPlainText() == licences()
    assert "LGPL-3.0-only" in dialog.list.toPlainText()
    assert dialog.texts.isVisibleTo(dialog)


def test_without_papers_it_still_says_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "docuchat-desktop"))
    assert version_and_commit() == __version__
    assert licences() == ""


def test_the_help_menu_opens_the_pages(open_window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the package, at their own place; nothing else is opened."""
    window: MainWindow = open_window()
    opened: list[Path] = []
    monkeypatch.setattr("desktop.main_window.open_with_system", lambda page: opened.append(page) or True)
    (entry,) = [
        action
        for menu in window.menuBar().actions()
        for action in menu.menu().actions()  # type: ignore[attr-defined]
        if action.text() == "&Documentation"
    ]
    entry.trigger()
    assert (opened.pop() / "index.md").is_file()  # of a checkout
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "lib" / "docuchat-desktop"))
    entry.trigger()
    assert opened == []
    assert "not on this computer" in window.library.notice.text
    (tmp_path / "share").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "share" / "index.html").touch()
    (tmp_path / "lib" / "documentation").symlink_to("../share")
    entry.trigger()
    assert opened == [tmp_path / "share" / "index.html"] == [documentation()]
    monkeypatch.setattr("desktop.main_window.open_with_system", lambda _page: False)
    entry.trigger()
    assert str(tmp_path / "share" / "index.html") in window.library.notice.text
