"""What a question is before anything is searched: its parts, and what its question word asks for.

Pure functions over English and German.
"""

from __future__ import annotations

import re
from typing import Literal

from core.answer.facts.checkable import facts_of
from core.text.textspan import split_sentences, word_list

Wanted = Literal["date", "duration", "money", "number", "person", "place", ""]

_QUESTION_WORD = (
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|did|do|can|has|have|will"
    r"|wie|wer|wen|wem|wann|wo|warum|wieso|weshalb|welche[mnrs]?|wieviele?|ist|sind|hat|gibt|kann|darf|muss)"
)
_BEFORE = r"(?:(?:on|in|at|by|for|from|to|with|an|am|bei|mit|von|zu|auf|für|aus|seit|bis|ab)\s+)?"
# Between two questions in one sentence; a mere "and" joins two things that are asked about together.
_JOINED = re.compile(
    rf"[?;]\s+(?=\w)|,?\s+(?:and|or|und|sowie|oder)\s+(?:also\s+|auch\s+)?(?={_BEFORE}{_QUESTION_WORD}\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(rf"\b{_QUESTION_WORD}\b|\?", re.IGNORECASE)
# What is told by a figure, wherever it is asked for with "what is".
_MEASURES = (
    r"(?:income|revenues?|sales|profits?|loss(?:es)?|earnings|margins?|costs?|expenses?|expenditures?|capex"
    r"|ebitda?|assets|liabilities|debt|equity|cash flows?|dividends?|prices?|rent|salary|wages?|budget"
    r"|turnover|balance|weight|height|length|width|depth|speed|pressure|temperature|capacity|voltage|power|rate|ratio"
    r"|percentage|amount|total|number|population|area|distance|umsatz|gewinn|verlust|kosten|preis|miete|gehalt"
    r"|gewicht|höhe|länge|breite|tiefe|druck|temperatur|kapazität|spannung|leistung|zinssatz|anteil|betrag|summe"
    r"|anzahl|kaution|fläche)"
)
# Of several of a kind ("Which costs are refunded?") words may tell.
_MEASURE = (
    r"(?:income|revenue|profit|loss|margin|turnover|dividend|growth|volume|weight|height|length|width|depth|speed"
    r"|pressure|temperature|capacity|voltage|ratio|population|distance)"
)
_WANTED: tuple[tuple[Wanted, re.Pattern[str]], ...] = (
    (
        "date",
        re.compile(
            r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|decade|century)\b|\bwann\b"
            r"|\bwelche[mnrs]? (?:jahr|datum|tag|monat|jahrzehnt|jahrhundert)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "money",
        re.compile(
            r"\bhow much\b.*\b(?:pays?|paid|costs?|spends?|spent|charged?|rent|owed?|worth|invest(?:ed)?"
            r"|earn(?:ed)?)\b"
            r"|\b(?:what|which) (?:price|cost|salary|rent|fee)\b"
            r"|\bwhat (?:do|does|did|will)\b.*\b(?:cost|pay|charge)\b"
            r"|\bwie ?viel\b.*\b(?:kostet|kosten|zahlt|zahlen|gezahlt|bezahlt|verdient|ausgegeben|schuldet)\b"
            r"|\bwas (?:kostet|kosten|kostete)\b|\bwelche[nrs]? (?:preis|miete|gehalt|gebühr|kosten)\b",
            re.IGNORECASE,
        ),
    ),
    ("duration", re.compile(r"\bhow (?:long|old)\b|\bwie (?:lange?|alt)\b", re.IGNORECASE)),
    (
        "number",
        re.compile(
            r"\bhow (?:many|much|far|often|big|large|high|tall|fast|deep|wide|heavy|hot|cold)\b"
            r"|\b(?:what|which) (?:percentage|number|share|amount|age)\b"
            rf"|\b(?:what|which)(?: [a-z]+){{0,2}} {_MEASURE}\b"
            rf"|\bwhat(?:['’]s| is| was| are| were)\b.*\b{_MEASURES}\b(?! (?:driven|caused|due|affected)\b)"
            rf"|\b(?:wie hoch|was (?:ist|war|sind|waren))\b.*{_MEASURES}\b"
            r"|\bwie ?(?:viele?[nrs]?|weit|oft|groß|hoch|schnell|tief|breit|schwer|warm|kalt)\b"
            r"|\bwelche[mnrs]? (?:anteil|anzahl|betrag|alter|höhe)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "person",
        re.compile(
            r"(?:^|[,;?!.] |\b(?:by|to|for|with|from|and) )who(?:m|se)?\b|\b(?:wer|wem|wen|wessen)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "place",
        re.compile(
            r"\bwhere\b|\b(?:wo|woher|wohin)\b|\b(?:what|which) (?:city|town|country|state|place)\b"
            r"|\bwelche[mnrs]? (?:stadt|land|ort)\b",
            re.IGNORECASE,
        ),
    ),
)
_ASKING_WORD = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|wie|wieviele?|wer|wen|wem|wessen|wann|wo|woher|wohin|warum"
    r"|wieso|weshalb|welche[mnrs]?)\b",
    re.IGNORECASE,
)
_GERMAN_ASKING = re.compile(r"\b(?:wie|wieviele?|wer|wen|wem|wann|warum|welche[mnrs]?)\b", re.IGNORECASE)
_WAS = re.compile(r"\bwas\b", re.IGNORECASE)  # asks in German only
ASKING = word_list(
    "what which who whom whose when where why how much many long old",
    "is are was were does did do can has have will",
    "wie was wer wen wem wann wo warum welche welcher welches welchen welchem viel viele",
    "lange alt ist sind hat",
)
# A sentence behind the question that says which of several sources counts, and names nothing.
_DIRECTION = re.compile(
    r"\b(?:newer|newest|later|latest|(?:more|most) recent|older|oldest|earlier|earliest|disagree\w*|differ\w*"
    r"|conflict\w*|contradict\w*|neuere?[nrs]?|neue?ste[nrs]?|jüngste?[nrs]?|jüngere?[nrs]?|aktuellste?[nrs]?"
    r"|ältere?[nrs]?|ältesten?|widersprech\w*|widerspruch\w*|abweich\w*|unterschiedlich\w*)\b",
    re.IGNORECASE,
)
_NEWEST = re.compile(
    r"\b(?:newer|newest|later|latest|(?:more|most) recent|neuere?[nrs]?|neue?ste[nrs]?|jüngste?[nrs]?"
    r"|jüngere?[nrs]?|aktuellste?[nrs]?)\b",
    re.IGNORECASE,
)


def question_parts(question: str) -> tuple[str, ...]:
    """The questions that one text asks, in order; the text itself when it is one question."""
    parts = [part.strip(" ,;?") for part in _JOINED.split(question)]
    parts = [part for part in parts if part]
    if len(parts) < 2 or not all(_ASKS.search(part) for part in parts[1:]):
        return (question,)
    return tuple(parts)


def asking_sentences(question: str) -> str:
    """The question without sentences that only say how to answer it ("The newest report counts.")."""
    sentences = [question[span.start : span.end] for span in split_sentences(question)]
    return " ".join(sentence for sentence in sentences if sentence.rstrip().endswith(("?", "？"))) or question


def directions_of(question: str) -> tuple[str, ...]:
    """What is said behind the question of sources that disagree, naming none: "The newest report counts."."""
    sentences = [question[span.start : span.end] for span in split_sentences(question)]
    asked = False
    found: list[str] = []
    for sentence in sentences:
        if asked and "?" not in sentence and _DIRECTION.search(sentence):
            said = facts_of(sentence)
            named = said.identifiers or (said.names and not is_german(question))  # German nouns have capitals
            found += [] if named else [sentence]
        asked = asked or sentence.rstrip().endswith("?")
    return tuple(found)


def without_directions(question: str) -> str:
    """What is asked and told of it, without `directions_of` the question."""
    for sentence in directions_of(question):
        question = question.replace(sentence, "")
    return " ".join(question.split())


def newest_counts(question: str) -> bool:
    """Whether a direction gives the newest source the last word, and does not name older ones alone."""
    return any(_NEWEST.search(sentence) for sentence in directions_of(question))


def wanted_by(question: str) -> Wanted:
    """What kind of thing the question word asks for; empty when it does not tell."""
    return next((wanted for wanted, pattern in _WANTED if pattern.search(question)), "")


def asking_words(text: str, german: bool | None = None) -> int:
    """How many words that ask it has; whether it is `german` is told from it by default."""
    german = is_german(text) if german is None else german
    return len(_ASKING_WORD.findall(text)) + (len(_WAS.findall(text)) if german else 0)


def is_german(question: str) -> bool:
    """By its words, or by the word that asks."""
    return facts_of(question).german or bool(_GERMAN_ASKING.search(question))
