"""Every fixed sentence of a library answer, in English and German, under a stable key. Values only."""

from __future__ import annotations

from collections.abc import Mapping

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "all": ("{count} {bucket}.", "{count} {bucket}."),
    "matching": (
        "{count} of {of} {bucket} match: {filter}.",
        "{count} von {of} {of_bucket} passen: {filter}.",
    ),
    "first_of": ("The first {shown} are listed.", "Die ersten {shown} stehen hier."),
    "top": ("The first {shown} by {field}:", "Die ersten {shown} nach {field}:"),
    "top_each": (
        "Amounts of several currencies cannot be compared. The first {shown} by {field} of each "
        "({currencies}):",
        "Beträge mehrerer Währungen sind nicht vergleichbar. Die ersten {shown} nach {field} je Währung "
        "({currencies}):",
    ),
    "no_currency": ("none given", "ohne Angabe"),
    "reminders": (
        "Reminders among them: {count}. What they ask for again is counted twice where the invoice is here, "
        "too.",
        "Darunter sind Mahnungen: {count}. Was sie noch einmal fordern, ist doppelt gezählt, wo auch die "
        "Rechnung dabei ist.",
    ),
    "facets": ("By {field}: {groups}.", "Nach {field}: {groups}."),
    "credit_notes": (
        "Credit notes among them: {count} ({figures}). They are added as they are written, not taken off.",
        "Darunter sind Gutschriften: {count} ({figures}). Sie sind so eingerechnet, wie sie dastehen, nicht "
        "abgezogen.",
    ),
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
        "{field}, höchster Wert: {figure}, unter {documents} {of_bucket}.",
    ),
    "min": (
        "Lowest {field}: {figure}, among {documents} {bucket}.",
        "{field}, niedrigster Wert: {figure}, unter {documents} {of_bucket}.",
    ),
    "latest": (
        "Latest {field}: {figure}, among {documents} {bucket}.",
        "{field}, zuletzt: {figure}, unter {documents} {of_bucket}.",
    ),
    "earliest": (
        "Earliest {field}: {figure}, among {documents} {bucket}.",
        "{field}, zuerst: {figure}, unter {documents} {of_bucket}.",
    ),
    "groups": ("{count} {bucket} by {field}:", "{count} {bucket} nach {field}:"),
    "mean_of": ("{field}, on average", "{field} im Durchschnitt"),
    "no_group_extremes": (
        "the smallest or greatest {field} of each group: ask for one of the groups",
        "{field}, kleinster oder größter Wert je Gruppe: Fragen Sie nach einer der Gruppen",
    ),
    "group_filter": ("Only those that match: {filter}.", "Nur solche, die passen: {filter}."),
    "no_value": (
        "{count} of the matching documents have no {field} and are not counted in.",
        "{count} der passenden Dokumente haben kein Feld {field} und sind nicht eingerechnet.",
    ),
    "unknown": (
        "{count} of {of} {bucket} have no {field}; whether they match is not known.",
        "{count} von {of} {of_bucket} haben kein Feld {field}; ob sie passen, ist nicht bekannt.",
    ),
    "unused": (
        "Nothing was done with “{words}”: no field stands for it.",
        "„{words}“ wurde nicht berücksichtigt: dafür gibt es kein Feld.",
    ),
    "read_by_model": (
        "The language model chose the conditions above: check that they are what you asked for.",
        "Das Sprachmodell hat die Bedingungen oben gewählt: prüfen Sie, ob sie Ihrer Frage entsprechen.",
    ),
    "unsure": (
        "read with little certainty: {fields}",
        "mit geringer Sicherheit gelesen: {fields}",
    ),
    "no_results": (
        "No {bucket} match: {filter}.",
        "Keine {bucket} passen: {filter}.",
    ),
    "none": ("There are no {bucket} in the library.", "In der Bibliothek sind keine {bucket}."),
    "together": (
        "{count} documents together, {parts}.",
        "Zusammen {count} Dokumente, {parts}.",
    ),
    "unfiled": ("{count} that are not sorted yet", "{count} noch nicht einsortiert"),
    "unsuited": (
        "“{raw}” is no condition of {bucket}: they have no such field.",
        "„{raw}“ ist keine Bedingung für {bucket}: dafür haben sie kein Feld.",
    ),
    "joined": (
        "{count} in common, in {sides}; compared by {fields}.",
        "{count} gemeinsam, in {sides}; verglichen nach {fields}.",
    ),
    "joined_without": (
        "{count} in {sides}, and in none of {others}; compared by {fields}.",
        "{count} in {sides}, und in keinem von {others}; verglichen nach {fields}.",
    ),
    "joined_side": ("{shown} of {side}", "{shown} von {side}"),
    "joined_filter": (
        "{count} {bucket} that match ({filter})",
        "{count} {of_bucket}, die passen ({filter}),",
    ),
    "joined_nothing": (
        "Nothing of this kind was found in {sides}, compared by {fields}.",
        "Dazu wurde nichts gefunden in {sides}, verglichen nach {fields}.",
    ),
    "nameless": (
        "{count} of {of} {bucket} have no {fields} to compare by; whether they belong here is not known.",
        "{count} von {of} {of_bucket} haben kein Feld {fields} zum Vergleich; ob sie dazugehören, ist nicht "
        "bekannt.",
    ),
    "spellings": ("not written alike: {names}", "nicht gleich geschrieben: {names}"),
    "common": ("In common", "Gemeinsam"),
    "and": ("and", "und"),
    "or": ("or", "oder"),
    "relax": ("Without “{raw}” there are {count}.", "Ohne „{raw}“ sind es {count}."),
    "change": (
        "Change a condition and ask again.",
        "Ändern Sie eine Bedingung und fragen Sie noch einmal.",
    ),
    "overload": (
        "{count} {bucket} would have to be read for this. Please narrow it down, by date, amount or name, "
        "ask for a list, or export their table as CSV.",
        "Dafür müssten {count} {bucket} gelesen werden. Bitte grenzen Sie die Frage ein, nach Datum, Betrag "
        "oder Name, fragen Sie nach einer Liste, oder exportieren Sie ihre Tabelle als CSV.",
    ),
    "topic": (
        "{shown} of {count} {bucket} say something about “{topic}”:",
        "{shown} von {count} {of_bucket} sagen etwas zu „{topic}“:",
    ),
    "topic_filter": (
        "{shown} of {count} {bucket} that match ({filter}) say something about “{topic}”:",
        "{shown} von {count} {of_bucket}, die passen ({filter}), sagen etwas zu „{topic}“:",
    ),
    "topic_best": (
        "Only the {passages} likeliest passages were looked at.",
        "Nur die {passages} wahrscheinlichsten Stellen wurden angesehen.",
    ),
    "called": (
        "Some of them call it {names}.",
        "Einige davon sagen dafür {names}.",
    ),
    "no_topic": (
        "None of the {count} {bucket} says anything about “{topic}”, searched by words and by meaning.",
        "Keines der {count} Dokumente ({bucket}) sagt etwas zu „{topic}“, gesucht nach Wort und Sinn.",
    ),
    "silent": (
        "nothing about “{topic}” was found in {count} of them: {names}",
        "in {count} davon wurde nichts zu „{topic}“ gefunden: {names}",
    ),
    "passage": ("What it says", "Was darin steht"),
    "every": ("all", "alle"),
    "nothing": ("nothing", "nichts"),
    "documents": ("Documents", "Dokumente"),
    "file": ("File", "Datei"),
}


