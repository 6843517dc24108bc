"""One turn of the conversation as HTML, and what its links say on hovering. Pure string work; no widgets."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from core.agent.disclosures import is_told
from core.answer.answer_table import is_cell
from core.answer.asking.eligibility import offers_anyway
from core.runs.trace import TraceState
from core.types import Calculation, Insufficiency, InsufficiencyKind, Mode, NearestPassage, SourceState
from desktop.conversation.answer_forms import forms_of
from desktop.conversation.citations import target_of
from desktop.conversation.conversation import Turn
from desktop.library.document_words import named_word, place_word, source_sentence, source_word, version_word
from desktop.messages.core_words import said
from desktop.messages.words import (
    answer_caption,
    confidence_sentence,
    confidence_word,
    copied_label,
    coverage_line,
    coverage_sentence,
    outcome_sentence,
    quoted,
    safety_notes,
    shown_confidence,
    steps_word,
    unsupported_word,
)
from desktop.research.research_words import option_words, reply_words, waiting_words
from desktop.shared.markup import answer_html, plain_html, status_word
from desktop.shared.theme import theme
from desktop.workspaces.scope_words import scope_line

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
        "td, th { padding: 2px 12px 2px 0px; }"
        "table.wide td, table.wide th { font-size: @font-caption; padding: 2px 8px 2px 0px; }"
        "table.compared { margin-bottom: 8px; }"
        "table.compared td, table.compared th { font-size: @font-caption; line-height: 130%; "
        "padding: 4px 12px 4px 0px; border-bottom: 1px solid @border; }"
        "h1, h2, h3, h4 { font-size: @font-heading; font-weight: 600; margin-top: 8px; margin-bottom: 4px; }"
        "ul, ol { margin-top: 0px; margin-bottom: 8px; }"
    )


def question_html(turn: Turn) -> str:
    said = reply_words(turn.question) if turn.mode is Mode.RESEARCH else turn.question
    return f'<p class="question">{plain_html(said)}</p>'


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
        parts += [_calculation_html(one.calculation) for one in state.answer.statements if one.calculation]
        for item in state.answer.insufficiencies:
            # A gap that is a line of the answer's own text, under a demanded heading say, is not told again.
            told = is_told(item, state.answer.text) or is_cell(item, state.answer.table)
            parts += [] if told else [_missing_html(item)]
            parts.append(_tried_html(item, told=told))
        notes = (*state.notes, *safety_notes(state.answer))
        parts += [f'<p class="note">{plain_html(note)}</p>' for note in notes]
        if offers_anyway(state.answer, state.outcome):
            link = f'<a href="anyway:{turn.number}">{html.escape(_tr("Ask anyway"))}&nbsp;›</a>'
            parts.append(f"<p>{link}</p>")
        parts.append(_nearest_html(state.answer.nearest, turn.number))
        parts.append(
            _coverage_html(coverage_line(state.answer.coverage), scope_line(state.scope), turn.number)
        )
    asks_back = turn.mode is Mode.RESEARCH and state.outcome == "needs_input"
    sentence = waiting_words(state) if asks_back else outcome_sentence(state)
    if sentence:
        look = "failed" if state.outcome == "failed" else "muted"
        sign = "!&nbsp; " if state.outcome == "failed" else ""
        parts.append(f'<p class="{look}">{sign}{plain_html(sentence)}</p>')
        if state.hint:
            parts.append(f'<p class="muted">{plain_html(said(state.hint))}</p>')
    parts.append(_options_html(turn))
    parts.append(_conditions_html(turn))
    parts.append(_caption_html(turn))
    parts.append(_forms_html(turn))
    parts.append(_deeds_html(turn))
    return "".join(parts)


def _options_html(turn: Turn) -> str:
    """What may be asked instead, where the run asked its user back."""
    rows = [
        f'<p><a href="option:{turn.number}/{index}">{plain_html(option_words(option))}&nbsp;›</a></p>'
        for index, option in enumerate(turn.state.input_options)
    ]
    return "".join(rows)


def _conditions_html(turn: Turn) -> str:
    """The conditions that were made of the question, each to be changed or left out."""
    if not turn.state.conditions:
        return ""
    chips = [
        f'<a href="change:{turn.number}/{index}">{plain_html(words)}</a>&nbsp;'
        f'<a href="without:{turn.number}/{index}">✕</a>'
        for index, words in enumerate(turn.state.conditions)
    ]
    return f'<p class="caption">{html.escape(_tr("Conditions:"))}&nbsp; {" &nbsp; ".join(chips)}</p>'


def _missing_html(item: Insufficiency) -> str:
    color = theme().name("weak")
    label = {
        InsufficiencyKind.GAP: _tr("Not found in what was read:"),
        InsufficiencyKind.UNMET: _tr("Not done as asked:"),
        InsufficiencyKind.LEFT_OUT: _tr("Left out:"),
    }[item.kind]
    words = plain_html(item.missing)
    return f'<p class="missing"><span style="color:{color}">◐</span>&nbsp; {label} {words}</p>'


def _tried_html(item: Insufficiency, *, told: bool) -> str:
    """The searches that did not find it; with its name where it is told elsewhere."""
    if not item.queries_tried or item.kind is not InsufficiencyKind.GAP:
        return ""
    queries = "; ".join(quoted(query) for query in item.queries_tried)
    words = _tr("{missing}: searched for {queries}") if told else _tr("Searched for {queries}")
    return f'<p class="caption">{plain_html(words.format(missing=item.missing, queries=queries))}</p>'


def _calculation_html(calculation: Calculation) -> str:
    """How a figure of the answer was recomputed from cited figures, and whether it came out."""
    if calculation.is_right:
        return f'<p class="note">{plain_html(_tr("Calculated: {shown}").format(shown=calculation.shown))}</p>'
    words = _tr("The answer says {stated}; calculated: {shown}")
    words = words.format(stated=calculation.stated, shown=calculation.shown)
    color = theme().name("bad")
    return f'<p class="note"><span style="color:{color}">!</span>&nbsp; {plain_html(words)}</p>'


def _nearest_html(nearest: Sequence[NearestPassage], number: int) -> str:
    """What comes nearest where nothing answers; a click opens it like a citation, which it is not."""
    if not nearest:
        return ""
    rows: list[str] = []
    section = None
    for index, passage in enumerate(nearest):
        if passage.section != section:
            section = passage.section
            words = _tr("Nearest passages, for you to judge:")
            if section:
                words = _tr("{section} – nearest passages, for you to judge:").format(section=section)
            rows.append(f'<p class="note">{plain_html(words)}</p>')
        where = place_word(passage.cited_place)
        name = named_word(passage.filename, passage.origin)
        place = html.escape(_tr("{file}, {place}").format(file=name, place=where))
        state = passage.origin.source_state
        gone = "; ".join(part for part in (source_word(state), version_word(passage.origin, state)) if part)
        note = f" ({html.escape(gone)})" if gone else ""
        link = f'<a href="near:{number}/{index}">{place}&nbsp;›</a>'
        rows.append(
            f'<p class="muted">{quoted(plain_html(" ".join(passage.quote.split())))} {link}{note}</p>'
        )
    return "".join(rows)


def _coverage_html(line: str, scope: str, number: int) -> str:
    """One line: what was asked about, and how much of it was searched; its link shows what was left out, and
    why."""
    if not line:
        return f'<p class="caption">{plain_html(scope)}</p>' if scope else ""
    line = f"{scope} · {line}" if scope else line
    color = theme().name("weak")
    sign = f'<span style="color:{color}">◐</span>&nbsp; '
    link = f'<a href="coverage:{number}">{html.escape(_tr("Details"))}&nbsp;›</a>'
    return f'<p class="caption">{sign}{plain_html(line)} · {link}</p>'


def _caption_html(turn: Turn) -> str:
    pieces = [html.escape(answer_caption(turn.state, turn.seconds))]
    confidence = shown_confidence(turn.state)
    if confidence is not None:
        word = html.escape(confidence_word(confidence)).replace(" ", "&nbsp;")
        pieces.insert(0, f'<a href="confidence:{turn.number}">{word}</a>')
    names = {Mode.AGENT: _tr("Agent"), Mode.RESEARCH: _tr("Research")}
    if turn.mode in names:
        pieces.insert(0, html.escape(names[turn.mode]))
    unsupported = unsupported_word(turn.state.answer) if turn.state.answer is not None else ""
    if unsupported:
        color = theme().name("bad")
        pieces.append(f'<span style="color:{color}">!&nbsp;{html.escape(unsupported)}</span>')
    count = len(turn.state.steps)
    if count:
        steps = html.escape(steps_word(count)).replace(" ", "&nbsp;")
        pieces.append(f'<a href="steps:{turn.number}">{steps}&nbsp;›</a>')
    return f'<p class="caption">{" · ".join(pieces)}</p>'


def _forms_html(turn: Turn) -> str:
    """One quiet line: the answer in another form."""
    links = [
        f'<a href="form:{turn.number}/{index}">{html.escape(form.words).replace(" ", "&nbsp;")}</a>'
        for index, form in enumerate(forms_of(turn.state))
    ]
    return f'<p class="caption">{" · ".join(links)}</p>' if links else ""


def _deeds_html(turn: Turn) -> str:
    """What may be done with the answer; the verdict that was given is ticked."""
    deeds = [("again", _tr("Ask again")), ("edit", _tr("Edit"))]
    if turn.state.answer is not None and turn.state.answer.text:
        deeds.insert(0, ("copy", _tr("Copy")))
        for verdict, words in (("good", _tr("Helpful")), ("bad", _tr("Not helpful"))):
            deeds.append((verdict, f"✓ {words}" if turn.verdict == verdict else words))
    links = [
        f'<a href="{deed}:{turn.number}">{html.escape(words).replace(" ", "&nbsp;")}</a>'
        for deed, words in deeds
    ]
    return f'<p class="caption">{" &nbsp;&nbsp; ".join(links)}</p>'


def deed_tip(deed: str) -> str:
    """What a click on one of them does."""
    return {
        "copy": _tr("Copy this answer with its sources"),
        "again": _tr("Ask the same question once more"),
        "edit": _tr("Change the question and ask it anew"),
        "good": _tr("This answer helped; kept on this computer only. A second click takes it back"),
        "bad": _tr("This answer did not help; kept on this computer only. A second click takes it back"),
    }.get(deed, "")


def tooltip_of(link: str, states: Sequence[TraceState], source_state_of: SourceStateOf) -> str:
    """HTML for a hovered or focused link; empty when there is nothing to say."""
    scheme, _, path = link.partition(":")
    numbers = [int(part) for part in path.split("/") if part.isdigit()]
    if tip := deed_tip(scheme):
        return html.escape(tip)
    if scheme == "steps":
        return html.escape(_tr("Show every step of this answer"))
    if scheme == "anyway":
        return html.escape(_tr("Ask this question again, although it reads like an order to the program"))
    if scheme == "confidence" and numbers and numbers[0] < len(states):
        confidence = shown_confidence(states[numbers[0]])
        return html.escape(confidence_sentence(confidence)) if confidence is not None else ""
    if scheme == "coverage" and numbers and numbers[0] < len(states):
        told = states[numbers[0]].answer
        return html.escape(coverage_sentence(told.coverage)) if told is not None else ""
    if not numbers or numbers[0] >= len(states) or len(numbers) < 2:
        return ""
    if scheme == "form":
        forms = forms_of(states[numbers[0]])
        return html.escape(forms[numbers[1]].tip) if numbers[1] < len(forms) else ""
    if scheme == "option":
        return html.escape(_tr("Ask this instead"))
    if scheme == "change":
        return html.escape(_tr("Change this condition in the question"))
    if scheme == "without":
        return html.escape(_tr("Ask again without this condition"))
    answer = states[numbers[0]].answer
    if answer is None:
        return ""
    if scheme == "status" and numbers[1] < len(answer.statements):
        statement = answer.statements[numbers[1]]
        reason = f"<br>{html.escape(said(statement.reason))}" if statement.reason else ""
        return f"<b>{html.escape(status_word(statement.status))}</b>{reason}"
    if scheme == "cite":
        target = target_of(answer, numbers[1], numbers[2] if len(numbers) > 2 else None)
        if target is None:
            return ""
        quote = " ".join(target.quote.split())
        if len(quote) > _TIP_QUOTE:
            quote = quote[:_TIP_QUOTE].rsplit(" ", 1)[0] + " …"
        where = place_word(target.place, short=False)
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
        return f"{quoted(html.escape(quote))}<br><b>{html.escape(place)}</b>{note}"
    return ""
