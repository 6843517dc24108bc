"""Copied sentences as statements: a row of a table with what it is counted in, or what it says of a year."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.answer.confidence import VERIFIED
from core.answer.figures.table_cells import heading_over, read_under, unit_over
from core.answer.sources import Source, SourceSentence, is_one_paragraph, lead_over, led_to
from core.answer.statements import DraftStatement
from core.answer.verification.statement import QUOTES_JOINED, judge_statement
from core.text.currency_names import SIGNS
from core.text.table_heads import are_names, header_rows
from core.text.textspan import CELL_SEPARATOR

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


_LABEL_AND_VALUE = 2  # cells of a row
_MARK = re.compile(r"\[(\d+)\]")  # a footnote mark of the document would look like a citation of ours


def copied_statement(
    sentence: SourceSentence, source: Source, *, marks: bool = False, section: str = "", bullet: bool = False
) -> DraftStatement:
    """A sentence word for word, with `marks` in quotation marks; a row behind the line that has its unit or
    names its columns, an item behind what leads to its list, and what it breaks off before."""
    place = source.sentences.index(sentence)
    over = unit_over(source.sentences, sentence) or _head_over(source, place) or lead_over(source, place)
    quotes = [*([] if over is None else [over]), sentence, *led_to(source, place)]
    shown = (f"“{one.text}”" if marks else _MARK.sub(r"(\1)", one.text) for one in quotes)
    labels = tuple(one.label for one in quotes)
    return DraftStatement(
        QUOTES_JOINED.join(shown), (source.number,), labels, bullet=bullet, quoted=True, section=section
    )


def _head_over(source: Source, place: int) -> SourceSentence | None:
    """The row that names the columns of a row with several figures, where the passage has it. None where
    another may name them."""
    first = place
    while first and CELL_SEPARATOR in source.sentences[first - 1].text:
        if not is_one_paragraph(source, source.sentences[first - 1], source.sentences[first]):
            break
        first -= 1
    table = [one.text.split(CELL_SEPARATOR) for one in source.sentences[first : place + 1]]
    is_row = first < place and len(table[-1]) > _LABEL_AND_VALUE and len(table[0]) == len(table[-1])
    if not is_row or not header_rows(table) or any(are_names(cells) for cells in table[1:]):
        return None
    return source.sentences[first]


def cell_statement(
    row: SourceSentence, source: Source, question: str, *, section: str = "", bullet: bool = False
) -> DraftStatement | None:
    """ "Net sales 2020: $ 519,926 million", resting on the row and the lines above it.

    None where the sentence is no row, the question names no year or several of its columns, anything of the
    table is in doubt, or the reading does not pass the check that every statement has to.
    """
    years = {int(year) for year in _YEAR.findall(question)}
    heading = heading_over(source.sentences, row) if years else ()
    return _read(row, heading, years, source, question, section=section, bullet=bullet)


def chosen_cell(
    row: SourceSentence, source: Source, chosen: str, question: str, *, section: str = ""
) -> DraftStatement | None:
    """As `cell_statement`, of the one column in which the row has the chosen figure."""
    heading = heading_over(source.sentences, row)
    years = {int(year) for line in heading for year in _YEAR.findall(line.text)}
    read = [_read(row, heading, {year}, source, question, section=section) for year in sorted(years)]
    has_it = [draft for draft in read if draft is not None and chosen.strip(f"{SIGNS} ") in draft.text]
    return has_it[0] if len(has_it) == 1 else None


def _read(
    row: SourceSentence,
    heading: Sequence[SourceSentence],
    years: Collection[int],
    source: Source,
    question: str,
    *,
    section: str,
    bullet: bool = False,
) -> DraftStatement | None:
    text = read_under([line.text for line in heading], row.text, years)
    if not text:
        return None
    labels = tuple(line.label for line in (*heading, row))
    draft = DraftStatement(text, (source.number,), labels, bullet=bullet, section=section)
    return draft if judge_statement(draft, [source], question).status in VERIFIED else None
