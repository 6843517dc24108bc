"""Struck text is set aside as such in every format, and what is valid reads on without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pymupdf
import pytest
import xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from pptx import Presentation
from pptx.util import Pt

from core.types import STRUCK_OUT
from tests.ingest.formats.kit import change_part, pages_of
from tests.ingest.formats.made_docx import xml
from tests.ingest.formats.made_epub import write_book
from tests.ingest.formats.made_odt import with_text

OLD = "30 euro"
FEE = "The entry fee is 20 euro"
HTML = "<p>The entry fee is {}20 euro</p>"
STRIKE_ODT = '<style:style style:name="{}" style:family="{}"><style:text-properties {}/></style:style>'

Build = Callable[[Path], object]


def of_text(name: str, text: str) -> tuple[str, Build]:
    return name, lambda path: path.write_text(text, encoding="utf-8")


def of_docx(properties: str = "", style: str = "") -> tuple[str, Build]:
    def build(path: Path) -> None:
        document = docx.Document()
        for name, kind in (("Old", 2), ("Gone", 1)):
            document.styles.add_style(name, kind).font.strike = True
        document.styles.add_style("Gone too", 1).base_style = document.styles["Gone"]
        paragraph = document.add_paragraph(style="Gone too" if style == "paragraph" else None)
        runs = [paragraph.add_run(text) for text in ("The entry fee is ", f"{OLD} ", "20 euro")]
        if style == "paragraph":
            for run in (runs[0], runs[2]):
                run.font.strike = False
        if style == "character":
            runs[1].style = "Old"
        if properties:
            runs[1]._r.get_or_add_rPr().append(xml(properties))
        document.save(str(path))

    return "a.docx", build


def of_odt(look: str, family: str = "text") -> tuple[str, Build]:
    def build(path: Path) -> None:
        styles = STRIKE_ODT.format("old", family, look) + STRIKE_ODT.format(
            "valid", "text", 'style:text-line-through-style="none"'
        )
        fee = f'<text:p>The entry fee is <text:span text:style-name="old">{OLD} </text:span>20 euro</text:p>'
        if family == "paragraph":
            fee = (
                '<text:p text:style-name="old">'
                '<text:span text:style-name="valid">The entry fee is </text:span>'
                f'{OLD} <text:span text:style-name="valid">20 euro</text:span></text:p>'
            )
        with_text(path, fee, styles)

    return "a.odt", build


def of_pptx(line: str, *, in_title: bool = False) -> tuple[str, Build]:
    def build(path: Path) -> None:
        show = Presentation()
        slide = show.slides.add_slide(show.slide_layouts[5 if in_title else 6])
        shape = slide.shapes.title if in_title else slide.shapes.add_textbox(Pt(9), Pt(9), Pt(400), Pt(40))
        paragraph = shape.text_frame.paragraphs[0]
        for text in ("The entry fee is ", f"{OLD} ", "20 euro"):
            run = paragraph.add_run()
            run.text = text
            if OLD in text:
                run.font._rPr.set("strike", line)
        show.save(str(path))

    return "a.pptx", build


def of_xlsx(*cells: Any, struck: int = -1) -> tuple[str, Build]:
    def build(path: Path) -> None:
        book = openpyxl.Workbook()
        for place, value in enumerate(cells):
            cell = book.active.cell(1, place + 1, value)
            cell.font = Font(strike=place == struck)
        book.save(path)

    return "a.xlsx", build


def shared_runs(path: Path) -> None:
    book = xlsxwriter.Workbook(path)
    struck = book.add_format({"font_strikeout": True})
    book.add_worksheet().write_rich_string("A1", "The entry fee is ", struck, f"{OLD} ", "20 euro")
    book.close()


def text_boxes(path: Path) -> None:
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    for place, text in (("A1", FEE), ("A9", OLD)):
        sheet.insert_textbox(place, text)
    book.close()
    change_part(
        path,
        "xl/drawings/drawing1.xml",
        lambda xml: '<a:rPr strike="sngStrike"'.join(xml.rsplit("<a:rPr", 1)),
    )


def of_pdf(draw: Callable[[Any, Any], object]) -> tuple[str, Build]:
    """Draws a line through the words, given their page and their box."""

    def build(path: Path) -> None:
        document = pymupdf.open()
        page = document.new_page()
        page.insert_text((72, 72), "The entry fee is 30 euro 20 euro")
        draw(page, page.search_for(OLD)[0])
        document.save(path)

    return "a.pdf", build


def level(box: Any, share: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of a level line at a share of the height of words."""
    y = box.y0 + share * (box.y1 - box.y0)
    return (box.x0, y), (box.x1, y)


