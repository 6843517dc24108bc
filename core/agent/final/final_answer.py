"""The final answer as the model wrote it, read into statements: from our JSON, the seed's, or plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.agent.final.partial_json import answer_object
from core.answer.plain_text import plain_words
from core.answer.sources import Source
from core.answer.statements import (
    DraftStatement,
    markers_in,
    normalise_markers,
    split_statements,
    unknown_ids,
    without_markers,
    without_repetitions,
    without_stray_marks,
)
from core.types import Insufficiency

# What an entry of the citations beside an answer calls what it cites; the chunk says more than the document.
_ID_KEYS = ("chunkId", "chunk_id", "number", "citation", "docId", "document_id")
MAX_STATEMENTS = 24
MAX_INSUFFICIENCIES = 12
_WHITE_SPACE = 2  # characters between two sentences with nothing else between them
_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(.+?)\s*#*|\*\*(.{1,80}?[^.!?])\*\*:?|__(.{1,80}?[^.!?])__:?)\s*$")


@dataclass(frozen=True, slots=True)
class FinalDraft:
    """One attempt at the answer.

    Attributes:
        statements: in the order of the sections, where there are any.
        insufficiencies: what the model calls missing; without queries.
        unknown: citations or labels that name nothing opened; they never reach the answer.
        disclosed: what the program adds to an attempt that could not be mended. Never from a model.
        admitted: what became of sentences that only said that the documents do not say something.
    """

    statements: tuple[DraftStatement, ...] = ()
    insufficiencies: tuple[Insufficiency, ...] = ()
    unknown: tuple[str, ...] = ()
    disclosed: tuple[Insufficiency, ...] = ()
    admitted: tuple[Insufficiency, ...] = ()


def parse_final(text: str, sources: Sequence[Source], sections: Sequence[str] = ()) -> FinalDraft:
    """Read a final answer; never raises. `sections` are the headings that statements may stand under."""
    payload = answer_object(text)
    used, invented = _used(payload or {}, sources)
    if payload is None:
        begins = text.lstrip().removeprefix("FINAL").lstrip(": `json\n")
        draft = FinalDraft() if begins.startswith("{") else _from_markers(text, sources, sections)
    elif isinstance(payload.get("answer"), str) and "statements" not in payload:
        draft = _from_markers(payload["answer"], sources, sections, used)
    else:
        draft = _from_rows(payload, sources, sections)
    if payload is None:
        return draft
    missing = (*draft.insufficiencies, *_missing(payload.get("insufficiencies"), sections))
    return replace(
        draft,
        insufficiencies=tuple(dict.fromkeys(missing))[:MAX_INSUFFICIENCIES],
        unknown=tuple(dict.fromkeys((*draft.unknown, *invented))),
    )


def _from_rows(payload: Mapping[str, Any], sources: Sequence[Source], sections: Sequence[str]) -> FinalDraft:
    reader = _RowReader(sources, sections)
    for row in _rows(payload.get("quotes")):
        reader.quote(row)
    for row in _rows(payload.get("statements")):
        reader.statement(row)
    missing: list[Insufficiency] = []
    under = payload.get("sections")
    for heading, content in under.items() if isinstance(under, dict) else ():
        section = _section(heading, sections)
        for row in _rows(content):
            if not reader.statement(row, section):
                missing += _missing([row.get("text")], sections, section)
        if isinstance(content, dict):
            missing += _missing([content], sections, section)
    statements = without_repetitions(reader.statements)[:MAX_STATEMENTS]
    return FinalDraft(in_order_of(statements, sections), tuple(missing), tuple(reader.unknown))


def _rows(value: object) -> Iterator[dict[str, Any]]:
    return (row for row in value if isinstance(row, dict)) if isinstance(value, list) else iter(())


class _RowReader:
    """Collects statements and quotations, and what they name that does not exist."""

    def __init__(self, sources: Sequence[Source], sections: Sequence[str]) -> None:
        self._known = {sentence.label: sentence for source in sources for sentence in source.sentences}
        self._sections = sections
        self.statements: list[DraftStatement] = []
        self.unknown: list[str] = []

    def statement(self, row: Mapping[str, Any], section: str = "") -> bool:
        """Take a statement in; not one under a heading that rests on nothing: that says what is missing."""
        if not isinstance(row.get("text"), str):
            self.quote(row, section)
            return True
        text, typed = self._without_markers(" ".join(plain_words(row["text"]).split()))
        if any(character.isalnum() for character in text):
            labels = self._labels(row)
            section = section or _section(row.get("section"), self._sections)
            citations = tuple(dict.fromkeys((*self._citations(labels), *typed)))
            if row.get("evidence") == [] and section and not citations:
                return False
            self.statements.append(DraftStatement(text, citations, labels, section=section))
        return True

    def _without_markers(self, text: str) -> tuple[str, list[int]]:
        """The sentence without the markers a model typed into it, and those of them that are sources."""
        sources = {sentence.citation for sentence in self._known.values()}
        normal = normalise_markers(text, {})
        typed = markers_in(normal)
        self.unknown += [f"[{number}]" for number in typed if number not in sources]
        return without_stray_marks(without_markers(normal)), [number for number in typed if number in sources]

    def quote(self, row: Mapping[str, Any], section: str = "") -> None:
        """The sentences named, copied; those that follow each other become one quotation."""
        labels = self._labels(row)
        section = section or _section(row.get("section"), self._sections)
        for run in self._runs(labels):
            text = " ".join(self._known[label].text for label in run)
            self.statements.append(
                DraftStatement(f"“{text}”", self._citations(run), run, quoted=True, section=section)
            )

    def _labels(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        named = row.get("evidence", row.get("quote", ()))
        named = [str(label) for label in (named if isinstance(named, list) else [named])]
        self.unknown += [label for label in named if label not in self._known]
        return tuple(dict.fromkeys(label for label in named if label in self._known))

    def _runs(self, labels: Sequence[str]) -> list[tuple[str, ...]]:
        """The labels in the order of their sources, cut wherever something stands between two sentences."""
        runs: list[list[str]] = []
        for label in (label for label in self._known if label in labels):
            sentence = self._known[label]
            last = self._known[runs[-1][-1]] if runs else None
            follows = last is not None and (last.citation, last.page) == (sentence.citation, sentence.page)
            if last is not None and follows and 0 <= sentence.span.start - last.span.end <= _WHITE_SPACE:
                runs[-1].append(label)
            else:
                runs.append([label])
        return [tuple(run) for run in runs]

    def _citations(self, labels: Sequence[str]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._known[label].citation for label in labels))


def _from_markers(
    text: str, sources: Sequence[Source], sections: Sequence[str], used: Sequence[int] = ()
) -> FinalDraft:
    """Markdown or plain text with `[n]`; `used` are cited by what carries no marker of its own."""
    valid = frozenset(source.number for source in sources)
    by_document = {source.document.document_id: source.number for source in sources}
    statements: list[DraftStatement] = []
    unknown = unknown_ids(text, by_document)
    for section, part in _parts(normalise_markers(text, by_document), sections):
        unknown += [f"[{number}]" for number in markers_in(plain_words(part)) if number not in valid]
        statements += [
            replace(draft, section=section, citations=draft.citations or tuple(used))
            for draft in split_statements(part, valid)
        ]
    kept = without_repetitions(statements)[:MAX_STATEMENTS]
    return FinalDraft(in_order_of(kept, sections), unknown=tuple(dict.fromkeys(unknown)))


def _parts(text: str, sections: Sequence[str]) -> list[tuple[str, str]]:
    """The text cut at its headings, each part with the demanded section it stands under."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        heading = _HEADING.match(line)
        title = next((group for group in heading.groups() if group), "") if heading else ""
        if heading:
            parts.append((_section(title, sections), []))
        else:
            parts[-1][1].append(line)
    return [(section, "\n".join(lines)) for section, lines in parts if lines]


