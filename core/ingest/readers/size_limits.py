"""How large a file may be, and how much of it is read: bounds against hostile and against merely huge files.

Values only; used when a file is added and again in the parser process, which trusts nobody.
"""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1024**2


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Bounds of one file.

    Attributes:
        file_bytes: larger files are refused.
        pages: what comes after is left out and said (also sheets, slides, sections, messages).
        text_characters: of the whole document; what comes after is left out and said.
        unpacked_bytes: sum of all parts of an archive (also of the archives that office files are).
        unpacked_ratio: most bytes out of a byte in, for parts above 1 MiB.
        archive_members: files in one archive.
        attachments: files in one mail or archive that become documents.
        nesting: archives and mails inside each other.
        image_pixels: of one picture; more are refused, not decoded.
        cells: of one workbook.
    """

    file_bytes: int = 768 * MIB
    pages: int = 5_000
    text_characters: int = 60_000_000
    unpacked_bytes: int = 1024 * MIB
    unpacked_ratio: int = 200
    archive_members: int = 20_000
    attachments: int = 2_000
    nesting: int = 3
    image_pixels: int = 120_000_000
    cells: int = 2_000_000


LIMITS = ReadLimits()
