"""What the office formats have in common: a package of XML parts, looked at before a library opens it.

Runs in the parser process. Macros are never looked at, and no part may declare entities: the formats forbid
document types (ECMA-376 part 2, 7.2.5), so one that has them was made to harm.
"""

from __future__ import annotations

import logging
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, TypeVar

from lxml import etree

from core.errors import DocumentError, KnownError, PasswordError
from core.ingest.readers.archives import (
    COPY_AGAIN,
    DAMAGE,
    checked_archive,
    is_too_tight,
    left_out,
    refused,
    sound_archive,
)
from core.ingest.readers.base import ReadPage
from core.ingest.readers.embedded_objects import embedded_note
from core.ingest.readers.flow import FlowBuilder, FlowDocument, clean
from core.ingest.readers.office_xml import parse_xml, related_parts
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits
from core.ingest.structure.annotations import own_text
from core.types import HiddenText, PageKind

log = logging.getLogger(__name__)

Opened = TypeVar("Opened")

NO_TEXT = "No text was found in this file."
_LOST = b"<lost/>"  # stands for a part that cannot be read
_BYTES = "application/octet-stream"
_EMPTY_SLIDE = (
    b'<p:KIND xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree>'
    b'<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
    b"</p:spTree></p:cSld></p:KIND>"
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode(
    "utf-16-le"
)  # the stream of an encrypted package, [MS-OFFCRYPTO] 2.3.4.4
# A part that is held as a tree takes about eight times its size in memory.
_TREE_BYTES = 96 * MIB
_TABLE_BYTES = 512 * MIB  # sheets are read as a stream
_PROLOG_BYTES = 64 * 1024
_XML = (".xml", ".rels", ".vml", ".rdf")
_WORDS = re.compile(r"\w+")
_ROOT = re.compile(rb"<[A-Za-z_]")
_NO_TITLES = ("untitled", "document", "presentation", "powerpoint presentation", "slide 1")


def check_file(path: Path, title: str) -> None:
    """Refuse what cannot be a zip-based document, in words a user understands; `title`: "a Word document".

    Raises:
        DocumentError: missing, empty, encrypted, of the old binary formats, or something else.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(8)
            is_encrypted = head == _OLE and _ENCRYPTED in file.read(4 * MIB)
            if head == _OLE and not is_encrypted and size > 4 * MIB:
                file.seek(max(0, size - 4 * MIB))
                is_encrypted = _ENCRYPTED in file.read()
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
        ) from error
    if size == 0:
        raise DocumentError(f"{path.name} is empty (0 bytes).", "Copy or download the file again.")
    if is_encrypted:
        raise _encrypted(path)
    if head == _OLE:
        raise DocumentError(
            f"{path.name} is an Office file of the kind before 2007, although its name says otherwise.",
            "Open it in Office or LibreOffice and save it in the new format.",
        )
    if not head.startswith(b"PK"):
        raise DocumentError(
            f"{path.name} is not {title}, although its name says so.",
            "Open it in the program it comes from.",
        )


def read_package(
    path: Path,
    title: str,
    part: str,
    read: Callable[[str | BytesIO], FlowDocument],
    limits: ReadLimits = LIMITS,
    *,
    manifest: str = "",
) -> FlowDocument:
    """Call a library on an untrusted package; where that fails, on what is sound of it: see `check_package`.

    Raises:
        DocumentError: refused, or nothing of it can be read; says which.
    """
    bombs = check_package(path, title, part, limits, manifest=manifest)
    if bombs:
        refusal = refused(path.name, bombs[0], limits)
    else:
        try:
            document = guarded(path, lambda: read(str(path)))
            document.problem = embedded_note(str(path), manifest)
            return document
        except DocumentError as error:
            refusal = error
    for stand_in in (_recovered, _stand_in):
        source, lost = sound_archive(
            path,
            limits,
            stand_in=stand_in,
            is_sound=is_well_formed,
            wanted=_targets,
            completed=_with_types,
        )
        if not lost:
            raise refusal
        try:
            document = guarded(path, partial(read, source))
        except DocumentError:
            continue
        if any(page.text for page in document.pages()):
            document.problem = f"{left_out(lost)} {embedded_note(source, manifest)}".rstrip()
            return document
    raise refusal


def is_well_formed(name: str, file: IO[bytes]) -> bool:
    if not name.lower().endswith(_XML):
        return True
    parser = etree.XMLParser(target=_NoTree(), resolve_entities=False, no_network=True)
    try:
        while block := file.read(_PROLOG_BYTES):
            parser.feed(block)
        parser.close()
    except etree.XMLSyntaxError:
        return False
    return True


def _recovered(name: str, content: bytes) -> bytes:
    """For a part that is lost: what of it comes before its damage."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    root = etree.fromstring(content, parser) if content.strip() else None
    is_known = root is not None and str(root.tag).startswith("{")  # its namespace is
    return bytes(etree.tostring(root)) if is_known else _stand_in(name, content)


def _stand_in(name: str, _content: bytes) -> bytes:
    """One of its kind without anything on it, where slides cannot do without."""
    kind = next((kind for kind in ("sldLayout", "sldMaster") if f"{kind[3:]}s/slide{kind[3:]}" in name), "")
    return _EMPTY_SLIDE.replace(b"KIND", kind.encode()) if kind else _LOST


def _with_types(name: str, content: bytes, missing: Sequence[str]) -> bytes:
    """The list of types with one for each part that is missing: libraries refuse a part without a type."""
    if name != "[Content_Types].xml":
        return content
    types = parse_xml(content)
    known = {entry.get("PartName", "") for entry in types}
    for part in missing:
        if f"/{part}" not in known and not part.endswith(_XML):
            etree.SubElement(
                types, f"{{{types.nsmap[None]}}}Override", PartName=f"/{part}", ContentType=_BYTES
            )
    return bytes(etree.tostring(types))


class _NoTree:
    """Keeps nothing of what is parsed."""

    def close(self) -> None:
        return


def _targets(archive: zipfile.ZipFile) -> Iterator[str]:
    """The parts that others point to."""
    for name in archive.namelist():
        folder, _, part = name.rpartition("_rels/")
        if part.endswith(".rels"):
            related = related_parts(archive, folder + part.removesuffix(".rels"))
            yield from (one.name for one in related)


def guarded_part(path: Path, builder: FlowBuilder, problem: str, read: Callable[[], None]) -> None:
    """Read a sheet or slide; one that breaks off costs the others nothing, and its page has the problem."""
    try:
        guarded(path, read)
    except DocumentError:
        builder.problem(f"{problem} {COPY_AGAIN}")


def check_package(
    path: Path, title: str, part: str, limits: ReadLimits = LIMITS, *, manifest: str = ""
) -> list[str]:
    """Refuse bombs, encrypted files, entities, and archives without the part that every such file has.
    Returns the parts that are packed too tightly to be unpacked.

    `part` is that part's name; of a name that ends in "/" any part below it will do. `manifest` names the
    part in which OpenDocument says that others are encrypted.

    Raises:
        DocumentError: as above; says which.
    """
    check_file(path, title)
    try:
        checked_archive(path, limits)
    except PasswordError as error:
        raise _encrypted(path) from error
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if not any(name == part or (part.endswith("/") and name.startswith(part)) for name in names):
                raise DocumentError(
                    f"{path.name} is not {title}, although its name says so.",
                    "Open it in the program it comes from.",
                )
            if manifest in names and b"encryption-data" in archive.read(manifest):
                raise _encrypted(path)
            bombs = []
            for member in archive.infolist():
                if is_too_tight(member, limits):
                    bombs.append(member.filename)
                    continue
                if not member.filename.lower().endswith(_XML):
                    continue
                is_table = "/worksheets/" in member.filename or member.filename.endswith("sharedStrings.xml")
                if member.file_size > (_TABLE_BYTES if is_table else _TREE_BYTES):
                    raise DocumentError(
                        f"{path.name} is too large: {member.filename} in it unpacks to "
                        f"{member.file_size // MIB} MB.",
                        "Split the document and add its parts.",
                    )
                if not _has_plain_prolog(archive, member):
                    raise DocumentError(
                        f"{path.name} was refused: {member.filename} in it declares entities, "
                        "which such files never need.",
                        "Open it in the program it comes from and save it anew, if you trust it.",
                    )
            return bombs
    except DAMAGE as error:
        raise damaged(path) from error


def _encrypted(path: Path) -> DocumentError:
    # No PasswordError: that would ask for a password which nothing here could use.
    return DocumentError(
        f"{path.name} is encrypted with a password, which cannot be opened here.",
        "Open it in its program, save a copy without the password, and add the copy.",
    )


def _has_plain_prolog(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """True when nothing but comments and the XML declaration stands before the root element."""
    try:
        with archive.open(member) as file:
            head = file.read(_PROLOG_BYTES).replace(b"\x00", b"")  # UTF-16 reads like UTF-8 without its zeros
    except DAMAGE:
        return True  # nobody reads it
    root = _ROOT.search(head)
    if root is None:
        return len(head) < _PROLOG_BYTES and b"<!" not in head
    return b"<!DOCTYPE" not in head[: root.start()] and b"<!ENTITY" not in head[: root.start()]


def damaged(path: Path) -> DocumentError:
    """The error for whatever a library says about a file that it cannot read."""
    return DocumentError(f"{path.name} is damaged and cannot be read.", COPY_AGAIN)


def guarded(path: Path, read: Callable[[], Opened]) -> Opened:
    """Call a library on an untrusted file.

    Raises:
        DocumentError: whatever the library raised; the log says what.
        NameError, MemoryError: as they are; no file is the cause of the first, ours is the mistake.
    """
    try:
        return read()
    except (KnownError, MemoryError, NameError):  # UnboundLocalError is a NameError
        raise
    except Exception as error:  # these libraries raise nearly anything for a damaged file
        log.info("%s cannot be read: %r", path.name, error)
        raise damaged(path) from error


def finish(
    builder: FlowBuilder,
    claimed_title: str,
    metadata: Sequence[str] = (),
    *,
    first_line: str = "",
    hidden: Sequence[HiddenText] = (),
) -> FlowDocument:
    """The document of what was built. A claimed title counts only where a reader sees it; what is claimed and
    not seen is hidden text of the document. `first_line` is the title that the document itself shows."""
    pages = builder.pages()
    if not len(pages):
        builder.start_page(PageKind.SECTION)
        pages = builder.pages()
    if not any(page.text for page in pages):
        builder.problem(NO_TEXT)
    unseen = list(hidden)
    title = clean(first_line)
    for place, text in enumerate([clean(claimed_title), *(clean(item) for item in metadata)]):
        if not text:
            continue
        if is_shown(text, pages):
            if place == 0 and not title and _is_title(text):
                title = text
        elif text.casefold() not in _NO_TITLES:
            unseen.append(HiddenText(0, "metadata", text))
    return FlowDocument(pages, title=title[:200], outline=builder.outline(), hidden=unseen)


def is_shown(text: str, pages: Sequence[ReadPage]) -> bool:
    """True when the text can be read on one of the first pages, or is the name of one."""
    wanted = _words(text)
    return any(wanted in _words(own_text(page)) or wanted == _words(page.label) for page in pages[:3])


def _words(text: str) -> str:
    """The words alone, each between blanks."""
    return f" {' '.join(_WORDS.findall(text.casefold()))} "


def _is_title(text: str) -> bool:
    return 4 <= len(text) <= 200 and any(ch.isalpha() for ch in text) and text.casefold() not in _NO_TITLES


def is_white(color: str) -> bool:
    """True for six hexadecimal digits of a color that cannot be told from white paper."""
    try:
        value = int(color, 16)
    except ValueError:
        return False
    return len(color) == 6 and min(value >> 16, value >> 8 & 0xFF, value & 0xFF) >= 0xFA
