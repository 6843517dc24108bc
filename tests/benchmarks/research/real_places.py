"""References in real documents whose targets were looked up by hand (`real_places.jsonl`).

`target` is the 1-based page on which the part begins; 0: it stands in a document that the library has not.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.evaluation_data import own_data


@dataclass(frozen=True, slots=True)
class RealPlace:
    """Words on a page of a file of the shared folder, and the page that they lead to."""

    path: Path
    page: int
    words: str
    target: int
    later: str  # "last": looked up after resolution had been mended with the others; else empty


def real_places() -> list[RealPlace]:
    """Those whose files are there; empty without `DOCUCHAT_SHARED`."""
    shared = os.environ.get("DOCUCHAT_SHARED", "")
    source = own_data() / "references" / "real_places.jsonl"
    rows = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    places = [
        RealPlace(Path(shared) / row["file"], row["page"], row["words"], row["target"], row.get("later", ""))
        for row in rows
    ]
    return [place for place in places if shared and place.path.is_file()]
