"""The language model by itself, for comparison: the best passages, the plainest prompt, no checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.cancel import CancelToken
from core.engine import Engine
from core.llm.base import GenerationRequest, Message, TextDelta
from core.settings import AnswerSettings

PLAIN_CHUNKS = 5
PLAIN = (
    "Answer the question using only the context below. If the context does not contain the answer, "
    "say so.\n\nContext:\n{context}\n\nQuestion: {question}\nAnswer:"
)


def plain_answer(
    engine: Engine,
    answers: AnswerSettings,
    question: str,
    document_ids: Sequence[str] | None,
    cancel: CancelToken,
) -> Iterator[str]:
    """The same model over the five best passages, without fence, grammar or checks, as it streams."""
    found = engine.retriever().search(question, limit=PLAIN_CHUNKS, document_ids=document_ids, cancel=cancel)
    context = "\n\n".join(hit.chunk.text for hit in found.hits)
    prompt = Message("user", PLAIN.format(context=context, question=question))
    request = GenerationRequest((prompt,), max_tokens=answers.max_tokens, temperature=answers.temperature)
    for piece in engine.language_model().generate(request, cancel):
        if isinstance(piece, TextDelta):
            yield piece.text
    cancel.check()
