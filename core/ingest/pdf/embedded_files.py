"""Files inside a PDF: those of its list (also a portfolio's), those attached to its pages, and those that it
or a page names as associated (ISO 32000-2, 14.13), as PDF/A-3 has the data of an invoice.

PyMuPDF's own list leaves out all but the first node of the name tree (ISO 32000-1, 7.9.6), so the tree is
read here. Runs in the parser, renderer and recogniser processes, on their one thread.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pymupdf
from pymupdf import mupdf

from core.errors import DocumentError
from core.ingest.pdf.side_texts import READ_ERRORS
from core.ingest.readers.attachments import Enclosed
from core.ingest.readers.size_limits import LIMITS

log = logging.getLogger(__name__)

SIGNS_OF_DAMAGE = ("syntax error", "zlib error", "cannot ")
_NAMES = ("UF", "F", "Unix", "DOS", "Mac")


def embedded_files(document: Any) -> list[Enclosed]:
    """What the `pymupdf.Document` holds, at most one more than becomes documents, each content once.

    A part of the list that cannot be read is left out; what is broken in one file is said when it is written.
    """
    found: dict[int, Enclosed] = {}
    try:
        for specification in _specifications(document):
            if len(found) > LIMITS.attachments:
                break
            streams = mupdf.pdf_dict_gets(specification, "EF")
            content = next(
                filter(mupdf.pdf_is_stream, (mupdf.pdf_dict_gets(streams, key) for key in _NAMES)), streams
            )
            number = mupdf.pdf_to_num(content)
            if not mupdf.pdf_is_dict(streams) or number in found:
                continue  # a file outside; the same file once more
            texts = (mupdf.pdf_to_text_string(mupdf.pdf_dict_gets(specification, key)) for key in _NAMES)
            name = next((text for text in texts if text), "attachment")
            claimed = mupdf.pdf_to_int(mupdf.pdf_dict_getp(content, "Params/Size"))
            size = claimed if claimed > 0 else mupdf.pdf_to_int(mupdf.pdf_dict_gets(content, "Length"))
            found[number] = Enclosed(name, size, partial(_save, specification, name))
    except READ_ERRORS as error:
        log.info("files inside the document cannot be listed: %s", error)
    return list(found.values())


def _specifications(document: Any) -> Iterator[Any]:
    """File specifications: of the name tree, of those associated, then of the pages' annotations."""
    pdf = pymupdf._as_pdf_document(document)
    try:
        tree = mupdf.pdf_load_name_tree(pdf, pymupdf.PDF_NAME("EmbeddedFiles"))
    except READ_ERRORS as error:
        log.info("the list of files cannot be read: %s", error)
    else:
        for place in range(mupdf.pdf_dict_len(tree)):
            yield mupdf.pdf_dict_get_val(tree, place)
    yield from _associated(mupdf.pdf_dict_getp(mupdf.pdf_trailer(pdf), "Root"))
    for index in range(document.page_count):
        try:
            annotations = document.page_annot_xrefs(index)
            yield from _associated(mupdf.pdf_load_object(pdf, document.page_xref(index)))
        except READ_ERRORS:
            continue  # the page itself is told to be damaged when it is read
        for xref, kind, _name in annotations:
            if kind == pymupdf.PDF_ANNOT_FILE_ATTACHMENT:
                yield mupdf.pdf_dict_gets(mupdf.pdf_load_object(pdf, xref), "FS")


def _associated(holder: Any) -> Iterator[Any]:
    files = mupdf.pdf_dict_gets(holder, "AF")
    for place in range(mupdf.pdf_array_len(files)):
        yield mupdf.pdf_array_get(files, place)


def _save(specification: Any, name: str, target: Path) -> None:
    """MuPDF refuses what unpacks to more than 200 times its size and 100 MB, and only warns of damage."""
    pymupdf.TOOLS.reset_mupdf_warnings()
    try:
        data = pymupdf.JM_BinFromBuffer(mupdf.pdf_load_embedded_file_contents(specification))
    except READ_ERRORS as error:
        log.info("%s cannot be taken out: %s", name, error)
        data = b""
    warnings = pymupdf.TOOLS.mupdf_warnings()
    if not data or len(data) > LIMITS.file_bytes or any(sign in warnings for sign in SIGNS_OF_DAMAGE):
        raise DocumentError(
            f"{name} is damaged, empty or too large.", "Save it in a PDF viewer and add the saved file."
        )
    target.write_bytes(data)
