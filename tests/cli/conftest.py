"""Commands as a user types them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Carries out a command line; its exit code, and what it wrote to both streams."""

    def typed(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return typed
