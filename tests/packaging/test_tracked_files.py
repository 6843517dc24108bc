"""No registry address stands in any file: packages come from where pip is configured to look."""

from __future__ import annotations

import subprocess

import pytest
from bootstrap.places import ROOT

# Put together here, so that this file does not contain what it forbids.
FORBIDDEN = [
    ".".join(parts).encode()
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("huggingface", "co/"),
        ("hf-mirror", "com"),
        ("modelscope", "cn"),
    )
] + [f"{option}-url".encode() + b" http" for option in ("--index", "--extra-index")]


def tracked_files() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout, so there is no list of tracked files")
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_registry_address_in_any_tracked_file() -> None:
    names = tracked_files()
    assert "packaging/locks/runtime.txt" in names
    found = [
        f"{name}: {word.decode()}"
        for name in names
        for word in FORBIDDEN
        if word in (ROOT / name).read_bytes().lower()
    ]
    assert found == []
