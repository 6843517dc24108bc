"""Where documents give different values for the same thing, and which of them counts.

Two sentences of different documents disagree where they have no exact value of one kind in common, and small
models hold both for answers to the same question. What differs in words alone is not looked for. Which
document is newer is told by their dates; other rules ("the official one") cannot be applied from here: such a
conflict is told, with both sides.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from core.answer.asking.injection import addresses_the_assistant
from core.answer.asking.question_language import question_language
from core.answer.disagreement.exact_values import Value, bare, codes_in, differing, is_same, shown
from core.answer.judged_sentences import JudgedSentence, judge_sentences, placed
from core.answer.relevance.named_document import names_of
from core.answer.replies import reply
from core.answer.sources import Source, SourceSentence
from core.errors import ModelError
from core.judge.calibration import LEAST_CONFLICT, PairSigns, conflict_certainty
from core.judge.run_judge import RunJudge
from core.search.place_words import place_in
from core.text.facts import facts_of
from core.types import Answer, ConflictSide, DocumentConflict

MAX_CONFLICTS = 6  # that an answer tells
_MOST_RIVALS = 8  # of a sentence, the nearest to the question: which are compared
_PARALLEL = 5  # chosen on the tuned half of `tests.benchmarks conflicts`
_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d+")  # that is no year
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two values that disagree, with the sentence and the document that give it."""

    source: Source
    sentence: SourceSentence
    value: Value

    @property
    def key(self) -> str:
        """Which sentence it is, among all sources."""
        return f"{self.sentence.label} {self.source.document.document_id}"

    @property
    def shown_value(self) -> str:
        """As it is written: "30 days", "2021-05-03"."""
        return shown(self.value, self.sentence.text)


@dataclass(frozen=True, slots=True)
class Conflict:
    """`first` counts when the rule decides; `decided` is False when it cannot."""

    first: Side
    second: Side
    decided: bool = False


def conflicts_of(
    questions: Sequence[str], answer: Answer, sources: Sequence[Source], judge: RunJudge
) -> list[Conflict]:
    """Where other documents disagree with what the answer rests on, undecided; the first few."""
    said = {row.quote for statement in answer.statements for row in statement.evidence}
    found: list[Conflict] = []
    for question in questions:
        known = {side.key for one in found for side in (one.first, one.second)}
        found += [one for one in find_conflicts(question, said, sources, judge) if one.first.key not in known]
    return found[:MAX_CONFLICTS]


def find_conflicts(
    question: str, said: Collection[str], sources: Sequence[Source], judge: RunJudge
) -> list[Conflict]:
    """Each sentence that was said against those of other documents that answer the question otherwise, the
    most alike of each document."""
    everything = sum(len(source.sentences) for source in sources)
    judged = judge_sentences(question, question_language(question), sources, judge, everything)
    if judged.judge != judge.name or not judge.similarity.compares:
        return []
    likely = [
        one
        for one in judged.sentences
        if one.certainty and not (one.source.gives_orders and addresses_the_assistant(one.sentence.text))
    ]
    found: list[Conflict] = []
    seen: set[str] = set()
    for one in likely:
        if one.sentence.text in said and one.sentence.label not in seen:
            try:
                conflicts = _against(one, likely, question, judge)
            except ModelError as error:
                _log.warning("sentences of other documents are not compared: %s", error)
                return found
            found += conflicts
            seen |= {side.sentence.label for each in conflicts for side in (each.first, each.second)}
    return found


def decided(conflicts: Sequence[Conflict], rule: str | None) -> list[Conflict]:
    """With the rule "newest" or "oldest" the document that counts is `first` against each of the others."""
    told: list[Conflict] = []
    for first in dict.fromkeys(one.first for one in conflicts):
        group = [first, *(one.second for one in conflicts if one.first == first)]
        winner = next((side for side in group if _beats_all(side, group, rule)), None)
        if winner is None:
            told += [one for one in conflicts if one.first == first]
        else:
            told += [Conflict(winner, other, True) for other in group if _differ(winner, other)]
    return told


def _against(
    one: JudgedSentence, likely: Sequence[JudgedSentence], question: str, judge: RunJudge
) -> list[Conflict]:
    rivals = [
        (other, values)
        for other in likely
        if (values := differing(one.sentence.text, other.sentence.text))
        and not are_of_two_things(question, one, other)
    ]
    near = judge.similarity.of(question, [placed(each.sentence.text, each.source) for each, _ in rivals])
    ranked = sorted(zip(near, rivals, strict=True), key=lambda row: -row[0])[:_MOST_RIVALS]
    found: list[tuple[float, Conflict]] = []
    for _, (other, (mine, theirs)) in ranked:
        signs = signs_of(one, other, question, judge)
        if conflict_certainty(judge.name, signs) >= LEAST_CONFLICT:
            sides = Side(one.source, one.sentence, mine), Side(other.source, other.sentence, theirs)
            found.append((signs.alike, Conflict(*sides)))
    best: dict[str, Conflict] = {}
    for _, conflict in sorted(found, key=lambda row: -row[0]):
        best.setdefault(conflict.second.source.document.document_id, conflict)
    first = next((each.first for each in best.values()), None)
    return [replace(each, first=first) for each in best.values() if first and _differ(first, each.second)]


