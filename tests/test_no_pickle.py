"""Nothing that comes from a file is ever unpickled: not by our code, nor by the libraries as we use them.

Loading a pickle carries out what it says. Python tells each look-up of a name by a pickle to audit hooks; one
is set in every process of a real run. Parent and child of a worker process hand over one object when it
starts (`multiprocessing.spawn`), which comes from no file and is left out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FORBIDDEN = re.compile(
    r"^\s*(?:import|from)\s+(?:_?c?pickle|dill|cloudpickle|joblib|shelve|marshal|torch)\b|allow_pickle",
    re.M | re.I,
)

HOOK = """
import os, sys, traceback

def look(event, arguments):
    if event != "pickle.find_class":
        return
    stack = traceback.extract_stack()
    if any(frame.filename.endswith(os.path.join("multiprocessing", "spawn.py")) for frame in stack):
        return
    with open(os.environ["PICKLE_TRACE"], "a") as file:
        file.write(f"{arguments} {[(f.filename, f.lineno) for f in stack[-6:]]}\\n")

sys.addaudithook(look)
with open(os.environ["PICKLE_TRACE"] + ".processes", "a") as file:
    file.write("1\\n")
"""

RUN = """
import sys
from pathlib import Path
from core.cancel import CancelToken
from core.engine import Engine, Question
from core.ingest.ocr.engine import Engine as Recogniser
from core.settings import AnswerSettings, Settings

if __name__ == "__main__":
    with Engine.open(settings=Settings(answers=AnswerSettings(extractive="always"))) as engine:
        files = [Path(name) for name in sys.argv[1:]]
        *_, added = engine.add_paths(files, CancelToken())
        *_, read = engine.ingest(CancelToken())
        *_, answered = engine.ask(Question(text="How long is the warranty?"), CancelToken())
        read_ones = sum(document.chunk_count > 0 for document in engine.documents())
        print(added.outcome, read.outcome, answered.outcome, read_ones)
    Recogniser(1)
"""


def test_our_code_imports_nothing_that_unpickles() -> None:
    found = [
        f"{path}: {match.group().strip()}"
        for folder in ("core", "desktop")
        for path in (ROOT / folder).rglob("*.py")
        for match in FORBIDDEN.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.slow
@pytest.mark.model
def test_no_process_of_a_real_run_unpickles_a_file(tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(HOOK)
    (tmp_path / "run.py").write_text(RUN)
    trace = tmp_path / "trace"
    samples = ROOT / "resources" / "samples"
    mail, table = tmp_path / "a.eml", tmp_path / "b.csv"
    mail.write_text("Subject: Pump\n\nThe warranty of the pump is 24 months.\n")
    table.write_text("part,price\nseal,12.50\n")
    done = subprocess.run(
        [sys.executable, tmp_path / "run.py", samples / "invoice-2025-0417.pdf", mail, table],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{hooks}{os.pathsep}{ROOT}", "PICKLE_TRACE": str(trace)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.stdout.split() == ["done", "done", "answered", "3"], done.stderr
    assert not trace.exists(), trace.read_text()
    processes = trace.with_name("trace.processes").read_text().split()
    assert len(processes) >= 2, "the processes that read documents have the hook, too"


def test_the_hook_sees_an_unpickling(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    trace = tmp_path / "trace"
    code = "import pickle, collections; pickle.loads(pickle.dumps(collections.OrderedDict()))"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PICKLE_TRACE": str(trace)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=60)
    assert "OrderedDict" in trace.read_text()
