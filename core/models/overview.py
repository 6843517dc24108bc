"""The models of the catalogue as a user chooses among them: installed, fitting, and which to begin with.

Any thread. Quick for what is not installed; a model whose files were copied is hashed once, by the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.models.catalogue import ModelEntry, ModelRole
from core.models.fit import Fit, can_write, fit
from core.models.hints import missing_folder
from core.models.store import ModelStore


@dataclass(frozen=True, slots=True)
class ModelState:
    """`verified`: every file has a sha256 that was checked when the catalogue was written. `place`: the file,
    where it is used (or was, before it went) in a folder that is not DocuChat's; else empty.
    `missing_folder`: the folder on the way to a file of the user's own that has gone; else empty."""

    entry: ModelEntry
    fit: Fit
    installed: bool
    place: str = ""
    missing_folder: str = ""

    @property
    def verified(self) -> bool:
        return all(file.sha256 for file in self.entry.files)


def overview(store: ModelStore, role: ModelRole = "answer") -> list[ModelState]:
    """All models of a role, the installed ones first, each group by the memory they need."""
    states = [_state(store, entry) for entry in store.catalogue.by_role(role)]
    return sorted(states, key=lambda state: (not state.installed, state.fit.needed_bytes))


def _state(store: ModelStore, entry: ModelEntry) -> ModelState:
    model = store.installed(entry.model_id)
    place = entry.place
    if model is not None and not model.main_file.is_relative_to(model.folder):
        place = str(model.main_file)
    missing = missing_folder(Path(entry.place)) if entry.place and model is None else None
    return ModelState(entry, fit(entry), model is not None, place, str(missing or ""))


def recommended(states: Sequence[ModelState]) -> ModelState | None:
    """The answer model to begin with; None where none would run beside the rest of the computer.

    Of those that fit into the free memory and write answers, the largest that is installed; else the largest
    whose bytes are known beforehand; else, where only small ones fit, the largest of these.
    """
    fitting = [state for state in states if state.fit.verdict == "fits"]
    writing = [state for state in fitting if can_write(state.entry)] or fitting
    known = [state for state in writing if state.installed] or [state for state in writing if state.verified]
    return max(known or writing, key=lambda state: state.fit.needed_bytes, default=None)
