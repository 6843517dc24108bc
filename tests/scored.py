"""Turns a test of one case into a scored test of all cases of its rule, which are data."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import core
from tests.cases import Case, cases, score

CORE = str(Path(core.__file__).parent)


def scored(
    file: str, sequences: type = tuple, share: float = 1.0
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """The body of a test as the check of every case in `tests/data/FILE.jsonl` that is `of` its name.

    Where the inputs leave parameters without a default, they take what is expected; otherwise `expected` says
    whether the check holds. Lists are handed in as `sequences`; `why` is for the reader; `share` of the cases
    have to hold. A check says no with
    an assertion; whatever else is raised misses the case, whether a yes or a no was expected.
    """

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        parameters = inspect.signature(check).parameters.values()
        needed = [
            each.name
            for each in parameters
            if each.default is each.empty and each.kind is not each.VAR_KEYWORD
        ]

        def holds(case: Case) -> object:
            given = {name: _read(value, sequences) for name, value in case.given.items() if name != "why"}
            left = [name for name in needed if name not in given]
            wanted = bool(left) or case.expected
            given |= {name: _read(case.expected, sequences) for name in left}
            try:
                check(**given)
            except (AssertionError, pytest.fail.Exception) as error:
                says_no = not _is_of_the_product(error)
                return (says_no and not wanted) or f"expected {case.expected!r}: {error}"
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise AssertionError(f"{case.of} [{case.id}] {dict(case.given)}: {what}") from error
            return bool(wanted) or "holds, which was not expected"

        def test() -> None:
            score(cases(file, check.__name__.removeprefix("test_")), holds, share)

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return decorate


def _is_of_the_product(error: BaseException) -> bool:
    """An assertion that failed within it is no answer of the check."""
    return any(frame.filename.startswith(CORE) for frame in traceback.extract_tb(error.__traceback__))


def _read(value: Any, sequences: type) -> Any:
    if isinstance(value, list):
        return sequences(_read(each, sequences) for each in value)
    if isinstance(value, dict):
        return {name: _read(each, sequences) for name, each in value.items()}
    return value
