"""Greetings, thanks and questions about the program or its library, which no document answers. Pure.

A text counts only as a whole: "Hello, how long is the warranty?" is a question about the documents.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import dropwhile

from core.answer.replies import reply
from core.text.textspan import word_list
from core.types import Coverage

SMALL_TALK = "small_talk"

# What is said, by the key of the reply and the language. A text is compared in lower case, without marks and
# without the words of `_AROUND` at its ends.
_SAID: Mapping[str, Mapping[str, str]] = {
    "greeting": {
        "en": "hi, hello, hey, howdy, greetings, good morning, good afternoon, good evening, good day",
        "de": "hallo, guten morgen, guten tag, guten abend, gute tag, moin, moin moin, servus, grüß "
        "gott, grüezi, "
        "grüß dich, grüß sie",
    },
    "thanks": {
        "en": "thanks, thank you, thx, cheers, many thanks, thanks a lot, thank you very much, "
        "thank you so much, thanks for your help, thank you for your help",
        "de": "danke, dankeschön, danke schön, danke sehr, vielen dank, besten dank, danke dir, danke ihnen, "
        "danke für die hilfe, danke für deine hilfe, danke für ihre hilfe, vielen dank für ihre hilfe, "
        "vielen dank für die hilfe, vielen dank für deine hilfe",
    },
    "goodbye": {
        "en": "bye, goodbye, good bye, bye bye, see you, see you later",
        "de": "tschüss, tschüs, ciao, auf wiedersehen, bis bald, bis später",
    },
    "about_app": {
        "en": "help, help me, can you help, can you help me, who are you, what are you, what can you do, "
        "what can you do for me, what do you do, what can i ask, what can i ask you, what can i do here, "
        "what is docuchat, what is this app, what is this program, how do you work, how does docuchat work, "
        "how does this app work, how does this program work, how do i use you, how do i use docuchat, "
        "how do i use this app, how do i use this program, how can i use this app, are you a bot",
        "de": "hilfe, kannst du helfen, kannst du mir helfen, können sie mir helfen, wer bist du, wer "
        "sind sie, "
        "was bist du, was kannst du, was kannst du tun, was kannst du für mich tun, was können sie, "
        "was können sie tun, was können sie für mich tun, was kann ich fragen, was kann ich dich fragen, "
        "was kann ich sie fragen, was kann ich hier tun, was ist docuchat, wie funktioniert docuchat, "
        "wie funktioniert diese app, wie funktioniert dieses programm, wie benutze ich docuchat, bist "
        "du ein bot",
    },
    "adding_documents": {
        "en": "how do i add documents, how can i add documents, how do i add a document, how can i add "
        "a document, "
        "how do i add files, how can i add files, how do i add a file, how can i add a file, "
        "how do i upload documents, how can i upload documents, how do i upload a document, "
        "how can i upload a document, how do i upload files, how can i upload files, how do i upload a file",
        "de": "wie füge ich dokumente hinzu, wie füge ich ein dokument hinzu, wie füge ich dateien hinzu, "
        "wie füge ich eine datei hinzu, wie kann ich dokumente hinzufügen, wie kann ich ein dokument "
        "hinzufügen, "
        "wie kann ich dateien hinzufügen, wie kann ich eine datei hinzufügen, wie lade ich dokumente hoch, "
        "wie lade ich ein dokument hoch, wie lade ich dateien hoch, wie kann ich dokumente hochladen",
    },
}
_KNOWN = {
    phrase.casefold(): (key, language)
    for key, languages in _SAID.items()
    for language, phrases in languages.items()
    for phrase in phrases.split(", ")
}
# Questions about the library as a whole, in more ways than a list of phrases holds.
_FILES = r"(?:documents|docs|files|pdfs|pdf files)"
_DATEIEN = r"(?:dokumente|dateien|pdfs|unterlagen)"
_IN_IT = r"(?: in (?:the|my|our|this|your) (?:library|collection|app|program))?(?: in total| altogether)?"
_DARIN = r"(?: in (?:der|meiner|unserer|dieser) bibliothek)?(?: insgesamt)?"
_HAVE = (
    r"(?:do (?:i|you|we) (?:have|know)|have (?:i|we) (?:added|uploaded|loaded)"
    r"|are (?:there|loaded|available))"
)
_HABE = r"(?:gibt es|habe ich|haben wir|hast du|haben sie|kennst du|sind (?:da|vorhanden|geladen))"
_ASKED = {
    ("library_size", "en"): rf"how many {_FILES} (?:{_HAVE}|are){_IN_IT}",
    ("library_size", "de"): rf"wie ?viele {_DATEIEN} (?:{_HABE}|sind){_DARIN}",
    (
        "library_list",
        "en",
    ): rf"(?:what|which) {_FILES} (?:{_HAVE}|are){_IN_IT}"
    rf"|(?:what|which) {_FILES} can (?:i ask(?: you)? about|you see)"
    rf"|(?:list|show|show me|name|give me) (?:all )?(?:of )?(?:the |my |our |your )?{_FILES}{_IN_IT}",
    ("library_list", "de"): rf"welche {_DATEIEN} (?:{_HABE}|sind|kann ich fragen){_DARIN}"
    r"|(?:liste?|zeige?|nenne?)(?: mir)?(?: bitte)? (?:alle |die |alle meine |meine )"
    rf"{_DATEIEN}{_DARIN}(?: an| auf)?",
}
_ABOUT_LIBRARY = {kind: re.compile(pattern) for kind, pattern in _ASKED.items()}
_AROUND = word_list(
    "ok okay oh well so na also there docuchat everyone all you zusammen du bitte please now jetzt here hier"
)
_GREETINGS = {phrase for phrase, (key, _) in _KNOWN.items() if key == "greeting"}
_FEWEST_ASKED = 2  # words behind a greeting
_GREETED = re.compile(
    rf"\s*(?:{'|'.join(sorted(map(re.escape, _GREETINGS), key=len, reverse=True))})"
    r"(?:\s+(?:there|all|everyone|docuchat|zusammen))?(?:\s*[,!.:;\n]+\s*|\s+[–-]\s+)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[^\w\s]+")


def small_talk(text: str, coverage: Coverage, *, selection: bool = False) -> str:
    """What to say to it, in its language; empty for everything that documents may answer.

    `coverage` is of the documents that are asked, which are not the whole library with a `selection`.
    """
    known = _known(_MARKS.sub(" ", text.casefold()).split())
    if known is None:
        return ""
    key, language = known
    if selection and key in ("library_size", "library_list"):
        key = "selection_size"
    return reply(key, language, searched=coverage.searched, total=coverage.total)


def without_greeting(question: str) -> str:
    """The question behind "Hello, …": a greeting is nothing to search for."""
    found = _GREETED.match(question)
    rest = question[found.end() :].strip() if found else ""
    return rest if len(rest.split()) >= _FEWEST_ASKED else question


def _known(words: list[str]) -> tuple[str, str] | None:
    """Key and language of a phrase, with a greeting before it or small words around it."""
    begun = list(dropwhile(_AROUND.__contains__, words))
    kept = list(reversed(list(dropwhile(_AROUND.__contains__, reversed(begun)))))
    for candidate in (words, begun, kept):
        said = " ".join(candidate)
        if found := _KNOWN.get(said) or _about_library(said):
            return found
    for count in (2, 1):
        greeting, rest = " ".join(words[:count]), words[count:]
        if greeting in _GREETINGS and rest:
            return _KNOWN[greeting] if _AROUND.issuperset(rest) else _known(rest)
    return None


def _about_library(said: str) -> tuple[str, str] | None:
    return next((kind for kind, pattern in _ABOUT_LIBRARY.items() if pattern.fullmatch(said)), None)
