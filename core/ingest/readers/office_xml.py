"""The XML of office packages: parsed without loading anything, walked by local names, related to other parts.

Runs in the parser process.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

from core.ingest.readers.archives import DAMAGE

RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


def parse_xml(data: bytes) -> Any:
    """The root element; entities are not resolved, and nothing is loaded from elsewhere.

    Raises:
        lxml.etree.XMLSyntaxError: not well formed.
    """
    return etree.fromstring(
        data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    )


@dataclass(frozen=True, slots=True)
class Related:
    """A part that another part points to: last word of the relationship's type, id, and the part's name."""

    kind: str
    relation_id: str
    name: str


def related_parts(archive: zipfile.ZipFile, part: str) -> list[Related]:
    """The parts of the package that `part` ("xl/worksheets/sheet1.xml") points to, in the file's order."""
    folder, name = posixpath.split(part)
    try:
        root = parse_xml(archive.read(posixpath.join(folder, "_rels", f"{name}.rels")))
    except (KeyError, etree.XMLSyntaxError, *DAMAGE):
        return []
    found = []
    for relation in root.iter(RELATIONSHIPS):
        if relation.get("TargetMode") == "External":
            continue
        target = relation.get("Target", "")
        full = posixpath.normpath(posixpath.join("/" + folder, target)).lstrip("/")
        found.append(Related(relation.get("Type", "").rsplit("/", 1)[-1], relation.get("Id", ""), full))
    return found


def local_name(element: Any) -> str:
    """The element's tag without its namespace; empty for comments and processing instructions."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def children(element: Any, name: str) -> Iterator[Any]:
    """Direct children with a local name."""
    return (child for child in element if local_name(child) == name)


def child(element: Any, *path: str) -> Any | None:
    """The first child with a local name, of which the first child …; None where there is none."""
    for name in path:
        element = next(children(element, name), None)
        if element is None:
            return None
    return element


def value_of(element: Any | None, name: str = "val") -> str:
    """An attribute by its local name, as the `w:val` of Word; empty when it is missing."""
    if element is not None:
        for key, value in element.attrib.items():
            if key.rpartition("}")[2] == name:
                return str(value)
    return ""
