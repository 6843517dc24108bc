"""What documents of several buckets can have in common, and which fields tell it. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.corpus.asking.kinds import kinds_of
from core.corpus.asking.named_fields import FieldMentions, asked_words
from core.corpus.asking.question_words import Found, QuestionWords, phrases
from core.fields.schema import BucketSchema, FieldSpec

COMPANY, PRODUCT, SUBSTANCE = "company", "product", "substance"
# Words that mean any field of such names.
_ANY = {
    form: names
    for names, forms in (
        (COMPANY, "company|companies|firm|firms|business partner|business partners|firma|firmen|unternehmen"),
        (PRODUCT, "product|products|item|items|produkt|produkte|produkten"),
        (SUBSTANCE, "substance|substances|chemical|chemicals|stoff|stoffe|stoffen|chemikalie|chemikalien"),
    )
    for form in phrases(forms)
}
# Of data sheets and certificates a CAS number says more than a name, and a name more than who made it.
_SUREST = (SUBSTANCE, PRODUCT)


@dataclass(frozen=True, slots=True)
class Thing:
    """What is asked for. `names`: as fields have it, empty for a kind ("solvents"). `fields`: those that the
    words mean; none: all of such names. `words`: the words of the question."""

    names: str
    fields: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


def thing_named(words: QuestionWords, schemas: Mapping[str, BucketSchema]) -> Iterator[tuple[Found, Thing]]:
    """Things in a question, in its order."""
    found: list[tuple[Found, Thing]] = []
    for place in words.find(_ANY, free=False):
        said = words.between(place).casefold()
        found.append((place, Thing(_ANY[said], words=tuple(said.split()))))
    general = {place for place, _ in found}
    for schema in schemas.values():
        for spec in schema.fields:
            for place in words.find(_nouns(spec), free=False) if spec.names else ():
                if place not in general:
                    said = words.between(place).casefold()
                    found.append((place, Thing(spec.names, frozenset((spec.name,)), tuple(said.split()))))
        for place in words.find(kinds_of(schema), free=False):
            found.append((place, Thing("")))
    return iter(sorted(found, key=lambda entry: entry[0].first))


def shared_names(thing: Thing | None, schemas: Iterable[BucketSchema]) -> tuple[str, ...]:
    """What can be compared in all buckets, the surest first; nothing where the thing is named by no field of
    one of them."""
    each = [{spec.names for spec in schema.fields if spec.names} for schema in schemas]
    shared = set.intersection(*each) if each else set[str]()
    if (thing is not None and thing.names == COMPANY) or shared == {COMPANY}:
        return (COMPANY,) if COMPANY in shared else ()
    if thing is not None and thing.names and thing.names not in (*_SUREST, ""):
        return (thing.names,) if thing.names in shared else ()
    sure = tuple(names for names in _SUREST if names in shared)
    return sure or tuple(sorted(shared - {COMPANY}))


def compared_fields(
    schema: BucketSchema, names: Sequence[str], thing: Thing | None, mentions: FieldMentions
) -> tuple[str, ...]:
    """The fields of a bucket that are compared: those the question means, else all; of companies that it does
    not name, who issued the document."""
    own = sorted(
        (spec for spec in schema.fields if spec.names in names), key=lambda spec: names.index(spec.names)
    )
    if tuple(names) != (COMPANY,):
        return tuple(spec.name for spec in own)
    if thing is not None and not thing.fields:
        return tuple(spec.name for spec in own)
    meant = [mention.field.name for mention in mentions.strong({spec.type for spec in own})]
    named = [spec.name for spec in own if spec.name in meant]
    issuers = [spec.name for spec in own if spec.stands == "issuer"]
    return tuple(named or issuers or [spec.name for spec in own])


def _nouns(spec: FieldSpec) -> set[str]:
    """The words by which a question means what a field names, without prepositions."""
    return {name.casefold() for name in asked_words(spec) if len(name) > 4 and " " not in name}
