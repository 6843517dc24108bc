"""The values every room of `core` shares: frozen, without behaviour that needs a library or a thread.

By subject: `documents`, `retrieval`, `answers`; each imports those before it. Others import from here.

Coordinates: character offsets are half-open `[start, end)` into *the document's text*, which is the text
of all pages joined with `PAGE_BREAK`. Page numbers are 1-based. Boxes are in PDF points on the unrotated
page, origin top left, y downwards.
"""

from __future__ import annotations

from core.types.answers import (
    Answer,
    Calculation,
    Citation,
    Confidence,
    ConflictSide,
    DocumentConflict,
    Evidence,
    Insufficiency,
    InsufficiencyKind,
    Mode,
    Operand,
    Operation,
    Statement,
    StatementStatus,
    Usage,
    VerdictCode,
)
from core.types.documents import (
    ID_NAMESPACE,
    ORIGIN_UNKNOWN,
    PAGE_BREAK,
    Box,
    Chunk,
    Document,
    DocumentFlag,
    DocumentStatus,
    HiddenText,
    Location,
    Origin,
    Page,
    PageKind,
    PageProblem,
    Place,
    SourceState,
    Span,
    Word,
    chunk_id_for,
    document_id_for,
)
from core.types.retrieval import (
    CitedPlace,
    Coverage,
    LeftOut,
    NearestPassage,
    SearchHit,
    SearchResult,
)

__all__ = [
    "ID_NAMESPACE",
    "ORIGIN_UNKNOWN",
    "PAGE_BREAK",
    "Answer",
    "Box",
    "Calculation",
    "Chunk",
    "Citation",
    "CitedPlace",
    "Confidence",
    "ConflictSide",
    "Coverage",
    "Document",
    "DocumentConflict",
    "DocumentFlag",
    "DocumentStatus",
    "Evidence",
    "HiddenText",
    "Insufficiency",
    "InsufficiencyKind",
    "LeftOut",
    "Location",
    "Mode",
    "NearestPassage",
    "Operand",
    "Operation",
    "Origin",
    "Page",
    "PageKind",
    "PageProblem",
    "Place",
    "SearchHit",
    "SearchResult",
    "SourceState",
    "Span",
    "Statement",
    "StatementStatus",
    "Usage",
    "VerdictCode",
    "Word",
    "chunk_id_for",
    "document_id_for",
]
