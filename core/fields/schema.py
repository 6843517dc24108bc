"""What a bucket of documents is and which fields its documents have: validated, and edited by the user.

A schema comes from a TOML or JSON file (ours are in `resources/buckets`) or from the library, where it is
kept as JSON. Pure functions, any thread.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from core.errors import UsageError
from core.text.units import adds_up, unit_of

BUILT_IN = Path(__file__).resolve().parents[2] / "resources" / "buckets"
GENERIC = "generic"  # the bucket of whatever fits no other; it cannot be deleted
MOST_FIELDS = 60
_LONGEST_FILE = 1_000_000  # characters; ours have 20,000 at most
# A key of TOML with a hundred parts; each takes the parser longer than the one before.
_DEEP_NAME = re.compile(r"(?:\.\s{0,9}[\w\"'-]{1,99}\s{0,9}){99}")
_NAME = r"^[a-z][a-z0-9_]{0,39}$"

# Where a text stands that has no label: who sends a document, whom it is sent to, the parties a contract
# names first and second, the day of a letter, whose law it is under, its largest line, the year it is about,
# the number that it has itself.
Stands = Literal[
    "", "issuer", "recipient", "first_party", "second_party", "dateline", "law", "heading", "year", "number"
]
# Which figure of several: the least, the largest, that of a column of results; or the only one, for a field
# that a document with several of them does not have.
Pick = Literal["", "min", "max", "result", "only"]
# What the values of many documents come to: their sum, their average, or from where to where they go.
Total = Literal["sum", "average", "range"]

Name = Annotated[str, Field(pattern=_NAME)]
Words = Annotated[str, Field(min_length=1, max_length=120)]


class FieldType(StrEnum):
    """What the values of a field are. Money is an amount with its currency; dates are whole days."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    BOOL = "bool"
    ENUM = "enum"

    @property
    def is_ordered(self) -> bool:
        """Whether less and more mean something."""
        return self in (FieldType.NUMBER, FieldType.MONEY, FieldType.DATE)

    @property
    def is_numeric(self) -> bool:
        """Whether values can be added up."""
        return self in (FieldType.NUMBER, FieldType.MONEY)


