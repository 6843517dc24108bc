"""Does what stands between quotation marks stand in a source, and is there a quote where one was demanded?"""

from __future__ import annotations

import re

from core.agent.checks.base import Finding, Findings, unmet
from core.agent.final.final_answer import FinalDraft
from core.agent.state import AgentState
from core.answer.facts.checkable import facts_of
from core.answer.facts.stems import has_word
from core.answer.quotes import find_quote, leaves_out
from core.text.quotations import lone_marks, quotations_in
from core.types import Answer, Statement

INEXACT_QUOTE = "INEXACT_QUOTE"
EXACT_QUOTE_UNMET = "EXACT_QUOTE_UNMET"
MIN_QUOTED_WORDS = 4  # of a part of a sentence
# What is asked for is as short as that itself: "quote the exact term".
_SHORT = re.compile(
    r"\b(?:term|word|name|title|phrase|figure|number|code|label|heading|value"
    r"|begriff|wort|name|titel|ausdruck|zahl|nummer|überschrift|bezeichnung|wert)\b",
    re.IGNORECASE,
)
_MIN_SHORT = 2
# Indicators that ask for a line of code: its quote has to hold one.
_CODE_WORDS = frozenset({"sql", "command", "query", "code", "snippet", "befehl", "abfrage", "kommando"})


def validate_exact_quote_requirement(draft: FinalDraft, answer: Answer, state: AgentState) -> Findings:
    """Quotation marks mean: word for word. A demanded quote has to be about what was asked."""
    demanded = state.constraints.requires_exact_quote
    findings: list[Finding] = []
    wrong = inexact_quotes(draft, state)
    if wrong or any(lone_marks(statement.text) for statement in draft.statements if not statement.quoted):
        names = ", ".join(f"“{quote}”" for quote in dict.fromkeys(wrong)) or "a mark without its partner"
        findings.append(
            Finding(
                INEXACT_QUOTE,
                f"Not word for word in any opened citation: {names}. Quote a sentence by its label, or write "
                "without quotation marks.",
                # Without its marks a sentence stitched together would still say what no source says.
                statements=tuple(
                    index
                    for index, statement in enumerate(draft.statements)
                    if not statement.quoted
                    and any(
                        each.text in wrong and leaves_out(each.text) for each in quotations_in(statement.text)
                    )
                ),
                by_writing=True,
            )
        )
    if demanded and not fitting_quotes(draft, answer, state):
        wanted = ", ".join(state.constraints.exact_quote_indicators) or state.question
        findings.append(
            Finding(
                EXACT_QUOTE_UNMET,
                f"An exact quote of a sentence is required ({wanted}). Under quotes give the label of its "
                "sentence.",
                disclosure=unmet(state, "exact_quote", wanted=wanted),
                by_reading=True,
                by_writing=True,
            )
        )
    return tuple(findings)


def wants_code(state: AgentState) -> bool:
    indicators = state.constraints.exact_quote_indicators
    words = {word for indicator in indicators for word in indicator.casefold().split()}
    return bool(words & _CODE_WORDS) and any(facts_of(source.chunk.text).commands for source in state.citable)


def inexact_quotes(draft: FinalDraft, state: AgentState) -> list[str]:
    """What the draft puts between quotation marks and no source has like that; the question is none."""
    return [
        quotation.text
        for statement in draft.statements
        if not statement.quoted
        for quotation in quotations_in(statement.text)
        if find_quote(quotation.text, state.citable) is None
    ]


def fitting_quotes(draft: FinalDraft, answer: Answer, state: AgentState) -> list[str]:
    """Quotations of the answer that stand in a source and have to do with what was asked.

    A sentence, or four words of one with nothing left out: two words taken out of it are no quotation of it.
    """
    indicators = state.constraints.exact_quote_indicators
    short = any(_SHORT.search(indicator) for indicator in indicators)
    whole = {_bare(sentence.text) for source in state.citable for sentence in source.sentences}
    asked = facts_of(f"{state.question} {' '.join(indicators)}")
    for_code = wants_code(state)

    def fits(quote: str, evidence: str) -> bool:
        if for_code:
            return bool(facts_of(quote).commands)
        related = facts_of(f"{quote} {evidence}")
        about_it = any(has_word(related.words, word) for word in asked.words)
        least = _MIN_SHORT if short else MIN_QUOTED_WORDS
        enough = len(quote.split()) >= least or (_bare(quote) in whole and len(quote.split()) >= _MIN_SHORT)
        about_it = about_it or bool(related.identifiers & asked.identifiers)
        return enough and about_it and not leaves_out(quote)

    return [
        quote
        for drafted, statement in zip(draft.statements, answer.statements, strict=True)
        for quote in ([drafted.text[1:-1]] if drafted.quoted else _quotes_of(statement))
        if fits(quote, " ".join(evidence.quote for evidence in statement.evidence))
        and find_quote(quote, state.citable) is not None
    ]


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .,;:!?“”\"'").casefold()


def _quotes_of(statement: Statement) -> list[str]:
    return [quotation.text for quotation in quotations_in(statement.text)]
