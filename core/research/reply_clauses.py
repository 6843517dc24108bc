"""A user's reply cut into clauses: where a sentence ends, and where a further wish begins. Pure.

English and German. What a wish begins with is for whoever reads the wishes to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.text.textspan import STARTERS

# In any case of letters: none of them stands behind an ordinal.
_OPENERS = r"(?i:no|nein|i|ich|everything|alles|weglassen|auslassen)"
_STARTERS = "|".join(sorted(word.capitalize() for word in STARTERS))
# "das 3. Quartal", "Nr. 4" and "no. 4" go on; behind a number only a word that begins sentences ends one.
_SENTENCE_ENDS = re.compile(
    r"(?<=[.!?])(?<!\b\d\.)(?<!\b\d\d\.)(?!(?<=\b(?i:nr|no)\.)\s+\d)\s+"
    rf"|(?<=\d\.)\s+(?=(?:{_STARTERS}|{_OPENERS})\b)"
    r"|\s*[;\n]\s*"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """`joint`: mark or word before it, or both (", and"), in lower case; empty at the start of a sentence."""

    text: str
    joint: str = ""


def clauses(text: str, begins: str, links: str) -> list[Clause]:
    """The clauses in their order, each with its closing mark; what holds nothing but marks is left out.

    Args:
        begins: pattern of the words that begin a wish; a clause begins with them behind a link, a comma or a
            full stop.
        links: pattern of the words that may stand between two wishes.
    """
    joints = re.compile(
        rf"(?P<joint>(?:[,.]\s*|\s+)(?:{links})|,|\.)(?:(?<=\w)\s+|(?<=,)\s*|(?<=\.)\s+)(?={begins})",
        re.IGNORECASE,
    )
    found = (clause for sentence in _SENTENCE_ENDS.split(text) for clause in _cut(sentence, joints))
    return [clause for clause in found if clause.text.strip(" .,!?")]


def _cut(sentence: str, joints: re.Pattern[str]) -> Iterator[Clause]:
    at, joint = 0, ""
    for match in joints.finditer(sentence):
        yield Clause(sentence[at : match.start()].strip(), joint)
        at, joint = match.end(), match["joint"].strip().casefold()
    yield Clause(sentence[at:].strip(), joint)
