"""The real embedder, as a user has it."""

from __future__ import annotations

import pytest

from core.models.catalogue import load_catalogue
from core.models.store import InstalledModel, ModelStore
from core.settings import Settings
from tests.conftest import MODELS_FOLDER


@pytest.fixture(scope="session")
def embedding_model() -> InstalledModel:
    """Installed by the test command; raises ModelError saying what to type when it is not."""
    return ModelStore(MODELS_FOLDER, load_catalogue()).require(Settings().models.embedding_model)
