"""Where documents give different values for the same thing, and which of them counts.

What can be checked is checked: sentences of different documents that share their words and differ in a
figure, a date, one run of words ("by the director", "by the board") or a denial ("may", "must not"), and
which document is newer. Other rules ("the official one") cannot be applied from here: such a conflict is
told, with both sides.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.answer.asking.question import asked_about, matter_of, without_rule
from core.answer.disagreement.conflict_values import (
    ALLOWED,
    FORBIDDEN,
    Denial,
    Value,
    Wording,
    other_denial,
    other_figures,
    other_words,
    same_value,
    says,
    terms_of,
)
from core.answer.facts.checkable import Facts, facts_of
from core.answer.facts.stems import has_word, one_spelling, stem
from core.answer.replies import reply
from core.answer.sources import Source, SourceSentence
from core.answer.verification.nearness import is_said
from core.answer.verification.read_texts import as_written
from core.answer.verification.word_lists import LIGHT_VERBS, NEUTRAL, stems
from core.text.dates import FULL_MONTHS, Date
from core.text.textspan import word_list
from core.types import Answer, ConflictSide, DocumentConflict

MIN_SHARED_WORDS = 2
MIN_SHARED_PART = 0.6  # of the shorter sentence's words
MAX_CONFLICTS = 6  # that an answer tells
_YEARS = frozenset(map(Decimal, range(1900, 2100)))
_PARTS_OF_A_YEAR = frozenset(
    stem(one_spelling(word))
    for word in (*FULL_MONTHS, *word_list("first second third fourth erste zweite dritte vierte"))
    if word != "may"
)
# "The deposit amounts to", "is now set at", "is allowed": of no thing in particular.
_PASSING = frozenset().union(
    NEUTRAL,
    LIGHT_VERBS,
    ALLOWED,
    FORBIDDEN,
    stems(
        "now currently presently immediately still set fixed applies apply remains stays lasts",
        "ab seit sofort jetzt nun derzeit aktuell weiterhin festgesetzt festgelegt bleibt dauert",
    ),
)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two values that disagree, with the sentence and the document that give it."""

    source: Source
    sentence: SourceSentence
    value: Value

    @property
    def document_id(self) -> str:
        return self.source.document.document_id

    @property
    def key(self) -> str:
        """Which sentence it is, among all sources."""
        return f"{self.sentence.label} {self.document_id}"

    @property
    def shown_value(self) -> str:
        """As it is written: "30 days", "2021-05-03"."""
        match self.value:
            case Date():
                return self.value.iso
            case Wording() | Denial():
                return self.value.text
        return as_written(self.value, self.sentence.text)

    def __str__(self) -> str:
        date = f", {self.source.document.date}" if self.source.document.date else ""
        return f"[{self.source.number}] {self.source.document.filename}{date}: “{self.sentence.text}”"


@dataclass(frozen=True, slots=True)
class Conflict:
    """`first` counts when the rule decides; `decided` is False when it cannot."""

    first: Side
    second: Side
    decided: bool


def touched_conflicts(
    answer: Answer, sources: Sequence[Source], question: str, rule: str | None
) -> list[Conflict]:
    """The conflicts between the sources of which the answer gives at least one side; the first few."""
    touched = [
        conflict
        for conflict in find_conflicts(sources, question, rule)
        if any(
            says(statement.text, side.value)
            for statement in answer.statements
            for side in (conflict.first, conflict.second)
        )
    ]
    return touched[:MAX_CONFLICTS]


def find_conflicts(sources: Sequence[Source], question: str, rule: str | None) -> list[Conflict]:
    """Pairs of sentences of different documents that disagree about what is asked, the closest first.

    Sentences that disagree about one thing form a group, one of each document. With the rule "newest" or
    "oldest" the one that counts is `first` in the conflict with each of the others; where none is told to
    count, the first of them stands against each.
    """
    found: list[Conflict] = []
    for group in _groups(_rivals(sources, question)):
        winner = next((side for side in group if _beats_all(side, group, rule)), None)
        first = winner or group[0]
        found += [
            Conflict(first, other, decided=winner is not None)
            for other in group
            if other is not first and not same_value(first.value, other.value)
        ]
    return found


def _rivals(sources: Sequence[Source], question: str) -> list[tuple[Side, Side]]:
    """Two sides each, the closest first."""
    question = without_rule(question)
    asked = facts_of(asked_about(matter_of(question) or question))
    relevant = [
        (source, sentence, facts)
        for source in sources
        for sentence in source.sentences
        if _is_asked_about(facts := facts_of(sentence.text), asked)
    ]
    scored: list[tuple[float, Side, Side]] = []
    for (source, sentence, facts), (other, rival, rival_facts) in itertools.combinations(relevant, 2):
        if source.document.document_id == other.document.document_id:
            continue
        part = _likeness(facts, rival_facts)
        if len(_subject(facts)) == 1 and _told_apart(asked, facts, source, other):
            continue
        figures = other_figures(facts, rival_facts, sentence.text, rival.text) if part else None
        if figures is not None and _about_others(facts, rival_facts, asked):
            continue
        values: tuple[Value, Value] | None = figures or other_denial(sentence.text, rival.text)
        if values is None and (words := other_words(sentence.text, rival.text, question)):
            values = words if part or words[0].placed else None
        if values is None:
            continue
        if not isinstance(values[0], Date) and _of_other_periods(facts, rival_facts):
            continue
        score = part + _shared(asked, facts) + _shared(asked, rival_facts)
        scored.append((score, Side(source, sentence, values[0]), Side(other, rival, values[1])))
    return [(one, rival) for _score, one, rival in sorted(scored, key=lambda entry: -entry[0])]


