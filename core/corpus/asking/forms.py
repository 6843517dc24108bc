"""In which form an answer is wanted: "as a table", "als Aufzählung", "in one sentence". Pure functions."""

from __future__ import annotations

from typing import Literal

from core.corpus.asking.question_words import Found, QuestionWords, phrases

_ASKING = frozenset(phrases("answer|reply|respond|please|and|antworte|antworten|bitte|und|mir|me"))
Form = Literal["natural_language", "table", "list"]

_FORMS: tuple[tuple[Form, tuple[str, ...]], ...] = (
    (
        "table",
        phrases(
            "as a table|as table|in a table|in table form|in tabular form|als tabelle|in einer tabelle"
            "|in tabellenform|tabellarisch"
        ),
    ),
    (
        "list",
        phrases(
            "as a list|as list|as a bulleted list|as bullet points|as bullets|in bullet points|bulleted"
            "|als liste|als aufzählung|als stichpunkte|in stichpunkten|stichpunktartig"
        ),
    ),
    (
        "natural_language",
        phrases(
            "in prose|as prose|in words|in a sentence|in one sentence|in sentences|in full sentences|as text"
            "|as a text|as running text|not as a table|no table|without a table|als text|als fließtext"
            "|in worten|in einem satz|in sätzen|in ganzen sätzen|nicht als tabelle|keine tabelle|ohne tabelle"
        ),
    ),
)  # fmt: skip


def form_asked(words: QuestionWords) -> Form | None:
    """The form that is named last, its words taken; None where none is."""
    last: tuple[int, Form] | None = None
    for form, told in reversed(_FORMS):  # "not as a table" before "as a table"
        for found in list(words.find(told)):
            begin = found.first
            while begin and words.words[begin - 1].key in _ASKING:
                begin -= 1
            words.take(Found(begin, found.last))
            if last is None or found.first > last[0]:
                last = (found.first, form)
    return last[1] if last is not None else None
