"""The kinds of documents that a question names: "leases", "invoices and credit notes", "transistors". Pure
functions."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from core.corpus.asking.joined_conditions import Placed, link
from core.corpus.asking.named_fields import FieldMentions
from core.corpus.asking.negation import takes_negation
from core.corpus.asking.question_words import Found, QuestionWords, inflected, phrases
from core.corpus.decomposition import Constraint, Operator
from core.fields.schema import BucketSchema, FieldSpec, FieldType
from core.fields.titles import german_value

_LISTING = phrases("or|oder|and|und|nor|noch|plus|sowie")
# Reports are about years; letters, minutes and memos have a date.
_ABOUT_YEARS = frozenset(("annual_report", "quarterly_report", "current_report", "earnings_release"))
_LEAST_HALF = 3  # letters of the first half of "Kauf- und Mietverträge"
_Kind = tuple[tuple[str, ...], Found]  # values of a field, and the words that mean them


def kinds_asked(words: QuestionWords, schema: BucketSchema, mentions: FieldMentions) -> list[Placed]:
    """Conditions of kinds; their words are taken."""
    made: list[Placed] = []
    for spec in schema.fields:
        if spec.type is not FieldType.ENUM:
            continue
        every = sorted(_named(words, schema, spec, mentions), key=lambda entry: entry[1].first)
        chosen = [entry for entry in every if not _means_all(schema, entry[0])]
        if chosen:
            found = [entry for entry in every if entry in chosen or _stands_beside(words, entry, chosen)]
            whole = Found(found[0][1].first, found[-1][1].last)
            made += [Placed(one, whole) for one in _conditions(words, spec, found)]
    return made


def _conditions(words: QuestionWords, spec: FieldSpec, found: Sequence[_Kind]) -> list[Constraint]:
    values = tuple(dict.fromkeys(name for names, _ in found for name in names))
    negated = takes_negation(words, found[0][1].first, 2)
    raw = " / ".join(words.between(place) for _, place in found)
    for (_, left), (_, right) in itertools.pairwise(found):
        link(words, left, right)
    for _, place in found:
        words.take(place)
    if negated or len(values) == 1:
        operator: Operator = "!=" if negated else "="
        return [Constraint(field=spec.name, operator=operator, value=one, raw_text=raw) for one in values]
    return [Constraint(field=spec.name, operator="IN", value=values, raw_text=raw)]


def _named(
    words: QuestionWords, schema: BucketSchema, spec: FieldSpec, mentions: FieldMentions
) -> list[_Kind]:
    """The values themselves, or all whose names share a word ("transistors"); not where that word means
    another field ("voltage")."""
    exact = {
        form: (name,)
        for name in spec.values
        for form in (
            *_forms(spec, name),
            *(one for word in spec.said.get(name, ()) for one in inflected(word)),
        )
    }
    shared: dict[str, tuple[str, ...]] = {}
    for name in spec.values:
        for part in name.split("_") if name != "other" else ():
            for form in inflected(part):
                if len(part) > 3 and form not in exact:
                    shared[form] = (*shared.get(form, ()), name)
    fields = [mention.found for mention in mentions.all if mention.field is not spec]
    return _halves(words, exact) + [
        (exact.get(key) or shared[key], found)
        for found in words.find({*exact, *shared}, free=True)
        for key in (words.between(found).casefold(),)
        if key in exact
        or not any(other.first <= found.first and other.last >= found.last for other in fields)
    ]


def _halves(words: QuestionWords, exact: Mapping[str, tuple[str, ...]]) -> list[_Kind]:
    """ "Kauf-" of "Kauf- und Mietverträge": the kind that begins so and ends as the second one does."""
    found: list[_Kind] = []
    for place, (half, _, whole) in enumerate(
        zip(words.words, words.words[1:], words.words[2:], strict=False)
    ):
        joined = words.text[half.end : whole.start].casefold().split()
        if len(half.key) < _LEAST_HALF or joined not in (["-", "und"], ["-", "oder"]):
            continue
        meant = {
            names
            for form, names in exact.items()
            if form.startswith(half.key)
            and len(form) > len(half.key)
            and whole.key.endswith(form[len(half.key) :])
        }
        if len(meant) == 1 and not words.taken[place]:
            found.append((meant.pop(), Found(place, place + 1)))
    return found


def goes_by_year(words: QuestionWords, schema: BucketSchema) -> bool:
    """Whether a year in the question is one that documents are about, not that of their date."""
    named = {
        name
        for spec in schema.fields
        if spec.type is FieldType.ENUM and _ABOUT_YEARS & spec.values.keys()
        for name in spec.values
        if words.has(_forms(spec, name))
    }
    return not named or bool(named & _ABOUT_YEARS)


def kinds_of(schema: BucketSchema) -> set[str]:
    """The kinds that documents of a bucket have, in all forms: "npn transistor", "npn transistors"."""
    specs = [spec for spec in schema.fields if spec.type is FieldType.ENUM]
    return {form for spec in specs for name in spec.values for form in _forms(spec, name)}


def _forms(spec: FieldSpec, name: str) -> set[str]:
    """How a value of a field is called; "other" is none."""
    told = (*spec.values[name], name.replace("_", " "), german_value(name)) if name != "other" else ()
    return {form for word in told for form in inflected(word)}


def _means_all(schema: BucketSchema, values: Sequence[str]) -> bool:
    """All invoices are meant by "invoices", credit notes too."""
    return len(values) == 1 and values[0] + "s" == schema.bucket


def _stands_beside(words: QuestionWords, noun: _Kind, chosen: Sequence[_Kind]) -> bool:
    """Of "invoices and credit notes" the invoices are a kind, too."""
    for _, other in chosen:
        first, last = sorted((noun[1], other), key=lambda place: place.first)
        if words.between(Found(first.last, last.first)).casefold() in _LISTING:
            return True
    return False
