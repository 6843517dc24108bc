"""kill -9 at random moments over a batch of many kinds: nothing is lost, nothing is there twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.ingest.batch import make_batch, moments
from tests.library_kit import open_library

ROOT = Path(__file__).resolve().parents[2]
KILLS_A_LIBRARY = 2  # a document whose reading ends the program three times is given up, and that is right


def start(home: Path, batch: Path) -> subprocess.Popen[str]:
    driver = subprocess.Popen(
        [sys.executable, "-m", "tests.ingest.kill_driver", str(home), str(batch)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert driver.stdout is not None
    assert driver.stdout.readline() == "opened\n"
    return driver


def run_to_the_end(home: Path, batch: Path) -> float:
    """Seconds from the opened library to the end."""
    with start(home, batch) as driver:
        began = time.monotonic()
        output = driver.communicate(timeout=300)[0]
    assert driver.returncode == 0
    assert output.splitlines()[-1].startswith("run_finished")
    return time.monotonic() - began


def killed_after(home: Path, batch: Path, seconds: float) -> bool:
    """True when it was still at work."""
    with start(home, batch) as driver:
        assert driver.stdout is not None
        reader = threading.Thread(target=driver.stdout.read)  # a full pipe must not hold it up
        reader.start()
        time.sleep(seconds)
        driver.send_signal(signal.SIGKILL)
        reader.join()
    return driver.returncode == -signal.SIGKILL


def picture(home: Path) -> dict[str, object]:
    library = open_library(home)
    try:
        return library.picture()
    finally:
        library.close()


def files_of(home: Path) -> set[str]:
    """Without the index's own segments, which are named at random."""
    return {path.relative_to(home).parts[0] for path in home.rglob("*")}


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kills", [6, 100])
def test_killed_at_random_moments(tmp_path: Path, kills: int) -> None:
    batch = make_batch(tmp_path / "batch")
    seconds = run_to_the_end(tmp_path / "undisturbed", batch)
    expected = picture(tmp_path / "undisturbed")
    hit = 0
    shares = moments(20260303, kills, 1.0)
    # An early and a late moment for each library.
    order = [shares[place // 2 + (place % 2) * (kills // 2)] for place in range(kills)]
    for place in range(0, kills, KILLS_A_LIBRARY):
        home = tmp_path / f"killed-{place}"
        came_too_late = True
        for share in order[place : place + KILLS_A_LIBRARY]:
            if killed_after(home, batch, share * seconds):
                hit += 1
                came_too_late = False
        if came_too_late:  # the undisturbed run was slower than this computer is now
            seconds *= 0.7
        run_to_the_end(home, batch)
        found = picture(home)
        for part, wanted in expected.items():
            assert found[part] == wanted, (part, order[place : place + KILLS_A_LIBRARY])
        assert files_of(home) == files_of(tmp_path / "undisturbed")
    assert hit >= kills // 3  # the others came too late: a library that was killed before has less to do


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_killed_while_documents_are_read_anew(tmp_path: Path) -> None:
    """Each is the old or the new one, never half of both; in the end all are new."""
    home, batch = tmp_path / "home", make_batch(tmp_path / "batch")
    run_to_the_end(home, batch)
    expected = picture(home)
    library = open_library(home)
    library.database.execute("UPDATE pages SET text = replace(text, 'litres', 'liters')")
    library.database.execute("UPDATE documents SET reader = 0, chunker = 'earlier' WHERE chunker != ''")
    library.close()
    for seconds in (0.5, 1.0, 1.5, 2.0):
        killed_after(home, batch, seconds)
        library = open_library(home)
        rows = library.database.query(
            "SELECT reader, group_concat(text) AS text FROM documents JOIN pages USING (document_id) "
            "GROUP BY document_id HAVING text LIKE '%litres%' OR text LIKE '%liters%'"
        )
        for row in rows:
            assert ("litres" in row["text"]) != ("liters" in row["text"])
            assert ("litres" in row["text"]) == (row["reader"] > 0)
        library.close()
    run_to_the_end(home, batch)
    found = picture(home)
    for part, wanted in expected.items():
        assert found[part] == wanted, part
