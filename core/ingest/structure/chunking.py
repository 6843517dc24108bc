"""Cuts a document into chunks: ordered spans of its text, whole sentences and whole table rows.

Why about 200 tokens: the embedder reads 256 and silently drops the rest, and a chunk is embedded together
with its borrowed context (title, what the page is, heading path, repeated table header). Pure functions over
what a reader gave; runs in the parser process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from core.errors import ModelError
from core.ingest.readers.base import Line, ReadPage
from core.ingest.structure.page_edges import body_lines
from core.ingest.structure.structure import Structure
from core.ingest.structure.token_count import TokenCounter
from core.search.concepts import load_concepts
from core.settings import ChunkingSettings
from core.store.chunks import ChunkRecord
from core.text.hyphenation import dehyphenated
from core.text.table_heads import HEAD_JOINT
from core.text.textspan import CELL_SEPARATOR, is_table_row, runs_on, split_sentences
from core.types import Span, chunk_id_for

CHUNKER_VERSION = 9
EMBEDDER_TOKENS = 256
_SPECIAL_TOKENS = 2
_MIN_CONTEXT = 24  # tokens kept free for context, however large the chunks are set
# Scripts and encodings that the tokenizer folds into one unknown token must not make endless chunks.
_CHARACTERS_PER_TOKEN = 10
_HEADER_UNITS = 2
_LONGEST_NUMBER = 10  # characters in front of a heading that its name in the outline is without
_MAX_LABEL = 80  # characters of a row's first cell that are said with what continues the row


def chunker_fingerprint(
    settings: ChunkingSettings, tokenizer_folder: Path, concepts: Path | None = None
) -> str:
    """Changes whenever the same file would be cut differently.

    Args:
        concepts: the user's file of concepts, if there is one: chunks are told their page's role.

    Raises:
        ModelError: there is no tokenizer.json in the folder.
        UsageError: the file of concepts is not valid.
    """
    path = tokenizer_folder / "tokenizer.json"
    try:
        tokenizer = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelError(
            f"The embedding model is not complete: {path} is missing.",
            "Run `docuchat models get` for the embedding model (without a network: `--from PATH`).",
        ) from error
    name = f"{CHUNKER_VERSION}|{settings.tokens}|{settings.overlap_tokens}|{tokenizer}"
    name += f"|{load_concepts(concepts).cut_by}"
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def embedding_text(context: str, text: str) -> str:
    """What the encoders read of a chunk."""
    text = dehyphenated(text)
    return f"{context}\n{text}" if context else text


_Cut = tuple[Span, int, str, Line | None]  # its place, page and text; the line that is a row or annotation


@dataclass(slots=True)
class _Unit:
    """A sentence, a table row or a piece of something too long; never split further."""

    span: Span
    page: int
    tokens: int
    is_row: bool
    is_heading: bool
    table_header: str = ""
    is_declared: bool = False  # a row of a format that knows its rows and their headers
    runs_on: bool = False  # the next unit, on the next page, ends its sentence
    is_apart: bool = False  # a note at the foot of a page whose last sentence runs on
    annotation: str = ""  # see `Line`


class Chunker:
    """Cuts documents with one embedder's token counts.

    `limit` is the most tokens a chunk's own text may have; context and text together stay within 256.
    """

    def __init__(self, count: TokenCounter, settings: ChunkingSettings) -> None:
        self._count = count
        self.limit = min(settings.tokens, EMBEDDER_TOKENS - _SPECIAL_TOKENS - _MIN_CONTEXT)
        self._context_limit = EMBEDDER_TOKENS - _SPECIAL_TOKENS - self.limit
        self._overlap = min(settings.overlap_tokens, self.limit // 3)

    def chunks(
        self,
        content_hash: str,
        title: str,
        pages: Sequence[ReadPage],
        structure: Structure,
        page_names: Mapping[int, str] | None = None,
    ) -> list[ChunkRecord]:
        """All chunks of a document in order; running headers and footers are in none of them.

        `page_names`: what pages (by number) are called that have a role, to be said with their chunks.
        """
        units = self._units(pages, structure)
        body = self._group([unit for unit in units if not unit.is_apart])
        notes = self._group([unit for unit in units if unit.is_apart])
        groups = sorted([*body, *notes], key=lambda group: group[0].span)
        texts: dict[str, str] = {}
        named = page_names or {}
        contexts = [
            self._context_parts(
                title, group, structure, named, " ".join(_text(unit, pages, structure) for unit in group[:4])
            )
            for group in groups
        ]
        self._fit_contexts(set(contexts), texts)
        records: list[ChunkRecord] = []
        seen: set[str] = set()
        for group, parts in zip(groups, contexts, strict=True):
            spans = _merged(group, pages, structure)
            chunk_id = chunk_id_for(content_hash, spans)
            if chunk_id in seen:
                continue
            seen.add(chunk_id)
            records.append(
                ChunkRecord(
                    chunk_id=chunk_id,
                    index=len(records),
                    spans=spans,
                    first_page=group[0].page,
                    last_page=group[-1].page,
                    context=texts["\n".join(parts)],
                )
            )
        return records

    # --- units ---------------------------------------------------------------------------------

    def _units(self, pages: Sequence[ReadPage], structure: Structure) -> list[_Unit]:
        heading_offsets = {heading.offset for heading in structure.headings}
        found: list[_Cut] = []
        notes: list[_Cut] = []  # of the page before
        apart: set[Span] = set()  # notes that stand in the middle of a sentence
        broken: set[Span] = set()
        bodies = body_lines(pages, structure)
        for page_index, (page, (first, last)) in enumerate(zip(pages, bodies, strict=True)):
            head = list(_cuts(page_index, page, structure, 0, first))
            body = list(_cuts(page_index, page, structure, first, last))
            if found and body and _is_broken(found[-1], body[0], heading_offsets, pages, structure):
                broken.add(found[-1][0])
                apart.update(cut[0] for cut in notes + head)
                found.append(body.pop(0))
            found += notes + head + body
            notes = list(_cuts(page_index, page, structure, last, len(page.lines)))
        found += notes
        counts = self._cost([text for _, _, text, _ in found])
        units: list[_Unit] = []
        for (span, number, text, line), tokens in zip(found, counts, strict=True):
            annotation = line.annotation if line is not None else ""
            row = line if not annotation else None
            if tokens > self.limit:
                split = self._split_long(span, number, text, row)
            else:
                is_row = row is not None or (is_table_row(text) and not annotation)
                header = row.table_header if row is not None else ""
                split = [_Unit(span, number, tokens, is_row, span.start in heading_offsets, header)]
                split[0].is_declared, split[0].runs_on = row is not None, span in broken
            for unit in split:
                unit.annotation, unit.is_apart = annotation, span in apart
            units += split
        _mark_table_headers(units, pages, structure)
        return units

    def _cost(self, texts: Sequence[str]) -> list[int]:
        tokens = self._count(texts) if texts else []
        return [
            max(count, -(-len(text) // _CHARACTERS_PER_TOKEN))
            for text, count in zip(texts, tokens, strict=True)
        ]

    def _split_long(self, span: Span, number: int, text: str, row: Line | None = None) -> list[_Unit]:
        """Cut at white space, a row between its cells; a word that alone is too long is cut in the middle."""
        words = list(_parts(text, 0, None))
        if row is not None:
            cells = list(_parts(text, 0, CELL_SEPARATOR))
            # The mark between two cells counts with the cell before it.
            fits = [cost < self.limit for cost in self._cost([text[low:high] + " |" for low, high in cells])]
            words = [
                part
                for (low, high), whole in zip(cells, fits, strict=True)
                for part in ([(low, high)] if whole else _parts(text[low:high], low, None))
            ]
        ending = " |" if row is not None else ""
        costs = self._cost([text[start:end] + ending for start, end in words])
        units: list[_Unit] = []
        open_start, open_end, open_cost = -1, -1, 0
        todo = list(zip(words, costs, strict=True))[::-1]
        while todo:
            (start, end), cost = todo.pop()
            if cost > self.limit and end - start > 1:
                middle = (start + end) // 2
                halves = [(start, middle), (middle, end)]
                half_costs = self._cost([text[low:high] for low, high in halves])
                todo += list(zip(halves, half_costs, strict=True))[::-1]
                continue
            if open_start >= 0 and open_cost + cost > self.limit:
                units.append(_piece(span, number, open_start, open_end, open_cost))
                open_start, open_cost = -1, 0
            if open_start < 0:
                open_start = start
            open_end = end
            open_cost += cost
        if open_start >= 0:
            units.append(_piece(span, number, open_start, open_end, open_cost))
        if row is not None:
            label = text.partition(CELL_SEPARATOR)[0][:_MAX_LABEL]
            heads = row.table_header.split(CELL_SEPARATOR)
            for place, unit in enumerate(units):
                unit.is_row = unit.is_declared = True
                start, end = unit.span.start - span.start, unit.span.end - span.start
                own = [
                    head
                    for head, (low, high) in zip(heads, cells, strict=False)
                    if low < end and start < high
                ]
                # What continues a row says whose it is before it names the columns.
                named = (label if place else "", CELL_SEPARATOR.join(own))
                unit.table_header = " / ".join(part for part in named if part)
        return units

    # --- groups --------------------------------------------------------------------------------

    def _group(self, units: Sequence[_Unit]) -> list[list[_Unit]]:
        groups: list[list[_Unit]] = []
        current: list[_Unit] = []
        fresh = 0  # units of `current` that are not overlap
        tokens = 0
        for unit, after in zip(units, [*units[1:], None], strict=False):
            ends = bool(current) and current[-1].runs_on and tokens + unit.tokens <= self.limit
            full = tokens + unit.tokens + (after.tokens if unit.runs_on and after else 0) > self.limit
            new_topic = unit.is_heading and tokens > self.limit // 3 and not current[-1].is_heading
            # A hit leads to one page: what begins a page with a table or a heading is not split over two.
            new_page = bool(current) and unit.page != current[-1].page and self._begins_anew(unit, tokens)
            apart = bool(current) and _is_apart(unit, current[-1])
            anew = new_topic or new_page or apart
            if ends and not apart:
                pass  # whatever else: both halves of a sentence stay together
            elif fresh and (full or anew):
                groups.append(current)
                room = self.limit - unit.tokens
                current = self._tail(current, room) if full and not anew else []
                tokens = sum(kept.tokens for kept in current)
                fresh = 0
            elif full:  # only overlap is in the way
                current, tokens = [], 0
            current.append(unit)
            tokens += unit.tokens
            fresh += 1
        if fresh:
            groups.append(current)
        return groups

    def _begins_anew(self, unit: _Unit, tokens: int) -> bool:
        """Whether the first unit of a page begins a chunk although the one before has room left."""
        return unit.is_heading or unit.is_row or tokens > self.limit // 2

    def _tail(self, group: Sequence[_Unit], room: int) -> list[_Unit]:
        """Last sentences that are said again in the next chunk; rows are not, their header is instead.

        A heading at the very end belongs to what follows and always goes with it.
        """
        kept: list[_Unit] = []
        tokens = 0
        for unit in reversed(group[1:]):
            if unit.is_row or tokens + unit.tokens > min(self._overlap, room):
                break
            kept.insert(0, unit)
            tokens += unit.tokens
        before = group[-len(kept) - 1]
        return kept[1:] if kept and before.runs_on else kept  # no second half by itself

    # --- context -------------------------------------------------------------------------------

    def _context_parts(
        self,
        title: str,
        group: Sequence[_Unit],
        structure: Structure,
        page_names: Mapping[int, str],
        begins: str,
    ) -> tuple[str, ...]:
        """What is said in front of a group that begins with the text `begins`."""
        path = structure.heading_path(group[0].span.start)
        first = group[0]
        named = page_names.get(first.page, "")
        titled = f"{title} · {named}" if title and named else title
        parts = [part for part in (titled, *path[-3:], first.annotation) if part]
        # A heading need not be in the text: a sheet's name is not.
        if first.is_heading and path and 0 <= _folded(begins).find(_folded(path[-1])) <= _LONGEST_NUMBER:
            parts = parts[:-1]
        unique = tuple(dict.fromkeys(parts))
        heads = _heads_over(group)
        return (*unique, heads) if heads else unique

    def _fit_contexts(self, wanted: set[tuple[str, ...]], texts: dict[str, str]) -> None:
        """Shorten what is over the limit: from the middle of the path first, then word by word."""
        todo = {parts: parts for parts in wanted}
        while todo:
            keys = list(todo)
            costs = self._cost(["\n".join(todo[key]) for key in keys])
            for key, cost in zip(keys, costs, strict=True):
                parts = todo[key]
                if cost <= self._context_limit:
                    texts["\n".join(key)] = "\n".join(parts)
                    del todo[key]
                elif len(parts) > 2:
                    todo[key] = (parts[0], *parts[2:])
                elif len(parts) == 2:
                    todo[key] = parts[1:]
                else:
                    words = parts[0].split()
                    todo[key] = (" ".join(words[: len(words) * 3 // 4]),) if len(words) > 1 else ()


def _is_apart(unit: _Unit, before: _Unit) -> bool:
    """What was said about a page shares no chunk with its text, nor with what was said about another."""
    return unit.annotation != before.annotation or (bool(unit.annotation) and unit.page != before.page)


def _heads_over(group: Sequence[_Unit]) -> str:
    """The headings over the rows that the group begins with; rows without a cell in a column lack its own.

    Where its text begins with them, only those of several levels are told: nothing there puts them together.
    """
    rows = takewhile(lambda unit: unit.is_row, group)
    headers = list(dict.fromkeys(unit.table_header for unit in rows if unit.table_header))
    if not group[0].table_header and not (group[0].is_declared and HEAD_JOINT in "".join(headers)):
        return ""
    heads = [head for header in headers for head in header.split(CELL_SEPARATOR) if head]
    return CELL_SEPARATOR.join(heads if len(headers) == 1 else dict.fromkeys(heads))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _parts(text: str, base: int, separator: str | None) -> Iterator[tuple[int, int]]:
    """Where the parts between separators (None: white space) lie, shifted by `base`; no empty ones."""
    position = 0
    for part in text.split(separator):
        if part:
            start = text.index(part, position)
            position = start + len(part)
            yield base + start, base + position


def _piece(span: Span, number: int, start: int, end: int, cost: int) -> _Unit:
    return _Unit(Span(span.start + start, span.start + end), number, cost, is_row=False, is_heading=False)


def _cuts(page_index: int, page: ReadPage, structure: Structure, first: int, last: int) -> Iterator[_Cut]:
    """The sentences, declared rows and annotations of some lines of a page."""
    base = structure.page_starts[page_index]
    for start, end, line in _body_ranges(page_index, page, structure, first, last):
        if line is not None and line.is_row:
            yield Span(base + start, base + end), page.number, page.text[start:end], line
            continue
        for span in split_sentences(page.text[start:end], base + start):
            yield span, page.number, page.text[span.start - base : span.end - base], line


def _is_broken(
    last: _Cut, first: _Cut, headings: Set[int], pages: Sequence[ReadPage], structure: Structure
) -> bool:
    """Whether one sentence is the end of a page and the beginning of the next."""
    if last[1] + 1 != first[1] or last[3] is not None or first[3] is not None:
        return False
    end = last[0].end - structure.page_starts[last[1] - 1]
    apart = headings & {last[0].start, first[0].start}
    return not apart and runs_on(pages[last[1] - 1].text[:end], first[2])


def _body_ranges(
    page_index: int, page: ReadPage, structure: Structure, first: int, last: int
) -> list[tuple[int, int, Line | None]]:
    """Runs of lines of a page that are not running headers or footers; declared rows and annotations stand
    alone."""
    ranges: list[tuple[int, int, Line | None]] = []
    is_open = False
    for line_index, line in enumerate(page.lines[first:last], first):
        if (page_index, line_index) in structure.running:
            is_open = False
        elif line.is_row or line.annotation:
            ranges.append((line.start, line.end, line))
            is_open = False
        elif is_open:
            ranges[-1] = (ranges[-1][0], line.end, None)
        else:
            ranges.append((line.start, line.end, None))
            is_open = True
    return ranges


def _mark_table_headers(units: Sequence[_Unit], pages: Sequence[ReadPage], structure: Structure) -> None:
    """Give every row but the first ones of a table the lines above the table that name its columns."""
    header = ""
    rows_so_far = 0
    for place, unit in enumerate(units):
        if unit.is_declared:
            continue
        if not unit.is_row:
            # A short line between rows ("Current assets:") does not end the table.
            if unit.tokens > 12 or unit.is_heading:
                header, rows_so_far = "", 0
            continue
        if rows_so_far == 0:
            above: list[str] = []
            for candidate in reversed(units[max(0, place - _HEADER_UNITS) : place]):
                if candidate.is_row or candidate.tokens > 25:
                    break
                above.insert(0, _text(candidate, pages, structure))
            own = _text(unit, pages, structure)
            if not any(ch.isalpha() for ch in own) and "," not in own:
                above.append(own)  # "2021 2020 2019"
            header = " ".join(" ".join(above).split())
        else:
            unit.table_header = header
        rows_so_far += 1


def _text(unit: _Unit, pages: Sequence[ReadPage], structure: Structure) -> str:
    base = structure.page_starts[unit.page - 1]
    return pages[unit.page - 1].text[unit.span.start - base : unit.span.end - base]


def _merged(group: Sequence[_Unit], pages: Sequence[ReadPage], structure: Structure) -> tuple[Span, ...]:
    """Spans of a group; neighbours on one page with only white space between them become one span."""
    spans = [group[0].span]
    page = group[0].page
    for unit in group[1:]:
        base = structure.page_starts[page - 1]
        between = pages[page - 1].text[spans[-1].end - base : unit.span.start - base]
        if unit.page == page and not between.strip():
            spans[-1] = Span(spans[-1].start, unit.span.end)
        else:
            spans.append(unit.span)
            page = unit.page
    return tuple(spans)
