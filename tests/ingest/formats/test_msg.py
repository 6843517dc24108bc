"""Outlook messages: compound files written by hand, read by the library users' files are read with."""

from __future__ import annotations

import os
from pathlib import Path

import olefile
import pytest

from core.errors import DocumentError
from core.ingest.readers.msg import MsgReader
from core.ingest.readers.size_limits import ReadLimits
from tests.ingest.formats.kit import open_file
from tests.ingest.formats.made_msg import NAME, whole
from tests.ingest.formats.msg_kit import OutlookMessage


def test_the_files_of_these_tests_have_no_defects(tmp_path: Path) -> None:
    path = OutlookMessage(attachments=[("big.bin", os.urandom(90_000)), ("", OutlookMessage())]).write(
        tmp_path / "a.msg"
    )
    with olefile.OleFileIO(path, raise_defects=olefile.DEFECT_POTENTIAL) as compound:
        assert compound.parsing_issues == []


def test_attachments_are_handed_out(tmp_path: Path) -> None:
    whole(tmp_path / "a.msg")
    open_file(tmp_path / "a.msg").extract(NAME, tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"%PDF-1.7"
    document = MsgReader().open(tmp_path / "a.msg", limits=ReadLimits(attachments=1))
    assert [one.name for one in document.attachments] == [NAME]
    assert "first 1 attachments" in next(iter(document.pages())).problem


def test_a_message_inside_becomes_a_message(tmp_path: Path) -> None:
    deepest = OutlookMessage(subject="Deepest", body="Deep text.")
    inner = OutlookMessage(
        subject="Inner: one",
        body="Inner text.",
        attachments=[("table.csv", b"a,b\n1,2\n"), ("", deepest)],
    )
    document = open_file(OutlookMessage(attachments=[("", inner)]).write(tmp_path / "a.msg"))
    assert [one.name for one in document.attachments] == ["Inner one.eml"]
    document.extract("Inner one.eml", tmp_path / "inner.eml")
    again = open_file(tmp_path / "inner.eml")
    (page,) = again.pages()
    assert page.label == "Inner: one"
    assert "Inner text." in page.text
    assert "From: Jürgen Groß <j@example.org>" in page.text
    assert [one.name for one in again.attachments] == ["table.csv", "Deepest.eml"]
    again.extract("Deepest.eml", tmp_path / "deepest.eml")
    assert "Deep text." in next(iter(open_file(tmp_path / "deepest.eml").pages())).text


def test_cut_and_overwritten_files_end_in_a_sentence_or_in_what_is_left(tmp_path: Path) -> None:
    whole = OutlookMessage(attachments=[("a.pdf", os.urandom(6_000))]).write(tmp_path / "w.msg").read_bytes()
    path = tmp_path / "a.msg"
    outcomes = set()
    for step in range(40):
        data = bytearray(whole)
        if step % 2:
            data = data[: len(data) * step // 40]
        else:
            at = 512 + step * (len(data) - 700) // 40
            data[at : at + 64] = os.urandom(64)
        path.write_bytes(bytes(data))
        try:
            document = open_file(path)
        except DocumentError as error:
            outcomes.add("refused" if "a.msg" in error.message else error.message)
        else:
            outcomes.add("read")
            assert document.page_count == 1
    assert outcomes == {"refused", "read"}


def test_parts_made_of_the_same_bytes_are_refused(tmp_path: Path) -> None:
    path = OutlookMessage(attachments=[(f"{n}.bin", os.urandom(300_000)) for n in range(8)]).write(
        tmp_path / "a.msg"
    )
    data = bytearray(path.read_bytes())
    name = "__substg1.0_37010102".encode("utf-16-le")
    place = data.find(name)
    starts = []
    while place >= 0:
        starts.append(place)
        place = data.find(name, place + 1)
    first = data[starts[0] + 116 : starts[0] + 120]
    for start in starts:
        data[start + 116 : start + 120] = first
    # All eight now stand for the first one's bytes; the bytes of the others are cut off the end.
    with olefile.OleFileIO(bytes(data)) as compound:
        assert (
            len({entry.isectStart for entry in compound.direntries if entry and entry.size == 300_000}) == 1
        )
    for start in starts:
        data[start + 120 : start + 124] = (2_000_000).to_bytes(4, "little")
    path.write_bytes(bytes(data))
    with pytest.raises(DocumentError, match="made of the same bytes"):
        open_file(path)
