"""Which statements of a report may be shown: those that are verified, as in agent mode. Pure."""

from __future__ import annotations

from core.answer.answer_grammar import MAX_SENTENCE_CHARACTERS
from core.answer.confidence import VERIFIED
from core.types import Statement, StatementStatus

_CUT_OFF = MAX_SENTENCE_CHARACTERS - 30


def may_be_shown(statement: Statement) -> bool:
    """Whether the statement, as judged, may stand in the report; one that the grammar cut off may not."""
    is_whole = statement.status is StatementStatus.QUOTED or not _is_cut_off(statement.text)
    return statement.status in VERIFIED and is_whole


def _is_cut_off(text: str) -> bool:
    """It ends where the grammar of answers allows no more, in the middle of a sentence."""
    return len(text) >= _CUT_OFF and text.rstrip()[-1:] not in '.!?…:;"”“»)'
