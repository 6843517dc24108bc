"""The figures of the agent benchmark, summed up from runs whose grades are known."""

from __future__ import annotations

import pytest

from core.types import Mode
from tests.benchmarks.agent.lines import Asked
from tests.benchmarks.agent.report import findings, summed_up
from tests.benchmarks.grading.grades import OTHER_FIGURE, Grade
from tests.benchmarks.intervals import share_with_interval

RIGHT, WRONG, GAP = Grade(True, False), Grade(False, False, OTHER_FIGURE), Grade(False, True, "no figure")
DISCLOSED = Grade(True, True)


def asked(
    name: str,
    mode: Mode,
    grade: Grade,
    *,
    kind: str = "single",
    over: tuple[str, ...] = (),
    cited: tuple[int, int] = (1, 1),
    wrong_quotes: tuple[str, ...] = (),
) -> Asked:
    return Asked(
        task_id=name,
        kind=kind,
        mode=mode,
        outcome="no_answer" if grade.disclosed else "answered",
        grade=grade,
        over_limits=over,
        cited=cited,
        quotes=2,
        not_verbatim=wrong_quotes,
        verified=True,
        seconds=4.0,
        tool_calls=3,
        evaluated_tokens=110,
        distinct_prompt_tokens=100,
    )


def test_shares_of_both_modes_stand_beside_each_other() -> None:
    runs = [
        asked("a", Mode.AGENT, RIGHT),
        asked("b", Mode.AGENT, GAP),
        asked("c", Mode.AGENT, DISCLOSED, kind="unanswerable"),
        asked("a", Mode.CHAT, RIGHT),
        asked("b", Mode.CHAT, WRONG),
        asked("c", Mode.CHAT, WRONG, kind="unanswerable"),
    ]
    values = {name: figure.value for name, figure in summed_up(runs).items()}
    assert values["agent.correct"] == values["chat.correct"] == values["agent.correct.single"] == 0.5
    assert (values["agent.no answer though there is one"], values["chat.no answer though there is one"]) == (
        0.5,
        0,
    )
    assert (values["agent.answered wrongly"], values["chat.answered wrongly"]) == (0, 0.5)
    assert values["chat.answered wrongly and marked as verified"] == 0.5
    assert (values["agent.unanswerable rightly disclosed"], values["agent.unanswerable answered"]) == (1, 0)
    assert (values["chat.unanswerable rightly disclosed"], values["chat.unanswerable answered"]) == (0, 1)
    counts = {name: (figure.count, figure.of) for name, figure in summed_up(runs).items() if figure.of}
    assert counts["agent.correct"] == (1, 2)
    assert counts["agent.unanswerable rightly disclosed"] == (1, 1)
    assert counts["chat.unanswerable rightly disclosed"] == (0, 1)
    assert counts["agent.ended inside the limits"] == (3, 3)
    assert counts["agent.citations at passages it read"] == (3, 3)
    assert counts["agent.demands met or disclosed"] == (3, 3)
    assert counts["agent.quotes not verbatim"] == (0, 6)
    assert values["correct, agent minus chat"] == pytest.approx(1 / 3, abs=0.001)
    assert values["agent.seconds.p50"] == 4.0
    assert values["agent.prompt tokens evaluated / distinct"] == 1.1
    dear = runs[0].model_copy(update={"evaluated_tokens": 240})
    values = {name: figure.value for name, figure in summed_up([dear, *runs[1:]]).items()}
    assert values["agent.prompt tokens evaluated / distinct"] == 1.533
    assert values["agent.prompt tokens evaluated / distinct, highest of a run"] == 2.4
    assert "agent, not right: no answer (1)" in findings(runs)
    assert f"chat, not right: {OTHER_FIGURE} (1)" in findings(runs)


def test_what_must_not_happen_misses_its_target_and_is_named() -> None:
    bad = asked("a", Mode.AGENT, RIGHT, over=("6 tool calls of 5",), cited=(1, 2), wrong_quotes=("made up",))
    results = summed_up([bad, asked("a", Mode.CHAT, RIGHT)])
    met = {
        name: row.met for name, row in results.items() if name.startswith("agent") and row.target is not None
    }
    assert met == {
        "agent.ended inside the limits": False,
        "agent.citations at passages it read": False,
        "agent.demands met or disclosed": True,
        "agent.quotes not verbatim": False,
        "agent.prompt tokens evaluated / distinct": True,
        "agent.prompt tokens evaluated / distinct, highest of a run": True,
        "agent.prompts read anew": True,
    }
    told = "\n".join(findings([bad]))
    for words in ("6 tool calls of 5", "made up", "1 citations"):
        assert words in told


def test_nothing_asked_gives_no_figures() -> None:
    assert summed_up([]) == {}
    assert findings([]) == []


def test_wilson_intervals_are_those_of_the_textbook() -> None:
    assert share_with_interval(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert share_with_interval(0, 10) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-4)
    assert share_with_interval(10, 10)[1:] == pytest.approx((0.7225, 1.0), abs=1e-4)
