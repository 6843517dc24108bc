"""What a question is before anything is searched: its parts, and what is said of its sources.

Pure functions over English and German.
"""

from __future__ import annotations

import re

from core.answer.asking.question_language import question_language
from core.text.facts import facts_of
from core.text.textspan import split_sentences, word_list

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
_ASKING_WORD = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|wie|wieviele?|wer|wen|wem|wessen|wann|wo|woher|wohin|warum"
    r"|wieso|weshalb|welche[mnrs]?)\b",
    re.IGNORECASE,
)
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
            # German nouns have capitals, too.
            named = said.identifiers or (said.names and question_language(question) != "de")
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


def asking_words(text: str) -> frozenset[str]:
    """The words in it that ask, in small letters."""
    found = _ASKING_WORD.findall(text) + (_WAS.findall(text) if question_language(text) == "de" else [])
    return frozenset(word.casefold() for word in found)
