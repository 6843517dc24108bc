"""How a question looks in a terminal: its steps, the answer, what was left out. No logic of its own."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import TextIO

from core.answer.answer_table import cells_of, is_cell
from core.answer.asking.eligibility import offers_anyway
from core.answer.asking.small_talk import SMALL_TALK
from core.answer.assemble import EXTRACTIVE_ANSWER
from core.cli.draft import NOT_CHECKED, TerminalDraft, can_take_back, draft_lines, printable
from core.cli.frame import Frame
from core.cli.scope import scope_sentence
from core.cli.table_lines import table_lines
from core.errors import KnownError
from core.events import (
    AnswerReady,
    DraftDelta,
    Event,
    EvidenceDropped,
    EvidenceFound,
    GateChecked,
    InputRequired,
    KindTold,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    QuestionDecomposed,
    QuestionRewritten,
    Reprompted,
    RunFinished,
    StepFailed,
    StepStarted,
    ToolCalled,
    ToolReturned,
)
from core.runs.research_lines import limit_lines, research_line
from core.runs.trace import TraceState, fold
from core.search.place_words import named_within, place_words, source_words
from core.types import (
    Answer,
    AnswerTable,
    Citation,
    Coverage,
    Statement,
    VerdictCode,
)

GLYPHS = {"quoted": "✓", "supported": "●", "weak": "◐", "unsupported": "!"}
WIDTH = 100
EXIT_STOPPED = 130


def print_error(error: KnownError) -> None:
    """One line on stderr with what to try. It begins as every error of the program does, and argparse's."""
    print(f"docuchat: {printable(' '.join(str(error).split()))}", file=sys.stderr)


def print_stopped(hint: str = "") -> None:
    """One line on stderr after Ctrl+C, with how to go on."""
    print(f"docuchat: stopped. {hint}".rstrip(), file=sys.stderr)


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


_UNMARKED = re.compile(r"\\([\\|*`\[\]<>~_])")  # a table's cells are Markdown
_BOLD_LINE = re.compile(r"^\*\*(.+)\*\*$")


_TOLD_AT_ONCE = (EvidenceFound, NoticeGiven, QuestionRewritten, StepFailed)