def _section(name: object, sections: Sequence[str]) -> str:
    """The demanded heading that is meant; empty when it is none of them."""
    if not isinstance(name, str):
        return ""
    if name in sections:
        return name
    # First with its figures ("2023 Results" is not "2024 Results"), then without what may number it.
    for folded in (_folded, _unnumbered):
        wanted = folded(name)
        meant = [section for section in sections if wanted and folded(section) == wanted]
        if len(meant) == 1:
            return meant[0]
    return ""


def _folded(heading: str) -> str:
    return " ".join(re.sub(r"[:*_#]", "", heading).casefold().split())


def _unnumbered(heading: str) -> str:
    return re.sub(r"^[\d.)\s]+", "", _folded(heading))


def _used(payload: Mapping[str, Any], sources: Sequence[Source]) -> tuple[tuple[int, ...], list[str]]:
    """The citations an answer lists beside its text, and what it lists that names nothing opened.

    Each is a number, also as a marker or a text, or has the id of a chunk or document.
    """
    named = {f"[{source.number}]": source.number for source in sources}
    named |= {source.document.document_id: source.number for source in reversed(sources)}
    named |= {source.chunk.chunk_id: source.number for source in sources}
    found: list[int] = []
    unknown: list[str] = []
    for row in (row for key in ("used_citations", "citations") for row in _listed(payload.get(key))):
        name = next((row[key] for key in _ID_KEYS if key in row), None) if isinstance(row, dict) else row
        if name is None:
            continue
        if (text := _as_marker(name)) in named:
            found.append(named[text])
        else:
            unknown.append(text)
    return tuple(dict.fromkeys(found)), unknown


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _as_marker(name: object) -> str:
    """`[2]` of 2, "2" and "[2]"; any other name as it stands."""
    text = " ".join(str(name).split())
    digits = text.strip("[] ")
    return f"[{digits}]" if digits.isdecimal() else text.casefold()


def _missing(rows: object, sections: Sequence[str], section: str = "") -> list[Insufficiency]:
    found: list[Insufficiency] = []
    for row in rows if isinstance(rows, list) else []:
        text = row.get("missing") if isinstance(row, dict) else row
        named = _section(row.get("section"), sections) if isinstance(row, dict) else ""
        if isinstance(text, str) and any(character.isalnum() for character in text):
            found.append(Insufficiency(section or named, " ".join(text.split())))
    return found


def in_order_of(statements: Sequence[DraftStatement], sections: Sequence[str]) -> tuple[DraftStatement, ...]:
    """What stands under no heading first, then section by section."""
    order = {section: place for place, section in enumerate(sections, 1)}
    return tuple(sorted(statements, key=lambda statement: order.get(statement.section, 0)))
