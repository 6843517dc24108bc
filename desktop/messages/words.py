"""The longer sentences of the window, in one place: plain, and open to translation. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from core.events import PathRejected
from core.runs.trace import TraceState
from core.types import Answer, Confidence, Coverage, LeftOut, StatementStatus
from desktop.library.reading_progress import ReadingProgress
from desktop.messages.core_words import said
from desktop.shared.numbers import Grouped, decimal

_LEFT_OUT_SHOWN = 3


def _tr(text: str) -> str:
    return QCoreApplication.translate("Words", text)


def counted(count: int, one: str, many: str) -> str:
    """`one` or `many`, the latter with `{n}`."""
    return one if count == 1 else many.format(n=Grouped(count))


def quoted(words: str) -> str:
    """What someone wrote, between the quotation marks of the window's language."""
    return _tr("“{words}”").format(words=words)


def time_left(seconds: float) -> str:
    """`about 2 minutes left`; rounded, because it is an estimate."""
    if seconds < 45:
        return _tr("less than a minute left")
    minutes = round(seconds / 60)
    if minutes < 60:
        return counted(max(minutes, 1), _tr("about a minute left"), _tr("about {n} minutes left"))
    return counted(round(minutes / 60), _tr("about an hour left"), _tr("about {n} hours left"))


def reading_sentence(progress: ReadingProgress, *, paused: bool, on_battery: bool = False) -> str:
    """`Reading 3 of 20 · 64 % · 12 pages/s – about 2 minutes left`."""
    if not progress.remaining:
        return _renewal_sentence(progress, paused=paused, on_battery=on_battery) if progress.to_renew else ""
    if paused or on_battery:
        waiting = counted(
            progress.remaining, _tr("Paused – 1 document waits"), _tr("Paused – {n} documents wait")
        )
        if not paused:
            waiting = counted(
                progress.remaining,
                _tr("On battery – 1 document waits"),
                _tr("On battery – {n} documents wait"),
            )
        return waiting if progress.percent is None else f"{waiting} · {progress.percent} %"
    now = min(progress.finished + 1, progress.total)
    parts = [_tr("Reading {now} of {total}").format(now=now, total=progress.total)]
    if progress.percent is not None:
        parts.append(f"{progress.percent} %")
    if progress.pages_per_second >= 0.05:
        rate = progress.pages_per_second
        parts.append(_tr("{rate} pages/s").format(rate=decimal(rate, 0 if rate >= 10 else 1)))
    sentence = " · ".join(parts)
    eta = progress.eta_seconds
    return sentence if eta is None else f"{sentence} – {time_left(eta)}"


def _renewal_sentence(progress: ReadingProgress, *, paused: bool, on_battery: bool) -> str:
    """`Reading 3 of 9,000 documents anew – about 2 hours left`."""
    if paused:
        one, many = _tr("Paused – 1 document is to be read anew"), _tr("Paused – {n:,} are to be read anew")
        return counted(progress.to_renew, one, many)
    if on_battery:
        one = _tr("On battery – 1 document is to be read anew")
        return counted(progress.to_renew, one, _tr("On battery – {n:,} are to be read anew"))
    event = progress.renewal
    if event is None:
        one, many = _tr("1 document is read anew"), _tr("{n:,} documents are read anew")
        return counted(progress.to_renew, one, many)
    now, total = min(event.documents_done + 1, event.documents_total), event.documents_total
    sentence = _tr("Reading {now:,} of {total:,} anew").format(now=Grouped(now), total=Grouped(total))
    return sentence if event.eta_seconds is None else f"{sentence} – {time_left(event.eta_seconds)}"


def rejection_sentence(event: PathRejected) -> str:
    """`contract.pdf: There is no such file or folder. Check …`; the name only where the reason lacks it."""
    name = PurePath(event.path).name or event.path
    sentence = said(f"{event.reason} {event.hint}".strip())
    return sentence if name in event.reason else f"{name}: {sentence}"


