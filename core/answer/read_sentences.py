"""Where nothing is surely an answer, the language model reads the likeliest sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.answer.asked_parts import AskedPart
from core.answer.asking.question import without_directions
from core.answer.judged_sentences import JudgedEvidence
from core.cancel import CancelToken
from core.judge.calibration import LEAST_ASKED, read_certainty
from core.judge.support import ModelJudge
from core.llm.base import ChatModel

_MOST_READ = 3  # sentences


def read_parts(model: ChatModel | None, parts: Sequence[AskedPart], cancel: CancelToken) -> list[AskedPart]:
    """Each part that has no answer yet, with those of its likeliest sentences in which the model finds one.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    read = list(parts)
    for place, part in enumerate(parts):
        if model is not None and not part.is_answered:
            found = read_evidence(without_directions(part.standing), part.evidence, ModelJudge(model, cancel))
            if found.likely:
                read[place] = replace(part, evidence=found)
    return read


def read_evidence(question: str, evidence: JudgedEvidence, reader: ModelJudge) -> JudgedEvidence:
    """The evidence with the certainties of a model that reads the first sentences, best first.

    Raises:
        core.errors.Cancelled: after Stop.
    """
    read = [
        replace(
            one,
            certainty=read_certainty(
                reader.name, one.certainty, reader.answers(question, one.behind_heading)
            ),
        )
        for one in evidence.sentences[:_MOST_READ]
    ]
    ranked = sorted(read, key=lambda one: -one.certainty)
    rest = [replace(one, certainty=0.0) for one in evidence.sentences[_MOST_READ:]]
    return JudgedEvidence((*ranked, *rest), evidence.judge, LEAST_ASKED)
