"""OpenDocument texts, each with a trap."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import odfdo

from tests.ingest.formats.kit import change_part, odd

LOOKS = {
    "white": 'fo:color="#ffffff"',
    "banner": 'fo:color="#ffffff" fo:background-color="#203060"',
    "tiny": 'fo:font-size="1pt"',
    "vanished": 'text:display="none"',
}


@odd("structure, notes, lists.odt")
def manual(path: Path) -> None:
    document = odfdo.Document("text")
    body = document.body
    body.clear()
    body.append(odfdo.Header(1, "Safety"))
    paragraph = odfdo.Paragraph("Wear gloves")
    paragraph.insert_note(after="gloves", note_id="n1", citation="1", body="Leather ones.")
    paragraph.insert_annotation(after="Wear", body="which ones?", creator="someone")
    body.append(paragraph)
    table = odfdo.Table("Torque", width=2, height=3)
    cells = {"A1": "Part", "B1": "Torque", "A2": "M8", "B2": 25, "A3": "M10", "B3": 49}
    for address, value in cells.items():
        table.set_value(address, value)
    body.append(table)
    body.append(odfdo.List(["first point", "second point"]))
    body.append(odfdo.Header(2, "Cleaning"))
    body.append(odfdo.Paragraph("Rinse it."))
    document.meta.title = "A title nobody sees"
    document.save(str(path))


def with_text(path: Path, xml: str, styles: str = "") -> None:
    manual(path)

    def change(content: str) -> str:
        content = content.replace("</office:text>", xml + "</office:text>")
        start = content.index("<office:automatic-styles")
        end = content.index(">", start)
        if content[end - 1] == "/":
            return f"{content[: end - 1]}>{styles}</office:automatic-styles>{content[end + 1 :]}"
        return content[: end + 1] + styles + content[end + 1 :]

    change_part(path, "content.xml", change)


@odd("hidden runs, sections, deleted text.odt")
def unseen(path: Path) -> None:
    styles = "".join(
        f'<style:style style:name="{name}" style:family="text"><style:text-properties {look}/></style:style>'
        for name, look in LOOKS.items()
    )
    spans = "".join(f'<text:span text:style-name="{name}">{name} </text:span>' for name in LOOKS)
    with_text(
        path,
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted.</text:p>"
        "</text:deletion></text:changed-region></text:tracked-changes>"
        f"<text:p>Seen<text:s text:c='2'/>and {spans}done.</text:p>"
        '<text:section text:name="S" text:display="none"><text:p>secret section</text:p></text:section>'
        "<text:p>A frame:<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>"
        "</text:p>",
        styles,
    )


@odd("pages as the program saw them.odt")
def paged(path: Path) -> None:
    page_break = "<text:soft-page-break/>"
    with_text(path, f"<text:p>{page_break}On page two{page_break} and three.</text:p><text:p>End.</text:p>")


@odd("encrypted.odt")
def encrypted(path: Path) -> None:
    manual(path)
    end = "</manifest:manifest>"
    mark = f"<manifest:encryption-data/>{end}"
    change_part(path, "META-INF/manifest.xml", lambda text: text.replace(end, mark))


@odd("another archive.odt")
def another(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.txt", "hello")


@odd("without its properties.odt")
def bare(path: Path) -> None:
    manual(path)
    with zipfile.ZipFile(path) as source:
        parts = {name: source.read(name) for name in ("mimetype", "content.xml", "META-INF/manifest.xml")}
    with zipfile.ZipFile(path, "w") as target:
        for name, data in parts.items():
            if name.startswith("META-INF"):
                data = re.sub(rb"<manifest:file-entry[^>]*(meta|styles|settings)\.xml[^>]*/>", b"", data)
            target.writestr(name, data)
