"""A conversation as one HTML page that needs nothing else. Pure functions."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from markdown_it import MarkdownIt

from core.export.conversation_transcript import (
    LEGEND,
    Exchange,
    Source,
    Transcript,
    caption_of,
    marked_text,
    moment_words,
    notes_of,
    sources_of,
)
from core.export.markdown import safe_markdown

_CITATION = re.compile(r"\[(\d{1,3})\]")
_STYLE = """
body { font-family: sans-serif; font-size: 11pt; line-height: 1.45; color: #1E2227; max-width: 44em;
       margin: 2em auto; padding: 0 1em; }
h1 { font-size: 18pt; margin: 0 0 4pt 0; }
h2 { font-size: 13pt; margin: 22pt 0 4pt 0; }
h3 { font-size: 11pt; margin: 10pt 0 4pt 0; }
p { margin: 0 0 7pt 0; }
p.caption, p.legend { color: #5A626C; font-size: 9pt; }
p.note { color: #8A5A00; }
p.sources { font-weight: bold; margin: 10pt 0 2pt 0; font-size: 10pt; }
ul.sources { margin: 0; padding: 0; list-style-type: none; font-size: 9.5pt; }
ul.sources li { margin: 0 0 4pt 0; }
a { color: #2457C5; text-decoration: none; }
table { border-collapse: collapse; }
td, th { border: 1px solid #DEDBD4; padding: 2pt 6pt; text-align: left; }
"""


def transcript_html(transcript: Transcript) -> str:
    """Citations lead to their entry in the list of sources below the answer."""
    title = html.escape(transcript.title)
    parts = [
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body>",
        f'<h1>{title}</h1><p class="caption">Conversation of {moment_words(transcript.created_at)}</p>',
    ]
    parts += [_exchange(exchange, number) for number, exchange in enumerate(transcript.exchanges, start=1)]
    parts.append(f'<hr><p class="legend">{html.escape(LEGEND)}</p></body></html>\n')
    return "\n".join(parts)


def _exchange(exchange: Exchange, number: int) -> str:
    answer = exchange.state.answer
    sources = sources_of(answer)
    known = {source.number for source in sources}

    def link(match: re.Match[str]) -> str:
        if int(match[1]) not in known:
            return match[0]
        return f'<a href="#answer{number}-source{match[1]}">[{match[1]}]</a>'

    parts = [
        f"<h2>{html.escape(' '.join(exchange.question.split()))}</h2>",
        f'<p class="caption">{html.escape(caption_of(exchange))}</p>',
    ]
    if answer is not None and answer.text.strip():
        parts.append(_CITATION.sub(link, str(markdown().render(safe_markdown(marked_text(answer))))))
    parts += [f'<p class="note">◐ {html.escape(note)}</p>' for note in notes_of(exchange.state)]
    if sources:
        rows = [
            f"<li{_name_of(place, sources, number)}>[{one.number}] {html.escape(one.where)}: "
            f"“{html.escape(one.quote)}”</li>"
            for place, one in enumerate(sources)
        ]
        parts.append(f'<p class="sources">Sources</p><ul class="sources">{"".join(rows)}</ul>')
    return "\n".join(parts)


_LINKING = ["image", "link", "autolink", "reference"]


def markdown() -> MarkdownIt:
    """Reads what `safe_markdown` leaves: no HTML, no links, no images."""
    return MarkdownIt("js-default", {"html": False, "linkify": False}).enable("table").disable(_LINKING)


def _name_of(place: int, sources: Sequence[Source], number: int) -> str:
    """The first line of a source is where its citations lead to."""
    one = sources[place]
    led_to = place == 0 or sources[place - 1].number != one.number
    return f' id="answer{number}-source{one.number}"' if led_to else ""
