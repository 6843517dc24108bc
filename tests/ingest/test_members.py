"""Files inside files: unpacked to a real path, gone afterwards, bounded in depth and size."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from core.errors import DocumentError
from core.ingest.readers import members
from core.ingest.readers.members import member_path, nesting, safe_filename, source_file
from core.ingest.readers.size_limits import LIMITS, ReadLimits
from tests.ingest.formats.zip_kit import packed, with_encryption_flag, write_zip
from tests.scored import scored


def mail(files: dict[str, bytes]) -> bytes:
    message = EmailMessage()
    message["Subject"] = "Files"
    message["From"] = "a@example.org"
    message.set_content("See the files.")
    for name, content in files.items():
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


@pytest.fixture
def nested(tmp_path: Path) -> Path:
    path = tmp_path / "outer.zip"
    path.write_bytes(packed({"letters/inner.eml": mail({"b.txt": b"deep text"}), "a.txt": b"text"}))
    return path


def test_without_a_member_it_is_the_file_itself(nested: Path) -> None:
    with source_file(nested, "") as path:
        assert path == nested


def test_members_at_any_depth_are_real_files_and_then_gone(nested: Path) -> None:
    with source_file(nested, "a.txt") as path:
        assert (path.name, path.read_bytes()) == ("a.txt", b"text")
    assert not path.exists()
    member = member_path("letters/inner.eml", "b.txt")
    assert (member, nesting(member), nesting("a"), nesting("")) == ("letters/inner.eml!/b.txt", 2, 1, 0)
    with source_file(nested, member) as path:
        assert (path.name, path.read_bytes()) == ("b.txt", b"deep text")
        folder = path.parents[1]
        assert [one.name for one in folder.rglob("*") if one.is_file()] == ["b.txt"]
    assert not folder.exists()


def test_the_file_is_gone_when_reading_it_fails(nested: Path) -> None:
    def read() -> None:
        with source_file(nested, "a.txt") as path:
            seen.append(path)
            raise RuntimeError("the reader failed")

    seen: list[Path] = []
    with pytest.raises(RuntimeError):
        read()
    assert not seen[0].parents[1].exists()


def refused(path: Path, member: str, said: str, limits: ReadLimits = LIMITS) -> None:
    with pytest.raises(DocumentError, match=said) as caught, source_file(path, member, limits=limits):
        pass
    assert caught.value.hint


@pytest.mark.parametrize(
    ("member", "said"),
    [
        ("gone.txt", r"no file gone\.txt in outer\.zip"),
        ("letters/inner.eml!/gone.txt", r"no file gone\.txt in inner\.eml"),
        ("a.txt!/b.txt", r"no file b\.txt"),
        ("../../etc/passwd", "no file"),
        ("a!/b!/c!/d", "more than 3 files"),
    ],
)
def test_members_that_are_not_there(nested: Path, member: str, said: str) -> None:
    refused(nested, member, said)


def test_a_container_that_is_gone_or_holds_nothing(tmp_path: Path, nested: Path) -> None:
    refused(tmp_path / "gone.zip", "a.txt", r"gone\.zip is gone, and a\.txt was in it")
    other = tmp_path / "a.unknown"
    other.write_bytes(b"x")
    refused(other, "a.txt", "cannot hold other files")


def test_names_never_lead_out_of_the_folder(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"../../../../../../tmp/evil.txt": b"evil", "con.txt": b"device"})
    with source_file(path, "tmp/evil.txt") as real:
        assert real.read_bytes() == b"evil"
        assert Path(tempfile.gettempdir()) in real.parents
    with source_file(path, "con.txt") as real:
        assert real.name == "_con.txt"


@scored("ingest")
def test_safe_filename(name: str, safe: str) -> None:
    assert safe_filename(name) == safe


def test_sizes_and_nested_bombs_are_bounded(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a.txt": os.urandom(3000)})
    refused(path, "a.txt", "larger than 0 MB", ReadLimits(file_bytes=2000))
    bomb = packed({"zeros.txt": bytes(20 * 1024**2)})
    for level in range(3):
        bomb = packed({f"level{level}-{copy}.zip": bomb for copy in range(4)})
    outer = tmp_path / "42.zip"
    outer.write_bytes(bomb)
    inner = "level2-0.zip!/level1-0.zip!/level0-0.zip"
    refused(outer, f"{inner}!/zeros.txt", "more than 3 files")
    with source_file(outer, inner) as real:
        refused(real, "zeros.txt", "200 times its size")


def test_a_protected_member(tmp_path: Path) -> None:
    path = with_encryption_flag(write_zip(tmp_path / "a.zip", {"a.txt": b"secret"}), "a.txt")
    refused(path, "a.txt", r"a\.txt")


def test_what_a_killed_process_left_is_deleted(
    tmp_path: Path, nested: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    script = (
        "import os, sys, tempfile\nfrom pathlib import Path\n"
        "from core.ingest.readers.members import source_file\n"
        f"tempfile.tempdir = {str(tmp_path / 'tmp')!r}\n"
        f"with source_file(Path({str(nested)!r}), 'a.txt') as path:\n    os.kill(os.getpid(), 9)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script], check=False)
    assert killed.returncode != 0
    (left,) = (tmp_path / "tmp").iterdir()
    assert [one.name for one in left.rglob("*.txt")] == ["a.txt"]
    mine = tmp_path / "tmp" / f"docuchat-member-{os.getpid()}-abc"
    mine.mkdir()
    monkeypatch.setattr(members, "_swept", False)
    with source_file(nested, "a.txt"):
        assert not left.exists()
        assert mine.exists()
