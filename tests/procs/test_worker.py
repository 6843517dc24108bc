"""Worker processes: calls, streams, Stop, limits, deaths. Real processes throughout."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from core.cancel import CancelToken
from core.errors import BugError, Cancelled, DocumentError, WorkerError
from core.procs import Reply, WorkerProcess
from core.procs.spawn import Child
from core.procs.watchdog import TICK_S

REAL = pytest.mark.usefixtures("real_workers")  # as the program starts them; the others are forked
TARGET = "tests.procs.children:main"
ROOT = Path(__file__).resolve().parents[2]
# What is to happen at once may take so long on a busy machine; what would happen otherwise takes longer.
SOON_S = 10.0


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    with WorkerProcess(TARGET, name="test worker", cancel_grace_s=20) as process:
        yield process


def ask(worker: WorkerProcess, kind: str, timeout_s: float | None = 20, **payload: object) -> list[Reply]:
    return list(worker.call(kind, payload, timeout_s=timeout_s))


def served(replies: list[Reply]) -> int:
    assert replies[-1].kind == "done"
    return int(replies[-1].payload["served"])


def test_an_answer_comes_back_with_its_blob(worker: WorkerProcess) -> None:
    blob = os.urandom(8 * 2**20)
    replies = list(worker.call("echo", {"text": "Grüße \ud800 ☃"}, blob=blob, timeout_s=20))
    assert [reply.kind for reply in replies] == ["echo", "done"]
    assert replies[0].payload == {"text": "Grüße \ud800 ☃"}
    assert replies[0].blob == blob


def test_answers_stream_in_order_and_the_process_stays(worker: WorkerProcess) -> None:
    assert worker.pid is None
    first = ask(worker, "count", to=50)
    assert [reply.payload["number"] for reply in first[:-1]] == list(range(50))
    second = ask(worker, "count", to=1)
    assert (served(first), served(second)) == (1, 2)
    assert worker.pid == second[-1].payload["pid"]
    assert worker.rss_bytes() > 2**20


@REAL
def test_the_child_is_kept_apart_from_the_terminal_and_the_main_script(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with WorkerProcess(TARGET, name="test worker", options={"colour": "blue"}, nice=5) as process:
        environment = ask(process, "environment")[0].payload
    assert environment == {
        "stdin": "",
        "main": "",
        "pytest": False,
        "nice": os.nice(0) + 5,
        "sigint_ignored": True,
        "options": {"colour": "blue"},
    }
    assert capfd.readouterr() == ("", "")


def test_a_known_error_arrives_as_itself_and_the_child_goes_on(worker: WorkerProcess) -> None:
    ask(worker, "echo")
    with pytest.raises(DocumentError) as error:
        ask(worker, "known")
    assert error.value.message == "The file a.pdf needs a password."
    assert error.value.hint == "Remove the password and add it again."
    assert error.value.code == "document_encrypted"
    assert served(ask(worker, "echo")) == 3


USUAL: dict[str, float | None] = {"timeout_s": 20}


@pytest.mark.parametrize(
    ("kind", "payload", "limits", "code", "words", "logged", "stays"),
    [
        ("bug", {}, USUAL, "worker_failed", "ZeroDivisionError", "in _bug", True),
        ("no_memory", {}, USUAL, "worker_memory", "out of memory", "", True),
        ("signal", {"signal": int(signal.SIGSEGV)}, USUAL, "worker_died", "SIGSEGV", "in _signal", False),
        ("signal", {"signal": int(signal.SIGKILL)}, USUAL, "worker_died", "ran out of memory", "", False),
        ("exit", {}, USUAL, "worker_died", "exit code 3", "", False),
        ("garbage", {"which": "pickle"}, USUAL, "worker_garbled", "makes no sense", "", False),
        ("garbage", {"which": "future"}, USUAL, "worker_garbled", "makes no sense", "", False),
        ("garbage", {"which": "deep"}, USUAL, "worker_garbled", "makes no sense", "", False),
        ("hang", {}, {"timeout_s": 0.3}, "worker_timeout", r"not done after 0\.3 seconds", "", False),
        ("hang", {}, {"idle_timeout_s": 0.3, "timeout_s": None}, "worker_timeout", "sign of life", "", False),
    ],
)
def test_what_goes_wrong_is_told_and_the_next_call_is_answered(
    worker: WorkerProcess,
    kind: str,
    payload: dict[str, object],
    limits: dict[str, float | None],
    code: str,
    words: str,
    logged: str,
    stays: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = ask(worker, "echo")[-1].payload["pid"]
    began = time.monotonic()
    with pytest.raises(WorkerError, match=words) as error:
        list(worker.call(kind, payload, **limits))
    assert time.monotonic() - began < SOON_S  # who hangs sleeps for a minute
    assert error.value.code == code
    assert logged in caplog.text
    again = ask(worker, "echo")
    assert served(again) == (3 if stays else 1)
    assert (again[-1].payload["pid"] == before) == stays


def test_the_plain_loop_survives_an_error_too() -> None:
    with WorkerProcess("tests.procs.children:loop", name="test worker") as process:
        with pytest.raises(DocumentError, match=r"a\.pdf"):
            ask(process, "fail")
        replies = ask(process, "echo", number=7)
        assert [(reply.kind, reply.payload) for reply in replies] == [("echo", {"number": 7}), ("done", {})]


def test_an_error_at_start_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with (
        WorkerProcess("tests.procs.children:fails_at_start", name="test worker") as process,
        pytest.raises(DocumentError, match=r"b\.pdf"),
    ):
        ask(process, "echo")
    with (
        WorkerProcess("tests.procs.children:no_such_function", name="test worker") as process,
        pytest.raises(WorkerError, match="AttributeError"),
    ):
        ask(process, "echo")


@REAL
def test_a_child_killed_between_calls_is_replaced_silently(worker: WorkerProcess) -> None:
    ask(worker, "echo")
    assert worker.pid is not None
    psutil.Process(worker.pid).kill()
    deadline = time.monotonic() + 30
    while worker.pid is not None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert served(ask(worker, "echo")) == 1


@pytest.mark.parametrize(("limit_s", "idle_s"), [(20, None), (None, 20)])
def test_time_limits_stand_still_while_the_consumer_is_busy(
    worker: WorkerProcess, limit_s: float | None, idle_s: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = worker.call("flood", {"times": 20}, timeout_s=limit_s, idle_timeout_s=idle_s)
    next(answers)
    real, passed = time.monotonic, 60.0  # for the watchdog a minute goes by; the test does not wait for it
    monkeypatch.setattr("core.procs.watchdog.time", SimpleNamespace(monotonic=lambda: real() + passed))
    time.sleep(20 * TICK_S)  # the pipe is full, the child blocked: not its fault
    assert len(list(answers)) == 20


@REAL
def test_a_memory_hog_is_stopped() -> None:
    limit = 150 * 2**20
    with WorkerProcess(TARGET, name="test worker", memory_limit_bytes=limit) as process:
        with pytest.raises(WorkerError, match=r"ran out of memory \(its limit is 150 MB\)") as error:
            ask(process, "hog")
        assert error.value.code == "worker_memory"
        assert served(ask(process, "echo")) == 1


def test_stop_reaches_a_child_that_polls_at_once(worker: WorkerProcess) -> None:
    token = CancelToken()
    answers = worker.call("poll", timeout_s=20, cancel=token)
    next(answers)
    pid = worker.pid
    token.set()
    began = time.monotonic()
    last = list(answers)[-1]
    assert time.monotonic() - began < SOON_S  # not at the end of the grace, nor of the time limit
    assert last.payload["cancelled"] is True
    assert worker.pid == pid


def test_stop_raised_by_the_child_is_raised_here(worker: WorkerProcess) -> None:
    token = CancelToken()
    answers = worker.call("count", {"to": 1000, "pause_s": 0.01}, timeout_s=20, cancel=token)
    next(answers)
    token.set()
    with pytest.raises(Cancelled):
        list(answers)
    assert served(ask(worker, "echo")) == 2


def test_a_child_that_does_not_listen_to_stop_is_killed_after_the_grace(worker: WorkerProcess) -> None:
    token = CancelToken()
    answers = worker.call("hang", timeout_s=None, cancel=token, cancel_grace_s=0.3)
    next(answers)
    token.set()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        list(answers)
    assert 0.25 < time.monotonic() - began < SOON_S
    assert served(ask(worker, "echo")) == 1


def test_a_late_stop_misses_the_next_call(worker: WorkerProcess) -> None:
    token = CancelToken()
    assert served(list(worker.call("echo", timeout_s=20, cancel=token))) == 1
    token.set()
    time.sleep(0.05)
    assert len(ask(worker, "count", to=3)) == 4
    with pytest.raises(Cancelled):
        list(worker.call("echo", timeout_s=20, cancel=token))
    assert served(ask(worker, "echo")) == 3


def test_stop_while_waiting_for_the_lane(worker: WorkerProcess) -> None:
    first = worker.call("poll", timeout_s=20)
    next(first)
    token = CancelToken()
    threading.Timer(0.1, token.set).start()
    with pytest.raises(Cancelled):
        list(worker.call("echo", timeout_s=20, cancel=token))
    first.close()  # type: ignore[attr-defined]


def test_leaving_early_stops_the_call_and_keeps_the_child(worker: WorkerProcess) -> None:
    answers = worker.call("poll", timeout_s=20)
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert served(ask(worker, "echo")) == 2


def test_leaving_a_stuck_child_early_costs_the_grace_and_the_child(worker: WorkerProcess) -> None:
    answers = worker.call("hang", timeout_s=None, cancel_grace_s=0.3)
    next(answers)
    began = time.monotonic()
    answers.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < SOON_S
    assert served(ask(worker, "echo")) == 1


def test_calls_from_several_threads_take_turns(worker: WorkerProcess) -> None:
    seen: list[int] = []
    threads = [threading.Thread(target=lambda: seen.append(served(ask(worker, "echo")))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == list(range(1, 9))


def test_a_request_that_is_not_json_is_our_bug(worker: WorkerProcess) -> None:
    with pytest.raises(BugError, match="not JSON"):
        ask(worker, "echo", value=object())
    assert served(ask(worker, "echo")) == 1


@REAL
def test_close_ends_process_thread_and_log_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("core.procs.spawn.CLOSE_WAIT_S", 30.0)  # the child ends by itself, it is not killed
    threads = set(threading.enumerate())
    process = WorkerProcess(TARGET, name="test worker")
    ask(process, "echo")
    assert process.pid is not None
    child = psutil.Process(process.pid)
    assert len(list(tmp_path.glob("docuchat-worker-*"))) == 1
    began = time.monotonic()
    process.close()
    process.close()
    assert time.monotonic() - began < SOON_S
    assert not child.is_running()
    assert set(threading.enumerate()) <= threads
    assert list(tmp_path.glob("docuchat-worker-*")) == []
    with pytest.raises(WorkerError) as error:
        ask(process, "echo")
    assert error.value.code == "worker_closed"
    assert process.closed
    assert process.pid is None


def test_close_from_another_thread_ends_a_running_call() -> None:
    process = WorkerProcess(TARGET, name="test worker")
    answers = process.call("hang", timeout_s=20)
    next(answers)
    timer = threading.Timer(0.2, process.close)
    timer.start()
    with pytest.raises(WorkerError) as error:
        list(answers)
    timer.join()
    assert error.value.code == "worker_closed"


def test_close_in_the_middle_of_ones_own_iteration() -> None:
    process = WorkerProcess(TARGET, name="test worker")
    for _ in process.call("poll", timeout_s=20):
        process.close()
        break
    assert process.pid is None


@REAL
def test_no_zombies_are_left(worker: WorkerProcess) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV):
        with pytest.raises(WorkerError):
            ask(worker, "signal", signal=int(number))
    worker.close()
    states = [child.status() for child in psutil.Process().children()]
    assert psutil.STATUS_ZOMBIE not in states


def test_a_program_that_forgets_to_close_still_ends_at_once() -> None:
    code = (
        "from core.procs import WorkerProcess\n"
        f"w = WorkerProcess({TARGET!r}, name='test worker')\n"
        "a = w.call('hang', timeout_s=None); next(a); print(w.pid)\n"
    )
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-"], input=code, cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert time.monotonic() - began < 40
    assert not psutil.pid_exists(int(done.stdout))


@pytest.mark.parametrize("kind", ["hang", "echo"])
def test_the_child_goes_when_its_parent_is_killed(kind: str) -> None:
    code = (
        "import time\nfrom core.procs import WorkerProcess\n"
        f"w = WorkerProcess({TARGET!r}, name='test worker')\n"
        f"a = w.call({kind!r}, timeout_s=None); next(a); print(w.pid, flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    process_is_gone(child)


def process_is_gone(process: psutil.Process, within_s: float = 20.0) -> None:
    """Wait until it has ended (an orphan may stay as a zombie where process 1 does not reap)."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return
        except psutil.NoSuchProcess:
            return
        time.sleep(0.02)
    raise AssertionError(f"{process} still runs")


@REAL
def test_a_child_that_was_discarded_has_ended_for_whoever_still_looks_after_it() -> None:
    child = Child(TARGET, "discarded", {}, None, 0)
    process_id = child.pid
    assert process_id is not None
    assert child.is_alive()
    child.discard(graceful=True)
    assert (child.pid, child.is_alive()) == (None, False)
    child.kill()
    assert not psutil.pid_exists(process_id)