def signs_of(one: JudgedSentence, other: JudgedSentence, question: str, judge: RunJudge) -> PairSigns:
    """What tells whether two sentences, each under its headings, answer the question differently."""
    texts = one.sentence.text, other.sentence.text
    near = judge.similarity.of(question, [placed(texts[0], one.source), placed(texts[1], other.source)])
    same = max(judge.similarity.between(bare(texts[0]), bare(texts[1])), 0.0)
    alike = (*judge.answers(texts[0], texts[1:]), *judge.answers(texts[1], texts[:1]))
    return PairSigns(min(near), sum(alike) / 2, abs(near[0] - near[1]) * same**_PARALLEL)


def are_of_two_things(question: str, one: JudgedSentence, other: JudgedSentence) -> bool:
    """Whether that is exact: of one document, papers of a numbered series, sentences about two codes, only
    one of the passages has a code or a date that the question names, or the question names one of the
    documents by a word that the other does not have ("Verizon")."""
    mine, theirs = codes_in(one.sentence.text), codes_in(other.sentence.text)
    return (
        one.source.document.document_id == other.source.document.document_id
        or bool(mine - theirs and theirs - mine)
        or _are_numbered(one.source, other.source)
        or _named_in(one.source, question) != _named_in(other.source, question)
        or _is_called_apart(question, one.source, other.source)
        or _is_called_apart(question, other.source, one.source)
    )


def _are_numbered(one: Source, other: Source) -> bool:
    """Titles or file names that differ in a number that is no year: "Invoice 1003", "Invoice 1004"."""
    mine, theirs = ((of.document.title, PurePath(of.document.filename).stem) for of in (one, other))
    return any(
        _NUMBER.sub("#", name) == _NUMBER.sub("#", rival) and _NUMBER.findall(name) != _NUMBER.findall(rival)
        for name, rival in zip(mine, theirs, strict=True)
    )


def _named_in(source: Source, question: str) -> set[str]:
    """The codes and the dates of the question that its passage, with title and headings, has."""
    asked, told = facts_of(question), facts_of(f"{source.surroundings}\n{source.chunk.text}")
    dates = {date.iso for date in asked.dates if date.month and any(map(date.is_carried_by, told.dates))}
    return dates | (codes_in(question) & told.identifiers)


def _is_called_apart(question: str, one: Source, other: Source) -> bool:
    said = f"{other.surroundings}\n{other.chunk.text}".casefold()
    return any(name not in said for name in names_of(question, one))


def _differ(one: Side, other: Side) -> bool:
    return one != other and is_same(one.value, other.value) is False


def _beats_all(side: Side, group: Sequence[Side], rule: str | None) -> bool:
    """Its document is the newest (or oldest) of those that say something else."""
    if rule not in ("newest", "oldest"):
        return False
    others = [other for other in group if _differ(side, other)]
    newer = [_is_newer(side.source.document.date, other.source.document.date) for other in others]
    return all(each is not None and each == (rule == "newest") for each in newer)


def _is_newer(date: str, other: str) -> bool | None:
    """None when one of the ISO dates is unknown, or not precise enough to tell."""
    length = min(len(date), len(other))
    if date[:length] == other[:length]:
        return None
    return date > other


def told_conflict(
    conflict: Conflict, rule: str | None, numbers: Mapping[int, int] | None = None
) -> DocumentConflict:
    """As an answer tells it; `numbers`: of its sources, where they have others there."""
    first, second = (_shown(side, numbers or {}) for side in (conflict.first, conflict.second))
    return DocumentConflict(first, second, rule or "", conflict.decided)


def conflict_line(conflict: DocumentConflict, language: str) -> str:
    """A sentence for the text of an answer: which documents disagree, and which counts."""
    first, second = (_told(side, language) for side in (conflict.first, conflict.second))
    key = f"{conflict.rule}_counts" if conflict.decided else "disagree"
    return reply(key, language, first=first, second=second)


def _told(side: ConflictSide, language: str) -> str:
    """ "30 days [1] (handbook.pdf, 2024-05-02, page 3)"."""
    place = (side.filename, side.date, place_in(language, f"page {side.page}"))
    return f"{side.value} [{side.citation}] ({', '.join(filter(None, place))})"


def _shown(side: Side, numbers: Mapping[int, int]) -> ConflictSide:
    document = side.source.document
    return ConflictSide(
        document.document_id,
        document.filename,
        document.date,
        numbers.get(side.source.number, side.source.number),
        side.sentence.page,
        side.shown_value,
        side.sentence.text,
    )
