"""Reads e-mails as they are sent (RFC 5322, MIME) with the standard `email` package.

One thread of the parser process. Senders get everything wrong, so whatever a header or part breaks is caught
where it is read: a message always has what can be read of it.
"""

from __future__ import annotations

import email
import mimetypes
import re
from collections.abc import Iterator
from email import policy
from email.errors import CloseBoundaryNotFoundDefect, InvalidBase64LengthDefect, MessageError
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from functools import partial
from pathlib import Path

from core.errors import DocumentError
from core.ingest.readers.attachments import ContainerDocument, Enclosed, attachment_names
from core.ingest.readers.encoding import decode
from core.ingest.readers.flow import FlowBuilder
from core.ingest.readers.message import Letter, write_letter
from core.ingest.readers.size_limits import LIMITS, MIB, ReadLimits

_LARGEST_BYTES = 160 * MIB  # servers refuse mails long before; parsing takes about three times as much memory
_LONGEST_HEADER = 8_000  # characters that are parsed; the package's parser is slow for long ones
_SHOWN_HEADERS = ("From", "To", "Cc", "Date")
_DEEPEST = 40  # parts within parts
_MOST_PARTS = 5_000
# What the package raises for messages that it does not expect.
_ODD = (
    MessageError,
    ValueError,
    LookupError,
    AttributeError,
    TypeError,
    RecursionError,
    AssertionError,
)
_SOFT_BREAK = re.compile(r"(?<=[^\n]) \n(?![>\s])")
_UNFOLDED = re.compile(r"\r?\n[ \t]")
_ESCAPED = re.compile(r"\\(.)")
_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?")
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_DAMAGED_TEXT = (
    "A text of the message is damaged, and not all of it can be read. Save it again in the mail program."
)
_CUT = "The message ends too early; parts of it may be missing. Save it again in the mail program."
_SIGNATURES = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
_ENCRYPTED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")


class EmlReader:
    """The reader of `.eml`."""

    def open(self, path: Path, password: str = "", limits: ReadLimits = LIMITS) -> ContainerDocument:
        try:
            size = path.stat().st_size
            if size > _LARGEST_BYTES:
                raise DocumentError(
                    f"{path.name} is larger than {_LARGEST_BYTES // MIB} MB and was not read.",
                    "Save its attachments in the mail program and add them.",
                )
            data = path.read_bytes()
        except OSError as error:
            raise DocumentError(
                f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
            ) from error
        if not data.strip():
            raise DocumentError(f"{path.name} is empty ({size} bytes).", "Copy or download the file again.")
        data = _without_envelope(data)
        try:
            message = email.message_from_bytes(data, policy=policy.default)
        except _ODD as error:
            raise DocumentError(
                f"{path.name} is damaged: its parts cannot be told apart.",
                "Save it again in the mail program.",
            ) from error
        if not message.keys():
            raise DocumentError(
                f"{path.name} is not an e-mail, although its name says so.",
                "Open it in the program it comes from.",
            )
        letter, enclosed = _read(message, limits)
        builder = FlowBuilder(limits)
        write_letter(builder, letter, attachment_names([part.claimed_name for part in enclosed]))
        return ContainerDocument(
            builder.pages(), enclosed, filename=path.name, title=letter.subject, outline=builder.outline()
        )


def _without_envelope(data: bytes) -> bytes:
    """Without a byte order mark, and without the "From " line of mailbox files."""
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    return data.partition(b"\n")[2] if data.startswith((b"From ", b">From ")) else data


