"""In the place of a copied row of a table: what it says of the one year that is asked for."""

from __future__ import annotations

import re

from core.answer.assemble import judge_statement
from core.answer.confidence import VERIFIED
from core.answer.facts import facts_of
from core.answer.facts_words import has_word
from core.answer.sources import Source, SourceSentence
from core.answer.statements import DraftStatement
from core.answer.table_cells import heading_over, label_of, read_under

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def cell_statement(
    row: SourceSentence, source: Source, question: str, *, section: str = "", bullet: bool = False
) -> DraftStatement | None:
    """ "Net sales 2020: $ 519,926 million", resting on the row and the lines above it.

    None where the sentence is no row, the question names no year or several of its columns, anything of the
    table is in doubt, or the reading does not pass the check that every statement has to.
    """
    years = {int(year) for year in _YEAR.findall(question)}
    heading = heading_over(source.sentences, row) if years else ()
    text = read_under([line.text for line in heading], row.text, years)
    if not text:
        return None
    labels = tuple(line.label for line in (*heading, row))
    draft = DraftStatement(text, (source.number,), labels, bullet=bullet, section=section)
    return draft if judge_statement(draft, [source], question).status in VERIFIED else None


def is_asked_for(row: str, question: str) -> bool:
    """Whether the label of a row says only what the question does: "Net sales", not "change in sales"."""
    words, asked = facts_of(label_of(row)).words, facts_of(question).words
    return bool(words) and all(has_word(asked, word) for word in words)
