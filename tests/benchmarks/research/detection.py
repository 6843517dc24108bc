"""Which references of labelled passages a detector finds, and which it invents. Pure functions.

A reference is found when one of the same kind covers more than half of it and it more than half of that one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from core.research.references.reference import Reference, ReferenceKind
from core.types import Span
from tests.benchmarks.research.labelled import Label, Passage

_LEAST_OVERLAP = 0.5  # of what both cover together
_FIGURES = re.compile(r"\d+")
# Within a paragraph, or of a work: places that a target does not have to name.
_FINER = re.compile(
    r"(?i)(?<=[\dIVX)])(?:[\s,]+(?:abs(?:atz|\.)|satz|nr\.|nummer|buchst(?:abe|\.)|alt\.|spalte|s\.|seite|pp?\.|page|kap\.|ch\.|chapter"
    r"|theorem|table|tabelle)\s*|:\s*)\d[\d.]*(?:\s*(?:,|und|bis|oder|–|-)\s*\d[\d.]*)*"
)
_RANGES = re.compile(
    r"(?<![\d.])(?:\d+\.)*(?P<low>\d+)(?:(?P<hyphen>-)|\]?\s*(?:–|bis|to|through|thru)\s*\[?)(?:\d+\.)*(?P<high>\d+)(?![\d-])"
)
_WRITTEN_OUT = 10  # figures of a range that are named
Detector = Callable[[str], Sequence[Reference]]


@dataclass(slots=True)
class Tally:
    """Labels found and missed, and references that no label knows; `told`: found with the label's numbers."""

    found: int = 0
    missed: int = 0
    invented: int = 0
    told: int = 0

    def add(self, other: Tally) -> None:
        self.found += other.found
        self.missed += other.missed
        self.invented += other.invented
        self.told += other.told


@dataclass(slots=True)
class Scores:
    """By kind of reference, and by language; `silent`: passages without a reference."""

    by_kind: dict[ReferenceKind, Tally] = field(default_factory=dict)
    by_language: dict[str, Tally] = field(default_factory=dict)
    all: Tally = field(default_factory=Tally)
    containers: Tally = field(default_factory=Tally)
    passages: int = 0
    silent: int = 0
    alarms: int = 0  # silent passages in which something was found
    mistakes: list[str] = field(default_factory=list)


def score(passages: Iterable[Passage], detector: Detector) -> Scores:
    """Run the detector over all passages."""
    scores = Scores()
    for passage in passages:
        references = list(detector(passage.text))
        _score_one(passage, references, scores)
    return scores


def _score_one(passage: Passage, references: Sequence[Reference], scores: Scores) -> None:
    mentions = list(dict.fromkeys((one.kind, one.span) for one in references))
    inside = list(passage.containers)
    left = [one for one in mentions if not any(_share(one[1], span) > _LEAST_OVERLAP for span in inside)]
    for label in passage.labels:
        match = next((one for one in left if _is(label, *one)), None)
        if match is not None:
            left.remove(match)
            meant = [one for one in references if (one.kind, one.span) == match]
            told = tells_numbers(_cut(passage, label.span), meant)
            found = Tally(found=1, told=int(told))
            _count(scores, passage, label.kind, found)
            if not told:
                targets = "; ".join(one.target for one in meant)
                scores.mistakes.append(f"told as “{targets}”: “{_cut(passage, label.span)}”")
        else:
            _count(scores, passage, label.kind, Tally(missed=1))
            scores.mistakes.append(
                f"missed {label.kind.value} “{_cut(passage, label.span)}” in: {_flat(passage.text)}"
            )
    for kind, span in left:
        _count(scores, passage, kind, Tally(invented=1))
        scores.mistakes.append(f"invented {kind.value} “{_cut(passage, span)}” in: {_flat(passage.text)}")
    _score_containers(passage, references, scores)
    scores.passages += 1
    scores.silent += not passage.labels
    scores.alarms += not passage.labels and bool(mentions)


def tells_numbers(words: str, meant: Sequence[Reference]) -> bool:
    """Whether what was found has the figures of a label's words: none left out and none of its own.

    Of a range the figures between its ends are its own; those of a sentence or a number within a paragraph
    may be left out.
    """
    main = _FINER.sub(" ", words) if _FIGURES.search(_FINER.sub(" ", words)) else words
    numbers = _figures(" ".join(one.number for one in meant))
    told = numbers | _figures(" ".join(f"{one.document} {one.elsewhere}" for one in meant))
    ranges = [(int(one["low"]), int(one["high"]), not one["hyphen"]) for one in _RANGES.finditer(main)]
    between = {number for low, high, _ in ranges for number in range(low, min(high, low + 1000))}
    plain = {
        number
        for low, high, is_plain in ranges
        if is_plain and high - low < _WRITTEN_OUT
        for number in range(low, high + 1)
    }
    return _figures(main) <= told and plain <= numbers and not numbers - _figures(words) - between


def _figures(text: str) -> set[int]:
    return {int(one) for one in _FIGURES.findall(text)}


def _is(label: Label, kind: ReferenceKind, span: Span) -> bool:
    return kind is label.kind and _share(label.span, span) > _LEAST_OVERLAP


def _share(one: Span, other: Span) -> float:
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared / (max(one.end, other.end) - min(one.start, other.start)) if shared > 0 else 0.0


def _score_containers(passage: Passage, references: Sequence[Reference], scores: Scores) -> None:
    said = {_flat(one.document) for one in references if one.kind is ReferenceKind.SECTION and one.document}
    wanted = {_flat(_cut(passage, span)) for span in passage.containers}
    scores.containers.found += len(said & wanted)
    for name in wanted - said:
        scores.containers.missed += 1
        scores.mistakes.append(f"missed container “{name}” in: {_flat(passage.text)}")
    beside = {_flat(_cut(passage, label.span)) for label in passage.labels}
    for name in said - wanted - beside:
        scores.containers.invented += 1
        scores.mistakes.append(f"invented container “{name}” in: {_flat(passage.text)}")


def _count(scores: Scores, passage: Passage, kind: ReferenceKind, tally: Tally) -> None:
    scores.all.add(tally)
    scores.by_kind.setdefault(kind, Tally()).add(tally)
    scores.by_language.setdefault(passage.language, Tally()).add(tally)


def _cut(passage: Passage, span: Span) -> str:
    return passage.text[span.start : span.end]


def _flat(text: str) -> str:
    return " ".join(text.split())
