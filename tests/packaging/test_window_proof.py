"""What `verify-package` asks of a built program, asked of the start script in the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bundle import steps
from bundle.steps import ROOT

PACKAGING = ROOT / "packaging"


@pytest.mark.slow
@pytest.mark.model
def test_the_window_proves_itself_with_an_answer_and_its_page(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DOCUCHAT_HOME": str(tmp_path),
        "PYTHONPATH": f"{PACKAGING}{os.pathsep}{ROOT}",
        "QT_QPA_PLATFORM": "offscreen",
    }
    start = [sys.executable, str(PACKAGING / "bundle" / "start_window.py")]
    done = subprocess.run(
        [*start, "--prove", steps.QUESTION, "--prove-modes", "chat", str(steps.DOCUMENT)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=380,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["documents"] == [steps.DOCUMENT.name]
    (turn,) = said["turns"]
    assert steps.ANSWER in json.dumps(turn["statements"])
    assert (turn["citations"][0][0], turn["page_shown"]) == (steps.DOCUMENT.name, True)
