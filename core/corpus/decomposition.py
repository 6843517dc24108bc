"""What a question over a library asks for: the JSON of specification 003, section 8.2, and a little more.

Values only. `computation` says what is to be computed, which the specification leaves to the answer.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Scalar = str | float | int | bool
LONGEST_QUERY = 400
Text = Annotated[str, Field(max_length=LONGEST_QUERY)]

Operator = Literal[
    "=", "!=", "<", "<=", ">", ">=", "LIKE", "NOT LIKE", "IN", "BETWEEN", "IS NULL", "IS NOT NULL"
]


class Intent(StrEnum):
    """What kind of answer is wanted. `QA`: no table and no figure of many documents."""

    QA = "qa"
    LIST = "list"
    SUMMARIZE = "summarize"
    COMPARE = "compare"
    COMPUTE = "compute"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Entity(_Frozen):
    """Somebody or something the question names."""

    name: Text
    role: Literal["company", "person", "product", "chemical", "other"] = "other"


class Constraint(_Frozen):
    """One condition. `any_of`: further fields, one of which may hold it instead ("with Acme"). `value`:
    two for BETWEEN, several for IN; of several with LIKE one holds, with NOT LIKE all do. `raw_text`: what
    the question says. Of one `group` (0: none) one is enough. `bucket`: whose documents it is of, empty
    where there is only one."""

    field: Text
    operator: Operator
    value: Scalar | tuple[Scalar, ...] | None = None
    raw_text: Text = ""
    any_of: tuple[Text, ...] = ()
    group: int = 0
    bucket: Text = ""


class Subquery(_Frozen):
    """A query for the search engine; the purpose is the specification's word for what it is to find."""

    purpose: Text
    query: Text


class OutputPreferences(_Frozen):
    """How the answer is to look."""

    format: Literal["natural_language", "table", "list"] = "natural_language"
    needs_citations: bool = True


class Computation(_Frozen):
    """`field` is empty for a count. `group_by`: a field, or `FIELD/year` and `FIELD/month` of a date."""

    kind: Literal["count", "sum", "average", "min", "max"]
    field: str = ""
    group_by: str = ""


class Ordering(_Frozen):
    """Which come first, and how many are wanted; 0: all."""

    field: str
    descending: bool = False
    limit: int = 0


class Joined(_Frozen):
    """What documents of several buckets are to have in common. `names`: what is compared
    (`FieldSpec.names`), the surest first; `fields`: bucket → those compared; `without`: buckets in which
    it must not occur."""

    names: tuple[Text, ...]
    fields: dict[str, tuple[Text, ...]]
    without: tuple[Text, ...] = ()


class Unsuited(_Frozen):
    """Words that are a condition of another bucket, and of this one not: it has no such field."""

    bucket: Text
    raw_text: Text


class Decomposition(_Frozen):
    """One question, taken apart. `left_over`: words that nothing here stands for. `names_documents`: asked
    is which documents say it. `columns`: fields that it names. Of several buckets, `parts` has what is
    asked of each, in the order of `primary_buckets`; `constraints` are all of theirs; `joined`: what is to
    be found in all of them. `everything`: the number of all documents. `read_by_model`: it may be another
    question than was asked."""

    intent: Intent = Intent.QA
    primary_buckets: tuple[str, ...] = ()
    entities: tuple[Entity, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    topic_terms: tuple[str, ...] = ()
    subqueries: tuple[Subquery, ...] = ()
    output_preferences: OutputPreferences = OutputPreferences()
    computation: Computation | None = None
    ordering: Ordering | None = None
    left_over: tuple[str, ...] = ()
    names_documents: bool = False
    columns: tuple[str, ...] = ()
    parts: tuple[Decomposition, ...] = ()
    joined: Joined | None = None
    unsuited: tuple[Unsuited, ...] = ()
    everything: bool = False
    read_by_model: bool = False

    def of_bucket(self, bucket: str) -> Decomposition:
        """What is asked of one of the buckets."""
        return next((part for part in self.parts if part.primary_buckets == (bucket,)), self)
