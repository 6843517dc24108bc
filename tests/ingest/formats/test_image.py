"""Pictures: pages as large as the resolution says, that need recognition; bombs are refused unread."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from core.cancel import CancelToken
from core.errors import DocumentError
from core.ingest.pictures.render import PageRenderer
from core.ingest.queue.content_hash import HEAD_BYTES
from core.ingest.readers import format_named, format_of, load_reader
from core.ingest.readers.base import ReadPage
from core.ingest.readers.image import ImageDocument, ImageReader
from core.ingest.readers.size_limits import ReadLimits

NO_PICTURE = b"\x00" * 200


@pytest.fixture(scope="module")
def renderer() -> Iterator[PageRenderer]:
    made = PageRenderer()
    yield made
    made.close()


def note(width: int = 600, height: int = 300, *, mode: str = "RGB") -> Image.Image:
    """A white sheet with "Serial 4711" on it in large letters, a quarter of the way down."""
    sheet = Image.new("L", (width, height), 255)
    ImageDraw.Draw(sheet).text((width // 10, height // 4), "Serial 4711", fill=0, font_size=height // 8)
    return sheet.convert(mode)


def pages(path: Path) -> list[ReadPage]:
    document = ImageReader().open(path)
    try:
        return list(document.pages())
    finally:
        document.close()


@pytest.mark.parametrize(("name", "kind"), [("a.png", "png"), ("a.jpg", "jpeg"), ("a.tif", "tiff")])
@pytest.mark.parametrize("mode", ["RGB", "L", "1", "CMYK"])
def test_a_picture_is_a_page_that_needs_recognition(tmp_path: Path, name: str, kind: str, mode: str) -> None:
    if (kind, mode) in {("png", "CMYK"), ("jpeg", "1")}:
        pytest.skip(f"{kind} has no {mode}")
    path = tmp_path / name
    note(mode=mode).save(path, dpi=(150, 150))
    found = format_of(path)
    assert found is not None
    assert found.name == kind
    assert found.accepts(path.read_bytes()[:HEAD_BYTES])
    document = load_reader(format_named(kind)).open(path)
    assert (document.page_count, document.title, document.outline) == (1, "", [])
    (page,) = document.pages()
    document.close()
    assert (page.width, page.height) == pytest.approx((288, 144), abs=0.1)
    assert (page.text, page.words, page.rotation, page.problem) == ("", b"", 0, "")
    assert page.wants_ocr
    assert page.checked


@pytest.mark.parametrize("dpi", [1, 72, 300, 1_000_000])
def test_a_page_has_a_size_whatever_the_file_says_of_its_resolution(tmp_path: Path, dpi: int) -> None:
    note().save(tmp_path / "a.png", dpi=(dpi, dpi))
    (page,) = pages(tmp_path / "a.png")
    assert 100 <= page.width <= 900
    assert page.width == pytest.approx(2 * page.height, rel=0.02)


def test_every_picture_of_a_tiff_is_a_page(tmp_path: Path, renderer: PageRenderer) -> None:
    path = tmp_path / "fax.tif"
    first, *others = [note(400 + 100 * number, 300, mode="1") for number in range(4)]
    first.save(path, save_all=True, append_images=others, compression="group4", dpi=(100, 100))
    assert [page.width for page in pages(path)] == pytest.approx([288, 360, 432, 504])
    document = ImageReader().open(path)
    assert [page.number for page in document.pages(2, 3)] == [2, 3]
    document.close()
    drawn = renderer.render(path, 3, 1.0, CancelToken(), format_name="tiff")
    assert (drawn.width, drawn.height) == (432, 216)
    assert min(drawn.rgb) < 100 < max(drawn.rgb)


def test_more_pictures_than_are_read_are_said_to_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "fax.tif"
    note().save(path, save_all=True, append_images=[note(), note()])
    document = ImageDocument(path, ReadLimits(pages=2))
    assert document.page_count == 2
    assert "1 more picture" in list(document.pages())[-1].problem
    document.close()


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def bomb(path: Path, width: int, height: int) -> Path:
    """A well-formed PNG of so many white pixels, in a few kilobytes."""
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\x00" * ((width // 8 + 1) * min(height, 1000)))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )
    return path


def test_a_picture_of_too_many_pixels_is_refused_by_its_header(
    tmp_path: Path, renderer: PageRenderer
) -> None:
    path = bomb(tmp_path / "bomb.png", 60_000, 60_000)
    assert path.stat().st_size < 100_000
    began = time.monotonic()
    with pytest.raises(DocumentError, match="60,000 × 60,000 pixels") as refused:
        ImageReader().open(path)
    assert time.monotonic() - began < 10  # 3.6 thousand million pixels take longer
    assert refused.value.hint
    with pytest.raises(DocumentError, match="60,000 × 60,000 pixels"):
        renderer.render(path, 1, 1.0, CancelToken(), format_name="png")


def test_a_large_picture_inside_a_tiff_costs_its_page_only(tmp_path: Path) -> None:
    path = tmp_path / "mixed.tif"
    note().save(path, save_all=True, append_images=[note(3000, 3000)], compression="tiff_deflate")
    document = ImageDocument(path, ReadLimits(image_pixels=1_000_000))
    first, second = document.pages()
    document.close()
    assert first.wants_ocr
    assert not second.wants_ocr
    assert "3,000 × 3,000 pixels" in second.problem


def test_a_damaged_picture_inside_a_tiff_costs_its_page_only(tmp_path: Path, renderer: PageRenderer) -> None:
    path = tmp_path / "mixed.tif"
    note().save(path, save_all=True, append_images=[note()], compression="tiff_deflate")
    before, compression, after = path.read_bytes().rpartition(struct.pack("<HHI", 259, 3, 1))
    path.write_bytes(before + compression + struct.pack("<H", 99) + after[2:])
    first, second = pages(path)
    assert first.wants_ocr
    assert (second.wants_ocr, second.problem) == (False, "This picture is damaged.")
    assert renderer.render(path, 1, 1.0, CancelToken(), format_name="tiff").width > 100
    with pytest.raises(DocumentError, match=r"Page 2 of mixed\.tif cannot be drawn"):
        renderer.render(path, 2, 1.0, CancelToken(), format_name="tiff")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.png", b"", "empty"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + NO_PICTURE, "damaged"),
        ("a.jpg", b"\xff\xd8\xff\xe0" + NO_PICTURE, "damaged"),
        ("a.tif", b"II*\x00" + NO_PICTURE, "damaged"),
        ("a.jpg", b"%PDF-1.7" + NO_PICTURE, "not a PNG, JPEG or TIFF"),
    ],
)
def test_what_is_no_picture_says_so(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DocumentError, match=reason) as error:
        ImageReader().open(path)
    assert name in error.value.message
    assert error.value.hint


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be read"):
        ImageReader().open(tmp_path / "gone.png")
