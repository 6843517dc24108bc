"""Every fixed sentence an answer can consist of, in English and German, under a stable key.

The keys of refusals are the safety flags of the specification; of its words, those that would not be true
here are left to `core.published.seed_output`. A question in any other language gets the English sentence.
Front ends show these texts as they are: they belong to the answer, not to the window.
"""

from __future__ import annotations

from collections.abc import Mapping

_REPLIES: Mapping[str, Mapping[str, str]] = {
    # --- a question that goes no further -------------------------------------------------------------
    "prompt_injection": {
        "en": "I cannot process this question as it contains potentially unsafe patterns.",
        "de": "Diese Frage kann ich nicht bearbeiten: Sie enthält möglicherweise unsichere Muster.",
    },
    "asked_anyway": {
        "en": "The question reads like an order to the program; you asked for an answer all the same.",
        "de": "Die Frage liest sich wie eine Anweisung an das Programm; Sie wollten trotzdem eine Antwort.",
    },
    "injection_in_context": {
        "en": "These passages read like orders to the program and are used as quotations only: {places}.",
        "de": "Diese Passagen lesen sich wie Anweisungen an das Programm und gelten nur als Zitat: {places}.",
    },
    "still_reading": {
        "en": "Your documents are still being read. Ask again in a moment.",
        "de": "Ihre Dokumente werden noch gelesen. Fragen Sie gleich noch einmal.",
    },
    "empty_knowledge_base": {
        "en": "There are no documents in your library yet. Please add documents before asking questions.",
        "de": "Es gibt noch keine Dokumente. Bitte fügen Sie Dokumente hinzu, bevor Sie Fragen stellen.",
    },
    "empty_selection": {
        "en": "The selected documents cannot be asked about: they have not been read yet, or could not be "
        "read.",
        "de": "Zu den gewählten Dokumenten kann nichts gefragt werden: Sie sind noch nicht gelesen oder "
        "nicht lesbar.",
    },
    "question_too_short": {
        "en": "The question is very short. Please add a few words about what you want to know.",
        "de": "Die Frage ist sehr kurz. Bitte ergänzen Sie in ein paar Worten, was Sie wissen möchten.",
    },
    "question_too_long": {
        "en": "The question has {length} characters; {limit} are allowed. Please shorten it.",
        "de": "Die Frage hat {length} Zeichen; erlaubt sind {limit}. Bitte kürzen Sie sie.",
    },
    # --- what a run may end in ------------------------------------------------------------------------
    "not_in_documents": {
        "en": "The provided documents do not contain information about this.",
        "de": "Die Dokumente enthalten dazu keine Angaben.",
    },
    "nothing_sure": {
        "en": "No passage answers this for sure.",
        "de": "Keine Textstelle beantwortet das sicher.",
    },
    "dont_know": {
        "en": "I don't know based on the provided documents.",
        "de": "Das geht aus den Dokumenten nicht hervor.",
    },
    "insufficient": {
        "en": "Insufficient documentation: {missing}",
        "de": "Unzureichende Dokumentation: {missing}",
    },
    "newest_counts": {
        "en": "The documents disagree; the newest counts: {first}, not {second}.",
        "de": "Die Dokumente widersprechen sich; das neueste gilt: {first}, nicht {second}.",
    },
    "oldest_counts": {
        "en": "The documents disagree; the oldest counts: {first}, not {second}.",
        "de": "Die Dokumente widersprechen sich; das älteste gilt: {first}, nicht {second}.",
    },
    "disagree": {
        "en": "The documents disagree: {first} and {second}.",
        "de": "Die Dokumente widersprechen sich: {first} und {second}.",
    },
    # --- small talk -----------------------------------------------------------------------------------
    "greeting": {
        "en": "Hello! Ask me something about your documents.",
        "de": "Hallo! Fragen Sie mich etwas zu Ihren Dokumenten.",
    },
    "thanks": {"en": "You are welcome.", "de": "Gern geschehen."},
    "goodbye": {"en": "Goodbye!", "de": "Auf Wiedersehen!"},
    "about_app": {
        "en": "I answer questions about the documents in your library and show for each sentence where it "
        "stands. A question needs no special form; a follow-up such as “And in 2019?” is understood as "
        "well. Nothing leaves this computer unless you set a server of your own.",
        "de": "Ich beantworte Fragen zu den Dokumenten Ihrer Bibliothek und zeige zu jedem Satz, wo er "
        "steht. Fragen brauchen keine besondere Form; auch eine Nachfrage wie „Und 2019?“ wird "
        "verstanden. Nichts verlässt diesen Rechner, solange Sie keinen eigenen Server einstellen.",
    },
    "adding_documents": {
        "en": "Drop files or folders on the window, or type `docuchat index PATH`. A document can be "
        "asked about once it has been read.",
        "de": "Ziehen Sie Dateien oder Ordner auf das Fenster, oder tippen Sie `docuchat index PFAD`. Ein "
        "Dokument kann befragt werden, sobald es gelesen ist.",
    },
    "library_size": {
        "en": "Documents in your library: {total}, of which {searched} can be asked about.",
        "de": "Dokumente in Ihrer Bibliothek: {total}, davon können {searched} befragt werden.",
    },
    "library_list": {
        "en": "Documents in your library: {total}, of which {searched} can be asked about. The list beside "
        "the conversation shows them all; in a terminal, `docuchat docs` does.",
        "de": "Dokumente in Ihrer Bibliothek: {total}, davon können {searched} befragt werden. Die Liste "
        "neben der Unterhaltung zeigt sie alle; im Terminal tut es `docuchat docs`.",
    },
    "selection_size": {
        "en": "Documents that you are asking now: {total}, of which {searched} can be asked about.",
        "de": "Dokumente, die Sie gerade befragen: {total}, davon können {searched} befragt werden.",
    },
    # --- what reading plans say -----------------------------------------------------------------------
    "yes": {"en": "Yes.", "de": "Ja."},
    "no": {"en": "No.", "de": "Nein."},
    "may_not_answer": {
        "en": "It stands there, but may not answer the question.",
        "de": "Das steht dort, beantwortet die Frage aber vielleicht nicht.",
    },
    "decided_by_model": {
        "en": "The language model reads it so; the sentence below decides.",
        "de": "So liest es das Sprachmodell; entscheidend ist der Satz darunter.",
    },
    "shortened": {
        "en": "{kept} of the {of} statements of the last answer.",
        "de": "{kept} der {of} Aussagen der letzten Antwort.",
    },
    "short_already": {
        "en": "The last answer has nothing that could be left out.",
        "de": "In der letzten Antwort gibt es nichts, was sich weglassen ließe.",
    },
    "narrowed_exactly": {
        "en": "{kept} of the {of} statements of the last answer meet this; dates and amounts were compared.",
        "de": "{kept} der {of} Aussagen der letzten Antwort erfüllen das (Daten und Beträge verglichen).",
    },
    "narrowed_read": {
        "en": "{kept} of the {of} statements of the last answer meet this, as the language model reads them.",
        "de": "{kept} der {of} Aussagen der letzten Antwort erfüllen das, so wie das Sprachmodell sie liest.",
    },
    "narrowed_near": {
        "en": "{kept} of the {of} statements of the last answer come nearest to this. A language model would "
        "read each of them.",
        "de": "{kept} der {of} Aussagen der letzten Antwort kommen dem am nächsten. Ein Sprachmodell würde "
        "jede lesen.",
    },
    "none_left": {
        "en": "None of the {of} statements of the last answer meets this.",
        "de": "Keine der {of} Aussagen der letzten Antwort erfüllt das.",
    },
    "translation_needs_model": {
        "en": "Translating needs a language model. These are the sentences as the documents have them.",
        "de": "Übersetzen kann nur ein Sprachmodell. Dies sind die Sätze, wie sie in den Dokumenten stehen.",
    },
    "in_its_words": {
        "en": "This is in the words of the documents. Say “Translate it” to have it in another language.",
        "de": "Dies sind die Worte der Dokumente. „Übersetze das“ gibt sie in einer anderen Sprache.",
    },
    "nothing_to_change": {
        "en": "The last answer cites nothing that could be said in another form.",
        "de": "Die letzte Antwort zitiert nichts, was sich in anderer Form sagen ließe.",
    },
    "last_answer_gone": {
        "en": "Removed or changed since the last answer: {files}. What was cited from there is left out.",
        "de": "Seit der letzten Antwort entfernt oder geändert: {files}. Was daraus zitiert war, fehlt hier.",
    },
    "last_answer_all_gone": {
        "en": "What the last answer cited was removed or changed since: {files}. Ask the question again.",
        "de": "Was die letzte Antwort zitiert, wurde seither entfernt oder geändert: {files}. Stellen Sie "
        "die Frage noch einmal.",
    },
    "rows_left_out": {
        "en": "Not computed: the table does not say which rows are to be left out.",
        "de": "Nicht berechnet: Aus der Tabelle geht nicht hervor, welche Zeilen wegbleiben sollen.",
    },
    "no_figures": {
        "en": "Not computed: “{cell}” in the column “{column}” is no single figure.",
        "de": "Nicht berechnet: „{cell}“ in der Spalte „{column}“ ist keine einzelne Zahl.",
    },
    "units_differ": {
        "en": "Not computed: “{cell}” and “{other}” in the column “{column}” have no unit in common.",
        "de": "Nicht berechnet: „{cell}“ und „{other}“ in Spalte „{column}“ haben keine gemeinsame Einheit.",
    },
    "no_days": {
        "en": "Not computed: not every cell of the column “{column}” is a date that can be compared.",
        "de": "Nicht berechnet: Nicht jede Zelle der Spalte „{column}“ ist ein vergleichbares Datum.",
    },
    "does_not_add_up": {
        "en": "Not computed: figures in {unit} do not add up (column “{column}”).",
        "de": "Nicht berechnet: Werte in {unit} lassen sich nicht addieren (Spalte „{column}“).",
    },
    "doubtful_total": {
        "en": "Not computed: a row of “{table}” may be the sum of the others, and may be not.",
        "de": "Nicht berechnet: Eine Zeile von „{table}“ kann die Summe der anderen sein, oder auch nicht.",
    },
    "no_rows": {
        "en": "Not computed: no row meets what was read as the condition ({conditions}).",
        "de": "Nicht berechnet: Keine Zeile erfüllt, was als Bedingung gelesen wurde ({conditions}).",
    },
    "too_few_rows": {
        "en": "Not computed: only {count} rows have a figure in the column “{column}”.",
        "de": "Nicht berechnet: Nur {count} Zeilen haben eine Zahl in der Spalte „{column}“.",
    },
    "too_many_rows": {
        "en": "Not computed: {count} rows would have to be cited, and an answer cites {most} at most.",
        "de": "Nicht berechnet: {count} Zeilen wären zu zitieren, eine Antwort zitiert höchstens {most}.",
    },
    "looked_at": {
        "en": "Looked at all {sentences} sentences and rows of {files}.",
        "de": "Alle {sentences} Sätze und Zeilen von {files} wurden angesehen.",
    },
    "looked_at_best": {
        "en": "Looked at {looked} of the {sentences} sentences and rows of {files}: those most like what is "
        "asked for. Name a section or page to look at all of it.",
        "de": "Von den {sentences} Sätzen und Zeilen von {files} wurden {looked} angesehen: die dem "
        "Gesuchten am nächsten. Nennen Sie einen Abschnitt oder eine Seite, damit alles angesehen wird.",
    },
    "uncarried": {
        "en": "what the language model wrote and no passage carries ({count})",
        "de": "was das Sprachmodell geschrieben hat und keine Textstelle trägt ({count})",
    },
    "only_documents": {
        "en": "Of the {chosen} documents that you chose, these were read for it: {files}.",
        "de": "Von den {chosen} gewählten Dokumenten wurden dafür diese gelesen: {files}.",
    },
    "no_such_place": {
        "en": "{file} has no such section or page, as far as it could be read; what comes nearest is shown.",
        "de": "{file} hat, soweit lesbar, keinen solchen Abschnitt und keine solche Seite; gezeigt wird das "
        "Nächstliegende.",
    },
    "is_draft": {
        "en": "This is a draft: the facts come first, then the text. Read it before you send it.",
        "de": "Das ist ein Entwurf: zuerst die Fakten, dann der Text. Lesen Sie ihn, bevor Sie ihn senden.",
    },
    "draft_needs_model": {
        "en": "These are the facts for it. A language model would write the text.",
        "de": "Das sind die Fakten dazu. Den Text würde ein Sprachmodell schreiben.",
    },
    "nearest_to_request": {"en": "nearest to your request", "de": "der Frage am nächsten"},
    "list_needs_model": {
        "en": "These lines are most like what is asked for; some may be none of it. A language model would "
        "read them one by one.",
        "de": "Diese Zeilen sind dem Gesuchten am ähnlichsten; manche mögen nicht dazugehören. Ein "
        "Sprachmodell würde sie einzeln lesen.",
    },
    "comparison_needs_model": {
        "en": "This is what each says that is nearest to your request. A language model would compare point "
        "by point.",
        "de": "Das sagt jedes, was der Frage am nächsten kommt. Ein Sprachmodell würde Punkt für Punkt "
        "vergleichen.",
    },
    "states_nothing": {
        "en": "A line of the draft that cites nothing.",
        "de": "Eine Zeile des Entwurfs, die nichts zitiert.",
    },
    "not_stated": {"en": "not stated", "de": "nicht genannt"},
    "in_other_language": {
        "en": "Said in another language than the cited text: compare it with the passage.",
        "de": "In einer anderen Sprache als die zitierte Stelle gesagt: Vergleichen Sie es mit ihr.",
    },
    # --- notices beside an answer ---------------------------------------------------------------------
    "keyword_fallback": {
        "en": "Searched by keyword only: the embedding model is not available.",
        "de": "Nur nach Stichwörtern gesucht: Das Modell für die Suche nach Bedeutung ist nicht verfügbar.",
    },
    "still_checking_one": {
        "en": "1 document is still being checked for hidden text; its newest pages are not used yet.",
        "de": "1 Dokument wird noch auf verborgenen Text geprüft; seine neuesten Seiten bleiben noch "
        "außen vor.",
    },
    "still_checking": {
        "en": "{count} documents are still being checked for hidden text; their newest pages are not used "
        "yet.",
        "de": "{count} Dokumente werden noch auf verborgenen Text geprüft; ihre neuesten Seiten bleiben "
        "noch außen vor.",
    },
    "token_limit": {
        "en": "The answer was cut off at the limit of its length.",
        "de": "Die Antwort wurde an der Grenze ihrer Länge abgeschnitten.",
    },
    "no_language_model": {
        "en": "Sentences are copied from the documents, because no language model can be used: {reason}",
        "de": "Die Sätze sind aus den Dokumenten kopiert, weil kein Sprachmodell verwendet werden kann: "
        "{reason}",
    },
    "small_language_model": {
        "en": "Sentences are copied from the documents, because {reason} is too small to write answers.",
        "de": "Die Sätze sind aus den Dokumenten kopiert, weil {reason} zu klein ist, um Antworten zu "
        "schreiben.",
    },
    "model_failed": {
        "en": "Sentences are copied from the documents, because the language model failed: {reason}",
        "de": "Die Sätze sind aus den Dokumenten kopiert, weil das Sprachmodell versagt hat: {reason}",
    },
    # --- a guide to a document --------------------------------------------------------------------------
    "guide_what": {"en": "What is this document about?", "de": "Worum geht es in diesem Dokument?"},
    "guide_dates": {
        "en": "By when must something be done, or how long does it last?",
        "de": "Bis wann muss etwas getan werden, oder wie lange dauert es?",
    },
    "guide_amounts": {"en": "Which amount must be paid?", "de": "Welcher Betrag ist zu zahlen?"},
    "guide_terms": {
        "en": "Which term is defined here, and what does it mean?",
        "de": "Welcher Begriff wird hier bestimmt, und was bedeutet er?",
    },
    "guide_asks": {
        "en": "Which questions would a reader have?",
        "de": "Welche Fragen hätte ein Leser?",
    },
    "guide_section": {
        "en": "What does {file} say about “{heading}”?",
        "de": "Was steht in {file} zu „{heading}“?",
    },
}


def reply(key: str, language: str = "en", **slots: object) -> str:
    """The sentence under `key` in a language (ISO 639-1), with its slots filled."""
    return reply_template(key, language).format(**slots)


def reply_template(key: str, language: str) -> str:
    texts = _REPLIES[key]
    return texts.get(language, texts["en"])
