"""The verdict on one statement: how far the sentences it cites carry it.

Deliberately strict: a statement is only *quoted* or *supported* when nothing checkable in it is missing from
its evidence. What cannot be decided here (which column of a table row is meant, arithmetic over figures)
is *weak*, never verified.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core import textspan
from core.answer.facts import Facts, facts_of
from core.answer.facts_dates import Date
from core.answer.facts_numbers import Number
from core.answer.facts_words import has_word, is_compound_of, stem
from core.textspan import word_list
from core.types import StatementStatus

WEAK_COVERAGE = 0.3
MIN_QUOTED_WORDS = 4
_EDGE = re.compile(r"^[\s\"'“”‘’„.,;:!?()\[\]*_-]+|[\s\"'“”‘’„.,;:!?()\[\]*_-]+$")
# What a quotation may not leave behind in its sentence.
_LIMITING = word_list(
    "if unless only except provided when where while until but however although subject excluding without",
    "nur wenn falls sofern soweit außer ausgenommen jedoch aber sobald solange",
)
# Behind or before these the quoted part stands by itself.
_JOINED_AFTER = re.compile(r"\s*(?:[,;.:]|and\b|und\b|$)")
_JOINED_BEFORE = re.compile(r"(?:^|[,;:.]|\band|\bund)\s*$")
# Words that report or join and add no fact of their own.
_NEUTRAL = frozenset(
    stem(word)
    for word in word_list(
        "according accordance document documents manual report reports page pages section source sources",
        "text passage state states stated say says said mention mentions mentioned list lists listed",
        "describe described specify specifies specified note noted show shows shown given",
        "following also well thus therefore respectively amounts amounted equals namely laut gemaess",
        "dokument betraegt betrug betragen belaeuft belief belaufen lautet steht stehen angegeben zufolge",
        "seite abschnitt",
    )
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` orders candidate evidence: higher carries more."""

    status: StatementStatus
    reason: str
    score: float


def verify(statement: str, evidence: Sequence[str], question: str = "", context: str = "") -> Verdict:
    """Judge `statement` (without citation markers) against the quoted sentences.

    *Supported* needs every content word, name and figure of the statement in its passage: the one word
    that is missing may be the one that matters ("allowed" for "prohibited", "costs" for "revenue").

    Args:
        evidence: the cited sentences, word for word.
        question: what the answer may repeat without making it up; it carries nothing by itself, so what
            stands only there keeps the statement *weak*.
        context: title, headings and file name of the cited passage: names and codes may come from there,
            figures may not.
    """
    if not evidence:
        return Verdict(StatementStatus.UNSUPPORTED, "No sentence of a document is cited.", 0.0)
    rest = _rest_of_quoted_sentence(statement, evidence)
    if rest == ("", ""):
        return Verdict(StatementStatus.QUOTED, "Stands in the document word for word.", 2.0)
    said, given, asked = facts_of(statement), facts_of(" \n".join(evidence)), facts_of(question)
    around = facts_of(context)
    known = given.words | around.words | given.identifiers | around.identifiers
    strange = sorted(
        word
        for word in (said.words | said.identifiers) - _NEUTRAL
        if not (
            word in known
            or (word in said.words and (has_word(known, word) or is_compound_of(word, known, said.words)))
        )
    )
    wanted = len((said.words | said.identifiers) - _NEUTRAL)
    coverage = 1.0 - len(strange) / wanted if wanted else 1.0
    missing = [number for number in said.numbers if not _found(number, given)]
    invented = [number.text for number in missing if not _same_value(number, given, asked)]
    undated = [date for date in said.dates if not _is_dated(date, given)]
    invented += [date.iso for date in undated if not _is_dated(date, asked)]
    invented += [word for word in strange if word in said.identifiers - asked.identifiers]
    if invented:
        reason = f"Not in the cited text: {', '.join(invented)}."
        return Verdict(StatementStatus.UNSUPPORTED, reason, coverage / 4)
    bonus = 0.3 * (len(said.numbers) - len(missing) + len(said.dates) - len(undated))
    if coverage < WEAK_COVERAGE and not bonus:
        return Verdict(StatementStatus.UNSUPPORTED, "The cited text is about something else.", coverage / 2)
    doubt = _doubt(said, given, evidence, [*missing, *undated], strange, rest)
    if doubt:
        return Verdict(StatementStatus.WEAK, doubt, coverage + bonus)
    if rest is not None:
        return Verdict(StatementStatus.QUOTED, "Stands in the document word for word.", 2.0)
    return Verdict(
        StatementStatus.SUPPORTED, "Words and figures stand in the cited text.", 1.0 + coverage + bonus
    )


