"""Files that lie in an office file and are no pictures, charts or formulas: they are not read, but named.

Runs in the parser process. Programs put them there as packages of their own, or in compound files as Windows
hands them over ([MS-OLEDS] 2.3.6).
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath

import olefile
from lxml import etree

from core.ingest.readers.archives import DAMAGE, named_first
from core.ingest.readers.attachments import attachment_names
from core.ingest.readers.office_xml import parse_xml, related_parts
from core.ingest.readers.size_limits import MIB

_KINDS = ("package", "oleObject", "aFChunk")
_HANDED_OVER, _FORMULA = "\x01Ole10Native", "Equation Native"
_NAME_AT = 6  # bytes: behind a length and a version
_LONGEST_NAME = 260
_MOST_BYTES = 64 * MIB
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_DOCUMENTS = ("text", "spreadsheet", "presentation")


def embedded_note(source: str | BytesIO, manifest: str) -> str:
    """The sentence that names them; empty where there are none. `manifest`: see `read_package`."""
    try:
        with zipfile.ZipFile(source) as archive:
            found = list(dict.fromkeys(_in_manifest(archive, manifest) if manifest else _related(archive)))
    except (OSError, etree.XMLSyntaxError, *DAMAGE):
        return ""
    if not found:
        return ""
    named = named_first(attachment_names(found))
    return f"Files embedded in it were not read: {named}. Save them as files of their own and add those."


def _related(archive: zipfile.ZipFile) -> Iterator[str]:
    members = {member.filename: member for member in archive.infolist()}
    for name in members:
        folder, _, part = name.rpartition("_rels/")
        if not part.endswith(".rels") or "charts/" in folder:  # a chart brings its figures as a workbook
            continue
        for one in related_parts(archive, folder + part.removesuffix(".rels")):
            if one.kind not in _KINDS or one.name not in members:
                continue
            plain = PurePosixPath(one.name).name
            is_packed = plain.lower().endswith(".bin") and members[one.name].file_size <= _MOST_BYTES
            label = _label(archive.read(one.name)) if is_packed else plain
            if label is not None:
                yield label or plain


def _label(content: bytes) -> str | None:
    """The name of a file in a compound file; empty where that tells none, None for a formula."""
    try:
        with olefile.OleFileIO(BytesIO(content)) as compound:
            if compound.exists(_FORMULA):
                return None
            if not compound.exists(_HANDED_OVER):
                return ""
            with compound.openstream(_HANDED_OVER) as stream:
                head = stream.read(_NAME_AT + _LONGEST_NAME)
    except (OSError, ValueError, LookupError, AttributeError, TypeError, struct.error):
        return ""
    name: bytes = head[_NAME_AT:].partition(b"\x00")[0]
    return name.decode("cp1252", "replace")


def _in_manifest(archive: zipfile.ZipFile, manifest: str) -> Iterator[str]:
    for entry in parse_xml(archive.read(manifest)).iter("{*}file-entry"):
        said = {key.rpartition("}")[2]: value for key, value in entry.attrib.items()}
        kind = said.get("media-type", "").removeprefix(_OPEN_DOCUMENT)
        path = said.get("full-path", "").rstrip("/")
        if path and (kind in _DOCUMENTS or kind.endswith("oleobject")):
            yield path
