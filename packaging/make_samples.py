"""Makes `resources/samples/*.pdf` from `packaging/samples/*.txt`: invented documents of an invented company.

    .venv/bin/python packaging/make_samples.py [FOLDER]

The texts are lines: `# heading`, `## sub-heading`, `- item`, `| cell | cell |` (the first row of a table with
more than two columns is its header), `!title`, `!subtitle`, anything else a paragraph. The pages have running
headers and footers and ruled tables whose header is repeated after a page break, as real documents do.
The same texts give the same bytes: only the fonts every PDF reader has, fixed dates, no new ids.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pymupdf

ROOT = Path(__file__).resolve().parent.parent
TEXTS = Path(__file__).resolve().parent / "samples"
WIDTH, HEIGHT = pymupdf.paper_size("a4")
LEFT, RIGHT, TOP, BOTTOM = 62.0, WIDTH - 62.0, 84.0, HEIGHT - 74.0
REGULAR, BOLD = "helv", "hebo"
GREY, RULE, TINT = (0.35, 0.35, 0.35), (0.55, 0.6, 0.65), (0.92, 0.94, 0.96)
CELL_PAD = 5.0
_NUMBER = re.compile(r"-?[\d,]*\.?\d+ ?%?|-")


class Writer:
    """Flows lines down the pages of one document."""

    def __init__(self, facts: dict[str, str]) -> None:
        self._facts = facts
        self._document = pymupdf.open()
        self._y = 0.0
        self._new_page()

    def _new_page(self) -> None:
        self._page = self._document.new_page(width=WIDTH, height=HEIGHT)
        self._y = TOP

    def _room(self, height: float) -> None:
        if self._y + height > BOTTOM:
            self._new_page()

    def text(self, text: str, size: float = 10.0, font: str = REGULAR, *, indent: float = 0.0) -> None:
        """A paragraph, wrapped; it may continue on the next page."""
        for line in wrap(text, font, size, RIGHT - LEFT - indent):
            self._room(size * 1.4)
            self._y += size * 1.4
            self._page.insert_text((LEFT + indent, self._y), line, fontname=font, fontsize=size)
        self._y += size * 0.55

    def heading(self, text: str, size: float) -> None:
        # Never alone at the foot of a page.
        self._room(size * 2.2 + 60)
        self._y += size * 0.7
        self.text(text, size, BOLD)

    def bullet(self, text: str) -> None:
        self._room(14)
        self._page.draw_circle((LEFT + 6, self._y + 11), 1.4, color=(0, 0, 0), fill=(0, 0, 0))
        self.text(text, indent=16)

    def table(self, rows: list[list[str]]) -> None:
        """A ruled table; numbers to the right. With more than two columns the first row is the header."""
        widths = column_widths(rows, RIGHT - LEFT)
        has_header = len(rows[0]) > 2
        self._y += 6
        self._room(self._row_height(rows[0], widths) * 3)
        for index, row in enumerate(rows):
            is_header = has_header and index == 0
            if self._y + self._row_height(row, widths) > BOTTOM:
                self._new_page()
                if has_header and not is_header:
                    self._row(rows[0], widths, header=True)
            self._row(row, widths, header=is_header)
        self._y += 12

    def _row_height(self, row: list[str], widths: list[float]) -> float:
        lines = max(len(wrap(cell, BOLD, 9, w - 2 * CELL_PAD)) for cell, w in zip(row, widths, strict=True))
        return lines * 12.0 + 6.0

    def _row(self, row: list[str], widths: list[float], *, header: bool) -> None:
        height = self._row_height(row, widths)
        strong = header or row[0].startswith(("Total", "Net amount")) or "Total" in row[min(1, len(row) - 1)]
        font = BOLD if strong else REGULAR
        x = LEFT
        if header:
            area = pymupdf.Rect(LEFT, self._y, LEFT + sum(widths), self._y + height)
            self._page.draw_rect(area, color=None, fill=TINT)
            self._page.draw_line(area.tl, area.tr, color=RULE, width=0.8)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            shown = "" if cell == "-" and not header else cell
            to_right = column > 0 and len(row) > 2 and (header or bool(_NUMBER.fullmatch(cell)))
            for number, line in enumerate(wrap(shown, font, 9, width - 2 * CELL_PAD)):
                start = x + CELL_PAD
                if to_right and self._right_aligned(column):
                    start = x + width - CELL_PAD - pymupdf.get_text_length(line, font, 9)
                self._page.insert_text((start, self._y + 12.5 + 12 * number), line, fontname=font, fontsize=9)
            x += width
        self._y += height
        self._page.draw_line((LEFT, self._y), (LEFT + sum(widths), self._y), color=RULE, width=0.5)

    def _right_aligned(self, column: int) -> bool:
        return self._numeric[column]

    def begin_table(self, rows: list[list[str]]) -> None:
        """Note which columns hold numbers only."""
        body = rows[1:] if len(rows[0]) > 2 else rows
        self._numeric = [
            all(_NUMBER.fullmatch(row[column]) for row in body) for column in range(len(rows[0]))
        ]
        self.table(rows)

    def save(self, path: Path) -> int:
        """Headers and footers last, because they count the pages; returns their number."""
        left, _, right = self._facts["header"].partition(" | ")
        total = self._document.page_count
        for number, page in enumerate(self._document, start=1):
            page.insert_text((LEFT, 46), left, fontname=REGULAR, fontsize=8, color=GREY)
            length = pymupdf.get_text_length(right, REGULAR, 8)
            page.insert_text((RIGHT - length, 46), right, fontname=REGULAR, fontsize=8, color=GREY)
            page.draw_line((LEFT, 52), (RIGHT, 52), color=RULE, width=0.5)
            page.draw_line((LEFT, HEIGHT - 50), (RIGHT, HEIGHT - 50), color=RULE, width=0.5)
            page.insert_text(
                (LEFT, HEIGHT - 38), self._facts["footer"], fontname=REGULAR, fontsize=8, color=GREY
            )
            count = f"Page {number} of {total}"
            length = pymupdf.get_text_length(count, REGULAR, 8)
            page.insert_text((RIGHT - length, HEIGHT - 38), count, fontname=REGULAR, fontsize=8, color=GREY)
        self._document.set_metadata(
            {
                "title": self._facts["title"],
                "subject": self._facts["subject"],
                "author": "Aldermoor Pumps B.V. (invented)",
                "creationDate": "D:20250101000000Z",
                "modDate": "D:20250101000000Z",
            }
        )
        self._document.save(path, garbage=4, deflate=True, no_new_id=True)
        return total


def wrap(text: str, font: str, size: float, width: float) -> list[str]:
    """Lines of `text` that fit into `width` points."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pymupdf.get_text_length(longer, font, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def column_widths(rows: list[list[str]], room: float) -> list[float]:
    """As wide as the widest cell, then scaled so that the table fills the width of the page."""
    widest = [
        min(max(pymupdf.get_text_length(row[column], BOLD, 9) for row in rows), 210) + 2 * CELL_PAD + 4
        for column in range(len(rows[0]))
    ]
    return [width * room / sum(widest) for width in widest]


def make(text: str, path: Path) -> int:
    """Write one PDF; returns its pages."""
    head, _, body = text.partition("\n---\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    writer = Writer(facts)
    rows: list[list[str]] = []
    for line in [*body.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            # A header row in the middle begins a table of its own.
            if rows and (len(cells) != len(rows[0]) or (cells[1:] == rows[0][1:] and len(cells) > 2)):
                writer.begin_table(rows)
                rows = []
            rows.append(cells)
            continue
        if rows:
            writer.begin_table(rows)
            rows = []
        if line.startswith("!title "):
            writer.text(line[7:], 20, BOLD)
        elif line.startswith("!subtitle "):
            writer.text(line[10:], 12)
        elif line.startswith("## "):
            writer.heading(line[3:], 11)
        elif line.startswith("# "):
            writer.heading(line[2:], 14)
        elif line.startswith("- "):
            writer.bullet(line[2:])
        elif line.strip():
            writer.text(line)
    return writer.save(path)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted(TEXTS.glob("*.txt")):
        path = folder / f"{source.stem}.pdf"
        pages = make(source.read_text(encoding="utf-8"), path)
        print(f"{path.name}: {pages} pages, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "resources" / "samples")
