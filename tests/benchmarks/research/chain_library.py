"""The library of the questions that only a chain answers, made for the time of a measurement."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.cancel import CancelToken
from core.engine import Engine
from core.research.limits import ResearchLimits
from core.runs.recorder import carry_out
from core.system.paths import AppPaths
from tests.benchmarks.research.chain_plan import ChainQuestion, planned_chains
from tests.benchmarks.research.library_pages import write_library
from tests.benchmarks.research.library_plan import planned_library
from tests.benchmarks.settings import settings_with


@dataclass(frozen=True, slots=True)
class ChainLibrary:
    """An open engine over the documents. `model` is the name of its language model, empty without one."""

    engine: Engine
    questions: tuple[ChainQuestion, ...]
    documents: int
    limits: ResearchLimits
    model: str


@contextmanager
def chain_library(
    paths: AppPaths, *, model: str, seed: int, alone: bool, standard: bool, cancel: CancelToken
) -> Iterator[ChainLibrary]:
    """Write the documents, read them in, and keep them until the block ends.

    Args:
        model: a language model of the catalogue; empty: none is used.
        alone: without the documents of the resolution library beside them.
        standard: with the limits of an ordinary research, not the reduced ones.

    Raises:
        core.errors.KnownError: a model is missing, or the documents could not be written.
    """
    documents, _known, questions = planned_chains(seed)
    beside = () if alone else ("library", "library_last")
    others = [document for name in beside for document in planned_library(name)[0]]
    settings = settings_with(paths, model)
    preset = "standard" if standard else "reduced"
    answers = settings.answers.model_copy(update={"research_limits": preset})
    settings = settings.model_copy(update={"answers": answers})
    with tempfile.TemporaryDirectory(prefix="docuchat-bench-") as folder:
        root = Path(folder)
        write_library([*documents, *others], root / "documents")
        home = AppPaths(root / "data", paths.models, root / "cache", root / "logs")
        with Engine.open(home, settings) as engine:
            name = engine.language_model().model_name if model else ""
            carry_out(engine.add_paths([root / "documents"], cancel), lambda _event: None)
            carry_out(engine.ingest(cancel), lambda _event: None)
            cancel.check()
            held = len(engine.documents())
            yield ChainLibrary(engine, tuple(questions), held, ResearchLimits.of(answers), name)
