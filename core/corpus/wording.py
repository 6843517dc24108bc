"""Every fixed sentence of a library answer, in English and German, under a stable key. Values only."""

from __future__ import annotations

from collections.abc import Mapping

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "all": ("{count} {bucket}.", "{count} {bucket}."),
    "matching": (
        "{count} of {of} {bucket} match: {filter}.",
        "{count} von {of} {bucket} passen: {filter}.",
    ),
    "first_of": ("The first {shown} are listed.", "Die ersten {shown} stehen hier."),
    "top": ("The first {shown} by {field}:", "Die ersten {shown} nach {field}:"),
    "count": ("{count} {bucket}: {filter}.", "{count} {bucket}: {filter}."),
    "sum": (
        "{field}, added up over {documents} {bucket}: {figure}.",
        "{field}, Summe über {documents} {bucket}: {figure}.",
    ),
    "average": (
        "{field}, on average over {documents} {bucket}: {figure}.",
        "{field}, im Durchschnitt über {documents} {bucket}: {figure}.",
    ),
    "max": (
        "Highest {field}: {figure}, among {documents} {bucket}.",
        "{field}, höchster Wert: {figure}, unter {documents} {bucket}.",
    ),
    "min": (
        "Lowest {field}: {figure}, among {documents} {bucket}.",
        "{field}, niedrigster Wert: {figure}, unter {documents} {bucket}.",
    ),
    "latest": (
        "Latest {field}: {figure}, among {documents} {bucket}.",
        "{field}, zuletzt: {figure}, unter {documents} {bucket}.",
    ),
    "earliest": (
        "Earliest {field}: {figure}, among {documents} {bucket}.",
        "{field}, zuerst: {figure}, unter {documents} {bucket}.",
    ),
    "groups": ("{count} {bucket} by {field}:", "{count} {bucket} nach {field}:"),
    "group_filter": ("Only those that match: {filter}.", "Nur solche, die passen: {filter}."),
    "no_value": (
        "{count} of the matching documents have no {field} and are not counted in.",
        "{count} der passenden Dokumente haben kein Feld {field} und sind nicht eingerechnet.",
    ),
    "unknown": (
        "{count} of {of} {bucket} have no {field}; whether they match is not known.",
        "{count} von {of} {bucket} haben kein Feld {field}; ob sie passen, ist nicht bekannt.",
    ),
    "unused": (
        "Nothing was done with “{words}”: no field stands for it.",
        "„{words}“ wurde nicht berücksichtigt: dafür gibt es kein Feld.",
    ),
    "unsure": (
        "read with little certainty: {fields}",
        "mit geringer Sicherheit gelesen: {fields}",
    ),
    "no_results": (
        "No {bucket} match: {filter}.",
        "Keine {bucket} passen: {filter}.",
    ),
    "relax": ("Without “{raw}” there are {count}.", "Ohne „{raw}“ sind es {count}."),
    "change": (
        "Change a condition and ask again.",
        "Ändern Sie eine Bedingung und fragen Sie noch einmal.",
    ),
    "overload": (
        "{count} {bucket} would have to be read for this. Please narrow it down, by date, amount or name, "
        "or ask for a list.",
        "Dafür müssten {count} {bucket} gelesen werden. Bitte grenzen Sie die Frage ein, nach Datum, Betrag "
        "oder Name, oder fragen Sie nach einer Liste.",
    ),
    "nothing": ("nothing", "nichts"),
    "documents": ("Documents", "Dokumente"),
    "file": ("File", "Datei"),
}


def sentence(key: str, *, german: bool, **words: object) -> str:
    """The sentence of a key, with its slots filled."""
    return _SENTENCES[key][1 if german else 0].format(**words)
