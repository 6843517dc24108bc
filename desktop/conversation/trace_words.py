"""A step of the trace in the words of the window: its title, in short, in full, while it goes on. No widgets.

The engine words its steps in English, for terminal, log and JSON. Here they are worded anew, from the events
they were made of; what documents, models and the user wrote stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from core.events import (
    ClarificationAssessed,
    Event,
    FindingKept,
    GateChecked,
    KindTold,
    ModelCalled,
    NoticeGiven,
    PlanMade,
    QualityChecked,
    QuestionDecomposed,
    ReferenceJudged,
    ResearchReported,
    StepFailed,
    StepStarted,
    TodoListed,
    ToolCalled,
    ToolReturned,
)
from core.runs.research_lines import BOXES
from core.runs.trace import TraceStep
from core.types.requests import RequestKind
from core.types.research import TodoItem
from desktop.library.document_words import place_in_words
from desktop.messages.core_words import said, said_line
from desktop.messages.words import counted, quoted
from desktop.research.research_words import end_words, score_words, where_words
from desktop.shared.numbers import decimal, grouped

_COMPOSING = re.compile(r"Compose (?:the|an|your) (?:final |whole |full )?answer\.?", re.IGNORECASE)
_TOOLS = re.compile(r"\b(search_docs|open_citation)\b(?:\s+for\b)?")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Trace", text)


# --- titles ------------------------------------------------------------------------------------------


def title_of(step: TraceStep) -> str:
    """The step in words for people who do not know the pipeline's names."""
    if step.kind == "draft":
        return {
            "running": _tr("Writing a draft"),
            "failed": _tr("Wrote a draft that was not taken"),
        }.get(step.state, _tr("Wrote a draft"))
    if step.title.startswith("model: "):
        purpose = step.title.removeprefix("model: ")
        return _tr("Model: {did}").format(did=_purposes().get(purpose, purpose))
    known = _tool_titles() if step.kind == "tool_called" else _titles()
    return known.get(step.title, step.title[:1].upper() + step.title[1:])


def _titles() -> dict[str, str]:
    return {
        "plan": _tr("Made a plan"),
        "understood as": _tr("Understood the question as"),
        "kind of request": _tr("Took the request for"),
        "conditions": _tr("Read these conditions"),
        "tool loop": _tr("Searching and reading"),
        "compose": _tr("Composing the answer"),
        "error": _tr("Went on without a part"),
        "checked": _tr("The check was passed"),
        "check failed": _tr("The check found gaps"),
        "asked again": _tr("Asked the model again"),
        "note": _tr("Note"),
        "guard": _tr("Looked at the question"),
        "demands": _tr("Read what the question demands"),
        "planner": _tr("Planned the answer"),
        "retriever": _tr("Gathered passages"),
        "evidence": _tr("Found what most likely answers"),
        "reasoner": _tr("Wrote the answer"),
        "validator": _tr("Compared it with its sources"),
        "responder": _tr("Put the answer together"),
        "decompose": _tr("Took the question apart"),
        "review": _tr("Looked whether that is enough"),
        "evidence left out (prompt full)": _tr("Left out the oldest passages (no room)"),
        "clarification": _tr("Looked what the question leaves open"),
        "to-do list": _tr("Wrote the list of tasks"),
        "tasks": _tr("Worked on a task"),
        "synthesis": _tr("Wrote a section"),
        "quality check": _tr("Checked the report"),
        "attribution": _tr("Traced the sources"),
        "kept": _tr("Kept a passage"),
        "reference followed": _tr("Followed a reference"),
        "reference not followed": _tr("Did not follow a reference"),
        "quality": _tr("Judged the report"),
        "report": _tr("Finished the report"),
    }


def _tool_titles() -> dict[str, str]:
    return {
        "search_docs": _tr("Searched your documents"),
        "open_citation": _tr("Opened a passage"),
        "count": _tr("Counted documents"),
        "list": _tr("Listed documents"),
        "sum": _tr("Added up"),
        "average": _tr("Took the average"),
        "min": _tr("Looked for the least"),
        "max": _tr("Looked for the greatest"),
        "group by": _tr("Grouped documents"),
        "compare": _tr("Compared names"),
        "search_text": _tr("Searched for these words"),
        "search_semantic": _tr("Searched by meaning"),
    }


