"""How the computer is powered, read from files as Linux writes them."""

from __future__ import annotations

import sys
from pathlib import Path

import psutil
import pytest

from core.system.power import on_battery

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these are the files of Linux")


def supply(folder: Path, name: str, **files: str) -> None:
    (folder / name).mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / name / file).write_text(text + "\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(psutil._psplatform, "POWER_SUPPLY_PATH", str(tmp_path))
    return tmp_path


def test_without_a_battery_it_is_mains(folder: Path) -> None:
    assert not on_battery()


@pytest.mark.parametrize(
    ("plug", "status", "expected"),
    [("0", "Discharging", True), ("1", "Charging", False), ("1", "Full", False)],
)
def test_plug_and_battery(folder: Path, plug: str, status: str, expected: bool) -> None:
    supply(folder, "AC0", online=plug, type="Mains")
    supply(folder, "BAT0", status=status, capacity="80", energy_now="40", energy_full="50", power_now="5")
    assert on_battery() is expected


def test_a_battery_that_tells_nothing_counts_as_mains(folder: Path) -> None:
    supply(folder, "BAT0", status="Unknown", capacity="80", energy_now="40", energy_full="50")
    assert not on_battery()
