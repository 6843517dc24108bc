"""Pictures, each with a trap."""

from __future__ import annotations

import struct
import zlib
from functools import partial
from pathlib import Path

from PIL import Image, ImageDraw

from tests.ingest.formats.kit import odd

MODES = {"png": ("RGB", "L", "1"), "jpg": ("RGB", "L", "CMYK"), "tif": ("RGB", "L", "1", "CMYK")}
NO_PICTURE = b"\x00" * 200


def note(width: int = 600, height: int = 300, *, mode: str = "RGB") -> Image.Image:
    """A white sheet with "Serial 4711" on it in large letters, a quarter of the way down."""
    sheet = Image.new("L", (width, height), 255)
    ImageDraw.Draw(sheet).text((width // 10, height // 4), "Serial 4711", fill=0, font_size=height // 8)
    return sheet.convert(mode)


def draw(path: Path, mode: str, dpi: int) -> None:
    note(mode=mode).save(path, dpi=(dpi, dpi))


for suffix, modes in MODES.items():
    for mode in modes:
        odd(f"{mode}.{suffix}")(partial(draw, mode=mode, dpi=150))
for dpi in (1, 72, 300, 1_000_000):
    odd(f"{dpi} dots an inch.png")(partial(draw, mode="L", dpi=dpi))
for name, content in {
    "empty.png": b"",
    "damaged.png": b"\x89PNG\r\n\x1a\n" + NO_PICTURE,
    "damaged.jpg": b"\xff\xd8\xff\xe0" + NO_PICTURE,
    "damaged.tif": b"II*\x00" + NO_PICTURE,
    "a PDF.jpg": b"%PDF-1.7" + NO_PICTURE,
}.items():
    odd(name)(partial(Path.write_bytes, data=content))


@odd("fax.tif")
def fax(path: Path) -> None:
    first, *others = [note(400 + 100 * number, 300, mode="1") for number in range(4)]
    first.save(path, save_all=True, append_images=others, compression="group4", dpi=(100, 100))


@odd("one picture damaged.tif")
def partly_damaged(path: Path) -> None:
    note().save(path, save_all=True, append_images=[note()], compression="tiff_deflate")
    before, compression, after = path.read_bytes().rpartition(struct.pack("<HHI", 259, 3, 1))
    path.write_bytes(before + compression + struct.pack("<H", 99) + after[2:])


@odd("bomb.png")
def bomb(path: Path) -> None:
    """Well-formed, of 3.6 thousand million white pixels, in a few kilobytes."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        )

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\x00" * (60_000 // 8 + 1) * 1000)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )
    assert path.stat().st_size < 100_000
