"""What becomes of an attempt that could not be mended: what failed goes, and is told instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.agent.checks.answered_questions import ONLY_NEAR
from core.agent.checks.base import Finding, unmet
from core.agent.checks.quotation import INEXACT_QUOTE, inexact_quotes
from core.agent.copied_answer import copy_of
from core.agent.disclosures import told
from core.agent.final.final_answer import FinalDraft, in_order_of
from core.agent.state import AgentState
from core.answer.sources import SourceSentence
from core.answer.statements import DraftStatement
from core.text.quotations import lone_marks, quotations_in, without_marks
from core.types import Insufficiency, InsufficiencyKind


def settle(draft: FinalDraft, findings: Sequence[Finding], state: AgentState) -> FinalDraft:
    """The draft without the statements that failed; what they lack, and each unmet demand, is disclosed.

    Words that no source has lose their quotation marks. Where a conflict between documents was answered
    against its rule, or a heading or part was left empty that an opened sentence answers, the program quotes
    the sentences that the answer should rest on.
    """
    failing = {index for finding in findings for index in finding.statements}
    section = next((draft.statements[index].section for index in sorted(failing)), "")
    kept = [statement for index, statement in enumerate(draft.statements) if index not in failing]
    disclosed = [row for finding in findings for row in finding.disclosure]
    if any(finding.code == INEXACT_QUOTE for finding in findings):
        wrong = set(inexact_quotes(draft, state))
        marked, kept = kept, [_without_wrong_marks(statement, wrong) for statement in kept]
        if kept != marked:
            # Told here, not in the finding: what is told passes the gate, and these marks never may.
            disclosed += unmet(state, "inexact_quote")
    labels = {label: finding.section or section for finding in findings for label in finding.quotes}
    # Where words are demanded, or two sides, the sentence itself is; elsewhere a row is shown as it reads.
    demanded = state.constraints.requires_exact_quote or state.constraints.requires_conflict_resolution
    kept += [
        quoted(sentence, labels[sentence.label])
        if demanded
        else copy_of(sentence, state.question, state, labels[sentence.label])
        for source in state.citable
        for sentence in source.sentences
        if sentence.label in labels
    ]
    # What a quotation takes the place of was carried, by a document that does not count; and what is only
    # near to the question stands in the documents.
    untold = [finding for finding in findings if not finding.quotes and finding.code != ONLY_NEAR]
    dropped = {index for finding in untold for index in finding.statements}
    disclosed += left_out((draft.statements[index] for index in sorted(dropped)), state)
    return replace(
        draft,
        statements=in_order_of(kept, state.constraints.required_sections),
        unknown=(),
        disclosed=once((*draft.disclosed, *disclosed)),
    )


def left_out(statements: Iterable[DraftStatement], state: AgentState) -> list[Insufficiency]:
    """Each section that lost a statement says so, once, and never what the statement claimed."""
    missing = told("left_out", state.question)
    sections = dict.fromkeys(statement.section for statement in statements)
    queries = tuple(state.queries)
    return [Insufficiency(section, missing, queries, InsufficiencyKind.LEFT_OUT) for section in sections]


def once(rows: Iterable[Insufficiency]) -> tuple[Insufficiency, ...]:
    """Without those that say the same under the same heading: a later draft has tried other queries."""
    told_by = {(row.kind, row.section, row.missing): row for row in rows}
    return tuple(told_by.values())


def quoted(sentence: SourceSentence, section: str = "") -> DraftStatement:
    """A sentence of a source, copied."""
    return DraftStatement(
        f"“{sentence.text}”", (sentence.citation,), (sentence.label,), quoted=True, section=section
    )


def _without_wrong_marks(statement: DraftStatement, wrong: set[str]) -> DraftStatement:
    if statement.quoted:
        return statement
    quotations = [found for found in quotations_in(statement.text) if found.text in wrong]
    text = without_marks(statement.text, quotations)
    return replace(statement, text=without_marks(text, lone_marks(text)))
