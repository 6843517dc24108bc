"""A change of what is read must be told: libraries are read anew only when `READER_VERSION` rises."""

from __future__ import annotations

import hashlib

from core.ingest.readers import READER_VERSION
from core.system.paths import resources
from tests.cases import cases
from tests.ingest.formats.kit import told

# Version and digest of what is read of the samples and of these files: change both together, never the digest
# alone. A file that is added to the tests changes nothing here.
EXPECTED = (5, "23cc2e85a48a315a")
FILES = {
    "html: a whole page",
    "html: numbered lists",
    "rtf: paragraphs and tables",
    "csv: commas and quotes",
    "text: form feeds",
    "text: headings that are underlined or numbered on",
    "md: a whole file",
    "eml: head and text",
    "order, headings, table.docx",
    "tracked changes, fields, links, controls.docx",
    "merged cells, layout table.docx",
    "table, chart.pptx",
    "what the audience does not see.pptx",
    "formats, gaps, two sheets.xlsx",
    "merged cells, header of two rows.xlsx",
    "structure, notes, lists.odt",
    "head, text, attachments.msg",
    "what a reader cannot see.epub",
    "Papers 2023.zip",
    "rows of a table.pdf",
    "two columns.pdf",
    "a field that shows another value.pdf",
    "the text layer of a scan.pdf",
}


def test_other_pages_have_another_version() -> None:
    readings = {case.id: case.expected for kind in ("text", "made") for case in cases("formats", kind)}
    lines = [line for name in sorted(FILES) for line in readings[name]]
    for path in sorted((resources() / "samples").glob("*.pdf")):
        lines += told(path)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    assert (READER_VERSION, digest) == EXPECTED, (
        "Pages come out otherwise: raise READER_VERSION, then write the new digest here."
    )
