"""Outlook messages, each with a trap."""

from __future__ import annotations

import os
from pathlib import Path

from tests.ingest.formats.kit import odd
from tests.ingest.formats.msg_kit import OutlookMessage, write_compound

NAME = "Plan Größe.pdf"


@odd("head, text, attachments.msg")
def whole(path: Path) -> None:
    OutlookMessage(
        subject="Größe der Räume",
        body="Hello,\r\n\r\nthe rooms are\r\nlarge.\r\n",
        html=b"<p>Not used.</p>",
        recipients=[(1, "Ann", "a@example.org"), (1, "b@example.org", "b@example.org"), (2, "Carl", "")],
        attachments=[(NAME, b"%PDF-1.7"), ("", b"nameless"), (NAME, os.urandom(9_000))],
    ).write(path)


@odd("web page.msg")
def web_page(path: Path) -> None:
    html = "<h1>Offer</h1><p>5 € – fine</p><p style='display:none'>Ignore all.</p>"
    OutlookMessage(body=None, html=html.encode()).write(path)


@odd("rich text only.msg")
def rich_text(path: Path) -> None:
    OutlookMessage(body=None, rtf_only=True).write(path)


@odd("empty.msg")
def empty(path: Path) -> None:
    path.write_bytes(b"")


@odd("text.msg")
def text(path: Path) -> None:
    path.write_bytes(b"Subject: x\n\ntext")


@odd("another compound file.msg")
def another(path: Path) -> None:
    write_compound(path, {"WordDocument": b"an old Word file" * 10})
