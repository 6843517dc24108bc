"""Which sources count where a question says that the newest one does."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer.asking.question import newest_counts, without_directions
from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import judge_sentences
from core.answer.sources import Source
from core.judge.base import AnswerJudge


def of_the_newest(
    question: str, sources: Sequence[Source], judge: AnswerJudge, meant: str = ""
) -> Sequence[Source]:
    """The sources of the latest of those documents that answer, if the question wants them.

    All of them where it does not, or where the date of one that answers is not known. `meant`: the part of
    the question that they have to answer; all of it if empty.
    """
    if not newest_counts(question):
        return sources
    everything = sum(len(source.sentences) for source in sources)
    meant, language = meant or without_directions(question), question_language(question)
    likely = judge_sentences(meant, language, sources, judge, everything).likely
    dates = {one.source.document.date for one in likely}
    if not dates or "" in dates:
        return sources
    newest = max(dates)
    return [source for source in sources if source.document.date == newest]
