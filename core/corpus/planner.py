"""The language model reads a question that the rules leave: first which bucket it is about, then which
conditions the words make that nothing stands for (specification 003, section 8).

Both calls are bound by a grammar made from the schemas. What comes back can only choose a bucket whose fields
the question names, and add conditions whose words and figures stand in the question; the rules read the rest.
Off by default (`answers.library_pass`): it costs two calls, and small models gain nothing.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from core.cancel import CancelToken
from core.corpus.asking.decompose import Vocabulary, named_bucket
from core.corpus.asking.negation import NEGATIONS
from core.corpus.asking.question_words import QuestionWords
from core.corpus.asking.within_bucket import Within, read_within, understood_by
from core.corpus.base import FieldLibrary
from core.corpus.condition_filters import filter_of
from core.corpus.decomposition import Constraint, Decomposition, Operator
from core.corpus.library_routing import LONGEST_QUESTION, is_german
from core.errors import UsageError
from core.events import Event, EventStamper
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.values import text_key
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import call_model
from core.llm.reply_json import reply_json

_NONE = "none"
_MOST_CONDITIONS = 3
_LONGEST_WORDS, _LONGEST_VALUE = 80, 60  # characters
_ROUTE_TOKENS, _PLAN_TOKENS = 30, 200
_LEAST_STEM = 4  # letters that a word of the question shares with a value's name
_OPERATORS: Mapping[str, Operator] = {
    "=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "contains": "LIKE",
}  # fmt: skip
_ROUTER = "You sort questions about a library of documents. You never answer them. Reply as JSON."
_ROUTE = (
    "bucket: the kind of documents whose list, number or figures answer the question; none: it asks what a "
    "text says, or something else.\n{buckets}\nQuestion: {question}\nReply as JSON."
)
_PLANNER = "You turn words of a question into conditions on fields. You never answer it. Reply as JSON."
_PLAN = (
    "Fields of {bucket}:\n{fields}\nQuestion: {question}\nWords without a condition: {left}\n"
    "conditions: one for each of these words that a field stands for, else an empty list. words: copied from "
    "the question. value: copied from them, or one of the field's values.\nReply as JSON."
)
_WORD = re.compile(r"\w+")
_FIGURE = re.compile(r"\d+")


class QuestionPlanner:
    """Plans one question with a model."""

    def __init__(
        self, model: ChatModel, library: FieldLibrary, stamp: EventStamper, cancel: CancelToken
    ) -> None:
        self._model = model
        self._library = library
        self._stamp = stamp
        self._cancel = cancel

    def plan(self, question: str, today: datetime.date) -> Generator[Event, None, Decomposition | None]:
        """The question taken apart with the model's help; None where that is of no use.

        Raises:
            core.errors.Cancelled: after Stop.
            core.errors.ModelError: from the model.
        """
        if len(question) > LONGEST_QUESTION:
            return None
        schemas = self._library.schemas()
        filled = {name: schemas[name] for name in schemas if self._library.questions(name).count().of}
        bucket, _ = named_bucket(QuestionWords(question, is_german(question)), filled)
        if not bucket and filled:
            bucket = yield from self._routed(question, filled)
        if bucket not in filled:
            return None
        vocabulary = Vocabulary(filled, {bucket: self._library.names(bucket)})
        within = read_within(question, bucket, vocabulary, german=is_german(question), today=today)
        if within is None:
            return None
        every = Vocabulary(filled, {name: self._library.names(name) for name in filled})
        rivals = understood_by(question, every, german=is_german(question), today=today)
        if not within.named and set(rivals) - {bucket}:
            return None  # a CAS number is one of a data sheet or of a certificate
        understood = within.decomposed()
        if understood is not None and not within.left:
            return understood
        added = yield from self._conditions(question, within)
        return within.decomposed(added) or understood

    def _routed(self, question: str, schemas: Mapping[str, BucketSchema]) -> Generator[Event, None, str]:
        buckets = "\n".join(f"{name}: {schema.description}" for name, schema in schemas.items())
        text = yield from self._asked(
            _ROUTER,
            _ROUTE.format(buckets=buckets, question=question),
            {"bucket": {"enum": [*schemas, _NONE]}},
            "router",
            _ROUTE_TOKENS,
        )
        return str(_object(text).get("bucket", _NONE))

    def _conditions(self, question: str, within: Within) -> Generator[Event, None, list[Constraint]]:
        if not within.left:
            return []
        schema = within.schema
        condition = {
            "words": {"type": "string", "minLength": 1, "maxLength": _LONGEST_WORDS},
            "field": {"enum": [spec.name for spec in schema.fields]},
            "operator": {"enum": list(_OPERATORS)},
            "value": {"type": "string", "minLength": 1, "maxLength": _LONGEST_VALUE},
        }
        properties = {
            "conditions": {"type": "array", "items": _closed(condition), "maxItems": _MOST_CONDITIONS}
        }
        prompt = _PLAN.format(
            bucket=schema.shown.lower(),
            fields="\n".join(map(_told, schema.fields)),
            question=question,
            left=", ".join(within.left),
        )
        text = yield from self._asked(_PLANNER, prompt, properties, "planner", _PLAN_TOKENS)
        proposed = _object(text).get("conditions")
        return added_conditions(proposed if isinstance(proposed, list) else [], question, within)

    def _asked(
        self, system: str, prompt: str, properties: dict[str, Any], purpose: str, most: int
    ) -> Generator[Event, None, str]:
        messages = (Message("system", system), Message("user", prompt))
        request = GenerationRequest(messages, most, grammar=Grammar(json_schema=_closed(properties)))
        done = yield from call_model(self._model, request, purpose, self._stamp, self._cancel)
        return done.text


def added_conditions(proposed: Sequence[Any], question: str, within: Within) -> list[Constraint]:
    """Of what a model proposes: conditions that suit the schema, whose words stand in the question, are not a
    condition already, and have one in them that nothing stood for; and whose value stands in these words."""
    taken = {
        word
        for entry in within.reading.conditions.constraints
        for word in _WORD.findall(entry.raw_text.casefold())
    }
    left = {word.casefold() for word in within.left}
    found: list[Constraint] = []
    for entry in proposed[:_MOST_CONDITIONS]:
        constraint = _constraint(entry, question, within.schema) if isinstance(entry, dict) else None
        if constraint is None:
            continue
        own = set(_WORD.findall(constraint.raw_text.casefold()))
        if own & taken or not own & left:
            continue
        try:
            filter_of([constraint], within.schema, german=is_german(question))
        except UsageError:
            continue
        found.append(constraint)
        taken |= own
    return found


def _constraint(entry: dict[str, Any], question: str, schema: BucketSchema) -> Constraint | None:
    """A condition with a foothold in the question."""
    given = [entry.get(name) for name in ("words", "field", "operator", "value")]
    if not all(isinstance(one, str) for one in given):
        return None
    words, name, sign, value = map(str, given)
    spec, operator = schema.field(name), _OPERATORS.get(sign)
    raw = _standing(words, question)
    if spec is None or operator is None or not raw or not value.strip():
        return None
    says_no = any(word in NEGATIONS for word in raw.casefold().split())
    if says_no != (operator == "!="):
        return None
    if spec.type is FieldType.TEXT:
        key = text_key(value)
        if operator not in ("=", "!=", "LIKE") or not key or key not in text_key(raw):
            return None
        if operator != "!=":
            escaped = key.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            return Constraint(field=name, operator="LIKE", value=f"%{escaped}%", raw_text=raw)
    elif spec.type in (FieldType.ENUM, FieldType.BOOL):
        if operator not in ("=", "!=") or not _gives_away(raw, value, spec):
            return None
    else:
        figures = set(_FIGURE.findall(value))
        if operator == "LIKE" or not figures or not figures <= set(_FIGURE.findall(raw)):
            return None
    return Constraint(field=name, operator=operator, value=value.strip(), raw_text=raw)


def _standing(words: str, question: str) -> str:
    """The words as the question has them, next to each other; empty where it has not."""
    parts = _WORD.findall(words)
    pattern = r"\b" + r"\W+".join(map(re.escape, parts)) + r"\b"
    found = re.search(pattern, question, re.IGNORECASE) if parts else None
    return " ".join(found.group().split()) if found else ""


def _gives_away(raw: str, value: str, spec: FieldSpec) -> bool:
    """Whether a word of the question has the beginning of one that stands for the value."""
    told = spec.values.get(value)
    if told is None:
        return False
    named = {word[:_LEAST_STEM] for text in (*told, value) for word in _WORD.findall(text.casefold())}
    named |= {part[:_LEAST_STEM] for part in value.split("_")}
    own = _WORD.findall(raw.casefold())
    return any(len(word) >= _LEAST_STEM and word[:_LEAST_STEM] in named for word in own)


def _told(spec: FieldSpec) -> str:
    about = [spec.type.value, *([spec.unit] if spec.unit else []), *spec.values]
    return f"{spec.name} ({', '.join(about)}): {spec.shown}"


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _object(text: str) -> dict[str, Any]:
    """The JSON object of a reply; empty where it was cut off or is none."""
    try:
        content = reply_json(text)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}
