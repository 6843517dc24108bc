"""Presentations: a page a slide in reading order; notes, hidden slides and unseen shapes are kept apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml
from pptx.util import Emu, Inches, Pt

from core.errors import DocumentError
from core.ingest.readers.pptx import PptxReader
from core.types import PageKind
from tests.ingest.formats.office_kit import (
    BOMB,
    change_part,
    headings_of,
    hidden_of,
    pages_of,
    places_of,
    rows_of,
    with_doctype,
)

SLIDESHOW = "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"
PRESENTATION = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"


def box(slide: Any, left: float, top: float, text: str) -> Any:
    shape = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(0.5))
    shape.text_frame.text = text
    return shape


def test_slides_in_reading_order(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[5])
    box(slide, 6, 3, "right")
    box(slide, 1, 5, "below")
    box(slide, 1, 3.05, "left")
    slide.shapes.title.text = "Results\v2024"
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_textbox(Inches(1), Inches(6), Inches(1), Inches(1))
    inner.text_frame.text = "in a group"
    show.slides.add_slide(show.slide_layouts[6])
    show.core_properties.title = "Results 2024"
    show.core_properties.comments = ""
    show.save(tmp_path / "a.pptx")
    document = PptxReader().open(tmp_path / "a.pptx")
    first, second = pages_of(document)
    assert (first.kind, first.label, first.width, first.height) == (PageKind.SLIDE, "Results 2024", 720, 540)
    assert first.text == "Results 2024\n\nleft\n\nright\n\nbelow\n\nin a group"
    assert headings_of(first) == [(1, "Results 2024")]
    assert places_of(first)["TextBox 2"] == "right"
    assert (second.number, second.label, second.text) == (2, "Slide 2", "")
    assert document.title == "Results 2024"
    assert document.hidden == []


def test_tables_and_charts(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    table = slide.shapes.add_table(3, 3, Inches(1), Inches(1), Inches(6), Inches(2)).table
    for row, texts in enumerate(
        (("Region", "Share", "Note"), ("North", "12.5 %", "stable"), ("South", "7 %", ""))
    ):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(1, 2).merge(table.cell(2, 2))
    data = CategoryChartData(number_format="0.0")
    data.categories = ["Q1", "Q2"]
    data.add_series("2023", (1.5, 2))
    data.add_series("2024", (3, None))
    frame = slide.shapes.add_chart(XL_CHART_TYPE.LINE, Inches(1), Inches(4), Inches(6), Inches(3), data)
    frame.chart.has_title = True
    frame.chart.chart_title.text_frame.text = "Revenue by quarter"
    show.save(tmp_path / "a.pptx")
    (page,) = pages_of(PptxReader().open(tmp_path / "a.pptx"))
    header = "Region | Share | Note"
    assert rows_of(page) == [
        (header, ""),
        ("North | 12.5 % | stable", header),
        ("South | 7 %", header),
        ("2023 | 2024", ""),
        ("Q1 | 1.5 | 3.0", "2023 | 2024"),
        ("Q2 | 2.0", "2023 | 2024"),
    ]
    assert "Revenue by quarter" in page.text
    assert places_of(page)["Table 1 B2"] == "12.5 %"


def test_what_the_audience_does_not_see(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    seen = box(slide, 1, 1, "seen")
    box(slide, -5, 1, "off the slide")
    for number, text in enumerate(("white", "tiny", "without fill")):
        run = box(slide, 1, 2 + number, "").text_frame.paragraphs[0].add_run()
        run.text = text
        if text == "white":
            run.font.color.rgb = RGBColor(0xFF, 0xFF, 0xFF)
        elif text == "tiny":
            run.font.size = Pt(1)
        else:
            run.font.fill.background()
    hidden = box(slide, 1, 6, "switched off")
    hidden._element._nvXxPr.cNvPr.set("hidden", "1")
    banner = slide.shapes.add_shape(1, Inches(4), Inches(4), Inches(3), Inches(1))
    banner.fill.solid()
    banner.fill.fore_color.rgb = RGBColor(0x10, 0x20, 0x50)
    banner.text_frame.text = "white on blue"
    banner.text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor(0xFF, 0xFF, 0xFF)
    over = box(slide, 4.2, 4.2, "")
    run = over.text_frame.paragraphs[0].add_run()
    run.text = "white over blue"
    run.font.color.rgb = RGBColor(0xFF, 0xFF, 0xFF)
    slide.notes_slide.notes_text_frame.text = "thank the team"
    left_out = show.slides.add_slide(show.slide_layouts[5])
    left_out.shapes.title.text = "Backup"
    left_out._element.set("show", "0")
    dark = show.slides.add_slide(show.slide_layouts[6])
    dark.background.fill.solid()
    dark.background.fill.fore_color.rgb = RGBColor(0, 0, 0)
    run = box(dark, 1, 1, "").text_frame.paragraphs[0].add_run()
    run.text = "white on black"
    run.font.color.rgb = RGBColor(0xFF, 0xFF, 0xFF)
    assert seen.top == Emu(914400)
    show.save(tmp_path / "a.pptx")
    first, second, third = pages_of(PptxReader().open(tmp_path / "a.pptx"))
    assert first.text.split("\n\n") == ["seen", "white on blue", "white over blue"]
    assert sorted(hidden_of(first)) == [
        ("annotation", "thank the team"),
        ("hidden_layer", "switched off"),
        ("invisible", "without fill"),
        ("off_page", "off the slide"),
        ("tiny", "tiny"),
        ("white", "white"),
    ]
    assert (second.label, second.text) == ("Slide 2 (hidden)", "")
    assert hidden_of(second) == [("hidden_layer", "Backup")]
    assert third.text == "white on black"


def test_text_under_a_filled_shape_is_covered(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])

    def lay(left: float, top: float, kind: int = 1, fill: bool = True) -> Any:
        shape = slide.shapes.add_shape(kind, Inches(left), Inches(top), Inches(2.1), Inches(0.6))
        if fill:
            shape.fill.solid()
            shape.fill.fore_color.rgb = RGBColor(9, 9, 9)
        return shape

    lay(0.9, 1.0)
    box(slide, 1, 1, "on top")
    box(slide, 4, 1, "under")
    lay(3.95, 0.95).text_frame.text = "what lies above"
    box(slide, 7, 1, "half under")
    lay(8, 1)
    box(slide, 1, 2, "under glass")
    color = lay(0.95, 1.95).fill._xPr.find(".//{*}srgbClr")
    color.append(color.makeelement(color.tag.replace("srgbClr", "alpha"), {"val": "40000"}))
    box(slide, 4, 2, "under nothing")
    lay(3.95, 1.95, fill=False).fill.background()
    box(slide, 7, 2, "turned")
    lay(6.95, 1.95).rotation = 45
    box(slide, 1, 3, "under an oval")
    lay(0.95, 2.95, 9)
    box(slide, 4, 3, "under the theme's colour")
    lay(3.95, 2.95, fill=False)
    box(slide, 7, 3, "under what is switched off")
    lay(6.95, 2.95)._element._nvXxPr.cNvPr.set("hidden", "1")
    box(slide, 1, 4, "under what moves away")
    spid = lay(0.95, 3.95).shape_id
    namespace = slide._element.nsmap["p"]
    slide._element.append(
        parse_xml(f'<p:timing xmlns:p="{namespace}"><p:tnLst><p:spTgt spid="{spid}"/></p:tnLst></p:timing>')
    )
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_textbox(Inches(1), Inches(5), Inches(2), Inches(0.5))
    inner.text_frame.text = "under in a group"
    group.left, group.top = Inches(4), Inches(4)
    lay(3.95, 3.95)
    show.save(tmp_path / "a.pptx")
    (page,) = pages_of(PptxReader().open(tmp_path / "a.pptx"))
    seen = ["on top", "what lies above", "half under", "under glass", "under nothing", "turned"]
    assert page.text.split("\n\n") == [
        *seen,
        "under an oval",
        "under what is switched off",
        "under what moves away",
    ]
    assert hidden_of(page) == [
        ("covered", "under"),
        ("covered", "under the theme's colour"),
        ("covered", "under in a group"),
    ]


def test_footers_are_said_once_and_slide_numbers_never(tmp_path: Path) -> None:
    show = Presentation()
    for _ in range(3):
        slide = show.slides.add_slide(show.slide_layouts[6])
        for kind, text in (("ftr", "ACME Corporation"), ("sldNum", "17")):
            shape = box(slide, 1, 7, text)
            placeholder = shape._element.nvSpPr.nvPr._add_ph()
            placeholder.set("type", kind)
    show.save(tmp_path / "a.pptx")
    texts = [page.text for page in pages_of(PptxReader().open(tmp_path / "a.pptx"))]
    assert texts == ["ACME Corporation", "", ""]


def test_slide_shows_damage_and_entities(tmp_path: Path) -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    box(slide, 1, 1, "Marker")
    show.save(tmp_path / "a.ppsx")
    good = (tmp_path / "a.ppsx").read_bytes()
    change_part(
        tmp_path / "a.ppsx", "[Content_Types].xml", lambda text: text.replace(PRESENTATION, SLIDESHOW)
    )
    assert [page.text for page in pages_of(PptxReader().open(tmp_path / "a.ppsx"))] == ["Marker"]

    (tmp_path / "b.pptx").write_bytes(good)
    change_part(tmp_path / "b.pptx", "ppt/slides/slide1.xml", lambda text: text[:200])
    with pytest.raises(DocumentError, match=r"b\.pptx is damaged"):
        PptxReader().open(tmp_path / "b.pptx")
    (tmp_path / "c.pptx").write_bytes(good)
    change_part(tmp_path / "c.pptx", "ppt/slides/slide1.xml", with_doctype(BOMB, "&lol9;", "Marker"))
    with pytest.raises(DocumentError, match="declares entities"):
        PptxReader().open(tmp_path / "c.pptx")
    (tmp_path / "d.pptx").write_bytes(b"PK nothing")
    with pytest.raises(DocumentError, match="damaged"):
        PptxReader().open(tmp_path / "d.pptx")
