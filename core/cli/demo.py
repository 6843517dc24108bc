"""`docuchat demo`: the whole way from a file to a cited answer, in the terminal, on the sample documents."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import Any

from core.cli.printing import AnswerPrinter
from core.cli.progress import IngestPrinter
from core.engine import Engine, Question
from core.runs.recorder import carry_out
from core.settings import Settings
from core.system.paths import AppPaths, resources
from core.types import Mode


def add_parser(commands: Any) -> None:
    demo = commands.add_parser("demo", help="index the sample documents and ask about them, with the trace")
    demo.set_defaults(run=run_demo)


def demo_questions() -> list[tuple[Mode, str]]:
    """One question for each mode, from the samples' own list."""
    lines = (resources() / "samples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines if line.strip()]
    return [(Mode.CHAT, questions[0]), (Mode.AGENT, questions[1])]


def run_demo(arguments: argparse.Namespace) -> int:
    """Keeps its own library beside the user's, so that a second demo starts at once."""
    paths = AppPaths.from_environment(arguments.home)
    paths = replace(paths, data=paths.cache / "demo")
    samples = resources() / "samples"
    print(f"Sample documents: {samples}")
    with Engine.open(paths, Settings()) as engine:
        printer = IngestPrinter()
        carry_out(engine.add_paths([samples], arguments.cancel), printer.show)
        carry_out(engine.ingest(arguments.cancel), printer.show)
        for document in engine.documents():
            print(f"  {document.filename}: {document.page_count} pages, {document.status.value}")
        for mode, question in demo_questions():
            print(f"\n── {mode.value.capitalize()}: {question}\n")
            answers = AnswerPrinter(trace=True)
            carry_out(engine.ask(Question(question, mode), arguments.cancel), answers.show)
    print("\nYour own documents: .venv/bin/docuchat index PATH")
    print('Then: .venv/bin/docuchat ask "your question"')
    return 0
