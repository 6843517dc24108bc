"""Scanned documents for `docuchat bench library --scanned N`, read by the program's own recogniser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.cancel import CancelToken
from core.errors import WorkerError
from core.ingest.ocr.recogniser import TextRecognizer
from core.store.words import unpack_words
from core.types import Page, Span


def recognised_pages(
    recogniser: TextRecognizer, path: Path, pictures: Sequence[Page], cancel: CancelToken
) -> list[Page]:
    """The pages of a scanned PDF with their text, as the library keeps them; some 7 s each.

    Args:
        pictures: the same pages without text; they say how large each is.

    Raises:
        core.errors.KnownError: the file or one of its pages cannot be read; `Cancelled` after Stop.
    """
    numbers = [page.number for page in pictures]
    found, start = [], 0
    recognised = recogniser.recognise(path, "", "pdf", "", "", numbers, "", cancel)
    for picture, page in zip(pictures, recognised, strict=True):
        if page.problem:
            raise WorkerError(
                f"Page {page.number} of {path.name} was not recognised: {page.problem}",
                "Run the measurement again.",
            )
        span = Span(start, start + len(page.text))
        words = unpack_words(page.words, start)
        found.append(replace(picture, text=page.text, span=span, words=words))
        start = span.end + 1
    return found
