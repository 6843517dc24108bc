"""Which statements of a report may be shown: those that are verified, as in agent mode. Pure.

A model's support is a judgement, so two things that it overlooks are looked at besides: what a source only
supposes, and letters of a script that nothing read has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.answer.answer_grammar import MAX_SENTENCE_CHARACTERS
from core.answer.confidence import VERIFIED
from core.answer.sources import Source
from core.types import Statement, StatementStatus

_CUT_OFF = MAX_SENTENCE_CHARACTERS - 30
_SUPPOSED = re.compile(r"(?i)\b(?:would have|assuming|hypothetical\w*|hätten?|angenommen|unterstellt)\b")
_SUPPOSING = re.compile(
    r"(?i)\b(?:would|could|may|might|if|assum\w+|hypothetical\w*|potential\w*|estimat\w+"
    r"|würden?|könnten?|hätten?|falls|wenn|angenommen|unterstellt)\b"
)
_FAR_SCRIPT = re.compile(r"[\u0400-\u04ff\u0590-\u06ff\u0900-\u0dff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def may_be_shown(statement: Statement, task: str, sources: Sequence[Source]) -> bool:
    """Whether the statement, as judged, may stand in the report; one that the grammar cut off may not."""
    if statement.status is StatementStatus.QUOTED:
        return True
    return statement.status in VERIFIED and not (
        _is_cut_off(statement.text)
        or _only_supposed(statement)
        or _has_other_script(statement.text, task, sources)
    )


def _is_cut_off(text: str) -> bool:
    """It ends where the grammar of answers allows no more, in the middle of a sentence."""
    return len(text) >= _CUT_OFF and text.rstrip()[-1:] not in '.!?…:;"”“»)'


def _has_other_script(text: str, task: str, sources: Sequence[Source]) -> bool:
    """Letters of a script that neither the task nor any source has: small models slip into others."""
    letters = set(_FAR_SCRIPT.findall(text))
    read = task + "".join(source.chunk.text for source in sources) if letters else ""
    return not letters <= set(_FAR_SCRIPT.findall(read))


def _only_supposed(statement: Statement) -> bool:
    """It states as a fact what its sources only suppose: "would have decreased our gains by 177 million"."""
    quotes = [row.quote for row in statement.evidence]
    return bool(quotes) and all(map(_SUPPOSED.search, quotes)) and not _SUPPOSING.search(statement.text)
