"""A language model is asked for the fields of one document that the rules found empty. Any thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing

from core.cancel import CancelToken
from core.errors import Cancelled
from core.fields.extraction.extract import pages_to_read
from core.fields.extraction.proposed import (
    SYSTEM,
    accepted,
    answer_schema,
    empty_fields,
    matches_pattern,
    task,
)
from core.fields.schema import GENERIC, BucketSchema, FieldSpec
from core.fields.values import FieldValue
from core.ingest.stages.own_patterns import FieldReader
from core.llm.base import ChatModel, GenerationDone, GenerationRequest, Grammar, Message
from core.store.database import Database
from core.store.documents import DocumentRepository
from core.store.fields import FieldRepository, SortingRepository
from core.store.pages import PageRepository
from core.types import Page

_MOST_TOKENS = 320  # of an answer
_MOST_TEXT = 3500  # characters of a document that are shown: some 900 tokens


def proposed_fields(
    model: ChatModel,
    specs: Sequence[FieldSpec],
    pages: Sequence[Page],
    cancel: CancelToken,
    *,
    german: bool,
    fits: Callable[[FieldSpec, str], bool] = matches_pattern,
) -> list[FieldValue]:
    """One call: values of these fields that stand on the pages. `fits`: as in `accepted`.

    Raises:
        Cancelled: after Stop.
        core.errors.ModelError: from the model.
    """
    text = "\n".join(page.text for page in pages).strip()[:_MOST_TEXT]
    if not specs or not text:
        return []
    messages = (Message("system", SYSTEM), Message("user", task(specs, text)))
    request = GenerationRequest(messages, _MOST_TOKENS, grammar=Grammar(json_schema=answer_schema(specs)))
    done: GenerationDone | None = None
    for piece in model.generate(request, cancel):
        if isinstance(piece, GenerationDone):
            done = piece
    if done is None or done.finish == "cancelled":
        raise Cancelled
    return accepted(done.text, specs, pages, german=german, fits=fits)


class FieldPass:
    """The pass over documents of a library."""

    def __init__(self, database: Database, model: ChatModel) -> None:
        self._documents = DocumentRepository(database)
        self._pages = PageRepository(database)
        self._sortings = SortingRepository(database)
        self._fields = FieldRepository(database)
        self._model = model

    def fill(self, document_id: str, schemas: dict[str, BucketSchema], cancel: CancelToken) -> int:
        """Ask for the empty fields of one document, and keep what was found; how many that were.

        What the rules read or the user entered meanwhile stays. What is kept goes with the next reading of
        the document by the rules.

        Raises:
            Cancelled: after Stop; nothing is kept.
            core.errors.ModelError: from the model.
        """
        sorting, document = self._sortings.get(document_id), self._documents.get(document_id)
        if sorting is None or document is None:
            return 0
        schema = schemas.get(sorting.bucket) or schemas[GENERIC]
        values = self._fields.of_document(document_id, sorting.bucket)
        specs = empty_fields(schema, values.values())
        numbers = pages_to_read(document.page_count)
        pages = [page for number in numbers if (page := self._pages.get(document_id, number)) is not None]
        with closing(FieldReader()) as reader:
            found = proposed_fields(
                self._model, specs, pages, cancel, german=document.language == "de", fits=reader.fits
            )
        return self._fields.add_proposed(document_id, sorting.bucket, found)
