"""Replies that are commands: the list is agreed to, no more questions, no report. Pure.

They are the words that the program itself offers, in English and German; what is said in other words, a model
reads.
"""

from __future__ import annotations

import re

RESUME_WORDS = frozenset({"/resume", "/weiter", "/continue"})
_AGREEING = frozenset({"ok", "okay", "yes", "ja", "start", "/ok", "/start"})
_CANCELLING = frozenset({"/end", "/ende", "/cancel", "/stop", "end", "ende", "cancel", "stop", "abbrechen"})
_END = re.compile(r"(?i)(?:^|\s)/(?:ende?|skip|stop)[\s.!]*$|^\s*/(?:ende?|skip|stop)(?=\s)")


def agrees(text: str) -> bool:
    """It says that the list may be worked off as it is, and nothing else."""
    return text.strip(" .!\t\n").casefold() in _AGREEING


def gives_up(text: str) -> bool:
    """A reply to the list that wants no report."""
    return text.strip(" .!\t\n").casefold() in _CANCELLING


def without_end(text: str) -> tuple[str, bool]:
    """What a reply to questions says, white space folded, and whether it wants no more of them:
    "only the pump /end"."""
    return " ".join(_END.sub("", text).split()), _END.search(text.strip()) is not None
