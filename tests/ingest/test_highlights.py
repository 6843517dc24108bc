"""The highlight of a chunk's first and last word lies on those words, for every format with page images.

The words of the files made here have six colours, so that no word has that of its neighbours. Where a word is
drawn is then read off the picture of its page, and says nothing about how its box was found.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pymupdf
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.cancel import CancelToken
from core.ingest.ocr.recogniser import TextRecognizer
from core.ingest.pictures.render import PageRenderer
from core.types import Box, Document, DocumentStatus, Page
from desktop.viewer.highlights import highlight_boxes
from tests.ingest.batch import make_mail
from tests.ingest.formats.made_epub import write_book
from tests.library_kit import Library, open_library

_LINES = (
    "harvest lantern marble bridge kitchen garden winter castle pepper silver",
    "rocket button candle desert engine forest guitar hammer island jacket",
    "ladder magnet needle orange pencil rabbit saddle tunnel valley window",
    "anchor basket camera dragon feather glacier helmet insect jungle kettle",
    "lizard mirror napkin oyster parrot quarry ribbon sparrow turnip velvet",
    "acorn blanket carpet dinner evening farmer ginger hunter iron jelly",
    "king lemon market number ocean palace quilt river summer table",
    "uncle violin walnut yellow zebra arrow bottle cotton doctor earth",
)
WORDS = tuple(word for line in _LINES for word in line.split())
COLOURS = np.array([(210, 0, 0), (0, 130, 0), (0, 0, 230), (190, 0, 190), (0, 140, 150), (190, 110, 0)])
IN_A_LINE = 5
DPI = 150
ZOOM = 2.0  # pixels a point
# Letters of a PDF have exact boxes. Those that are recognised share the length of their line.
DRAWN, RECOGNISED = 0.97, 0.8


def colour(place: int) -> tuple[int, int, int]:
    """That of `WORDS[place]`; the words beside, above and below have others."""
    red, green, blue = COLOURS[(place + 4 * (place // IN_A_LINE)) % len(COLOURS)]
    return int(red), int(green), int(blue)


# --- files -----------------------------------------------------------------------------------------


def paper(
    words: range = range(len(WORDS)),
    *,
    left: float = 60,
    size: tuple[float, float] = (520, 600),
    corner: tuple[float, float] = (0, 0),
    rotation: int = 0,
    columns: int = 1,
) -> pymupdf.Document:
    """One page of text. `corner`: where the visible part begins on a larger sheet of paper."""
    document = pymupdf.open()
    page = document.new_page(width=size[0] + 2 * corner[0], height=size[1] + 2 * corner[1])
    font = pymupdf.Font("helv")
    in_a_column = -(-len(words) // columns)
    for at, place in enumerate(words):
        column, rest = divmod(at, in_a_column)
        row, in_row = divmod(rest, IN_A_LINE)
        before = " ".join([*WORDS[place - in_row : place], ""]) if in_row else ""
        x = left + 400 * column + font.text_length(before, 14)
        page.insert_text(
            (corner[0] + x, corner[1] + 60 + 32 * row),
            WORDS[place],
            fontsize=14,
            color=tuple(part / 255 for part in colour(place)),
        )
    if corner != (0, 0):
        page.set_cropbox(pymupdf.Rect(*corner, corner[0] + size[0], corner[1] + size[1]))
    page.set_rotation(rotation)
    return document


def picture(words: range = range(len(WORDS)), turned: float = 0) -> Image.Image:
    """What a scanner makes of such a page that lay turned by so many degrees, counterclockwise."""
    image = Image.new("RGB", (1100, 120 + 66 * -(-len(words) // IN_A_LINE)), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(30)
    for at, place in enumerate(words):
        row, in_row = divmod(at, IN_A_LINE)
        before = " ".join([*WORDS[place - in_row : place], ""]) if in_row else ""
        position = (70 + draw.textlength(before, font), 60 + 66 * row)
        draw.text(position, WORDS[place], colour(place), font)
    return image.rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor="white")


def jpeg(image: Image.Image, orientation: int = 1) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=92, subsampling=0, dpi=(DPI, DPI), exif=exif)
    return buffer.getvalue()


def scanned(turned: float = 0, rotation: int = 0) -> bytes:
    """A PDF that is a picture and nothing else."""
    image = picture(turned=turned)
    with pymupdf.open() as document:
        page = document.new_page(width=image.width * 72 / DPI, height=image.height * 72 / DPI)
        page.insert_image(page.rect, stream=jpeg(image))
        page.set_rotation(rotation)
        return bytes(document.tobytes())


def tiff(path: Path) -> None:
    first, second = picture(range(40)), picture(range(40, 80), turned=90)
    first.save(path, save_all=True, append_images=[second], dpi=(DPI, DPI), compression="tiff_lzw")


def book(path: Path) -> None:
    def chapter(words: range) -> str:
        pieces = []
        for place in words:
            shade = "#{:02x}{:02x}{:02x}".format(*colour(place))
            end = "<br/>" if place % IN_A_LINE == IN_A_LINE - 1 else ""
            pieces.append(f'<span style="color:{shade}">{WORDS[place]}</span>{end}')
        return f'<p style="line-height:2">{" ".join(pieces)}</p>'

    write_book(path, {"One": chapter(range(45)), "Two": chapter(range(45, 80))})


def mail(path: Path) -> None:
    attached = path.with_name("scan.pdf")
    attached.write_bytes(scanned(rotation=180, turned=180))
    make_mail(path, attached)
    attached.unlink()


def archived(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("folder/paper.pdf", paper(rotation=90).tobytes())


class Case(NamedTuple):
    """`make` writes the file; `pages`: how many the document with the words has."""

    name: str
    make: Callable[[Path], object]
    pages: int = 1
    share: float = DRAWN


CASES = (
    Case("plain.pdf", lambda path: paper().save(path)),
    Case("rotated-90.pdf", lambda path: paper(rotation=90).save(path)),
    Case("rotated-180.pdf", lambda path: paper(rotation=180).save(path)),
    Case("rotated-270.pdf", lambda path: paper(rotation=270).save(path)),
    Case("cropped.pdf", lambda path: paper(corner=(90, 140)).save(path)),
    Case("cropped-rotated.pdf", lambda path: paper(corner=(90, 140), rotation=270).save(path)),
    Case("columns.pdf", lambda path: paper(columns=2, size=(840, 340)).save(path)),
    Case("another-ending.docx", lambda path: path.write_bytes(paper(size=(530, 610)).tobytes())),
    Case("inside.zip", archived),
    Case("book.epub", book, 2),
    Case("picture.png", lambda path: picture().save(path, dpi=(DPI, DPI)), 1, RECOGNISED),
    Case("picture.jpg", lambda path: path.write_bytes(jpeg(picture())), 1, RECOGNISED),
    # A camera held upright: the file lies on its side and says so.
    Case("camera.jpeg", lambda path: path.write_bytes(jpeg(picture(turned=90), 6)), 1, RECOGNISED),
    Case("pages.tiff", tiff, 2, RECOGNISED),
    Case("scan.pdf", lambda path: path.write_bytes(scanned()), 1, RECOGNISED),
    Case("scan-rotated-90.pdf", lambda path: path.write_bytes(scanned(90, 90)), 1, RECOGNISED),
    Case("scan-rotated-270.pdf", lambda path: path.write_bytes(scanned(270, 270)), 1, RECOGNISED),
    Case("scan-lying.pdf", lambda path: path.write_bytes(scanned(90)), 1, RECOGNISED),
    Case("scan-upside-down.pdf", lambda path: path.write_bytes(scanned(180)), 1, RECOGNISED),
    Case("scan-skewed.pdf", lambda path: path.write_bytes(scanned(1.5)), 1, RECOGNISED),
    Case("attached.eml", mail, 1, RECOGNISED),
)
# Recognising takes seconds a page: one page for every day.
QUICK = [case for case in CASES if case.share == DRAWN or case.name == "scan.pdf"]
SCANS = [case for case in CASES if case not in QUICK]


# --- reading them ----------------------------------------------------------------------------------


class Read(NamedTuple):
    library: Library
    renderer: PageRenderer
    folder: Path


@pytest.fixture(scope="module")
def read(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Read]:
    """The files of some cases, taken in as the program does it, with the real recogniser."""
    folder = tmp_path_factory.mktemp("highlights") / "files"
    folder.mkdir()
    cases = {"quick": QUICK, "scans": SCANS}[request.param]
    for case in cases:
        case.make(folder / case.name)
    library = open_library(folder.parent / "home", tokens=40, recogniser=TextRecognizer())
    renderer = PageRenderer()
    library.ingest(*(folder / case.name for case in cases))
    yield Read(library, renderer, folder)
    renderer.close()
    library.close()


def document_of(read: Read, case: Case) -> Document:
    """The document with the words: the file itself, or the one inside it."""
    found = [
        document
        for document in read.library.documents.all()
        if Path(document.path) == read.folder / case.name and document.format not in ("zip", "eml")
    ]
    (document,) = found
    return document


def colour_at(pixels: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For each pixel the place in `COLOURS` that it is nearest to, -1 for paper and edges of letters."""
    places = np.full(pixels.shape[:2], -1)
    inked = pixels.min(axis=2) < 200  # the rest is paper
    distances = np.abs(pixels[inked].astype(np.int64)[:, None, :] - COLOURS).sum(axis=2)
    places[inked] = np.where(distances.min(axis=1) < 140, distances.argmin(axis=1), -1)
    return places


