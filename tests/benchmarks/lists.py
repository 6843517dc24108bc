"""Are lists whole, and is nothing else in them? Requests over the samples and papers of an office.

Which sentences are items was written by hand; those that may be (`also`) count neither way. On one half the
limits of `core.plans.listed_items` were fitted, the other was written before it was first run.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from core.engine.question import Question
from core.system.paths import resources
from core.types import Mode
from core.types.requests import RequestKind
from tests.benchmarks.asking import answer_in
from tests.benchmarks.evaluation_data import json_lines, own_data
from tests.benchmarks.judged_sets import JudgedSet, open_library, papers
from tests.benchmarks.reporting import Bench


def run_lists(bench: Bench, *, tuned: bool = False, details: Path | None = None) -> None:
    """In chat, with the configured language model. `tuned`: the half that the limits were fitted on."""
    rows = [row for row in json_lines(own_data() / "lists.jsonl") if row["held_out"] is not tuned]
    rows = rows[::4] if bench.quick else rows
    judged = JudgedSet("lists", (), _documents)
    found: list[dict[str, Any]] = []
    with closing(open_library(judged, bench.paths, bench.settings, bench.folder, bench.cancel)) as engine:
        ids = {document.filename: document.document_id for document in engine.documents()}
        for row in rows:
            asked = Question(row["request"], Mode.CHAT, (ids[row["document"]],), kind=RequestKind.LIST)
            answer = answer_in(engine.ask(asked, bench.cancel))
            found.append(row | _compared([one.text for one in answer.statements], row))
    if details is not None:
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in found)
        details.write_text("".join(lines), encoding="utf-8")
    told, wanted, right = (sum(row[name] for row in found) for name in ("told", "wanted", "right"))
    bench.share("of what is listed, items", right, told)
    bench.share("of the items, listed", right, wanted)
    absent = [row for row in found if not row["items"]]
    bench.share(
        "lists of what is not there that are empty", sum(not row["told"] for row in absent), len(absent)
    )
    scores = [2 * row["right"] / (row["told"] + row["wanted"]) for row in found if row["items"]]
    bench.add("F1, mean of the lists", sum(scores) / len(scores), "", better="higher")
    bench.notes.append(f"half: {'tuned' if tuned else 'held out'}; {len(found)} requests")


def _compared(texts: Sequence[str], row: dict[str, Any]) -> dict[str, Any]:
    """How many statements were told, but for those that may be items, and how many items are among them."""
    missed = [item for item in row["items"] if not any(item in text for text in texts)]
    beside = [text for text in texts if not any(one in text for one in (*row["items"], *row["also"]))]
    right = len(row["items"]) - len(missed)
    counts = {"right": right, "told": right + len(beside), "wanted": len(row["items"])}
    return counts | {"missed": missed, "beside": beside}


def _documents(target: Path) -> list[Path]:
    return [*sorted((resources() / "samples").glob("*.pdf")), *papers().documents(target)]
