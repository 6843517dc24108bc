"""Which language a question is in, told by its small words. Pure; light to import."""

from __future__ import annotations

import re

from core.text.textspan import word_list
from core.text.unspaced import language_without_spaces

LANGUAGE_NAMES = {
    "da": "Danish",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "sv": "Swedish",
    "tr": "Turkish",
    "zh": "Chinese",
}
# Small words that only one of the two languages has.
_ENGLISH = word_list(
    "the and are what which who whom whose when where why how does did do can could should would has",
    "have had with from that this these those it its they them their there for about any please tell show",
    "give many much long old list you your hello hi hey thanks thank were been to or not by than into",
)
_GERMAN = word_list(
    "der das den dem des und oder ist sind welche welcher welches welchem welchen wer wen wem wessen wann wo",
    "warum wieso weshalb wie viel viele lange kann können muss müssen soll darf dürfen wird werden wurde",
    "wurden gibt ein eine einer eines einem einen mit von vom zu zum zur bei nach für auf aus im am nicht",
    "kein keine sich auch über bitte nenne zeige erkläre hallo danke du dein ich mir mich wir uns ihr sie er",
    "beträgt steht stehen laut diese dieser dieses hat haben alle allen aller ab seit bis ohne zwischen",
    "unter liste zeig",
)
_UMLAUTS = re.compile("[äöüß]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def question_language(text: str, default: str = "en") -> str:
    """ISO 639-1 code; `default` where the words do not tell ("B-120?")."""
    if unspaced := language_without_spaces(text):
        return unspaced
    words = [word.casefold() for word in _WORD.findall(text)]
    english = sum(word in _ENGLISH for word in words)
    german = sum(word in _GERMAN for word in words) + bool(_UMLAUTS.search(text))
    if english != german:
        return "de" if german > english else "en"
    if english:
        return default
    # The window asks for limits of a question when it starts, and must not wait for the index's library.
    from core.search.keywords import language_of

    return language_of(text, [code for code in LANGUAGE_NAMES if code not in ("ja", "zh")]) or default
