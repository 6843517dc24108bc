"""What is shown of each part of a question: the short answer, then the sentences that carry it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from core.answer.asking.question import without_directions
from core.answer.asking.question_language import question_language
from core.answer.assemble import EXTRACTIVE_ANSWER, Locate, build_answer
from core.answer.confidence import VERIFIED, no_surer_than
from core.answer.disagreement.both_sides import with_both_sides
from core.answer.disagreement.conflicts import conflict_line, conflicts_of, decided, told_conflict
from core.answer.figures.copied_cells import cell_statement, chosen_cell, copied_statement
from core.answer.figures.figure_answers import FigureAnswer
from core.answer.judged_sentences import JudgedEvidence, JudgedSentence
from core.answer.replies import reply
from core.answer.short_answer import Phrase
from core.answer.sources import Source, is_one_line, numbered
from core.answer.statements import DraftStatement, renumbered
from core.judge.calibration import (
    HIGH,
    LEAST_ASKED,
    LEAST_DECIDING,
    LEAST_READ,
    MEDIUM,
    NEAR,
    NEVER,
    checks_phrases,
    reads,
    word_for,
)
from core.judge.run_judge import RunJudge
from core.settings import AnswerStyle
from core.text.textspan import is_table_row
from core.types import Answer, Confidence, Insufficiency, StatementStatus

# Sentences at most, and how much less certain than the best one they may be.
_SHOWN: dict[AnswerStyle, tuple[int, float]] = {
    "concise": (2, 0.1),
    "bullet": (5, 0.5),
    "detailed": (6, 1.0),
}
_NOT_HIGH = HIGH - 0.01
_WHOLE = 0.8  # of the characters of its sentence
_SURENESS = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)


@dataclass(frozen=True, slots=True)
class AskedPart:
    """A question, or one of several asked at once, and what was found for it.

    `standing`: made to stand by itself. `figure`: what the program read from tables. `phrase`: the short
    answer; `doubted`: there was one that the model itself did not hold for right. `section`: the heading
    it was asked for under. `retold`: only without the story around it, which may hold a condition, is it
    answered.
    """

    standing: str
    evidence: JudgedEvidence
    figure: FigureAnswer = field(default_factory=FigureAnswer)
    phrase: Phrase | None = None
    section: str = ""
    doubted: bool = False
    retold: bool = False

    @property
    def is_answered(self) -> bool:
        return bool(self.figure.statements or self.evidence.likely)

    def is_worth_reading(self, model: str) -> bool:
        """Whether a language model may copy a short answer: from what likely answers, and if it can tell
        whether that is right, from what comes near."""
        if self.figure.statements:
            return False
        return bool(self.evidence.likely) or (checks_phrases(model) and self.best >= LEAST_READ)

    @property
    def best(self) -> float:
        """How certainly the likeliest sentence answers it."""
        return max((one.certainty for one in self.evidence.sentences), default=0.0)


def with_phrase(part: AskedPart, phrase: Phrase | None) -> AskedPart:
    """The part with its short answer; without it where that is doubtful. Then its best sentence is left, if
    that is at least of medium certainty, and is never highly certain; else there is no answer at all.

    Where nothing was likely, a short answer that is right makes one of its sentence, never highly certain.
    """
    evidence = part.evidence
    if phrase is None:
        return part
    if not evidence.likely:
        if phrase.certainty < LEAST_ASKED:
            return part
        phrase = replace(phrase, certainty=min(phrase.certainty, _NOT_HIGH))
        found = phrase.found
        return replace(
            part, phrase=phrase, evidence=replace(evidence, sentences=(found,), least=found.certainty)
        )
    if not phrase.doubtful:
        return replace(part, phrase=phrase)
    if evidence.sentences[0].certainty < MEDIUM:
        return replace(part, evidence=replace(evidence, least=NEVER))
    return replace(part, evidence=replace(evidence, sentences=evidence.sentences[:1]), doubted=True)


def with_nearest(part: AskedPart) -> AskedPart:
    """Of a question for yes or no that no sentence surely answers, the one that comes nearest, in doubt, with
    the next of its line: a rule decides it in other words. The part as it is where nothing comes near."""
    if part.is_answered or part.best < LEAST_DECIDING:
        return part
    best = part.evidence.sentences[0]
    own = best.source.sentences
    behind = own[own.index(best.sentence) + 1 :][:1]
    told = [replace(best, sentence=one) for one in behind if is_one_line(best.source, best.sentence, one)]
    nearest = replace(part.evidence, sentences=(best, *told), least=0.0)
    return replace(part, evidence=nearest)


def answer_of(
    question: str,
    language: str,
    parts: Sequence[AskedPart],
    sources: Sequence[Source],
    style: AnswerStyle,
    locate: Locate,
    flags: tuple[str, ...],
    judge: RunJudge,
    rule_of: Callable[[str], str | None] = lambda _question: None,
) -> Answer:
    """The answer to all parts that have one; what the others ask is told as missing, and where documents
    disagree both values. `rule_of` the question: which of them counts.

    Every statement is copied from a document or read from a table, and checked as such.
    """
    answered = [part for part in parts if part.is_answered]
    if not answered:
        nothing = Insufficiency("", question, tuple(part.standing for part in parts))
        reasoning = f"None of {len(sources)} source chunks answers it"
        near = any(part.best >= NEAR for part in parts)
        text = reply("nothing_sure" if near else "not_in_documents", language)
        return Answer(text, insufficiencies=(nothing,), safety_flags=flags, reasoning=reasoning)
    drafts: dict[tuple[object, ...], DraftStatement] = {}
    for part in answered:
        for one in part_statements(part, style):
            drafts.setdefault((one.labels, one.text, one.part), one)
    several = len(parts) > 1
    phrased = any(part.phrase for part in answered)
    if not phrased and not all(part.figure.statements for part in answered):  # a figure may be calculated
        flags = (*flags, EXTRACTIVE_ANSWER)
    bullets = len(drafts) > 1 and (several or style == "bullet" or not phrased)
    missing = [
        Insufficiency("", f"{part.standing.rstrip(' ?')}?", (part.standing,))
        for part in parts
        if not part.is_answered or _is_doubtful(part)
    ]

    def built(statements: Sequence[DraftStatement], of: Sequence[Source]) -> Answer:
        return build_answer(
            statements, of, question, locate=locate, insufficiencies=missing, safety_flags=flags
        )

    shown = [replace(one, bullet=bullets and one.part is None) for one in _whole_ones(drafts.values())]
    meant = [without_directions(part.standing) for part in answered]
    disagree = conflicts_of(meant, built(shown, sources), sources, judge)
    rule = rule_of(question) if disagree else None
    disagree = decided(disagree, rule)
    shown = with_both_sides(shown, disagree)
    numbers = _in_order(built(shown, sources), sources)
    answer = built(
        [renumbered(one, numbers) for one in shown],
        sorted((numbered(one, numbers[one.number]) for one in sources), key=lambda one: one.number),
    )
    if disagree:
        conflicts = tuple(told_conflict(one, rule, numbers) for one in disagree)
        lines = [answer.text, *(conflict_line(one, language) for one in conflicts)]
        answer = replace(answer, conflicts=conflicts, text="\n\n".join(lines))
    if all(map(_is_doubtful, answered)):
        answer = replace(answer, text=f"{reply('nothing_sure', language)}\n\n{answer.text}")
    words = [part_confidence(part, answer) for part in answered]
    if len(answered) < len(parts) or disagree:
        words.append(Confidence.MEDIUM)
    return replace(answer, confidence=min(words, key=_SURENESS.index))


def _whole_ones(drafts: Iterable[DraftStatement]) -> list[DraftStatement]:
    """Without those whose sentences another one has, too, as a list has its items."""
    every = list(drafts)
    whole = [frozenset(one.labels) for one in every if one.part is None]
    return [one for one in every if one.part is not None or not any(set(one.labels) < two for two in whole)]


def _in_order(answer: Answer, sources: Sequence[Source]) -> dict[int, int]:
    """The number of each source where they are counted from 1 as the answer comes to them, others behind."""
    cited = [evidence.citation for one in answer.statements for evidence in one.evidence]
    numbers = dict.fromkeys((*cited, *(source.number for source in sources)))
    return {old: new for new, old in enumerate(numbers, 1)}


def is_carried(answer: Answer) -> bool:
    """Whether the documents carry every statement; so it is with an honest no."""
    return all(statement.status in VERIFIED for statement in answer.statements)


def is_carried_at_all(answer: Answer) -> bool:
    """Whether no statement is *unsupported*; what a model wrote may be weak, and is marked so."""
    return all(statement.status is not StatementStatus.UNSUPPORTED for statement in answer.statements)


def part_statements(part: AskedPart, style: AnswerStyle, *, marks: bool = False) -> list[DraftStatement]:
    """The figure; else the phrase, the sentence it stands in, and the others that most likely answer, with a
    doubt where that is hardly likely.

    With `marks` sentences stand in quotation marks, that of the phrase instead of it.
    """
    if part.figure.statements or not part.evidence.likely:
        return [replace(one, section=part.section) for one in part.figure.statements]
    copied = _copied_statements(part, style, marks)
    if marks or not _is_doubtful(part):
        return copied
    doubt = reply("may_not_answer", question_language(part.standing))
    return [replace(one, doubt=doubt) for one in copied]


def _is_doubtful(part: AskedPart) -> bool:
    """Whether what is told of it may not answer it: then it says so, and the gap is told, too."""
    return not part.figure.statements and (_certainty_of(part) < MEDIUM or part.retold)


def _copied_statements(part: AskedPart, style: AnswerStyle, marks: bool) -> list[DraftStatement]:
    most, less = _SHOWN[style]
    likely = part.evidence.likely
    rows = [one for one in likely if one.certainty >= likely[0].certainty - less]
    phrase = part.phrase
    if phrase is not None and marks:
        return [_copied(phrase.found, part, marks)]
    if phrase is not None and _is_cell(phrase):
        found = phrase.found
        cell = chosen_cell(found.sentence, found.source, phrase.text, part.standing, section=part.section)
        return [cell or _copied(found, part, marks)]  # beside that row, others would only confuse
    if phrase is not None:  # concise, beside the sentence that has it stands only a likelier one near it
        others = [one for one in rows if one is not phrase.found]
        likelier = rows[0] in others and rows[0].source.chunk == phrase.found.source.chunk
        rows = [phrase.found, *(others if style != "concise" else others[:likelier])]
    drafts = [_copied(one, part, marks) for one in rows[:most]]
    if phrase is None or _is_whole(phrase):
        return drafts
    sentence, number = phrase.found.sentence, phrase.found.source.number
    short = DraftStatement(
        phrase.text, (number,), (sentence.label,), quoted=True, part=phrase.span, section=part.section
    )
    return [short, *drafts]


def _is_whole(phrase: Phrase) -> bool:
    """Whether it is about all that its sentence says: it need not stand there twice."""
    return len(phrase.text) >= _WHOLE * len(phrase.found.sentence.text)


def _is_cell(phrase: Phrase) -> bool:
    """Whether it is one of the figures of a row: which column is meant, the reading of cells has to say."""
    row = phrase.found.sentence.text
    figures = [word for word in row.split() if any(map(str.isdigit, word))]
    return is_table_row(row) and len(figures) > 1 and any(map(str.isdigit, phrase.text))


def _copied(found: JudgedSentence, part: AskedPart, marks: bool) -> DraftStatement:
    cell = (
        None if marks else cell_statement(found.sentence, found.source, part.standing, section=part.section)
    )
    return cell or copied_statement(found.sentence, found.source, marks=marks, section=part.section)


def part_confidence(part: AskedPart, answer: Answer) -> Confidence:
    """As certain as the sentence that was told answers; of a figure as it was read."""
    if part.figure.statements:
        return part.figure.confidence if is_carried(answer) else Confidence.LOW
    word = Confidence.LOW if part.retold else word_for(_certainty_of(part))
    return no_surer_than(word, Confidence.MEDIUM) if part.doubted else word


def _certainty_of(part: AskedPart) -> float:
    """Where no judge has read the language, a phrase is highly certain only if its sentence is."""
    if part.phrase is None:
        return part.evidence.sentences[0].certainty
    if reads(part.evidence.judge, question_language(part.standing)):
        return part.phrase.certainty
    return min(part.phrase.certainty, max(part.phrase.found.certainty, _NOT_HIGH))
