"""What was copied, said in the language of the request where the document has another one.

A model writes each statement anew from the sentences that it copies. Where what it wrote has other figures,
dates or codes, or the model itself denies it afterwards, the copy stays.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from core.answer.asking.question_language import LANGUAGE_NAMES
from core.answer.facts.checkable import Facts, facts_of
from core.answer.statements import DraftStatement
from core.events import DraftDelta, Event
from core.judge.support import denies
from core.plans.base import PlanRequest, PlanTools, copied
from core.plans.document_outline import Line
from core.plans.writing import Order, written

_ORDER = Order(
    "Translate them into {language}, completely, in one sentence. Keep every figure, unit and name.", 1, 2
)
_OTHER_SCRIPTS = 0x2E80  # from here on characters of East Asian scripts, into which small models slip
_REQUEST = "Translate into {language}."


def in_language(
    request: PlanRequest, groups: Sequence[Sequence[Line]], tools: PlanTools, sections: Sequence[str] = ()
) -> Generator[Event, None, list[DraftStatement]]:
    """Each group of lines copied, and where they are in another language than the request, said in its own.

    Copies all of them without a model. `sections`: the heading that each group is shown under.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    language = LANGUAGE_NAMES.get(request.language, "English")
    order = replace(_ORDER, text=_ORDER.text.format(language=language))
    asked = _REQUEST.format(language=language)
    told: list[DraftStatement] = []
    for lines, section in zip(groups, sections or [""] * len(groups), strict=True):
        copy = copied(lines, section=section)
        is_same = all(line.source.document.language in ("", request.language) for line in lines)
        if tools.model is None or is_same:
            told.append(copy)
            continue
        if told:
            yield tools.stamp(DraftDelta, text="\n", attempt=1)
        found = yield from written(order, asked, "", lines, request.language, tools.model, tools)
        text = " ".join(one.text for one in found)
        told.append(replace(copy, text=text, quoted=False) if _is_same(text, copy, tools) else copy)
        tools.cancel.check()
    return told


def _is_same(text: str, copy: DraftStatement, tools: PlanTools) -> bool:
    """The figures, dates and codes of the copy, no others, and the model, asked again, does not deny it."""
    strange = {character for character in text if ord(character) >= _OTHER_SCRIPTS} - set(copy.text)
    if not text or strange or not _are_exact(facts_of(text), facts_of(copy.text)):
        return False
    odds = None if tools.support is None else tools.support.supports(text, copy.text)
    return odds is None or not denies(odds)


def _are_exact(told: Facts, given: Facts) -> bool:
    """What numbers a step or a section may be left out; what measures something may not."""
    measured = [one for one in given.numbers if one.is_measure or one.percent or one.currency]
    return (
        all(any(one.equals(other) for other in given.numbers) for one in told.numbers)
        and all(any(one.equals(other) for other in told.numbers) for one in measured)
        and told.dates == given.dates
        and set(told.identifiers) <= set(given.identifiers)
    )
