"""The table of benchmarks: what each is called, measures and takes. Each is imported only when it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from core.errors import UsageError
from core.published.schemas import BenchOutput
from tests.benchmarks import options
from tests.benchmarks.options import DETAILS, DOCUMENTS, RESUME, WORK, Option, count, name, place, switch


@dataclass(frozen=True, slots=True)
class Bench:
    """`measure` takes `paths`, `quick`, `cancel` and the keyword of each option."""

    description: str
    measure: Callable[..., BenchOutput]
    options: tuple[Option, ...] = ()


def _run(where: str, *argument: Any, left_out: tuple[str, ...] = (), **given: Any) -> BenchOutput:
    """Call `PACKAGE.MODULE.FUNCTION` without those of the common arguments that it does not take."""
    module, _, function = where.rpartition(".")
    measure = getattr(import_module(f"tests.benchmarks.{module}"), function)
    report: BenchOutput = measure(
        *argument, **{key: one for key, one in given.items() if key not in left_out}
    )
    return report


def _smoke(**given: Any) -> BenchOutput:
    from core.self_check.run import run_self_check
    from tests.benchmarks.machine import commit

    return run_self_check(**given).model_copy(update={"commit": commit()})


def _agent(*, copied: bool, **given: Any) -> BenchOutput:
    if copied and (given["model"] or given["details"]):
        raise UsageError("--copied asks no model and keeps no details.", "Leave the others out.")
    if given["resume"] and not given["details"]:
        raise UsageError("--resume goes on with the file of --details.", "Add --details FILE.")
    return _run("agent.run.run_agent", copied=copied, **given)


def _library(
    *, reports: bool, end_to_end: int, with_model: str, questions: int, scale: int, **given: Any
) -> BenchOutput:
    """One of the ways to measure: the first that is asked for."""
    kept = {key: given[key] for key in ("cancel", "details")}
    if reports:
        return _run("library.reports.run_library_reports", **kept)
    if end_to_end:
        return _run("library.whole.run_library_whole", paths=given["paths"], documents=end_to_end, **kept)
    if scale:
        return _run("library.scale.run_library_scale", documents=scale, cancel=given["cancel"])
    if with_model:
        from tests.benchmarks.one_model import language_model

        with language_model(given["paths"], with_model) as model:
            return _run("library.planned.run_library_planned", model, count=questions, **kept)
    return _run("library.run.run_library", left_out=("paths",), **given)


BENCHES = {
    "smoke": Bench("is this installation as fast as it should be?", _smoke, (DOCUMENTS,)),
    "ingest": Bench(
        "how fast documents become searchable, and what it costs",
        partial(_run, "ingest.run.run_ingest"),
        (DOCUMENTS, place("--robustness", "only take in every file of this folder, and show how each ended")),
    ),
    "retrieval": Bench(
        "how well the right page is found",
        partial(_run, "retrieval.run.run_retrieval"),
        (
            WORK,
            options.choice("--sets", "sets", "only these questions", "financebench scifact papers"),
            switch("--tune", "only the weights: tried on one half of the questions, told of the other"),
            count("--distractors", "distractors", "only the questions, among N more reports", most=5000),
        ),
    ),
    "german": Bench("questions over German documents", partial(_run, "retrieval.german.run_german")),
    "scale": Bench(
        "searches over many chunks",
        partial(_run, "scale.run.run_scale", left_out=("paths",)),
        (
            Option(
                "--points",
                "points",
                "these numbers of chunks, not 10,000 and 100,000; 1000000 takes half an hour",
                {"nargs": "+", "type": options.number(int, 1000, 5_000_000), "default": [], "metavar": "N"},
            ),
        ),
    ),
    "window": Bench(
        "does the window stay alive while documents are read and answers stream?",
        partial(_run, "window.run.run_window"),
        (count("--count", "documents", "read N documents (default 300)"),),
    ),
    "library": Bench(
        "how well fields are read and questions over them understood",
        _library,
        (
            count("--count", "documents", "read the first N documents only"),
            DETAILS,
            count("--scanned", "scanned", "read N scans, too (some 10 s each)"),
            switch("--reports", "instead: kind and year of the real reports (needs DOCUCHAT_SHARED)"),
            count("--end-to-end", "end_to_end", "instead: N documents, scans too, through the whole program"),
            name("--with-model", "instead: what this model gains on questions that the rules leave"),
            count("--questions", "questions", "with --with-model: how many", default=12),
            count("--scale", "scale", "instead: questions and search over N synthetic documents (4 minutes)"),
        ),
    ),
    "agent": Bench(
        "what agent mode gets right and what it costs, beside plain chat",
        _agent,
        (
            name("--model", "this language model, not the configured one"),
            switch("--copied", "only what copying sentences answers, without a language model"),
            count("--tasks", "count", "N tasks only, in turn from every kind"),
            place("--library", "keep and use the library in this data home (made in 15 minutes)", "HOME"),
            DETAILS,
            RESUME,
            options.seconds("--task-seconds", "stop a task's run after so long; it counts as not ended"),
        ),
    ),
    "verification": Bench(
        "is what counts as verified true, and what is true verified?",
        partial(_run, "verification.run.run_verification", left_out=("paths",)),
        (switch("--tuned", "the half that the rules were chosen on, not the held-out one"),),
    ),
    "answers": Bench(
        "are answers right, and is what is verified right?",
        partial(_run, "answers.run.run_answers"),
        (
            options.choice(
                "--sets",
                "sets",
                "only these; pairs: two of xquad at once; absent, nearby: those of xquad without the "
                "articles, or only the paragraphs, that answer them",
                "xquad pairs absent nearby financebench",
            ),
            name(
                "--model", "also answers written by this model, and its plain ones; else only what is copied"
            ),
            count("--questions", "count", "N questions of each set only"),
            *(WORK, DETAILS, RESUME),
        ),
    ),
    "injection": Bench(
        "are orders in questions seen, and orders in documents not obeyed?",
        partial(_run, "injection.run.run_injection"),
        (
            name("--model", "attack this language model, too; else only what is copied"),
            options.choice("--mode", "modes", "ask in these modes", "chat agent", "chat"),
            switch("--broad", "ask what the page says, not for one fact of it"),
            count("--attacks", "count", "N attacks only, in turn from every kind"),
            *(DETAILS, RESUME),
        ),
    ),
    "constraints": Bench(
        "are the demands of a question found, and only those?",
        partial(_run, "agent.constraints.run_constraints"),
        (name("--model", "also ask this language model, and score what it adds"),),
    ),
    "research": Bench(
        "are references found, followed within the limits, and is what is behind them answered?",
        partial(_run, "research.run.run_research"),
        (
            Option(
                "--part",
                "part",
                "references found and followed; runs within their limits; questions only a chain answers",
                {"choices": ("references", "runs", "chains"), "default": "references"},
            ),
            DETAILS,
            name("--model", "runs, chains: the language model; without, answers are copied"),
            count("--questions", "count", "runs, chains: N questions only"),
            switch("--standard", "runs, chains: the usual limits, not the reduced ones"),
            options.seconds("--run-seconds", "runs, chains: stop one after so long; it counts as not ended"),
        ),
    ),
}