def two_lines(page: Any, box: Any) -> None:
    """Two lines of text, struck by one path."""
    page.insert_text((72, 90), "Nobody pays at the door")
    shape = page.new_shape()
    for area in (box, page.search_for("Nobody pays at the door")[0]):
        shape.draw_line(*level(area, 0.5))
    shape.finish()
    shape.commit()


def of_epub(markup: str) -> tuple[str, Build]:
    return "a.epub", lambda path: write_book(path, {"Fees": f"<p>The entry fee is {markup} 20 euro</p>"})


STRUCK = InlineFont(strike=True)
LINE = 'style:text-line-through-style="solid"'
STRUCK_FILES = {
    "docx strike": of_docx("<w:strike/>"),
    "docx dstrike": of_docx("<w:dstrike/>"),
    "docx character style": of_docx(style="character"),
    "docx paragraph style based on another": of_docx(style="paragraph"),
    "odt span": of_odt(LINE),
    "odt double": of_odt('style:text-line-through-type="double"'),
    "odt paragraph": of_odt(LINE, "paragraph"),
    "html del": of_text("a.html", HTML.format(f"<del>{OLD} </del>")),
    "html s": of_text("a.html", HTML.format(f"<s>{OLD}</s> ")),
    "html strike with something in it": of_text("a.html", HTML.format(f"<strike><b>{OLD}</b> </strike>")),
    "html css": of_text(
        "a.html", HTML.format(f'<span style="text-decoration: line-through red">{OLD}</span> ')
    ),
    "html sheet": of_text(
        "a.html",
        "<style>.old {text-decoration-line: line-through}</style>" + HTML.format(f"<i class=old>{OLD} </i>"),
    ),
    "html blanks within": of_text("a.html", f"<p>The entry fee is<del> {OLD} </del>20 euro</p>"),
    "html cell": of_text("a.html", f"<table><tr><td>The entry fee is<s> {OLD} </s>20 euro</table>"),
    "mail": of_text(
        "a.eml", f"Subject: Fees\nContent-Type: text/html\n\n<p>The entry fee is <s>{OLD}</s> 20 euro</p>\n"
    ),
    "markdown": of_text("a.md", f"The entry fee is ~~{OLD}~~ 20 euro\n"),
    "markdown with markup in it": of_text("a.md", "The entry fee is ~~30 *euro*~~ 20 euro\n"),
    "markdown html": of_text("a.md", f"The entry fee is <del>{OLD}</del> 20 euro\n"),
    "rtf": of_text("a.rtf", rf"{{\rtf1\ansi The entry fee is {{\strike {OLD} }}20 euro\par}}"),
    "rtf double": of_text("a.rtf", rf"{{\rtf1\ansi The entry fee is \striked1 {OLD} \striked0 20 euro\par}}"),
    "rtf style": of_text(
        "a.rtf",
        rf"{{\rtf1\ansi{{\stylesheet{{\s1\strike Gone;}}}}The entry fee is {{\s1\strike {OLD} }}20 euro}}",
    ),
    "pdf line": of_pdf(lambda page, box: page.draw_line(*level(box, 0.5))),
    "pdf bar": of_pdf(
        lambda page, box: page.draw_rect((box.x0, box.y0 + 7, box.x1, box.y0 + 8), fill=0, width=0)
    ),
    "pdf line in pieces": of_pdf(
        lambda page, box: [
            page.draw_line((x, box.y0 + 8), (x + box.width / 4, box.y0 + 8))
            for x in (box.x0 + part * box.width / 4 for part in range(4))
        ]
    ),
    "pdf annotation": of_pdf(lambda page, box: page.add_strikeout_annot(box)),
    "epub del": of_epub(f"<del>{OLD}</del>"),
    "epub css": of_epub(f'<span style="text-decoration: line-through">{OLD}</span>'),
    "pptx run": of_pptx("sngStrike"),
    "pptx double": of_pptx("dblStrike"),
    "pptx title": of_pptx("sngStrike", in_title=True),
    "xlsx runs": of_xlsx(CellRichText("The entry fee is ", TextBlock(STRUCK, f"{OLD} "), "20 euro")),
    "xlsx shared runs": ("a.xlsx", shared_runs),
    "xlsx text box": ("a.xlsx", text_boxes),
    "xlsx cell": of_xlsx(OLD, "The entry fee is 20 euro", struck=0),
    "xlsx run that is not struck with its cell": of_xlsx(
        CellRichText(
            TextBlock(InlineFont(b=True), "The entry fee is "), f"{OLD} ", TextBlock(InlineFont(), "20 euro")
        ),
        struck=0,
    ),
}


