"""Addresses in a text: web pages, DOIs, arXiv numbers. Pure functions; nothing is ever fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.research.references.raw_finds import Found
from core.research.references.reference import ReferenceKind

_URL = re.compile(r"(?<![\w@.])(?:https?://|ftp://|www\.)[^\s<>\"“”„«»\]}]+", re.IGNORECASE)
_HOST = re.compile(
    r"(?<![\w@./-])(?:[a-z0-9-]+\.)+(?:com|org|net|de|at|ch|eu|info|io|gov|edu|int)"
    r"(?:/[^\s<>\"“”„\]]*)(?![\w@])",
    re.IGNORECASE,
)
_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/[^\s<>\"“”„\]]+")
_ARXIV = re.compile(r"\barXiv:\s?(?P<number>\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+/\d{7})", re.IGNORECASE)
_TRAILING = ".,;:!?’'"


def find_addresses(text: str) -> Iterator[Found]:
    """Each once; marks that end a sentence are no part of an address."""
    for pattern, unit in ((_URL, "url"), (_HOST, "url"), (_DOI, "doi")):
        for match in pattern.finditer(text):
            address = _trimmed(match[0])
            if len(address) > 6:
                yield Found(
                    match.start(),
                    match.start() + len(address),
                    ReferenceKind.EXTERNAL,
                    unit,
                    (address,),
                )
    for match in _ARXIV.finditer(text):
        yield Found(match.start(), match.end(), ReferenceKind.EXTERNAL, "arxiv", (match["number"],))


def _trimmed(address: str) -> str:
    """Without the marks behind it, and without a bracket that was opened before it."""
    while True:
        bare = address.rstrip(_TRAILING)
        if bare.endswith(")") and bare.count(")") > bare.count("("):
            bare = bare[:-1]
        if bare == address:
            return bare
        address = bare