def _doubt(
    said: Facts,
    given: Facts,
    evidence: Sequence[str],
    missing: Sequence[Number | Date],
    strange: Sequence[str],
    rest: tuple[str, str] | None,
) -> str:
    """Why this cannot count as verified, or nothing."""
    if missing:
        texts = ", ".join(fact.iso if isinstance(fact, Date) else fact.text for fact in missing)
        return f"{texts}: not so in the cited text."
    if strange:
        return f"Not in the cited text: {', '.join(strange)}."
    if said.negations != given.negations and rest is None:
        return "Statement and source differ in what they deny."
    if rest and _limits(*rest):
        return "Only a part of its sentence; the rest may limit it."
    if _names_swapped(said, given):
        return "The same names, in another order."
    if said.numbers and any(is_table_row(sentence) for sentence in evidence):
        return "A figure from a table row; column and scale were not checked."
    return ""


def _rest_of_quoted_sentence(statement: str, evidence: Sequence[str]) -> tuple[str, str] | None:
    """What the quoted sentence says before and behind `statement`; None when it is no quotation."""
    wanted = _EDGE.sub("", " ".join(statement.lower().split()))
    if len(wanted.split()) < MIN_QUOTED_WORDS:
        return None
    wanted = _without_separators(wanted)
    rests: list[tuple[str, str]] = []
    for sentence in evidence:
        text = _without_separators(" ".join(sentence.split()))
        found = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text.lower())
        if found and len(text) == len(text.lower()):
            rests.append((_EDGE.sub("", text[: found.start()]), text[found.end() :].strip(' .!?"”»)')))
    return min(rests, key=lambda rest: len(rest[0]) + len(rest[1])) if rests else None


def _without_separators(text: str) -> str:
    """A row of a table may be copied with or without what we put between its cells."""
    return text.replace(textspan.CELL_SEPARATOR, " ")


def _limits(before: str, behind: str) -> bool:
    """True unless the rest of the sentence is plainly joined on and takes nothing back."""
    rest = f"{before} {behind}"
    if facts_of(rest).negations or {word.strip(".,;:()").casefold() for word in rest.split()} & _LIMITING:
        return True
    return not (_JOINED_AFTER.match(behind) and _JOINED_BEFORE.search(before))


def _names_swapped(said: Facts, given: Facts) -> bool:
    """Who did it to whom: two names of the statement stand in another order in its evidence."""
    common = [
        name
        for name in said.names + tuple(said.first_words)
        if name in given.names + tuple(given.first_words)
    ]
    return False if len(set(common)) < 2 else _order(said, common) != _order(given, common)


def _order(facts: Facts, names: Sequence[str]) -> list[str]:
    ordered = [
        *(name for name in facts.first_words if name in names),
        *(n for n in facts.names if n in names),
    ]
    return list(dict.fromkeys(ordered))


def is_table_row(sentence: str) -> bool:
    """The shape of a row, or two or more figures and hardly any prose between them."""
    facts = facts_of(sentence)
    if not facts.numbers:
        return False
    figures = len(facts.numbers)
    bare = figures >= 2 and len(facts.words) <= figures + 1
    return bare or textspan.is_table_row(sentence)


def _found(number: Number, given: Facts) -> bool:
    return any(number.is_carried_by(other) for other in given.numbers) or any(
        number.is_year(date.year) for date in given.dates
    )


def _is_dated(date: Date, given: Facts) -> bool:
    """Named as precisely, or a bare year written as a figure ("2022" above a column)."""
    return any(date.is_carried_by(other) for other in given.dates) or (
        date.precision == "year" and any(number.is_year(date.year) for number in given.numbers)
    )


def _same_value(number: Number, *places: Facts) -> bool:
    return any(number.equals(other) for facts in places for other in facts.numbers)
