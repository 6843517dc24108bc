"""Figures, days and times of day as the language of the window writes them. GUI thread; no widgets."""

from __future__ import annotations

import datetime

from PySide6.QtCore import QLocale

from core.models.partial import readable_bytes

_SWAPPED = str.maketrans(",.", ".,")


class Grouped(int):
    """A whole number that a format such as `{n:,}` groups as the language does: 1,234 or 1.234."""

    def __format__(self, form: str) -> str:
        return localised(super().__format__(form))


def localised(figure: str) -> str:
    """`1,234.5` as the language writes it: `1.234,5` in German."""
    return figure.translate(_SWAPPED) if is_german() else figure


def grouped(count: int) -> str:
    """`1,234` or `1.234`."""
    return localised(f"{count:,}")


def decimal(figure: float, places: int = 1) -> str:
    """`4.1` or `4,1`."""
    return localised(f"{figure:.{places}f}")


def file_size(count: int) -> str:
    """`1.1 GB` or `1,1 GB`; `0 bytes` or `0 Bytes`."""
    told = localised(readable_bytes(count))
    return told.replace("bytes", "Bytes") if is_german() else told


def day(when: datetime.date) -> str:
    """`2024-03-31` or `31.03.2024`."""
    return f"{when:%d.%m.%Y}" if is_german() else f"{when:%Y-%m-%d}"


def day_as_shown(day_in_iso: str) -> str:
    """The same for `2024-03-31`; any other text, such as `2024-03`, stays as it is."""
    try:
        return day(datetime.date.fromisoformat(day_in_iso))
    except ValueError:
        return day_in_iso


def is_german() -> bool:
    return QLocale().language() is QLocale.Language.German
