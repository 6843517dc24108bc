"""The tuned graph of an embedder: whether there is one, and having it made.

Parent's side; the work runs in a child process (`core.models.tuning`), because the optimizer and two
onnxruntime sessions take about a gigabyte for some seconds. Owns `<model>/tuned/`: a complete folder for
fastembed with `model.onnx`, plus `report.json` with the figures; when the tuned graph was not better, only
the report.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.errors import KnownError, ModelError
from core.events import DownloadProgressed, Event, EventStamper, NoticeGiven
from core.models.catalogue import ModelEntry
from core.models.manifest import MANIFEST_NAME, Manifest, write_atomically
from core.models.partial import CHUNK_BYTES, storage_errors
from core.procs.worker import WorkerProcess

REPORT_NAME = "report.json"
GRAPH_NAME = "model.onnx"
TIMEOUT_SECONDS = 600.0
# Six times what it takes for the 22 MB default; a larger encoder needs more than this machine should give.
MEMORY_LIMIT_BYTES = 6 << 30


@dataclass(frozen=True, slots=True)
class TunedGraph:
    """A tuned graph that passed its parity check and was faster."""

    folder: Path
    main_file: Path
    sha256: str


def read_report(folder: Path) -> dict[str, object] | None:
    """The figures of the tuning of the model in `folder`; None when it was never tuned."""
    try:
        report = json.loads((folder / "tuned" / REPORT_NAME).read_bytes())
    except (OSError, ValueError):
        return None
    return report if isinstance(report, dict) else None


def tuned_graph(folder: Path, source_sha256: str) -> TunedGraph | None:
    """The tuned graph made from exactly `source_sha256`, if it is to be used and is all there."""
    report = read_report(folder)
    if report is None or report.get("source_sha256") != source_sha256 or not report.get("use"):
        return None
    graph = folder / "tuned" / GRAPH_NAME
    try:
        if graph.stat().st_size != report.get("tuned_size"):
            return None
    except OSError:
        return None
    return TunedGraph(folder / "tuned", graph, str(report.get("tuned_sha256")))


def verify_tuned(folder: Path, cancel: CancelToken, *, brought: bool = False) -> None:
    """Hash the tuned graph; a damaged one is removed, so that the next `get` makes it again. What was
    `brought` with the program stays as it is.

    Raises:
        ModelError: it was damaged. Cancelled.
    """
    report = read_report(folder)
    graph = folder / "tuned" / GRAPH_NAME
    if report is None or not report.get("use"):
        return
    digest = hashlib.sha256()
    try:
        with graph.open("rb") as file:
            while block := file.read(CHUNK_BYTES):
                cancel.check()
                digest.update(block)
    except OSError:
        digest.update(b"unreadable")
    if digest.hexdigest() != report.get("tuned_sha256"):
        if brought:
            raise ModelError(
                f"{graph}, which came with the program, is damaged: expected sha256 "
                f"{report.get('tuned_sha256')}, got {digest.hexdigest()}.",
                "Install the program again.",
            )
        with storage_errors(folder):
            shutil.rmtree(folder / "tuned")
        raise ModelError(
            f"The tuned graph {graph} was damaged: expected sha256 {report.get('tuned_sha256')}, got "
            f"{digest.hexdigest()}. It was removed; the original is used.",
            f"Type `docuchat models get {folder.name}` to make it again.",
        )


def tune(
    folder: Path, entry: ModelEntry, staging: Path, stamp: EventStamper, cancel: CancelToken
) -> Iterator[Event]:
    """Make the tuned graph unless it is there. A failure is told and the original graph is used.

    Raises:
        StorageError, Cancelled.
    """
    manifest = Manifest.read(folder)
    encoder = entry.encoder
    if manifest is None or encoder is None:
        return
    source_sha256 = manifest.files[0].sha256
    report = read_report(folder)
    known = report is not None and report.get("source_sha256") == source_sha256
    if report is not None and known and (not report.get("use") or tuned_graph(folder, source_sha256)):
        return
    target = staging / f"{entry.model_id}.tuned"
    with storage_errors(staging):
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
    payload = {
        "source": str(folder / manifest.files[0].name),
        "tokenizer": str(folder / "tokenizer.json"),
        "target": str(target / GRAPH_NAME),
        "graph_type": encoder.graph_type,
        "heads": encoder.heads,
        "dimensions": encoder.dimensions,
        "pooling": encoder.pooling,
    }
    worker = WorkerProcess(
        "core.models.tuning:main", name="embedder tuning", memory_limit_bytes=MEMORY_LIMIT_BYTES
    )
    outcome: dict[str, object] = {}
    try:
        for reply in worker.call("tune", payload, timeout_s=TIMEOUT_SECONDS, cancel=cancel):
            if reply.kind == "progress":
                yield stamp(
                    DownloadProgressed,
                    model_id=entry.model_id,
                    stage=f"tuning: {reply.payload['step']}",
                    done_bytes=int(str(reply.payload["done"])),
                    total_bytes=int(str(reply.payload["total"])),
                )
            else:
                outcome = dict(reply.payload)
    except KnownError as error:
        shutil.rmtree(target, ignore_errors=True)
        yield stamp(
            NoticeGiven,
            code="tuning_failed",
            message=f"{entry.name} could not be tuned and is used as it is, only slower: {error}",
        )
        return
    finally:
        worker.close()
    with storage_errors(staging):
        _move_in(folder, target, {"source_sha256": source_sha256, **outcome})
    yield stamp(NoticeGiven, code="tuned", message=f"{entry.name}: {outcome.get('reason', '')}")


def _move_in(folder: Path, target: Path, report: dict[str, object]) -> None:
    if report.get("use"):
        for path in folder.iterdir():
            if path.suffix == ".json" and path.name != MANIFEST_NAME:
                shutil.copyfile(path, target / path.name)
    else:
        (target / GRAPH_NAME).unlink(missing_ok=True)
    write_atomically(target / REPORT_NAME, json.dumps(report, indent=2, sort_keys=True).encode())
    shutil.rmtree(folder / "tuned", ignore_errors=True)
    target.rename(folder / "tuned")
