"""`docuchat bench library --fields-with-model ID`: what a model adds to fields that the rules found empty.

Asked about are the first documents of which the rules missed at least two values: the most it could gain.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from core.cancel import CancelToken
from core.engine.field_pass import proposed_fields
from core.fields.extraction.extract import Known, read_fields
from core.fields.extraction.proposed import empty_fields
from core.fields.schema import built_in_schemas
from core.llm.base import ChatModel
from core.published.schemas import BenchOutput
from tests.benchmarks.figures import Results, counted, figure, percentile
from tests.benchmarks.library.generator import iterate_corpus
from tests.benchmarks.library.run import pages_of
from tests.benchmarks.library.scoring import matches
from tests.benchmarks.machine import commit, machine

_WRITTEN = 300  # documents to choose from
_LEAST_MISSED = 2  # values of one that is chosen


def run_library_proposing(
    model: ChatModel, *, documents: int, seed: int, cancel: CancelToken, details: Path | None = None
) -> BenchOutput:
    """Read so many documents of which something was missed, and let the model propose it; a call each.

    Raises:
        OSError: the documents cannot be written. `ModelError` from the model, `Cancelled` after Stop.
    """
    schemas = built_in_schemas()
    lines: list[str] = []
    right = wrong = missing = asked = 0
    seconds: list[float] = []
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        for truth in iterate_corpus(Path(folder), documents=_WRITTEN, seed=seed):
            if truth.scanned:
                continue
            cancel.check()
            schema = schemas[truth.bucket]
            pages = pages_of(Path(folder) / truth.filename)
            specs = empty_fields(schema, read_fields(schema, pages, Known(truth.language)))
            missed = sum(truth.value(spec.name) is not None for spec in specs)
            if missed < _LEAST_MISSED:
                continue
            asked, missing = asked + len(specs), missing + missed
            began = time.monotonic()
            found = proposed_fields(model, specs, pages, cancel, german=truth.language == "de")
            seconds.append(time.monotonic() - began)
            for value in found:
                wanted = truth.value(value.field)
                is_right = wanted is not None and matches(wanted, value)
                right += is_right
                wrong += not is_right
                told = value.value.shown if value.value else ""
                lines.append(f"{truth.filename}: {value.field}: {told!r} (stated: {wanted}) “{value.quote}”")
            if len(seconds) == documents:
                break
    if details is not None:
        details.write_text("\n".join(lines) + "\n", encoding="utf-8")
    results: Results = {
        "proposed.right": counted(right, right + wrong, better="higher"),
        "proposed.found of what was missed": counted(right, missing, better="higher"),
        "proposed.seconds p50": figure(percentile(seconds, 0.5), "s", better="lower", digits=1),
    }
    note = f"{model.model_name}, {len(seconds)} documents with seed {seed}; {asked} fields empty"
    return BenchOutput(
        name="library",
        commit=commit(),
        machine=machine(),
        results=results,
        notes=[f"{note}, {missing} of which the documents state"],
        left_out=[],
    )
