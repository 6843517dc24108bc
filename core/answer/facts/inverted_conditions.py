"""Conditions without a word for them: "Ist die Frist um, …", "Should the seal leak, stop the pump".

Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE = re.compile(r"[^.!?;:\n]+(?:[.:](?=\S)[^.!?;:\n]+)*[.!?;:\n]*")
# "4.2", "(3)", "b)", "- ", quotation marks.
# Possessive throughout: white space that three parts can take would be tried in every division.
_LEAD = r"^[\s\W]*+(?:\(?\w{1,2}\)\s++|[\d.()]++\s++)*+[\"“”„»«'(\s]*+"
_ENGLISH = (
    re.compile(_LEAD + r"(?P<verb>should|had|were)\s+(?!be\b|been\b|have\b)[^,?]+,\s*\S", re.IGNORECASE),
    # "… may be returned should the item be damaged": elsewhere a verb stands behind "should".
    re.compile(
        r"(?<=[a-z,] )(?P<verb>should)\s+(?:the|an?|any|these|those|they|he|she|you|we"
        r"|his|her|its|their|your)\s"
    ),
)
_AUXILIARIES = (
    r"(?:ist|sind|war|waren|wird|werden|wurden?|wären?|würden?|hat|haben|hatten?|hätten?|kann|können|könnten?|soll"
    r"|sollen|sollten?|muss|müssen|müssten?|darf|dürfen|dürften?|will|wollen|möchten?)"
)
# Words with the ending of a verb that begin a sentence, or a clause, and are none.
_NO_VERB = (
    r"(?:(?:da)?mit|seit|samt|(?:an)?statt|jetzt|zuletzt|zuerst|oft|erst|selbst|fast|nicht|so?weit|gesamt|heute|bitte"
    r"|dort|meist|zumeist|zunächst|insgesamt|neben|wegen|gegen|zwischen|oben|unten|außen|innen|vorn?en|hinten|drinnen"
    r"|draußen|dann(?:en)?|deren|denen|den|einen|keinen|jeden|diesen|jenen|welchen|meinen|deinen|seinen|ihren|unseren"
    r"|allen|anderen|vielen|wenigen|beiden|ersten|letzten|trotz|nebst|laut|unbeschadet|\w+(?:heit|keit|schaft))"
)
_ENDING = r"[a-zäöüß]+(?:t|en|te|ten)\b"
_FINITE = rf"(?:{_AUXILIARIES}\b|(?!{_NO_VERB}\b)[a-zäöüß]{{1,}}{_ENDING})"
_MAIN = rf",\s*(?:(?:so|dann)\s+)?{_FINITE}"
_PARTICLE = r"\s(?:auf|vor|ein|an|ab|aus|zu|fest|nach|statt|weg|los|zurück|nicht)(?=,)"
# Nouns with the ending of a verb, before a genitive: "Inhalt der Sendung"; not "Gerät der Kunde in …".
_NOUN = (
    r"(?:\w*(?:schrift|sicht|pflicht|recht|gewicht|inhalt|frist|arbeit|zeit|fahrt|kraft|haft|welt|stadt|punkt|jekt"
    r"|dukt|dienst|bericht|amt|ort|rat|art|test|rest|markt|schnitt)\b)"
)
_VERB = rf"(?!(?i:{_NO_VERB}\b|{_NOUN}))[^\W\d_]{{2,}}"
_OF_ONE = (
    r"(?:der|die|das|eine?|keine?|diese[rs]?|jede[rs]?|er|sie|es|man|jemand|niemand|sich|nichts"
    r"|(?:sein|ihr)e?)"
)
_OF_SEVERAL = r"(?:die|sie|wir|alle|mehrere|beide|keine|diese|jene|sich|seine|ihre)"
_GERMAN = (
    re.compile(_LEAD + rf"(?P<verb>{_AUXILIARIES})\s[^?]+?{_MAIN}", re.IGNORECASE),
    re.compile(_LEAD + rf"(?P<verb>{_VERB}(?:t\s+{_OF_ONE}|en\s+{_OF_SEVERAL}))\s[^?]+?{_MAIN}"),
    re.compile(_LEAD + rf"(?P<verb>{_VERB}(?:t|en))\s[^?,]+?{_PARTICLE}{_MAIN}"),
)


def bare_conditions(text: str, german: bool | None) -> Iterator[tuple[int, str]]:
    """Where a condition begins with its verb, and the conjunction that it stands for: "if" or "wenn".

    A question begins with its verb, too, and is none. German ones need a main clause behind a comma that
    begins with its verb.
    """
    for match in _SENTENCE.finditer(text):
        sentence = match.group()
        if "?" in sentence:
            continue
        english = [] if german else [("if", pattern) for pattern in _ENGLISH]
        patterns = english if german is False else [*english, *(("wenn", pattern) for pattern in _GERMAN)]
        for word, pattern in patterns:
            if found := pattern.search(sentence):
                yield match.start() + found.start("verb"), word
                break
