"""A question over several buckets. "Invoices and contracts with Acme" asks each by itself; "vendors with
invoices but without a contract" asks for what they have in common. Each bucket reads what stands before
the first one, what follows its own name, and what follows several that are listed. Pure functions."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from core.corpus.asking.bucket_reading import Reading, read_bucket
from core.corpus.asking.decompose import Vocabulary, assembled, kinds_of, named_bucket
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
# Between a thing and the first bucket, one of these makes it the subject: "Which solvents appear in …".
_VERBS = frozenset(
    phrases(
        "appear|appears|occur|occurs|in|have|has|are|is|do|does|found|listed|mentioned|with|without|both"
        "|kommen|kommt|stehen|steht|haben|hat|sind|gibt|mit|ohne|tauchen|taucht|zu"
    )
)
# Words that only say how buckets belong together.
_BINDING = _FILLING | _LISTING | _HAVING | _LACKING | _SAME | frozenset(
    phrases(
        "common|shared|share|either|as|well|als|sowohl|there|but|vor|kommen|kommt|auf|tauchen|taucht"
        "|gemeinsam|gemeinsame|belongs|belonging|dazu|exist|exists|existiert|existieren|es|for"
    )
)  # fmt: skip

Link = Literal["listed", "having", "lacking", "same"]


@dataclass(frozen=True, slots=True)
class _Anchor:
    """Where a question names a bucket."""

    bucket: str
    found: Found


@dataclass(frozen=True, slots=True)
class _Between:
    """What stands between two anchors: how they are linked, and where the words end that say more."""

    link: Link
    last: int


def decompose_across(
    question: str, vocabulary: Vocabulary, *, german: bool, today: datetime.date
) -> Decomposition | None:
    """Taken apart; None where it names one bucket only, or does not say how they belong together."""
    words = QuestionWords(question, german)
    anchors = _anchors(words, vocabulary.schemas)
    if len(anchors) < 2:
        return None
    links = _links(words, anchors)
    if links is None:
        return None
    schemas = {anchor.bucket: vocabulary.schemas[anchor.bucket] for anchor in anchors}
    thing = _thing(words, schemas, anchors, links)
    listed = all(between.link == "listed" for between in links)
    if thing is None and not listed and any(between.link == "listed" for between in links):
        return None
    seen = _seen(words, anchors, links)
    readings: dict[str, Reading] = {}
    for anchor in anchors:
        own = QuestionWords(_masked(words, seen[anchor.bucket]), german)
        values = vocabulary.values.get(anchor.bucket, {})
        readings[anchor.bucket] = read_bucket(own, schemas[anchor.bucket], values, today)
    left = _left(readings, thing)
    if any(word.key in NEGATIONS for word in left):
        return None
    asked = _Asked(question, schemas, readings, tuple(word.text for word in left))
    if thing is None and listed:
        return asked.by_itself()
    lacking = _lacking(words, anchors, links)
    return asked.joined(thing, lacking)


class _Asked:
    """Puts a decomposition together from what each bucket understood."""

    def __init__(
        self,
        question: str,
        schemas: Mapping[str, BucketSchema],
        readings: Mapping[str, Reading],
        left: tuple[str, ...],
    ) -> None:
        self._question = question
        self._schemas = schemas
        self._readings = readings
        self._left = left
        topic = {word.start: word.text for reading in readings.values() for word in reading.left}
        self._topic = [text for _, text in sorted(topic.items()) if text.casefold() not in _BINDING]
        self._unsuited: list[Unsuited] = []
        self._constraints = {bucket: self._suited(bucket) for bucket in schemas}

    def by_itself(self) -> Decomposition | None:
        """Each bucket is asked the same; None where they understand different things."""
        parts = []
        for bucket, reading in self._readings.items():
            _, noun = named_bucket(reading.words, {bucket: self._schemas[bucket]})
            if noun is None:
                return None
            told = self._left
            if (
                reading.wanted.textual or reading.wanted.summarize
            ):  # the topic: what only one understands, too
                told = tuple(word for word in self._topic if word in reading.words.text)
            part = assembled(self._question, self._schemas[bucket], noun, reading, told)
            constraints = tuple(self._constraints[bucket])
            parts.append(part.model_copy(update={"constraints": constraints}))
        first = parts[0]
        if len({part.intent for part in parts}) > 1 or first.intent is Intent.COMPARE:
            return None
        if not all(part.primary_buckets for part in parts):
            return None
        return first.model_copy(update=self._whole(parts))

    def joined(self, thing: Thing | None, lacking: Sequence[str]) -> Decomposition | None:
        """What the buckets have in common; None where nothing of them can be compared."""
        wanted = next(iter(self._readings.values())).wanted
        if wanted.textual or wanted.summarize or wanted.compare or wanted.kind not in ("", "count"):
            return None
        names = shared_names(thing, self._schemas.values())
        if not names or len(lacking) == len(self._schemas) or wanted.group:
            return None
        fields = {
            bucket: compared_fields(schema, names, thing, self._readings[bucket].mentions)
            for bucket, schema in self._schemas.items()
        }
        counts = wanted.kind == "count"
        parts = [
            Decomposition(
                intent=Intent.LIST,
                primary_buckets=(bucket,),
                constraints=tuple(self._constraints[bucket]),
                output_preferences=OutputPreferences(format="table"),
            )
            for bucket in self._schemas
        ]
        return Decomposition(
            intent=Intent.COMPUTE if counts else Intent.LIST,
            output_preferences=OutputPreferences(format="table"),
            computation=Computation(kind="count") if counts else None,
            left_over=self._left,
            joined=Joined(names=names, fields=fields, without=tuple(lacking)),
        ).model_copy(update=self._whole(parts))

    def _whole(self, parts: Sequence[Decomposition]) -> dict[str, object]:
        """What a decomposition has of all its parts."""
        entities = (entity for reading in self._readings.values() for entity in reading.conditions.entities)
        return {
            "primary_buckets": tuple(self._schemas),
            "constraints": tuple(
                entry.model_copy(update={"bucket": bucket})
                for bucket, constraints in self._constraints.items()
                for entry in constraints
            ),
            "entities": tuple(dict.fromkeys(entities)),
            "parts": tuple(parts),
            "unsuited": tuple(dict.fromkeys(self._unsuited)),
        }

    def _suited(self, bucket: str) -> list[Constraint]:
        """The conditions of a bucket, without those that only another one can mean: "due in May" is no day
        of a contract. What is left out, and what it has no field for, is kept to be told."""
        reading, kept = self._readings[bucket], list[Constraint]()
        for entry in reading.conditions.constraints:
            if not _means(reading, entry) and self._meant_elsewhere(bucket, entry):
                self._unsuited.append(Unsuited(bucket=bucket, raw_text=entry.raw_text))
            else:
                kept.append(entry)
        own = [entry.raw_text for entry in kept]
        for other, theirs in self._readings.items():
            for entry in theirs.conditions.constraints if other != bucket else ():
                raw = entry.raw_text
                if raw in reading.words.text and not any(raw in one or one in raw for one in own):
                    self._unsuited.append(Unsuited(bucket=bucket, raw_text=raw))
        return kept

    def _meant_elsewhere(self, bucket: str, entry: Constraint) -> bool:
        """Whether another bucket made a condition of the same words, on a field that is named in them."""
        return any(
            one.raw_text == entry.raw_text and _means(reading, one)
            for other, reading in self._readings.items()
            if other != bucket
            for one in reading.conditions.constraints
        )


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
            anchors.append(_Anchor(bucket, chosen))
    return sorted(anchors, key=lambda anchor: anchor.found.first)


def _likeliest(words: QuestionWords, nouns: Sequence[Found]) -> Found:
    """Of several mentions of a bucket: one behind a word that lists or has."""
    linked = _LISTING | _HAVING | _LACKING | _FILLING
    return next((found for found in nouns if set(words.before(found.first)) & linked), nouns[0])


def _links(words: QuestionWords, anchors: Sequence[_Anchor]) -> list[_Between] | None:
    """How each anchor is linked to the one before; None where that is not said."""
    links = []
    for left, right in pairwise(anchors):
        if left.found.last > right.found.first:
            return None
        between = _linked(words, left.found.last, right.found.first)
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
        return _Between("listed", first) if comma else None
    word = keys[end - 1]
    while end and keys[end - 1] in _BINDING:
        end -= 1
    if same:
        return _Between("same", first + end)
    if word in _LACKING:
        return _Between("lacking", first + end)
    if (
        word in _LISTING
        or keys[-3:] == ["as", "well", "as"]
        or (word == "als" and "sowohl" in words.before(first, 9))
    ):
        return _Between("listed", first + end)
    there = word in ("is", "are") and "there" in keys
    if word in _HAVING or there or (word == "es" and "gibt" in keys):
        return _Between("having", first + end)
    return None


def _thing(
    words: QuestionWords,
    schemas: Mapping[str, BucketSchema],
    anchors: Sequence[_Anchor],
    links: Sequence[_Between],
) -> Thing | None:
    """What is asked for, where it is not the documents: the solvents, the vendors, the same company."""
    first = anchors[0].found.first
    for found, thing in thing_named(words, schemas):
        between = {word.key for word in words.words[found.last : first]}
        if found.last <= first and between & _VERBS:
            return thing
        behind_same = any(key in _SAME for key in words.before(found.first, 2))
        within = first < found.first < anchors[-1].found.first and links[0].link != "listed"
        if behind_same or within:
            return thing
    return None


def _lacking(words: QuestionWords, anchors: Sequence[_Anchor], links: Sequence[_Between]) -> list[str]:
    """Buckets that must not have it: "but no contract"; one that is listed behind such a one, too."""
    first = _linked(words, 0, anchors[0].found.first) if anchors[0].found.first else None
    lacking = [first is not None and first.link == "lacking"]
    for between in links:
        lacking.append(between.link == "lacking" or (between.link == "listed" and lacking[-1]))
    return [anchor.bucket for anchor, lacks in zip(anchors, lacking, strict=True) if lacks]


def _seen(words: QuestionWords, anchors: Sequence[_Anchor], links: Sequence[_Between]) -> dict[str, set[int]]:
    """bucket → the places of the words that can be meant for it."""
    head = set(range(anchors[0].found.first))
    ends = [between.last for between in links] + [len(words.words)]
    behind = [set(range(anchor.found.last, end)) for anchor, end in zip(anchors, ends, strict=True)]
    seen = {}
    for place, anchor in enumerate(anchors):
        own = head | set(range(anchor.found.first, anchor.found.last)) | behind[place]
        at = place
        while at < len(links) and links[at].link == "listed" and not behind[at]:
            at += 1
            own |= behind[at]
        seen[anchor.bucket] = own
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
    left: dict[int, Word] = {}
    understood: set[int] = set()
    for reading in readings.values():
        own = {word.start: word for word in reading.left}
        understood |= {word.start for word in reading.words.words if word.start not in own}
        left |= own
    known = _BINDING | (frozenset(thing.words) if thing else frozenset())
    negated = {start for start, word in left.items() if word.key in NEGATIONS}
    return [
        word
        for start, word in sorted(left.items())
        if start not in understood and (word.key not in known or start in negated)
    ]
