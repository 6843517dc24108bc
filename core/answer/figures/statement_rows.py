"""The row of a statement that a line item means, and its cell under a year. Pure functions over sources.

A line item that the concepts know is read from the statement it belongs to, told by the title over the table;
any other one wherever a row has its very words, if all such rows say the same of the year. Two rows that may
be meant and say different things are doubt, and nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.answer.figures.document_naming import is_named
from core.answer.figures.lexicon import FILLERS, lexicon
from core.answer.figures.table_cells import Cell, heading_over, label_of, read_cell
from core.answer.sources import Source, SourceSentence
from core.search.concepts import LineItem, joined, load_concepts, words

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


@dataclass(frozen=True, slots=True)
class Row:
    """A row with what stands over it, and the roles that the title of its table gives it."""

    sentence: SourceSentence
    heading: tuple[SourceSentence, ...]
    source: Source
    label: str
    roles: frozenset[str]

    @property
    def table(self) -> tuple[int, str]:
        """Of one table all rows have the same heading."""
        return self.source.number, self.heading[-1].label

    def cell(self, year: int) -> Cell | None:
        return read_cell(self.sentence.text, [line.text for line in self.heading], year)


@dataclass(frozen=True, slots=True)
class FoundCell:
    cell: Cell
    row: Row
    unsigned: bool = False


class Rows:
    """The rows of one document's sources that stand under heads of columns."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources

    @cached_property
    def all(self) -> tuple[Row, ...]:
        return tuple(row for source in self._sources for row in _rows_of(source))

    def cell(self, name: str, year: int) -> FoundCell | None:
        """The figure of a line item in a year; None without one, or in doubt."""
        item = lexicon().item(name)
        return self._plain(name, year) if item is None else self._known(item, name, year)

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
        return self.cell(item.else_item, year)

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
        yield Row(sentence, heading, source, plain, titles[first])


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
