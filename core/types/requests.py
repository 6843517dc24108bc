"""What kind of request a text is."""

from __future__ import annotations

from enum import StrEnum


class RequestKind(StrEnum):
    """Each kind is answered in its own way. `FACT`, `FIGURE`, `FIND`, `LIBRARY` and `YES_NO` look for one
    place or value; the others read a part of a document, or all of it."""

    ABOUT = "about"
    FACT = "fact"
    LIST = "list"
    SUMMARY = "summary"
    COMPARISON = "comparison"
    STEPS = "steps"
    EXPLANATION = "explanation"
    DRAFT = "draft"
    FIGURE = "figure"
    FIND = "find"
    LIBRARY = "library"
    YES_NO = "yes_no"
