"""A conversation as Markdown. Pure functions.

What documents, users and models wrote cannot become links, images or HTML: whatever opens the file loads
nothing.
"""

from __future__ import annotations

import re

from core.answer.active_markup import is_alive
from core.export.conversation_transcript import (
    LEGEND,
    Exchange,
    Transcript,
    caption_of,
    marked_text,
    moment_words,
    notes_of,
    sources_of,
)
from core.types import Answer

_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&#])")
_LIVE = re.compile(r"([\[\]<&])")
_LIVE_OR_CODE = re.compile(r"([\\`~\[\]<&])")
# What begins an item and would begin a list, a heading or a quotation within it.
_INNER = re.compile(
    r"^([ \t]*[-*+][ \t]+)(?:(\d{1,9})(?=[.)][ \t])|(?=(?:#{1,6}|[-*+>])[ \t]))", re.MULTILINE
)


def transcript_markdown(transcript: Transcript) -> str:
    """The whole conversation, with a list of sources below each answer."""
    parts = [f"# {plain(transcript.title)}", f"*Conversation of {moment_words(transcript.created_at)}*"]
    for exchange in transcript.exchanges:
        parts.append(_exchange(exchange))
    parts += ["---", f"*{LEGEND}*"]
    return "\n\n".join(parts) + "\n"


def answer_text(answer: Answer) -> str:
    """One answer with its list of sources, to be pasted elsewhere: the text as it is, without marks."""
    lines = [f"[{source.number}] {source.where}: “{source.quote}”" for source in sources_of(answer)]
    return "\n\n".join([answer.text.strip(), "\n".join(lines)]).strip()


def safe_markdown(text: str) -> str:
    """A model's Markdown without links, images and HTML; code stays as it is."""
    text = with_plain_items(text)
    pieces = _CODE.split(text)
    safe = "".join(piece if at % 2 else _LIVE.sub(r"\\\1", piece) for at, piece in enumerate(pieces))
    # What only looks like code ("\\`![](…)`") is written without any.
    return _LIVE_OR_CODE.sub(r"\\\1", text) if "`" in safe and is_alive(safe) else safe


def with_plain_items(text: str) -> str:
    """Markdown whose items begin with the words that were written: `- 2. Building` is one with its number, as
    a heading copied from a document has it, and not a list within a list. Code stays as it is.
    """
    pieces = _CODE.split(text)
    return "".join(piece if at % 2 else _INNER.sub(r"\1\2\\", piece) for at, piece in enumerate(pieces))


def plain(text: str) -> str:
    """Words on one line that are to be read as they stand."""
    line = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", re.sub(r"^([+-])", r"\\\1", line))


def _exchange(exchange: Exchange) -> str:
    answer = exchange.state.answer
    parts = [f"## {plain(exchange.question)}", f"*{plain(caption_of(exchange))}*"]
    if answer is not None and answer.text.strip():
        parts.append(safe_markdown(marked_text(answer)).strip())
    parts += [f"◐ {plain(note)}" for note in notes_of(exchange.state)]
    sources = sources_of(answer)
    if sources:
        lines = [f"- \\[{one.number}\\] {plain(one.where)}: “{plain(one.quote)}”" for one in sources]
        parts += ["**Sources**", "\n".join(lines)]
    return "\n\n".join(parts)
