"""The language model reads a question that the exact reading leaves (specification 003, section 8):
examples tell the bucket, a grammar over its fields and what stands in the question binds the query
(`stated_queries`)."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable, Generator, Sequence

from core.cancel import CancelToken
from core.corpus.asking.question_values import values_in
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.decomposition import Computation, Decomposition, Intent, OutputPreferences
from core.corpus.library_routing import LONGEST_QUESTION, is_german, library_question
from core.corpus.stated_queries import TO_TEXTS, StatedQueries, told_fields
from core.errors import ModelError, UsageError
from core.events import Event, EventStamper
from core.fields.schema import FieldType
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.llm.reply_json import reply_json
from core.plans.library_examples import EVERYTHING, TEXTS, LibraryExamples

_EXAMPLES, _EXAMPLES_OF_TEXTS, _OF_GAPS = 6, 2, 8
_TOKENS = 160
log = logging.getLogger(__name__)
_SYSTEM = (
    "You turn a question about a library of documents into a query over their fields. You never answer it. "
    "Reply as JSON.\nFields of {bucket}:\n{fields}"
)


class QuestionPlanner:
    """Plans one question; `open_model` gives None where none can write."""

    def __init__(
        self,
        open_model: Callable[[], ChatModel | None],
        library: FieldLibrary,
        examples: LibraryExamples,
        stamp: EventStamper,
        cancel: CancelToken,
    ) -> None:
        self._open_model = open_model
        self._library = library
        self._examples = examples
        self._stamp = stamp
        self._cancel = cancel

    def read(self, question: str, today: datetime.date) -> Generator[Event, None, Decomposition | None]:
        """Taken apart, exactly where that understands it, else by the model; None: it goes to the texts.

        Raises:
            core.errors.KnownError: from the library or the model. core.errors.Cancelled: after Stop.
        """
        schemas = self._library.schemas()
        filled = [name for name in schemas if self._library.questions(name).count().of]
        bucket = self._meant(question, filled)
        if bucket == EVERYTHING:
            return _count_of_everything(filled)
        exact = library_question(question, self._library, today)
        if exact is not None and exact.intent not in (Intent.QA, Intent.SUMMARIZE):
            return exact
        planned = yield from self._planned(question, bucket, today)
        if planned is not None or exact is None:
            return planned
        return None if self._only_guesses_kinds(exact, german=is_german(question)) else exact

    def _meant(self, question: str, filled: Sequence[str]) -> str:
        """See `LibraryExamples.meant`; the texts where the embedder cannot be used."""
        if not filled or len(question) > LONGEST_QUESTION:
            return TEXTS
        try:
            return self._examples.meant(question, filled)
        except ModelError as error:
            log.warning("a question to the library is read exactly alone: %s", error)
            return TEXTS

    def _planned(
        self, question: str, bucket: str, today: datetime.date
    ) -> Generator[Event, None, Decomposition | None]:
        model = self._open_model() if bucket != TEXTS else None
        if model is None:
            return None
        schema, names = self._library.schemas()[bucket], self._library.names(bucket)
        german = is_german(question)
        likest = self._examples.nearest(question, bucket, _OF_GAPS)
        queries = StatedQueries(
            schema,
            values_in(question, schema, names, today, german=german),
            with_gaps=any(" missing" in query or " present" in query for _, query in likest),
        )
        to_texts = self._examples.nearest(question, TEXTS, _EXAMPLES_OF_TEXTS)
        shown = [(text, TO_TEXTS) for text, _ in to_texts] + likest[_EXAMPLES - 1 :: -1]
        system = _SYSTEM.format(bucket=schema.shown.lower(), fields=told_fields(schema))
        messages = [Message("system", system)]
        for example, query in shown:
            messages += [Message("user", example), Message("assistant", query)]
        messages.append(Message("user", question))
        request = GenerationRequest(tuple(messages), _TOKENS, grammar=Grammar(json_schema=queries.grammar))
        done = yield from call_model(model, request, "planner", self._stamp, self._cancel)
        try:
            asked = queries.decomposed(reply_json(done.text))
            if asked is not None:
                filter_of(asked.constraints, schema, german=german)
        except (ValueError, UsageError):  # cut off, or it does not suit the fields
            return None
        return None if asked is None or self._only_guesses_kinds(asked, german=german) else asked

    def _only_guesses_kinds(self, asked: Decomposition, *, german: bool) -> bool:
        """Nothing matches, and nothing but kinds of documents is asked for, which the question need not
        name."""
        schema = self._library.schemas()[asked.primary_buckets[0]]
        kinds = {spec.name for spec in schema.fields if spec.type is FieldType.ENUM}
        if not asked.constraints or not all(one.field in kinds for one in asked.constraints):
            return False
        where = filter_of(asked.constraints, schema, german=german)
        return not self._library.questions(schema.bucket).count(where).count


def _count_of_everything(buckets: Sequence[str]) -> Decomposition:
    """The documents of every bucket, counted."""
    one = Decomposition(
        intent=Intent.COMPUTE,
        output_preferences=OutputPreferences(format="natural_language"),
        computation=Computation(kind="count"),
        everything=True,
    )
    parts = tuple(one.model_copy(update={"primary_buckets": (bucket,)}) for bucket in buckets)
    return one.model_copy(update={"primary_buckets": tuple(buckets), "parts": parts})
