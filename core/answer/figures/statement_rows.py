"""The row of a table that is meant, and its cells. Pure functions over sources.

A line item that the concepts know is read from the statement it belongs to, told by the title over the table.
Any other one the judge of answers finds among all rows, by their labels, the document and what they stand
under. Two rows that may be meant and say different things are doubt, and nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from core.answer.figures.document_naming import is_named
from core.answer.figures.lexicon import FILLERS, lexicon
from core.answer.figures.table_cells import Cell, heading_over, label_of, read_cell
from core.answer.figures.table_columns import columns_at_end
from core.answer.sources import Source, SourceSentence
from core.judge.base import AnswerJudge
from core.search.concepts import LineItem, joined, load_concepts, words
from core.text.textspan import is_table_row

_LONGEST_TITLE = 20  # words, with what is counted behind it
_MOST_TITLES = 12  # lines of a page above a table, of which one may be its title
_OTHER_BOOKS = re.compile(
    r"\b(?:parent company|parent-only|guarantors?|guarantee|obligors?|summarized|pro forma"
    r"|subsidiary issuer|condensed consolidating|predecessor|discontinued"
    r"|einzelabschluss)\b",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\s*\((?:see )?notes?\b[^()]*\)|\s*\(\w\)\s*$|\s*\(\d{1,2}\)\s*$", re.IGNORECASE)
# Behind a line item these add nothing.
_TAILS = frozenset(words("expense cost amount value figure"))
# Chosen on the tuned half of `tests.benchmarks figures`, for one judge: from which score on a row is meant,
# what each word of its label costs that the question lacks, and how far behind another row has to be.
_JUDGE = "ms-marco-minilm-l-12-v2"
_LEAST_SCORE, _EACH_MISSING, _LEAST_LEAD = 1.0, 0.7, 0.5


@dataclass(frozen=True, slots=True)
class Row:
    """A row with what stands over it, and the roles that the title of its table gives it.

    `label`: its words as they are compared. `group`: the nearest line above that is no row.
    """

    sentence: SourceSentence
    heading: tuple[SourceSentence, ...]
    source: Source
    label: str
    roles: frozenset[str]
    group: str = ""

    @property
    def table(self) -> tuple[int, str]:
        """Of one table all rows have the same heading."""
        return self.source.number, self.heading[-1].label

    @property
    def years(self) -> tuple[int, ...]:
        """The columns of the table, from left to right."""
        columns = columns_at_end([line.text for line in self.heading])
        return columns.years if columns else ()

    @property
    def standing(self) -> str:
        """What it stands under on its page, down to the line that its group has."""
        above = [line.text for line in self.heading[:-1]]
        return " · ".join((*above, self.group))

    @property
    def file(self) -> str:
        """What its document is called, as a name."""
        return PurePath(self.source.document.filename).stem.replace("_", " ")

    def cell(self, year: int) -> Cell | None:
        """Its figure under a year; None without one, or in doubt."""
        return read_cell(self.sentence.text, [line.text for line in self.heading], year)


@dataclass(frozen=True, slots=True)
class FoundCell:
    cell: Cell
    row: Row
    unsigned: bool = False


class Rows:
    """The rows of one document's sources that stand under heads of columns."""

    def __init__(self, sources: Sequence[Source], judge: AnswerJudge) -> None:
        self._sources = sources
        self._judge = judge

    @cached_property
    def all(self) -> tuple[Row, ...]:
        """In the order of the sources; of the same row on several pages the first."""
        return tuple(row for source in self._sources for row in _rows_of(source))

    def cells(self, name: str, years: Sequence[int]) -> Iterator[tuple[tuple[FoundCell, ...], str]]:
        """The figures of a row in these years, or in the years that it has, and the words that name it.

        First of the line item that is named, then of the row that the judge finds; nothing in doubt.

        Args:
            name: what a question calls the row, or all of the question.

        Raises:
            core.errors.ModelError: the judge is missing or damaged.
        """
        known = lexicon().named_in(name)
        if len(known) == 1 and (item := lexicon().items.get(known[0][2])) is not None:
            own = " ".join(words(name)[known[0][0] : known[0][1]])
            found = [self._known(item, own, year) for year in years]
            if found and all(found):
                yield tuple(cell for cell in found if cell is not None), own
        if judged := self._judged(name, years):
            yield judged, ""

    def _known(self, item: LineItem, name: str, year: int) -> FoundCell | None:
        rows = [row for row in self.all if item.role in row.roles]
        tables = dict.fromkeys(row.table for row in rows)
        found = [
            best
            for table in tables
            for best in _meant(item, name, [row for row in rows if row.table == table], year)
        ]
        # Two statements that say different things: of a group and of its parent, as reported and as restated.
        if len({each.cell.amount for each in found}) != 1:
            return None if found else self._instead(item, rows, year)
        best = found[0]
        negative = best.cell.value < 0
        if item.positive and negative:
            return None
        return FoundCell(best.cell, best.row, item.magnitude and negative)

    def _instead(self, item: LineItem, rows: Sequence[Row], year: int) -> FoundCell | None:
        if not item.else_item or any(re.fullmatch(item.unless, row.label) for row in rows):
            return None
        other = lexicon().item(item.else_item)
        return None if other is None else self._known(other, item.else_item, year)

    def cell(self, name: str, year: int) -> FoundCell | None:
        """The figure of a line item in a year, by its very name; None without one, or in doubt."""
        item = lexicon().item(name)
        return self._plain(name, year) if item is None else self._known(item, name, year)

    def _plain(self, name: str, year: int) -> FoundCell | None:
        """By the row that is called so; words beside its label must name the document ("Nike overhead")."""
        own = words(name)
        fits: dict[int, list[FoundCell]] = {}
        for row in self.all:
            label = _core(row.label.split())
            rest = _beside(label, own)
            if rest is not None and is_named(rest, self._sources):
                fits.setdefault(len(label), []).extend(_cells([row], year))
        longest = fits[max(fits)] if fits else []
        return longest[0] if len({each.cell.amount for each in longest}) == 1 else None

    def _judged(self, name: str, years: Sequence[int]) -> tuple[FoundCell, ...]:
        rows = [(row, cells) for row in self.all if (cells := _in_years(row, years))]
        if not rows or self._judge.name != _JUDGE:  # scores of another mean something else
            return ()
        asked = set(words(name))
        titles = [f"{row.file}: {cells[0].cell.label}" for row, cells in rows]
        dated = [
            f"{title} {' '.join(map(str, row.years))}" for title, (row, _) in zip(titles, rows, strict=True)
        ]
        scores = [
            score - _EACH_MISSING * sum(word not in asked for word in row.label.split())
            for score, (row, _) in zip(self._judge.answers(name, dated), rows, strict=True)
        ]
        best = max(range(len(rows)), key=scores.__getitem__)
        if scores[best] < _LEAST_SCORE:
            return ()
        near = [place for place, score in enumerate(scores) if scores[best] - score < _LEAST_LEAD]
        alike = {tuple(found.cell.amount for found in rows[place][1]) for place in near}
        return rows[best][1] if len(alike) == 1 else self._by_standing(name, [rows[place] for place in near])

    def _by_standing(
        self, name: str, rows: Sequence[tuple[Row, tuple[FoundCell, ...]]]
    ) -> tuple[FoundCell, ...]:
        """Of rows that are called alike the one that stands where the question says."""
        scores = self._judge.answers(
            name, [f"{row.file} · {row.standing}: {cells[0].cell.label}" for row, cells in rows]
        )
        best = max(range(len(rows)), key=scores.__getitem__)
        rivals = [
            cells
            for (_, cells), score in zip(rows, scores, strict=True)
            if scores[best] - score < _LEAST_LEAD
        ]
        alike = {tuple(found.cell.amount for found in cells) for cells in rivals}
        return rows[best][1] if len(alike) == 1 else ()


