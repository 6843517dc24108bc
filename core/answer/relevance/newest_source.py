"""Which sources count where a question says that the newest one does. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.asking.question import newest_counts, without_directions
from core.answer.extractive import extract
from core.answer.sources import Source

_AS_GOOD = (
    0.75  # of the best sentence's share of the question: with as much a newer document tells of the same
)


def of_the_newest(question: str, sources: Sequence[Source]) -> Sequence[Source]:
    """The sources of the latest of those documents that tell of what is asked, if the question wants them.

    All of them where it does not, or where the date of one that tells of it is not known.
    """
    if not newest_counts(question):
        return sources
    everything = sum(len(source.sentences) for source in sources)
    matching = [
        found for found in extract(without_directions(question), sources, everything) if found.matches
    ]
    least = _AS_GOOD * max((found.coverage for found in matching), default=0.0)
    telling = {found.sentence.citation for found in matching if found.coverage >= least}
    dates = {source.document.date for source in sources if source.number in telling}
    if not dates or "" in dates:
        return sources
    newest = max(dates)
    return [source for source in sources if source.document.date == newest]
