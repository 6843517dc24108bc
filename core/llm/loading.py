"""Loading a GGUF file with llama.cpp, and saying in plain words why it did not work. Child process only."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BugError, ModelError
from core.models.formats import check_gguf
from core.system.cores import usable_cores

# Bytes: smaller batches mean more calls, larger ones a coarser Stop and more scratch memory.
BATCH_TOKENS = 512
_LOG_LINES = 60


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """What the parent asks for. `gpu_layers` -1 offloads all; `threads` 0 means one per usable core."""

    model_path: Path
    model_name: str
    context_tokens: int
    gpu_layers: int
    threads: int


class _LogTail:
    """llama.cpp's last words. The callback must stay referenced for as long as the library is loaded."""

    def __init__(self, library: Any) -> None:
        self.lines: deque[str] = deque(maxlen=_LOG_LINES)
        self._callback = library.llama_log_callback(self._on_line)
        library.llama_log_set(self._callback, ctypes.c_void_p(0))

    def _on_line(self, _level: int, text: bytes, _user: Any) -> None:
        self.lines.append(text.decode("utf-8", errors="replace"))

    @property
    def text(self) -> str:
        return "".join(self.lines)


_log_tail: _LogTail | None = None


def load_model(options: LoadOptions) -> Any:
    """A `llama_cpp.Llama` ready for use.

    Raises:
        ModelError: `model_missing`, `model_format`, `model_architecture`, `model_damaged`, `model_memory`,
            `model_template`, or `model_load` when llama.cpp does not say.
    """
    check_gguf(options.model_path)
    llama_cpp = _library()
    tail = _log_tail
    if tail is None:
        raise BugError("llama.cpp was loaded without its log being kept")
    tail.lines.clear()
    threads = options.threads or usable_cores()
    from jinja2 import TemplateError

    try:
        llm = llama_cpp.Llama(
            model_path=str(options.model_path),
            n_ctx=options.context_tokens,
            n_batch=BATCH_TOKENS,
            n_ubatch=BATCH_TOKENS,
            n_threads=threads,
            n_threads_batch=threads,
            n_gpu_layers=options.gpu_layers,
            no_perf=True,
            verbose=False,
        )
    except MemoryError as error:
        raise _known("model_memory", options, "") from error
    except (TemplateError, SyntaxError) as error:
        # llama_cpp translates every template of the file at once, also those that nobody asks for.
        raise template_refused(error) from error
    except (ValueError, RuntimeError, OSError, AssertionError) as error:
        raise _known(_classify(tail.text), options, f"{tail.text}\n{error}") from error
    return llm


def template_refused(failure: Exception) -> ModelError:
    """What is said of a chat template that is no program of Jinja, or that ends with `failure`."""
    error = ModelError(
        f"The chat template of this language model refuses the conversation ({failure}).",
        "Choose another model with `docuchat models list`.",
    )
    error.code = "model_template"
    return error


def supports_offload() -> bool:
    """Whether layers can lie on a graphics card."""
    return bool(_library().llama_supports_gpu_offload())


def last_log() -> str:
    """llama.cpp's last lines, for the log."""
    return _log_tail.text if _log_tail else ""


def _library() -> Any:
    global _log_tail
    os.environ.pop("GGML_BACKEND_PATH", None)  # it would load any library it names
    import llama_cpp

    if _log_tail is None:
        # llama_cpp sets its own, printing callback at import; from here on the lines are kept instead.
        _log_tail = _LogTail(llama_cpp)
        _load_cpu_variants(llama_cpp)
    return llama_cpp


def _load_cpu_variants(llama_cpp: Any) -> None:
    """A build for all CPUs ships one library per generation; ggml picks the best of the folder.

    With the folder named: without, ggml also looks into the working directory.
    """
    folder = Path(llama_cpp.__file__).parent / "lib"
    if any("ggml-cpu-" in file.name for file in folder.glob("*")):
        with contextlib.suppress(AttributeError):
            llama_cpp.llama_cpp._lib.ggml_backend_load_all_from_path(os.fsencode(folder))


def _classify(log: str) -> str:
    lines = log.lower()
    if "unknown model architecture" in lines or "unknown pre-tokenizer" in lines:
        return "model_architecture"
    if "not within the file bounds" in lines or "corrupted" in lines or "failed to read" in lines:
        return "model_damaged"
    if ("alloc" in lines and "fail" in lines) or "out of memory" in lines or "unable to allocate" in lines:
        return "model_memory"
    if "gguf" in lines and "fail" in lines:
        return "model_damaged"
    return "model_load"


def _known(code: str, options: LoadOptions, detail: str) -> ModelError:
    file = options.model_path
    message, hint = {
        "model_architecture": (
            f"{file} holds a kind of model that this version cannot run.",
            "Choose another model with `docuchat models list`.",
        ),
        "model_damaged": (
            f"The language model file {file} is damaged or incomplete.",
            f"Check it with `docuchat models verify {options.model_name}` and fetch it again.",
        ),
        "model_memory": (
            f"There is not enough memory to load {options.model_name} with a context of "
            f"{options.context_tokens} tokens.",
            "Close other programs, lower the context in the settings, or choose a smaller model.",
        ),
        "model_load": (
            f"The language model file {file} could not be loaded.",
            "The log file has the details; choose another model with `docuchat models list`.",
        ),
    }[code]
    error = ModelError(message, hint)
    error.code = code
    if detail.strip():
        error.add_note(detail[-4000:])
    return error
