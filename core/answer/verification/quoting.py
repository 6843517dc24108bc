"""Is a statement a sentence of its source, or a part of one, copied? Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.text import textspan
from core.text.facts import facts_of
from core.text.stems import LIMITING, STOP_WORDS

MIN_QUOTED_WORDS = 4
_QUOTES = " \"'“”‘’„[]*_-"
_EDGE = re.compile(r"^[\s\"'“”‘’„.,;:!?()\[\]*_-]+|[\s\"'“”‘’„.,;:!?()\[\]*_-]+$")
# Behind or before these the quoted part stands by itself.
_JOINED_AFTER = re.compile(r"\s*(?:[;.]|$)")
_JOINED_BEFORE = re.compile(r"(?:^|[;.])\s*$")
# "Paragraph 77.", "§ 15 Abs. 2", "4.2", "(3)": what numbers a sentence, and no part of it.
_NUMBERED = re.compile(
    r"(?:(?:section|sec\.|article|art\.|artikel|paragraph|para\.|clause|chapter|recital|annex|schedule|rule"
    r"|abschnitt|kapitel|absatz|ziffer|nummer|nr\.|no\.|punkt|anhang|randnummer|rn\.|klausel|§§?)\s*)?"
    r"\(?\d+[a-z]?(?:\.\d+)*\)?(?:\s*(?:\(\d+\)|(?:abs\.|absatz|satz|nr\.|para\.)\s*\d+))*"
    r"\s*[.:)–—-]?\s*",
    re.IGNORECASE,
)


def rest_of_quoted_sentence(statement: str, evidence: Sequence[str]) -> tuple[str, str] | None:
    """What the quoted sentence says before and behind `statement`; None when it is no quotation."""
    wanted = _EDGE.sub("", " ".join(statement.lower().split()))
    if len(wanted.split()) < MIN_QUOTED_WORDS:
        return None
    wanted = _without_separators(wanted)
    rests: list[tuple[str, str]] = []
    for sentence in evidence:
        text = _without_separators(" ".join(sentence.split()))
        if wanted not in text.lower():
            continue
        found = re.search(rf"(?<!\w)(?<!\d[.,]){re.escape(wanted)}(?!\w|[.,]\d)", text.lower())
        if found and len(text) == len(text.lower()) and _has_units_of(statement, text[slice(*found.span())]):
            before = "" if _is_heading(text, found.start()) else text[: found.start()].strip(_QUOTES)
            rests.append((before, text[found.end() :].strip(' .!?"”»)]')))
    return min(rests, key=lambda rest: len(rest[0]) + len(rest[1])) if rests else None


def _has_units_of(statement: str, quoted: str) -> bool:
    """ "12 MW" is no copy of "12 mW", though other words may begin with a capital or not."""
    mine, theirs = facts_of(statement).numbers, facts_of(quoted).numbers
    return len(mine) != len(theirs) or all(
        number.unit == other.unit and number.per == other.per
        for number, other in zip(mine, theirs, strict=True)
        if number.is_measure and other.is_measure
    )


def _is_heading(text: str, end: int) -> bool:
    """Only a number stands before, and a sentence of its own begins.

    "Section 8 tenants" and "24 pumps" go on: behind a number without a mark there must be a word like "The".
    """
    number = _NUMBERED.fullmatch(text, 0, end)
    first = text[end:].partition(" ")[0]
    if number is None or not first[:1].isupper():
        return False
    return number[0].rstrip().endswith((".", ":", ")", "–", "—", "-")) or first.casefold() in STOP_WORDS


def _without_separators(text: str) -> str:
    """A row of a table may be copied with or without what we put between its cells."""
    return text.replace(textspan.CELL_SEPARATOR, " ")


def limits(before: str, behind: str) -> bool:
    """True unless the rest of the sentence is plainly joined on and takes nothing back."""
    rest = f"{before} {behind}"
    if facts_of(rest).negations or {word.strip(".,;:()").casefold() for word in rest.split()} & LIMITING:
        return True
    return not (_JOINED_AFTER.match(behind) and _JOINED_BEFORE.search(before))
