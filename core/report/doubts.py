"""Why a statement is not verified, in the language of its report. Pure.

The check of statements (`core.answer.verification.verify`) gives its reasons in English, and the window
translates them for itself. A report that is handed on is in one language, its doubts included.
"""

from __future__ import annotations

import re
from functools import cache

_GERMAN = {
    "Calculated: {0}.": "Berechnet: {0}.",
    "{0} is wrong: {1}.": "{0} ist falsch: {1}.",
    "No source is cited.": "Es ist keine Quelle angegeben.",
    "No sentence of a document is cited.": "Es ist kein Satz eines Dokuments zitiert.",
    "The cited text is about something else.": "Der zitierte Text handelt von etwas anderem.",
    "It says nothing that could be checked.": "Darin ist nichts, was sich prüfen ließe.",
    "Only a part of its sentence; the rest may limit it.": (
        "Nur ein Teil des Satzes; der Rest kann ihn einschränken."
    ),
    "A figure from a table row; its column was not checked.": (
        "Eine Zahl aus einer Tabellenzeile; ihre Spalte wurde nicht geprüft."
    ),
    "Not in the cited text: {0}.": "Nicht im zitierten Text: {0}.",
    "Not in the cited sentence: {0}.": "Nicht im zitierten Satz: {0}.",
    "Only the title of the document says: {0}.": "Nur der Titel des Dokuments sagt: {0}.",
    "{0}: not so in the cited text.": "{0}: im zitierten Text nicht so.",
    "The cited text has its words, but says something else.": (
        "Der zitierte Text hat seine Wörter, sagt aber etwas anderes."
    ),
    "{0}: stands with other words in the source.": "{0}: steht in der Quelle bei anderen Wörtern.",
    "{0}: stands with another date in the source.": "{0}: steht in der Quelle bei einem anderen Datum.",
    "Its figures do not stand in the rows that it names.": (
        "Die Zahlen stehen nicht in den genannten Zeilen."
    ),
    "The same names, in another order.": "Dieselben Namen, in anderer Reihenfolge.",
    "The same words, in another order.": "Dieselben Wörter, in anderer Reihenfolge.",
    "Its words stand in different parts of the sentence.": (
        "Die Wörter stehen in verschiedenen Teilen des Satzes."
    ),
    "Its names are put together otherwise in the source.": (
        "Die Namen gehören in der Quelle anders zusammen."
    ),
    "Another name stands with these words in the source.": (
        "In der Quelle steht bei diesen Wörtern ein anderer Name."
    ),
    "A name stands in another place in the source.": "Ein Name steht in der Quelle an anderer Stelle.",
    "The source has other words here: {0}.": "Die Quelle hat hier andere Wörter: {0}.",
    "Whether it must, may or might be so is said otherwise in the source.": (
        "Ob es so sein muss, darf oder könnte, steht in der Quelle anders."
    ),
    "The source says only that it was planned, asked for or believed.": (
        "Die Quelle sagt nur, dass es geplant, verlangt oder vermutet wurde."
    ),
    "Statement and source differ in what they deny.": "Aussage und Quelle verneinen nicht dasselbe.",
    "The source says the opposite: {0}.": "Die Quelle sagt das Gegenteil: {0}.",
    "The source compares them the other way round: {0}, {1}.": (
        "Die Quelle vergleicht sie andersherum: {0}, {1}."
    ),
}
_FILLED = re.compile(r"\{\d\}")


def doubt_in(language: str, reason: str) -> str:
    """The reason in `language` ("de"); as it is in others, and where its form is not known."""
    if language != "de":
        return reason
    for german, form in _forms():
        found = form.fullmatch(reason)
        if found is not None:
            return german.format(*found.groups())
    return reason


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (german, re.compile("(.+?)".join(map(re.escape, _FILLED.split(english))), re.DOTALL))
        for english, german in _GERMAN.items()
    )