def coverage_sentence(coverage: Coverage | None) -> str:
    """`Searched 412 of 430 documents. Left out: a.pdf (…) …`; empty when all were searched in every way."""
    if coverage is None or _is_whole(coverage):
        return ""
    unread = coverage.total - coverage.searched
    form = (
        _tr("Searched {s} of 1 document.") if coverage.total == 1 else _tr("Searched {s} of {n} documents.")
    )
    parts = [form.format(s=coverage.searched, n=coverage.total)]
    if unread:
        parts.append(_tr("Left out: {names}.").format(names=_named(coverage.left_out, unread)))
    if coverage.partly_total:
        names = _named(coverage.partly, coverage.partly_total)
        parts.append(_tr("Not searched whole: {names}.").format(names=names))
    if coverage.by_keyword:
        parts.append(
            counted(
                coverage.by_keyword,
                _tr("1 document was searched by its words only; it is still being understood."),
                _tr("{n} documents were searched by their words only; they are still being understood."),
            )
        )
    return " ".join(parts)


def coverage_line(coverage: Coverage | None) -> str:
    """`Searched 412 of 430 documents, 3 of them in part, 10 by keyword only so far`: one line, or empty."""
    if coverage is None or _is_whole(coverage):
        return ""
    form = _tr("Searched {s} of 1 document") if coverage.total == 1 else _tr("Searched {s} of {n} documents")
    parts = [form.format(s=coverage.searched, n=coverage.total)]
    one = coverage.total == 1
    if coverage.partly_total:
        parts.append(_tr("in part") if one else _tr("{n} of them in part").format(n=coverage.partly_total))
    if coverage.by_keyword:
        many = _tr("{n} by keyword only so far").format(n=coverage.by_keyword)
        parts.append(_tr("by keyword only so far") if one else many)
    return ", ".join(parts)


def _is_whole(coverage: Coverage) -> bool:
    """Every document was searched, every page of it, by words and by meaning."""
    return coverage.searched == coverage.total and not (coverage.partly_total or coverage.by_keyword)


def _named(left_out: Sequence[LeftOut], count: int) -> str:
    """The first few with their reasons, and how many more."""
    shown = [
        f"{one.filename or _tr('a removed document')} ({said(one.reason).rstrip('.')})"
        for one in left_out[:_LEFT_OUT_SHOWN]
    ]
    if count > len(shown):
        shown.append(_tr("{n} more").format(n=count - len(shown)))
    return "; ".join(shown)


def confidence_word(confidence: Confidence) -> str:
    return {
        Confidence.HIGH: _tr("High confidence"),
        Confidence.MEDIUM: _tr("Medium confidence"),
        Confidence.LOW: _tr("Low confidence"),
    }[confidence]


def confidence_sentence(confidence: Confidence) -> str:
    """What the word means for the reader."""
    return {
        Confidence.HIGH: _tr(
            "The documents carry this answer, and it takes up what was asked. Still look at the words behind "
            "its numbers where it matters."
        ),
        Confidence.MEDIUM: _tr(
            "The documents carry this answer in part, or it takes up a part of the question. Look at its "
            "sources."
        ),
        Confidence.LOW: _tr("This may be beside the question. Look at its sources before you rely on it."),
    }[confidence]


def shown_confidence(state: TraceState) -> Confidence | None:
    """None where nothing was looked for in documents."""
    if state.answer is None or state.outcome == "refused" or "small_talk" in state.answer.safety_flags:
        return None
    return state.answer.confidence


def answer_caption(state: TraceState, seconds: float) -> str:
    """`2 sources · 4.1 s`, which stands behind the confidence; only the time where there is none."""
    parts = []
    if state.answer is not None and shown_confidence(state) is not None:
        count = len(state.answer.citations)
        parts.append(counted(count, _tr("1 source"), _tr("{n} sources")) if count else _tr("no sources"))
    parts.append(f"{decimal(seconds)} s")
    return " · ".join(parts)


def copied_label(answer: Answer) -> str:
    """Above an answer that no language model wrote; else nothing."""
    if "extractive_answer" not in answer.safety_flags or not answer.statements:
        return ""
    return _tr("Copied from your documents word for word, not written by a language model:")


