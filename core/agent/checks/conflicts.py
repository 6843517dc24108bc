"""Where documents give different values for the same thing: does the answer follow the rule and name both?

What can be checked is checked: sentences of different documents that share their words and differ in a
figure, a date or one run of words ("by the director", "by the board"), and which document is newer. Other
rules ("the official one") cannot be applied from here: such a conflict is told, with both sides.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import SequenceMatcher

from core.agent.checks.base import Finding, Findings, gap, unmet
from core.agent.checks.echoes import as_written
from core.agent.disclosures import told
from core.agent.final import FinalDraft
from core.agent.state import AgentState
from core.answer.facts import Facts, facts_of
from core.answer.facts_dates import Date
from core.answer.facts_numbers import Number
from core.answer.facts_words import MONTHS, WORD, has_word, one_spelling, stem
from core.answer.question import asked_about, matter_of, wanted_by, without_rule
from core.answer.sources import Source, SourceSentence
from core.answer.verify_nearness import is_said
from core.answer.verify_words import LIGHT_VERBS, NEUTRAL, stems
from core.textspan import word_list
from core.types import Answer

CONFLICT_RULE_BROKEN = "CONFLICT_RULE_BROKEN"
CONFLICT_NOT_NAMED = "CONFLICT_NOT_NAMED"
CONFLICT_UNDECIDED = "CONFLICT_UNDECIDED"
CONFLICT_NOT_FOUND = "CONFLICT_NOT_FOUND"

MIN_SHARED_WORDS = 2
MIN_SHARED_PART = 0.6  # of the shorter sentence's words
_MOST_OTHER_WORDS = 4  # that stand for the value of each
_LEAST_SAME_WORDS = 3
MAX_CONFLICTS = 6  # that an answer tells
_YEARS = frozenset(map(Decimal, range(1900, 2100)))
_PARTS_OF_A_YEAR = frozenset(
    stem(one_spelling(word))
    for word in (*MONTHS, *word_list("first second third fourth erste zweite dritte vierte"))
    if word != "may"
)


# "The deposit amounts to", "is now set at": of no thing in particular.
_PASSING = (
    NEUTRAL
    | LIGHT_VERBS
    | stems(
        "now currently presently immediately still set fixed applies apply remains stays lasts",
        "ab seit sofort jetzt nun derzeit aktuell weiterhin festgesetzt festgelegt bleibt dauert",
    )
)


@dataclass(frozen=True, slots=True)
class Wording:
    """Words that a sentence has where the other has others: "managing director"."""

    words: frozenset[str]
    text: str


Value = Number | Date | Wording


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
            case Wording():
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


def validate_conflict_resolution(_draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Of each conflict that the answer touches: the value that counts, and both sides named.

    An answer that touches none tells so: whoever named a rule has to know that it was not applied.
    """
    if not state.constraints.requires_conflict_resolution or not answer.statements:
        return ()
    findings: list[Finding] = []
    touched = touched_conflicts(answer, state)
    if not touched:
        there_are = find_conflicts(state.citable, state.question, state.constraints.conflict_resolution_rule)
        told_so = unmet(state, "conflict_untouched" if there_are else "no_conflict")
        return (Finding(CONFLICT_NOT_FOUND, "The answer is not about a disagreement.", disclosure=told_so),)
    for conflict in touched:
        first, second = conflict.first, conflict.second
        text = f"Two documents disagree. {first} – {second}"
        if not conflict.decided:
            findings.append(_undecided(conflict, text, answer, state))
        elif not _is_told(first, answer):
            findings.append(
                Finding(
                    CONFLICT_RULE_BROKEN,
                    f"{text} The {state.constraints.conflict_resolution_rule} counts: answer with "
                    f"[{first.source.number}], and name the other, too.",
                    statements=tuple(
                        index
                        for index, statement in enumerate(answer.statements)
                        if _says(statement.text, second.value)
                    ),
                    quotes=(first.sentence.label, second.sentence.label),
                    by_writing=True,
                )
            )
        elif not _is_told(second, answer):
            findings.append(
                Finding(
                    CONFLICT_NOT_NAMED,
                    f"{text} Name both: say also what [{second.source.number}] gives.",
                    quotes=(second.sentence.label,),
                    by_writing=True,
                )
            )
    return tuple(findings)


def _undecided(conflict: Conflict, text: str, answer: Answer, state: AgentState) -> Finding:
    rule = state.constraints.conflict_resolution_rule
    names = {
        "first": conflict.first.source.document.filename,
        "second": conflict.second.source.document.filename,
    }
    key = "rule_undecided" if rule else "no_rule"
    return Finding(
        CONFLICT_UNDECIDED,
        f"{text} Name both.",
        disclosure=gap(state, told(key, state.question, rule=rule, **names)),
        quotes=tuple(
            side.sentence.label for side in (conflict.first, conflict.second) if not _is_told(side, answer)
        ),
    )


