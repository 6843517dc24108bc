"""The sentences that tell most of a document, section by section."""

from __future__ import annotations

from collections.abc import Sequence

from core.plans.document_outline import Line
from core.text.telling import USUAL, counted, telling_scores

LONG = 80  # words of a sentence where there is room for it: those of contracts and reports are long
_LEAD, _SECOND = 2.5, 1.4  # how much more the first sentences under a heading say of it


def most_telling(
    groups: Sequence[Sequence[Line]], characters: int, *, leads: bool = False, longest: int = USUAL
) -> list[Line]:
    """Of each group its best lines, in their order: as much as fits in so many characters of all.

    Each group has its share by its size, and where there is room for it its best line at least; that of the
    largest in any case. `leads`: the groups are sections, whose first sentences say what they are about.
    `longest`: of a sentence, in words.
    """
    texts = [" ".join(line.text for line in group) for group in groups]
    everywhere = counted(texts)
    total = sum(map(len, texts)) or 1
    firsts: list[tuple[float, Line]] = []
    others: list[tuple[float, Line]] = []
    for group, text in zip(groups, texts, strict=True):
        lines = [line.text for line in group]
        scores = telling_scores(lines, [text], everywhere, len(groups) + 1, longest)
        if leads:
            scores = _leading(scores)
        ranked = sorted(zip(scores, group, strict=True), key=lambda row: -row[0])
        share, used = characters * len(text) / total, 0
        for place, (score, line) in enumerate(ranked):
            if score <= 0.0:
                break
            if place == 0:
                firsts.append((len(text), line))
            elif used + len(line.text) <= share:
                others.append((score, line))
            used += len(line.text)
    kept: list[Line] = []
    room = characters
    for _, line in (*sorted(firsts, key=lambda row: -row[0]), *sorted(others, key=lambda row: -row[0])):
        if len(line.text) <= room or not kept:
            kept.append(line)
            room -= len(line.text)
    order = {id(line): place for place, line in enumerate(line for group in groups for line in group)}
    return sorted(kept, key=lambda line: order[id(line)])


def _leading(scores: Sequence[float]) -> list[float]:
    told = [place for place, score in enumerate(scores) if score > 0.0]
    weight = dict(zip(told, (_LEAD, _SECOND), strict=False))
    return [score * weight.get(place, 1.0) for place, score in enumerate(scores)]
