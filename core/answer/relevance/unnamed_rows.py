"""Rows of figures that nothing in a question names: which of them is the highest, no row says itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.answer.judged_sentences import JudgedEvidence, JudgedSentence
from core.search.keywords import DEFAULT_LANGUAGE, word_tokens
from core.text.textspan import CELL_SEPARATOR

_LEAST_CELLS = 3  # of a row, more than half of which are figures


def without_unnamed_rows(evidence: JudgedEvidence, questions: Sequence[str]) -> JudgedEvidence:
    """`questions`: the question, in as many languages as there are."""
    kept = tuple(one for one in evidence.sentences if not _is_unnamed(one, questions))
    return replace(evidence, sentences=kept) if len(kept) < len(evidence.sentences) else evidence


def _is_unnamed(one: JudgedSentence, questions: Sequence[str]) -> bool:
    cells = [cell.strip() for cell in one.sentence.text.split(CELL_SEPARATOR)]
    words = " ".join(cell for cell in cells if not any(map(str.isdigit, cell)))
    figures = sum(any(map(str.isdigit, cell)) for cell in cells)
    if len(cells) < _LEAST_CELLS or 2 * figures <= len(cells) or not words:
        return False
    language = one.source.document.language or DEFAULT_LANGUAGE
    return all(word_tokens(words, language).isdisjoint(word_tokens(asked, language)) for asked in questions)
