"""The tool set "library" (specification 003, section 2): searches among the documents that a filter
leaves, which SQLite decides, so that it is exact whatever the index holds; and the exact questions to
fields."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.cancel import CancelToken
from core.corpus.base import FieldLibrary, LibraryRow
from core.errors import UsageError
from core.fields.filters import EVERYTHING, Filter, parse_filter
from core.fields.values import Value
from core.search.base import Retriever
from core.search.ids import as_uuid
from core.text.hyphenation import one_line
from core.types import SearchHit

# Passages that are compared for one search, whatever `top_k` is; the retriever ranks three times as many.
FETCHED = 34
SEARCH_TOOLS = ("search_text", "search_semantic", "get_document_metadata")
FIELD_TOOLS = ("list", "count", "sum", "average", "min", "max", "group_by")
_WORD = re.compile(r"\w+")
_LEAST_LETTERS = 4
_Input = TypeVar("_Input", bound=BaseModel)


class SearchInput(BaseModel):
    """`filters` as the filter language has them; `context_chars`: the length of a snippet."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bucket: Annotated[str, Field(min_length=1, max_length=60)]
    query: Annotated[str, Field(min_length=1, max_length=400)]
    filters: dict[str, Any] | None = None
    top_k: Annotated[int, Field(ge=1, le=100)] = 10
    context_chars: Annotated[int, Field(ge=40, le=4000)] = 400
    doc_id: str | None = None


class FieldsInput(BaseModel):
    """`field`: what is added up, averaged or compared, or what a list is ordered by; `group_by` as in
    `Computation`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bucket: Annotated[str, Field(min_length=1, max_length=60)]
    filters: dict[str, Any] | None = None
    field: Annotated[str, Field(max_length=60)] = ""
    group_by: Annotated[str, Field(max_length=70)] = ""
    descending: bool = False
    limit: Annotated[int, Field(ge=1, le=1000)] = 50


class MetadataInput(BaseModel):
    """The document that is asked about."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    doc_id: str


@dataclass(frozen=True, slots=True)
class Snippet:
    """A passage that was found: `text` is cut from it around what matches, at most `context_chars` long."""

    doc_id: str
    chunk_id: str
    filename: str
    page: int
    text: str
    score: float


