"""Reads Outlook messages with python-oxmsg. One thread of the parser process.

The page is that of an e-mail. A message inside the message is handed out as `.eml`, written from what it
holds: a compound file cannot simply be cut out of another.
"""

from __future__ import annotations

import re
import struct
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from io import BytesIO
from pathlib import Path

import olefile
from oxmsg.domain.model import UnrecognizedCodePageError, UnsupportedEncodingError
from oxmsg.properties import Properties
from oxmsg.recipient import Recipient
from oxmsg.storage import Storage

from core.errors import DocumentError
from core.ingest.readers.attachments import ContainerDocument, Enclosed, attachment_names
from core.ingest.readers.flow import FlowBuilder
from core.ingest.readers.message import Letter, write_letter
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits

_LARGEST_BYTES = 256 * MIB
_ODD = (
    OSError,
    ValueError,
    LookupError,
    AttributeError,
    TypeError,
    AssertionError,
    NotImplementedError,
    RecursionError,
    struct.error,
    UnrecognizedCodePageError,
    UnsupportedEncodingError,
)
# Property tags, [MS-OXPROPS].
_SUBJECT, _BODY, _HTML, _RTF = 0x0037, 0x1000, 0x1013, 0x1009
_SENDER_NAME, _SENDER_ADDRESS, _SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
_SENT, _RECEIVED, _RECIPIENT_KIND = 0x0039, 0x0E06, 0x0C15
_ATTACH_NAME, _ATTACH_SHORT_NAME, _ATTACH_DATA = 0x3707, 0x3704, 0x3701
_ATTACH_SHOWN_AS = 0x3001
_EMBEDDED = "__substg1.0_3701000D"
_EMBEDDED_HEADER = 24  # bytes before the properties of a message inside another; 32 at the top
_TOP_HEADER, _ATTACHMENT_HEADER = 32, 8
_ADDRESSED = {1: "To", 2: "Cc"}
_DEEPEST = 4
_DAMAGED_PART = "A part of the message is damaged and was left out. Save it again in Outlook."
_RTF_ONLY = "The text of the message is stored as compressed rich text only, which is not read."


class MsgReader:
    """The reader of `.msg`."""

    def open(self, path: Path, password: str = "", limits: ReadLimits = LIMITS) -> ContainerDocument:
        storage, is_whole = _load(path)
        note = _Note(storage, _TOP_HEADER)
        letter = note.letter()
        if not is_whole:
            letter.problems.append(_DAMAGED_PART)
        enclosed = note.enclosed(limits)
        if len(enclosed) > limits.attachments:
            letter.problems.append(f"Only the first {limits.attachments:,} attachments were read.")
            enclosed = enclosed[: limits.attachments]
        builder = FlowBuilder(limits)
        write_letter(builder, letter, attachment_names([part.claimed_name for part in enclosed]))
        pages = builder.pages()
        if not any(page.text for page in pages) and not enclosed:
            raise DocumentError(f"{path.name} holds no text.", "Open it in Outlook to check it.")
        return ContainerDocument(
            pages, enclosed, filename=path.name, title=letter.subject, outline=builder.outline()
        )


class _Streams:
    """What `Storage` needs of a compound file: a stream that cannot be read is an empty one."""

    def __init__(self, compound: olefile.OleFileIO) -> None:
        self._compound = compound
        self.root = compound.root
        self.is_whole = True

    def openstream(self, path: str) -> BytesIO:
        try:
            with self._compound.openstream(path) as stream:
                content = stream.read()
            if len(content) == self._compound.get_size(path):
                return BytesIO(content)
        except _ODD:
            pass
        self.is_whole = False
        return BytesIO()


def _load(path: Path) -> tuple[Storage, bool]:
    """Everything in the file, in memory, and whether all of it could be read.

    Raises:
        DocumentError: missing, empty, too large, damaged or no message; says which.
    """
    try:
        size = path.stat().st_size
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
        ) from error
    if size == 0:
        raise DocumentError(f"{path.name} is empty (0 bytes).", "Copy or download the file again.")
    if size > _LARGEST_BYTES:
        raise DocumentError(
            f"{path.name} is larger than {_LARGEST_BYTES // MIB} MB and was not read.",
            "Save its attachments in Outlook and add them.",
        )
    try:
        with olefile.OleFileIO(path) as compound:
            # Streams that share their bytes would fill the memory.
            total = sum(
                entry.size
                for entry in compound.direntries
                if entry is not None and entry.entry_type == olefile.STGTY_STREAM
            )
            if total > 2 * size + MIB:
                raise DocumentError(
                    f"{path.name} was refused: several of its parts are made of the same bytes.",
                    "Save it again in Outlook.",
                )
            streams = _Streams(compound)
            storage = Storage.from_ole(streams)
    except _ODD as error:
        raise DocumentError(
            f"{path.name} is damaged or not an Outlook message.", "Save it again in Outlook."
        ) from error
    if not _has_properties(storage):
        raise DocumentError(
            f"{path.name} is not an Outlook message, although its name says so.",
            "Open it in the program it comes from.",
        )
    return storage, streams.is_whole


def _has_properties(storage: Storage) -> bool:
    return any(stream.name == "__properties_version1.0" for stream in storage.streams)


