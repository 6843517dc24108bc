"""E-books, each with a trap."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.ingest.formats.kit import BOMB, ELSEWHERE, odd
from tests.ingest.formats.zip_kit import overlapping_zip, write_zip

CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
    "</container>"
)
ENCRYPTION = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptionMethod Algorithm="{}"/>'
    '<enc:CipherData><enc:CipherReference URI="OEBPS/c0.xhtml"/></enc:CipherData></enc:EncryptedData>'
    "</encryption>"
)
BOOK = {
    "Preface": "<p>The Größe Book</p><h1>Preface</h1><p>Größe und Weite are the matter of this book.</p>",
    "Costs": "<h1>Costs</h1>" + "<p>Costs rose by four percent, and nobody knew the reason.</p>" * 90,
    "Tables": "<h1>Tables</h1>"
    "<table><tr><th>Item</th><th>2023</th></tr><tr><td>Rent</td><td>12</td></tr></table>",
}


def write_book(path: Path, chapters: dict[str, str], extra: dict[str, str] | None = None) -> Path:
    """A small EPUB 2; a chapter is the inside of its body, or a whole page."""
    manifest = spine = points = ""
    pages: dict[str, str] = {}
    for number, (name, content) in enumerate(chapters.items()):
        file = f"c{number}.xhtml"
        manifest += f'<item id="c{number}" href="{file}" media-type="application/xhtml+xml"/>'
        spine += f'<itemref idref="c{number}"/>'
        points += (
            f'<navPoint id="n{number}" playOrder="{number + 1}"><navLabel><text>{name}</text></navLabel>'
            f'<content src="{file}"/></navPoint>'
        )
        if not content.startswith("<?xml"):
            content = (
                '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head>'
                f"<title>{name}</title></head><body>{content}</body></html>"
            )
        pages[f"OEBPS/{file}"] = content
    opf = (
        '<?xml version="1.0"?>'
        '<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Größe Book</dc:title>'
        '<dc:identifier id="i">x</dc:identifier><dc:language>en</dc:language></metadata><manifest>'
        f'{manifest}<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>'
        f'<spine toc="ncx">{spine}</spine></package>'
    )
    toc = (
        '<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/>'
        f"<docTitle><text>T</text></docTitle><navMap>{points}</navMap></ncx>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        files = {"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": opf, "OEBPS/toc.ncx": toc}
        for name, content in (files | pages | (extra or {})).items():
            archive.writestr(name, content)
    return path


def write_encrypted(path: Path, algorithm: str) -> None:
    write_book(path, BOOK, {"META-INF/encryption.xml": ENCRYPTION.format(algorithm)})


@odd("what a reader cannot see.epub")
def unseen(path: Path) -> None:
    chapter = (
        "<h1>One</h1><p>Seen by everybody who reads this page.</p>"
        "<p style='color:#ffffff'>White attack text.</p>"
        "<p style='font-size:1px'>Small attack text.</p><p style='display:none'>Dropped attack text.</p>"
    )
    write_book(path, {"One": chapter})


@odd("entities that multiply or read files.epub")
def entities(path: Path) -> None:
    secret = path.with_name("secret.txt")
    secret.write_text(ELSEWHERE)
    doctype = f'{BOMB[:-2]}<!ENTITY f SYSTEM "{secret.as_uri()}">]>'.replace("lolz", "html")
    chapter = (
        f'<?xml version="1.0"?>{doctype}'
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Before &lol9; &f; after</p>'
        f'<img src="{secret.as_uri()}"/><iframe src="{secret.as_uri()}"/>'
        '<p hidden="hidden">x</p></body></html>'
    )
    write_book(path, {"One": chapter})


@odd("protected against copying.epub")
def protected(path: Path) -> None:
    write_encrypted(path, "http://www.w3.org/2001/04/xmlenc#aes128-cbc")


@odd("empty.epub")
def empty(path: Path) -> None:
    path.write_bytes(b"")


@odd("another archive.epub")
def another(path: Path) -> None:
    write_zip(path, {"a.txt": b"x"})


@odd("without a book.epub")
def bookless(path: Path) -> None:
    write_zip(path, {"META-INF/container.xml": b"<container/>"})


@odd("names of the same bytes.epub")
def overlapping(path: Path) -> None:
    overlapping_zip(path, 50)


@odd("bomb.epub")
def bomb(path: Path) -> None:
    write_book(path, {"One": f"<p>{'a' * 3_000_000}</p>"})


@odd("cut.epub")
def cut(path: Path) -> None:
    path.write_bytes(write_book(path, BOOK).read_bytes()[:800])
