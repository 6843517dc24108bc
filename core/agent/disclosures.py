"""Every fixed sentence in which an agent run tells what it did not do or find, in English and German.

They belong to the answer, so they are in the question's language; any other language gets English. None of
them repeats what a model claimed.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.answer.asking.question_language import question_language
from core.types import Insufficiency, InsufficiencyKind

HEADING = "### "  # of a demanded section, in an answer's text

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    # --- demands that were not met ---------------------------------------------------------------------
    "searches": {
        "en": "{needed} separate searches (made: {done})",
        "de": "{needed} getrennte Suchen (gemacht: {done})",
    },
    "topic_search": {"en": "a search for “{topic}”", "de": "eine Suche nach „{topic}“"},
    "openings": {
        "en": "{needed} opened passages (opened: {done})",
        "de": "{needed} geöffnete Textstellen (geöffnet: {done})",
    },
    "no_conflict": {
        "en": "which of several values counts: no other opened document was found to give another figure, "
        "date or time; differences in words were not looked for",
        "de": "welcher von mehreren Werten gilt: in keinem anderen geöffneten Dokument wurde eine andere "
        "Zahl, ein anderes Datum oder eine andere Uhrzeit gefunden; nach Unterschieden in Worten wurde nicht "
        "gesucht",
    },
    "exact_quote": {"en": "an exact quote ({wanted})", "de": "ein wörtliches Zitat ({wanted})"},
    # --- what the documents do not give ----------------------------------------------------------------
    "empty_section": {
        "en": "nothing was found for this section",
        "de": "für diesen Abschnitt wurde nichts gefunden",
    },
    "not_opened": {
        "en": "{what} (something was found, but no tool call was left to open it)",
        "de": "{what} (es wurde etwas gefunden, aber kein Werkzeugaufruf war übrig, um es zu öffnen)",
    },
    "rule_undecided": {
        "en": "which of them is the {rule} cannot be told: {first} or {second}",
        "de": "welches nach der Regel „{rule}“ gilt, lässt sich nicht feststellen: {first} oder {second}",
    },
    "no_rule": {
        "en": "no rule says which of them counts: {first} or {second}",
        "de": "keine Regel sagt, welches gilt: {first} oder {second}",
    },
    # --- what was written and is not shown -------------------------------------------------------------
    "left_out": {
        "en": "part of the draft, because the opened passages do not carry it",
        "de": "ein Teil des Entwurfs, weil die geöffneten Textstellen ihn nicht belegen",
    },
    # --- demands that were reduced before the run ------------------------------------------------------
    "first_topics": {
        "en": "You named {asked} topics; the first {room} are searched for.",
        "de": "Genannt sind {asked} Themen; nach den ersten {room} wird gesucht.",
    },
    "first_sections": {
        "en": "You named {asked} sections; the first {room} are written.",
        "de": "Genannt sind {asked} Abschnitte; die ersten {room} werden geschrieben.",
    },
    "openings_window": {
        "en": "You asked for {asked} opened citations; an answer can rest on {room} at a time.",
        "de": "Verlangt sind {asked} geöffnete Textstellen; eine Antwort kann sich auf höchstens {room} "
        "zugleich stützen.",
    },
    "fewer_searches": {
        "en": "You asked for {asked} searches; there is room for {room} {within}{beside}{why}.",
        "de": "Verlangt sind {asked} Suchen; Platz ist für {room} {within}{beside}{why}.",
    },
    "one_kept": {
        "en": " (one is kept for opening what is cited)",
        "de": " (einer bleibt für das Öffnen dessen, was zitiert wird)",
    },
    "beside": {"en": " beside {other}", "de": " neben {other}"},
    "fewer_openings": {
        "en": "You asked for {asked}; there is room for {room} {within}{beside}.",
        "de": "Verlangt: {asked}; Platz ist für {room} {within}{beside}.",
    },
    "within_calls": {"en": "in {calls}", "de": "bei {calls}"},
    "shared_topics": {
        "en": "Topics that share a search: {shared}.",
        "de": "Themen, die sich eine Suche teilen: {shared}.",
    },
    # --- counted things, one and many ------------------------------------------------------------------
    "tool_call": {"en": "1 tool call|{n} tool calls", "de": "1 Werkzeugaufruf|{n} Werkzeugaufrufen"},
    "opening": {"en": "1 opening|{n} openings", "de": "1 Öffnung|{n} Öffnungen"},
    "search": {"en": "1 search|{n} searches", "de": "1 Suche|{n} Suchen"},
    "opened_citation": {
        "en": "1 opened citation|{n} opened citations",
        "de": "1 geöffnete Textstelle|{n} geöffnete Textstellen",
    },
    "quoted": {"en": "“{text}”", "de": "„{text}“"},
}
# What stands before each kind in the text of an answer.
_LABELS: Mapping[InsufficiencyKind, Mapping[str, str]] = {
    InsufficiencyKind.GAP: {
        "en": "Insufficient documentation: {missing}",
        "de": "Unzureichende Dokumentation: {missing}",
    },
    InsufficiencyKind.UNMET: {"en": "Not done as asked: {missing}", "de": "Nicht wie verlangt: {missing}"},
    InsufficiencyKind.LEFT_OUT: {"en": "Left out: {missing}", "de": "Weggelassen: {missing}"},
}


def told(key: str, question: str, **slots: object) -> str:
    """The sentence under `key` in the language of the question, with its slots filled."""
    return _in_language(_SENTENCES[key], question).format(**slots)


def counted(key: str, question: str, number: int) -> str:
    """ "1 search", "3 searches" in the language of the question."""
    one, many = _in_language(_SENTENCES[key], question).split("|")
    return one if number == 1 else many.format(n=number)


def labelled(kind: InsufficiencyKind, missing: str, question: str) -> str:
    """A line of the answer: what is missing, under the words for its kind."""
    return _in_language(_LABELS[kind], question).format(missing=missing)


def is_told(row: Insufficiency, text: str) -> bool:
    """Whether an answer's text has this very gap as a paragraph of its own, under the gap's heading."""
    lines = [label.format(missing=row.missing) for label in _LABELS[row.kind].values()]
    section = ""
    for paragraph in text.split("\n\n"):
        if paragraph.startswith(HEADING):
            section = paragraph.removeprefix(HEADING)
        elif section == row.section and paragraph in lines:
            return True
    return False


def _in_language(texts: Mapping[str, str], question: str) -> str:
    return texts.get(question_language(question), texts["en"])
