"""Presentations, each with a trap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml
from pptx.util import Inches, Pt

from tests.ingest.formats.kit import change_part, odd

SLIDESHOW = "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"
PRESENTATION = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
WHITE = RGBColor(0xFF, 0xFF, 0xFF)


def slide_of(show: Any, layout: int = 6) -> Any:
    return show.slides.add_slide(show.slide_layouts[layout])


def box(slide: Any, left: float, top: float, text: str) -> Any:
    shape = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(0.5))
    shape.text_frame.text = text
    return shape


def run_of(shape: Any) -> Any:
    return shape.text_frame.paragraphs[0].runs[0]


@odd("reading order.pptx")
def order(path: Path) -> None:
    show = Presentation()
    slide = slide_of(show, 5)
    box(slide, 6, 3, "right")
    box(slide, 1, 5, "below")
    box(slide, 1, 3.05, "left")
    slide.shapes.title.text = "Results\v2024"
    inner = slide.shapes.add_group_shape().shapes.add_textbox(Inches(1), Inches(6), Inches(1), Inches(1))
    inner.text_frame.text = "in a group"
    slide_of(show)
    show.core_properties.title = "Results 2024"
    show.core_properties.comments = ""
    show.save(str(path))


@odd("table, chart.pptx")
def chart(path: Path) -> None:
    show = Presentation()
    slide = slide_of(show)
    table = slide.shapes.add_table(3, 3, Inches(1), Inches(1), Inches(6), Inches(2)).table
    rows = (("Region", "Share", "Note"), ("North", "12.5 %", "stable"), ("South", "7 %", ""))
    for row, texts in enumerate(rows):
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
    show.save(str(path))


@odd("what the audience does not see.pptx")
def unseen(path: Path) -> None:
    show = Presentation()
    slide = slide_of(show)
    box(slide, 1, 1, "seen")
    box(slide, -5, 1, "off the slide")
    run_of(box(slide, 1, 2, "white")).font.color.rgb = WHITE
    run_of(box(slide, 1, 3, "tiny")).font.size = Pt(1)
    run_of(box(slide, 1, 4, "without fill")).font.fill.background()
    box(slide, 1, 6, "switched off")._element._nvXxPr.cNvPr.set("hidden", "1")
    banner = slide.shapes.add_shape(1, Inches(4), Inches(4), Inches(3), Inches(1))
    banner.fill.solid()
    banner.fill.fore_color.rgb = RGBColor(0x10, 0x20, 0x50)
    banner.text_frame.text = "white on blue"
    run_of(banner).font.color.rgb = WHITE
    run_of(box(slide, 4.2, 4.2, "white over blue")).font.color.rgb = WHITE
    slide.notes_slide.notes_text_frame.text = "thank the team"
    left_out = slide_of(show, 5)
    left_out.shapes.title.text = "Backup"
    left_out._element.set("show", "0")
    dark = slide_of(show)
    dark.background.fill.solid()
    dark.background.fill.fore_color.rgb = RGBColor(0, 0, 0)
    run_of(box(dark, 1, 1, "white on black")).font.color.rgb = WHITE
    show.save(str(path))


@odd("text under filled shapes.pptx")
def covered(path: Path) -> None:
    show = Presentation()
    slide = slide_of(show)

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
    show.save(str(path))


@odd("footers, slide numbers.pptx")
def footers(path: Path) -> None:
    show = Presentation()
    for _ in range(3):
        slide = slide_of(show)
        for kind, text in (("ftr", "ACME Corporation"), ("sldNum", "17")):
            box(slide, 1, 7, text)._element.nvSpPr.nvPr._add_ph().set("type", kind)
    show.save(str(path))


@odd("slide show.ppsx")
def slideshow(path: Path) -> None:
    show = Presentation()
    box(slide_of(show), 1, 1, "Marker")
    show.save(str(path))
    change_part(path, "[Content_Types].xml", lambda text: text.replace(PRESENTATION, SLIDESHOW))
