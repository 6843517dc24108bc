"""What the language model costs: loading, speeds, the tokens of a run, the time to Stop."""

from __future__ import annotations

import threading
import time

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.events import AnswerReady, DraftDelta, RunFinished, StepStarted
from core.llm.base import GenerationRequest, Message, TextDelta
from core.published.schemas import FigureOutput
from core.self_check.measures import Results, figure
from core.types import Mode

RATIO_TARGET = 1.15
STOP_TARGET_MS = 300.0
_STOP_AFTER_S = 0.3  # so that the run is deep in the phase
_SENTENCE = "The pump must be drained before frost and filled again before it is started. "


def model_speed(engine: Engine, results: Results, cancel: CancelToken, *, quick: bool) -> None:
    """Load it, read a prompt, write an answer; then a second turn on top, whose prefix is not read again."""
    model = engine.language_model()
    repeats, tokens, second_tokens = (16, 24, 8) if quick else (32, 64, 16)
    began = time.monotonic()
    for _ in model.generate(GenerationRequest((Message("user", "Say hello."),), max_tokens=8), cancel):
        pass
    results["language model loaded and first words"] = figure(time.monotonic() - began, "s", better="lower")
    prompt = Message("user", _SENTENCE * repeats + "Count to one hundred in words.")
    began = first = time.monotonic()
    said, evaluated, distinct = "", 0, 0
    for piece in model.generate(GenerationRequest((prompt,), tokens), cancel):
        if isinstance(piece, TextDelta):
            first = time.monotonic() if first == began else first
            continue
        said, evaluated = piece.text, piece.evaluated_tokens
        reading, writing = first - began, time.monotonic() - first
        read = evaluated / reading if reading else None
        results["prompt"] = figure(read, "tokens/s", better="higher")
        written = (piece.completion_tokens - 1) / writing if writing else None
        results["decode"] = figure(written, "tokens/s", better="higher")
    again = (prompt, Message("assistant", said), Message("user", "Go on."))
    for piece in model.generate(GenerationRequest(again, second_tokens), cancel):
        if not isinstance(piece, TextDelta):
            evaluated += piece.evaluated_tokens
            distinct = piece.prompt_tokens  # the first prompt stands in it, whole
    results["prompt tokens evaluated / distinct, two turns"] = _ratio(evaluated, distinct)


def agent_runs(engine: Engine, questions: list[str], results: Results, cancel: CancelToken) -> None:
    """Bounded runs: how many prompt tokens are really computed, against how many differ."""
    evaluated = distinct = 0
    began = time.monotonic()
    for question in questions:
        for event in engine.ask(Question(question, Mode.AGENT), cancel):
            if isinstance(event, AnswerReady):
                evaluated += event.usage.evaluated_tokens
                distinct += event.usage.distinct_prompt_tokens
    results["prompt tokens evaluated / distinct, agent"] = _ratio(evaluated, distinct)
    results["agent run"] = figure((time.monotonic() - began) / len(questions), "s", better="lower")


def time_to_stop(engine: Engine, results: Results, left_out: list[str]) -> None:
    """Stop while the prompt is evaluated, and while the answer is written, pressed from another thread."""
    for name, phase in (("time to Stop, prompt", StepStarted), ("time to Stop, writing", DraftDelta)):
        token, pressed = CancelToken(), list[float]()

        def press(token: CancelToken = token, pressed: list[float] = pressed) -> None:
            pressed.append(time.monotonic())
            token.set()

        button: threading.Timer | None = None
        outcome = ""
        for event in engine.ask(Question(f"Describe everything about the figures. ({name})"), token):
            deep = isinstance(event, phase) and getattr(event, "step", "reasoner") == "reasoner"
            if deep and button is None:
                button = threading.Timer(_STOP_AFTER_S, press)
                button.daemon = True
                button.start()
            if isinstance(event, RunFinished):
                outcome = event.outcome
        if button is not None:
            button.join()
        elapsed = (time.monotonic() - pressed[0]) * 1000 if pressed and outcome == "cancelled" else None
        if elapsed is None:
            left_out.append(f"{name}: the answer was there before Stop was pressed")
        results[name] = figure(elapsed, "ms", better="lower", target=STOP_TARGET_MS, digits=0)


def _ratio(evaluated: int, distinct: int) -> FigureOutput:
    value = evaluated / distinct if distinct else None
    return figure(value, "ratio", better="lower", target=RATIO_TARGET)
