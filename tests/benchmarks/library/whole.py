"""The documents through the whole program, scanned ones too.

Files are dropped on a library as a user drops them: read, recognised where they are scans, embedded, sorted
and filed. Scored is what the library then holds; a document in the wrong bucket has no right field. The
questions are those of the other measurement, asked of the values that were read.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.engine.field_library import StoredFieldLibrary
from core.fields.schema import built_in_schemas
from core.published.schemas import BenchOutput
from core.runs.recorder import carry_out
from core.settings import Settings
from core.system.paths import AppPaths
from tests.benchmarks.figures import Results, counted
from tests.benchmarks.library.asked import ask_all
from tests.benchmarks.library.documents import FOLDER, Truth, read_truths
from tests.benchmarks.library.questions import read_questions
from tests.benchmarks.library.scoring import FieldScores
from tests.benchmarks.reporting import report


def run_library_whole(
    *, paths: AppPaths, documents: int, cancel: CancelToken, details: Path | None = None
) -> BenchOutput:
    """Ingest the first `documents`, score what the library holds, and ask.

    Args:
        paths: where the embedder is.
        details: every miss and every wrong answer is written here, a line each.

    Raises:
        KnownError: the library cannot be made; `Cancelled` after Stop.
    """
    truths = read_truths()[:documents]
    results: Results = {}
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        home = Path(folder)
        own = AppPaths(home / "data", paths.models, home / "cache", home / "logs")
        with Engine.open(own, Settings()) as engine:
            began = time.monotonic()
            carry_out(
                engine.add_paths([FOLDER / truth.filename for truth in truths], cancel), lambda _event: None
            )
            carry_out(engine.ingest(cancel), lambda _event: None)
            seconds = time.monotonic() - began
            ids = {document.filename: document.document_id for document in engine.documents()}
            lines = _score(engine, truths, ids, results)
            library = StoredFieldLibrary(engine.database, None)
            files = {document_id: filename for filename, document_id in ids.items()}
            asked = ask_all(read_questions(truths), library, files, cancel)
    results["questions.right"] = counted(sum(each.right for each in asked), len(asked), better="higher")
    wrongly = sum(each.answered_wrongly for each in asked)
    results["questions.answered wrongly"] = counted(wrongly, len(asked), better="lower")
    lines += [each.line for each in asked if not each.right]
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    scanned = sum(truth.scanned for truth in truths)
    return report(
        "library",
        results,
        notes=[
            f"{len(truths)} documents, {scanned} of them scans, ingested in {seconds:.0f} s",
            "questions are asked of the values that were read",
        ],
    )


def _score(engine: Engine, truths: Sequence[Truth], ids: Mapping[str, str], results: Results) -> list[str]:
    schemas = built_in_schemas()
    scores = FieldScores()
    for truth in truths:
        found = engine.buckets.filed(ids[truth.filename]) if truth.filename in ids else None
        bucket = found.sorting.bucket if found else "not filed"
        scores.add_sorted(truth, bucket)
        values = found.values if found and bucket == truth.bucket else ()
        scores.add(truth, schemas[truth.bucket], {value.field: value for value in values})
    scores.keep_sorted(results, lambda look: f"sorter.{look}")
    scores.keep_fields(results, _label)
    return scores.lines


def _label(look: str, group: str, name: str) -> str:
    labels = {"all": f"fields.{look}", "bucket": f"fields.{look}.{name}"}
    return labels.get(group, "")
