"""A text as a row of tokens, in its order.

Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.text.dates import Date
from core.text.numbers import Number
from core.text.stems import NEGATIONS, STOP_WORDS, WORD, one_spelling, stem

Kind = Literal["word", "name", "stop", "code", "number", "date", "mark"]

_MARK = re.compile(r"[.,;:!?()\[\]–—|]")


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is the stem of a word or name, an identifier, an ISO date, a mark or a stop word.

    `number` and `date` are set on tokens of their kind. `word`: as it is written, in small letters.
    """

    kind: Kind
    text: str
    start: int
    number: Number | None = None
    date: Date | None = None
    word: str = ""


def tokens_in(
    text: str,
    codes: Sequence[tuple[int, str]],
    numbers: Sequence[Number],
    dates: Sequence[tuple[int, Date]],
) -> tuple[Token, ...]:
    """All of a text in its order; `text` has blanks where `codes` and `dates` were."""
    found = [Token("number", "", number.start, number=number) for number in numbers]
    found += [Token("date", date.iso, start, date=date) for start, date in dates]
    found += [Token("code", code, start, word=code) for start, code in codes]
    found += [Token("mark", match.group(), match.start()) for match in _MARK.finditer(text)]
    for match in WORD.finditer(text):
        word = match.group()
        folded = word.casefold()
        if folded in STOP_WORDS or folded in NEGATIONS:
            found.append(Token("stop", folded, match.start(), word=folded))
            continue
        kind: Kind = "name" if word[0].isupper() and len(word) > 1 else "word"
        found.append(Token(kind, stem(one_spelling(word)), match.start(), word=folded))
    return tuple(sorted(found, key=lambda token: token.start))