def misplaced(ink: NDArray[np.int64], box: Box, wanted: int, share: float) -> str:
    """Why the box does not lie on a word of that colour; "" when it does."""
    height, width = ink.shape
    margin = min(box.x1 - box.x0, box.y1 - box.y0) * 0.35

    def cut(by: float) -> NDArray[np.int64]:
        top, bottom = max(0, round(box.y0 - by)), min(height, round(box.y1 + by))
        return ink[top:bottom, max(0, round(box.x0 - by)) : min(width, round(box.x1 + by))]

    inside, around = cut(1), cut(margin)
    own = int((inside == wanted).sum())
    if own < 20:
        return f"no such word in it ({own} pixels)"
    if own < share * (around == wanted).sum():
        return f"only {own / (around == wanted).sum():.0%} of the word"
    if own < share * (inside >= 0).sum():
        return f"other words make up {1 - own / (inside >= 0).sum():.0%}"
    rows, columns = np.nonzero(inside == wanted)
    covered = max(np.ptp(columns) / (box.x1 - box.x0), np.ptp(rows) / (box.y1 - box.y0))
    return "" if covered > share - 0.1 else f"the word fills {covered:.0%} of it"


def ends_of_chunks(library: Library, document: Document) -> Iterator[tuple[Page, str, list[Box]]]:
    """Of each chunk the first and the last word, with its page and what is painted for it."""
    pages = {
        page.number: page
        for number in range(1, document.page_count + 1)
        if (page := library.chunks._pages.get(document.document_id, number)) is not None
    }
    for chunk in library.chunks.of_document(document.document_id):
        for offset in (chunk.spans[0].start, chunk.spans[-1].end - 1):
            (page,) = [page for page in pages.values() if page.span.start <= offset < page.span.end]
            (word,) = [word for word in page.words if word.span.start <= offset < word.span.end]
            text = page.text[word.span.start - page.span.start : word.span.end - page.span.start]
            yield page, text, highlight_boxes(page, [word.span])