def _read(message: EmailMessage | Message, limits: ReadLimits) -> tuple[Letter, list[Enclosed]]:
    letter = Letter(subject=header_text(message, "Subject"))
    letter.headers = [(name, header_text(message, name)) for name in _SHOWN_HEADERS]
    enclosed: list[Enclosed] = []
    for part in _parts(message):
        if len(enclosed) >= limits.attachments:
            letter.problems.append(f"Only the first {limits.attachments:,} attachments were read.")
            break
        kind = part.get_content_type()
        name = _filename(part)
        if kind in _SIGNATURES:
            continue
        if kind in _ENCRYPTED and (part is message or not name or name.lower().startswith("smime.")):
            letter.problems.append("The message is encrypted; open it in the mail program to read it.")
        elif kind.startswith("message/") and kind != "message/rfc822" and not name:
            continue  # delivery reports, for machines
        elif kind == "message/rfc822":
            enclosed.append(_nested(part, name, limits))
        elif kind == "text/calendar" and not name:
            letter.texts.append(_invitation(part, with_text=not (letter.texts or letter.markup)))
        elif _is_body(part, kind, name):
            if _is_damaged(part):
                letter.problems.append(_DAMAGED_TEXT)
            _add_text(part, kind, letter)
        else:
            if not name:
                if kind.startswith(("image/", "multipart/")) or not _is_attached(part):
                    continue
                name = "attachment" + (mimetypes.guess_extension(kind) or "")
            content = partial(_whole_content, part)
            enclosed.append(Enclosed(name, len(content()), partial(_save, content, name, limits)))
    if any(isinstance(defect, CloseBoundaryNotFoundDefect) for defect in message.defects):
        letter.problems.append(_CUT)
    return letter, enclosed


def _parts(message: Message) -> Iterator[Message]:
    """Leaves in reading order, all alternatives of one text too; without the pictures of a page that is also
    there as plain text."""
    todo: list[tuple[Message, int, bool]] = [(message, 0, True)]
    count = 0
    while todo and count < _MOST_PARTS:
        part, depth, pictures = todo.pop()
        count += 1
        if not part.is_multipart() or part.get_content_maintype() == "message":
            if pictures or part.get_content_maintype() != "image" or _is_attached(part):
                yield part
            continue
        children = [child for child in part.get_payload() if isinstance(child, Message)]
        if depth >= _DEEPEST:
            continue
        if part.get_content_subtype() == "alternative" and any(map(_is_plain_text, children)):
            pictures = False
        todo += [(child, depth + 1, pictures) for child in reversed(children)]


def _is_plain_text(part: Message) -> bool:
    return part.get_content_type() == "text/plain" and bool(_content(part).strip())


def _add_text(part: Message, kind: str, letter: Letter) -> None:
    content = _content(part)
    charset = _safe_charset(part)
    if kind == "text/html":
        if not letter.charset:
            letter.charset = charset
        letter.markup.append(content)
        return
    text = decode(content, charset).replace("\r\n", "\n")
    if str(part.get_param("format", "")).lower() == "flowed":
        text = _SOFT_BREAK.sub("" if str(part.get_param("delsp", "")).lower() == "yes" else " ", text)
    letter.texts.append(text)


def _invitation(part: Message, *, with_text: bool) -> str:
    """What people read of a calendar's first event (RFC 5545): what, when and where in one sentence."""
    lines = _UNFOLDED.sub("", decode(_content(part), _safe_charset(part))).splitlines()
    found: dict[str, str] = {}
    for line in lines:
        head, _, value = line.partition(":")
        name = head.upper().partition(";")[0]
        if line.upper() == "BEGIN:VEVENT":
            found = {}  # what stands before is about the calendar
        elif line.upper() == "END:VEVENT":
            break
        elif moment := _MOMENT.fullmatch(value):
            zone = next((one[5:] for one in head.split(";") if one.upper().startswith("TZID=")), "")
            time = f" {moment[4]}:{moment[5]}" if moment[4] else ""
            day = f"{moment[1]}-{moment[2]}-{moment[3]}{time} {'UTC' if moment[6] else zone}".strip()
            found.setdefault(name, day)
        else:
            found.setdefault(name, _ESCAPED.sub(lambda match: "\n" if match[1] in "nN" else match[1], value))
    times = " – ".join(found[name] for name in ("DTSTART", "DTEND") if name in found)
    said = ", ".join(filter(None, (found.get("SUMMARY", ""), times, found.get("LOCATION", ""))))
    return f"{said}\n\n{found['DESCRIPTION']}" if with_text and "DESCRIPTION" in found else said


