"""Scans for tests: pages with known words made into pictures, and how well recognised words fit them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pymupdf

from core.cancel import CancelToken
from core.ingest.ocr.recogniser import RecognisedPage, TextRecognizer
from core.ingest.queue.content_hash import read_content
from core.store.words import unpack_words
from core.types import Box

DPI = 200


class TrueWord(NamedTuple):
    text: str
    box: Box


def words_of(page: pymupdf.Page) -> list[TrueWord]:
    return [TrueWord(word[4], Box(*word[:4])) for word in page.get_text("words")]


def scan(source: Path, numbers: Sequence[int], target: Path) -> Path:
    """A PDF of pictures of pages (from 1), as a scanner makes them: JPEG, nothing else on the page."""
    with pymupdf.open(source) as document, pymupdf.open() as scanned:
        for number in numbers:
            page = document[number - 1]
            sheet = scanned.new_page(width=page.rect.width, height=page.rect.height)
            picture = page.get_pixmap(dpi=DPI).tobytes("jpeg", jpg_quality=80)
            sheet.insert_image(sheet.rect, stream=picture)
        scanned.save(target)
    return target


def recognised(
    recogniser: TextRecognizer,
    path: Path,
    numbers: Sequence[int] = (1,),
    format_name: str = "pdf",
    *,
    member: str = "",
    password: str = "",
    content_hash: str = "",
) -> list[RecognisedPage]:
    """The pages as the pipeline asks for them."""
    digest = content_hash or read_content(path, lambda: None)[0]
    pages = recogniser.recognise(path, member, format_name, password, digest, numbers, "", CancelToken())
    return list(pages)


def found_words(page: RecognisedPage) -> list[TrueWord]:
    return [TrueWord(page.text[w.span.start : w.span.end], w.box) for w in unpack_words(page.words, 0)]


def recall(truth: Sequence[TrueWord], found: Sequence[TrueWord]) -> float:
    """Share of the true words that were found, each as often as it stands there."""
    wanted = Counter(word.text for word in truth)
    return sum((wanted & Counter(word.text for word in found)).values()) / len(truth)


def overlap(first: Box, second: Box) -> float:
    """Intersection over union."""
    width = min(first.x1, second.x1) - max(first.x0, second.x0)
    height = min(first.y1, second.y1) - max(first.y0, second.y0)
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(box.x1 - box.x0) * (box.y1 - box.y0) for box in (first, second)]
    return width * height / (sum(areas) - width * height)


def overlaps(truth: Sequence[TrueWord], found: Sequence[TrueWord]) -> list[float]:
    """For each true word that was found at all: how well the best box of that word covers it."""
    boxes: dict[str, list[Box]] = {}
    for word in found:
        boxes.setdefault(word.text, []).append(word.box)
    return [max(overlap(word.box, box) for box in boxes[word.text]) for word in truth if word.text in boxes]


def fits(truth: Sequence[TrueWord], found: Sequence[TrueWord]) -> str:
    """ "" when recall and boxes are as good as promised, otherwise what they are."""
    share, boxes = recall(truth, found), overlaps(truth, found)
    good = sum(value >= 0.4 for value in boxes) / max(1, len(boxes))
    if share >= 0.95 and good >= 0.9:
        return ""
    return f"recall {share:.3f}, boxes that fit {good:.3f}, median overlap {median(boxes or [0]):.2f}"
