"""A report as a Word document."""

from __future__ import annotations

import re
from io import BytesIO

from core.report.report_content import Line, ReportContent

# What XML cannot hold, and neither Word.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def to_docx(content: ReportContent) -> bytes:
    """The bytes of the file."""
    from docx import Document  # 150 ms, for those who export only

    document = Document()
    document.core_properties.title = _text(content.title)[:255]
    document.core_properties.language = content.language
    document.add_heading(_text(content.title), level=0)
    document.add_paragraph(" · ".join(f"{_text(name)}: {_text(value)}" for name, value in content.facts))
    document.add_paragraph(_text(content.marks))
    for block in content.blocks:
        if block.heading:
            document.add_heading(_text(block.heading), level=1)
        for line in block.lines:
            document.add_paragraph(_line(line), style="List Bullet")
        for missing in block.missing:
            document.add_paragraph().add_run(_text(missing)).italic = True
        if block.nearest:
            document.add_paragraph().add_run(_text(f"{block.nearest_heading}:")).italic = True
        for place, quote in block.nearest:
            document.add_paragraph(_text(f"~ {place}: {quote}"), style="Quote")
    for heading, lines in content.lists:
        document.add_heading(_text(heading), level=1)
        for row in lines:
            document.add_paragraph(_text(row), style="List Bullet")
    if content.sources:
        document.add_heading(_text(content.sources_heading), level=1)
    for source in content.sources:
        paragraph = document.add_paragraph()
        paragraph.add_run(f"[{source.number}] ").bold = True
        paragraph.add_run(_text(source.place))
        if source.way:
            paragraph.add_run(f"\n{_text(source.way)}").italic = True
        for place, quote in source.quotes:
            document.add_paragraph(_text(f"{place}: {quote}" if place else quote), style="Quote")
    written = BytesIO()
    document.save(written)
    return written.getvalue()


def _line(line: Line) -> str:
    numbers = "".join(f"[{number}]" for number in line.numbers)
    doubt = f"({_text(line.doubt)})" if line.doubt else ""
    return " ".join(part for part in (line.mark, _text(line.text), numbers, doubt) if part)


def _text(value: str) -> str:
    return _CONTROL.sub(" ", " ".join(value.split()))