class FieldSpec(BaseModel):
    """One field of a schema.

    `labels` are the words that stand beside or above its value in documents, the likeliest first, in any
    language; `not_labels` are words beside which a value is another one ("delivery date"). `asked` are the
    words by which questions mean the field, beside its title; `more` and `less` are comparatives that mean
    it ("heavier", "lighter"), `said` the words by which questions mean a value of an enum, beside those that
    give it away in documents. `unit` is what numbers are converted to.
    `values`: for an enum, each value with the words that give it away; for a bool, `true` and `false` with
    theirs. `pattern`: a regular expression that a text value must match whole; `joined`: without its spaces;
    `anywhere`: it is looked for without a label, too. `sum_of`: fields whose values add up to this one.
    `stands` and `pick`: see above. `names`: what its values are names of ("company", "substance", a word of
    your own); fields of several buckets with the same word can be compared, so that one question can go over
    all of them. `total`: what the figures of many documents come to where the program shows it by itself;
    empty: as `totalled` says.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    type: FieldType
    title: str = Field("", max_length=60)
    description: str = Field("", max_length=400)
    unit: str = Field("", max_length=20)
    labels: tuple[Words, ...] = ()
    asked: tuple[Words, ...] = ()
    more: tuple[Words, ...] = ()
    less: tuple[Words, ...] = ()
    not_labels: tuple[Words, ...] = ()
    values: dict[Name, tuple[Words, ...]] = Field(default_factory=dict)
    said: dict[Name, tuple[Words, ...]] = Field(default_factory=dict)
    pattern: str = Field("", max_length=400)
    joined: bool = False
    anywhere: bool = False
    stands: Stands = ""
    pick: Pick = ""
    names: str = Field("", pattern=r"^([a-z][a-z0-9_]{0,39})?$")
    sum_of: tuple[Name, ...] = ()
    total: Literal["", Total] = ""

    @field_validator("unit")
    @classmethod
    def _known_unit(cls, unit: str) -> str:
        if unit and unit_of(unit) is None:
            raise ValueError(f"the unit {unit!r} is not known")
        return unit

    @field_validator("pattern")
    @classmethod
    def _valid_pattern(cls, pattern: str) -> str:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"the pattern is no regular expression ({error})") from None
        return pattern

    @model_validator(mode="after")
    def _fits_type(self) -> Self:
        if self.unit and self.type is not FieldType.NUMBER:
            raise ValueError("only a number has a unit; money carries its currency with each value")
        if self.type is FieldType.ENUM and not self.values:
            raise ValueError("an enum needs its values")
        if self.type is FieldType.BOOL and not set(self.values) <= {"true", "false"}:
            raise ValueError("the values of a bool are true and false")
        if self.values and self.type not in (FieldType.ENUM, FieldType.BOOL):
            raise ValueError("only an enum or a bool lists its values")
        if (self.more or self.less) and not self.type.is_ordered:
            raise ValueError("only numbers, money and dates are more or less")
        if strange := [name for name in self.said if name not in self.values]:
            raise ValueError(f"{', '.join(strange)} is none of its values")
        if (self.pattern or self.joined or self.anywhere) and self.type is not FieldType.TEXT:
            raise ValueError("only a text has a pattern")
        if self.names and self.type is not FieldType.TEXT:
            raise ValueError("only a text names something")
        if self.anywhere and not self.pattern:
            raise ValueError("what is looked for anywhere needs a pattern")
        if self.sum_of and not self.type.is_numeric:
            raise ValueError("only numbers and money add up")
        if self.total and not self.type.is_numeric:
            raise ValueError("only numbers and money have a total")
        return self

    @property
    def totalled(self) -> Total:
        """Money, masses, lengths and times are added up, other figures with a unit averaged. Of a number
        without a unit, which may be a year or an article number, only the range is told."""
        if self.total:
            return self.total
        if self.type is FieldType.MONEY or adds_up(self.unit):
            return "sum"
        return "average" if self.unit else "range"

    @property
    def shown(self) -> str:
        """What a user calls it."""
        return self.title or self.name.replace("_", " ")


class BucketSchema(BaseModel):
    """A kind of documents: what gives it away, and its fields.

    `nouns`: what questions call such documents, singular and plural; `about`: what they call the things that
    the documents are about. Words that mean such documents without naming them: `sent`, what their issuers
    do ("billed"), `received`, what their receivers do ("paid"), and `amounts`, which ask for sums of them
    ("turnover"). `signs`: word or phrase → weight; found
    in a document's head they speak for the bucket, with a negative weight against it. `description` is
    compared with documents by embedding.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    bucket: Name
    title: str = Field("", max_length=60)
    description: str = Field("", max_length=600)
    nouns: tuple[Words, ...] = ()
    about: tuple[Words, ...] = ()
    sent: tuple[Words, ...] = ()
    received: tuple[Words, ...] = ()
    amounts: tuple[Words, ...] = ()
    signs: dict[Words, Annotated[float, Field(ge=-20, le=20)]] = Field(default_factory=dict)
    fields: tuple[FieldSpec, ...] = Field(default=(), max_length=MOST_FIELDS)

    @field_validator("fields")
    @classmethod
    def _named_once(cls, fields: tuple[FieldSpec, ...]) -> tuple[FieldSpec, ...]:
        names = [field.name for field in fields]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"named twice: {', '.join(twice)}")
        for field in fields:
            strange = [name for name in field.sum_of if name not in names or name == field.name]
            if strange:
                raise ValueError(f"{field.name} cannot be the sum of {', '.join(strange)}")
        return fields

    @property
    def shown(self) -> str:
        """What a user calls it."""
        return self.title or self.bucket.replace("_", " ")

    def field(self, name: str) -> FieldSpec | None:
        """The field of that name."""
        return next((field for field in self.fields if field.name == name), None)

    def fingerprint(self) -> str:
        """Changes with all that matters for reading; what was read with another one is read again."""
        reading = self.model_dump_json(
            exclude_defaults=True,
            exclude={
                **dict.fromkeys(("title", "nouns", "about", "sent", "received", "amounts"), True),
                "fields": {
                    "__all__": {"title", "asked", "more", "less", "said", "description", "names", "total"}
                },
            },
        )
        return hashlib.sha256(reading.encode()).hexdigest()[:16]


def schema_text(schema: BucketSchema) -> str:
    """As JSON, as it is kept in the library."""
    return schema.model_dump_json(exclude_defaults=True)


