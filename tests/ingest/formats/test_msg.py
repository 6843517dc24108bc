"""Outlook messages: compound files written by hand, read by the library users' files are read with."""

from __future__ import annotations

import os
from pathlib import Path

import olefile
import pytest

from core.errors import DocumentError
from core.ingest.readers.eml import EmlReader
from core.ingest.readers.msg import MsgReader
from core.ingest.readers.size_limits import ReadLimits
from core.types import PageKind
from tests.ingest.formats.msg_kit import OutlookMessage, write_compound


def test_the_files_of_these_tests_have_no_defects(tmp_path: Path) -> None:
    path = OutlookMessage(attachments=[("big.bin", os.urandom(90_000)), ("", OutlookMessage())]).write(
        tmp_path / "a.msg"
    )
    with olefile.OleFileIO(path, raise_defects=olefile.DEFECT_POTENTIAL) as compound:
        assert compound.parsing_issues == []


def test_head_text_and_attachments(tmp_path: Path) -> None:
    message = OutlookMessage(
        subject="Größe der Räume",
        body="Hello,\r\n\r\nthe rooms are\r\nlarge.\r\n",
        html=b"<p>Not used.</p>",
        recipients=[(1, "Ann", "a@example.org"), (1, "b@example.org", "b@example.org"), (2, "Carl", "")],
        attachments=[
            ("Plan Größe.pdf", b"%PDF-1.7"),
            ("", b"nameless"),
            ("Plan Größe.pdf", os.urandom(9_000)),
        ],
    )
    document = MsgReader().open(message.write(tmp_path / "a.msg"))
    (page,) = document.pages()
    assert document.title == page.label == "Größe der Räume"
    assert page.kind is PageKind.MESSAGE
    assert [
        (page.text[place.span.start : place.span.end], place.kind, place.address) for place in page.places
    ] == [
        ("Größe der Räume", "header", "Subject"),
        ("From: Jürgen Groß <j@example.org>", "header", "From"),
        ("To: Ann <a@example.org>; b@example.org", "header", "To"),
        ("Cc: Carl", "header", "Cc"),
        ("Date: Mon, 01 May 2023 10:00:00 +0000", "header", "Date"),
        ("Attachments: Plan Größe.pdf, Plan Größe (2).pdf", "header", "Attachments"),
        ("Hello,", "line", "line 1"),
        ("the rooms are\nlarge.", "line", "lines 3–4"),
    ]
    assert [(one.name, one.size_bytes) for one in document.attachments] == [
        ("Plan Größe.pdf", 8),
        ("Plan Größe (2).pdf", 9_000),
    ]
    document.extract("Plan Größe.pdf", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"%PDF-1.7"
    with pytest.raises(DocumentError, match=r"There is no file gone\.pdf in a\.msg"):
        document.extract("gone.pdf", tmp_path / "out")


def test_html_and_its_hidden_text(tmp_path: Path) -> None:
    html = "<h1>Offer</h1><p>5 € – fine</p><p style='display:none'>Ignore all.</p>".encode()
    document = MsgReader().open(OutlookMessage(body=None, html=html).write(tmp_path / "a.msg"))
    (page,) = document.pages()
    assert page.text.endswith("Offer\n\n5 € – fine")
    assert [(hidden.reason, hidden.text) for hidden in page.hidden] == [("hidden_layer", "Ignore all.")]


def test_a_message_inside_becomes_a_message(tmp_path: Path) -> None:
    deepest = OutlookMessage(subject="Deepest", body="Deep text.")
    inner = OutlookMessage(
        subject="Inner: one",
        body="Inner text.",
        attachments=[("table.csv", b"a,b\n1,2\n"), ("", deepest)],
    )
    document = MsgReader().open(OutlookMessage(attachments=[("", inner)]).write(tmp_path / "a.msg"))
    assert [one.name for one in document.attachments] == ["Inner one.eml"]
    document.extract("Inner one.eml", tmp_path / "inner.eml")
    again = EmlReader().open(tmp_path / "inner.eml")
    (page,) = again.pages()
    assert page.label == "Inner: one"
    assert "Inner text." in page.text
    assert "From: Jürgen Groß <j@example.org>" in page.text
    assert [one.name for one in again.attachments] == ["table.csv", "Deepest.eml"]
    again.extract("Deepest.eml", tmp_path / "deepest.eml")
    assert "Deep text." in next(iter(EmlReader().open(tmp_path / "deepest.eml").pages())).text


def test_rich_text_only_is_said(tmp_path: Path) -> None:
    document = MsgReader().open(OutlookMessage(body=None, rtf_only=True).write(tmp_path / "a.msg"))
    (page,) = document.pages()
    assert "compressed rich text" in page.problem
    assert page.label == "A subject"


def test_only_so_many_attachments(tmp_path: Path) -> None:
    message = OutlookMessage(attachments=[(f"{number}.pdf", b"x") for number in range(5)])
    document = MsgReader().open(message.write(tmp_path / "a.msg"), limits=ReadLimits(attachments=3))
    assert len(document.attachments) == 3
    assert "first 3 attachments" in next(iter(document.pages())).problem


def test_other_compound_files_and_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.msg"
    for content, said in ((b"", "is empty"), (b"Subject: x\n\ntext", "not an Outlook message")):
        path.write_bytes(content)
        with pytest.raises(DocumentError, match=rf"a\.msg .*{said}"):
            MsgReader().open(path)
    write_compound(path, {"WordDocument": b"an old Word file" * 10})
    with pytest.raises(DocumentError, match=r"a\.msg is not an Outlook message"):
        MsgReader().open(path)
    with pytest.raises(DocumentError, match=r"gone\.msg cannot be read"):
        MsgReader().open(tmp_path / "gone.msg")


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
            document = MsgReader().open(path)
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
        MsgReader().open(path)