def _kinds() -> dict[RequestKind, str]:
    """What a request may be, in words."""
    return {
        RequestKind.ABOUT: _tr("what a document is"),
        RequestKind.FACT: _tr("a question for a fact"),
        RequestKind.LIST: _tr("a list of everything of one sort"),
        RequestKind.SUMMARY: _tr("a summary"),
        RequestKind.COMPARISON: _tr("a comparison"),
        RequestKind.STEPS: _tr("steps in their order"),
        RequestKind.EXPLANATION: _tr("an explanation"),
        RequestKind.DRAFT: _tr("a text to draft"),
        RequestKind.FIGURE: _tr("a question for a figure"),
        RequestKind.FIND: _tr("where something is said"),
        RequestKind.LIBRARY: _tr("a question about many documents"),
        RequestKind.YES_NO: _tr("a question for yes or no"),
    }


def _purposes() -> dict[str, str]:
    return {
        "plan": _tr("wrote the plan"),
        "action": _tr("chose the next step"),
        "answer": _tr("wrote the answer"),
        "constraints": _tr("read what the question demands"),
        "follow-up": _tr("worded the question anew"),
        "translate": _tr("put the question into the language of the documents"),
        "restate": _tr("put the question without the story around it"),
        "phrasing": _tr("worded the search otherwise"),
        "references": _tr("looked for references"),
        "to-do list": _tr("wrote the list of tasks"),
        "further tasks": _tr("looked for further tasks"),
        "queries": _tr("thought of searches"),
        "aspects": _tr("named what the question is about"),
        "item": _tr("said what one item of the list is"),
        "examples": _tr("imagined what is looked for"),  # of runs stored before
        "subject": _tr("named what is looked for"),
        "computation": _tr("chose what to compute"),
        "questions": _tr("thought of questions to you"),
        "split": _tr("told apart what you ask"),
        "note": _tr("wrote about a task"),
        "quality": _tr("judged the report"),
        "planner": _tr("read your question"),
        "reply": _tr("read your reply"),
        "list reply": _tr("read your reply"),
    }


def doing(step: TraceStep) -> str:
    """What goes on after `step` began (or ended), for the line above the composer."""
    now = {
        "search_docs": _tr("Searching your documents …"),
        "retriever": _tr("Searching your documents …"),
        "open_citation": _tr("Reading a passage …"),
        "plan": _tr("Following the plan …"),
        "planner": _tr("Planning …"),
        "guard": _tr("Looking at the question …"),
        "validator": _tr("Checking the answer against its sources …"),
    }
    has_ended = any(isinstance(event, ToolReturned) for event in step.events)
    return _tr("Thinking …") if has_ended else now.get(step.title, _tr("Thinking …"))


def plan_step_words(text: str) -> str:
    """A step of a plan; its tools have names that only the model needs."""
    if _COMPOSING.fullmatch(text):  # the last step of every plan, whatever a model calls it
        return _tr("Compose the answer")
    words = {"search_docs": _tr("Search for"), "open_citation": _tr("Open")}
    plain = _TOOLS.sub(lambda match: words[match[1]], said_line(text)).strip()
    return plain[:1].upper() + plain[1:]


# --- details -----------------------------------------------------------------------------------------


def body_of(step: TraceStep) -> str:
    """In short: without identifiers, and without the plan, which stands above the list."""
    match step.events:
        case (ToolCalled(tool="open_citation"), *returned):
            return "\n".join(_returned(returned))
        case (PlanMade(),):
            return ""
        case (ModelCalled() as called,):
            return _tokens(called)
        case _:
            return detail_of(step)


def detail_of(step: TraceStep) -> str:
    """All there is to say."""
    match step.events:
        case (ToolCalled() as called, *returned):
            return "\n".join(filter(None, [_input(called), *_returned(returned)]))
        case (ModelCalled() as called,):
            return "\n".join(filter(None, [_tokens(called), _read_anew(called)]))
        case (PlanMade(),):
            return "\n".join(_plan_line(line) for line in step.detail.split("\n"))
        case (GateChecked() as checked,):
            return _verdict(checked)
        case (KindTold(request_kind=kind),):
            return _kinds()[kind]
        case (QuestionDecomposed(conditions=""),):
            return _tr("none: all documents count")
        case (StepStarted(step="review", note=note),):
            return _review(note)
        case (StepStarted(note=note),):
            return "; ".join(map(said_line, note.split("; ")))
        case (NoticeGiven(message=message) | StepFailed(message=message),):
            return said_line(message)
        case (event,):
            return _research(event) or step.detail
        case _:
            return step.detail


def _input(called: ToolCalled) -> str:
    """`“the seal”` of a search; `bucket: invoices, filter: …` of what the fields are asked."""
    given = called.tool_input
    if called.tool == "search_docs":
        within = given.get("document", "")
        query = quoted(str(given.get("query", "")))
        return f"{query} ({within})" if within else query
    names = {
        "bucket": _tr("bucket"),
        "filter": _tr("filter"),
        "field": _tr("field"),
        "query": _tr("searched for"),
        "documents": _tr("documents"),
        "document_id": _tr("document"),
        "chunk_id": _tr("chunk"),
        "result": _tr("result"),
    }
    return ", ".join(f"{names.get(key, key)}: {value}" for key, value in given.items() if value)


