"""Pages as pictures from the renderer process: boxes land on their words, bad requests end as errors."""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pymupdf
import pytest

from core.cancel import CancelToken
from core.errors import Cancelled, DocumentError
from core.ingest.pictures.render import PageRenderer, RenderedPage
from core.ingest.pictures.render_worker import MAX_PIXELS
from core.ingest.readers.image import ImageReader
from core.ingest.readers.members import FOLDER_PREFIX
from core.ingest.readers.pdf import PdfReader
from core.store.words import unpack_words
from core.types import Box
from tests.ingest.batch import make_locked


def paper(path: Path, rotation: int = 0, width: float = 400, height: float = 600) -> Path:
    document = pymupdf.open()
    page = document.new_page(width=width, height=height)
    page.insert_text((100, 200), "needle", fontsize=20)
    page.set_rotation(rotation)
    document.save(path)
    return path


def pixels(page: RenderedPage) -> np.ndarray:
    return np.frombuffer(page.rgb, dtype=np.uint8).reshape(page.height, page.width, 3)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_box_of_a_word_lies_on_its_ink(renderer: PageRenderer, tmp_path: Path, rotation: int) -> None:
    path = paper(tmp_path / "p.pdf", rotation)
    page = renderer.render(path, 1, 1.5, CancelToken())
    assert (page.width, page.height) == ((900, 600) if rotation in (90, 270) else (600, 900))
    document = PdfReader().open(path)
    (read,) = document.pages()
    document.close()
    (word,) = unpack_words(read.words, 0)
    box = page.to_pixels(word.box)
    dark = np.argwhere(pixels(page).min(axis=2) < 128)
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)
    assert box.x0 - 2 <= left <= right <= box.x1 + 2
    assert box.y0 - 2 <= top <= bottom <= box.y1 + 2
    assert (right - left) * (bottom - top) > 0.3 * (box.x1 - box.x0) * (box.y1 - box.y0)


def test_a_huge_zoom_is_bounded(renderer: PageRenderer, tmp_path: Path) -> None:
    page = renderer.render(paper(tmp_path / "p.pdf", width=2000, height=3000), 1, 1000.0, CancelToken())
    assert page.width * page.height <= MAX_PIXELS * 1.01
    assert page.matrix[0] == pytest.approx(page.width / 2000, rel=0.01)


def test_the_file_is_opened_anew_when_it_changes(renderer: PageRenderer, tmp_path: Path) -> None:
    path = paper(tmp_path / "p.pdf")
    assert renderer.render(path, 1, 1.0, CancelToken()).width == 400
    paper(path, width=300)
    assert renderer.render(path, 1, 1.0, CancelToken()).width == 300


def test_what_cannot_be_drawn_says_why(renderer: PageRenderer, tmp_path: Path) -> None:
    path = paper(tmp_path / "p.pdf")
    with pytest.raises(DocumentError, match="no page 7"):
        renderer.render(path, 7, 1.0, CancelToken())
    with pytest.raises(DocumentError, match="cannot be read"):
        renderer.render(tmp_path / "gone.pdf", 1, 1.0, CancelToken())
    locked = make_locked(tmp_path / "locked.pdf", "user")
    with pytest.raises(DocumentError, match="password"):
        renderer.render(locked, 1, 1.0, CancelToken())
    assert renderer.render(locked, 1, 1.0, CancelToken(), "user").width == 595


def test_stop_before_it_begins(renderer: PageRenderer, tmp_path: Path) -> None:
    token = CancelToken()
    token.set()
    with pytest.raises(Cancelled):
        renderer.render(paper(tmp_path / "p.pdf"), 1, 1.0, token)


def test_another_version_of_the_file_is_known_as_such(renderer: PageRenderer, tmp_path: Path) -> None:
    path = paper(tmp_path / "p.pdf")
    read = path.read_bytes()
    version = {"sha256": hashlib.sha256(read).hexdigest(), "size_bytes": len(read)}
    assert not renderer.render(path, 1, 1.0, CancelToken(), **version).changed

    times = path.stat()
    path.write_bytes(read.replace(b"400 600", b"300 600"))  # same length, and the same time
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 1))
    other = renderer.render(path, 1, 1.0, CancelToken(), **version)
    assert (other.width, other.changed) == (300, True)
    assert other.file.still_holds()

    path.write_bytes(read)  # put back: its time is new, its bytes are the old ones
    assert not renderer.render(path, 1, 1.0, CancelToken(), **version).changed
    path.write_bytes(read + b"\n")
    assert not other.file.still_holds()
    assert renderer.render(path, 1, 1.0, CancelToken(), **version).changed


def test_a_picture_is_drawn_as_its_page_was_read(renderer: PageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 200, 100), False)
    pixmap.clear_with(255)
    pixmap.set_rect(pymupdf.IRect(20, 10, 60, 40), (200, 0, 0))
    pixmap.save(path)
    document = ImageReader().open(path)
    (read,) = document.pages()
    document.close()
    page = renderer.render(path, 1, 2.0, CancelToken(), format_name="png")
    assert (page.width, page.height) == (round(2 * read.width), round(2 * read.height))
    unit = read.width / 200  # points a pixel of the file
    box = page.to_pixels(Box(20 * unit, 10 * unit, 60 * unit, 40 * unit))
    red = np.argwhere(pixels(page)[:, :, 1] < 128)
    assert red.min(axis=0).tolist() == pytest.approx([box.y0, box.x0], abs=1.5)
    assert red.max(axis=0).tolist() == pytest.approx([box.y1, box.x1], abs=1.5)


def test_a_page_of_a_file_in_an_archive_is_drawn(tmp_path: Path) -> None:
    inner = paper(tmp_path / "inner.pdf", width=320)
    read = inner.read_bytes()
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as out:
        out.write(inner, "letters/keel.pdf")
        out.writestr("letters/plain.txt", "nothing to draw")
    version = {"sha256": hashlib.sha256(read).hexdigest(), "size_bytes": len(read)}
    before = set(unpacked())
    made = PageRenderer()
    try:
        for _ in range(2):
            page = made.render(archive, 1, 1.0, CancelToken(), member="letters/keel.pdf", **version)
            assert (page.width, page.changed) == (320, False)
        assert len(set(unpacked()) - before) == 1, "it is unpacked once, for as long as it is shown"
        assert page.file.path == archive
        assert page.file.still_holds()
        with pytest.raises(DocumentError, match="no pages that can be drawn"):
            made.render(archive, 1, 1.0, CancelToken(), member="letters/plain.txt", format_name="text")
        with pytest.raises(DocumentError, match="gone"):
            made.render(archive, 1, 1.0, CancelToken(), member="gone.pdf")
        made.render(archive, 1, 1.0, CancelToken(), member="letters/keel.pdf", **version)
    finally:
        made.close()
    assert set(unpacked()) == before


def unpacked() -> list[Path]:
    """Of this test alone: others unpack files of other names."""
    return list(Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*/*/keel.pdf"))
