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


class FollowUp(StrEnum):
    """How a question goes on from the turn before it.

    `ABOUT`: a new question about what was spoken of; `ANOTHER`: the last one, asked of something else. The
    rest, `ON_ANSWER`, change the answer that was given: `NARROWED` keeps what meets a condition.
    """

    STANDALONE = "standalone"
    ABOUT = "about"
    ANOTHER = "another"
    SHORTER = "shorter"
    LIST = "list"
    TABLE = "table"
    TRANSLATE = "translate"
    NARROWED = "narrowed"


ON_ANSWER = frozenset(
    {FollowUp.SHORTER, FollowUp.LIST, FollowUp.TABLE, FollowUp.TRANSLATE, FollowUp.NARROWED}
)