def _returned(events: Sequence[Event]) -> list[str]:
    """What a tool gave back: its sentence, its hits, the text it opened."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, ToolReturned):
            lines.append(said_line(event.summary))
            for hit in event.hits:
                if hit.filename:
                    place = f"{hit.filename}, {place_in_words(hit.where)}"
                    lines.append(f"{decimal(hit.score, 3)}  {place}: {hit.snippet}")
            lines.append(event.text)
    return [line for line in lines if line]


def _tokens(called: ModelCalled) -> str:
    return _tr("Read {read} tokens, {new} of them new; wrote {wrote}").format(
        read=grouped(called.prompt_tokens),
        new=grouped(called.evaluated_tokens),
        wrote=grouped(called.completion_tokens),
    )


def _read_anew(called: ModelCalled) -> str:
    """Why a prompt was not simply gone on with; empty where it was."""
    return {
        "evicted": _tr("Evidence left the prompt; what follows it is read anew."),
        "displaced": _tr("Another prompt came in between; this one is read anew."),
        "broken": _tr("The beginning of the prompt has changed; it is read anew."),
    }.get(called.prefix, "")


def _review(note: str) -> str:
    """`enough: 3 of 5 documents say something about it`."""
    verdict, _, reason = note.partition(": ")
    words = {"enough": _tr("enough"), "more": _tr("go on"), "clarify": _tr("ask back")}
    return f"{words.get(verdict, verdict)}: {said_line(reason)}"


def _plan_line(line: str) -> str:
    number, _, text = line.partition(" ")
    return f"{number} {plan_step_words(text)}"


def _verdict(checked: GateChecked) -> str:
    """A line a problem: its code and what it says."""
    lines = [
        f"{code}: {said(message)}" for code, message in zip(checked.codes, checked.messages, strict=False)
    ]
    rest = [said(message) for message in checked.messages[len(lines) :]] or checked.codes[len(lines) :]
    return "\n".join([*lines, *rest])


def _research(event: Event) -> str:
    """Of a step of a research; empty for any other."""
    match event:
        case ClarificationAssessed():
            return _clarification(event)
        case TodoListed():
            return "\n".join(map(_task, event.tasks, range(1, len(event.tasks) + 1)))
        case FindingKept():
            return _kept(event)
        case ReferenceJudged():
            where = f" → {event.target_name}" if event.target_name else ""
            return f"[{event.number}] {quoted(event.text)}{where}: {said_line(event.reason)}"
        case QualityChecked():
            decisions = {
                "accept": _tr("{total} of 500: accepted"),
                "retry": _tr("{total} of 500: written once more"),
                "keep": _tr("{total} of 500: kept as it is"),
            }
            scores = ", ".join(map(score_words, event.scores))
            return "\n".join([decisions[event.decision].format(total=event.total), scores, *event.issues])
        case ResearchReported():
            sections, sources = len(event.report.sections), len(event.report.sources)
            told = [
                counted(sections, _tr("1 section"), _tr("{n} sections")),
                counted(sources, _tr("1 source"), _tr("{n} sources")),
            ]
            return ", ".join(told)
        case _:
            return ""


def _clarification(event: ClarificationAssessed) -> str:
    told = _tr("Round {round}: {found} passages, {new} of them new; coverage {coverage}, overlap {overlap}")
    lines = [
        told.format(
            round=event.round,
            found=event.found,
            new=event.new,
            coverage=decimal(event.coverage, 2),
            overlap=decimal(event.overlap, 2),
        )
    ]
    if event.gaps:
        lines.append(_tr("Hardly covered: {gaps}").format(gaps="; ".join(event.gaps)))
    lines.append(end_words(event.ended_by))
    return "\n".join(filter(None, lines))


def _task(task: TodoItem, number: int) -> str:
    """With its box; `(added)`: it came up while others were worked off."""
    line = f"{BOXES[task.status]} {number}. {task.title}"
    return f"{line} {_tr('(added)')}" if task.origin == "added" else line


def _kept(event: FindingKept) -> str:
    how = [_tr("relevance {figure}").format(figure=decimal(event.relevance, 2))]
    if event.refilled:
        how.append(_tr("kept for want of better"))
    if event.via_number:
        how.append(_tr("named by [{number}]").format(number=event.via_number))
    place = f"{event.filename}, {where_words(event.where, event.page)}"
    found = f"[{event.number}] {place} ({', '.join(how)})" if event.filename else ", ".join(how)
    return "\n".join(filter(None, [found, event.snippet]))