def schema_from_text(text: str, origin: str) -> BucketSchema:
    """A schema from TOML or JSON.

    Args:
        origin: the file or place it comes from, for the message.

    Raises:
        UsageError: it is neither, or something in it is wrong; says what and where.
    """
    try:
        if len(text) > _LONGEST_FILE or _DEEP_NAME.search(text):
            raise ValueError("it is too long, or a name in it goes too deep")
        packed: Any = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of a text, or of brackets without end
        raise UsageError(
            f"{origin} is neither valid TOML nor valid JSON: {error}.", "Mend that place and try again."
        ) from error
    return schema_from(packed, origin)


def schema_from(packed: Mapping[str, Any], origin: str) -> BucketSchema:
    """A schema from plain values; see `schema_from_text`."""
    try:
        return BucketSchema.model_validate(packed)
    except ValidationError as error:
        first = _problems(packed, error)[0]
        raise UsageError(
            f"The schema {origin} cannot be used: {first.place}: {first.reason}.",
            "Mend that place and try again; the schema in use has not been changed.",
        ) from error


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """What is wrong with a schema. `location`: keys and places in lists that lead there, as plain values
    have them; `place`: the same in words; `reason`: without a full stop."""

    location: tuple[int | str, ...]
    place: str
    reason: str


def schema_problems(packed: Mapping[str, Any]) -> list[SchemaProblem]:
    """All that keeps plain values from being a schema; see `schema_from`."""
    try:
        BucketSchema.model_validate(packed)
    except ValidationError as error:
        return _problems(packed, error)
    return []


def _problems(packed: Mapping[str, Any], error: ValidationError) -> list[SchemaProblem]:
    return [
        SchemaProblem(
            found["loc"],
            _place(packed, found["loc"]),
            _reason(found["type"], found["msg"], found.get("ctx") or {}),
        )
        for found in error.errors()
    ]


def read_schema(path: Path) -> BucketSchema:
    """A schema from a file.

    Raises:
        UsageError: it cannot be read or used.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read ({error}).", "Name a TOML or JSON file.") from error
    return schema_from_text(text, str(path))


@cache
def built_in_schemas() -> dict[str, BucketSchema]:
    """bucket → its schema, as the program comes with them."""
    schemas = (read_schema(path) for path in sorted(BUILT_IN.glob("*.toml")))
    return {schema.bucket: schema for schema in schemas}


def described(schemas: Iterable[BucketSchema]) -> str:
    """Buckets with their fields, a line each, as a model or a user reads them."""
    lines = []
    for schema in schemas:
        lines.append(f"{schema.bucket}: {schema.description}")
        for field in schema.fields:
            kind = field.type.value + (f" in {field.unit}" if field.unit else "")
            if field.type is FieldType.ENUM:
                kind += f" ({', '.join(field.values)})"
            lines.append(f"  {field.name}: {kind}. {field.description}".rstrip(". "))
    return "\n".join(lines)


def _place(packed: Mapping[str, Any], location: tuple[int | str, ...]) -> str:
    """Where in the schema, in words: "field invoice_date, unit"."""
    if len(location) >= 2 and location[0] == "fields" and isinstance(location[1], int):
        fields = packed.get("fields")
        entry = fields[location[1]] if isinstance(fields, list) and location[1] < len(fields) else None
        name = entry.get("name") if isinstance(entry, Mapping) else None
        rest = ", ".join(str(part) for part in location[2:])
        return f"field {name or location[1] + 1}" + (f", {rest}" if rest else "")
    return ", ".join(str(part) for part in location) or "the schema"


def _reason(kind: str, message: str, limits: Mapping[str, Any]) -> str:
    """In words for whoever edits a schema; pydantic's own where there are none."""
    worded = _REASONS.get(kind)
    if worded is not None:
        return worded.format(**limits)
    return message.removeprefix("Value error, ").rstrip(".")


_REASONS = {
    "string_pattern_mismatch": "a name has small letters, digits and underscores, up to 40, a letter first",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "it is empty",
    "too_long": "at most {max_length} of them",
    "missing": "it is missing",
    "extra_forbidden": "there is no such entry",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "float_parsing": "it is no number",
    "float_type": "it is no number",
    "string_type": "it is no text between quotes",
    "tuple_type": "it is no list in square brackets",
    "dict_type": "it is no table of names and values",
    "bool_type": "it is true or false",
    "bool_parsing": "it is true or false",
    "enum": "it is one of {expected}",
    "literal_error": "it is one of {expected}",
}
