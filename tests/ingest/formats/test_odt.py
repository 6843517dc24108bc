"""OpenDocument texts built with odfdo: structure, places, hidden parts, damage."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import odfdo
import pytest

from core.errors import DocumentError, PasswordError
from core.ingest.readers.odt import OdtReader
from core.types import PageKind
from tests.ingest.formats.office_kit import (
    BOMB,
    change_part,
    headings_of,
    hidden_of,
    pages_of,
    places_of,
    rows_of,
    with_doctype,
)


def manual(path: Path) -> Path:
    document = odfdo.Document("text")
    body = document.body
    body.clear()
    body.append(odfdo.Header(1, "Safety"))
    paragraph = odfdo.Paragraph("Wear gloves")
    paragraph.insert_note(after="gloves", note_id="n1", citation="1", body="Leather ones.")
    paragraph.insert_annotation(after="Wear", body="which ones?", creator="someone")
    body.append(paragraph)
    table = odfdo.Table("Torque", width=2, height=3)
    for address, value in (
        ("A1", "Part"),
        ("B1", "Torque"),
        ("A2", "M8"),
        ("B2", 25),
        ("A3", "M10"),
        ("B3", 49),
    ):
        table.set_value(address, value)
    body.append(table)
    body.append(odfdo.List(["first point", "second point"]))
    body.append(odfdo.Header(2, "Cleaning"))
    body.append(odfdo.Paragraph("Rinse it."))
    document.meta.title = "A title nobody sees"
    document.save(str(path))
    return path


def add_to_text(path: Path, xml: str, styles: str = "") -> Path:
    def change(content: str) -> str:
        content = content.replace("</office:text>", xml + "</office:text>")
        start = content.index("<office:automatic-styles")
        end = content.index(">", start)
        if content[end - 1] == "/":
            return f"{content[: end - 1]}>{styles}</office:automatic-styles>{content[end + 1 :]}"
        return content[: end + 1] + styles + content[end + 1 :]

    return change_part(path, "content.xml", change)


def test_structure_and_places(tmp_path: Path) -> None:
    document = OdtReader().open(manual(tmp_path / "a.odt"))
    first, second = pages_of(document)
    assert (first.kind, first.label, second.label) == (PageKind.SECTION, "Safety", "Cleaning")
    assert first.text == (
        "Safety\n\nWear gloves\n\nLeather ones.\n\nPart | Torque\nM8 | 25\nM10 | 49\n\n"
        "• first point\n\n• second point"
    )
    assert headings_of(first) == [(1, "Safety")]
    assert headings_of(second) == [(2, "Cleaning")]
    assert rows_of(first)[1:] == [("M8 | 25", "Part | Torque"), ("M10 | 49", "Part | Torque")]
    places = places_of(first)
    assert (places["¶ 2"], places["table 1 B3"], places["footnote 1"]) == (
        "Wear gloves",
        "49",
        "Leather ones.",
    )
    assert hidden_of(first) == [("annotation", "which ones?")]
    assert [(hidden.reason, hidden.text) for hidden in document.hidden] == [
        ("metadata", "A title nobody sees")
    ]
    assert document.title == ""


def test_hidden_runs_sections_and_deleted_text(tmp_path: Path) -> None:
    styles = "".join(
        f'<style:style style:name="{name}" style:family="text"><style:text-properties {look}/></style:style>'
        for name, look in (
            ("TW", 'fo:color="#ffffff"'),
            ("TB", 'fo:color="#ffffff" fo:background-color="#203060"'),
            ("TT", 'fo:font-size="1pt"'),
            ("TH", 'text:display="none"'),
        )
    )
    spans = "".join(
        f'<text:span text:style-name="{style}">{text} </text:span>'
        for style, text in (("TW", "white"), ("TB", "banner"), ("TT", "tiny"), ("TH", "vanished"))
    )
    text = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted.</text:p>"
        "</text:deletion>"
        "</text:changed-region></text:tracked-changes>"
        f"<text:p>Seen<text:s text:c='2'/>and {spans}done.</text:p>"
        '<text:section text:name="S" text:display="none"><text:p>secret section</text:p></text:section>'
        "<text:p>A frame:<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>"
        "</text:p>"
    )
    path = add_to_text(manual(tmp_path / "a.odt"), text, styles)
    page = pages_of(OdtReader().open(path))[-1]
    assert page.text == "Cleaning\n\nRinse it.\n\nSeen and banner done.\n\nA frame:\n\nboxed"
    assert hidden_of(page) == [
        ("white", "white"),
        ("tiny", "tiny"),
        ("hidden_layer", "vanished"),
        ("hidden_layer", "secret section"),
    ]


def test_pages_as_the_writing_program_saw_them(tmp_path: Path) -> None:
    path = add_to_text(
        manual(tmp_path / "a.odt"),
        "<text:p><text:soft-page-break/>On page two<text:soft-page-break/> and three.</text:p>"
        "<text:p>End.</text:p>",
    )
    pages = pages_of(OdtReader().open(path))
    assert [page.label for page in pages] == ["page 1", "page 2", "page 3"]
    assert [page.text for page in pages[1:]] == ["On page two and three.", "End."]


def test_damage_encryption_and_entities(tmp_path: Path) -> None:
    good = manual(tmp_path / "good.odt").read_bytes()
    for name, content, words in (
        ("empty.odt", b"", "is empty"),
        ("text.odt", b"hello", "is not an OpenDocument text"),
        ("cut.odt", good[:-100], "is damaged"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DocumentError, match=words):
            OdtReader().open(tmp_path / name)
    (tmp_path / "a.odt").write_bytes(good)
    change_part(tmp_path / "a.odt", "content.xml", with_doctype(BOMB, "&lol9;", "Rinse it."))
    with pytest.raises(DocumentError, match="declares entities"):
        OdtReader().open(tmp_path / "a.odt")
    (tmp_path / "b.odt").write_bytes(good)
    change_part(
        tmp_path / "b.odt",
        "META-INF/manifest.xml",
        lambda text: text.replace("</manifest:manifest>", "<manifest:encryption-data/></manifest:manifest>"),
    )
    with pytest.raises(DocumentError, match="encrypted with a password") as failure:
        OdtReader().open(tmp_path / "b.odt")
    assert not isinstance(failure.value, PasswordError)
    with zipfile.ZipFile(tmp_path / "c.odt", "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(DocumentError, match="is not an OpenDocument text"):
        OdtReader().open(tmp_path / "c.odt")


def test_a_text_without_its_properties_is_whole(tmp_path: Path) -> None:
    whole, minimal = manual(tmp_path / "a.odt"), tmp_path / "b.odt"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(minimal, "w") as target:
        for name in ("mimetype", "content.xml", "META-INF/manifest.xml"):
            data = source.read(name)
            if name.startswith("META-INF"):
                data = re.sub(rb"<manifest:file-entry[^>]*(meta|styles|settings)\.xml[^>]*/>", b"", data)
            target.writestr(name, data)
    texts = [[page.text for page in pages_of(OdtReader().open(path))] for path in (whole, minimal)]
    assert texts[0] == texts[1]
    assert OdtReader().open(minimal).title == ""
