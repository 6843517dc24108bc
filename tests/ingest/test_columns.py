"""Columns of prose are read one after the other, in whatever order the file draws their lines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from core.ingest.readers.pdf import PdfReader

LEFT = [
    "The tenant keeps the flat in good order and",
    "reports every damage to the landlord within",
    "three days. Repairs of the heating are made",
    "by the landlord, who bears all of their cost.",
    "Pets need the written consent of the owner.",
    "The cellar is not part of the rented rooms.",
]
RIGHT = [
    "Der Mieter hält die Wohnung in Ordnung und",
    "meldet jeden Schaden dem Vermieter binnen",
    "drei Tagen. Die Heizung wird vom Vermieter",
    "auf seine eigenen Kosten instand gesetzt.",
    "Haustiere brauchen die Erlaubnis des Eigners.",
    "Der Keller gehört nicht zu den Mieträumen.",
]
ORDERS = ("row by row", "left first", "right first", "shuffled")


def drawn(path: Path, order: str, gutter: float, columns: Sequence[Sequence[str]], size: float = 9.5) -> str:
    """What is read of a page with columns, each line a text object of its own."""
    document = pymupdf.open()
    page = document.new_page(width=842, height=595)
    font = pymupdf.Font("helv")
    x, places = 60.0, list[tuple[float, float, str]]()
    for column in columns:
        places += [(x, 120.0 + 14 * row, line) for row, line in enumerate(column)]
        x += max(font.text_length(line, size) for line in column) + gutter
    if order == "row by row":
        places.sort(key=lambda place: (place[1], place[0]))
    elif order == "right first":
        places.sort(key=lambda place: (-place[0], place[1]))
    elif order == "shuffled":
        random.Random(7).shuffle(places)
    page.insert_text((60, 80), "Lease of the flat in Elm Street", fontsize=14)
    drawing = page.new_shape()
    for left, top, line in places:
        drawing.insert_text((left, top), line, fontsize=size)
    drawing.commit()
    document.save(path)
    opened = PdfReader().open(path)
    (read,) = opened.pages()
    opened.close()
    return " ".join(read.text.split())


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("gutter", [20.0, 36.0, 60.0])
def test_the_left_column_comes_before_the_right(tmp_path: Path, order: str, gutter: float) -> None:
    text = drawn(tmp_path / "lease.pdf", order, gutter, (LEFT, RIGHT))
    assert " ".join(LEFT) in text
    assert " ".join(RIGHT) in text
    assert text.index(LEFT[0]) < text.index(RIGHT[0])


@pytest.mark.parametrize("order", ORDERS)
def test_lines_that_begin_with_nouns(tmp_path: Path, order: str) -> None:
    left = [
        "Mieter und Vermieter vereinbaren folgende",
        "Regelung über Garten, Keller und Stellplatz.",
        "Garten und Terrasse nutzt der Mieter allein.",
        "Keller und Boden teilen sich alle Parteien.",
        "Stellplätze weist der Hausmeister gern zu.",
    ]
    right = [
        "Reparaturen bis 100 Euro trägt der Mieter.",
        "Schäden an Heizung, Strom und Wasser sind",
        "Sache des Vermieters und sofort zu melden.",
        "Haustiere bedürfen seiner Zustimmung; bei",
        "Sturm bleiben Fenster und Türen zu.",
    ]
    text = drawn(tmp_path / "haus.pdf", order, 30.0, (left, right))
    assert " ".join([*left, *right]) in text


def test_what_runs_at_head_and_foot_is_in_no_column(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    for left, top, line in ((60, 40, "Report of the trust"), (500, 40, "Chapter 2"), (60, 810, "Harbour")):
        page.insert_text((left, top), line, fontsize=8)
    for row in range(6):
        for left, column in ((60, LEFT), (320, RIGHT)):
            page.insert_text((left, 90 + 13 * row), column[row], fontsize=9.5)
    document.save(tmp_path / "report.pdf")
    (read,) = PdfReader().open(tmp_path / "report.pdf").pages()
    text = " ".join(read.text.split())
    assert text == " ".join(["Report of the trust Chapter 2", *LEFT, *RIGHT, "Harbour"])


@pytest.mark.parametrize("order", ORDERS)
def test_three_columns(tmp_path: Path, order: str) -> None:
    thirds = (
        [line[:24].strip() for line in LEFT],
        [line[:24].strip() for line in RIGHT],
        [line[20:].strip() for line in LEFT],
    )
    text = drawn(tmp_path / "paper.pdf", order, 24.0, thirds)
    places = [text.find(" ".join(column)) for column in thirds]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("order", ["row by row", "left first", "shuffled"])
def test_a_table_is_still_read_row_by_row(tmp_path: Path, order: str) -> None:
    names = ["Valve", "Seal set", "Motor", "Bearing", "Impeller", "Gasket"]
    prices = ["120.00", "80.50", "900.00", "45.20", "310.00", "12.75"]
    text = drawn(tmp_path / "list.pdf", order, 60.0, (names, prices))
    for name, price in zip(names, prices, strict=True):
        assert text.index(name) < text.index(price)
        between = text[text.index(name) + len(name) : text.index(price)]
        assert not any(other in between for other in names)
