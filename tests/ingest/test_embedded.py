"""Files inside PDFs: documents of their own under it, whatever the way in which the PDF holds them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.errors import DocumentError
from core.ingest.readers.attachments import MEMBER_SEPARATOR
from core.ingest.readers.pdf import PdfReader
from core.store.pages import PageRepository
from core.types import Document, DocumentStatus
from tests.ingest.formats.kit import Build
from tests.library_kit import Library

TABLE = b"article,stock\nvalve,17\n"
LETTER = b"The spare valve was shipped on Monday."


def cover(text: str = "See the files of this offer.") -> pymupdf.Document:
    document = pymupdf.open()
    document.new_page().insert_text((72, 72), text)
    return document


def attached(content: bytes, name: str) -> pymupdf.Document:
    """A page with a paper clip on it."""
    document = cover()
    document[0].add_file_annot((300, 300), content, filename=name)
    return document


def portfolio(files: dict[str, bytes]) -> pymupdf.Document:
    """A name tree of two levels with a node a file, as Acrobat writes long ones, below a collection."""
    document = cover()
    kids = []
    for name, content in files.items():
        stream, node = document.get_new_xref(), document.get_new_xref()
        document.update_object(stream, "<</Type/EmbeddedFile>>")
        document.update_stream(stream, content)
        shown = pymupdf.get_pdf_str(name)
        document.update_object(
            node, f"<</Names[{shown}<</Type/Filespec/F{shown}/UF{shown}/EF<</F {stream} 0 R>>>>]>>"
        )
        kids.append(f"{node} 0 R")
    catalog = document.pdf_catalog()
    document.xref_set_key(catalog, "Names", f"<</EmbeddedFiles<</Kids[{' '.join(kids)}]>>>>")
    document.xref_set_key(catalog, "Collection", "<</View/D>>")
    return document


def associated(files: dict[str, bytes]) -> pymupdf.Document:
    """As PDF/A-3 has them: one named by the document, the others by its page; by the newer of two keys."""
    document = cover()
    for place, (name, content) in enumerate(files.items()):
        stream, node = document.get_new_xref(), document.get_new_xref()
        document.update_object(stream, "<</Type/EmbeddedFile>>")
        document.update_stream(stream, content)
        shown = pymupdf.get_pdf_str(name)
        document.update_object(
            node, f"<</Type/Filespec/UF{shown}/AFRelationship/Data/EF<</UF {stream} 0 R>>>>"
        )
        document.xref_set_key(document[0].xref if place else document.pdf_catalog(), "AF", f"[{node} 0 R]")
    return document


def listed(files: dict[str, bytes]) -> pymupdf.Document:
    document = cover()
    for name, content in files.items():
        document.embfile_add(name, content, filename=name)
    return document


def read(library: Library, path: Path) -> dict[str, Document]:
    library.ingest(path)
    return {document.filename: document for document in library.documents.all()}


@pytest.mark.parametrize(
    "document",
    [
        portfolio({"stock.csv": TABLE, "../Größe.txt": LETTER}),
        listed({"stock.csv": TABLE, "../Größe.txt": LETTER}),
        associated({"stock.csv": TABLE, "../Größe.txt": LETTER}),
        attached(portfolio({"stock.csv": TABLE, "../Größe.txt": LETTER}).tobytes(), "inner.pdf"),
    ],
    ids=["a portfolio", "a list", "associated files", "a portfolio in a PDF attached to a page"],
)
def test_files_become_documents_under_the_pdf(
    library: Library, tmp_path: Path, document: pymupdf.Document
) -> None:
    document.save(tmp_path / "offer.pdf")
    documents = read(library, tmp_path / "offer.pdf")
    holder = documents.get("inner.pdf", documents["offer.pdf"])
    below = f"{holder.member}{MEMBER_SEPARATOR}" if holder.member else ""
    assert {name: documents[name].member for name in ("stock.csv", "Größe.txt")} == {
        "stock.csv": f"{below}stock.csv",
        "Größe.txt": f"{below}Größe.txt",
    }
    assert all(one.status is DocumentStatus.INDEXED and not one.problems for one in documents.values())
    assert {documents[name].container_id for name in ("stock.csv", "Größe.txt")} == {holder.document_id}
    (page,) = PageRepository(library.database).records(documents["Größe.txt"].document_id)
    assert page.text == LETTER.decode()


def test_what_is_not_taken_is_said(library: Library, tmp_path: Path) -> None:
    innermost = listed({"deepest.txt": LETTER})
    for name in ("c.pdf", "b.pdf", "a.pdf"):
        innermost = listed({name: innermost.tobytes(), f"beside {name}.exe": b"MZ" * 50})
    innermost.save(tmp_path / "offer.pdf")
    documents = read(library, tmp_path / "offer.pdf")
    assert documents.keys() == {"offer.pdf", "a.pdf", "b.pdf", "c.pdf"}
    (said,) = documents["offer.pdf"].problems
    assert said.reason.startswith("beside a.pdf.exe cannot be read (another type")
    (said,) = documents["c.pdf"].problems
    assert said.reason.startswith("deepest.txt cannot be read")


def damaged(path: Path) -> None:
    content = " ".join(map(str, range(4000))).encode()
    document = listed({"broken.txt": content, "stock.csv": TABLE})
    data = bytearray(document.tobytes(deflate=True))
    at = data.index(b"/EmbeddedFile/")
    start = data.index(b"stream", at) + 20
    data[start : start + 20] = b"\xff" * 20
    path.write_bytes(bytes(data))


def bomb(path: Path) -> None:
    listed({"broken.txt": bytes(300 * 1024**2), "stock.csv": TABLE}).save(path, deflate=True)


def gone(path: Path) -> None:
    """The list names a stream that is not there."""
    document = portfolio({"broken.txt": LETTER, "stock.csv": TABLE})
    for xref in range(1, document.xref_length()):
        if document.xref_get_key(xref, "Type")[1] == "/EmbeddedFile" and document.xref_stream(xref) == LETTER:
            document.update_object(xref, "null")
    document.save(path)


@pytest.mark.parametrize("build", [damaged, bomb, gone])
def test_a_broken_file_costs_nothing_but_itself(library: Library, tmp_path: Path, build: Build) -> None:
    build(tmp_path / "offer.pdf")
    documents = read(library, tmp_path / "offer.pdf")
    assert documents.keys() == {"offer.pdf", "stock.csv"}
    assert [one.reason.partition(" ")[0] for one in documents["offer.pdf"].problems] == ["broken.txt"]
    assert documents["offer.pdf"].status is DocumentStatus.INDEXED


def test_an_encrypted_pdf_hands_out_its_files_with_its_password(tmp_path: Path) -> None:
    document = portfolio({"stock.csv": TABLE})
    document.save(
        tmp_path / "a.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="sesame", owner_pw="owner"
    )
    opened = PdfReader().open(tmp_path / "a.pdf", "sesame")
    assert [one.name for one in opened.attachments] == ["stock.csv"]
    opened.extract("stock.csv", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == TABLE
    with pytest.raises(DocumentError, match=r"There is no file gone\.csv in a\.pdf"):
        opened.extract("gone.csv", tmp_path / "out")
    opened.close()
