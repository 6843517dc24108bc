from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from core.models.store import ModelStore
from tests.models.parts import HUB_SOURCE, answer_model


@pytest.fixture
def content() -> bytes:
    """Three megabytes and a bit that do not compress: several chunks, and an odd end. By its header GGUF."""
    header = b"GGUF" + struct.pack("<IQQ", 3, 0, 0)
    return header + random.Random(7).randbytes(3 * (1 << 20) + 12345 - len(header))


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels that is all of the package index pip sees."""
    folder = tmp_path / "index"
    folder.mkdir()
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def store(tmp_path: Path, content: bytes) -> ModelStore:
    """Without a model; its catalogue has one, which is on the hub."""
    return ModelStore(tmp_path / "models", answer_model(content, [HUB_SOURCE]), found_folders=())
