"""Do statements answer what was asked? A sentence of a document is true whatever was asked.

The one place of this decision for agent and research. What a model wrote from what it read is refused only
where the judge of answers takes it for beside the question, as hardly any right answer is (`BESIDE`),
and the language model, where there is one, says so as well.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.answer.asking.question_language import question_language
from core.answer.confidence import VERIFIED
from core.answer.judged_sentences import JudgedTexts, judge_texts
from core.answer.sources import Source
from core.judge.base import AnswerJudge
from core.judge.calibration import BESIDE
from core.judge.run_judge import RunJudge
from core.types import Statement, StatementStatus

_MOST_READ = 3  # questions, by the language model
_LONGEST_READ = 1000  # characters of what is told, for the language model


def answers(
    questions: Sequence[str], statements: Sequence[Statement], sources: Sequence[Source], judge: RunJudge
) -> bool:
    """Whether they answer one of the questions; True where nothing can be told."""
    texts = _told(statements, sources)
    for question in questions:
        judged = _judged(question, texts, judge)
        if judged is None or any(row.certainty >= BESIDE for row in judged.texts):
            return True
    read = _read(texts)
    return not questions or any(judge.is_read_as_answer(one, read) for one in questions[:_MOST_READ])


def certainty_of_answer(
    questions: Sequence[str], statements: Sequence[Statement], sources: Sequence[Source], judge: AnswerJudge
) -> float | None:
    """Of the question that they answer best, 0 to 1; None where nothing can be told."""
    texts = _told(statements, sources)
    found = [_judged(question, texts, judge) for question in questions]
    told = [judged.texts for judged in found if judged is not None]
    if not told or len(told) < len(found):
        return None
    return max((row.certainty for rows in told for row in rows), default=0.0)


def _told(statements: Sequence[Statement], sources: Sequence[Source]) -> dict[str, Source]:
    """Each statement that is carried, all of them as one, and what the statements rest on; with its source.

    What nothing carries may repeat the question.
    """
    by_number = {source.number: source for source in sources}
    texts: dict[str, Source] = {}
    for one in statements:
        cited = [row for row in one.evidence if row.citation in by_number]
        if cited and one.status is not StatementStatus.UNSUPPORTED:
            texts |= {row.quote: by_number[row.citation] for row in cited}
            if one.status in VERIFIED:
                texts[one.text] = by_number[cited[0].citation]
    carried = " ".join(one.text for one in statements if one.text in texts)
    if carried:
        texts.setdefault(carried, next(iter(texts.values())))
    return texts


def _read(texts: Collection[str]) -> str:
    """What the language model reads; nothing where nothing is carried."""
    return "\n".join(texts)[:_LONGEST_READ]


def _judged(question: str, texts: dict[str, Source], judge: AnswerJudge) -> JudgedTexts | None:
    """None where the question is in another language than they."""
    language = question_language(question)
    if any(source.document.language not in ("", language) for source in texts.values()):
        return None
    return judge_texts(question, language, texts, judge)
