"""Which files a walk takes, which it leaves out and why; nothing in the cloud is opened."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from core.errors import UsageError
from core.ingest.folders.scanning import (
    Scan,
    check_rules,
    is_gone,
    is_placeholder,
    is_reachable,
    scan,
    why_unreadable,
)
from tests.cases import Case, cases, score


def plant(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"text of " + os.fsencode(name))


def names(found: Scan, folder: Path) -> list[str]:
    return [Path(file.path).relative_to(folder).as_posix() for file in found.files]


def status(path: Path, **more: int) -> os.stat_result:
    """A real stat result with the fields that other systems add."""
    real = path.stat()
    fields = {name: getattr(real, name) for name in dir(real) if name.startswith("st_")}
    return cast(os.stat_result, SimpleNamespace(**(fields | more)))


def test_what_is_nobodys_document_is_left_out(tmp_path: Path) -> None:
    plant(
        tmp_path,
        "a.txt",
        "sub/b.md",
        ".hidden.txt",
        ".git/config.txt",
        "~$a.docx",
        "Thumbs.db",
        "download.txt.part",
        "node_modules/x/readme.md",
        "sub/__MACOSX/b.md",
        "picture.xyz",
    )
    found = scan(tmp_path)
    assert names(found, tmp_path) == ["a.txt", "sub/b.md"]
    assert found.ignored == 5  # .hidden.txt, .git, ~$a.docx, node_modules, __MACOSX
    assert len(found.other_names) == 1
    assert found.skipped("here") == f"1 file of another type in here was skipped: {found.other_names[0]}."
    assert found.other_types == 1  # what is left out by a rule and no document either counts nowhere


def test_old_office_files_that_are_skipped_get_advice(tmp_path: Path) -> None:
    plant(tmp_path, "old.DOC", "old.xls", "other.xyz", "a.txt")
    told = scan(tmp_path).skipped("here")
    assert told.endswith("To have them read, save .doc as DOCX, .xls as XLSX.")


def test_rules_of_the_folder_and_of_files_in_it(tmp_path: Path) -> None:
    plant(tmp_path, "a.txt", "a.log", "drafts/b.txt", "kept/drafts/c.txt", "kept/d.log", "kept/e.log")
    (tmp_path / "kept" / ".docuchatignore").write_text("!d.log\n!drafts/\ne.log\n")
    found = scan(tmp_path, rules="*.log\ndrafts/\n# a remark\n")
    assert names(found, tmp_path) == ["a.txt", "kept/d.log", "kept/drafts/c.txt"]
    assert found.ignored == 3
    assert names(scan(tmp_path, rules="/a.*"), tmp_path) == [
        "drafts/b.txt",
        "kept/d.log",
        "kept/drafts/c.txt",
    ]


def test_a_rule_can_take_in_what_is_left_out_by_default(tmp_path: Path) -> None:
    plant(tmp_path, ".notes/a.txt", ".other/b.txt")
    assert names(scan(tmp_path, rules="!.notes/"), tmp_path) == [".notes/a.txt"]


def test_rules_that_cannot_be_understood() -> None:
    check_rules("*.log\n\n# remark\n!keep.log\ndrafts/")
    with pytest.raises(UsageError, match="Line 2"):
        check_rules("*.log\n!\n")


def test_folders_inside_can_be_skipped(tmp_path: Path) -> None:
    plant(tmp_path, "a.txt", "inner/b.txt")
    assert names(scan(tmp_path, skip=[str(tmp_path / "inner")]), tmp_path) == ["a.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need special rights on Windows")
def test_links_never_run_in_circles(tmp_path: Path) -> None:
    plant(tmp_path, "a/b.txt")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "a" / "up.txt").symlink_to(tmp_path / "a")
    (tmp_path / "other.txt").symlink_to(tmp_path / "a" / "b.txt")
    (tmp_path / "self.txt").symlink_to("self.txt")
    (tmp_path / "dead.txt").symlink_to("nowhere.txt")
    found = scan(tmp_path)
    assert names(found, tmp_path) == ["other.txt", "a/b.txt"]
    assert [Path(path).name for path in found.links] == ["up", "up.txt"]
    assert sorted(Path(path).name for path, _ in found.unreadable) == ["dead.txt", "self.txt"]
    for path, reason in found.unreadable:
        assert why_unreadable(path, reason)[0] == "It is a link that leads nowhere."
    reason, hint = why_unreadable(str(tmp_path / "a" / "b.txt"), "Permission denied")
    assert (reason, hint) == ("It cannot be read (Permission denied).", "Check its permissions.")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names of characters only")
def test_names_that_are_no_text_are_told(tmp_path: Path) -> None:
    plant(
        tmp_path,
        "a.txt",
        os.fsdecode(b"caf\xe9.txt"),
        os.fsdecode(b"caf\xe9/b.txt"),
        os.fsdecode(b"\xff.xyz"),
    )
    found = scan(tmp_path)
    assert names(found, tmp_path) == ["a.txt"]
    assert [Path(path).name for path, _ in found.unreadable] == ["caf�", "caf�.txt"]
    assert found.other_names == ["�.xyz"]
    for told in (why_unreadable(*each) for each in found.unreadable):
        assert told == (
            "Its name, or that of a folder above it, has bytes that are no characters.",
            "Rename it and add it again.",
        )


def test_placeholders(tmp_path: Path) -> None:
    plant(tmp_path, "real")

    def holds(case: Case) -> bool:
        return is_placeholder(status(tmp_path / "real", **case.given["fields"]), case.given["name"])

    score(cases("ingest", "is_placeholder"), lambda case: holds(case) is case.expected or "is the other")


def test_stubs_of_the_cloud_are_counted(tmp_path: Path) -> None:
    plant(tmp_path, ".report.pdf.icloud", ".song.mp3.icloud", "a.txt")
    found = scan(tmp_path)
    assert names(found, tmp_path) == ["a.txt"]
    assert [Path(path).name for path in found.in_cloud] == [".report.pdf.icloud"]


def test_gone_is_not_the_same_as_out_of_reach(tmp_path: Path) -> None:
    assert is_gone(str(tmp_path / "a.txt"))
    assert is_gone(str(tmp_path / "no" / "such" / "a.txt"))
    assert not is_gone(str(tmp_path))
    if sys.platform == "linux":
        stick = "/media/somebody/no-such-stick/a.txt"
        assert not is_reachable(stick)
        assert not is_gone(stick)
