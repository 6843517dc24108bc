"""With what a benchmark measures: the user's settings, but for the model it names; folders of its own."""

from __future__ import annotations

from pathlib import Path

from core.settings import Settings
from core.system.paths import AppPaths


def settings_with(paths: AppPaths, model: str = "", *, embedder: str = "") -> Settings:
    """The stored settings with these models of the catalogue; empty: the configured ones."""
    settings = Settings.load(paths.settings)
    named = {"answer_model": model, "embedding_model": embedder}
    models = settings.models.model_copy(update={key: name for key, name in named.items() if name})
    return settings.model_copy(update={"models": models})


def home_in(folder: Path, paths: AppPaths) -> AppPaths:
    """A library of its own below `folder`, with the models of `paths`."""
    return AppPaths(folder / "data", paths.models, folder / "cache", folder / "logs")
