"""Tasks for the agent: a question, the documents it is asked of, and the rule that tells a right answer.

`resources/evaluation/agent/tasks.jsonl` holds one task a line; its README says what each field means.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.agent.constraints import PromptConstraints
from core.errors import UsageError
from core.paths import resources

Kind = Literal["single", "two_documents", "quote", "sections", "conflict", "unanswerable"]
Unit = Literal["", "USD", "percent", "percentage points"]
Scale = Literal["", "thousand", "million", "billion"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OtherFigure(_Part):
    """A figure that may stand beside the right one, in a sentence that holds one of `says` ("2015")."""

    value: Decimal
    says: tuple[str, ...]


class OtherName(_Part):
    """A name that may stand beside the right one, in a sentence that holds one of `says`."""

    name: str
    says: tuple[str, ...]


class NumberRule(_Part):
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


class DateRule(_Part):
    """The date, ISO, to the day, the month or the year."""

    rule: Literal["date"] = "date"
    date: str = Field(pattern=r"^\d{4}(-\d\d){0,2}$")
    beside: tuple[str, ...] = ()


class NameRule(_Part):
    """One of the spellings of a name, and none of `beside` that is not explained."""

    rule: Literal["name"] = "name"
    names: tuple[str, ...] = Field(min_length=1)
    beside: tuple[OtherName, ...] = ()


class PhrasesRule(_Part):
    """Of every group in `all` at least one phrase, and no phrase of `none`."""

    rule: Literal["phrases"] = "phrases"
    all: tuple[tuple[str, ...], ...] = Field(min_length=1)
    none: tuple[str, ...] = ()


class QuoteRule(_Part):
    """These words, letter by letter; only white space, line-end hyphens and forms of quotes may differ."""

    rule: Literal["quote"] = "quote"
    text: str = Field(min_length=20)


class DisclosedRule(_Part):
    """The documents do not say it: neither may the answer."""

    rule: Literal["disclosed"] = "disclosed"


class NamedPart(_Part):
    """One of several facts, and the names it may be told apart by."""

    about: tuple[str, ...]
    answer: NumberRule | DateRule | NameRule | PhrasesRule


class AllRule(_Part):
    """Several facts in one answer, each with what it is about: two figures must not be swapped."""

    rule: Literal["all"] = "all"
    parts: tuple[NamedPart, ...] = Field(min_length=2)


class Section(_Part):
    heading: str
    answer: NumberRule | DateRule | NameRule | PhrasesRule | DisclosedRule


class SectionsRule(_Part):
    """Headings that must be there, each with what its text must say."""

    rule: Literal["sections"] = "sections"
    sections: tuple[Section, ...] = Field(min_length=2)


Rule = Annotated[
    NumberRule | DateRule | NameRule | PhrasesRule | QuoteRule | DisclosedRule | AllRule | SectionsRule,
    Field(discriminator="rule"),
]


class Gold(_Part):
    """Where a fact stands: some words of the 1-based page, as they are printed there."""

    document: str
    page: int = Field(ge=1)
    text: str


class Task(_Part):
    """`documents` are file names the question is asked of, None the whole library.

    `demands` are what the question itself asks of the run, as a reader understands it.
    """

    task_id: str
    kind: Kind
    question: str = Field(min_length=10, max_length=1000)
    documents: tuple[str, ...] | None = None
    answer: Rule
    evidence: tuple[Gold, ...] = ()
    demands: PromptConstraints = PromptConstraints()


def agent_folder() -> Path:
    return resources() / "evaluation" / "agent"


def load_tasks(path: Path | None = None) -> list[Task]:
    """The tasks of a file of JSON lines; ours by default.

    Raises:
        UsageError: the file cannot be read, or a line is no task.
    """
    path = path or agent_folder() / "tasks.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The tasks {path} cannot be read ({error}).") from error
    tasks: list[Task] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            tasks.append(Task.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise UsageError(
                f"Line {number} of {path} is not a task: {where}: {first['msg']}.",
                "README.md beside the tasks says what a line holds.",
            ) from error
    return tasks


def spread(tasks: Sequence[Task], count: int) -> list[Task]:
    """So many tasks, the same ones every time, in turn from every kind."""
    by_kind: dict[str, list[Task]] = {}
    for task in tasks:
        by_kind.setdefault(task.kind, []).append(task)
    chosen: list[Task] = []
    while len(chosen) < min(count, len(tasks)):
        for waiting in by_kind.values():
            if waiting and len(chosen) < count:
                chosen.append(waiting.pop(0))
    return chosen