def unsupported_word(answer: Answer) -> str:
    """`2 sentences without support`, or nothing."""
    count = sum(statement.status is StatementStatus.UNSUPPORTED for statement in answer.statements)
    if not count:
        return ""
    return counted(count, _tr("1 sentence without support"), _tr("{n} sentences without support"))


def steps_word(count: int) -> str:
    return counted(count, _tr("1 step"), _tr("{n} steps"))


def safety_notes(answer: Answer) -> list[str]:
    """What the flags of an answer mean, where its own text does not say it already.

    `question_too_short` and `question_too_long` are said by the text itself.
    """
    said = {
        "prompt_injection": _tr(
            "It reads like an order to the program, such as “ignore all previous instructions”. "
            "Ask for what stands in your documents instead."
        ),
        "injection_in_context": _tr(
            "A passage that was found reads like an order to the program. It was used as text only; "
            "look at the page before you rely on it."
        ),
        "keyword_fallback": _tr(
            "Searched by keywords only, because the search by meaning was not available. "
            "Passages that say it in other words may be missing."
        ),
        "empty_knowledge_base": _tr(
            "Add files on the left. A document can be asked about once it has been read."
        ),
        "answer_too_short": _tr(
            "Too little of what the model wrote could be checked against your documents."
        ),
        "snippets_only": _tr(
            "No passage was opened: the answer rests on what the search results show of each."
        ),
        "inexact_quote": _tr("Quotation marks were taken off words that no passage has exactly like that."),
        "ungrounded_claim": _tr("A sentence with facts that no passage has was left out."),
        "ungrounded_words": _tr("A sentence with words that no passage has was left out."),
        "altered_figure": _tr("A sentence that gives a figure otherwise than its passage was left out."),
        "unsupported_statement": _tr("A sentence that no passage carries was left out."),
        "section_overlooked": _tr(
            "The model left a heading empty; an opened sentence about it is quoted there, word for word."
        ),
        "part_overlooked": _tr(
            "The model left a part of the question open; an opened sentence that answers it is quoted, "
            "word for word."
        ),
        "answer_overlooked": _tr(
            "The model passed over what was copied, which is probably the answer. Look at the page before "
            "you rely on it."
        ),
        "quote_beside": _tr(
            "The model quoted something else; the sentence about it was put in its place, word for word."
        ),
        "model_failed": _tr("The language model failed on this question; the steps say why."),
    }
    if answer.statements or answer.insufficiencies:  # it was not refused
        said["prompt_injection"] = _tr(
            "The question reads like an order to the program; you wanted an answer all the same."
        )
    said["only_near"] = _tr(
        "What the model took from your documents did not answer the question; it was set aside."
    )
    said["beside_the_question"] = _tr(
        "Sentences of your documents that have nothing to do with the question were left out."
    )
    said["conflict_not_found"] = _tr("The rule for documents that disagree was not applied.")
    if "extractive_answer" in answer.safety_flags:
        said["unsupported_answer"] = _tr(
            "Nothing of what the model wrote is carried by your documents; it was set aside."
        )
        said["tells_nothing"] = _tr("What the model wrote only repeated the question; it was set aside.")
        said["not_what_is_asked"] = _tr(
            "What the model wrote had no figure, and one was asked for; it was set aside."
        )
        said["other_figure"] = _tr(
            "What the model wrote lacked the figure that the tables of your documents give; it was set aside."
        )
    return [said[flag] for flag in dict.fromkeys(answer.safety_flags) if flag in said]


def outcome_sentence(state: TraceState) -> str:
    """What to say when a run ended without an answer, or with a message beside it; else nothing."""
    if state.outcome == "cancelled":
        stopped = said(state.message) or _tr("Stopped.")
        return f"{stopped} {_tr('What had been written until then is above.')}" if state.draft else stopped
    if state.outcome == "failed":
        return said(state.message) or _tr("DocuChat could not answer this.")
    if state.outcome in ("refused", "no_answer") and state.answer is None:
        return said(state.message) or _tr("The documents do not say.")
    if state.outcome == "needs_input":
        return state.input_prompt
    return said(state.message)