def _is_asked_about(facts: Facts, asked: Facts) -> bool:
    """It has two words of the question; one where either has no more ("The deposit is EUR 500.")."""
    needed = min(MIN_SHARED_WORDS, len(_subject(asked)), len(_subject(facts)))
    return bool(needed) and _shared(asked, facts) >= needed


def _likeness(facts: Facts, rival: Facts) -> float:
    """Which part of the shorter sentence's words they share, 0..1; 0 where they are of two things.

    One word in common is enough for sentences that have no other: "the deposit for a key" is another one.
    """
    mine, theirs = _subject(facts), _subject(rival)
    if mine and all(has_word(theirs, word) for word in mine) and len(mine) == len(theirs):
        return 1.0
    shared = _shared(facts, rival)
    part = shared / max(min(len(terms_of(facts)), len(terms_of(rival))), 1)
    return part if shared >= MIN_SHARED_WORDS and part >= MIN_SHARED_PART else 0.0


def _told_apart(asked: Facts, facts: Facts, source: Source, other: Source) -> bool:
    """Only one of the documents has another word of the question: "the warranty of the pump"."""
    missing = [word for word in _subject(asked) if not has_word(_subject(facts), word)]
    texts = [
        f"{each.chunk.text} {each.surroundings} {_spaced(each.document.filename)}" for each in (source, other)
    ]
    one, two = (terms_of(facts_of(text)) for text in texts)
    return any(is_said(one, word) != is_said(two, word) for word in missing)


def _spaced(filename: str) -> str:
    return " ".join(re.split(r"[\W_]+", filename))


def _groups(pairs: Sequence[tuple[Side, Side]]) -> list[list[Side]]:
    """Sides that are joined by a sentence, the closest pair's first; of each document one."""
    groups: list[list[Side]] = []
    for pair in pairs:
        group = next((each for each in groups if any(s.key == side.key for s in each for side in pair)), None)
        if group is None:
            groups.append(group := [])
        for side in pair:
            if all(side.document_id != known.document_id for known in group):
                group.append(side)
    return groups


def _beats_all(side: Side, group: Sequence[Side], rule: str | None) -> bool:
    """Its document is the newest (or oldest) of those that say something else."""
    if rule not in ("newest", "oldest"):
        return False
    others = [other for other in group if not same_value(side.value, other.value)]
    newer = [_is_newer(side.source.document.date, other.source.document.date) for other in others]
    return all(each is not None and each == (rule == "newest") for each in newer)


def _of_other_periods(facts: Facts, rival: Facts) -> bool:
    """Each names years or a part of the year, and none that the other names: figures of two periods."""
    years, others = _years(facts), _years(rival)
    if years and others:
        return years.isdisjoint(others)
    parts, rival_parts = facts.words & _PARTS_OF_A_YEAR, rival.words & _PARTS_OF_A_YEAR
    return bool(parts and rival_parts) and parts.isdisjoint(rival_parts)


def _years(facts: Facts) -> set[int]:
    bare = {int(n.value) for n in facts.numbers if n.value in _YEARS and n.is_year(int(n.value))}
    return bare | {date.year for date in facts.dates if date.year}


def _about_others(facts: Facts, rival: Facts, asked: Facts) -> bool:
    """Each names what the other does not: another thing that was asked for, another code, another name."""
    here, there = terms_of(facts) - terms_of(rival), terms_of(rival) - terms_of(facts)
    for one, other in (
        (here & terms_of(asked), there & terms_of(asked)),
        (facts.identifiers - rival.identifiers, rival.identifiers - facts.identifiers),
        (here.intersection(facts.names), there.intersection(rival.names)),
    ):
        if one and other:
            return True
    return False


def _is_newer(date: str, other: str) -> bool | None:
    """None when one of the ISO dates is unknown, or not precise enough to tell."""
    length = min(len(date), len(other))
    if date[:length] == other[:length]:
        return None
    return date > other


def _subject(facts: Facts) -> frozenset[str]:
    """What it is about: its terms without verbs and adverbs that any figure may have ("amounts to")."""
    return terms_of(facts) - _PASSING


def _shared(facts: Facts, other: Facts) -> int:
    return sum(has_word(terms_of(other), word) for word in terms_of(facts))


def told_conflict(conflict: Conflict, rule: str | None) -> DocumentConflict:
    """As an answer tells it."""
    return DocumentConflict(_shown(conflict.first), _shown(conflict.second), rule or "", conflict.decided)


def conflict_line(conflict: DocumentConflict, language: str) -> str:
    """A sentence for the text of an answer: which documents disagree, and which counts."""
    first, second = (
        f"{side.filename} [{side.citation}]" + (f" ({side.date})" if side.date else "")
        for side in (conflict.first, conflict.second)
    )
    key = f"{conflict.rule}_counts" if conflict.decided else "disagree"
    return reply(key, language, first=first, second=second)


def _shown(side: Side) -> ConflictSide:
    document = side.source.document
    return ConflictSide(
        document.document_id,
        document.filename,
        document.date,
        side.source.number,
        side.sentence.page,
        side.shown_value,
        side.sentence.text,
    )
