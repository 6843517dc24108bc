"""The computer: cores that this process is granted, and how it is powered, read from files of Linux."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from core.system.cores import _granted, usable_cores
from core.system.power import on_battery


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({"cpu.max": "200000 100000\n"}, 2),
        ({"cpu.max": "150000 100000\n"}, 1),
        ({"cpu.max": "50000 100000\n"}, 1),
        ({"cpu.max": "max 100000\n"}, 0),
        ({"cpu/cpu.cfs_quota_us": "400000\n", "cpu/cpu.cfs_period_us": "100000\n"}, 4),
        ({"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"}, 0),
        ({"cpu.max": "odd"}, 0),
        ({}, 0),
    ],
)
def test_a_container_s_share_of_time_counts(files: dict[str, str], cores: int, tmp_path: Path) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    assert _granted(tmp_path) == cores


def test_the_user_may_want_fewer_but_not_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    most = usable_cores()
    for wanted, cores in (("1", 1), (str(most + 5), most), ("0", most), ("many", most), ("-1", most)):
        monkeypatch.setenv("OMP_NUM_THREADS", wanted)
        assert usable_cores() == cores


@pytest.mark.skipif(
    not hasattr(os, "sched_setaffinity"), reason="only Linux ties a process to cores like this"
)
def test_cores_this_process_may_not_run_on_do_not_count() -> None:
    code = (
        "import os; from core.system.cores import usable_cores\n"
        "os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]); print(usable_cores())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"


def supply(folder: Path, name: str, **files: str) -> None:
    (folder / name).mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / name / file).write_text(text + "\n")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if sys.platform != "linux":
        pytest.skip("these are the files of Linux")
    monkeypatch.setattr(psutil._psplatform, "POWER_SUPPLY_PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("plug", "status", "expected"),
    [("0", "Discharging", True), ("1", "Charging", False), ("1", "Full", False), ("", "Unknown", False)],
)
def test_plug_and_battery(folder: Path, plug: str, status: str, expected: bool) -> None:
    """Without a battery, or with one that tells nothing, it is mains."""
    assert not on_battery()
    told = {"capacity": "80", "energy_now": "40", "energy_full": "50"}
    if plug:
        supply(folder, "AC0", online=plug, type="Mains")
        told["power_now"] = "5"
    supply(folder, "BAT0", status=status, **told)
    assert on_battery() is expected
