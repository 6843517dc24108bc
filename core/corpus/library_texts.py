"""Every fixed sentence of a library answer, in English and German, under a stable key. Values only."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NUMBER = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
_SENTENCES: Mapping[str, tuple[str, str]] = {
    "all": ("{count} {bucket}.", "{count} {bucket}."),
    "matching": (
        "{count} of {of} {bucket} [matches|match]: {filter}.",
        "{count} von {of} {of_bucket} [passt|passen]: {filter}.",
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
        "{count} of the matching documents [has|have] no {field} and [is|are] not counted in.",
        "{count} der passenden Dokumente [hat|haben] kein Feld {field} und [ist|sind] nicht eingerechnet.",
    ),
    "unknown": (
        "{count} of {of} {bucket} [has|have] no {field}; whether [it matches|they match] is not known.",
        "{count} von {of} {of_bucket} [hat|haben] kein Feld {field}; ob [es passt|sie passen], ist nicht "
        "bekannt.",
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
        "[{count} document|{count} documents together], {parts}.",
        "[{count} Dokument|Zusammen {count} Dokumente], {parts}.",
    ),
    "unfiled": ("{count} that [is|are] not sorted yet", "{count} noch nicht einsortiert"),
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
        "{count} {bucket} that [matches|match] ({filter})",
        "{count} {of_bucket}[ (passt zu {filter})|, die passen ({filter}),]",
    ),
    "joined_nothing": (
        "Nothing of this kind was found in {sides}, compared by {fields}.",
        "Dazu wurde nichts gefunden in {sides}, verglichen nach {fields}.",
    ),
    "nameless": (
        "{count} of {of} {bucket} [has|have] no {fields} to compare by; whether [it belongs|they belong] "
        "here is not known.",
        "{count} von {of} {of_bucket} [hat|haben] kein Feld {fields} zum Vergleich; ob [es dazugehört|sie "
        "dazugehören], ist nicht bekannt.",
    ),
    "spellings": ("not written alike: {names}", "nicht gleich geschrieben: {names}"),
    "common": ("In common", "Gemeinsam"),
    "and": ("and", "und"),
    "or": ("or", "oder"),
    "relax": ("Without “{raw}” there [is|are] {count}.", "Ohne „{raw}“ [ist|sind] es {count}."),
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
        "{shown} of {count} {bucket} [says|say] something about “{topic}”:",
        "{shown} von {count} {of_bucket} [sagt|sagen] etwas zu „{topic}“:",
    ),
    "topic_filter": (
        "{shown} of {count} {bucket} that match ({filter}) [says|say] something about “{topic}”:",
        "{shown} von {count} {of_bucket}, die passen ({filter}), [sagt|sagen] etwas zu „{topic}“:",
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


def sentence(key: str, *, german: bool, **words: object) -> str:
    """The sentence of a key, with its slots filled; "[matches|match]": of one, of several."""
    one = words.get("shown" if key.startswith("topic") else "count") == 1
    told = _NUMBER.sub(lambda forms: forms[1 if one else 2], _SENTENCES[key][1 if german else 0])
    return told.format(**words)
