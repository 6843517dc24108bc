"""Documents that are the same on every machine: pages made from the paragraphs of the samples.

`_write` runs in a process of its own: the program that is measured never loads PyMuPDF itself.
"""

from __future__ import annotations

import multiprocessing
from pathlib import Path

from core.errors import DocumentError
from core.system.paths import resources

_PAGES_PER_DOCUMENT = 50
_PARAGRAPHS_PER_PAGE = 18
_LEAST_PARAGRAPH = 60  # characters


def make_documents(folder: Path, pages: int) -> Path:
    """Write `pages` pages as PDF files of up to 50 pages into `folder`; returns the folder.

    Raises:
        DocumentError: the samples are not there or the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    process = multiprocessing.get_context("spawn").Process(target=_write, args=(str(folder), pages))
    process.start()
    process.join()
    if process.exitcode != 0:
        raise DocumentError(
            f"The pages to measure with could not be written to {folder}.",
            "Give documents of your own with --documents PATH.",
        )
    return folder


def _write(folder: str, pages: int) -> None:
    """The child's work. Order and numbers of the paragraphs differ from page to page."""
    import pymupdf

    paragraphs: list[str] = []
    for sample in sorted((resources() / "samples").glob("*.pdf")):
        with pymupdf.open(sample) as document:
            blocks = [" ".join(block[4].split()) for page in document for block in page.get_text("blocks")]
            paragraphs += [block for block in blocks if len(block) >= _LEAST_PARAGRAPH]
    for first in range(0, pages, _PAGES_PER_DOCUMENT):
        document = pymupdf.open()
        for number in range(first, min(first + _PAGES_PER_DOCUMENT, pages)):
            lines = [
                f"{number + 1}.{k + 1} "
                + paragraphs[(number * _PARAGRAPHS_PER_PAGE + k * (1 + number % 7)) % len(paragraphs)]
                for k in range(_PARAGRAPHS_PER_PAGE)
            ]
            page = document.new_page()
            page.insert_text((60, 60), f"{number + 1}. Records of unit {1000 + number}", fontsize=14)
            # A text that does not fit is not written at all.
            while page.insert_textbox(pymupdf.Rect(60, 80, 540, 800), "\n\n".join(lines), fontsize=9) < 0:
                lines.pop()
        document.save(Path(folder) / f"generated-{first // _PAGES_PER_DOCUMENT + 1:02}.pdf")
        document.close()
