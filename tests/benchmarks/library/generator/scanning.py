"""A document as a scanner would have taken it: images of its pages, a little askew, grey and soft."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray


def scanned(document: Any, chance: Random) -> Any:
    """A new PyMuPDF document of images only, 150 to 200 dpi; `document` is closed."""
    import pymupdf

    dpi = chance.choice((150, 165, 180, 200))
    paper, blur, noise = chance.uniform(232, 252), chance.uniform(0.15, 0.55), chance.uniform(3, 9)
    quality = chance.randrange(60, 82)
    taken = pymupdf.open()
    for page in document:
        angle = chance.uniform(-1, 1)
        wide, high = round(page.rect.width * dpi / 72), round(page.rect.height * dpi / 72)
        matrix = pymupdf.Matrix(dpi / 72, dpi / 72).prerotate(angle)
        pixels = page.get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY, alpha=False)
        grey = np.frombuffer(pixels.samples, dtype=np.uint8).reshape(pixels.height, pixels.stride)
        image = _soft(_middle(grey[:, : pixels.width], wide, high), blur)
        grain = np.random.default_rng(chance.getrandbits(32)).normal(0, noise, (high, wide))
        shade = np.linspace(chance.uniform(-6, 0), chance.uniform(-6, 0), wide)
        done = np.clip(image * (paper - 18) / 255 + 18 + grain + shade, 0, 255).astype(np.uint8)
        picture = pymupdf.Pixmap(pymupdf.csGRAY, wide, high, done.tobytes(), False)
        sheet = taken.new_page(width=page.rect.width, height=page.rect.height)
        sheet.insert_image(sheet.rect, stream=picture.tobytes("jpeg", jpg_quality=quality))
    document.close()
    return taken


def _middle(image: NDArray[np.uint8], wide: int, high: int) -> NDArray[np.float64]:
    """The middle of the image, white where there is none."""
    page = np.full((high, wide), 255.0)
    rows, columns = min(high, image.shape[0]), min(wide, image.shape[1])
    top, left = (image.shape[0] - rows) // 2, (image.shape[1] - columns) // 2
    to_top, to_left = (high - rows) // 2, (wide - columns) // 2
    page[to_top : to_top + rows, to_left : to_left + columns] = image[top : top + rows, left : left + columns]
    return page


def _soft(image: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """Mixed with its four neighbours."""
    padded = np.pad(image, 1, mode="edge")
    around = (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]) / 4
    return image * (1 - share) + around * share
