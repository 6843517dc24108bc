"""Which file formats can be read, how they are told apart, and who reads them.

Nothing of a reader is imported here: the registry is used in the window's process, the readers run in the
parser process only (`core.ingest.parsing.document_worker`).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from core.ingest.readers.base import DocumentReader

# Raise it when pages come out otherwise, of any format: documents that earlier readers read are read anew.
READER_VERSION = 5

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",)
_CONTROLS = bytes({*range(32)} - {*b"\t\n\v\f\r\x1b"})
_STRAYS = 100  # bytes of a text of which one may be such
# An encrypted office file is no zip; its reader says what it is and what to do.
_OFFICE = (*_ZIP, *_OLE)


def is_binary(data: bytes) -> bool:
    """Whether there are zeros in it, and more control characters than slip into a text."""
    return b"\x00" in data and _STRAYS * len(data.translate(None, _CONTROLS)) < (_STRAYS - 1) * len(data)


@dataclass(frozen=True, slots=True)
class FileFormat:
    """One format.

    Attributes:
        name: stored with the document; never changes.
        title: what a user calls it.
        suffixes: lower case, with the dot.
        reader: `module:class` below `core.ingest.readers`.
        magic: what a file of it begins with; empty for text, which has no mark.
        magic_within: bytes from the beginning in which the mark may stand.
        has_pictures: pages can be drawn, and words have boxes.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    reader: str
    magic: tuple[bytes, ...] = ()
    magic_within: int = 0
    has_pictures: bool = False

    def accepts(self, head: bytes) -> bool:
        """False when the first bytes (at least 1024, unless the file is shorter) cannot be of this format."""
        if not self.magic:
            return head[:2] in (b"\xff\xfe", b"\xfe\xff") or not is_binary(head[:1024])
        return any(0 <= head.find(mark) <= self.magic_within for mark in self.magic)


FORMATS: tuple[FileFormat, ...] = (
    # PDF 1.7 implementation notes: readers accept the header within the first 1024 bytes.
    FileFormat("pdf", "PDF", (".pdf",), "pdf:PdfReader", (b"%PDF-",), 1024, has_pictures=True),
    FileFormat("docx", "Word document", (".docx", ".docm"), "docx:DocxReader", _OFFICE),
    FileFormat("pptx", "PowerPoint presentation", (".pptx", ".pptm", ".ppsx"), "pptx:PptxReader", _OFFICE),
    FileFormat("xlsx", "Excel workbook", (".xlsx", ".xlsm"), "xlsx:XlsxReader", _OFFICE),
    FileFormat("csv", "table", (".csv", ".tsv"), "csv:CsvReader"),
    FileFormat("odt", "OpenDocument text", (".odt",), "odt:OdtReader", _ZIP),
    FileFormat("rtf", "rich text", (".rtf",), "rtf:RtfReader", (b"{\\rtf",), 16),
    FileFormat("html", "web page", (".html", ".htm", ".xhtml"), "html:HtmlReader"),
    FileFormat("markdown", "Markdown", (".md", ".markdown"), "markdown:MarkdownReader"),
    FileFormat("text", "text", (".txt", ".text", ".log"), "text:TextReader"),
    FileFormat("eml", "e-mail", (".eml",), "eml:EmlReader"),
    FileFormat("msg", "Outlook e-mail", (".msg",), "msg:MsgReader", _OLE),
    FileFormat("epub", "e-book", (".epub",), "epub:EpubReader", _ZIP, has_pictures=True),
    FileFormat("zip", "ZIP archive", (".zip",), "zip:ZipReader", _ZIP),
    FileFormat("png", "picture", (".png",), "image:ImageReader", (b"\x89PNG\r\n\x1a\n",), has_pictures=True),
    FileFormat(
        "jpeg", "picture", (".jpg", ".jpeg"), "image:ImageReader", (b"\xff\xd8\xff",), has_pictures=True
    ),
    FileFormat(
        "tiff", "picture", (".tif", ".tiff"), "image:ImageReader", (b"II*\x00", b"MM\x00*"), has_pictures=True
    ),
)

_BY_SUFFIX = {suffix: file_format for file_format in FORMATS for suffix in file_format.suffixes}
_BY_NAME = {file_format.name: file_format for file_format in FORMATS}
_MARKED = tuple(_BY_NAME[name] for name in ("pdf", "rtf", "png", "jpeg", "tiff"))
SUFFIXES = frozenset(_BY_SUFFIX)


def format_of(filename: str | Path) -> FileFormat | None:
    """By the ending of the name, as users and their systems tell files apart; None when it cannot be read."""
    return _BY_SUFFIX.get(Path(filename).suffix.lower())


def format_within(named: FileFormat, head: bytes) -> FileFormat | None:
    """The format of a file whose name says `named` and which begins with `head`; None when it has none.

    The name decides. Where the content cannot be that, it may be of a format with a mark of its own: pictures
    and PDFs are often saved under another ending. What is packed or text says too little about itself.
    """
    other = next((file_format for file_format in _MARKED if head.startswith(file_format.magic)), None)
    if named.accepts(head) and (named.magic or other is None):
        return named
    return other


def format_named(name: str) -> FileFormat:
    """The format stored with a document.

    Raises:
        KeyError: no such format.
    """
    return _BY_NAME[name]


def load_reader(file_format: FileFormat) -> DocumentReader:
    """Import and make the reader. In the parser process only."""
    module, _, name = file_format.reader.partition(":")
    return cast(DocumentReader, getattr(import_module(f"core.ingest.readers.{module}"), name)())
