"""The constructed library with known cross-references (`references/library.txt`), as values.

The shape of the file is explained at its top. Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.research.references.resolve import Outcome
from tests.benchmarks.evaluation_data import own_data
from tests.benchmarks.reporting import own_table

_MARK = re.compile(r"⟦(?P<target>[^⟦⟧|]+)\|(?P<words>[^⟦⟧]+)⟧")


@dataclass(frozen=True, slots=True)
class KnownReference:
    """Words in a document and where they lead: one of `targets`, a file and a place in it or ""."""

    filename: str
    part: str  # the heading that it stands under
    words: str
    targets: tuple[tuple[str, str], ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Block:
    """A heading or caption with its name ("3.2", "Annex B", "Table 4"), or a paragraph."""

    kind: str  # "heading", "caption", "text"
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class PlannedDocument:
    """One document to be written."""

    filename: str
    title: str
    language: str
    style: str
    blocks: tuple[Block, ...]


def planned_library(name: str = "library") -> tuple[list[PlannedDocument], list[KnownReference]]:
    """The documents, and all references in them in order. `library_last` was written last, see there."""
    text = (own_data() / "references" / f"{name}.txt").read_text(encoding="utf-8")
    read = [_document(section) for section in text.split("@file ")[1:]]
    return [document for document, _ in read], [one for _, references in read for one in references]


def chains(known: list[KnownReference]) -> list[tuple[KnownReference, KnownReference]]:
    """Two references in a row: the second stands in the part of another document that the first means."""
    return [
        (first, second)
        for first in known
        if first.outcome is Outcome.PLACE and all(file != first.filename for file, _ in first.targets)
        for second in known
        if second.outcome in (Outcome.PLACE, Outcome.DOCUMENT)
        and (second.filename, second.part) in first.targets
        if second.targets != ((first.filename, first.part),)
    ]


def _document(section: str) -> tuple[PlannedDocument, list[KnownReference]]:
    filename, _, rest = section.partition("\n")
    facts: dict[str, str] = {}
    blocks: list[Block] = []
    known: list[KnownReference] = []
    part = ""
    for line in filter(None, map(str.strip, rest.splitlines())):
        sign, _, text = line.partition(" ")
        if line.startswith("@"):
            facts[sign[1:]] = text
        elif sign == "#":
            part = _name(text)
            blocks.append(Block("heading", text, part))
        elif sign == "*":
            blocks.append(Block("caption", text, _name(text)))
        elif sign == "~":
            blocks += _filler(int(text), facts["language"], len(blocks))
        else:
            known += _references(filename, part, line)
            blocks.append(Block("text", _MARK.sub(lambda match: match["words"], line)))
    document = PlannedDocument(filename, facts["title"], facts["language"], facts["style"], tuple(blocks))
    return document, known


def _name(heading: str) -> str:
    """ "Annex B Interlocks" is "Annex B", "3.2 Reduced load" is "3.2"."""
    first, _, rest = heading.partition(" ")
    second = rest.partition(" ")[0].rstrip(":.")
    return f"{first} {second}" if first.isalpha() and second else first if first != "§" else f"§ {second}"


def _references(filename: str, part: str, line: str) -> Iterator[KnownReference]:
    for match in _MARK.finditer(line):
        target, words = match["target"], match["words"]
        if target in (Outcome.OPEN, Outcome.SEARCH, Outcome.NOWHERE):
            yield KnownReference(filename, part, words, (), Outcome(target))
            continue
        pairs = (one.partition("#") for one in target.split(" + "))
        targets = tuple((file or filename, place) for file, _, place in pairs)
        yield KnownReference(
            filename, part, words, targets, Outcome.PLACE if targets[0][1] else Outcome.DOCUMENT
        )


def _filler(paragraphs: int, language: str, seed: int) -> Iterator[Block]:
    sentences = own_table("references/filler")[language]
    for first in range(seed, seed + paragraphs):
        yield Block("text", " ".join(sentences[(first + step) % len(sentences)] for step in range(5)))
