"""Which document a user means by an id, a path, a file name, or nearly so. Any thread, through `Database`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath

from core.errors import UsageError
from core.search.registry import DocumentRegistry
from core.store.documents import DocumentRepository
from core.store.locations import MEMBER_SEPARATOR, LocationRepository
from core.types import Document, Location

_LISTED = "`docuchat docs --json` lists names and ids."


class DocumentNames:
    """Resolves what is typed: exact names first, then copies of a document, then near and partial names."""

    def __init__(
        self, documents: DocumentRepository, locations: LocationRepository, registry: DocumentRegistry
    ) -> None:
        self._documents = documents
        self._locations = locations
        self._registry = registry

    def resolve(self, names: Sequence[str]) -> tuple[str, ...]:
        """Document ids, one a name; upper and lower case are the same where they need not tell two apart.

        Raises:
            UsageError: a name fits no document, or more than one.
        """
        documents = self._documents.all()
        found: list[str] = []
        for name in names:
            matches = _named(name, documents)
            if len(matches) > 1:
                # A new version of a file stands beside the old one until it has been read.
                matches = [document for document in matches if document.status.can_be_searched] or matches
            if not matches:
                meant = {place.document_id for place in self._copies(name, documents)}
                meant = meant or set(self._registry.current().resolve(name))
                matches = [document for document in documents if document.document_id in meant]
            if len(matches) != 1:
                problem = "is not in the library" if not matches else f"names {len(matches)} documents"
                paths = ", ".join(sorted(document.path for document in matches))
                advice = f"Give more of its path: {paths}." if matches else _LISTED
                raise UsageError(f"{name} {problem}.", advice)
            found.append(matches[0].document_id)
        return tuple(found)

    def copy_named(self, name: str) -> Location | None:
        """A place, by path or file name, where the content of a document lies once more; None when the name
        means a document or nothing.

        Raises:
            UsageError: the name fits more than one such place.
        """
        documents = self._documents.all()
        if _named(name, documents):
            return None
        copies = self._copies(name, documents)
        if len(copies) > 1:
            raise UsageError(
                f"{name} names {len(copies)} copies.", f"Give the path: {', '.join(c.path for c in copies)}."
            )
        return copies[0] if copies else None

    def _copies(self, name: str, documents: Sequence[Document]) -> list[Location]:
        """Places, other than those documents are read from, of this path or else of this file name."""
        read = {(document.document_id, document.path) for document in documents}
        copies = [
            place
            for place in self._locations.all()
            if not place.member and (place.document_id, place.path) not in read
        ]
        paths, wanted = _spellings(name), name.casefold()
        exact = [place for place in copies if place.path in paths or place.path.casefold() == wanted]
        return exact or [place for place in copies if Path(place.path).name.casefold() == wanted]


def told_apart(documents: Sequence[Document]) -> dict[str, str]:
    """Names by document id; those of one name with as many folders as tell them apart: "2024/report.txt"."""
    names = {document.document_id: document.filename for document in documents}
    paths = {one.document_id: PurePath(one.path).parts for one in documents if not one.member}
    for length in range(2, max(map(len, paths.values()), default=0) + 1):
        counts = Counter(names.values())
        for document_id, parts in paths.items():
            if counts[names[document_id]] > 1:
                names[document_id] = str(PurePath(*parts[-length:]))
    return names


def _named(name: str, documents: Sequence[Document]) -> list[Document]:
    """By id, file name or path. A container's path means the container; what lies in it is `outer!/inner`,
    and answers to the path alone only where the container itself is no document any more."""
    wanted, paths = name.casefold(), _spellings(name)

    def is_at(place: str) -> bool:
        return place in paths or place.casefold() == wanted

    inner = [document for document in documents if document.member and is_at(document.path)]
    found = [
        document
        for document in documents
        if wanted in (document.document_id, document.filename.casefold())
        or is_at(f"{document.path}{MEMBER_SEPARATOR}{document.member}" if document.member else document.path)
    ]
    outer = [document for document in documents if not document.member]
    found = found or inner or [one for one in outer if _ends_with(one.path.casefold(), wanted)]
    last = PurePath(name).name
    nearest = (  # a path before a name, and "report.txt" before "REPORT.TXT"
        [one for one in found if one.path in paths],
        [one for one in found if one.filename == name or _ends_with(one.path, name)],
        [one for one in found if one.filename == last],
    )
    return next(filter(None, nearest), found)


def _ends_with(path: str, name: str) -> bool:
    """Whether a name is the end of a path with at least one folder: "2024/report.txt"."""
    parts = PurePath(name).parts
    return len(parts) > 1 and PurePath(path).parts[-len(parts) :] == parts


def _spellings(name: str) -> tuple[str, str]:
    """A path as the user typed it, made absolute: with links as they are, and followed."""
    path = Path(name).expanduser()
    return os.path.abspath(path), str(path.resolve())
