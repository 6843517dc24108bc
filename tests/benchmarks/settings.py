"""The settings that a benchmark measures with: the user's, but for the language model that it names."""

from __future__ import annotations

from core.settings import Settings
from core.system.paths import AppPaths


def settings_with(paths: AppPaths, model: str) -> Settings:
    """The stored settings with `model` of the catalogue as the answer model; empty: the configured one."""
    settings = Settings.load(paths.settings)
    if not model:
        return settings
    models = settings.models.model_copy(update={"answer_model": model})
    return settings.model_copy(update={"models": models})
