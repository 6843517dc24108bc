"""The rows of a table with where their values stand: a citation a document, a statement a row."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.corpus import result_tables as display
from core.corpus.asking.intents import Form
from core.corpus.base import FieldLibrary, LibraryRow
from core.corpus.library_texts import sentence
from core.fields.schema import FieldSpec
from core.fields.values import FieldValue, Method
from core.types import Answer, Citation, Evidence, Statement, StatementStatus, VerdictCode

_MARKER = re.compile(r"(?<!\\)\[(\d+)\]")  # one with a backslash is text of a document
CITED = 20  # documents a sum or a count names as evidence
_UNSURE = 0.6  # a value read with less confidence is marked


class RowEvidence:
    """Collects the citations of one answer, in the order of their numbers."""

    def __init__(self, library: FieldLibrary, *, german: bool) -> None:
        self._library = library
        self._german = german
        self.citations: list[Citation] = []

    def rows(
        self, rows: Sequence[LibraryRow], specs: Sequence[FieldSpec], form: Form = "table"
    ) -> tuple[list[str], list[Statement]]:
        """Each row in its form with its citation, and the statement it is."""
        written = display.cells if form == "table" else display.words
        lines, statements = [], []
        for row in rows:
            cells = written(row, specs, german=self._german)
            shown = [found for spec in specs if (found := row.values.get(spec.name)) is not None]
            evidence = self.cited(row, shown)
            status, reason = self.certainty([row], specs)
            if not evidence and status is StatementStatus.QUOTED:
                status = StatementStatus.SUPPORTED
            statements.append(Statement(cells, status, evidence, reason, code=VerdictCode.FIELD))
            number = f" [{evidence[0].citation}]" if evidence else ""
            lines.append(cells + number)
        return lines, statements

    def cited(
        self, row: LibraryRow, shown: Sequence[FieldValue], quoted: Sequence[str] = ()
    ) -> tuple[Evidence, ...]:
        """The printed values of a row under one citation, which quotes the surest, of `quoted` fields if
        it can."""
        placed = [found for found in shown if found.span is not None and found.quote]
        if not placed:
            return ()
        best = max(placed, key=lambda found: (found.field in quoted, found.confidence))
        citation = self._library.citation(len(self.citations) + 1, row.document_id, best)
        if citation is None:
            return ()
        self.citations.append(citation)
        return tuple(
            Evidence(citation.number, row.document_id, found.page, (found.span,), found.quote)
            for found in placed
            if found.span is not None
        )

    def over(
        self,
        text: str,
        rows: Sequence[LibraryRow],
        specs: Sequence[FieldSpec],
        statements: Sequence[Statement],
        unknown: Sequence[str],
    ) -> Statement:
        """The sentence over all rows; weak where `unknown` says of which documents nobody knows whether
        they belong."""
        status, reason = self.certainty(rows, specs)
        if unknown:
            status, reason = StatementStatus.WEAK, " ".join([reason, *unknown]).strip()
        status = StatementStatus.SUPPORTED if status is StatementStatus.QUOTED else status
        evidence = tuple(entry.evidence[0] for entry in statements[:CITED] if entry.evidence)
        return Statement(text, status, evidence, reason, code=VerdictCode.FIELD)

    def certainty(
        self, rows: Sequence[LibraryRow], specs: Sequence[FieldSpec]
    ) -> tuple[StatementStatus, str]:
        """Weak where a shown value was read with little certainty, and which fields that is about."""
        unsure = [
            spec.shown
            for spec in specs
            if any((found := row.values.get(spec.name)) is not None and not is_sure(found) for row in rows)
        ]
        if unsure:
            return StatementStatus.WEAK, sentence("unsure", german=self._german, fields=", ".join(unsure))
        return StatementStatus.QUOTED, ""


def is_sure(found: FieldValue) -> bool:
    """Whether a value may be shown without a mark."""
    return found.method is Method.USER or found.confidence >= _UNSURE


def strange_citations(answer: Answer) -> tuple[str, ...]:
    """Numbers in the text or under a statement that are no citation of the answer."""
    known = {citation.number for citation in answer.citations}
    named = {int(number) for number in _MARKER.findall(answer.text)}
    named |= {row.citation for statement in answer.statements for row in statement.evidence}
    return tuple(f"[{number}]" for number in sorted(named - known))