def _content(part: Message) -> bytes:
    try:
        content = part.get_payload(decode=True)
    except _ODD:
        return b""
    if any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects):
        return b""  # what could not be decoded at all is handed out as it is
    return content if isinstance(content, bytes) else b""


def _whole_content(part: Message) -> bytes:
    return b"" if _is_damaged(part) else _content(part)


def _is_damaged(part: Message) -> bool:
    """True for base64 with foreign signs in it, or of a length that no bytes have: they would be made up."""
    if str(part.get("content-transfer-encoding", "")).strip().lower() != "base64":
        return False
    signs = "".join(str(part.get_payload()).split())
    return _BASE64.fullmatch(signs) is None or len(signs.rstrip("=")) % 4 == 1


def _safe_charset(part: Message) -> str:
    try:
        return str(part.get_content_charset() or "")
    except _ODD:
        return ""


def _filename(part: Message) -> str:
    try:
        name = part.get_filename() or ""
    except _ODD:
        return "attachment" + (mimetypes.guess_extension(part.get_content_type()) or "")
    return _decoded(name) if "=?" in name else name


def _is_body(part: Message, kind: str, name: str) -> bool:
    """Text that is not said to be a file; and a part that claims to have parts, and has none."""
    if kind.startswith("multipart/"):
        return True
    if kind not in ("text/plain", "text/html"):
        return False
    return not _is_attached(part) if not name else "content-disposition" not in part


def _is_attached(part: Message) -> bool:
    try:
        return part.get_content_disposition() == "attachment"
    except _ODD:
        return False


def _nested(part: Message, name: str, limits: ReadLimits) -> Enclosed:
    """A forwarded message: a file of its own."""
    payload = part.get_payload()
    inner = payload[0] if isinstance(payload, list) and payload and isinstance(payload[0], Message) else None
    if not name:
        subject = header_text(inner, "Subject") if inner is not None else ""
        name = (" ".join(re.sub(r'[\\/:*?"<>|!]', " ", subject).split())[:100] or "message") + ".eml"
    elif not name.lower().endswith(".eml"):
        name += ".eml"
    content = partial(_message_bytes, inner) if inner is not None else partial(_content, part)
    return Enclosed(name, len(content()), partial(_save, content, name, limits))


def _message_bytes(message: Message) -> bytes:
    for written_as in (policy.compat32, policy.HTTP):
        try:
            return message.as_bytes(policy=written_as)
        except (*_ODD, UnicodeError):
            continue
    return b""


def _save(content: partial[bytes], name: str, limits: ReadLimits, target: Path) -> None:
    data = content()
    if not data or len(data) > limits.file_bytes:
        raise DocumentError(
            f"{name} is {'too large' if data else 'empty or damaged'}.", "Save it in the mail program."
        )
    target.write_bytes(data)


def header_text(message: Message, name: str) -> str:
    """A header as it is shown; "" when there is none. Never fails."""
    raw = next((str(value) for key, value in message.raw_items() if key.lower() == name.lower()), "")
    if not raw:
        return ""
    text = ""
    if len(raw) <= _LONGEST_HEADER:
        try:
            text = str(message[name] or "")
        except _ODD:
            text = ""
    text = text or _decoded(raw[:_LONGEST_HEADER])
    # Bytes beyond ASCII that nothing declares come as surrogates.
    if any("\udc80" <= ch <= "\udcff" for ch in text) or "\ufffd" in text:
        text = _decoded(decode(raw[:_LONGEST_HEADER].encode("utf-8", "surrogateescape")))
    return " ".join(text.split())


def _decoded(raw: str) -> str:
    folded = " ".join(raw.split())
    try:
        return str(make_header(decode_header(folded)))
    except (*_ODD, UnicodeError):
        return folded
