"""An answer as the conversation's HTML: Markdown with HTML off, chips and status glyphs. No widgets.

Model output is data: raw HTML is shown as text, images are not produced, and a link is its words with its
address behind them, both plain text. Only this module writes `cite:` and `status:` links.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from PySide6.QtCore import QCoreApplication

from core.answer.answer_table import words_shown
from core.export.markdown import with_plain_items
from core.types import Answer, Statement, StatementStatus

# Marks survive Markdown untouched because they are private-use characters, which are taken out of the model's
# text first; they become links after rendering.
_OPEN, _CLOSE, _STATUS = "\ue000", "\ue001", "\ue002"
_MARKS = re.compile("[\ue000-\ue002]")
_CITATION = re.compile(r"\[(\d{1,3})\]")
# A line of a list with a plain line right below it, which Markdown would take for a part of the item.
_LIST_END = re.compile(r"^([ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t].*)\n(?=[^\s\-*+•\d|>#])", re.MULTILINE)
_CHIP_MARK = re.compile(f"{_OPEN}(\\d+)/(\\d*){_CLOSE}")
_STATUS_MARK = re.compile(f"{_STATUS}(\\d+){_CLOSE}")

_WIDE = 5  # columns

GLYPHS = {
    StatementStatus.QUOTED: ("✓", "good"),
    StatementStatus.SUPPORTED: ("●", "good"),
    StatementStatus.WEAK: ("◐", "weak"),
    StatementStatus.UNSUPPORTED: ("!", "bad"),
}


def status_word(status: StatementStatus) -> str:
    """The status in full, for tooltips and screen readers."""
    translate = QCoreApplication.translate
    return {
        StatementStatus.QUOTED: translate("Status", "Quoted: these words stand in your documents"),
        StatementStatus.SUPPORTED: translate("Status", "Supported by your documents"),
        StatementStatus.WEAK: translate("Status", "Weak: your documents support this only in part"),
        StatementStatus.UNSUPPORTED: translate("Status", "This sentence has no support in your documents"),
    }[status]


class _DeadLinks(RendererHTML):
    """`[words](address)` as `words (address)`: nothing to click, and nothing that hides where it leads."""

    def table_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        """One of many columns is marked, to be set smaller."""
        row = next(place for place in range(at, len(tokens)) if tokens[place].type == "tr_close")
        columns = sum(token.type == "th_open" for token in tokens[at:row])
        return '<table class="wide">\n' if columns >= _WIDE else "<table>\n"

    def link_open(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        return ""

    def link_close(self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
        opened, depth = at - 1, 0
        while tokens[opened].type != "link_open" or depth:
            depth += {"link_close": 1, "link_open": -1}.get(tokens[opened].type, 0)
            opened -= 1
        if tokens[opened].info == "auto":  # `<https://…>`: its words are its address
            return ""
        return f" ({html.escape(str(tokens[opened].attrGet('href') or ''))})"


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    options = {"html": False, "linkify": False}
    return MarkdownIt("js-default", options, renderer_cls=_DeadLinks).enable("table").disable("image")


def plain_html(text: str) -> str:
    """Untrusted plain text, with its line breaks; what stands in backticks (a command to type) as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(text)).replace("\n", "<br>")


def answer_html(answer: Answer, turn: int, tone: dict[str, str]) -> str:
    """The checked answer. Chips link to `cite:TURN/NUMBER/STATEMENT`, glyphs to `status:TURN/STATEMENT`.

    `tone` maps `good`, `weak`, `bad` and `accent` to colours.
    """
    rendered = str(_markdown().render(_LIST_END.sub(r"\1\n\n", with_plain_items(_marked(answer)))))
    if answer.table is not None:  # sentences side by side: set smaller, with little room for names of rows
        rendered = rendered.replace("<table>", '<table class="compared" width="100%">', 1)
        rendered = rendered.replace("<th></th>", '<th width="19%"></th>', 1)

    def chip(match: re.Match[str]) -> str:
        number, statement = match[1], match[2]
        address = f"cite:{turn}/{number}" + (f"/{statement}" if statement else "")
        return f'<a href="{address}" style="color:{tone["accent"]};text-decoration:none">[{number}]</a>'

    def glyph(match: re.Match[str]) -> str:
        statement = int(match[1])
        if answer.statements[statement].is_own_words:
            return ""
        sign, name = GLYPHS[answer.statements[statement].status]
        style = f"color:{tone[name]};text-decoration:none"
        return f'&nbsp;<a href="status:{turn}/{statement}" style="{style}">{sign}</a>'

    # A chip stays on the line of the words it belongs to, and neighbours do not touch.
    rendered = re.sub(f"[ \t]*{_OPEN}", f"\u00a0{_OPEN}", rendered)
    return _STATUS_MARK.sub(glyph, _CHIP_MARK.sub(chip, rendered))


def _marked(answer: Answer) -> str:
    """The answer's Markdown with marks where chips and glyphs go.

    Each statement is looked for in the text in order; its glyph follows it, then its chips.
    When a statement is not found (a mode that words its text freely), the text is shown as it is, with chips
    only: a verdict is never put on words it was not made for.
    """
    text = _MARKS.sub("", answer.text)
    known = {citation.number for citation in answer.citations}
    pieces: list[str] = []
    at = 0
    for index, statement in enumerate(answer.statements):
        wanted = _MARKS.sub("", words_shown(statement)).strip()
        start = text.find(wanted, at) if wanted else -1
        if start < 0:
            continue
        end = start + len(wanted)
        trailing = re.compile(r"(?:[ \t]*\[\d{1,3}\])*[.!?]?(?:[ \t]*\[\d{1,3}\])*").match(text, end)
        stop = trailing.end() if trailing else end
        pieces.append(_chips(text[at:start], known, None))
        pieces.append(_chips(text[start:end], known, index))
        pieces.append(f"{_STATUS}{index}{_CLOSE}")
        pieces.append(_chips(text[end:stop], known, index))
        pieces.append(_missing_chips(statement, text[start:stop], known, index))
        at = stop
    pieces.append(_chips(text[at:], known, None))
    return "".join(pieces)


def _chips(text: str, known: set[int], statement: int | None) -> str:
    suffix = "" if statement is None else str(statement)

    def mark(match: re.Match[str]) -> str:
        return f"{_OPEN}{match[1]}/{suffix}{_CLOSE}" if int(match[1]) in known else match[0]

    return _CITATION.sub(mark, text)


def _missing_chips(statement: Statement, shown: str, known: set[int], index: int) -> str:
    """Chips for evidence that the text itself does not mark."""
    present = {int(number) for number in _CITATION.findall(shown)}
    numbers = sorted({item.citation for item in statement.evidence} & known - present)
    return "".join(f" {_OPEN}{number}/{index}{_CLOSE}" for number in numbers)
