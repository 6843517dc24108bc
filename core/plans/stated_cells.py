"""Does a line state an aspect of what is compared?

The judge of answers says so where it was trained on the language and is certain; else the language model,
asked whether the question can be answered from the line alone. Limits were fitted on questions to the sample
documents and a public paper (docs/decisions.md).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from core.answer.asking.injection import unfenced
from core.answer.asking.question_language import question_language
from core.answer.judged_sentences import placed
from core.errors import ModelError
from core.judge.calibration import Signs, certainty_of, reads
from core.judge.word_judge import WordJudge
from core.llm.base import NO, YES, ChatModel, Message
from core.plans.base import PlanTools
from core.plans.document_outline import Line, Outline

_LEAST = 0.2  # certainty of the judge, from which on a line states it
_LONGEST = 600  # characters of a line that the model reads
_READS = (
    "You are shown a sentence of a document. Can the question be answered from the sentence alone? Answer "
    "Yes or No."
)
_ASKED = "Sentence: {sentence}\n\nQuestion: {question}"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Weights:
    """Of log-odds and another score, which together are above 0 where a line states it."""

    bias: float
    odds: float
    score: float


# With the score of the judge where it was trained on the language, else with the cosine.
_JUDGED = {"qwen2.5-coder-1.5b-instruct-q4_k_m": _Weights(-1.46, 1.0, 0.19)}
_BY_COSINE = {"qwen2.5-coder-1.5b-instruct-q4_k_m": _Weights(-14.1, 1.41, 13.2)}


def states(question: str, line: Line, outline: Outline, tools: PlanTools) -> bool:
    """Whether the line answers the question; True where neither judge nor model can say.

    Raises:
        core.errors.ModelError: the embedder cannot be used.
        core.errors.Cancelled: Stop was asked for.
    """
    text = placed(line.text, line.source)
    language = question_language(question)
    score: float | None = None
    if outline.is_in_language_of(question) and reads(tools.judge.name, language):
        try:
            (score,) = tools.judge.answers(question, [text])
        except ModelError as error:
            log.warning("an aspect is judged by the language model alone: %s", error)
    if score is not None:
        (share,) = WordJudge().answers(question, [text])
        if certainty_of(tools.judge.name, language, Signs(score, share)) >= _LEAST:
            return True
    fitted = (_BY_COSINE if score is None else _JUDGED).get(
        "" if tools.model is None else tools.model.model_name
    )
    odds = None if tools.model is None or fitted is None else _odds(question, text, tools.model, tools)
    if odds is None or fitted is None:
        return score is None
    if score is None:
        score = float(tools.embedder.embed([text])[0] @ tools.embedder.embed_query(question))
    return fitted.bias + fitted.odds * odds + fitted.score * score >= 0


def _odds(question: str, text: str, model: ChatModel, tools: PlanTools) -> float | None:
    """None by a model that gives no probabilities, or that fails."""
    asked = _ASKED.format(sentence=unfenced(text)[:_LONGEST], question=question)
    try:
        yes, no = model.choose(
            (Message("system", _READS), Message("user", asked)), (YES, NO), tools.cancel, kept=1
        )
    except ModelError as error:
        log.warning("whether something is stated is not read once more: %s", error)
        return None
    return yes - no
