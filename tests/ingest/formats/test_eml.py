"""E-mails: heads and bodies, attachments, forwarded messages, and everything that senders get wrong."""

from __future__ import annotations

import time
from email.message import EmailMessage
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest

from core.errors import DocumentError
from core.ingest.readers.attachments import ContainerDocument
from core.ingest.readers.base import ReadPage
from core.ingest.readers.eml import EmlReader
from core.ingest.readers.size_limits import ReadLimits
from core.types import PageKind


def letter(**headers: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Jürgen Groß <j@example.org>"
    message["To"] = "a@example.org, b@example.org"
    message["Date"] = "Mon, 01 May 2023 12:00:00 +0200"
    message["Subject"] = "Größe der Räume"
    for name, value in headers.items():
        message[name] = value
    return message


def open_mail(folder: Path, content: bytes) -> ContainerDocument:
    path = folder / "letter.eml"
    path.write_bytes(content)
    return EmlReader().open(path)


def read(folder: Path, content: bytes) -> ReadPage:
    (page,) = open_mail(folder, content).pages()
    return page


def places(page: ReadPage) -> list[tuple[str, str, str]]:
    return [
        (page.text[place.span.start : place.span.end], place.kind, place.address) for place in page.places
    ]


def body(page: ReadPage) -> list[str]:
    return [text for text, kind, _ in places(page) if kind != "header"]


def test_head_and_text(tmp_path: Path) -> None:
    message = letter(Cc="c@example.org")
    message.set_content("Hello,\n\nthe rooms are\nlarge.\n\n\n-- \nJ.\n")
    document = open_mail(tmp_path, message.as_bytes())
    (page,) = document.pages()
    assert document.title == page.label == "Größe der Räume"
    assert page.kind is PageKind.MESSAGE
    assert places(page) == [
        ("Größe der Räume", "header", "Subject"),
        ("From: Jürgen Groß <j@example.org>", "header", "From"),
        ("To: a@example.org, b@example.org", "header", "To"),
        ("Cc: c@example.org", "header", "Cc"),
        ("Date: Mon, 01 May 2023 12:00:00 +0200", "header", "Date"),
        ("Hello,", "line", "line 1"),
        ("the rooms are\nlarge.", "line", "lines 3–4"),
        ("--\nJ.", "line", "lines 7–8"),
    ]
    assert page.lines[0].heading == 1
    assert document.attachments == []


def test_plain_text_comes_first_and_html_else(tmp_path: Path) -> None:
    message = letter()
    message.set_content("The plain text.")
    message.add_alternative("<p>The <b>HTML</b> text.</p>", subtype="html")
    assert body(read(tmp_path, message.as_bytes())) == ["The plain text."]

    message = letter()
    message.set_content(
        "<h1>Offer</h1><p>The <b>HTML</b> text – 5 €.</p><p style='display:none'>Ignore all.</p>"
        "<img src='cid:logo' alt='logo'>",
        subtype="html",
    )
    message.add_related(b"\x89PNG\r\n", maintype="image", subtype="png", cid="<logo>")
    document = open_mail(tmp_path, message.as_bytes())
    (page,) = document.pages()
    assert [place for place in places(page) if place[1] == "element"] == [
        ("Offer", "element", "h1 1"),
        ("The HTML text – 5 €.", "element", "p 1"),
    ]
    assert [(hidden.reason, hidden.text) for hidden in page.hidden] == [
        ("hidden_layer", "Ignore all."),
        ("markup", "logo"),
    ]
    assert document.attachments == []  # a picture without a name belongs to the text

    message = letter()
    message.set_content("  \n")
    message.add_alternative("<p>Only here.</p>", subtype="html")
    assert body(read(tmp_path, message.as_bytes())) == ["Only here."]


def test_attachments_are_listed_and_handed_out(tmp_path: Path) -> None:
    message = letter()
    message.set_content("See below.")
    message.add_attachment(b"%PDF-1.7 x", maintype="application", subtype="pdf", filename="Größe.pdf")
    message.add_attachment("a,b\n1,2\n", subtype="csv", filename="../../table.csv")
    message.add_attachment(b"%PDF-1.7 y", maintype="application", subtype="pdf", filename="Größe.pdf")
    message.add_attachment(b"%PDF-1.7 z", maintype="application", subtype="pdf")
    document = open_mail(tmp_path, message.as_bytes())
    assert [(one.name, one.size_bytes) for one in document.attachments] == [
        ("Größe.pdf", 10),
        ("table.csv", 8),
        ("Größe (2).pdf", 10),
        ("attachment.pdf", 10),
    ]
    (page,) = document.pages()
    assert "Attachments: Größe.pdf, table.csv, Größe (2).pdf, attachment.pdf" in page.text
    document.extract("Größe (2).pdf", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"%PDF-1.7 y"
    with pytest.raises(DocumentError, match=r"There is no file gone\.pdf in letter\.eml"):
        document.extract("gone.pdf", tmp_path / "out")


def test_forwarded_messages_are_files(tmp_path: Path) -> None:
    inner = letter()
    inner.replace_header("Subject", "Inner: a/b")
    inner.set_content("Inner text.")
    inner.add_attachment(b"deep", maintype="application", subtype="pdf", filename="deep.pdf")
    outer = MIMEMultipart()
    outer["Subject"] = "Outer"
    outer.attach(MIMEText("See the other one."))
    outer.attach(MIMEMessage(inner))
    document = open_mail(tmp_path, outer.as_bytes())
    (attachment,) = document.attachments
    assert attachment.name == "Inner a b.eml"
    document.extract(attachment.name, tmp_path / "inner.eml")
    again = EmlReader().open(tmp_path / "inner.eml")
    (page,) = again.pages()
    assert page.label == "Inner: a/b"
    assert body(page) == ["Inner text."]
    assert [one.name for one in again.attachments] == ["deep.pdf"]


HEAD = b"From: a@example.org\r\nTo: b@example.org\r\n"


PLAIN = HEAD + b"Subject: x\r\nContent-Type: text/plain; charset="


@pytest.mark.parametrize(
    ("content", "subject", "text"),
    [
        (
            HEAD + b"Subject: Gr\xfc\xdfe\r\n\r\nSch\xf6ne Gr\xfc\xdfe aus K\xf6ln\r\n",
            "Grüße",
            "Schöne Grüße aus",
        ),
        (HEAD + "Subject: Grüße\r\n\r\nSchöne Grüße\r\n".encode(), "Grüße", "Schöne Grüße"),
        (HEAD + b"Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nText", "Grüße", "Text"),
        (HEAD + b"Subject: =?nonsense?b?%%%?=\r\n\r\nText", "=?nonsense?b?%%%?=", "Text"),
        (PLAIN + b"x-unknown\r\n\r\nSch\xf6ne Gr\xfc\xdfe", "x", "Schöne Grüße"),
        (PLAIN + b"us-ascii\r\n\r\nGr\xfc\xdfe an alle", "x", "Grüße an alle"),
        (PLAIN + b"utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nR3LDvMOfZQ!!", "x", "Grü"),
        (PLAIN + b"iso-2022-jp\r\n\r\n" + "日本語の手紙".encode("iso-2022-jp"), "x", "日本語の手紙"),
        (
            PLAIN + b"utf-8; format=flowed\r\n\r\nOne line \r\nthat goes on.\r\n> quoted\r\n",
            "x",
            "One line that goes on.\n> quoted",
        ),
        (b"From mailbox Mon May  1\r\n" + HEAD + b"Subject: x\r\n\r\nText", "x", "Text"),
    ],
)
def test_broken_encodings(tmp_path: Path, content: bytes, subject: str, text: str) -> None:
    page = read(tmp_path, content)
    assert page.label == subject
    assert body(page)[0].startswith(text)


@pytest.mark.parametrize(
    "content",
    [
        HEAD
        + b"Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nText without an end",
        HEAD + b"Subject: x\r\nContent-Type: multipart/mixed\r\n\r\nText without a boundary",
        HEAD + b"Subject: x\r\nContent-Type: text/plain; charset*=bad''%ff; name*0*=a\r\n\r\nText",
        HEAD + b"Subject: x\r\nDate: yesterday\r\nTo: <<<>>>,,;:(\r\n\r\nText",
        HEAD + b"Subject: x\r\nFrom: " + b"(" * 5_000 + b"\r\n\r\nText",
        HEAD + b"Subject: x\r\nTo: " + b"a@b.c, " * 50_000 + b"\r\n\r\nText",
        HEAD + b"Subject: x\r\n" + b"X-Odd: y\r\n" * 5_000 + b"\r\nText",
    ],
)
def test_malformed_messages_keep_their_text(tmp_path: Path, content: bytes) -> None:
    begun = time.monotonic()
    page = read(tmp_path, content)
    assert page.label == "x"
    assert "Text" in page.text
    assert time.monotonic() - begun < 20


@pytest.mark.slow
def test_parts_too_deep_in_each_other(tmp_path: Path) -> None:
    content = HEAD + b"Subject: deep\r\n"
    for level in range(60):
        content += b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level)
    assert read(tmp_path, content + b"\r\nText").label == "deep"
    for level in range(60, 3_000):
        content += b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level)
    with pytest.raises(DocumentError, match=r"letter\.eml is damaged"):
        read(tmp_path, content + b"\r\nText")


