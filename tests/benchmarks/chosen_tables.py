"""Tables of PDFs chosen by chance, as pictures and as the program keeps them, to be compared by eye.

`python -m tests.benchmarks.chosen_tables FOLDER OUT COUNT`: of each PDF in turn, lines with figures apart.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from itertools import cycle, groupby, islice, pairwise
from pathlib import Path
from typing import Any

import pymupdf

from core.ingest.readers.pdf import PdfReader, open_pdf

_FIGURE = re.compile(r"[($€£+\-–—]*\d[\d.,]*[%)]*")
_LEAST_ROWS, _GAP = 4, 6  # points between two cells
_ABOVE, _BELOW = 70, 25  # points of the page shown around a table


def tables_of(page: Any) -> list[tuple[float, float]]:
    """The upper and lower edge of each run of lines with figures; every fourth line may have none."""
    words = sorted(page.get_text("words"), key=lambda word: (round(word[3] / 3), word[0]))
    lines = [list(line) for _, line in groupby(words, key=lambda word: round(word[3] / 3))]
    runs: list[list[list[Any]]] = [[]]
    quiet = 0
    for line in lines:
        apart = any(b[0] - a[2] > _GAP and _FIGURE.fullmatch(b[4]) for a, b in pairwise(line))
        quiet = 0 if apart else quiet + 1
        if apart:
            runs[-1].append(line)
        elif quiet > 3 and runs[-1]:
            runs.append([])
    return [(run[0][0][1], run[-1][0][3]) for run in runs if len(run) >= _LEAST_ROWS]


def chosen(folder: Path, count: int) -> Iterator[tuple[Path, int, float, float]]:
    """File, page from 1, upper and lower edge."""
    dice = random.Random(20261128)
    for path in islice(cycle(sorted(folder.rglob("*.pdf"))), count):
        with open_pdf(path) as document:
            found = [(n, *table) for n, page in enumerate(document, 1) for table in tables_of(page)]
        yield (path, *dice.choice(found))


if __name__ == "__main__":
    out = Path(sys.argv[2])
    for number, (path, place, top, bottom) in enumerate(chosen(Path(sys.argv[1]), int(sys.argv[3]))):
        (read,) = PdfReader().open(path).pages(place, place)
        near = [line for line in read.lines if line.y1 > top - _ABOVE and line.y0 < bottom + _BELOW]
        told = [f"{read.text[line.start : line.end]}   << {line.table_header}\n" for line in near]
        (out / f"{number:02}.txt").write_text("".join([f"{path.name} page {place}\n", *told]))
        page = open_pdf(path)[place - 1]
        area = pymupdf.Rect(page.rect.x0, top - _ABOVE, page.rect.x1, bottom + _BELOW)
        page.get_pixmap(matrix=pymupdf.Matrix(1.5, 1.5), clip=area).save(out / f"{number:02}.png")
