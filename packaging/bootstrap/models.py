"""The default models, fetched by DocuChat's own model store with its progress bar."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bootstrap.console import SetupError, say
from bootstrap.places import PYTHON, ROOT
from bootstrap.stamps import digest, is_done, mark_done, note_of

EMBEDDER = "multilingual-e5-small"
JUDGE = "ms-marco-minilm-l-12-v2"
BUNDLED = (EMBEDDER, JUDGE)  # in every package
RUN_MODELS = ("qwen2.5-coder-1.5b-instruct-q4_k_m", *BUNDLED)
# The last one is fused for the processor when it is installed; the tests of that need it.
TEST_MODELS = ("smollm2-135m-instruct-q4_1", *BUNDLED, "all-minilm-l6-v2-int8")
# Whatever moves the models folder.
FOLDER_SETTINGS = ("DOCUCHAT_MODELS", "DOCUCHAT_HOME", "HOME", "XDG_DATA_HOME", "LOCALAPPDATA")


def prepare(name: str, model_ids: Sequence[str]) -> str:
    """Have `model_ids` installed; the store checks each sha256 and resumes what was interrupted.

    Returns the models folder.

    Raises:
        SetupError: a model could not be had; the store has said why.
    """
    settings = [f"{key}={os.environ.get(key, '')}" for key in FOLDER_SETTINGS]
    inputs = digest([ROOT / "resources" / "models.toml", *model_ids, *settings])
    step = f"models-{name}"
    if is_done(step, inputs):
        return note_of(step)
    say(f"Models: {', '.join(model_ids)}")
    got = subprocess.run([PYTHON, "-m", "core.cli.models", "get", *model_ids], cwd=ROOT, check=False)
    if got.returncode:
        raise SetupError("The models are not complete. Start again to go on where it stopped.")
    found = where(model_ids)
    places = found["models"]
    files = [Path(file["path"]) for place in places for file in place["files"]]
    mark_done(step, inputs, [*files, *(Path(place["main_file"]) for place in places)], found["models_dir"])
    return str(found["models_dir"])


def where(model_ids: Sequence[str] = ()) -> dict:  # type: ignore[type-arg]
    """What `docuchat models where --json` says."""
    command = [PYTHON, "-m", "core.cli.models", "where", "--json", *model_ids]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SetupError(f"The models folder cannot be read: {done.stderr.strip()}")
    return json.loads(done.stdout)
