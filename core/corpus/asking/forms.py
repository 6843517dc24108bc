"""In which form an answer is wanted: "as a table", "als Aufzählung", "in one sentence". Pure functions."""

from __future__ import annotations

from typing import Literal

from core.corpus.asking.question_words import QuestionWords, phrases

Form = Literal["natural_language", "table", "list"]

_TABLE = phrases("as a table|as table|in a table|in tabular form|als tabelle|in einer tabelle|tabellarisch")
_LIST = phrases(
    "as a list|as list|as a bulleted list|as bullet points|as bullets|in bullet points|als liste"
    "|als aufzählung|als stichpunkte|in stichpunkten|stichpunktartig"
)
_PROSE = phrases(
    "in prose|as prose|in words|in a sentence|in one sentence|in sentences|in full sentences|as text"
    "|as a text|not as a table|no table|without a table|als text|als fließtext|in worten|in einem satz"
    "|in sätzen|in ganzen sätzen|nicht als tabelle|keine tabelle|ohne tabelle"
)
# "Not as a table" before "as a table".
_FORMS: tuple[tuple[Form, tuple[str, ...]], ...] = (
    ("natural_language", _PROSE),
    ("list", _LIST),
    ("table", _TABLE),
)


def form_asked(words: QuestionWords) -> Form | None:
    """The form that is named last, its words taken; None where none is."""
    last: tuple[int, Form] | None = None
    for form, told in _FORMS:
        for found in list(words.find(told)):
            words.take(found)
            if last is None or found.first > last[0]:
                last = (found.first, form)
    return last[1] if last is not None else None
