"""Values of spreadsheets and charts as a reader sees them: number formats of Office (ECMA-376, 18.8.31).

Pure functions. Figures are written with a point and, where the format groups them, with commas, whatever the
system that wrote the file would show; dates without a format of their own are ISO.
"""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache

from core.text.dates import ENGLISH_MONTHS

_MONTHS = tuple(name.title() for name in ENGLISH_MONTHS)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ENGLISH = re.compile(r"\[\$-(?:0?[48]09|x-|F)|\[\$-[0-9A-Fa-f]{0,4}(?:09)\]")
_LOCALE = re.compile(r"\[\$-[^\]]*\]")
_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_BRACKETS = re.compile(r"\[[^\]$]*\]")  # colours and conditions
_DIGITS = re.compile(r"[0#?][0#?,.]*")
_DATE_TOKEN = re.compile(
    r'"[^"]*"|\\.|_.|\*.|AM/PM|am/pm|A/P|a/p|y+|m+|d+|h+|s+(?:\.0+)?|[^ymdhs"\\]', re.IGNORECASE
)
_SYSTEM_DATES = ("mm-dd-yy", "m/d/yy", "m/d/yyyy", "m/d/yy h:mm", "[$-f800]dddd, mmmm dd, yyyy")
_PLAIN_PLACES = 10  # digits behind the point that "General" shows at most


