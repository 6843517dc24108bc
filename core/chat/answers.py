"""What chat mode shows: the short answer, then the sentences that carry it, as many as the style asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.answer.assemble import EXTRACTIVE_ANSWER, Locate, build_answer
from core.answer.confidence import VERIFIED
from core.answer.figures.copied_cells import cell_statement, copied_statement
from core.answer.figures.figure_answers import FigureAnswer
from core.answer.judged_sentences import JudgedEvidence, JudgedSentence
from core.answer.replies import reply
from core.answer.sources import Source
from core.answer.statements import DraftStatement
from core.chat.short_answer import Phrase
from core.judge.calibration import word_for
from core.settings import AnswerStyle
from core.text.textspan import is_table_row
from core.types import Answer, Confidence, Insufficiency, StatementStatus

# Sentences at most, and how much less certain than the best one they may be.
_SHOWN: dict[AnswerStyle, tuple[int, float]] = {
    "concise": (2, 0.1),
    "bullet": (5, 0.5),
    "detailed": (6, 1.0),
}
_SURENESS = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """A question, or one of several asked at once, and what was found for it.

    `asked`: as it stands in the question; `standing`: made to stand by itself. `figure`: what the program
    read from tables. `phrase`: the short answer.
    """

    asked: str
    standing: str
    evidence: JudgedEvidence
    figure: FigureAnswer = field(default_factory=FigureAnswer)
    phrase: Phrase | None = None

    @property
    def is_answered(self) -> bool:
        return bool(self.figure.statements or self.evidence.likely)


def answer_of(
    question: str,
    language: str,
    parts: Sequence[AskedPart],
    sources: Sequence[Source],
    style: AnswerStyle,
    locate: Locate,
    flags: tuple[str, ...],
) -> Answer:
    """The answer to all parts that have one; what the others ask is told as missing.

    Every statement is copied from a document or read from a table, and checked as such.
    """
    answered = [part for part in parts if part.is_answered]
    if not answered:
        missing = Insufficiency("", question, tuple(part.standing for part in parts))
        reasoning = f"None of {len(sources)} source chunks answers it"
        text = reply("not_in_documents", language)
        return Answer(text, insufficiencies=(missing,), safety_flags=flags, reasoning=reasoning)
    drafts: dict[tuple[object, ...], DraftStatement] = {}
    for part in answered:
        for one in part.figure.statements or _statements(part, style):
            drafts.setdefault((one.labels, one.text, one.part), one)
    several = len(parts) > 1
    phrased = any(one.part for one in drafts.values())
    if not phrased and not all(part.figure.statements for part in answered):  # a figure may be calculated
        flags = (*flags, EXTRACTIVE_ANSWER)
    bullets = len(drafts) > 1 and (several or style == "bullet" or not phrased)
    answer = build_answer(
        [replace(one, bullet=bullets and one.part is None) for one in drafts.values()],
        sources,
        question,
        locate=locate,
        insufficiencies=[
            Insufficiency("", f"{part.asked}?", (part.standing,)) for part in parts if not part.is_answered
        ],
        safety_flags=flags,
    )
    words = [_confidence(part, answer) for part in answered]
    if len(answered) < len(parts):
        words.append(Confidence.MEDIUM)
    return replace(answer, confidence=min(words, key=_SURENESS.index))


def is_carried(answer: Answer) -> bool:
    """Whether the documents carry every statement; so it is with an honest no."""
    return all(statement.status in VERIFIED for statement in answer.statements)


def is_carried_at_all(answer: Answer) -> bool:
    """Whether no statement is *unsupported*; what a model wrote may be weak, and is marked so."""
    return all(statement.status is not StatementStatus.UNSUPPORTED for statement in answer.statements)


def _statements(part: AskedPart, style: AnswerStyle) -> list[DraftStatement]:
    """The phrase, the sentence it stands in, and the others that most likely answer."""
    most, less = _SHOWN[style]
    likely = part.evidence.likely
    rows = [one for one in likely if one.certainty >= likely[0].certainty - less]
    phrase = part.phrase
    if phrase is not None and _is_cell(phrase):
        return [_copied(phrase.found, part.standing)]  # beside that row, others would only confuse
    if phrase is not None:
        rows = [phrase.found, *(one for one in rows if one is not phrase.found)]
    drafts = [_copied(one, part.standing) for one in rows[:most]]
    if phrase is None:
        return drafts
    sentence, number = phrase.found.sentence, phrase.found.source.number
    short = DraftStatement(phrase.text, (number,), (sentence.label,), quoted=True, part=phrase.span)
    return [short, *drafts]


def _is_cell(phrase: Phrase) -> bool:
    """Whether it is one of the figures of a row: which column is meant, the reading of cells has to say."""
    row = phrase.found.sentence.text
    figures = [word for word in row.split() if any(map(str.isdigit, word))]
    return is_table_row(row) and len(figures) > 1 and any(map(str.isdigit, phrase.text))


def _copied(found: JudgedSentence, question: str) -> DraftStatement:
    return cell_statement(found.sentence, found.source, question) or copied_statement(
        found.sentence, found.source
    )


def _confidence(part: AskedPart, answer: Answer) -> Confidence:
    if part.figure.statements:
        return part.figure.confidence if is_carried(answer) else Confidence.LOW
    best = part.evidence.sentences[0]
    told = best if part.phrase is None else part.phrase.found
    return word_for(min(best.certainty, told.certainty))
