"""Every fixed sentence of a research, in English and German; any other language gets English."""

from __future__ import annotations

from collections.abc import Mapping

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    # --- clarification ---------------------------------------------------------------------------------
    "ask_gap": {
        "en": "Little was found about “{gap}”. In which words, or in which document, could it stand?",
        "de": "Zu „{gap}“ wurde wenig gefunden. Mit welchen Worten oder wo könnte es stehen?",
    },
    "ask_documents": {
        "en": "The passages found lie in {count} documents. Should the report be about all of them?",
        "de": "Die gefundenen Stellen liegen in {count} Dokumenten. Soll der Bericht von allen handeln?",
    },
    "ask_period": {
        "en": "Which period or which version should the report be about?",
        "de": "Um welchen Zeitraum oder welche Fassung soll es im Bericht gehen?",
    },
    "ask_purpose": {
        "en": "What is the report for, and which point matters most?",
        "de": "Wofür ist der Bericht, und welcher Punkt ist der wichtigste?",
    },
    "ask_aspect": {
        "en": "Which side of “{topic}” should be looked into first?",
        "de": "Welche Seite von „{topic}“ soll zuerst untersucht werden?",
    },
    "ask_words": {
        "en": "Which other words or names does your field use for it?",
        "de": "Welche anderen Wörter oder Namen sind in Ihrem Fach dafür üblich?",
    },
    "ask_first": {
        "en": "Which document would you look into first?",
        "de": "In welches Dokument würden Sie zuerst schauen?",
    },
    "ask_else": {
        "en": "What else should the report tell?",
        "de": "Was soll der Bericht noch sagen?",
    },
    "ask_leave_out": {
        "en": "What may the report leave out?",
        "de": "Was darf der Bericht weglassen?",
    },
    "reply_searched": {
        "en": "Searched for from now on, with the question: {words}.",
        "de": "Von jetzt an mit der Frage gesucht: {words}.",
    },
    "parts_left_out": {
        "en": "Left out, as you wish: {parts}. The list can still be changed.",
        "de": "Auf Ihren Wunsch weggelassen: {parts}. Die Liste lässt sich noch ändern.",
    },
    "limited": {
        "en": "As you wish, only these documents are searched from now on: {names}.",
        "de": "Auf Ihren Wunsch werden von jetzt an nur diese Dokumente durchsucht: {names}.",
    },
    "questions": {
        "en": "Before the research (round {round} of at most {rounds}; covered so far: {coverage} %):",
        "de": "Vor der Recherche (Runde {round} von höchstens {rounds}; bisher abgedeckt: {coverage} %):",
    },
    "how_to_reply": {
        "en": "Reply in your own words, or with /end to go on without.",
        "de": "Antworten Sie in eigenen Worten, oder mit /end, um ohne Antwort weiterzumachen.",
    },
    "ended_user_end": {
        "en": "The clarification is over: you ended it.",
        "de": "Die Klärung ist zu Ende: Sie haben sie beendet.",
    },
    "ended_max_iterations": {
        "en": "The clarification is over: the limit of rounds was reached.",
        "de": "Die Klärung ist zu Ende: Die Höchstzahl der Runden ist erreicht.",
    },
    "ended_convergence": {
        "en": "The clarification is over: the searches find the same passages again, and these cover the "
        "question.",
        "de": "Die Klärung ist zu Ende: Die Suchen finden dieselben Stellen wieder, und diese decken die "
        "Frage ab.",
    },
    "ended_skipped": {
        "en": "No questions back: the clarification was skipped.",
        "de": "Keine Rückfragen: Die Klärung wurde übersprungen.",
    },
    # --- to-do list ------------------------------------------------------------------------------------
    "todo": {
        "en": "The to-do list; working it off will take {time}:",
        "de": "Die Aufgabenliste; sie abzuarbeiten dauert {time}:",
    },
    "how_to_approve": {
        "en": "Reply “ok” to begin. To change it: “+ new task”, “- 2” removes, “2 = other words”, “3 > 1” "
        "moves, several with “;” between them, or in words (“drop the second and add delivery times”), or a "
        "whole new list with a task a line. /end cancels.",
        "de": "Antworten Sie „ok“, um zu beginnen. Zum Ändern: „+ neue Aufgabe“, „- 2“ streicht, „2 = andere "
        "Worte“, „3 > 1“ verschiebt, mehreres mit „;“ dazwischen, oder in Worten („streiche den zweiten "
        "Punkt und ergänze die Lieferzeiten“), oder eine ganz neue Liste, eine Aufgabe je Zeile. /end bricht "
        "ab.",
    },
    "not_understood": {
        "en": "Not understood, so the list was not changed: {words}.",
        "de": "Nicht verstanden, daher ist die Liste unverändert: {words}.",
    },
    "keep_or_remove": {
        "en": "Are these tasks to be kept or removed? Number the lines (“1. …”) to keep only them, or "
        "remove with “- 1; - 2”.",
        "de": "Sollen diese Aufgaben bleiben oder entfallen? Nummerieren Sie die Zeilen („1. …“), damit nur "
        "sie bleiben, oder streichen Sie mit „- 1; - 2“.",
    },
    "list_full": {
        "en": "The list has room for {most} tasks; the rest was left out.",
        "de": "Die Liste fasst {most} Aufgaben; der Rest entfällt.",
    },
    "list_empty": {
        "en": "The list has no task left; add one with “+”, or cancel with /end.",
        "de": "Die Liste hat keine Aufgabe mehr; fügen Sie mit „+“ eine hinzu, oder brechen Sie mit /end ab.",
    },
    "cancelled": {
        "en": "The research was ended before it began.",
        "de": "Die Recherche wurde beendet, bevor sie begann.",
    },
    "minutes": {"en": "about {n} minutes", "de": "etwa {n} Minuten"},
    "seconds": {"en": "about {n} seconds", "de": "etwa {n} Sekunden"},
    # --- references ------------------------------------------------------------------------------------
    "follow_relevant": {
        "en": "it stands in a sentence that matters for the task",
        "de": "sie steht in einem Satz, der für die Aufgabe wichtig ist",
    },
    "follow_words": {
        "en": "its sentence speaks of the task",
        "de": "ihr Satz handelt von der Aufgabe",
    },
    "skip_beside": {
        "en": "its sentence is about something else",
        "de": "ihr Satz handelt von etwas anderem",
    },
    "skip_model": {"en": "the model says no: {reason}", "de": "das Modell rät ab: {reason}"},
    "skip_external": {
        "en": "it leads out of the library",
        "de": "sie führt aus der Bibliothek hinaus",
    },
    "skip_here": {
        "en": "it points to the passage it stands in",
        "de": "sie zeigt auf die Stelle, in der sie steht",
    },
    "open_law": {
        "en": "the law is not in the library",
        "de": "das Gesetz ist nicht in der Bibliothek",
    },
    "open_work": {
        "en": "the work is not in the library",
        "de": "das Werk ist nicht in der Bibliothek",
    },
    "open_law_selected": {
        "en": "the law is not in the library, or outside what is searched",
        "de": "das Gesetz ist nicht in der Bibliothek oder gehört nicht zu dem, was durchsucht wird",
    },
    "open_work_selected": {
        "en": "the work is not in the library, or outside what is searched",
        "de": "das Werk ist nicht in der Bibliothek oder gehört nicht zu dem, was durchsucht wird",
    },
    "skip_unknown_selected": {
        "en": "nothing that is searched is known by that name",
        "de": "unter diesem Namen ist in dem, was durchsucht wird, nichts bekannt",
    },
    "led_place": {"en": "found under “{heading}”", "de": "gefunden unter „{heading}“"},
    "led_document": {"en": "a document has that name", "de": "ein Dokument heißt so"},
    "led_several": {"en": "several documents may be meant", "de": "mehrere Dokumente können gemeint sein"},
    "led_search": {
        "en": "its place is not known, so it is searched for",
        "de": "der Ort ist nicht bekannt, daher wird danach gesucht",
    },
    "led_nowhere": {
        "en": "it was searched for, and nothing that was found matters for the task",
        "de": "danach wurde gesucht, und nichts Gefundenes ist für die Aufgabe wichtig",
    },
    "skip_unknown": {
        "en": "nothing in the library is known by that name",
        "de": "unter diesem Namen ist nichts in der Bibliothek bekannt",
    },
    "skip_visited": {"en": "it was followed before", "de": "ihr wurde schon gefolgt"},
    "skip_depth": {
        "en": "references are followed {limit} deep",
        "de": "Verweisen wird {limit} Stufen tief gefolgt",
    },
    "skip_budget": {
        "en": "the {limit} tokens for references are used up",
        "de": "die {limit} Token für Verweise sind verbraucht",
    },
    "skip_same_document": {
        "en": "references have led to this document {limit} times",
        "de": "Verweise haben {limit}-mal zu diesem Dokument geführt",
    },
    # --- report ----------------------------------------------------------------------------------------
    "nothing_found": {
        "en": "nothing was found for this task",
        "de": "zu dieser Aufgabe wurde nichts gefunden",
    },
    "left_out": {
        "en": "part of the draft, because the passages read do not carry it",
        "de": "ein Teil des Entwurfs, weil die gelesenen Stellen ihn nicht belegen",
    },
    "limits_heading": {"en": "Limits and open questions", "de": "Grenzen und offene Fragen"},
    "conflicts_heading": {"en": "Where the documents disagree", "de": "Wo die Dokumente sich widersprechen"},
    "open_question": {
        "en": "The passages read hardly say anything about “{gap}”.",
        "de": "Zu „{gap}“ sagen die gelesenen Stellen kaum etwas.",
    },
    "open_reference": {
        "en": "“{text}” ({place}) was left open: {reason}.",
        "de": "„{text}“ ({place}) blieb offen: {reason}.",
    },
    "guards_stopped": {
        "en": "“{title}”: not all references were followed ({reasons}).",
        "de": "„{title}“: nicht allen Verweisen wurde gefolgt ({reasons}).",
    },
    "more_open_references": {
        "en": "{count} more references were left open.",
        "de": "{count} weitere Verweise blieben offen.",
    },
    "nothing_at_all": {
        "en": "The documents that were searched say nothing that answers this.",
        "de": "Die durchsuchten Dokumente sagen nichts, was diese Frage beantwortet.",
    },
    # --- quality ---------------------------------------------------------------------------------------
    "issue_unsupported": {
        "en": "Not verified and left out: {count} of {all} statements.",
        "de": "Nicht belegt und weggelassen: {count} von {all} Aussagen.",
    },
    "issue_empty": {
        "en": "Nothing stands under {count} of {all} tasks.",
        "de": "Zu {count} von {all} Aufgaben steht nichts.",
    },
    "issue_repeated": {
        "en": "Sentences that stand more than once: {count}.",
        "de": "Sätze, die mehrfach dastehen: {count}.",
    },
    "issue_citations": {
        "en": "Statements that the cited passages by themselves do not carry: {count}.",
        "de": "Aussagen, die die zitierten Stellen für sich nicht tragen: {count}.",
    },
    "issue_question": {
        "en": "Part of the question is not taken up: {parts}.",
        "de": "Ein Teil der Frage bleibt offen: {parts}.",
    },
    "issue_partly": {
        "en": "Of the {all} passages that speak of “{title}”, so many are told: {count}.",
        "de": "Von den {all} Textstellen zu „{title}“ sind so viele wiedergegeben: {count}.",
    },
    "issue_beside": {
        "en": "Hardly about its task: {titles}.",
        "de": "Kaum zur Aufgabe: {titles}.",
    },
    "issue_validity": {
        "en": "How well the sentences fit together, by the language model: {given} of 10.",
        "de": "Wie gut die Sätze zusammenpassen, nach dem Sprachmodell: {given} von 10.",
    },
    # --- a run that goes on ----------------------------------------------------------------------------
    "goes_on": {
        "en": "The research goes on where it was: {phase}.",
        "de": "Die Recherche geht weiter, wo sie war: {phase}.",
    },
}


def say(key: str, language: str, **slots: object) -> str:
    """The sentence under `key`, with its slots filled."""
    return in_language(_SENTENCES[key], language).format(**slots)


def in_quotes(text: str, language: str) -> str:
    return f"„{text}“" if language == "de" else f"“{text}”"


def in_language(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language, texts["en"])


def duration(seconds: float, language: str) -> str:
    """ "about 40 seconds", "about 4 minutes"."""
    if seconds < 100:
        return say("seconds", language, n=max(5, 5 * round(seconds / 5)))
    return say("minutes", language, n=max(2, round(seconds / 60)))
