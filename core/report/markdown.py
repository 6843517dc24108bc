"""A report as Markdown. What documents say is escaped, so that it stays text in every reader of Markdown."""

from __future__ import annotations

import re

from core.report.report_content import Line, ReportContent

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~!&])")
_BEGINS = re.compile(r"^(\d*)([-+=.)])(?=\s|$|[-=])")
_ADDRESS = re.compile(r"\b(https?|ftp|www)(:|\.)", re.IGNORECASE)


def to_markdown(content: ReportContent) -> str:
    """The whole document, with a line break at its end."""
    parts = [f"# {text(content.title)}"]
    parts.append("  \n".join(f"**{text(name)}:** {text(value)}" for name, value in content.facts))
    parts.append(text(content.marks))
    for block in content.blocks:
        if block.heading:
            parts.append(f"## {text(block.heading)}")
        parts.append("\n".join(f"- {_line(line)}" for line in block.lines))
        parts += [f"*{text(missing)}*" for missing in block.missing]
        if block.nearest:
            rows = "\n>\n".join(f"> \\~ {text(place)}: {text(quote)}" for place, quote in block.nearest)
            parts += [f"*{text(block.nearest_heading)}:*", rows]
    for heading, lines in content.lists:
        parts += [f"## {text(heading)}", "\n".join(f"- {text(line)}" for line in lines)]
    if content.sources:
        parts.append(f"## {text(content.sources_heading)}")
        for source in content.sources:
            way = f"  \n{text(source.way)}" if source.way else ""
            parts.append(f"**\\[{source.number}\\]** {text(source.place)}{way}")
            quotes = (f"{place}: {quote}" if place else quote for place, quote in source.quotes)
            parts.append("\n>\n".join(f"> {text(quote)}" for quote in quotes))
    return "\n\n".join(part for part in parts if part) + "\n"


def _line(line: Line) -> str:
    numbers = "".join(f"\\[{number}\\]" for number in line.numbers)
    doubt = f" *({text(line.doubt)})*" if line.doubt else ""
    return " ".join(part for part in (text(line.mark), text(line.text), numbers) if part) + doubt


def text(value: str) -> str:
    """In one line, with every sign that Markdown could take for its own escaped; addresses are no links."""
    line = _SIGNS.sub(r"\\\1", " ".join(value.split()))
    line = _ADDRESS.sub(lambda match: f"{match.group(1)}\\{match.group(2)}", line)
    return _BEGINS.sub(r"\1\\\2", line)
