"""Whether llama.cpp as it is packaged writes on an old processor and uses what a newer one has.

`qemu-x86_64` plays both: it ends a program at the first instruction that processor does not know, as
the processor itself would. Linux on x86-64 only.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# Which of ggml's libraries each must take: one of 2008, the last before AVX, and one of 2013 with AVX2, which
# only loads it: its wide registers are played so slowly that three words take minutes.
PLAYED = {"Nehalem": "sse42", "Haswell": "haswell"}
LOADING_ONLY = ("Haswell",)
PROMPT, WORD = "The capital of France is", "Paris"
PATIENCE_S = 400
# As core/llm/loading.py does it, with the libraries of a package instead of those of this environment.
_WRITE = """
import json, os, sys
sys.path[:0] = json.loads(sys.argv[1])
folder, model, prompt, tokens = sys.argv[2:]
os.environ["LLAMA_CPP_LIB_PATH"] = folder
import llama_cpp
llama_cpp.llama_cpp._lib.ggml_backend_load_all_from_path(os.fsencode(folder))
said = prompt
if int(tokens):
    llm = llama_cpp.Llama(model_path=model, n_ctx=128, n_threads=1, n_threads_batch=1, verbose=False)
    said = llm(prompt, max_tokens=int(tokens), temperature=0.0)["choices"][0]["text"]
with open("/proc/self/maps") as maps:
    loaded = sorted({line.split("/")[-1].strip() for line in maps if "ggml-cpu" in line})
print(json.dumps([said, loaded]))
"""


@dataclass(frozen=True, slots=True)
class Written:
    """`text`: the first words that the model wrote; `libraries`: which of ggml's for processors were loaded;
    `problem`: the last words of a program that ended otherwise."""

    text: str = ""
    libraries: tuple[str, ...] = ()
    problem: str = ""


def write_on(processor: str, folder: Path, model: Path) -> Written | None:
    """On one of `PLAYED`, or, for an empty name, this computer's own; None where none can be played.

    `folder`: of the package's libraries; `model`: a small GGUF file.
    """
    if not processor:
        return _write([], folder, model)
    player = shutil.which("qemu-x86_64")
    if player is None or platform.machine() != "x86_64":
        return None
    if processor in LOADING_ONLY:
        return _write([player, "-cpu", processor], folder, model, WORD, 0)
    return _write([player, "-cpu", processor], folder, model)


def _write(player: list[str], folder: Path, model: Path, prompt: str = PROMPT, tokens: int = 3) -> Written:
    # The interpreter itself, because a link to it in an environment is followed by the player, not by Python.
    command = [*player, str(Path(sys.executable).resolve()), "-c", _WRITE, json.dumps(sys.path)]
    try:
        done = subprocess.run(
            [*command, str(folder), str(model), prompt, str(tokens)],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Written(problem=f"not done after {PATIENCE_S} s")
    try:
        text, libraries = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return Written(problem=f"ended with {done.returncode}: {done.stderr[-400:]}")
    return Written(text, tuple(libraries))