# Where the verb follows one document only: the slot that counts them, English, German.
_OF_ONE: Mapping[str, tuple[str, str, str]] = {
    "matching": (
        "count",
        "{count} of {of} {bucket} matches: {filter}.",
        "{count} von {of} {of_bucket} passt: {filter}.",
    ),
    "no_value": (
        "count",
        "{count} of the matching documents has no {field} and is not counted in.",
        "{count} der passenden Dokumente hat kein Feld {field} und ist nicht eingerechnet.",
    ),
    "unknown": (
        "count",
        "{count} of {of} {bucket} has no {field}; whether it matches is not known.",
        "{count} von {of} {of_bucket} hat kein Feld {field}; ob es passt, ist nicht bekannt.",
    ),
    "together": ("count", "{count} document, {parts}.", "{count} Dokument, {parts}."),
    "unfiled": ("count", "{count} that is not sorted yet", "{count} noch nicht einsortiert"),
    "nameless": (
        "count",
        "{count} of {of} {bucket} has no {fields} to compare by; whether it belongs here is not known.",
        "{count} von {of} {of_bucket} hat kein Feld {fields} zum Vergleich; ob es dazugehört, ist nicht "
        "bekannt.",
    ),
    "joined_filter": (
        "count",
        "{count} {bucket} that matches ({filter})",
        "{count} {of_bucket} (passt zu {filter})",
    ),
    "relax": ("count", "Without “{raw}” there is {count}.", "Ohne „{raw}“ ist es {count}."),
    "topic": (
        "shown",
        "{shown} of {count} {bucket} says something about “{topic}”:",
        "{shown} von {count} {of_bucket} sagt etwas zu „{topic}“:",
    ),
    "topic_filter": (
        "shown",
        "{shown} of {count} {bucket} that match ({filter}) says something about “{topic}”:",
        "{shown} von {count} {of_bucket}, die passen ({filter}), sagt etwas zu „{topic}“:",
    ),
}


def sentence(key: str, *, german: bool, **words: object) -> str:
    """The sentence of a key, with its slots filled."""
    forms = _SENTENCES[key]
    if key in _OF_ONE and words[_OF_ONE[key][0]] == 1:
        forms = _OF_ONE[key][1:]
    return forms[1 if german else 0].format(**words)
