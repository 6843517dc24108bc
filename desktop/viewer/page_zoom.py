"""How large pages are shown, and how they are turned. GUI thread; no signals of its own."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.viewer.page_layout import Fit, Sheet, fitting_scale

POINTS_TO_PIXELS = 96 / 72  # at 100 %
STEPS = (0.1, 0.25, 0.33, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
_FIT_RANGE = (0.05, 2.0)


class PageZoom:
    """`scale` 1.0 is the size on paper; `text_scale` 1.0 the size of the window's font; `turn` in degrees
    clockwise; `room` is the width and height a page may have in logical pixels; `ratio` device pixels each.
    """

    def __init__(self) -> None:
        self.mode = Fit.WIDTH
        self.scale = 1.0
        self.text_scale = 1.0
        self.turn = 0
        self.room = (0, 0)
        self.ratio = 1.0

    @property
    def pixels(self) -> float:
        """Device pixels a point."""
        return round(self.scale * POINTS_TO_PIXELS * self.ratio, 3)

    @property
    def logical(self) -> float:
        """Logical pixels a point."""
        return self.scale * POINTS_TO_PIXELS

    def turned(self, sheets: Sequence[Sheet]) -> list[Sheet]:
        """The pages as the reader has turned them; none is empty."""
        return [
            Sheet(max(one.width, 1.0), max(one.height, 1.0), (one.rotation + self.turn) % 360)
            for one in sheets
        ]

    def fit(self, sheets: Sequence[Sheet], number: int) -> None:
        """Set the zoom that the size of the view asks for; `sheets` as `turned` gives them."""
        if self.mode is Fit.NONE or not sheets or min(self.room) <= 0:
            return
        wanted = fitting_scale(sheets, number, self.room, self.mode) / POINTS_TO_PIXELS
        self.scale = min(max(wanted, _FIT_RANGE[0]), _FIT_RANGE[1])


def next_step(now: float, direction: int) -> float:
    """The next zoom up (+1) or down (-1); `now` where there is none."""
    if direction > 0:
        return min((step for step in STEPS if step > now + 0.01), default=now)
    return max((step for step in STEPS if step < now - 0.01), default=now)