class LibraryTools:
    """The tools of one question, within its selection. Any thread."""

    def __init__(
        self, library: FieldLibrary, by_words: Retriever, by_meaning: Retriever, cancel: CancelToken
    ) -> None:
        self._library = library
        self._by_words = by_words
        self._by_meaning = by_meaning
        self._cancel = cancel

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Call a tool as a model or a script would, with JSON in and out.

        Raises:
            UsageError: there is no such tool, bucket, field or document, or the input has not its form.
        """
        if name == "get_document_metadata":
            return self.get_document_metadata(_checked(MetadataInput, arguments).doc_id)
        if name in ("search_text", "search_semantic"):
            asked = _checked(SearchInput, arguments)
            where = self._filter(asked.bucket, asked.filters)
            ids = self._library.questions(asked.bucket).ids(where)
            if asked.doc_id is not None:
                ids = [name for name in ids if name == asked.doc_id]
            hits = self.within(asked.query, ids, meaning=name == "search_semantic", top_k=asked.top_k)
            found = [asdict(_snippet(hit, asked.query, asked.context_chars)) for hit in hits]
            return {"documents_searched": len(ids), "results": found}
        if name in FIELD_TOOLS:
            return self._of_fields(name, _checked(FieldsInput, arguments))
        names = ", ".join((*SEARCH_TOOLS, *FIELD_TOOLS))
        raise UsageError(f"There is no tool {name}.", f"Tools: {names}.")

    def get_document_metadata(self, doc_id: str) -> dict[str, Any]:
        """Bucket, file name and every value that is known of a document, each with its page and certainty."""
        row = None if as_uuid(doc_id) is None else self._library.filed(str(as_uuid(doc_id)))
        if row is None:
            raise UsageError(f"There is no filed document {doc_id}.", "Search results name their doc_id.")
        bucket, document = row
        values = {
            found.field: {
                "value": found.value.shown,
                "unit": found.value.unit,
                "page": found.page,
                "method": found.method.value,
                "confidence": round(found.confidence, 2),
                "quote": found.quote,
            }
            for found in document.values.values()
            if found.value is not None
        }
        return {
            "doc_id": document.document_id,
            "filename": document.filename,
            "bucket": bucket,
            "values": values,
        }

    def within(
        self, query: str, document_ids: Sequence[str], *, meaning: bool, top_k: int
    ) -> Sequence[SearchHit]:
        """Search where the documents are chosen already, best first."""
        retriever = self._by_meaning if meaning else self._by_words
        result = retriever.search(
            query,
            limit=max(top_k, FETCHED),
            document_ids=document_ids,
            cancel=self._cancel,
            for_prompt=True,
        )
        return result.hits[:top_k]

    def _of_fields(self, name: str, asked: FieldsInput) -> dict[str, Any]:
        where = self._filter(asked.bucket, asked.filters)
        with self._library.of_one_moment() as library:
            return self._computed(name, asked, where, library)

    def _computed(
        self, name: str, asked: FieldsInput, where: Filter, library: FieldLibrary
    ) -> dict[str, Any]:
        questions = library.questions(asked.bucket)
        if name == "count":
            return _plain_json(questions.count(where))
        if name == "list":
            page = questions.documents(
                where, order_by=asked.field or None, descending=asked.descending, limit=asked.limit
            )
            rows = library.rows(asked.bucket, page.document_ids)
            return {"count": page.count, "documents": [_row(row) for row in rows]}
        if name == "group_by":
            by, _, period = asked.group_by.partition("/")
            periods = {"": "year", "year": "year", "month": "month", "day": "day"}
            if period not in periods:
                raise UsageError(f"{period} is no period.", "Group by FIELD, FIELD/year, /month or /day.")
            unit = cast('Literal["year", "month", "day"]', periods[period])
            return _plain_json(
                questions.groups(by, where, period=unit, of=asked.field or None, limit=asked.limit)
            )
        if name in ("min", "max"):
            return _plain_json(questions.extremes(asked.field, where))
        ask = questions.total if name == "sum" else questions.average
        return _plain_json(ask(asked.field, where))

    def _filter(self, bucket: str, filters: Mapping[str, Any] | None) -> Filter:
        schema = self._library.schemas().get(bucket)
        if schema is None:
            names = ", ".join(self._library.schemas())
            raise UsageError(f"There is no bucket {bucket}.", f"Buckets: {names}.")
        return parse_filter(dict(filters), schema) if filters else EVERYTHING


def _plain_json(found: Any) -> dict[str, Any]:
    """A result of `core.fields.results` as JSON has it; figures are written out."""
    made: dict[str, Any] = json.loads(json.dumps(asdict(found), default=str))
    return made


def _row(row: LibraryRow) -> dict[str, Any]:
    values = {name: _with_unit(found.value) for name, found in row.values.items() if found.value is not None}
    return {"doc_id": row.document_id, "filename": row.filename, "values": values}


def _with_unit(value: Value) -> str:
    """Amounts of different currencies are different values, so they never stand there bare."""
    return f"{value.shown} {value.unit}".rstrip()


def _checked(model: type[_Input], arguments: Mapping[str, Any]) -> _Input:
    try:
        return model.model_validate(dict(arguments))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        known = ", ".join(model.model_fields)
        raise UsageError(f"{where}: {first['msg']}.", f"The input has: {known}.") from error


def _snippet(hit: SearchHit, query: str, most: int) -> Snippet:
    """The part of the passage with most of the query's words in it."""
    text = one_line(hit.chunk.text)
    start = min(_start(text, query, most), max(0, len(text) - most))
    cut = text[start : start + most]
    if start > 0:
        cut = "…" + cut[1:].partition(" ")[2]
    if start + most < len(text):
        cut = (cut[:-1].rpartition(" ")[0] or cut[:-1]) + "…"
    return Snippet(hit.chunk.document_id, hit.chunk.chunk_id, hit.filename, hit.page, cut, hit.score)


def _start(text: str, query: str, most: int) -> int:
    """Where such a part begins, with a little of what stands before it."""
    folded, lead = text.casefold(), most // 6
    words = [word for word in _WORD.findall(query.casefold()) if len(word) >= _LEAST_LETTERS]
    # Words that differ in their ending are the same here.
    stems = {word[: max(_LEAST_LETTERS, len(word) - 2)] for word in words}
    places = sorted((found.start(), stem) for stem in stems for found in re.finditer(re.escape(stem), folded))
    best, most_stems = 0, 0
    for at, _ in places:
        within = {stem for place, stem in places if at <= place < at + most - lead}
        if len(within) > most_stems:
            best, most_stems = at, len(within)
    return max(0, best - lead)
