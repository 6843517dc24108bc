"""The model detector and the hybrid: references that the patterns do not see, asked of a language model.

One call for each stretch of text, bound by a grammar. What the model names has a foothold only where the same
words stand in the text: small models write down references that look likely and are not there. The patterns
come first; the model only adds.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from core.cancel import CancelToken
from core.events import Event, EventStamper
from core.llm.base import ChatModel, GenerationRequest, Grammar, Message
from core.llm.calls import UsageMeter, call_model
from core.llm.reply_json import reply_json
from core.research.references.detect import detect
from core.research.references.reference import Method, Reference, ReferenceKind
from core.types import Span

STRETCH = 2400  # characters of text in one call
_MAX_TOKENS = 400
_MOST = 12  # references of one call
_LEAST_WORDS, _MOST_WORDS = 3, 120  # characters of one
_CONFIDENCE = 0.55
_SYSTEM = (
    "You find references in a text: words that point to another place, document, law or work. You never "
    "answer questions and never add anything. Most texts have few references; then the list is short."
)
_TASK = (
    "kind: section (part, figure, table or page of a document), legal_section (a section of a law), document "
    "(a document that is pointed to), document_mention (a standard or law as a whole), academic_numbered (a "
    "number in brackets), academic_shortform (author and year), external (a web address). words: copied "
    "from the text, letter by letter, as few as possible.\nText:\n<text>\n{text}\n</text>\nReply as JSON."
)
_FENCE = re.compile(r"</?\s*text\s*>", re.IGNORECASE)
_UNITS = {
    ReferenceKind.SECTION: "title",
    ReferenceKind.LEGAL_SECTION: "title",
    ReferenceKind.DOCUMENT: "document",
    ReferenceKind.DOCUMENT_MENTION: "document",
    ReferenceKind.ACADEMIC_NUMBERED: "bibliography",
    ReferenceKind.ACADEMIC_SHORTFORM: "work",
    ReferenceKind.EXTERNAL: "url",
}
_NOT_ALONE = re.compile(
    r"(?i)[\W\d]*|(?:the|this|that|see|siehe|der|die|das|section|abschnitt|table|tabelle|figure|page)\W*"
)


def detect_with_model(
    model: ChatModel, text: str, meter: UsageMeter, stamp: EventStamper, cancel: CancelToken
) -> Generator[Event, None, list[Reference]]:
    """What the model finds and the text really says, in the order of the text.

    Raises:
        Cancelled: the user pressed Stop.
        core.errors.ModelError: from the model.
    """
    found: list[Reference] = []
    for start, stretch in _stretches(text):
        done = yield from call_model(model, _request(stretch), "references", stamp, cancel, meter=meter)
        found += _read(done.text, stretch, start)
    return sorted(found, key=lambda one: (one.span.start, one.span.end))


def detect_hybrid(
    model: ChatModel | None,
    text: str,
    meter: UsageMeter,
    stamp: EventStamper,
    cancel: CancelToken,
    language: str | None = None,
) -> Generator[Event, None, list[Reference]]:
    """What the patterns find, and what the model adds to it; without a model the patterns alone.

    Raises:
        Cancelled: the user pressed Stop.
        core.errors.ModelError: from the model.
    """
    by_pattern = detect(text, language)
    if model is None:
        return by_pattern
    by_model = yield from detect_with_model(model, text, meter, stamp, cancel)
    return merge(by_pattern, by_model)


def merge(by_pattern: Sequence[Reference], by_model: Sequence[Reference]) -> list[Reference]:
    """Both, each thing once: what overlaps a pattern's, or means the same, is the pattern's."""
    merged = list(by_pattern)
    known = {one.key for one in by_pattern}
    for one in by_model:
        if one.key not in known and not any(_overlap(one.span, other.span) for other in merged):
            merged.append(one)
            known.add(one.key)
    return sorted(merged, key=lambda one: (one.span.start, one.span.end))


def _request(text: str) -> GenerationRequest:
    entry: dict[str, Any] = {
        "type": "object",
        "properties": {
            "words": {"type": "string", "minLength": _LEAST_WORDS, "maxLength": _MOST_WORDS},
            "kind": {"enum": [kind.value for kind in ReferenceKind]},
        },
        "required": ["words", "kind"],
        "additionalProperties": False,
    }
    schema = {"type": "array", "items": entry, "maxItems": _MOST}
    messages = (Message("system", _SYSTEM), Message("user", _TASK.format(text=_FENCE.sub(" ", text))))
    return GenerationRequest(messages, _MAX_TOKENS, grammar=Grammar(json_schema=schema))


def _read(output: str, text: str, start: int) -> Iterator[Reference]:
    """Of the output what stands in the text; output that was cut off or is no JSON says nothing."""
    try:
        entries = reply_json(output)
    except ValueError:
        return
    if not isinstance(entries, list):
        return
    taken: list[Span] = []
    for entry in entries[:_MOST]:
        words = entry.get("words") if isinstance(entry, dict) else None
        named = entry.get("kind") if isinstance(entry, dict) else None
        kind = next((kind for kind in ReferenceKind if kind.value == named), None)
        if not isinstance(words, str) or kind is None or _NOT_ALONE.fullmatch(words.strip()):
            continue
        span = _place(words, text, taken)
        if span is not None:
            taken.append(span)
            yield _reference(text[span.start : span.end], Span(start + span.start, start + span.end), kind)


def _place(words: str, text: str, taken: Sequence[Span]) -> Span | None:
    """Where the words stand as whole words, with any white space between them, and nothing is taken yet."""
    parts = words.split()
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, parts)) + r"(?!\w)"
    for match in re.finditer(pattern, text) if parts and len(words) <= _MOST_WORDS else ():
        span = Span(*match.span())
        if not any(_overlap(span, other) for other in taken):
            return span
    return None


def _reference(words: str, span: Span, kind: ReferenceKind) -> Reference:
    """With unit and number as the patterns read these words; else the words are the name."""
    plain = " ".join(words.split())
    read = next((one for one in detect(f"see {plain}") if one.kind is kind), None)
    if read is not None:
        return Reference(kind, words, span, read.unit, read.number, read.document, _CONFIDENCE, Method.MODEL)
    return Reference(kind, words, span, _UNITS[kind], plain.strip('[]()„“”"'), "", _CONFIDENCE, Method.MODEL)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _stretches(text: str) -> Iterator[tuple[int, str]]:
    """(offset, text) of pieces that end at a white space, each short enough for one call."""
    start = 0
    while start < len(text):
        end = min(len(text), start + STRETCH)
        if end < len(text):
            end = max(text.rfind("\n", start + STRETCH // 2, end), text.rfind(" ", start + STRETCH // 2, end))
            end = end if end > start else start + STRETCH
        if text[start:end].strip():
            yield start, text[start:end]
        start = end