class AnswerPrinter:
    """Prints a run as it happens, the draft while it streams, and the checked answer.

    With `trace` what a reader has to know at once: what most likely answers, how the question was understood,
    notices and failures; with `steps`, too, each step, search and call.
    """

    def __init__(self, *, trace: bool, steps: bool = True, stream: TextIO = sys.stdout) -> None:
        self._trace = trace
        self._steps = steps
        self._stream = stream
        self._state = TraceState()
        self._likeliest = ""  # as shown last
        self._draft = TerminalDraft(stream) if trace and can_take_back(stream) else None

    def show(self, event: Event) -> None:
        before, self._state = self._state, fold(self._state, event)
        if isinstance(event, DraftDelta):
            if self._draft is not None and self._state.draft is not None:
                self._draft.show(self._state.draft.text)
            return
        at_once = isinstance(event, _TOLD_AT_ONCE) or research_line(event) is not None
        if self._trace and (self._steps or at_once):
            self._show_step(event)
        if self._trace and self._steps:
            self._show_ticks(before)
        if isinstance(event, GateChecked):
            self._show_rejected(before)
        elif isinstance(event, AnswerReady):
            self._take_draft_back()
            self._show_answer(event.answer)
        elif isinstance(event, InputRequired):
            self._show_request(event)
        elif isinstance(event, RunFinished):
            self._show_end(event)

    def _show_request(self, event: InputRequired) -> None:
        """What the run needs from its user; the options are questions that can be asked instead."""
        self._line("")
        for line in event.prompt.splitlines():
            self._line(textwrap.fill(line, WIDTH))
        if self._state.mode == "research":
            self._line(f'  docuchat ask --continue "{event.options[0] if event.options else "…"}"')
            return
        for option in event.options:
            self._line(f"  · {option}")

    def _show_step(self, event: Event) -> None:
        at = f"{event.t_ms / 1000:6.1f}s"
        match event:
            case StepStarted():
                note = f": {event.note}" if event.note and self._state.mode == "research" else ""
                self._line(f"{at}  {event.step}{note}")
            case QuestionDecomposed() if event.conditions:
                self._line(f"{at}  conditions: {event.conditions}")
            case QuestionRewritten():
                self._line(f"{at}  {Frame.of(self._state).understood}: {event.standalone}")
            case KindTold():
                self._line(f"{at}  kind of request: {event.request_kind.value}")
            case PlanMade():
                for number, step in enumerate(event.steps, start=1):
                    self._line(f"{at}  ☐ plan {number}. {step}")
            case ToolCalled():
                self._line(f"{at}  {event.tool} {json.dumps(event.tool_input, ensure_ascii=False)}")
            case ToolReturned():
                self._line(f"{at}  → {event.summary}{self._seconds_of(event.call_id)}")
                for hit in event.hits:
                    if hit.filename:
                        place = f"{hit.filename}, {hit.where}"
                        self._line(f"           {hit.score:.3f} {place}: {_short(hit.snippet)}")
            case ModelCalled():
                told = self._state.steps[-1].detail
                self._line(f"{at}  model ({event.purpose}): {told}; {event.seconds:.1f} s")
            case GateChecked():
                verdict = "passed" if event.passed else "failed"
                self._line(f"{at}  check {verdict}")
                for line in self._state.steps[-1].detail.splitlines():
                    self._line(f"           {line}")
            case Reprompted():
                self._line(f"{at}  asked again ({', '.join(event.codes)})")
            case EvidenceFound() if event.likely:
                best = event.passages[0]
                if best.quote == self._likeliest:
                    return
                self._likeliest = best.quote
                frame = Frame.of(self._state)
                where = source_words(best.filename, best.cited_place, best.origin)
                self._line(f"{at}  {frame.likely}: {frame.place(best.filename, where)}")
                self._line(_indented(frame.quoted(best.quote)))
            case EvidenceDropped():
                self._line(f"{at}  left out, the prompt is full: {', '.join(event.labels)}")
            case NoticeGiven():
                self._line(f"{at}  {event.message}")
            case StepFailed():
                self._line(f"{at}  ! {event.message}")
            case _:
                self._show_research(event, at)

    def _show_research(self, event: Event, at: str) -> None:
        line = research_line(event)
        if line is None:
            return
        title, detail, _state = line
        first, *rest = detail.splitlines() or [""]
        self._line(f"{at}  {title}: {_short(first)}")
        for text in rest:
            self._line(f"           {_short(text)}")

    def _show_ticks(self, before: TraceState) -> None:
        for number in self._state.plan_done[len(before.plan_done) :]:
            at = f"{self._state.elapsed_ms / 1000:6.1f}s"
            self._line(f"{at}  ☑ plan {number}. {self._state.plan[number - 1]}")

    def _show_rejected(self, before: TraceState) -> None:
        """A draft that failed leaves the screen; a line of the trace remembers it."""
        draft = self._state.draft
        if draft is None or not draft.rejected or (before.draft and before.draft.rejected):
            return
        self._take_draft_back()
        if self._trace:
            self._line(f"           set aside: {_short(draft.text)}")

    def _take_draft_back(self) -> None:
        if self._draft is not None:
            self._draft.take_back()

    def _seconds_of(self, call_id: str) -> str:
        durations = [step.duration_ms for step in self._state.steps if step.call_id == call_id]
        return f" ({durations[-1] / 1000:.1f} s)" if durations and durations[-1] is not None else ""

    def _show_answer(self, answer: Answer) -> None:
        self._line("")
        report, frame = self._state.report, Frame.of(self._state)
        if not answer.statements:
            # Of an empty report, what it lacks follows below.
            told = answer.text.partition("\n\n")[0] if report is not None else answer.text
            for line in readable_lines(told):
                self._line(line)
        elif EXTRACTIVE_ANSWER in answer.safety_flags:
            self._line(frame.copied)
        if any(statement.code == VerdictCode.FIELD for statement in answer.statements):
            self._show_of_fields(answer)
        elif answer.table is not None:
            self._show_table(answer, answer.table)
        else:
            self._show_statements(answer.statements)
        untold = [row for row in answer.insufficiencies if not is_cell(row, answer.table)]
        for line in [*frame.missing(untold), *map(frame.conflict, answer.conflicts)]:
            self._line(textwrap.fill(line, WIDTH))
        for citation in answer.citations:
            read = frame.how_read(from_snippet=citation.from_snippet, gives_orders=citation.gives_orders)
            name = named_within(citation.filename, citation.origin.container)
            where = frame.place(name, source_words(citation.filename, citation.cited_place, citation.origin))
            self._line(f"\n[{citation.number}] {where}{read}")
            self._line(_indented(frame.quoted(citation.quote)))
            self._show_further_evidence(citation, answer.statements)
        section = None
        for passage in answer.nearest:
            if passage.section != section:
                section = passage.section
                self._line(f"\n{frame.nearest_to(section)}")
            name = named_within(passage.filename, passage.origin.container)
            where = source_words(passage.filename, passage.cited_place, passage.origin)
            self._line(f"\n~ {frame.place(name, where)}")
            self._line(_indented(frame.quoted(passage.quote)))
        if report is not None:
            self._show_lines(frame.limits, limit_lines(report))
            self._show_lines(frame.quality, frame.quality_lines(report))

    def _show_lines(self, heading: str, lines: Sequence[str]) -> None:
        if lines:
            self._line(f"\n{heading}")
        for line in lines:
            self._line(textwrap.fill(f"- {line}", WIDTH, subsequent_indent="  "))

    def _show_further_evidence(self, citation: Citation, statements: Sequence[Statement]) -> None:
        """What else of the cited passage statements rest on: it may stand on the passage's next page."""
        shown, frame = {(citation.page, citation.quote)}, Frame.of(self._state)
        for evidence in (e for statement in statements for e in statement.evidence):
            if evidence.citation != citation.number or (evidence.page, evidence.quote) in shown:
                continue
            shown.add((evidence.page, evidence.quote))
            place = ""
            if evidence.page != citation.page:
                where = place_words(citation.place_on(evidence.page, evidence.last_page))
                place = f"{frame.place('', where)}: "
            self._line(_indented(f"{place}{frame.quoted(evidence.quote)}"))

    def _show_statements(self, statements: Sequence[Statement]) -> None:
        section = ""
        for statement in statements:
            if statement.section != section:
                section = statement.section
                self._line(f"\n{section}")
            self._show_statement(statement)

    def _show_table(self, answer: Answer, table: AnswerTable) -> None:
        cells, frame = cells_of(answer.statements), Frame.of(self._state)
        rows = [
            [row, *(self._said(cells.get((row, column)), frame.not_stated) for column in table.columns)]
            for row in table.rows
        ]
        for line in table_lines(["", *table.columns], rows, WIDTH):
            self._line(line)
        for statement in answer.statements:
            if doubt := frame.doubt(statement):
                self._line(textwrap.fill(f"({statement.row}, {statement.column}: {doubt})", WIDTH))

    def _said(self, statement: Statement | None, nothing: str) -> str:
        """A statement with its sign and its markers."""
        if statement is None:
            return nothing
        marks = "".join(f"[{number}]" for number in sorted({row.citation for row in statement.evidence}))
        glyph = " " if statement.is_own_words else GLYPHS[statement.status.value]
        return f"{glyph} {statement.text} {marks}".rstrip()

    def _show_of_fields(self, answer: Answer) -> None:
        """Statements where they stand in the answer, and between them what is no statement: the figures of
        groups, and how many documents are not counted in."""
        left = list(answer.statements)
        for block in answer.text.split("\n\n"):
            inside = [statement for statement in left if statement.text in block]
            left = [statement for statement in left if statement not in inside]
            rest = block if not inside else ""
            for statement in inside:
                self._show_statement(statement)
                if block.startswith(statement.text):
                    rest = block.removeprefix(statement.text)
            for line in readable_lines(rest.strip()):
                self._line("  " + _UNMARKED.sub(r"\1", _BOLD_LINE.sub(r"\1:", line)))
        self._show_statements(left)

    def _show_statement(self, statement: Statement) -> None:
        if statement.code == VerdictCode.FIELD:
            statement = replace(statement, text=_UNMARKED.sub(r"\1", statement.text))
        text = self._said(statement, "")
        self._line(textwrap.fill(text, WIDTH, subsequent_indent="  "))
        if doubt := Frame.of(self._state).doubt(statement):
            self._line(textwrap.fill(f"    ({doubt})", WIDTH, subsequent_indent="     "))

    def _show_end(self, event: RunFinished) -> None:
        """How far the answer can be trusted. What rests on no document has no confidence."""
        draft = self._state.draft
        if draft is not None and event.outcome in ("cancelled", "failed"):
            self._take_draft_back()
            self._line("\n" + "\n".join(draft_lines(NOT_CHECKED, draft.text, WIDTH)))
        if event.outcome == "cancelled":
            # A research that was given up says so itself.
            stopped = event.message or "Stopped."
            self._line(f"{stopped} The draft above was not checked." if draft else stopped)
        kept = event.outcome == "cancelled" or (event.outcome == "failed" and bool(self._state.steps))
        if self._state.mode == "research" and kept:
            self._line('What was done is kept. To go on: docuchat ask --continue "/resume"')
        answer = self._state.answer
        if answer is not None and offers_anyway(answer, event.outcome):
            self._line("It reads like an order to the program. To ask it all the same, add --anyway.")
        if answer is None or event.outcome == "refused" or SMALL_TALK in answer.safety_flags:
            return
        frame = Frame.of(self._state)
        parts = frame.trust(answer.confidence, len(answer.citations))
        if self._trace:
            parts += frame.cost(self._state.elapsed_ms / 1000, self._state.usage)
        self._line("\n" + " · ".join(parts))
        for note in frame.notes(answer):
            self._line(textwrap.fill(note, WIDTH))
        if answer.coverage is not None and (sentence := coverage_sentence(answer.coverage)):
            self._line(sentence)
        if sentence := scope_sentence(self._state.scope):
            self._line(sentence)

    def _line(self, text: str) -> None:
        if self._draft is not None:
            self._draft.write_above(printable(text))
        else:
            print(printable(text), file=self._stream, flush=True)


