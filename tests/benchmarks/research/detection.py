"""Which references of labelled passages a detector finds, and which it invents. Pure functions.

A reference is found when one of the same kind covers more than half of it and it more than half of that one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields

from core.research.references.reference import Reference, ReferenceKind
from core.types import Span
from tests.benchmarks.research.labelled import Passage

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


@dataclass(slots=True)
class Scores:
    """By kind of reference, and by language; `silent`: passages without a reference."""

    by_kind: dict[ReferenceKind, Tally] = field(default_factory=lambda: defaultdict(Tally))
    by_language: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    all: Tally = field(default_factory=Tally)
    containers: Tally = field(default_factory=Tally)
    passages: int = 0
    silent: int = 0
    alarms: int = 0  # silent passages in which something was found
    mistakes: list[str] = field(default_factory=list)

    def count(self, passage: Passage, kind: ReferenceKind, tally: Tally) -> None:
        for each in (self.all, self.by_kind[kind], self.by_language[passage.language]):
            for one in fields(Tally):
                setattr(each, one.name, getattr(each, one.name) + getattr(tally, one.name))


def score(passages: Iterable[Passage], detector: Detector) -> Scores:
    """Run the detector over all passages."""
    scores = Scores()
    for passage in passages:
        references = list(detector(passage.text))
        _score_mentions(passage, references, scores)
        _score_containers(passage, references, scores)
        scores.passages += 1
        scores.silent += not passage.labels
        scores.alarms += not passage.labels and bool(references)
    return scores


def _score_mentions(passage: Passage, references: Sequence[Reference], scores: Scores) -> None:
    def mistake(what: str, kind: ReferenceKind, span: Span) -> None:
        said = f"{what} {kind.value} “{passage.cut(span)}”"
        scores.mistakes.append(f"{said} in: {_flat(passage.text)}")

    left = [
        one
        for one in dict.fromkeys((one.kind, one.span) for one in references)
        if not any(_overlap(one[1], span) for span in passage.containers)
    ]
    for kind, span in passage.labels:
        match = next((one for one in left if one[0] is kind and _overlap(one[1], span)), None)
        if match is None:
            scores.count(passage, kind, Tally(missed=1))
            mistake("missed", kind, span)
            continue
        left.remove(match)
        meant = [one for one in references if (one.kind, one.span) == match]
        told = _tells_numbers(passage.cut(span), meant)
        scores.count(passage, kind, Tally(found=1, told=told))
        if not told:
            mistake(f"told as “{'; '.join(one.target for one in meant)}”:", kind, span)
    for kind, span in left:
        scores.count(passage, kind, Tally(invented=1))
        mistake("invented", kind, span)


def _tells_numbers(words: str, meant: Sequence[Reference]) -> bool:
    """Whether what was found has the figures of a label's words: none left out and none of its own.

    Of a range the figures between its ends are its own; those of a sentence or a number within a paragraph
    may be left out.
    """
    main = _FINER.sub(" ", words) if _FIGURES.search(_FINER.sub(" ", words)) else words
    numbers = _figures(" ".join(one.number for one in meant))
    told = numbers | _figures(" ".join(one.document for one in meant))
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


def _overlap(one: Span, other: Span) -> bool:
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared > _LEAST_OVERLAP * (max(one.end, other.end) - min(one.start, other.start))


def _score_containers(passage: Passage, references: Sequence[Reference], scores: Scores) -> None:
    said = {_flat(one.document) for one in references if one.kind is ReferenceKind.SECTION and one.document}
    wanted = {_flat(passage.cut(span)) for span in passage.containers}
    missed = wanted - said
    invented = said - wanted - {_flat(passage.cut(span)) for _, span in passage.labels}
    scores.containers.found += len(said & wanted)
    scores.containers.missed += len(missed)
    scores.containers.invented += len(invented)
    for what, names in (("missed", missed), ("invented", invented)):
        scores.mistakes += [f"{what} container “{name}” in: {_flat(passage.text)}" for name in sorted(names)]


def _flat(text: str) -> str:
    return " ".join(text.split())
