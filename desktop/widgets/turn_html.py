"""One turn of the conversation as HTML, and what its links say on hovering. Pure string work; no widgets."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from core.agent.disclosures import is_told
from core.answer.guard import offers_anyway
from core.trace import TraceState
from core.types import Insufficiency, InsufficiencyKind, Mode, NearestPassage, SourceState
from desktop.citations import target_of
from desktop.controllers.conversation import Turn
from desktop.document_words import named_word, place_word, source_sentence, source_word, version_word
from desktop.markup import answer_html, plain_html, status_word
from desktop.theme import theme
from desktop.words import (
    answer_caption,
    copied_label,
    coverage_line,
    coverage_sentence,
    outcome_sentence,
    safety_notes,
    steps_word,
    unsupported_word,
)

_TIP_QUOTE = 400
SourceStateOf = Callable[[str], SourceState | None]  # by document id; None: no longer in the library


def _tr(text: str) -> str:
    return QCoreApplication.translate("Conversation", text)


def sheet() -> str:
    """The document's style sheet, with the theme's tokens still in it."""
    return (
        "p, li, td, th { line-height: 150%; color: @text; }"
        "p { margin-top: 0px; margin-bottom: 8px; }"
        "p.question { font-size: @font-heading; font-weight: 600; line-height: 130%; margin-bottom: 8px; }"
        "p.caption { font-size: @font-caption; color: @muted; line-height: 130%; margin-top: 4px; }"
        "p.missing { color: @text; margin-top: 4px; }"
        "p.note { color: @muted; margin-top: 4px; }"
        "p.failed { color: @bad; }"
        "p.muted { color: @muted; }"
        "a { color: @accent; text-decoration: none; }"
        "code, pre { font-family: monospace; }"
        "th { font-weight: 600; text-align: left; }"
        "h1, h2, h3, h4 { font-size: @font-heading; font-weight: 600; margin-top: 8px; margin-bottom: 4px; }"
        "ul, ol { margin-top: 0px; margin-bottom: 8px; }"
    )


def question_html(turn: Turn) -> str:
    return f'<p class="question">{plain_html(turn.question)}</p>'


def footer_html(turn: Turn) -> str:
    """What stands below the question: nothing while the run goes on, then answer, gaps and the caption."""
    if turn.running:
        return ""
    state = turn.state
    parts: list[str] = []
    if state.answer is not None:
        tone = {name: theme().name(name) for name in ("good", "weak", "bad", "accent")}
        if label := copied_label(state.answer):
            parts.append(f'<p class="note">{plain_html(label)}</p>')
        parts.append(answer_html(state.answer, turn.number, tone))
        # A gap that is a line of the answer's own text, under a demanded heading say, is not told again.
        parts += [
            _missing_html(item)
            for item in state.answer.insufficiencies
            if not is_told(item, state.answer.text)
        ]
        parts += [f'<p class="note">{plain_html(note)}</p>' for note in safety_notes(state.answer)]
        if offers_anyway(state.answer, state.outcome):
            link = f'<a href="anyway:{turn.number}">{html.escape(_tr("Ask anyway"))}&nbsp;›</a>'
            parts.append(f"<p>{link}</p>")
        parts.append(_nearest_html(state.answer.nearest, turn.number))
        parts.append(_coverage_html(coverage_line(state.answer.coverage), turn.number))
    sentence = outcome_sentence(state)
    if sentence:
        look = "failed" if state.outcome == "failed" else "muted"
        sign = "!&nbsp; " if state.outcome == "failed" else ""
        parts.append(f'<p class="{look}">{sign}{plain_html(sentence)}</p>')
        if state.hint:
            parts.append(f'<p class="muted">{plain_html(state.hint)}</p>')
    parts.append(_caption_html(turn))
    return "".join(parts)


def _missing_html(item: Insufficiency) -> str:
    color = theme().name("weak")
    label = {
        InsufficiencyKind.GAP: _tr("Not found in what was read:"),
        InsufficiencyKind.UNMET: _tr("Not done as asked:"),
        InsufficiencyKind.LEFT_OUT: _tr("Left out:"),
    }[item.kind]
    words = plain_html(item.missing)
    return f'<p class="missing"><span style="color:{color}">◐</span>&nbsp; {label} {words}</p>'


def _nearest_html(nearest: Sequence[NearestPassage], number: int) -> str:
    """What comes nearest where nothing answers; a click opens it like a citation, which it is not."""
    if not nearest:
        return ""
    rows = [f'<p class="note">{html.escape(_tr("Nearest passages, for you to judge:"))}</p>']
    for index, passage in enumerate(nearest):
        where = place_word(passage.page, passage.page_kind, passage.page_label, passage.place)
        name = named_word(passage.filename, passage.origin)
        place = html.escape(_tr("{file}, {place}").format(file=name, place=where))
        state = passage.origin.source_state
        gone = "; ".join(part for part in (source_word(state), version_word(passage.origin, state)) if part)
        note = f" ({html.escape(gone)})" if gone else ""
        link = f'<a href="near:{number}/{index}">{place}&nbsp;›</a>'
        rows.append(f'<p class="muted">“{plain_html(" ".join(passage.quote.split()))}” {link}{note}</p>')
    return "".join(rows)


def _coverage_html(line: str, number: int) -> str:
    """One line; its link shows what was left out, and why."""
    if not line:
        return ""
    color = theme().name("weak")
    sign = f'<span style="color:{color}">◐</span>&nbsp; '
    link = f'<a href="coverage:{number}">{html.escape(_tr("Details"))}&nbsp;›</a>'
    return f'<p class="caption">{sign}{plain_html(line)} · {link}</p>'


def _caption_html(turn: Turn) -> str:
    pieces = [html.escape(answer_caption(turn.state, turn.seconds))]
    if turn.mode is Mode.AGENT:
        pieces.insert(0, html.escape(_tr("Agent")))
    unsupported = unsupported_word(turn.state.answer) if turn.state.answer is not None else ""
    if unsupported:
        color = theme().name("bad")
        pieces.append(f'<span style="color:{color}">!&nbsp;{html.escape(unsupported)}</span>')
    count = len(turn.state.steps)
    if count:
        steps = html.escape(steps_word(count)).replace(" ", "&nbsp;")
        pieces.append(f'<a href="steps:{turn.number}">{steps}&nbsp;›</a>')
    return f'<p class="caption">{" · ".join(pieces)}</p>'


def tooltip_of(link: str, states: Sequence[TraceState], source_state_of: SourceStateOf) -> str:
    """HTML for a hovered or focused link; empty when there is nothing to say."""
    scheme, _, path = link.partition(":")
    numbers = [int(part) for part in path.split("/") if part.isdigit()]
    if scheme == "steps":
        return html.escape(_tr("Show every step of this answer"))
    if scheme == "anyway":
        return html.escape(_tr("Ask this question again, although it reads like an order to the program"))
    if scheme == "coverage" and numbers and numbers[0] < len(states):
        told = states[numbers[0]].answer
        return html.escape(coverage_sentence(told.coverage)) if told is not None else ""
    if not numbers or numbers[0] >= len(states) or len(numbers) < 2:
        return ""
    answer = states[numbers[0]].answer
    if answer is None:
        return ""
    if scheme == "status" and numbers[1] < len(answer.statements):
        statement = answer.statements[numbers[1]]
        reason = f"<br>{html.escape(statement.reason)}" if statement.reason else ""
        return f"<b>{html.escape(status_word(statement.status))}</b>{reason}"
    if scheme == "cite":
        target = target_of(answer, numbers[1], numbers[2] if len(numbers) > 2 else None)
        if target is None:
            return ""
        quote = " ".join(target.quote.split())
        if len(quote) > _TIP_QUOTE:
            quote = quote[:_TIP_QUOTE].rsplit(" ", 1)[0] + " …"
        where = place_word(target.page, target.page_kind, target.page_label, target.place, short=False)
        place = _tr("{file}, {place}").format(file=named_word(target.filename, target.origin), place=where)
        state = source_state_of(target.document_id)
        read = version_word(target.origin, state)
        read = f"{read[:1].upper()}{read[1:]}." if read else ""
        notes = [
            source_sentence(state),
            read,
            _tr("The passage reads like an order to the program.") if target.gives_orders else "",
        ]
        note = "".join(f"<br>{html.escape(one)}" for one in notes if one)
        return f"“{html.escape(quote)}”<br><b>{html.escape(place)}</b>{note}"
    return ""