def _indented(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


def coverage_sentence(coverage: Coverage) -> str:
    """One line when something was left out or searched by keyword only, else nothing."""
    parts = unread_parts(coverage)
    if coverage.partly_total:
        parts.append(f"{coverage.partly_total} in part only")
    told = [f"{', '.join(parts)} (docuchat docs --problems)"] if parts else []
    if coverage.by_keyword:
        told.append(f"{coverage.by_keyword} by keyword only so far (docuchat index goes on)")
    if not told:
        return ""
    documents = "document" if coverage.total == 1 else "documents"
    return "; ".join([f"Searched {coverage.searched} of {coverage.total} {documents}", *told])


def unread_parts(coverage: Coverage) -> list[str]:
    """`1 needs a password`, `2 could not be read`, `3 are not read yet`, as far as it is so."""
    waiting, locked = coverage.waiting, coverage.locked
    unread = coverage.total - coverage.searched - waiting - locked
    parts = [f"{locked} {'needs' if locked == 1 else 'need'} a password"] if locked else []
    if unread:
        parts.append(f"{unread} could not be read")
    if waiting:
        parts.append(f"{waiting} {'is' if waiting == 1 else 'are'} not read yet")
    return parts


def _short(text: str, limit: int = 90) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


_CELL_END = re.compile(r"(?<!\\)\|")


def readable_lines(text: str) -> list[str]:
    """Markdown as a terminal shows it best: paragraphs wrapped, the columns of a table below each other."""
    lines: list[str] = []
    for is_table, group in groupby(text.splitlines(), key=lambda line: line.startswith("|")):
        if is_table:
            rows = [
                [cell.strip().replace(r"\|", "|") for cell in _CELL_END.split(line.strip().strip("|"))]
                for line in group
            ]
            lines += _columns([row for row in rows if not all(set(cell) <= set("-: ") for cell in row)])
        else:
            lines += [textwrap.fill(line, WIDTH) for line in group]
    return lines


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
            for row in rows]  # fmt: skip
