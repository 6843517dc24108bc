"""Bytes to text, for formats that do not say their encoding, or say it wrongly. Any process, any thread."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from charset_normalizer import from_bytes

from core.errors import DocumentError
from core.ingest.readers import is_binary

# The longest first: UTF-32's mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What files without a mark are really written in; among all of its codecs the detector often prefers a rare
# one for short texts. "cp1252" comes first: it wins a tie.
_CANDIDATES = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r", "iso8859_2"),
    *("cp932", "euc_jp", "gb18030", "big5", "euc_kr", "cp949"),
)
_SAMPLE_BYTES = 24 * 1024
_NOT_ASCII = re.compile(rb"[^\n]{0,200}[\x80-\xff][^\n]{0,200}")
_TIE = 0.001
_STRAY = 20  # characters beyond ASCII that are right, for each that is not


def has_mark(head: bytes) -> bool:
    """True when the bytes begin with a byte order mark."""
    return any(head.startswith(mark) for mark, _encoding in _MARKS)


def decode(data: bytes, declared: str = "") -> str:
    """The text: by its byte order mark, else UTF-8, else as `declared`, else as it looks; never fails.

    UTF-8 comes before what is declared: other text hardly ever happens to be valid UTF-8, and pages that are
    saved as UTF-8 often keep an older declaration.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    escapes = b"\x1b$" in data[:_SAMPLE_BYTES] and declared.lower().startswith("iso-2022")
    if not escapes:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            pass
        # A few stray bytes in UTF-8 text must not turn all of it into another encoding.
        replaced = data.decode("utf-8", "replace")
        strays, beyond_ascii = strays_of(replaced)
        if is_utf8_with(strays, beyond_ascii):
            return replaced
    likely = detect(data)
    for encoding in (_known(declared), likely):
        if encoding:
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                continue
    return data.decode(likely or "cp1252", "replace")


def strays_of(replaced: str) -> tuple[int, int]:
    """Of text decoded with replacements: how many there are, and how many characters beyond ASCII."""
    if replaced.isascii():
        return 0, 0
    return replaced.count("\ufffd"), len(replaced) - len(replaced.encode("ascii", "ignore"))


def is_utf8_with(strays: int, beyond_ascii: int) -> bool:
    """True when so few replacements (see `strays_of`) leave no doubt that the text is UTF-8."""
    return not strays or strays * _STRAY < beyond_ascii


def detect(data: bytes) -> str:
    """The encoding that text which is not UTF-8 seems to be in; "" when nothing fits."""
    sample = b"\n".join(_sample(data))
    matches = list(from_bytes(sample, cp_isolation=list(_CANDIDATES)))
    if not matches:
        return ""
    best = matches[0]
    tied = {
        match.encoding
        for match in matches
        if match.chaos <= best.chaos + _TIE and match.coherence >= best.coherence - _TIE
    }
    return min(tied, key=lambda name: _CANDIDATES.index(name) if name in _CANDIDATES else len(_CANDIDATES))


def _sample(data: bytes) -> list[bytes]:
    """Lines with characters beyond ASCII: they alone tell, and in a log they may come late."""
    pieces = []
    size = 0
    for match in _NOT_ASCII.finditer(data):
        pieces.append(match[0])
        size += len(match[0])
        if size > _SAMPLE_BYTES:
            break
    return pieces


def _known(label: str) -> str:
    """Python's name of a declared encoding; browsers read the first labels as Windows' own."""
    label = label.strip().strip("\"'").lower()
    if label in ("iso-8859-1", "iso8859-1", "latin1", "latin-1", "us-ascii", "ascii"):
        return "cp1252"
    if label in ("gb2312", "gbk", "x-gbk"):
        return "gb18030"
    if label in ("shift_jis", "shift-jis", "x-sjis"):
        return "cp932"
    try:
        found = codecs.lookup(label)
        return found.name if isinstance(b"".decode(found.name), str) else ""
    except (LookupError, ValueError):
        return ""


def read_text_bytes(path: Path, limit: int) -> bytes:
    """At most `limit` bytes of a text file, and one more when there is more.

    Raises:
        DocumentError: the file cannot be read, is empty, or is not text.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read ({error.strerror}).", "Check that the file is still there."
        ) from error
    if not data:
        raise DocumentError(f"{path.name} is empty (0 bytes).", "Copy or download the file again.")
    if not has_mark(data) and is_binary(data):
        raise DocumentError(
            f"{path.name} is not text, although its name says so.", "Open it in the program it comes from."
        )
    return data
