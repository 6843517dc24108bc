"""Pictures: how many are read of a file, how large they may be, and how they are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cancel import CancelToken
from core.errors import DocumentError
from core.ingest.pictures.render import PageRenderer
from core.ingest.readers.image import ImageDocument
from core.ingest.readers.size_limits import ReadLimits
from tests.ingest.formats.kit import open_file
from tests.ingest.formats.made_image import bomb, fax, note, partly_damaged


def test_every_picture_of_a_tiff_can_be_drawn(tmp_path: Path, renderer: PageRenderer) -> None:
    path = tmp_path / "fax.tif"
    fax(path)
    document = open_file(path)
    assert [page.number for page in document.pages(2, 3)] == [2, 3]
    document.close()
    drawn = renderer.render(path, 3, 1.0, CancelToken(), format_name="tiff")
    assert (drawn.width, drawn.height) == (432, 216)
    assert min(drawn.rgb) < 100 < max(drawn.rgb)


def test_more_and_larger_pictures_than_are_read_are_said_to_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "mixed.tif"
    note().save(path, save_all=True, append_images=[note(3000, 3000), note()], compression="tiff_deflate")
    document = ImageDocument(path, ReadLimits(pages=2))
    assert document.page_count == 2
    assert "1 more picture" in list(document.pages())[-1].problem
    document.close()
    document = ImageDocument(path, ReadLimits(image_pixels=1_000_000))
    first, second, _ = document.pages()
    document.close()
    assert (first.wants_ocr, second.wants_ocr) == (True, False)
    assert "3,000 × 3,000 pixels" in second.problem


def test_bombs_and_damaged_pictures_are_not_drawn(tmp_path: Path, renderer: PageRenderer) -> None:
    bomb(tmp_path / "bomb.png")
    with pytest.raises(DocumentError, match="60,000 × 60,000 pixels"):
        renderer.render(tmp_path / "bomb.png", 1, 1.0, CancelToken(), format_name="png")
    path = tmp_path / "mixed.tif"
    partly_damaged(path)
    assert renderer.render(path, 1, 1.0, CancelToken(), format_name="tiff").width > 100
    with pytest.raises(DocumentError, match=r"Page 2 of mixed\.tif cannot be drawn"):
        renderer.render(path, 2, 1.0, CancelToken(), format_name="tiff")