class _Note:
    """One message, at the top or inside another. What is broken in it is left out."""

    def __init__(self, storage: Storage, header: int) -> None:
        self._storage = storage
        self._properties = Properties(storage, properties_header_offset=header)

    def letter(self) -> Letter:
        letter = Letter(subject=" ".join(self._text(_SUBJECT).split()))
        recipients = self._recipients()
        letter.headers = [
            ("From", self._sender()),
            *((name, "; ".join(recipients[name])) for name in _ADDRESSED.values()),
            ("Date", self._date()),
        ]
        body, html = self._text(_BODY), self._html()
        if body.strip():
            letter.texts.append(body.replace("\r\n", "\n"))
        if html:
            letter.markup.append(html)
            letter.charset = self._charset()
        elif not body.strip() and self._value(_RTF) is not None:
            letter.problems.append(_RTF_ONLY)
        return letter

    def enclosed(self, limits: ReadLimits, depth: int = 1) -> list[Enclosed]:
        found = []
        for storage in self._storage.iter_attachment_storages():
            properties = Properties(storage, properties_header_offset=_ATTACHMENT_HEADER)
            name = (
                _string(properties, _ATTACH_NAME)
                or _string(properties, _ATTACH_SHORT_NAME)
                or _string(properties, _ATTACH_SHOWN_AS)
            )
            inner = next((one for one in storage.storages if one.name == _EMBEDDED), None)
            if inner is not None:
                if depth >= _DEEPEST or not _has_properties(inner):
                    continue
                note = _Note(inner, _EMBEDDED_HEADER)
                name = name or note._text(_SUBJECT) or "message"
                name = (
                    " ".join(re.sub(r'[\\/:*?"<>|!]', " ", name.removesuffix(".msg")).split())[:100] + ".eml"
                )
                content = partial(note.as_eml, limits, depth + 1)
                found.append(Enclosed(name, len(content()), partial(_save, content, name, limits)))
                continue
            try:
                data = properties.binary_prop_value(_ATTACH_DATA)
            except _ODD:
                data = None
            if name:  # without data it is told to be empty
                data = data or b""
                found.append(Enclosed(name, len(data), partial(_save, partial(bytes, data), name, limits)))
        return found

    def as_eml(self, limits: ReadLimits, depth: int) -> bytes:
        """This message as others exchange it, with its attachments."""
        letter = self.letter()
        message = EmailMessage()
        for name, value in [("Subject", letter.subject), *letter.headers]:
            if value:
                try:
                    message[name] = " ".join(value.split())
                except _ODD:
                    continue
        text = "\n".join(letter.texts)
        message.set_content(text.encode("utf-8", "replace").decode("utf-8"))
        for markup in letter.markup:
            charset = "utf-8" if isinstance(markup, str) else letter.charset
            content = markup.encode("utf-8", "replace") if isinstance(markup, str) else markup
            params = {"charset": charset} if charset else {}
            message.add_alternative(content, maintype="text", subtype="html", params=params)
        for part in self.enclosed(limits, depth):
            write = part.write
            content = write.args[0]() if isinstance(write, partial) else b""
            message.add_attachment(
                content, maintype="application", subtype="octet-stream", filename=part.claimed_name
            )
        return message.as_bytes()

    def _value(self, tag: int) -> object:
        try:
            return next((one.value for one in self._properties if one.pid == tag), None)
        except _ODD:
            return None

    def _text(self, tag: int) -> str:
        return _string(self._properties, tag)

    def _html(self) -> bytes | str:
        try:
            if content := self._properties.binary_prop_value(_HTML):
                return content
        except _ODD:
            pass
        return self._text(_HTML)  # older messages hold it as a string

    def _charset(self) -> str:
        try:
            return str(self._properties.body_encoding)
        except _ODD:
            return ""

    def _sender(self) -> str:
        name = self._text(_SENDER_NAME)
        address = self._text(_SENDER_SMTP) or self._text(_SENDER_ADDRESS)
        if "@" not in address:  # an Exchange server's own address: of no use to a reader
            address = ""
        return f"{name} <{address}>" if name and address and name != address else name or address

    def _recipients(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {name: [] for name in _ADDRESSED.values()}
        for storage in self._storage.iter_recipient_storages():
            try:
                recipient = Recipient(storage)
                name, address = recipient.name, recipient.email_address
                kind = recipient.properties.int_prop_value(_RECIPIENT_KIND) or 1
            except _ODD:
                continue
            if kind not in _ADDRESSED:
                continue
            shown = f"{name} <{address}>" if name and "@" in address and name != address else name or address
            found[_ADDRESSED[kind]].append(shown)
        return found

    def _date(self) -> str:
        for tag in (_SENT, _RECEIVED):
            try:
                date = self._properties.date_prop_value(tag)
                if date is not None:
                    return format_datetime(date)
            except _ODD:
                continue
        return ""


def _string(properties: Properties, tag: int) -> str:
    try:
        return (properties.str_prop_value(tag) or "").replace("\x00", "").strip()
    except _ODD:
        return ""


def _save(content: partial[bytes], name: str, limits: ReadLimits, target: Path) -> None:
    data = content()
    if not data or len(data) > limits.file_bytes:
        raise DocumentError(f"{name} is {'too large' if data else 'empty'}.", "Save it in Outlook.")
    target.write_bytes(data)
