"""What stands on the screen of a terminal while an agent works, and afterwards; and in a file instead."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from core.cli.frame import Frame
from core.cli.printing import AnswerPrinter, coverage_sentence, readable_lines
from core.events import (
    AnswerReady,
    DraftDelta,
    Event,
    EventStamper,
    GateChecked,
    InputRequired,
    ModelCalled,
    PlanMade,
    Reprompted,
    ResearchReported,
    RunFinished,
    RunStarted,
    StepFailed,
    ToolCalled,
    ToolReturned,
)
from core.runs.research_lines import limit_lines
from core.types import (
    Answer,
    Citation,
    Confidence,
    ConflictSide,
    Coverage,
    DocumentConflict,
    Evidence,
    Insufficiency,
    InsufficiencyKind,
    Mode,
    NearestPassage,
    Span,
    Statement,
    StatementStatus,
    Usage,
    VerdictCode,
)
from core.types.research import OpenReference, QualityScore, ResearchReport
from core.types.scope import AskedScope
from tests.cases import cases

PLAN = ("search_docs for the warranty", "open_citation for the best result", "Compose the answer")
PRINTED = {case.id: case.expected for case in cases("printed")}
ONE = Statement("One.", StatementStatus.QUOTED)
_TOKEN = re.compile(r"\x1b\[(\d*)([AJm])|(\r)|(\n)|([^\x1b\r\n]+)")


class Terminal(io.StringIO):
    """A terminal that understands what the draft uses: carriage return, up, and clearing what is below."""

    def isatty(self) -> bool:
        return True

    def screen(self) -> list[str]:
        lines, row, column = [""], 0, 0
        for count, order, home, newline, text in _TOKEN.findall(self.getvalue()):
            if order == "A":
                row -= int(count or 1)
            elif order == "J":
                lines = [*lines[:row], lines[row][:column]]
            elif home:
                column = 0
            elif newline:
                row, column = row + 1, 0
                lines += [""] * (row + 1 - len(lines))
            elif text:
                lines[row] = lines[row][:column] + text + lines[row][column + len(text) :]
                column += len(text)
        return [line.rstrip() for line in lines]

    def draft(self) -> list[str]:
        return [line for line in self.screen() if line.startswith("┆")]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for name, value in (("TERM", "xterm"), ("COLUMNS", "41"), ("LINES", "40")):
        monkeypatch.setenv(name, value)
    return Terminal()


def shown(
    events: Iterable[Event], *, trace: bool = False, steps: bool = True, stream: io.StringIO | None = None
) -> list[str]:
    """The lines that a printer writes of these events."""
    stream = stream or io.StringIO()
    printer = AnswerPrinter(trace=trace, steps=steps, stream=stream)
    for event in events:
        printer.show(event)
    return stream.getvalue().splitlines()


def answered(
    answer: Answer, question: str = "", outcome: str = "answered", scope: AskedScope | None = None
) -> Iterator[Event]:
    stamp = EventStamper()
    if question:
        yield stamp(RunStarted, mode=Mode.CHAT, question=question, scope=scope)
    yield stamp(AnswerReady, answer=answer)
    if question:
        yield stamp(RunFinished, outcome=outcome)


def run(stamp: EventStamper) -> Iterator[Event]:
    """An agent run with one search and a draft that does not pass at first."""
    yield stamp(RunStarted, mode=Mode.AGENT, question="How long is it?")
    yield stamp(PlanMade, steps=PLAN)
    called = {"tool": "search_docs", "tool_input": {"query": "warranty"}, "plan_step": 1}
    yield stamp(ToolCalled, call_id="a", **called)
    yield stamp(ToolReturned, call_id="a", ok=True, summary="Found 5 chunks")
    for word in ("The warranty ", "lasts ninety-", "nine weeks from the day of delivery."):
        yield stamp(DraftDelta, text=word, attempt=1)
    tokens = {"prompt_tokens": 1052, "evaluated_tokens": 212, "completion_tokens": 74}
    yield stamp(ModelCalled, purpose="answer", seconds=1.5, **tokens)
    codes, messages = ("UNGROUNDED_CLAIM",), ("99 weeks stands nowhere.",)
    yield stamp(GateChecked, attempt=1, passed=False, codes=codes, messages=messages)
    yield stamp(Reprompted, attempt=1, codes=codes)
    for word in ("It lasts ", "24 months."):
        yield stamp(DraftDelta, text=word, attempt=2)
    yield stamp(GateChecked, attempt=2, passed=True)
    statement = Statement("It lasts 24 months.", StatementStatus.SUPPORTED)
    answer = Answer("It lasts 24 months.", (statement,), confidence=Confidence.MEDIUM)
    yield stamp(AnswerReady, answer=answer, usage=Usage("scripted", 1052, 212, 212, 74, 1.5))
    yield stamp(RunFinished, outcome="answered")


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r"^ +\d+\.\d s  ?|^ +\d+\.\ds  |\(\d+\.\d s\)", "", line).strip() for line in lines]


def test_a_draft_is_marked_grows_and_is_replaced(terminal: Terminal) -> None:
    printer = AnswerPrinter(trace=True, stream=terminal)
    seen: list[list[str]] = []
    for event in run(EventStamper()):
        printer.show(event)
        if not seen or seen[-1] != terminal.draft():
            seen.append(terminal.draft())
    head = "┆ Draft, being checked:"
    assert seen == [
        [],
        [head, "┆ The warranty"],
        [head, "┆ The warranty lasts ninety-"],
        [head, "┆ The warranty lasts ninety-nine weeks", "┆ from the day of delivery."],
        [],
        [head, "┆ It lasts"],
        [head, "┆ It lasts 24 months."],
        [],
    ]
    lines = without_times(terminal.screen())
    assert [line for line in lines if "ninety-nine" in line] == [
        "set aside: The warranty lasts ninety-nine weeks from the day of delivery."
    ]
    assert lines.count("● It lasts 24 months.") == 1


def test_every_step_is_told_with_ticks_codes_tokens_and_seconds() -> None:
    assert (
        without_times(shown(run(EventStamper()), trace=True))
        == PRINTED["every step is told with ticks codes tokens and seconds"]
    )


def test_without_steps_what_likely_answers_is_told_and_no_search() -> None:
    told = "\n".join(shown(run(EventStamper()), trace=True, steps=False))
    assert "It lasts 24 months." in told
    assert "search_docs" not in told
    assert "model (" not in told


@pytest.mark.parametrize("where", ["terminal", "file"])
def test_stop_keeps_the_draft_and_says_that_nothing_checked_it(terminal: Terminal, where: str) -> None:
    def stopped() -> Iterator[Event]:
        stamp = EventStamper()
        for event in run(stamp):
            yield event
            if isinstance(event, DraftDelta) and event.text.startswith("lasts"):
                yield stamp(RunFinished, outcome="cancelled")
                return

    lines = shown(stopped(), trace=True, stream=terminal if where == "terminal" else None)
    lines = terminal.screen() if where == "terminal" else lines
    assert [line for line in lines[-4:] if line] == [
        "┆ Draft, not checked:",
        "┆ The warranty lasts ninety-",
        "Stopped. The draft above was not checked.",
    ]
    assert not any("being checked" in line for line in lines)


GO_ON = 'What was done is kept. To go on: docuchat ask --continue "/resume"'


@pytest.mark.parametrize(
    ("outcome", "message", "lines"),
    [
        ("needs_input", "", ["", "Which seals?", '  docuchat ask --continue "/end"']),
        ("cancelled", "", ["Stopped.", GO_ON]),
        ("cancelled", "The research was ended.", ["The research was ended.", GO_ON]),
        ("failed", "There is no research to go on with.", []),
    ],
)
def test_a_research_that_waits_or_was_stopped_says_how_to_go_on(
    outcome: str, message: str, lines: list[str]
) -> None:
    stamp = EventStamper()
    events: list[Event] = [stamp(RunStarted, mode=Mode.RESEARCH, question="What about seals?")]
    if outcome == "needs_input":
        events.append(stamp(InputRequired, prompt="Which seals?", options=("/end",)))
    assert shown([*events, stamp(RunFinished, outcome=outcome, message=message)]) == lines


def test_a_german_report_tells_its_limits_in_german() -> None:
    row = OpenReference("die Preisliste", "document", "d", "a.md", 2, "danach wurde gesucht", "", "section 2")
    report = ResearchReport(
        "Was kostet es?", "de", "skipped", (), (), (), 0, False, False, (), (), (), (), open_references=(row,)
    )
    assert limit_lines(report) == ["a.md, Abschnitt 2: „die Preisliste“ blieb offen: danach wurde gesucht"]
    assert limit_lines(replace(report, language="en")) == [
        "a.md, section 2: “die Preisliste” was left open: danach wurde gesucht"
    ]


def report_shown(answer: Answer) -> list[str]:
    stamp = EventStamper()
    question = "How was wear measured?"
    left = (
        OpenReference("the price list", "external", "d", "a.pdf", 4, "it leads out", "https://example.org"),
        OpenReference("https://b.org", "external", "d", "a.pdf", 5, "it leads out", "https://b.org"),
    )
    quality = (QualityScore("factual_accuracy", 90),)
    issues = ("Nothing stands under 1 of 2 tasks.",)
    report = ResearchReport(
        question, "en", "skipped", (), (), quality, 90, False, False, issues, (), (), (),
        open_references=left,
        open_questions=("The passages read hardly say anything about “wear”.",),
    )  # fmt: skip
    events = (
        stamp(RunStarted, mode=Mode.RESEARCH, question=question),
        stamp(ResearchReported, report=report),
        stamp(AnswerReady, answer=answer),
    )
    return shown(events)


def test_a_report_tells_its_limits_open_references_and_quality() -> None:
    sides = (
        ConflictSide("d", "a.pdf", "2024", 1, 1, "36 months", "…"),
        ConflictSide("e", "b.pdf", "", 2, 1, "24 months", "…"),
    )
    statement = Statement("It was weighed.", StatementStatus.SUPPORTED, section="Wear")
    lines = report_shown(Answer("…", (statement,), conflicts=(DocumentConflict(*sides),)))
    assert lines[-10:] == PRINTED["a report tells its limits open references and quality"]


def test_an_empty_report_says_each_thing_once_and_without_markup() -> None:
    text = "The documents say nothing.\n\n### Wear\n\nInsufficient documentation: nothing was found"
    lines = report_shown(Answer(text, insufficiencies=(Insufficiency("Wear", "nothing was found"),)))
    assert lines[1] == "The documents say nothing."
    assert not any("###" in line for line in lines)
    assert sum("nothing was found" in line for line in lines) == 1


def test_without_steps_no_draft_is_shown(terminal: Terminal) -> None:
    printer = AnswerPrinter(trace=False, stream=terminal)
    for event in run(EventStamper()):
        printer.show(event)
        assert terminal.draft() == []
    assert "● It lasts 24 months." in terminal.screen()


def test_a_dumb_terminal_gets_lines_only(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    shown(run(EventStamper()), trace=True, stream=terminal)
    assert "\x1b" not in terminal.getvalue()


def test_text_of_a_model_gives_the_terminal_no_orders(terminal: Terminal) -> None:
    stamp = EventStamper()
    events = (
        stamp(DraftDelta, text="red \x1b[31malert"),
        stamp(StepFailed, code="x", message="title \x1b]0;owned\x07 set"),
        stamp(AnswerReady, answer=Answer("clear \x1b[2J screen")),
    )
    shown(events, trace=True, stream=terminal)
    for order in ("\x1b[31m", "\x1b]0", "\x1b[2J", "\x07"):
        assert order not in terminal.getvalue()


def test_nearest_passages_of_a_report_name_their_section() -> None:
    for language, told in (
        ("en", "Prices – Nearest passages, for you to judge:"),
        ("de", "Prices – Die nächstliegenden Textstellen, für Ihr Urteil:"),
    ):
        assert Frame(language).nearest_to("Prices") == told
        assert Frame(language).nearest_to("") == told.partition(" – ")[2]


def test_sections_gaps_and_nearest_passages() -> None:
    statements = [
        Statement(text, StatementStatus.SUPPORTED, section=section)
        for text, section in (("One.", "Terms"), ("Two.", "Terms"), ("Three.", "Price"))
    ]
    gaps = (
        Insufficiency("Price", "the discount", ("discount",)),
        Insufficiency("", "two of the searches asked for", ("a query",), InsufficiencyKind.UNMET),
        Insufficiency("", "part of the draft", ("a query",), InsufficiencyKind.LEFT_OUT),
    )
    nearest = NearestPassage("d", "h", "a.pdf", "c", 0, 2, (), "The price is 5.", 0.4)
    answer = Answer("…", tuple(statements), insufficiencies=gaps, nearest=(nearest,))
    assert shown(answered(answer)) == PRINTED["sections gaps and nearest passages"]


def test_copied_sentences_are_labelled() -> None:
    copied = Answer("One.", (ONE,), safety_flags=("extractive_answer",))
    assert shown(answered(copied))[1:] == [
        "Copied from the documents word for word, not written by a language model:",
        "✓ One.",
    ]


def test_the_frame_of_an_answer_is_in_its_language() -> None:
    doubtful = Statement("Die Frist beträgt 14 Tage.", StatementStatus.WEAK, reason="No source is cited.")
    gap = Insufficiency("", "der Rabatt", ("Rabatt",))
    citation = Citation(1, "d", "h", "a.pdf", "c", 0, 2, (), "Die Frist ist kurz.", "", 0.5)
    answer = Answer("…", (doubtful,), (citation,), insufficiencies=(gap,), confidence=Confidence.LOW)
    assert (
        shown(answered(answer, "Wie lange ist die Frist?"))
        == PRINTED["the frame of an answer is in its language"]
    )
    english = shown(answered(answer, "How long is the period?"))
    assert "Not found: der Rabatt (searched: “Rabatt”)" in english
    assert "[1] a.pdf, page 2" in english
    assert english[-1] == "Low confidence · 1 source"


def test_flags_are_told_in_words_or_not_at_all() -> None:
    flags = ("echoed_claim", "only_near", "quote_beside", "part_overlooked", "injection_in_context")
    lines = shown(answered(Answer("One.", (ONE,), safety_flags=flags), "What is it?"))
    told = " ".join(lines)
    assert not [flag for flag in flags if flag in told]
    assert told.count("copied from the document") == 1
    assert "reads like an order to the program" in told
    assert any(line.endswith("confidence · 0 sources") for line in lines)


def test_what_was_left_out_in_the_same_words_is_told_once() -> None:
    def told(*rows: tuple[str, str]) -> list[str]:
        gaps = tuple(Insufficiency(*row, (), InsufficiencyKind.LEFT_OUT) for row in rows)
        lines = shown(answered(Answer("One.", (ONE,), insufficiencies=gaps), "What is it?"))
        return [line for line in lines if line.startswith("Left out")]

    part = "part of the draft"
    assert told(("Terms", part), ("Price", part), ("Price", part), ("", "a figure")) == [
        "Left out: part of the draft (Terms; Price)",
        "Left out: a figure",
    ]
    assert told(("", part), ("", part)) == ["Left out: part of the draft"]


def test_small_talk_has_no_confidence() -> None:
    thanks = Answer("You are welcome.", safety_flags=("small_talk",))
    assert shown(answered(thanks, "Thanks!")) == ["", "You are welcome."]


@pytest.mark.parametrize(
    ("scope", "told"),
    [
        (AskedScope("workspace", "Seals", 2), "Asked about the workspace Seals (2 documents)"),
        (AskedScope("documents", "", 1), "Asked about 1 document"),
        (AskedScope("all", "", 5), ""),
        (None, ""),
    ],
)
def test_an_answer_says_what_it_was_asked_about(scope: AskedScope | None, told: str) -> None:
    lines = shown(answered(Answer("It says so."), "What?", scope=scope))
    assert [line for line in lines if "Asked about" in line] == [told] * bool(told)


def test_a_refused_order_names_the_option_and_escapes_are_no_links() -> None:
    linked = "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\ ![](file:///etc/passwd)"
    refused = Answer(linked, safety_flags=("prompt_injection",))
    told = "\n".join(shown(answered(refused, "q", outcome="refused"), trace=True))
    assert "\x1b" not in told
    assert "add --anyway" in told


def test_words_on_the_next_page_of_a_cited_passage_are_shown_with_their_page() -> None:
    first, second = "The lease of Petra Schmidt.", "The deposit is 2,340 euros."
    citation = Citation(1, "d", "h", "lease.pdf", "c", 0, 1, (), first, first, 0.5)
    statements = tuple(
        Statement(text, StatementStatus.QUOTED, (Evidence(1, "d", page, (), text),))
        for page, text in ((1, first), (2, second))
    )
    lines = shown(answered(Answer(first, statements=statements, citations=(citation,))))
    at = lines.index("[1] lease.pdf, page 1")
    assert lines[at + 1 : at + 3] == [f"    “{first}”", f"    page 2: “{second}”"]


def test_what_was_searched_by_keyword_only_is_said() -> None:
    goes_on = "by keyword only so far (docuchat index goes on)"
    assert coverage_sentence(Coverage(10, 10)) == ""
    most = coverage_sentence(Coverage(10, 10, by_keyword=10))
    assert most == f"Searched 10 of 10 documents; 10 {goes_on}"
    assert coverage_sentence(Coverage(10, 8, waiting=1, by_keyword=3)) == (
        "Searched 8 of 10 documents; 1 could not be read, 1 is not read yet (docuchat docs --problems); "
        f"3 {goes_on}"
    )


def test_the_columns_of_a_table_stand_below_each_other() -> None:
    text = "3 invoices by Vendor:\n\n| Vendor | Documents |\n|---|---|\n| Acme GmbH | 2 |\n| B \\| C | 11 |"
    assert readable_lines(text) == PRINTED["the columns of a table stand below each other"]


def test_groups_and_what_is_not_counted_in_are_shown() -> None:
    """They are in the answer's text and no statements of their own."""
    claim, row = "2 invoices by Vendor:", "a.pdf | Smith \\| Sons | 5.00 EUR"
    text = (
        f"**Invoices**\n\n{claim} 1 has no Total and is not counted in.\n\n"
        "| Vendor | Documents | Total |\n|---|---|---|\n| Smith \\| Sons | 2 | 5.00 EUR |\n\n"
        f"| File | Vendor | Total |\n|---|---|---|\n| {row} [1] |"
    )
    evidence = (Evidence(1, "a", 1, (Span(0, 1),), "5.00"),)
    statements = (
        Statement(claim, StatementStatus.SUPPORTED, evidence, code=VerdictCode.FIELD),
        Statement(row, StatementStatus.QUOTED, evidence, code=VerdictCode.FIELD),
    )
    assert [line for line in shown(answered(Answer(text, statements))) if line.strip()] == PRINTED[
        "groups and what is not counted in are shown"
    ]
