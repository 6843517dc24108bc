"""Dashes that stand alone, as tables have them for nothing: the detection model does not see them as text.

Without them a row has fewer cells than its table has columns. Pure functions; run in the recogniser process.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# All in heights of a line's box, which is about 1.2 times the size of its type.
_NARROWEST = 0.35
_WIDEST = 1.2
_THICKEST = 0.16
_OFF_MIDDLE = 0.25  # a dash stands near the middle of its row, a rule below it
_CLEAR = 0.4  # of other ink, above and below
_LEAST_FILL = 0.7
_LEAST_CONTRAST = 60


def find_dashes(picture: NDArray[np.uint8], boxes: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Dashes in the rows of the lines found, outside of these: their corners (clockwise, x and y in turns).

    `boxes`: shape (n, 4, 2), upright lines on `picture`.
    """
    import cv2

    corners = np.concatenate((boxes.min(axis=1), boxes.max(axis=1)), axis=1)
    height = float(np.median(corners[:, 3] - corners[:, 1]))
    if height < 8:
        return []
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    ink = (grey < int(np.median(grey)) - _LEAST_CONTRAST).astype(np.uint8)
    _, _, found, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    wide = found[:, cv2.CC_STAT_WIDTH]
    thick = found[:, cv2.CC_STAT_HEIGHT]
    fits = (
        (wide >= _NARROWEST * height)
        & (wide <= _WIDEST * height)
        & (thick <= max(2.0, _THICKEST * height))
        & (found[:, cv2.CC_STAT_AREA] >= _LEAST_FILL * wide * thick)
    )
    return [
        _quad(left, left + width, row, height)
        for left, top, width, tall in found[fits][:, :4].tolist()
        if (row := _row(left, top + tall / 2, width, corners, height)) is not None
        and _is_alone(ink, left, top, width, tall, height)
    ]


def _row(left: int, middle: float, width: int, corners: NDArray[Any], height: float) -> float | None:
    """The middle of the row in which a dash would stand; None when it belongs to no row, or to a word."""
    inside = (
        (corners[:, 0] < left + width)
        & (corners[:, 2] > left)
        & (corners[:, 1] < middle)
        & (corners[:, 3] > middle)
    )
    if inside.any():
        return None
    middles = (corners[:, 1] + corners[:, 3]) / 2
    nearest = float(middles[np.argmin(np.abs(middles - middle))])
    return nearest if abs(nearest - middle) <= _OFF_MIDDLE * height else None


def _is_alone(ink: NDArray[np.uint8], left: int, top: int, width: int, tall: int, height: float) -> bool:
    """No ink above or below: not an equals sign, a fraction, a frame or a part of a drawing."""
    reach = int(_CLEAR * height)
    above = ink[max(0, top - reach) : top, left : left + width]
    below = ink[top + tall : top + tall + reach, left : left + width]
    return not above.any() and not below.any()


def _quad(left: int, right: int, row: float, height: float) -> NDArray[np.float64]:
    top, bottom = row - height / 2, row + height / 2
    return np.array([left, top, right, top, right, bottom, left, bottom], dtype=np.float64)
