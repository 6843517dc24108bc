"""Threads for the models: no more than the cores that this process is granted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.system.cores import _granted, usable_cores


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
