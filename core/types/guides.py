"""A guide to one document: a page that says what is in it, each line of it cited."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.types.answers import Answer, Evidence


class GuidePart(StrEnum):
    """The parts of a guide, in the order in which they are shown; a document that has nothing for a part goes
    without it."""

    WHAT = "what"
    KEY = "key"
    DATES = "dates"
    AMOUNTS = "amounts"
    TERMS = "terms"
    OUTLINE = "outline"


@dataclass(frozen=True, slots=True)
class GuideQuestion:
    """A question that the document answers. `evidence`: the sentence that does, or what the question is
    about."""

    text: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class DocumentGuide:
    """`answer`: its lines as cited statements, the `section` of each a `GuidePart`. `found`: of a part that
    shows only some of its lines, how many there are. `model`: the language model that had a word in it;
    empty where the judges worked alone."""

    document_id: str
    filename: str
    title: str
    page_count: int
    answer: Answer
    found: dict[GuidePart, int]
    questions: tuple[GuideQuestion, ...]
    model: str = ""
