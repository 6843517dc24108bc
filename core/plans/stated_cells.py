"""What a document states of one aspect of one thing: the sentence that answers the question, or none does.

The search finds passages; the judge of answers chooses among their sentences, in any language.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from core.answer.judged_sentences import log_odds_each
from core.events import Event
from core.judge.calibration import BESIDE, log_odds
from core.plans.base import PlanTools
from core.plans.compared_things import Thing
from core.plans.document_outline import Line, Section
from core.plans.scope_reading import found
from core.types import SearchHit

# Certainty of the judge, from which on a sentence states it: the table shows beside what it stands.
_LEAST = 0.2
_LONGEST = 120  # words of a sentence that only comes near


@dataclass(frozen=True, slots=True)
class Question:
    """`language`: ISO 639-1; it is not told by the words, of which there are few."""

    text: str
    language: str


def stated(thing: Thing, question: Question, tools: PlanTools) -> Generator[Event, None, Line | None]:
    """The sentence of the thing that most certainly answers the question; None where none does.

    Raises:
        core.errors.KnownError: the library cannot be read.
        core.errors.Cancelled: Stop was asked for.
    """
    hits = yield from found(question.text, [thing.outline.document.document_id], tools)
    for group in (thing.lines, thing.others):
        judged = _judged(thing, question, _in_hits(group, hits), tools)
        if judged and judged[0][1] >= log_odds(_LEAST):
            return judged[0][0]
    return None


def nearest_lines(
    thing: Thing, subject: Question, count: int, tools: PlanTools
) -> Generator[Event, None, dict[Line, bool]]:
    """So many sentences of the thing, those nearest to a subject first, and whether each is about it.
    Raises as `stated`."""
    hits = yield from found(subject.text, [thing.outline.document.document_id], tools)
    lines = _in_hits(thing.lines, hits) or _in_hits(thing.others, hits)
    short = [(section, line) for section, line in lines if len(line.text.split()) <= _LONGEST]
    judged = _judged(thing, subject, short, tools)[:count]
    return {line: odds >= log_odds(BESIDE) for line, odds in judged}


def _judged(
    thing: Thing, question: Question, lines: Sequence[tuple[Section, Line]], tools: PlanTools
) -> list[tuple[Line, float]]:
    """Each line with its log-odds, the likeliest first."""
    outline = thing.outline
    texts = [": ".join((_over(outline.title, section), line.text)) for section, line in lines]
    language = outline.document.language
    odds = log_odds_each(question.text, question.language, texts, tools.judge, texts_in=language)
    judged = zip((line for _, line in lines), odds, strict=True)
    return sorted(judged, key=lambda row: -row[1])


def _over(title: str, section: Section) -> str:
    return " › ".join(filter(None, (title, section.heading)))


def _in_hits(lines: Sequence[tuple[Section, Line]], hits: Sequence[SearchHit]) -> list[tuple[Section, Line]]:
    chunks = {hit.chunk.chunk_id for hit in hits}
    return [(section, line) for section, line in lines if line.source.chunk.chunk_id in chunks]