def touched_conflicts(answer: Answer, state: AgentState) -> list[Conflict]:
    """The conflicts between the sources of which the answer gives at least one side; the first few."""
    rule = state.constraints.conflict_resolution_rule
    touched = [
        conflict
        for conflict in find_conflicts(state.citable, state.question, rule)
        if any(
            _says(statement.text, side.value)
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
            if other is not first and not _same_value(first.value, other.value)
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
        part = _likeness(facts, rival_facts)
        if source.document.document_id == other.document.document_id or not part:
            continue
        if len(_subject(facts)) == 1 and _told_apart(asked, facts, source, other):
            continue
        values: tuple[Value, Value] | None = _differing(facts, rival_facts)
        if values is not None and _about_others(facts, rival_facts, asked):
            continue
        values = values or other_words(sentence.text, rival.text, question)
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
    part = shared / max(min(len(_terms(facts)), len(_terms(rival))), 1)
    return part if shared >= MIN_SHARED_WORDS and part >= MIN_SHARED_PART else 0.0


def _told_apart(asked: Facts, facts: Facts, source: Source, other: Source) -> bool:
    """Only one of the documents has another word of the question: "the warranty of the pump"."""
    missing = [word for word in _subject(asked) if not has_word(_subject(facts), word)]
    texts = [
        f"{each.chunk.text} {each.surroundings} {_spaced(each.document.filename)}" for each in (source, other)
    ]
    one, two = (_terms(facts_of(text)) for text in texts)
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
    others = [other for other in group if not _same_value(side.value, other.value)]
    newer = [_is_newer(side.source.document.date, other.source.document.date) for other in others]
    return all(each is not None and each == (rule == "newest") for each in newer)


def _same_value(one: Value, other: Value) -> bool:
    if isinstance(one, Number) and isinstance(other, Number):
        return one.is_carried_by(other) or other.is_carried_by(one)
    return one == other


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
    here, there = _terms(facts) - _terms(rival), _terms(rival) - _terms(facts)
    for one, other in (
        (here & _terms(asked), there & _terms(asked)),
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


def _differing(facts: Facts, rival: Facts) -> tuple[Number | Date, Number | Date] | None:
    """A figure or, where neither has any, a date of the same kind that the sentences give differently."""
    numbers = (
        (one, other)
        for one, other in itertools.product(facts.numbers, rival.numbers)
        if _same_kind(one, other)
        and not any(one.equals(each) or one.is_carried_by(each) for each in rival.numbers)
        and not any(other.equals(each) or other.is_carried_by(each) for each in facts.numbers)
    )
    if facts.numbers or rival.numbers:
        return next(numbers, None)
    dates = (
        (one, other)
        for one, other in itertools.product(facts.dates, rival.dates)
        if one.precision == other.precision and one not in rival.dates and other not in facts.dates
    )
    return next(dates, None)


def other_words(text: str, rival: str, question: str) -> tuple[Wording, Wording] | None:
    """The one run of words in which two sentences of the same words, without figures, differ.

    What the question names is no value; at the beginning stands what a sentence is about, unless the question
    asks who.
    """
    sides = [facts_of(text), facts_of(rival)]
    if any(facts.numbers or facts.dates or facts.negations for facts in sides):
        return None
    if sides[0].identifiers != sides[1].identifiers:
        return None
    mine, theirs = ([t.text for t in facts.tokens if t.kind in ("word", "name")] for facts in sides)
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    changed = [block for block in blocks if block[0] != "equal"]
    if len(changed) != 1 or changed[0][0] != "replace":
        return None
    _kind, start, end, other_start, other_end = changed[0]
    here, there = frozenset(mine[start:end]), frozenset(theirs[other_start:other_end])
    same = len(mine) - (end - start)
    if same < _LEAST_SAME_WORDS or max(len(here), len(there)) > _MOST_OTHER_WORDS:
        return None
    if not start and wanted_by(question) != "person":
        return None
    asked = facts_of(question)
    named = any(is_said(asked.words | asked.identifiers, word) for word in here | there)
    if named or any(is_said(there, word) for word in here):
        return None
    return Wording(here, _written(text, here)), Wording(there, _written(rival, there))


def _written(text: str, words: frozenset[str]) -> str:
    return " ".join(word for word in WORD.findall(text) if stem(one_spelling(word)) in words)


def _same_kind(one: Number, other: Number) -> bool:
    alike = one.unit == other.unit or (one.is_measure and one.measured == other.measured)
    return alike and one.percent == other.percent and one.currency == other.currency


def _is_told(side: Side, answer: Answer) -> bool:
    """Its value is said, by a statement that rests on its document."""
    return any(
        _says(statement.text, side.value)
        and any(row.document_id == side.source.document.document_id for row in statement.evidence)
        for statement in answer.statements
    )


def _says(text: str, value: Value) -> bool:
    facts = facts_of(text)
    if isinstance(value, Wording):
        return all(is_said(facts.words | frozenset(facts.names), word) for word in value.words)
    if isinstance(value, Date):
        return any(date.is_carried_by(value) for date in facts.dates)
    return any(number.is_carried_by(value) for number in facts.numbers)


def _terms(facts: Facts) -> frozenset[str]:
    """Words and codes, without the units of figures."""
    units = {f"{number.unit}{ending}" for number in facts.numbers for ending in ("", "s", "e", "en")}
    return (facts.words - units) | facts.identifiers


def _subject(facts: Facts) -> frozenset[str]:
    """What it is about: its terms without verbs and adverbs that any figure may have ("amounts to")."""
    return _terms(facts) - _PASSING


def _shared(facts: Facts, other: Facts) -> int:
    return sum(has_word(_terms(other), word) for word in _terms(facts))