@pytest.mark.parametrize("name", STRUCK_FILES)
def test_struck_text_is_set_aside(tmp_path: Path, name: str) -> None:
    file, build = STRUCK_FILES[name]
    build(tmp_path / file)
    pages = pages_of(tmp_path / file)
    assert [line for page in pages for line in page.text.split("\n") if "fee" in line] == [FEE]
    assert not any("30" in page.text + page.label for page in pages)
    (struck,) = (one.text for page in pages for one in page.hidden if one.reason == STRUCK_OUT)
    assert struck.removeprefix("A1: ") == OLD


def test_lines_of_one_path_strike_each_its_words(tmp_path: Path) -> None:
    _, build = of_pdf(two_lines)
    build(tmp_path / "a.pdf")
    (page,) = pages_of(tmp_path / "a.pdf")
    assert page.text == FEE
    assert [(one.reason, one.text) for one in page.hidden] == [
        (STRUCK_OUT, OLD),
        (STRUCK_OUT, "Nobody pays at the door"),
    ]


WHOLE = {
    "docx": of_docx('<w:strike w:val="0"/>'),
    "odt": of_odt('style:text-line-through-style="none"'),
    "html": of_text("a.html", HTML.format(f"<ins>{OLD} </ins>")),
    "markdown": of_text("a.md", f"The entry fee is ~ {OLD} 20 euro\n"),
    "rtf": of_text("a.rtf", rf"{{\rtf1\ansi The entry fee is \strike0 {OLD} 20 euro\par}}"),
    "pptx": of_pptx("noStrike"),
    "pdf underlined": of_pdf(lambda page, box: page.draw_line(*level(box, 0.95))),
    "pdf overlined": of_pdf(lambda page, box: page.draw_line(*level(box, 0.0))),
    "pdf grid": of_pdf(lambda page, box: page.draw_line((20, box.y0 + 8), (500, box.y0 + 8))),
    "pdf boxed": of_pdf(lambda page, box: page.draw_rect(box)),
    "pdf highlighted": of_pdf(lambda page, box: page.add_highlight_annot(box)),
    "epub": of_epub(f"<u>{OLD}</u>"),
    "xlsx": of_xlsx(CellRichText("The entry fee is ", TextBlock(InlineFont(strike=False), OLD), " 20 euro")),
}


@pytest.mark.parametrize("name", WHOLE)
def test_text_without_a_line_through_it_stays(tmp_path: Path, name: str) -> None:
    file, build = WHOLE[name]
    build(tmp_path / file)
    pages = pages_of(tmp_path / file)
    assert any(OLD in page.text for page in pages)
    assert not any(one.reason == STRUCK_OUT for page in pages for one in page.hidden)
