"""What a research says in the window: phases, its questions, scores, ways to the sources. No widgets."""

from __future__ import annotations

import json

from PySide6.QtCore import QCoreApplication

from core.runs.trace import TraceState
from core.types.research import RESEARCH_PHASES, ClarificationEnd, QualityScore, ReportSource, ResearchReport
from desktop.library.document_words import place_in_words
from desktop.messages.words import counted, quoted


def _tr(text: str) -> str:
    return QCoreApplication.translate("Research", text)


END, OK, RESUME = "/end", "ok", "/resume"  # replies, as `core.research.user_replies` reads them


def reply_words(text: str) -> str:
    """What the user said by a button or with the list, in words; any other text as it is."""
    if text.startswith("{"):
        try:
            tasks = json.loads(text)["tasks"]
            titles = [str(task["title"]) for task in tasks]
        except (ValueError, KeyError, TypeError):
            return text
        said = counted(len(titles), _tr("Work this task off:"), _tr("Work these {n} tasks off:"))
        return "\n".join([said, *(f"{number}. {title}" for number, title in enumerate(titles, start=1))])
    buttons = {END: _tr("No more questions."), OK: _tr("Work these tasks off."), RESUME: _tr("Go on.")}
    return buttons.get(text.strip(), text)


def option_words(option: str) -> str:
    """What a click below the questions or the list does."""
    return {END: _tr("No more questions"), OK: _tr("Work these tasks off")}.get(option, option)


def waiting_words(state: TraceState) -> str:
    """What a research waits for: the answers to its questions, or a word on its list."""
    if state.todo:
        head = _tr("These tasks would take {time}:").format(time=duration_words(state.estimated_seconds))
        rows: tuple[str, ...] = tuple(task.title for task in state.todo)
        foot = _tr("Change them in the panel beside, and begin there.")
    else:
        head, rows = _tr("Before the search goes on:"), state.questions
        foot = _tr("Answer in the panel beside, or here in your own words.")
    return "\n".join([head, *(f"{number}. {row}" for number, row in enumerate(rows, start=1)), foot])


def phase_words() -> dict[str, str]:
    """A short name for each of `RESEARCH_PHASES`."""
    names = (_tr("Questions"), _tr("List"), _tr("Tasks"), _tr("Writing"), _tr("Check"), _tr("Sources"))
    return dict(zip(RESEARCH_PHASES, names, strict=True))


def end_words(ended_by: ClarificationEnd) -> str:
    """Why the program asks no more."""
    return {
        "": "",
        "user_end": _tr("You ended the questions."),
        "max_iterations": _tr("Enough questions were asked."),
        "convergence": _tr("What is asked for is covered by what was found."),
        "skipped": _tr("No questions were asked, as you wished."),
    }[ended_by]


def duration_words(seconds: float) -> str:
    """`about 4 minutes`; rounded, because it is an estimate."""
    if seconds < 45:
        return _tr("less than a minute")
    minutes = max(round(seconds / 60), 1)
    if minutes < 60:
        return counted(minutes, _tr("about a minute"), _tr("about {n} minutes"))
    return counted(round(minutes / 60), _tr("about an hour"), _tr("about {n} hours"))


def score_words(score: QualityScore) -> str:
    """`Citations: 100`, and who judged it where that was the model."""
    names = {
        "factual_accuracy": _tr("Facts"),
        "semantic_validity": _tr("Sense"),
        "structural_integrity": _tr("Structure"),
        "citation_correctness": _tr("Citations"),
        "query_relevance": _tr("Fits the question"),
    }
    judged = _tr(" (judged by the model)") if score.judged_by == "model" else ""
    return f"{names[score.name]}: {score.score}{judged}"


def where_words(where: str, page: int) -> str:
    """A place as the engine words it, in the window's language; the page in runs that did not keep it."""
    return place_in_words(where or f"page {page}")


def named_words(text: str, *, searched: bool) -> str:
    """With what one passage led to another; `searched`: only a search for it did."""
    return _tr("searched for {words}").format(words=quoted(text)) if searched else quoted(text)


def way_words(source: ReportSource, report: ResearchReport) -> str:
    """`manual.pdf, page 4 → “Annex B” → notes.txt, line 2`."""
    passages = {node.number: node for node in report.nodes if node.kind == "passage"}
    names = {node.node_id: node.label for node in report.nodes if node.kind == "document"}

    def place(number: int) -> str:
        passage = passages.get(number)
        if passage is None:
            return "?"
        return f"{names.get(passage.document_id, '?')}, {where_words(passage.where, passage.page)}"

    own = passages.get(source.number)
    alone = f"{source.filename}, {where_words(own.where if own else '', source.page)}"
    steps = [place(source.path[0]) if source.path else alone]
    for before, number, text in zip(source.path, source.path[1:], source.references, strict=False):
        steps += [named_words(text, searched=report.is_searched(before, number)), place(number)]
    return " → ".join(steps)