@pytest.mark.parametrize(
    ("read", "case"),
    [
        *(pytest.param("quick", case, id=case.name) for case in QUICK),
        *(pytest.param("scans", case, id=case.name, marks=pytest.mark.slow) for case in SCANS),
    ],
    indirect=["read"],
    scope="module",
)
def test_a_highlight_lies_on_the_first_and_the_last_word(read: Read, case: Case) -> None:
    document = document_of(read, case)
    assert document.status is DocumentStatus.INDEXED
    assert document.page_count == case.pages
    pictures: dict[int, tuple[NDArray[np.int64], Callable[[Box], Box]]] = {}
    wrong: list[str] = []
    seen: set[str] = set()
    for page, text, boxes in ends_of_chunks(read.library, document):
        if page.number not in pictures:
            drawn = read.renderer.render(
                Path(document.path),
                page.number,
                ZOOM,
                CancelToken(),
                format_name=document.format,
                member=document.member,
            )
            pixels = np.frombuffer(drawn.rgb, np.uint8).reshape(drawn.height, drawn.width, 3)
            pictures[page.number] = colour_at(pixels), drawn.to_pixels
        ink, to_pixels = pictures[page.number]
        place = WORDS.index(text)
        wanted = (place + 4 * (place // IN_A_LINE)) % len(COLOURS)
        (box,) = boxes
        if problem := misplaced(ink, to_pixels(box), wanted, case.share):
            wrong.append(f"{text} on page {page.number}: {problem}")
        seen.add(text)
    assert len(seen) >= 4, "too few chunks to tell"
    assert {WORDS[0], WORDS[-1]} <= seen
    assert not wrong, "; ".join(wrong)
