"""JSON lines that a benchmark keeps, one for each thing it asked, so that a later run can go on with them.

A line is on the disk before the next thing is asked. It is known by its key; one whose question has changed
since, or that a kill cut off, is passed over.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import UsageError


class KeptLine(BaseModel, ABC):
    """What every line holds. `fingerprint` tells whether its question is still the one that was asked."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    fingerprint: str

    @property
    @abstractmethod
    def key(self) -> tuple[str, ...]:
        """What the line is known by, for example the task and the model."""


class AskedLine(KeptLine):
    """A question, the way it was answered, and what came. `model` is empty where sentences were copied.

    `commit` is the program's; `gold` what a right answer says; `seconds` are from asking to the end.
    """

    way: str
    model: str = ""
    commit: str = ""
    question: str = ""
    gold: str = ""
    answer: str = ""
    seconds: float = 0.0


def model_of(way: str, model: str) -> str:
    """The model that a way of answering takes; copying takes none."""
    return "" if way == "copied" else model


Line = TypeVar("Line", bound=KeptLine)


class KeptLines(Generic[Line]):
    """The lines of a details file, or of none (`path` None: they are kept in memory only)."""

    def __init__(self, kind: type[Line], path: Path | None, *, resume: bool) -> None:
        """Read what is there with `resume`, else begin anew."""
        self._path = path
        self._lines: dict[tuple[str, ...], Line] = {}
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            kept = resume and path.is_file()
            whole = path.read_bytes() if kept else b""
            ended = whole[: whole.rfind(b"\n") + 1]
            lines = [kind.model_validate_json(row) for row in ended.splitlines()]
            if not kept or ended != whole:
                path.write_bytes(ended)
        except OSError as error:
            raise UsageError(f"The details {path} cannot be used ({error.strerror}).") from error
        except ValidationError as error:
            raise UsageError(
                f"{path} holds something else than answers of this benchmark.",
                "Name another file with --details.",
            ) from error
        self._lines = {line.key: line for line in lines}

    def get(self, key: tuple[str, ...], fingerprint: str) -> Line | None:
        """The line that is known by `key`; None when it has to be asked."""
        line = self._lines.get(key)
        return line if line is not None and line.fingerprint == fingerprint else None

    def add(self, line: Line) -> None:
        """Keep a line, on the disk when this returns."""
        self._lines[line.key] = line
        if self._path is None:
            return
        try:
            with self._path.open("ab") as opened:
                opened.write(json.dumps(line.model_dump(mode="json"), ensure_ascii=False).encode() + b"\n")
                opened.flush()
                os.fsync(opened.fileno())
        except OSError as error:
            message = f"The details cannot be written to {self._path} ({error.strerror})."
            raise UsageError(message) from error