def shown(value: object, number_format: str = "General") -> str:
    """The text of a cell, as the format shows its value; empty for None, and where the format hides it."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value if _section(number_format, 3) is None or "@" in number_format else ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return _date(value, number_format)
    if isinstance(value, datetime.timedelta):
        return _duration(value)
    if isinstance(value, int | float):
        return _number(value, number_format)
    return str(value)


@lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[str, ...]:
    """The sections of a format; semicolons within quotes do not part them."""
    parts, start, quoted = [], 0, False
    for place, character in enumerate(number_format):
        if character == '"':
            quoted = not quoted
        elif character == ";" and not quoted:
            parts.append(number_format[start:place])
            start = place + 1
    return (*parts, number_format[start:])


def _section(number_format: str, place: int) -> str | None:
    sections = _sections(number_format)
    return sections[place] if place < len(sections) else None


def _number(value: int | float, number_format: str) -> str:
    sections = _sections(number_format)
    chosen, shows_sign = sections[0], True
    if len(sections) > 1 and value < 0:
        chosen, shows_sign = sections[1], False
    elif len(sections) > 2 and value == 0:
        chosen = sections[2]
    if not chosen.strip():
        return "" if len(sections) > 1 else _general(value)
    if chosen.strip().lower() in ("general", "@"):
        return _general(value if shows_sign else abs(value))
    try:
        exact = Decimal(repr(value))
        text = _formatted(exact if exact.is_finite() else Decimal(0), chosen)
    except InvalidOperation:
        return _general(value)
    if shows_sign and value < 0 and any("1" <= character <= "9" for character in text):
        return "-" + text
    return text


def _general(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    text = (
        f"{value:.{_PLAIN_PLACES}f}".rstrip("0").rstrip(".") if 1e-4 <= abs(value) < 1e15 else f"{value:.6g}"
    )
    return text or "0"


@lru_cache(maxsize=512)
def _parsed(section: str) -> tuple[str, str, int, int, bool, int, int]:
    """Text before and behind the digits, fewest and most decimals, grouping, power of ten, fewest digits."""
    bare = _BRACKETS.sub("", _CURRENCY.sub(lambda match: f'"{match[1]}"', section))
    digits = _DIGITS.search(_without_literals(bare))
    if digits is None or "/" in _without_literals(bare):
        return _literal(bare), "", -1, -1, False, 0, 0
    before, pattern, behind = bare[: digits.start()], digits[0], bare[digits.end() :]
    shift = 2 * _without_literals(bare).count("%")
    scaled = pattern.rstrip(",")
    shift -= 3 * (len(pattern) - len(scaled))
    whole, _, decimals = scaled.partition(".")
    grouped = "," in whole
    behind = re.sub(r"^[eE][+-][0#?]+", "", behind)
    return (
        _literal(before),
        _literal(behind),
        decimals.count("0"),
        len(decimals.replace(",", "")),
        grouped,
        shift,
        whole.count("0"),
    )


def _formatted(value: Decimal, section: str) -> str:
    before, behind, fewest, most, grouped, shift, whole = _parsed(section)
    if most < 0:
        # Fractions ("# ?/?") are shown as decimals; a section without digits is a text of its own.
        return _general(float(abs(value))) if "?" in section or "#" in section else before
    if re.search(r"[0#?][eE][+-]", section):
        return f"{before}{abs(value):.{most}E}{behind}"
    rounded = abs(value).scaleb(shift).quantize(Decimal(1).scaleb(-most), ROUND_HALF_UP)
    text = f"{rounded:,f}" if grouped else f"{rounded:f}"
    integer, _, decimals = text.partition(".")
    while len(decimals) > fewest and decimals.endswith("0"):
        decimals = decimals[:-1]
    integer = integer.zfill(whole) if whole > 1 and not grouped else integer
    return f"{before}{integer}{'.' + decimals if decimals else ''}{behind}"


def _without_literals(section: str) -> str:
    """The section with blanks for what stands for itself, so that places stay the same."""
    return re.sub(r'"[^"]*"|\\.|_.|\*.', lambda match: " " * len(match[0]), section)


def _literal(part: str) -> str:
    """What the part of a section around its digits prints."""
    text = re.sub(r"_.|\*.", " ", part)
    text = re.sub(r'"([^"]*)"', r"\1", text)
    return re.sub(r"\\(.)", r"\1", text).replace("?", " ").replace("#", "")


def _date(value: datetime.datetime | datetime.date | datetime.time, number_format: str) -> str:
    section = _sections(number_format)[0]
    wordy = re.search(r"mmm|ddd", _without_literals(section), re.IGNORECASE)
    foreign = _LOCALE.search(section) is not None and _ENGLISH.search(section) is None
    known = section.lower() not in _SYSTEM_DATES and section.lower() != "general"
    if known and not (wordy and foreign) and re.search(r"[ymdhs]", _without_literals(section), re.IGNORECASE):
        try:
            return _dated(value, _BRACKETS.sub("", _LOCALE.sub("", section))).strip()
        except AttributeError:  # a time of day under a format with days
            pass
    if isinstance(value, datetime.datetime):
        if value.time() == datetime.time():
            return value.date().isoformat()
        return value.isoformat(" ", "seconds" if value.second else "minutes")
    if isinstance(value, datetime.time):
        return value.isoformat("seconds" if value.second else "minutes")
    return value.isoformat()


def _dated(value: datetime.datetime | datetime.date | datetime.time, section: str) -> str:
    """Office's letters: m is a minute after hours or before seconds, else a month."""
    tokens = _DATE_TOKEN.findall(section)
    letters = [
        token[0].lower() if token[0].lower() in "ymdhs" and '"' not in token else "" for token in tokens
    ]
    half_day = any(token.upper() in ("AM/PM", "A/P") for token in tokens)
    stamp: datetime.datetime | datetime.date | datetime.time = value
    if isinstance(value, datetime.datetime) and value.microsecond:
        stamp = value.replace(microsecond=0) + datetime.timedelta(seconds=value.microsecond >= 500_000)
    out = []
    for place, token in enumerate(tokens):
        lowered = token.lower()
        if lowered in ("am/pm", "a/p"):
            out.append("AM" if _part(stamp, "hour") < 12 else "PM")
        elif not letters[place]:
            out.append(_literal(token))
        elif letters[place] == "m":
            before = next((letter for letter in reversed(letters[:place]) if letter), "")
            behind = next((letter for letter in letters[place + 1 :] if letter), "")
            if before == "h" or (behind == "s" and len(token) <= 2):
                out.append(_padded(_part(stamp, "minute"), token))
            else:
                out.append(_named(_part(stamp, "month"), lowered, _MONTHS, 1))
        elif letters[place] == "d":
            day = _part(stamp, "day")
            is_named = len(token) > 2 and isinstance(stamp, datetime.date)
            out.append(
                _named(stamp.weekday(), lowered, _DAYS, 0)
                if is_named and isinstance(stamp, datetime.date)
                else _padded(day, token)
            )
        elif letters[place] == "y":
            year = _part(stamp, "year")
            out.append(f"{year:04d}" if len(token) > 2 else f"{year % 100:02d}")
        elif letters[place] == "h":
            hour = _part(stamp, "hour")
            out.append(_padded((hour - 1) % 12 + 1 if half_day else hour, token))
        else:
            out.append(_padded(_part(stamp, "second"), token.partition(".")[0]))
    return "".join(out)


def _part(value: datetime.datetime | datetime.date | datetime.time, name: str) -> int:
    return int(getattr(value, name))


def _padded(value: int, token: str) -> str:
    return f"{value:02d}" if len(token) > 1 else str(value)


def _named(value: int, token: str, names: tuple[str, ...], first: int) -> str:
    if len(token) <= 2:
        return _padded(value, token)
    name = names[value - first]
    return name[:1] if len(token) == 5 else name[:3] if len(token) == 3 else name


def _duration(value: datetime.timedelta) -> str:
    """Hours and minutes, and seconds where there are any, as `[h]:mm` shows them."""
    seconds = round(abs(value.total_seconds()))
    sign = "-" if value.total_seconds() < 0 else ""
    rest = f":{seconds % 60:02d}" if seconds % 60 else ""
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02d}{rest}"
