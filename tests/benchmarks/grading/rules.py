"""The rules that tell a right answer, as tasks name them: a number, a date, a name, a quotation, …"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Unit = Literal["", "USD", "percent", "percentage points"]
Scale = Literal["", "thousand", "million", "billion"]


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OtherFigure(Part):
    """A figure that may stand beside the right one, in a sentence that holds one of `says` ("2015")."""

    value: Decimal
    says: tuple[str, ...]


class OtherName(Part):
    """A name that may stand beside the right one, in a sentence that holds one of `says`."""

    name: str
    says: tuple[str, ...]


class NumberRule(Part):
    """The value, in its unit and scale.

    `words` name what is counted ("employees"). `asked_in` is the scale the question asks for: a bare figure
    is read in it. `change`: the sign is told by words such as "declined". `tolerance`: share of the value.
    """

    rule: Literal["number"] = "number"
    value: Decimal
    unit: Unit = ""
    words: tuple[str, ...] = ()
    asked_in: Scale = ""
    change: bool = False
    tolerance: float = Field(0.005, ge=0, lt=0.1)
    beside: tuple[OtherFigure, ...] = ()


class DateRule(Part):
    """The date, ISO, to the day, the month or the year."""

    rule: Literal["date"] = "date"
    date: str = Field(pattern=r"^\d{4}(-\d\d){0,2}$")
    beside: tuple[str, ...] = ()


class NameRule(Part):
    """One of the spellings of a name, and none of `beside` that is not explained."""

    rule: Literal["name"] = "name"
    names: tuple[str, ...] = Field(min_length=1)
    beside: tuple[OtherName, ...] = ()


class PhrasesRule(Part):
    """Of every group in `all` at least one phrase, and no phrase of `none`."""

    rule: Literal["phrases"] = "phrases"
    all: tuple[tuple[str, ...], ...] = Field(min_length=1)
    none: tuple[str, ...] = ()


class QuoteRule(Part):
    """These words, letter by letter; only white space, line-end hyphens and forms of quotes may differ."""

    rule: Literal["quote"] = "quote"
    text: str = Field(min_length=20)


class DisclosedRule(Part):
    """The documents do not say it: neither may the answer."""

    rule: Literal["disclosed"] = "disclosed"


class NamedPart(Part):
    """One of several facts, and the names it may be told apart by."""

    about: tuple[str, ...]
    answer: NumberRule | DateRule | NameRule | PhrasesRule


class AllRule(Part):
    """Several facts in one answer, each with what it is about: two figures must not be swapped."""

    rule: Literal["all"] = "all"
    parts: tuple[NamedPart, ...] = Field(min_length=2)


class Section(Part):
    heading: str
    answer: NumberRule | DateRule | NameRule | PhrasesRule | DisclosedRule


class SectionsRule(Part):
    """Headings that must be there, each with what its text must say."""

    rule: Literal["sections"] = "sections"
    sections: tuple[Section, ...] = Field(min_length=2)


Rule = Annotated[
    NumberRule | DateRule | NameRule | PhrasesRule | QuoteRule | DisclosedRule | AllRule | SectionsRule,
    Field(discriminator="rule"),
]
