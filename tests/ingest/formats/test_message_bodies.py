"""Messages that come as plain text and as a page: what says all is read, both where they differ."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest

from tests.ingest.formats.kit import open_file
from tests.ingest.formats.msg_kit import OutlookMessage

STUB = "This message needs an HTML viewer."
ORDER = (
    "<p>Order 4711</p><table><tr><th>Item</th><th>Price</th></tr>"
    "<tr><td>Valve</td><td>120 €</td></tr></table>"
    '<p>See <a href="https://shop.example/o/4711">your order</a>.</p>'
)
PLAIN_ORDER = "Order 4711\n\nItem Price\nValve 120 €\n\nSee your order <https://shop.example/o/4711>.\n"

Write = Callable[[Path, str, str], Path]


def alternative(plain: str, page: str) -> EmailMessage:
    message = EmailMessage()
    message.set_content(plain)
    message.add_alternative(page, subtype="html")
    return message


def eml(folder: Path, plain: str, page: str) -> Path:
    message = alternative(plain, page)
    message["Subject"] = "Order"
    (folder / "a.eml").write_bytes(message.as_bytes())
    return folder / "a.eml"


def nested_eml(folder: Path, plain: str, page: str) -> Path:
    """mixed: alternative (plain, related (page, picture)), attachment."""
    message = alternative(plain, page)
    message["Subject"] = "Order"
    message.get_payload()[1].add_related(
        b"\x89PNG", "image", "png", cid="<logo>", disposition="inline", filename="logo.png"
    )
    message.add_attachment(b"Terms", maintype="text", subtype="plain", filename="terms.txt")
    (folder / "a.eml").write_bytes(message.as_bytes())
    return folder / "a.eml"


def parts_in_a_row(folder: Path, plain: str, page: str) -> Path:
    message = MIMEMultipart("mixed")
    message["Subject"] = "Order"
    message.attach(MIMEText(plain, "plain", "utf-8"))
    message.attach(MIMEText(page, "html", "utf-8"))
    (folder / "a.eml").write_bytes(message.as_bytes())
    return folder / "a.eml"


def msg(folder: Path, plain: str, page: str) -> Path:
    return OutlookMessage(body=plain, html=page.encode()).write(folder / "a.msg")


def msg_in_msg(folder: Path, plain: str, page: str) -> Path:
    inner = OutlookMessage(subject="Inner", body=plain, html=page.encode())
    document = open_file(OutlookMessage(attachments=[("", inner)]).write(folder / "outer.msg"))
    document.extract("Inner.eml", folder / "a.eml")
    return folder / "a.eml"


FORMATS = pytest.mark.parametrize("write", [eml, nested_eml, parts_in_a_row, msg, msg_in_msg])


def body(path: Path) -> tuple[str, set[str]]:
    """The text below the head, and the kinds of its places."""
    document = open_file(path)
    (page,) = document.pages()
    document.close()
    places = [place for place in page.places if place.kind != "header"]
    return page.text[places[0].span.start :], {place.kind for place in places}


@FORMATS
def test_content_that_stands_in_the_page_alone_is_read(tmp_path: Path, write: Write) -> None:
    text, kinds = body(write(tmp_path, STUB, ORDER))
    assert "Valve | 120 €" in text
    assert "element" in kinds


@FORMATS
def test_of_two_that_say_the_same_one_is_read(tmp_path: Path, write: Write) -> None:
    text, kinds = body(write(tmp_path, PLAIN_ORDER, ORDER))
    assert kinds == {"line"}
    assert text.count("Valve") == 1


@pytest.mark.parametrize(
    ("plain", "page"),
    [
        (
            "*Valve*: see the plan <https://shop.example/plan?id=3>\n[image: Logo of the shop]\n",
            '<p><b>Valve</b>: see <a href="https://shop.example/plan?id=3">the plan</a></p>'
            '<img alt="Logo of the shop" src="cid:1">',
        ),
        ("1. Order the Valve\n2. Pay it\n", "<ol><li>Order the Valve</li><li>Pay it</li></ol>"),
        ("Valve 的年假是十五天,请\n提前两周申请。\n", "<p>Valve 的年假是十五天,请提前两周申请。</p>"),
    ],
)
def test_what_mail_programs_write_into_plain_text_is_nothing_of_its_own(
    tmp_path: Path, plain: str, page: str
) -> None:
    text, kinds = body(eml(tmp_path, plain, page))
    assert kinds == {"line"}
    assert text.count("Valve") == 1


def test_an_invitation_says_when_and_where(tmp_path: Path) -> None:
    event = (
        "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nDTSTART:16010101T030000\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\n"
        "DTSTART;TZID=Europe/Berlin:20240503T090000\r\nSUMMARY:Budget\\, last\r\n  talk\r\n"
        "LOCATION:Room 4.12\r\nDESCRIPTION:As agreed.\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    message = MIMEMultipart("alternative")
    message.attach(MIMEText("As agreed.", "plain"))
    message.attach(MIMEText(event, "calendar"))
    message["Subject"] = "Budget"
    (tmp_path / "a.eml").write_bytes(message.as_bytes())
    text, _ = body(tmp_path / "a.eml")
    assert text.split("\n\n") == [
        "As agreed.",
        "Budget, last talk, 2024-05-03 09:00 Europe/Berlin, Room 4.12",
    ]


@FORMATS
def test_a_page_that_says_more_stands_for_both(tmp_path: Path, write: Write) -> None:
    text, kinds = body(write(tmp_path, PLAIN_ORDER, ORDER + "<p>Delivery is free.</p>"))
    assert kinds <= {"element", "cell"}
    assert text.count("Valve") == 1
    assert text.endswith("Delivery is free.")


@FORMATS
@pytest.mark.parametrize(
    ("plain", "page", "both"),
    [
        ("The price is 120 €.", "<p>The price is 140 €.</p>", ["120 €", "140 €"]),
        ("The change is -5 %.", "<p>The change is 5 %.</p>", ["-5 %", "is 5 %"]),
        ("We accept.", "<p>We cannot say.</p><p>You accept late bids.</p>", ["We accept.", "cannot"]),
    ],
)
def test_both_are_read_where_they_differ(
    tmp_path: Path, write: Write, plain: str, page: str, both: list[str]
) -> None:
    text, _ = body(write(tmp_path, plain, page))
    assert [said in text for said in both] == [True, True]


def test_files_beside_a_page_are_kept_and_its_pictures_are_not(tmp_path: Path) -> None:
    document = open_file(nested_eml(tmp_path, PLAIN_ORDER, ORDER))
    assert [one.name for one in document.attachments] == ["terms.txt"]


def test_two_pages_that_say_the_same_are_one(tmp_path: Path) -> None:
    message = MIMEMultipart("alternative")
    message["Subject"] = "Order"
    for _ in range(2):
        message.attach(MIMEText(ORDER, "html", "utf-8"))
    (tmp_path / "a.eml").write_bytes(message.as_bytes())
    assert body(tmp_path / "a.eml")[0].count("Valve") == 1
