"""What a reference is: words in a text that point to a place, a document, a law, a work or an address.

Values only, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.types import Span


class ReferenceKind(StrEnum):
    """Figures, tables, notes, annexes and pages count as `SECTION`.

    `DOCUMENT`: a document that the text points to, by its name, number or file name. `DOCUMENT_MENTION`: one
    that it names, and standards, acts and directives as a whole. `EXTERNAL`: an address, a DOI.
    """

    SECTION = "section"
    LEGAL_SECTION = "legal_section"
    DOCUMENT = "document"
    DOCUMENT_MENTION = "document_mention"
    ACADEMIC_NUMBERED = "academic_numbered"
    ACADEMIC_SHORTFORM = "academic_shortform"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class Reference:
    """One thing that a text refers to. `text[span.start:span.end] == words`, with `text` as it was given.

    A list ("sections 3 and 4", "[3, 5–7]") is as many references with the same words and span. `unit` is what
    is meant, the same in both languages ("section", "annex", "figure", "§", "bibliography", "url", …), and
    `number` which one ("3.2", "B", "15(2)"), or the title, name or address where there is no number.
    `document` is what it seems to stand in, as the text says it, the law for `LEGAL_SECTION`; empty: this
    document.
    """

    kind: ReferenceKind
    words: str
    span: Span
    unit: str
    number: str
    document: str = ""

    @property
    def target(self) -> str:
        """What is meant, normalised: "section 3.2", "§ 15(2) StrlSchG", "document Operating Manual"."""
        unit = "" if self.number.casefold().startswith(f"{self.unit} ") else self.unit
        return " ".join(filter(None, (unit, self.number, self.document)))

    @property
    def key(self) -> str:
        """Equal for references to the same thing; of use within one document only, unless it names one."""
        return f"{self.kind.value}:{self.target.casefold()}"
