"""ZIP archives: what they hand out, under which names, and bombs."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from core.errors import DocumentError, PasswordError
from core.ingest.readers.archives import checked_archive, copy_member
from core.ingest.readers.size_limits import ReadLimits
from core.ingest.readers.zip import ZipReader
from tests.ingest.formats.kit import open_file
from tests.ingest.formats.made_zip import MIB, noise, papers, partly_locked
from tests.ingest.formats.zip_kit import overlapping_zip, with_claimed_size, write_zip


def test_files_are_handed_out(tmp_path: Path) -> None:
    path = tmp_path / "Papers 2023.zip"
    papers(path)
    document = open_file(path)
    document.extract("notes/Größe.txt", tmp_path / "out")
    assert (tmp_path / "out").read_text() == "Notes"
    for name in ("program.exe", "../out", "notes/Groesse.txt"):
        with pytest.raises(DocumentError, match=r"There is no file .* in Papers 2023\.zip"):
            document.extract(name, tmp_path / "other")
    assert not (tmp_path / "other").exists()
    document.close()


def test_names_without_a_declared_encoding(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"XXXXX.txt": b"1", "YYY.txt": b"2"})
    data = path.read_bytes().replace(b"XXXXX", "Grüß"[:3].encode() + b"e").replace(b"YYY", b"a\x84e")
    path.write_bytes(data)
    document = open_file(path)
    assert [one.name for one in document.attachments] == ["Grüe.txt", "aäe.txt"]
    document.extract("aäe.txt", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"2"
    document.close()


def test_paths_that_lead_elsewhere_and_equal_names(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../evil.txt", "1")
        archive.writestr("/etc/evil.txt", "2")
        archive.writestr("C:\\evil.txt", "3")
        archive.writestr("wow!/a.txt", "4")
        archive.writestr("twice.txt", "5")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("twice.txt", "6")
    document = open_file(path)
    contents = {}
    for one in document.attachments:
        document.extract(one.name, tmp_path / "out")
        contents[one.name] = (tmp_path / "out").read_text()
    assert contents == {
        "evil.txt": "1",
        "etc/evil.txt": "2",
        "C:/evil.txt": "3",
        "wow/a.txt": "4",
        "twice.txt": "5",
        "twice (2).txt": "6",
    }
    document.close()


def test_protected_files_are_named_and_the_others_read(tmp_path: Path) -> None:
    path = partly_locked(tmp_path / "a.zip")
    document = open_file(path)
    (page,) = document.pages()
    assert "locked.txt" in page.text
    assert "1 file in it is protected with a password" in page.problem
    assert [one.name for one in document.attachments] == ["open.txt"]
    document.close()
    with pytest.raises(PasswordError, match=r"a\.zip is protected"):
        checked_archive(path)
    with zipfile.ZipFile(path) as archive, pytest.raises(PasswordError, match=r"locked\.txt in a\.zip"):
        copy_member(archive, "locked.txt", tmp_path / "out")


def test_only_so_many_files_become_documents(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {f"{number}.txt": b"x" for number in range(9)})
    document = ZipReader().open(path, limits=ReadLimits(attachments=5))
    (page,) = document.pages()
    assert len(document.attachments) == 5
    assert "4 were left out" in page.problem
    assert len(page.text.split("\n")) == 10
    document.close()


@pytest.mark.parametrize(
    ("files", "limits", "said"),
    [
        ({"a.txt": noise(MIB), "b.txt": noise(MIB)}, ReadLimits(unpacked_bytes=MIB), "more than 1 MB"),
        ({f"{n}.txt": b"" for n in range(30)}, ReadLimits(archive_members=20), "more than 20 files"),
    ],
)
def test_bombs_by_what_they_say(
    tmp_path: Path, files: dict[str, bytes], limits: ReadLimits, said: str
) -> None:
    path = write_zip(tmp_path / "bomb.zip", files)
    with pytest.raises(DocumentError, match=said) as caught:
        checked_archive(path, limits)
    assert "bomb.zip" in caught.value.message
    assert caught.value.hint


def test_a_huge_table_of_contents_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_arguments: object) -> None:
        raise AssertionError("the table of contents was read")

    path = overlapping_zip(tmp_path / "bomb.zip", 60_000)
    monkeypatch.setattr(zipfile, "ZipFile", read)
    with pytest.raises(DocumentError, match="more than 2,000 files"):
        checked_archive(path, ReadLimits(archive_members=2_000))


def test_sizes_that_lie_are_counted_while_unpacking(tmp_path: Path) -> None:
    """A small claim passes the first look; what is unpacked stops at the claim or is told to be damaged."""
    path = with_claimed_size(write_zip(tmp_path / "lie.zip", {"a.txt": bytes(8 * MIB)}), 1000)
    document = open_file(path)
    with pytest.raises(DocumentError, match=r"a\.txt in lie\.zip is damaged"):
        document.extract("a.txt", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    document.close()
    honest = write_zip(tmp_path / "b.zip", {"a.txt": noise(3 * MIB)})
    with zipfile.ZipFile(honest) as archive:
        with pytest.raises(DocumentError, match="unpacks to more than"):
            copy_member(archive, "a.txt", tmp_path / "out", ReadLimits(unpacked_bytes=MIB))
        assert not (tmp_path / "out").exists()
        assert copy_member(archive, "a.txt", tmp_path / "out") == 3 * MIB
        with pytest.raises(DocumentError, match=r"no file b\.txt in b\.zip"):
            copy_member(archive, "b.txt", tmp_path / "other")


def test_damaged_contents(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a.txt": noise(5000)})
    data = bytearray(path.read_bytes())
    data[200:260] = bytes(60)
    path.write_bytes(bytes(data))
    document = open_file(path)
    with pytest.raises(DocumentError, match=r"a\.txt in a\.zip is damaged"):
        document.extract("a.txt", tmp_path / "out")
    document.close()
