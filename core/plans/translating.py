"""What was copied, said in the language of the request where the document has another one.

A model writes each statement anew from the sentences that it copies. Where what it wrote has other figures,
or the model itself denies it afterwards, the copy stays.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import replace

from core.answer.asking.question_language import LANGUAGE_NAMES
from core.answer.statements import DraftStatement
from core.events import DraftDelta, Event
from core.judge.support import denies
from core.plans.base import PlanRequest, PlanTools
from core.plans.document_outline import Line
from core.plans.writing import Order, written

_ORDER = Order(
    "Translate them into {language}, completely, in one sentence. Keep every figure, unit and name.", 1, 2
)
_REQUEST = "Translate into {language}."
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def in_language(
    request: PlanRequest, drafts: Sequence[DraftStatement], lines: Sequence[Line], tools: PlanTools
) -> Generator[Event, None, list[DraftStatement]]:
    """The drafts, those in another language than the request in its own. As they are without a model.

    Raises:
        core.errors.ModelError: from the model.
        core.errors.Cancelled: Stop was asked for.
    """
    if tools.model is None:
        return list(drafts)
    by_label = {line.sentence.label: line for line in lines}
    language = LANGUAGE_NAMES.get(request.language, "English")
    order = replace(_ORDER, text=_ORDER.text.format(language=language))
    asked = _REQUEST.format(language=language)
    told: list[DraftStatement] = []
    for draft in drafts:
        own = [by_label[label] for label in draft.labels]
        if all(line.source.document.language in ("", request.language) for line in own):
            told.append(draft)
            continue
        if told:
            yield tools.stamp(DraftDelta, text="\n", attempt=1)
        found = yield from written(order, asked, "", own, request.language, tools.model, tools)
        text = " ".join(one.text for one in found)
        told.append(replace(draft, text=text, quoted=False) if _is_same(text, draft, tools) else draft)
        tools.cancel.check()
    return told


def _is_same(text: str, draft: DraftStatement, tools: PlanTools) -> bool:
    """The same figures, and the model, asked again, does not deny it."""
    if not text or _figures(text) != _figures(draft.text):
        return False
    odds = None if tools.support is None else tools.support.supports(text, draft.text)
    return odds is None or not denies(odds)


def _figures(text: str) -> set[str]:
    return {figure.replace(",", ".") for figure in _FIGURE.findall(text)}
