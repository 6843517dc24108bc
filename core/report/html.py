"""A report as one HTML page without scripts, that loads nothing. What documents say is escaped."""

from __future__ import annotations

from html import escape

from core.report.report_content import Block, Line, ReportContent

_STYLE = (
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 sans-serif;color:#1d2125}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}li{margin:.3rem 0}"
    "blockquote{margin:.3rem 0 1rem;padding-left:.8rem;border-left:3px solid #b9c0c8;color:#444c56}"
    ".facts,.marks,.way{color:#57606a}.doubt{color:#8a4b00}"
)


def to_html(content: ReportContent) -> str:
    """The whole document."""
    facts = " · ".join(f"{escape(name)}: {escape(value)}" for name, value in content.facts)
    body = [
        f"<h1>{escape(content.title)}</h1>",
        f'<p class="facts">{facts}</p>',
        f'<p class="marks">{escape(content.marks)}</p>',
        *(_block(block) for block in content.blocks),
        *(_list(heading, lines) for heading, lines in content.lists),
    ]
    if content.sources:
        body.append(f"<h2>{escape(content.sources_heading)}</h2>")
        for source in content.sources:
            way = f'<br><span class="way">{escape(source.way)}</span>' if source.way else ""
            quotes = "".join(
                f"<blockquote>{f'<i>{escape(place)}:</i> ' if place else ''}{escape(quote)}</blockquote>"
                for place, quote in source.quotes
            )
            name = f"<b>[{source.number}]</b> {escape(source.place)}{way}"
            body.append(f'<p id="source-{source.number}">{name}</p>{quotes}')
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(content.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(content.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    heading = f"<h2>{escape(block.heading)}</h2>\n" if block.heading else ""
    lines = "\n".join(f"<li>{_line(line)}</li>" for line in block.lines)
    missing = "\n".join(f"<p><i>{escape(row)}</i></p>" for row in block.missing)
    if block.nearest:
        missing += f'\n<p class="way"><i>{escape(block.nearest_heading)}:</i></p>\n' + "\n".join(
            f'<blockquote class="near">~ <i>{escape(place)}:</i> {escape(quote)}</blockquote>'
            for place, quote in block.nearest
        )
    return heading + (f'<ul style="list-style:none;padding:0">\n{lines}\n</ul>\n' if lines else "") + missing


def _line(line: Line) -> str:
    mark = f"{escape(line.mark)}&nbsp;" if line.mark else ""
    numbers = "".join(f'<a href="#source-{number}">[{number}]</a>' for number in line.numbers)
    doubt = f' <span class="doubt">({escape(line.doubt)})</span>' if line.doubt else ""
    return f"{mark}{escape(line.text)} {numbers}{doubt}"


def _list(heading: str, lines: tuple[str, ...]) -> str:
    rows = "\n".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h2>{escape(heading)}</h2>\n<ul>\n{rows}\n</ul>"