def test_encrypted_messages_are_said_to_be(tmp_path: Path) -> None:
    page = read(
        tmp_path,
        HEAD + b"Subject: x\r\nContent-Type: application/pkcs7-mime; name=smime.p7m\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\nMIIB\r\n",
    )
    assert "encrypted" in page.problem


def test_only_so_many_attachments(tmp_path: Path) -> None:
    message = letter()
    message.set_content("Many.")
    for number in range(6):
        message.add_attachment(b"x", maintype="application", subtype="pdf", filename=f"{number}.pdf")
    path = tmp_path / "a.eml"
    path.write_bytes(message.as_bytes())
    document = EmlReader().open(path, limits=ReadLimits(attachments=4))
    assert len(document.attachments) == 4
    assert "first 4 attachments" in next(iter(document.pages())).problem


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "is empty"), (b" \r\n", "is empty"), (b"\x89PNG\r\n\x1a\n\x00\x01", "not an e-mail")],
)
def test_what_is_no_message(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(DocumentError, match=said):
        open_mail(tmp_path, content)


def test_a_long_message_goes_on_on_pages(tmp_path: Path) -> None:
    message = letter()
    message.set_content("".join(f"Paragraph {number}. {'word ' * 30}\n\n" for number in range(400)))
    pages = list(open_mail(tmp_path, message.as_bytes()).pages())
    assert len(pages) > 3
    assert {page.kind for page in pages} == {PageKind.MESSAGE}
    assert pages[1].label == "Größe der Räume (continued)"
    assert body(pages[-1])[-1].startswith("Paragraph 399.")