def _in_years(row: Row, years: Sequence[int]) -> tuple[FoundCell, ...]:
    """All of these years, or of those the row has; empty where one is missing."""
    found = [(year, row.cell(year)) for year in (years or row.years)]
    if any(cell is None for _, cell in found):
        return ()
    return tuple(FoundCell(cell, row) for _, cell in found if cell is not None)


def _beside(label: tuple[str, ...], own: Sequence[str]) -> tuple[str, ...] | None:
    """What a name has beside a label that stands in it; None where it does not."""
    for first in range(len(own) - len(label) + 1):
        if label and tuple(own[first : first + len(label)]) == label:
            beside = (*own[:first], *own[first + len(label) :])
            return tuple(word for word in beside if word not in _TAILS | FILLERS)
    return None


def _meant(item: LineItem, name: str, rows: Sequence[Row], year: int) -> list[FoundCell]:
    """Of one table the cells of the row with this very name, else of the surest pattern that a label fits."""
    ways = [
        found
        for pattern in item.rows
        if (found := _cells([row for row in rows if re.fullmatch(pattern, row.label)], year))
    ]
    literal = _cells([row for row in rows if joined(row.label) == joined(name)], year)
    # "Revenue" may be the sum or a part of it; "net sales" is what it says.
    rivals = ways[0] if literal and ways and len(name.split()) == 1 else []
    return [*literal, *rivals] if literal else ways[0] if ways else []


def _cells(rows: Sequence[Row], year: int) -> list[FoundCell]:
    return [FoundCell(cell, row) for row in rows if (cell := row.cell(year)) is not None]


def _core(own: Sequence[str]) -> tuple[str, ...]:
    kept = list(own)
    while len(kept) > 1 and kept[-1] in _TAILS:
        kept.pop()
    return tuple(kept)


def _rows_of(source: Source) -> Iterator[Row]:
    titles: dict[str, frozenset[str]] = {}
    for sentence in source.sentences:
        label = label_of(sentence.text)
        heading = heading_over(source.sentences, sentence) if label else ()
        if not heading:
            continue
        first = heading[0].label
        if first not in titles:
            titles[first] = _roles_over(source, heading[0])
        plain = " ".join(words(_IN_BRACKETS.sub("", label.strip(" :."))))
        yield Row(sentence, heading, source, plain, titles[first], _group_over(source, sentence, heading[-1]))


def _group_over(source: Source, row: SourceSentence, last: SourceSentence) -> str:
    """The nearest line above a row, under the heads of its columns, that is no row itself."""
    place = source.sentences.index(row)
    for line in reversed(source.sentences[:place]):
        if line is last:
            return ""
        if not is_table_row(line.text):
            return line.text
    return ""


def _roles_over(source: Source, first: SourceSentence) -> frozenset[str]:
    """Roles by the nearest title above a table on its page, else by what the page is called."""
    place = source.sentences.index(first)
    lines = [line for line in source.sentences[: place + 1] if line.page == first.page][-_MOST_TITLES:]
    if any(_OTHER_BOOKS.search(line.text) for line in lines):
        return frozenset()
    terms = load_concepts().source_terms
    for line in reversed(lines):
        found = {match.key for match in terms.find(words(line.text))}
        if found and len(line.text.split()) <= _LONGEST_TITLE:
            return frozenset(found)
    return frozenset(match.key for match in terms.find(words(source.chunk.context)))
