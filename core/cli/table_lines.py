"""The table of a comparison in a terminal: columns side by side, each cell wrapped in its own. Pure."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

_GAP = " │ "
_NARROWEST, _WIDEST_NAME = 12, 22  # characters


def table_lines(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A heading, and each row under a line of its own.

    Args:
        columns: their names, that of the names of rows first.
        rows: the cells, as many as columns.
        width: of the whole, in characters.
    """
    longest = max(len(row[0]) for row in [columns, *rows])
    first = min(longest, _WIDEST_NAME)
    others = len(columns) - 1
    each = max(_NARROWEST, (width - first - len(_GAP) * others) // max(1, others))
    widths = [first, *[each] * others]
    rule = "─┼─".join("─" * size for size in widths)
    lines = _wrapped(columns, widths)
    for row in rows:
        lines += [rule, *_wrapped(row, widths)]
    return lines


def _wrapped(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    columns = [textwrap.wrap(cell, size) or [""] for cell, size in zip(cells, widths, strict=True)]
    return [
        _GAP.join(part.ljust(size) for part, size in zip(line, widths, strict=True)).rstrip()
        for line in zip_longest(*columns, fillvalue="")
    ]
