"""A question over several buckets. "Invoices and contracts with Acme" asks each by itself; "vendors with
invoices but without a contract" asks for what they have in common. Each bucket reads what stands before
the first one, what follows its own name, and what follows several that are listed. Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from core.corpus.asking.bucket_reading import Reading, read_bucket
from core.corpus.asking.decompose import Vocabulary, assembled, named_bucket
from core.corpus.asking.kinds import kinds_of
from core.corpus.asking.named_fields import asked_words
from core.corpus.asking.negation import NEGATIONS
from core.corpus.asking.question_words import Found, QuestionWords, Word, phrases
from core.corpus.asking.shared_things import Thing, compared_fields, shared_names, thing_named
from core.corpus.decomposition import (
    Computation,
    Constraint,
    Decomposition,
    Intent,
    Joined,
    OutputPreferences,
    Unsuited,
)
from core.fields.schema import GENERIC, BucketSchema

_FILLING = frozenset(
    phrases(
        "the|a|an|any|our|my|all~|each|their|its|these|in|on|among|also|too|both|corresponding|matching|der"
        "|die|das|den|dem|des|ein~|unser~|im|auch|entsprechend~|passend~|zugehörig~"
    )
)
_LISTING = frozenset(phrases("and|or|plus|und|oder|sowie|&"))
_HAVING = frozenset(
    phrases(
        "have|has|having|with|mit|haben|hat|besitzen|appear|appears|occur|occurs|listed|mentioned|found"
        "|stehen|steht|vorkommen|auftauchen|erwähnt|but|aber"
    )
)
_LACKING = frozenset(phrases("without|no|not|nor|ohne|kein~|nicht|lack|lacks|lacking|missing"))
_SAME = frozenset(phrases("same|gleich~|selb~|derselben|desselben|demselben|denselben"))
# Words that only say how buckets belong together.
_BINDING = _FILLING | _LISTING | _HAVING | _LACKING | _SAME | frozenset(
    phrases(
        "common|shared|share|either|as|well|als|sowohl|there|but|vor|kommen|kommt|auf|tauchen|taucht"
        "|gemeinsam|gemeinsame|belongs|belonging|dazu|exist|exists|existiert|existieren|es|for"
    )
)  # fmt: skip

Link = Literal["listed", "having", "lacking", "same"]
_Anchor = tuple[str, Found]  # a bucket, and where a question names it


_Between = tuple[Link, int]  # how two anchors are linked, and where the words end that say more


def decompose_across(
    question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Decomposition | None:
    """Taken apart; None where it names one bucket only, or does not say how they belong together."""
    words = QuestionWords(question, german)
    anchors = _anchors(words, vocabulary.schemas)
    links = _links(words, anchors) if len(anchors) > 1 else None
    if links is None:
        return None
    schemas = {bucket: vocabulary.schemas[bucket] for bucket, _ in anchors}
    thing = _thing(words, schemas, anchors, links)
    listed = [link == "listed" for link, _ in links]
    if thing is None and any(listed) and not all(listed):
        return None
    readings: dict[str, Reading] = {}
    for bucket, seen in _seen(words, anchors, links).items():
        own = QuestionWords(_masked(words, seen), german)
        readings[bucket] = read_bucket(own, schemas[bucket], vocabulary.values.get(bucket, {}), today)
    left = _left(readings, thing)
    if any(word.key in NEGATIONS for word in left):
        return None
    told = tuple(word.text for word in left)
    if thing is None and all(listed):
        parts = _by_themselves(question, schemas, readings, told)
        first = parts[0] if parts else None
    else:
        first = _joined(schemas, readings, thing, _lacking(words, anchors, links), told)
        parts = [
            Decomposition(
                intent=Intent.LIST,
                primary_buckets=(bucket,),
                output_preferences=OutputPreferences(format="table"),
            )
            for bucket in schemas
        ]
    return None if first is None else _whole(first, parts, readings)


def _by_themselves(
    question: str,
    schemas: Mapping[str, BucketSchema],
    readings: Mapping[str, Reading],
    left: tuple[str, ...],
) -> list[Decomposition]:
    """What each bucket is asked; nothing where they understand different things."""
    words = {word.start: word.text for reading in readings.values() for word in reading.left}
    topic = [text for _, text in sorted(words.items()) if text.casefold() not in _BINDING]
    parts = []
    for bucket, reading in readings.items():
        _, noun = named_bucket(reading.words, {bucket: schemas[bucket]})
        if noun is None:
            return []
        told = left
        if reading.wanted.textual or reading.wanted.summarize:  # what only one understands is the topic, too
            told = tuple(word for word in topic if word in reading.words.text)
        parts.append(assembled(question, schemas[bucket], noun, reading, told))
    alike = len({part.intent for part in parts}) == 1 and parts[0].intent is not Intent.COMPARE
    return parts if alike and all(part.primary_buckets for part in parts) else []


def _joined(
    schemas: Mapping[str, BucketSchema],
    readings: Mapping[str, Reading],
    thing: Thing | None,
    lacking: Sequence[str],
    left: tuple[str, ...],
) -> Decomposition | None:
    """What the buckets have in common; None where nothing of them can be compared."""
    wanted = next(iter(readings.values())).wanted
    if wanted.of_texts or wanted.kind not in ("", "count"):
        return None
    names = shared_names(thing, schemas.values())
    if not names or len(lacking) == len(schemas) or wanted.group:
        return None
    fields = {
        bucket: compared_fields(schema, names, thing, readings[bucket].mentions)
        for bucket, schema in schemas.items()
    }
    counts = wanted.kind == "count"
    return Decomposition(
        intent=Intent.COMPUTE if counts else Intent.LIST,
        output_preferences=OutputPreferences(format="table"),
        computation=Computation(kind="count") if counts else None,
        left_over=left,
        joined=Joined(names=names, fields=fields, without=tuple(lacking)),
    )


def _whole(
    first: Decomposition, parts: Sequence[Decomposition], readings: Mapping[str, Reading]
) -> Decomposition:
    """With what a decomposition has of all its parts."""
    kept = {bucket: _suited(bucket, readings) for bucket in readings}
    whole: dict[str, object] = {
        "primary_buckets": tuple(readings),
        "constraints": tuple(
            entry.model_copy(update={"bucket": bucket}) for bucket, own in kept.items() for entry in own
        ),
        "entities": tuple(
            dict.fromkeys(entity for one in readings.values() for entity in one.conditions.entities)
        ),
        "parts": tuple(
            part.model_copy(update={"constraints": tuple(kept[part.primary_buckets[0]])}) for part in parts
        ),
        "unsuited": tuple(one for bucket, own in kept.items() for one in _unsuited(bucket, own, readings)),
    }
    return first.model_copy(update=whole)


def _suited(bucket: str, readings: Mapping[str, Reading]) -> list[Constraint]:
    """The conditions of a bucket, without those that only another one can mean: "due in May" is no day of a
    contract."""
    others = [reading for other, reading in readings.items() if other != bucket]
    return [
        entry
        for entry in readings[bucket].conditions.constraints
        if _means(readings[bucket], entry)
        or not any(
            one.raw_text == entry.raw_text and _means(other, one)
            for other in others
            for one in other.conditions.constraints
        )
    ]


def _unsuited(bucket: str, kept: Sequence[Constraint], readings: Mapping[str, Reading]) -> Iterator[Unsuited]:
    """What is a condition of other buckets in words that this one sees, too."""
    own = [entry.raw_text for entry in kept]
    theirs = [
        entry.raw_text
        for other, reading in readings.items()
        if other != bucket
        for entry in reading.conditions.constraints
    ]
    for raw in dict.fromkeys(theirs):
        if raw in readings[bucket].words.text and not any(raw in one or one in raw for one in own):
            yield Unsuited(bucket=bucket, raw_text=raw)


def _means(reading: Reading, entry: Constraint) -> bool:
    """Whether the field of a condition is named, or can be told from its words: not a default."""
    schema_types = {mention.field.name for mention in reading.mentions.all if not mention.weak}
    spec = next((one for one in reading.mentions.fields if one.name == entry.field), None)
    return spec is None or not spec.type.is_ordered or entry.field in schema_types


def _anchors(words: QuestionWords, schemas: Mapping[str, BucketSchema]) -> list[_Anchor]:
    """Where each bucket is named, by its nouns, else by a kind; not within a longer phrase that means
    something else: the "invoice number" of a contract."""
    phrased = [
        found
        for schema in schemas.values()
        for spec in schema.fields
        for found in words.find({name.casefold() for name in asked_words(spec)}, free=False)
        if found.last - found.first > 1
    ]
    anchors = []
    for bucket, schema in schemas.items():
        if bucket == GENERIC:
            continue
        nouns, kinds = (
            [
                found
                for found in words.find(names, free=False)
                if not any(one.first <= found.first and found.last <= one.last for one in phrased)
            ]
            for names in (schema.nouns, kinds_of(schema))
        )
        chosen = (nouns and _likeliest(words, nouns)) or (kinds and kinds[0])
        if chosen:
            anchors.append((bucket, chosen))
    return sorted(anchors, key=lambda anchor: anchor[1].first)


def _likeliest(words: QuestionWords, nouns: Sequence[Found]) -> Found:
    """Of several mentions of a bucket: one behind a word that lists or has."""
    linked = _LISTING | _HAVING | _LACKING | _FILLING
    return next((found for found in nouns if set(words.before(found.first)) & linked), nouns[0])


def _links(words: QuestionWords, anchors: Sequence[_Anchor]) -> list[_Between] | None:
    """How each anchor is linked to the one before; None where that is not said."""
    links = []
    for (_, left), (_, right) in pairwise(anchors):
        between = _linked(words, left.last, right.first) if left.last <= right.first else None
        if between is None:
            return None
        links.append(between)
    return links


def _linked(words: QuestionWords, first: int, last: int) -> _Between | None:
    keys = [word.key for word in words.words[first:last]]
    same = any(key in _SAME for key in keys)
    end = len(keys)
    while end and keys[end - 1] in _FILLING:
        end -= 1
    if not end:
        comma = "," in words.text[words.words[first - 1].end : words.words[last].start]
        return ("listed", first) if comma else None
    word = keys[end - 1]
    while end and keys[end - 1] in _BINDING:
        end -= 1
    if same:
        return ("same", first + end)
    if word in _LACKING:
        return ("lacking", first + end)
    if (
        word in _LISTING
        or keys[-3:] == ["as", "well", "as"]
        or (word == "als" and "sowohl" in words.before(first, 9))
    ):
        return ("listed", first + end)
    there = word in ("is", "are") and "there" in keys
    if word in _HAVING or there or (word == "es" and "gibt" in keys):
        return ("having", first + end)
    return None


def _thing(
    words: QuestionWords,
    schemas: Mapping[str, BucketSchema],
    anchors: Sequence[_Anchor],
    links: Sequence[_Between],
) -> Thing | None:
    """What is asked for, where it is not the documents: the solvents, the vendors, the same company."""
    first = anchors[0][1].first
    for found, thing in thing_named(words, schemas):
        if found.last < first:  # "Which solvents appear in …"
            return thing
        behind_same = any(key in _SAME for key in words.before(found.first, 2))
        within = first < found.first < anchors[-1][1].first and links[0][0] != "listed"
        if behind_same or within:
            return thing
    return None


def _lacking(words: QuestionWords, anchors: Sequence[_Anchor], links: Sequence[_Between]) -> list[str]:
    """Buckets that must not have it: "but no contract"; one that is listed behind such a one, too."""
    first = _linked(words, 0, anchors[0][1].first) if anchors[0][1].first else None
    lacking = [first is not None and first[0] == "lacking"]
    for link, _ in links:
        lacking.append(link == "lacking" or (link == "listed" and lacking[-1]))
    return [bucket for (bucket, _), lacks in zip(anchors, lacking, strict=True) if lacks]


def _seen(words: QuestionWords, anchors: Sequence[_Anchor], links: Sequence[_Between]) -> dict[str, set[int]]:
    """bucket → the places of the words that can be meant for it."""
    head = {*range(anchors[0][1].first)}
    ends = [last for _, last in links] + [len(words.words)]
    behind = [{*range(found.last, end)} for (_, found), end in zip(anchors, ends, strict=True)]
    seen = {}
    for place, (bucket, found) in enumerate(anchors):
        seen[bucket] = head | {*range(found.first, found.last)} | behind[place]
        at = place
        while at < len(links) and links[at][0] == "listed" and not behind[at]:
            at += 1
            seen[bucket] |= behind[at]
    return seen


def _masked(words: QuestionWords, seen: set[int]) -> str:
    """The text without the words that are not seen; every other one stays at its place."""
    text = list(words.text)
    for place, word in enumerate(words.words):
        if place not in seen:
            text[word.start : word.end] = " " * (word.end - word.start)
    return "".join(text)


def _left(readings: Mapping[str, Reading], thing: Thing | None) -> list[Word]:
    """Words that no bucket that sees them understands, and that say nothing else."""
    left = {word.start: word for reading in readings.values() for word in reading.left}
    for reading in readings.values():
        own = {word.start for word in reading.left}
        for word in reading.words.words:
            if word.start not in own:
                left.pop(word.start, None)
    known = _BINDING | (frozenset(thing.words) if thing else frozenset())
    return [word for _, word in sorted(left.items()) if word.key not in known or word.key in NEGATIONS]
