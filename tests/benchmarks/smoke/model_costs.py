"""What the language model costs: loading, speeds, the tokens of a run, the time to Stop."""

from __future__ import annotations

import threading
import time

from core.cancel import CancelToken
from core.engine import Engine, Question
from core.events import AnswerReady, DraftDelta, RunFinished, StepStarted
from core.llm.base import GenerationRequest, Message, TextDelta
from core.published.schemas import FigureOutput
from core.types import Mode
from tests.benchmarks.figures import Results, figure

RATIO_TARGET = 1.15
STOP_TARGET_MS = 300.0
SENTENCE = "The pump must be drained before frost and filled again before it is started. "


def model_speed(engine: Engine, results: Results, cancel: CancelToken, *, quick: bool) -> None:
    """Load it, read a prompt, write an answer; then a second turn on top, whose prefix is not read again."""
    model = engine.language_model()
    repeats, tokens, second_tokens = (16, 24, 8) if quick else (32, 64, 16)
    began = time.monotonic()
    for _ in model.generate(GenerationRequest((Message("user", "Say hello."),), max_tokens=8), cancel):
        pass
    results["language model loaded and first words"] = figure(time.monotonic() - began, "s", better="lower")
    prompt = Message("user", SENTENCE * repeats + "Count to one hundred in words.")
    began = first = time.monotonic()
    said, evaluated, distinct = "", 0, 0
    for piece in model.generate(GenerationRequest((prompt,), tokens), cancel):
        if isinstance(piece, TextDelta):
            first = time.monotonic() if first == began else first
        else:
            rest = time.monotonic() - first
            reading = first - began
            results["prompt"] = figure(
                piece.evaluated_tokens / reading if reading else None, "tokens/s", better="higher"
            )
            results["decode"] = figure(
                (piece.completion_tokens - 1) / rest if rest else None, "tokens/s", better="higher"
            )
            said = piece.text
            evaluated = piece.evaluated_tokens
    again = (prompt, Message("assistant", said), Message("user", "Go on."))
    for piece in model.generate(GenerationRequest(again, second_tokens), cancel):
        if not isinstance(piece, TextDelta):
            evaluated += piece.evaluated_tokens
            distinct = piece.prompt_tokens  # the first prompt stands in it, whole
    results["prompt tokens evaluated / distinct, two turns"] = _ratio(evaluated, distinct)


def _ratio(evaluated: int, distinct: int) -> FigureOutput:
    value = evaluated / distinct if distinct else None
    return figure(value, "ratio", better="lower", target=RATIO_TARGET)


def agent_runs(engine: Engine, questions: list[str], results: Results, cancel: CancelToken) -> None:
    """Bounded runs: how many prompt tokens are really computed, against how many differ."""
    evaluated = distinct = 0
    seconds: list[float] = []
    for question in questions:
        began = time.monotonic()
        for event in engine.ask(Question(question, Mode.AGENT), cancel):
            if isinstance(event, AnswerReady):
                evaluated += event.usage.evaluated_tokens
                distinct += event.usage.distinct_prompt_tokens
        seconds.append(time.monotonic() - began)
    results["prompt tokens evaluated / distinct, agent"] = _ratio(evaluated, distinct)
    results["agent run"] = figure(sum(seconds) / len(seconds), "s", better="lower")


def time_to_stop(engine: Engine, results: Results, left_out: list[str]) -> None:
    """Stop while the prompt is evaluated, and while the answer is written, pressed from another thread."""
    for name, phase in (("time to Stop, prompt", StepStarted), ("time to Stop, writing", DraftDelta)):
        token = CancelToken()
        button = _StopButton(token)
        outcome = ""
        for event in engine.ask(Question(f"Describe everything about the figures. ({name})"), token):
            if isinstance(event, phase) and getattr(event, "step", "reasoner") == "reasoner":
                button.press_soon()
            if isinstance(event, RunFinished):
                outcome = event.outcome
        elapsed = button.milliseconds_since() if outcome == "cancelled" else None
        if elapsed is None:
            left_out.append(f"{name}: the answer was there before Stop was pressed")
        results[name] = figure(elapsed, "ms", better="lower", target=STOP_TARGET_MS, digits=0)


class _StopButton:
    """Sets the token a moment later, so that the run is deep in the phase."""

    DELAY_S = 0.3

    def __init__(self, token: CancelToken) -> None:
        self._token = token
        self._pressed_at: float | None = None
        self._timer: threading.Timer | None = None

    def press_soon(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(self.DELAY_S, self._press)
            self._timer.daemon = True
            self._timer.start()

    def milliseconds_since(self) -> float | None:
        """Since it was pressed; None if it never was."""
        if self._timer is not None:
            self._timer.join()
        return None if self._pressed_at is None else (time.monotonic() - self._pressed_at) * 1000

    def _press(self) -> None:
        self._pressed_at = time.monotonic()
        self._token.set()
