"""Which statements of a draft may be shown: the checks of the agent's gate, for one section at a time. Pure.

What nothing carries, what its sources contradict, and what has a figure, name, date or command that stands in
nothing that was read is not shown; nor is what says that the sources do not tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.answer.answer_grammar import MAX_SENTENCE_CHARACTERS
from core.answer.confidence import VERIFIED
from core.answer.facts.checkable import facts_of
from core.answer.sources import Source
from core.answer.statements import is_no_answer
from core.answer.verification.claims import is_contradicted, suspicious_terms, ungrounded_facts
from core.answer.verification.nearness import is_said
from core.answer.verification.read_texts import Known
from core.types import Statement, StatementStatus, VerdictCode

_CUT_OFF = MAX_SENTENCE_CHARACTERS - 30
_MOST_MISSING = 0.5  # of the words beside a figure
_SUPPOSED = re.compile(r"(?i)\b(?:would have|assuming|hypothetical\w*|hätten?|angenommen|unterstellt)\b")
_SUPPOSING = re.compile(
    r"(?i)\b(?:would|could|may|might|if|assum\w+|hypothetical\w*|potential\w*|estimat\w+"
    r"|würden?|könnten?|hätten?|falls|wenn|angenommen|unterstellt)\b"
)
_FAR_SCRIPT = re.compile(r"[\u0400-\u04ff\u0590-\u06ff\u0900-\u0dff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def may_be_shown(statement: Statement, task: str, sources: Sequence[Source]) -> bool:
    """Whether the statement, as judged, may stand in the report; weak ones may, and are marked."""
    if statement.status is StatementStatus.QUOTED:
        return True
    if statement.status is StatementStatus.UNSUPPORTED or is_contradicted(statement):
        return False
    if is_no_answer(statement.text) or _other_script(statement.text, task, sources):
        return False
    if _only_supposed(statement) or _is_cut_off(statement.text) or _is_a_guessed_figure(statement):
        return False
    known = Known.of(sources, task)
    if suspicious_terms(statement.text, known):
        return False
    return statement.status in VERIFIED or not ungrounded_facts(statement.text, known)


def _is_cut_off(text: str) -> bool:
    """It ends where the grammar of answers allows no more, in the middle of a sentence."""
    return len(text) >= _CUT_OFF and text.rstrip()[-1:] not in '.!?…:;"”“»)'


def _is_a_guessed_figure(statement: Statement) -> bool:
    """A figure under words of which its source has hardly any: "Changes of prices cost $2.3 million", from a
    cell that says "$ 2.3"."""
    said = facts_of(statement.text)
    if statement.code is not VerdictCode.MISSING_WORDS or not any(
        not number.is_year(int(number.amount)) for number in said.numbers
    ):
        return False
    told = facts_of(" ".join(row.quote for row in statement.evidence))
    missing = [word for word in said.words if not is_said(told.terms, word)]
    return len(missing) > _MOST_MISSING * len(said.words)


def _other_script(text: str, task: str, sources: Sequence[Source]) -> bool:
    """Letters of a script that neither the task nor any source has: small models slip into others."""
    letters = set(_FAR_SCRIPT.findall(text))
    if not letters:
        return False
    read = task + "".join(source.chunk.text for source in sources)
    return not letters <= set(_FAR_SCRIPT.findall(read))


def _only_supposed(statement: Statement) -> bool:
    """It states as a fact what its sources only suppose: "would have decreased our gains by 177 million"."""
    quotes = [row.quote for row in statement.evidence]
    return bool(quotes) and all(map(_SUPPOSED.search, quotes)) and not _SUPPOSING.search(statement.text)
