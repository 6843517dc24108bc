"""Documents of several buckets that name the same thing. Identifiers are compared as they are, companies
without their legal forms where these do not contradict each other; a product is also one whose name goes
on ("Acetone", "Acetone p.a."). What was not written alike is told by `Thing.spellings`. Pure functions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.corpus.asking.shared_things import COMPANY, PRODUCT
from core.corpus.asking.value_names import LEGAL_FORMS

_LEAST_LETTERS = 4  # of a product's name that others go on from
_WORD = re.compile(r"[^\W_]+")
_SAME_FORM = {
    "mbh": "gmbh",
    "limited": "ltd",
    "incorporated": "inc",
    "corporation": "corp",
    "company": "co",
}
_FILLING = frozenset(("the", "and", "und", "of"))


@dataclass(frozen=True, slots=True)
class Held:
    """A name in a document. `names`: what it is a name of; `key`: as it is compared."""

    bucket: str
    document_id: str
    names: str
    key: str
    shown: str


@dataclass(slots=True)
class Thing:
    """What documents have in common. `documents`: bucket → ids in their order; `spellings`: the different
    ways in which the name that they were compared by is written."""

    name: str
    documents: dict[str, list[str]] = field(default_factory=dict)
    spellings: tuple[str, ...] = ()


_Identity = tuple[str, str]  # what it names, and the name all its spellings share


def things(held: Sequence[Held], names: Sequence[str]) -> list[Thing]:
    """What the documents name, each thing once. A document is told by the first of `names` that it has,
    and by a later one where all others with that name have one and the same of the surer ones."""
    shared: dict[str, dict[str, str]] = {}  # key → what all ways to write that name have in common
    for kind in names:
        keys = sorted({one.key for one in held if one.names == kind})
        alike = {COMPANY: _companies, PRODUCT: _products}.get(kind)
        shared[kind] = alike(keys) if alike else {key: key for key in keys}
    own: dict[tuple[str, str], dict[str, list[Held]]] = defaultdict(lambda: defaultdict(list))
    for one in held:
        own[one.bucket, one.document_id][one.names].append(one)
    surer = _surer(own.values(), names, shared)
    found: dict[_Identity, list[Held]] = defaultdict(list)
    for of_document in own.values():
        name = next((name for name in names if of_document.get(name)), None)
        for one in of_document.get(name, ()) if name else ():
            identity = (one.names, shared[one.names][one.key])
            found[surer.get(identity, identity)].append(one)
    made = [_thing(members, own) for members in found.values()]
    return sorted(made, key=lambda thing: thing.name.casefold())


def _surer(
    documents: Iterable[Mapping[str, list[Held]]],
    names: Sequence[str],
    shared: Mapping[str, Mapping[str, str]],
) -> dict[_Identity, _Identity]:
    """Of a name that stands beside exactly one surer one: that one."""
    beside: dict[_Identity, set[_Identity]] = defaultdict(set)
    for own in documents:
        known = [(one.names, shared[one.names][one.key]) for name in names[:1] for one in own.get(name, ())]
        for name in names[1:]:
            for one in own.get(name, ()):
                beside[one.names, shared[one.names][one.key]].update(known)
    return {identity: next(iter(others)) for identity, others in beside.items() if len(others) == 1}


def _thing(members: Sequence[Held], own: Mapping[tuple[str, str], Mapping[str, list[Held]]]) -> Thing:
    """`members`: what its documents were told by. Named by all names of theirs, the shortest of each kind."""
    thing = Thing("")
    spelled: dict[str, str] = {}
    called: dict[str, list[str]] = defaultdict(list)
    for one in members:
        documents = thing.documents.setdefault(one.bucket, [])
        if one.document_id not in documents:
            documents.append(one.document_id)
        spelled.setdefault(one.key, one.shown)
        called[one.names].append(one.shown)
        for name, others in own[one.bucket, one.document_id].items():
            if name != one.names:
                called[name] += [other.shown for other in others]
    told = [min(shown, key=_plainness) for _, shown in sorted(called.items())]
    thing.name = told[0] + "".join(f" ({other})" for other in told[1:])
    if len(spelled) > 1:
        thing.spellings = tuple(sorted(spelled.values()))
    return thing


def _plainness(name: str) -> tuple[bool, int, str]:
    """A name comes before a number, and a short one before a long one."""
    digits = sum(character.isdigit() for character in name)
    letters = sum(character.isalpha() for character in name)
    return digits >= letters, len(name), name


def _companies(keys: Sequence[str]) -> dict[str, str]:
    """A company without a legal form is the one that has the rest of its name, if there is one only."""
    parted = {key: _parted(key) for key in keys}
    forms: dict[str, set[str]] = defaultdict(set)
    for core, form in parted.values():
        if form:
            forms[core].add(form)
    shared = {}
    for key, (core, form) in parted.items():
        known = forms[core]
        shared[key] = f"{core} {form or (next(iter(known)) if len(known) == 1 else '')}".rstrip()
    return shared


def _parted(key: str) -> tuple[str, str]:
    """The name and the legal form of a company: "acme gmbh & co. kg" → "acme", "gmbh co kg"."""
    words = _WORD.findall(re.sub(r"(?<=\b\w)\.(?=\w\b|\w\.)", "", key))  # e.K. is one word, as B.V. is
    core = [word for word in words if word not in LEGAL_FORMS and word not in _FILLING]
    if not core:
        return " ".join(words), ""
    return " ".join(core), " ".join(_SAME_FORM.get(word, word) for word in words if word in LEGAL_FORMS)


def _products(keys: Sequence[str]) -> dict[str, str]:
    """A product is the shortest one that its name begins with."""
    whole = set(keys)
    shared = {}
    for key in keys:
        words = key.split()
        beginnings = (" ".join(words[:count]) for count in range(1, len(words)))
        shared[key] = next(
            (start for start in beginnings if start in whole and len(start) >= _LEAST_LETTERS), key
        )
    return shared
