"""Turns a test of one case into a scored test of all cases of its rule, which are data."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from tests.cases import Case, cases, score

# What a check raises where an outcome is another, of another length or not there at all.
MISSES = (AssertionError, ValueError, LookupError, pytest.fail.Exception)


def scored(file: str, sequences: type = tuple) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """The body of a test as the check of every case in `tests/data/FILE.jsonl` that is `of` its name.

    Where the inputs leave one parameter, it takes what is expected; otherwise `expected` says whether the
    check holds. Lists are handed in as `sequences`; `why` is for the reader.
    """

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        names = list(inspect.signature(check).parameters)

        def holds(case: Case) -> object:
            given = {name: _read(value, sequences) for name, value in case.given.items() if name != "why"}
            left = [name for name in names if name not in given]
            if left:
                given |= {name: _read(case.expected, sequences) for name in left}
            try:
                check(**given)
            except MISSES as error:
                return f"expected {case.expected!r}: {error}" if left or case.expected else True
            return bool(left or case.expected) or "holds, which was not expected"

        def test() -> None:
            score(cases(file, check.__name__.removeprefix("test_")), holds)

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return decorate


def _read(value: Any, sequences: type) -> Any:
    if isinstance(value, list):
        return sequences(_read(each, sequences) for each in value)
    if isinstance(value, dict):
        return {name: _read(each, sequences) for name, each in value.items()}
    return value
