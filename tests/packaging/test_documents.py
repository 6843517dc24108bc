"""What the documents on packages name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bootstrap.places import ROOT

DOCUMENTS = ("install", "offline", "privacy", "packaging")
FOLDERS = ("core", "desktop", "packaging", "tests", "docs", "resources")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_is_named_exists(name: str) -> None:
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    named = re.findall(rf"(?<![\w/.])((?:{'|'.join(FOLDERS)})/[\w./-]*\w)", text)
    named += [f"packaging/{path}" for path in re.findall(r"`(bundle/[\w./-]+\.py)`", text)]
    named += [f"docs/{path}" for path in re.findall(r"\]\(([\w./-]+\.md)\)", text)]
    assert [path for path in named if not (ROOT / path).exists() and path != "docs/../README.md"] == []
    assert named


def test_the_readme_leads_to_them() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"docs/{name}.md" in text for name in DOCUMENTS)


def test_everything_of_ours_that_can_open_a_connection_stands_in_privacy() -> None:
    """Modules that import a client of HTTP, of the hub or of the index server, or start pip."""
    told = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    clients = re.compile(
        r"^\s*(?:import|from) (?:httpx|huggingface_hub|qdrant_client|urllib\.request|requests|socket)\b", re.M
    )
    found: list[Path] = [
        path
        for folder in ("core", "desktop")
        for path in (ROOT / folder).rglob("*.py")
        if clients.search(source := path.read_text(encoding="utf-8")) or '"-m", "pip"' in source
    ]
    names = {str(path.relative_to(ROOT)) for path in found}
    assert "core/models/hub.py" in names
    assert {name for name in names if name not in told} == set()
