"""What a guide shows of a document: copied lines, found by where they stand and by exact marks.

Which of many lines with a date, an amount or a term matter most, the judges say.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence

from core.answer.replies import reply
from core.errors import ModelError
from core.judge.base import AnswerJudge
from core.plans.about_documents import beginning_of, title_of
from core.plans.document_outline import Line, Outline, Section
from core.plans.key_lines import most_telling
from core.plans.summary import divided
from core.search.base import Embedder
from core.text.currency_names import SIGN, currency_named
from core.text.dates import find_dates
from core.text.numbers import find_measured, find_money
from core.text.quotations import quotations_in
from core.text.telling import SHORTEST
from core.text.textspan import is_table_row
from core.types.guides import GuidePart

_FIRST = 2  # sentences of the beginning
_KEY = 5  # stretches of the text, with a statement each
_KEY_CHARACTERS = 260  # of one of them, about
_MOST = 12  # lines of a part
_MOST_JUDGED = 160  # lines that the judges rank
_MOST_HEADINGS = 40
_LONGEST_TERM = 5  # words
_CENTS = re.compile(r"\d[.,]\d\d(?!\d)")
_WORD = re.compile(rf"[^\W\d_]+|{SIGN}")
_LASTING = ("time", "month")  # kinds of units
log = logging.getLogger(__name__)


def lines_of(
    outline: Outline, judge: AnswerJudge, embedder: Embedder
) -> dict[GuidePart, tuple[list[Line], int]]:
    """The lines of each part in their order, and how many the document has for it. Without what a language
    model would add."""
    marked = {
        GuidePart.DATES: [line for line in outline.lines if _has_time(line)],
        GuidePart.AMOUNTS: [line for section in outline.sections for line in _with_money(section)],
        GuidePart.TERMS: [line for line in outline.lines if _has_term(line)],
    }
    best = {part: _best(part, lines, outline, judge, embedder) for part, lines in marked.items()}
    what, key = _what(outline), _key(outline)
    return {
        GuidePart.WHAT: (what, len(what)),
        GuidePart.KEY: (key, len(key)),
        **best,
        GuidePart.OUTLINE: _outline(outline),
    }


def _what(outline: Outline) -> list[Line]:
    """The title, and the first sentences that say anything."""
    first = [line for line in beginning_of(outline) if len(line.text.split()) >= SHORTEST]
    return [*title_of(outline), *first[:_FIRST]]


def _key(outline: Outline) -> list[Line]:
    """Of each stretch of the text the sentence that tells most of it; rows of tables tell nothing alone."""
    sections = [_without_rows(section) for section in outline.sections]
    stretches = divided([section for section in sections if section.lines], _KEY)
    found: list[Line] = []
    for stretch in stretches:
        groups = [section.lines for section in stretch]
        found += most_telling(groups, _KEY_CHARACTERS, leads=any(one.head for one in stretch))[:1]
    return found


def _without_rows(section: Section) -> Section:
    told = tuple(line for line in section.lines if not is_table_row(line.text))
    return Section(section.path, told, section.head)


def _outline(outline: Outline) -> tuple[list[Line], int]:
    """The first line of each heading; the outer ones alone where there are many."""
    heads = [section for section in outline.sections if section.head]
    depths = sorted({len(section.path) for section in heads})
    for deepest in reversed(depths):
        shown = [one for one in heads if len(one.path) <= deepest]
        if len(shown) <= _MOST_HEADINGS or deepest == depths[0]:
            lines = [one.head[-1] for one in shown if any(map(str.isalpha, one.head[-1].text))]
            return lines[:_MOST_HEADINGS], len(heads)
    return [], 0


def _has_time(line: Line) -> bool:
    """A date, or how long something lasts."""
    lasting = (one.measured in _LASTING for one in find_measured(line.text))
    return bool(find_dates(line.text, day_first=True)) or any(lasting)


def _with_money(section: Section) -> list[Line]:
    """Amounts with a currency, and rows with decimals under a head that names one ("Amount, EUR")."""
    found: list[Line] = []
    under_head = False
    for line in (*section.head, *section.lines):
        if find_money(line.text) or (under_head and _CENTS.search(line.text)):
            found.append(line)
        elif any(map(currency_named, _WORD.findall(line.text))):
            under_head = True
    return found


def _has_term(line: Line) -> bool:
    """A few words in quotation marks that begin like a name."""
    return not is_table_row(line.text) and any(
        one.text[:1].isupper() and len(one.text.split()) <= _LONGEST_TERM for one in quotations_in(line.text)
    )


def _best(
    part: GuidePart, lines: Sequence[Line], outline: Outline, judge: AnswerJudge, embedder: Embedder
) -> tuple[list[Line], int]:
    """Of many lines those that answer best what the part is about, in their order."""
    count = len(lines)
    if count <= _MOST:
        return list(lines), count
    lines = lines[:: -(-count // _MOST_JUDGED)]  # of more, evenly
    question = reply(f"guide_{part.value}", outline.document.language)
    scores = _scores(question, [f"{outline.title}: {line.text}" for line in lines], outline, judge, embedder)
    best = sorted(range(len(lines)), key=lambda place: -scores[place])[:_MOST]
    return [lines[place] for place in sorted(best)], count


def _scores(
    question: str, texts: Sequence[str], outline: Outline, judge: AnswerJudge, embedder: Embedder
) -> Sequence[float]:
    """By the judge where it has the document's language, else by meaning."""
    if outline.is_in_language_of(question):
        try:
            return judge.answers(question, texts)
        except ModelError as error:
            log.warning("the lines of a guide are ranked by their meaning alone: %s", error)
    found: list[float] = (embedder.embed(list(texts)) @ embedder.embed_query(question)).tolist()
    return found
