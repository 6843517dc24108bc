"""Chinese and Japanese, written without spaces: their words in pairs of signs, their numerals as figures.

Pure functions. Pairs stand in for words where texts are compared; the keyword index has a dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_KANA = r"\u3041-\u3096\u30a1-\u30fa\u30fc"
SIGN_WITHOUT_SPACES = rf"[{_KANA}\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
_SIGNS = re.compile(rf"{SIGN_WITHOUT_SPACES}+")
_LETTERS = re.compile(r"[^\W\d_]")
_BORDER = re.compile(
    rf"(?<={SIGN_WITHOUT_SPACES})(?=[^\W_])(?!{SIGN_WITHOUT_SPACES})"
    rf"|(?<=[^\W_])(?<!{SIGN_WITHOUT_SPACES})(?={SIGN_WITHOUT_SPACES})"
)
_DIGITS = {
    sign: value for value, signs in enumerate(("〇零", "一", "二两兩", *"三四五六七八九")) for sign in signs
}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_NUMERAL = re.compile(f"(?:(?<![\\d.,])\\d+(?:\\.\\d+)?)?[{''.join((*_DIGITS, *_TENS, *_MYRIADS))}]+")


def language_without_spaces(text: str) -> str:
    """ "ja" or "zh" for a text that is mostly in their signs, else "": kana are Japanese."""
    found = "".join(_SIGNS.findall(text))
    if not found or 2 * len(found) < len(_LETTERS.findall(text)):
        return ""
    return "ja" if re.search(f"[{_KANA}]", found) else "zh"


def apart(text: str) -> str:
    """A space between their signs and what else is written: "共 15 天"."""
    return _BORDER.sub(" ", text)


def in_pairs(text: str) -> str:
    """`apart`, and each row of signs as its pairs: "公司 司的"; behind a figure also its first sign alone."""
    text = apart(text)
    return _SIGNS.sub(lambda match: " ".join(_pairs(match)), text)


def with_figures(text: str) -> str:
    """Numerals as figures: "十五" as 15, "二〇二四" as 2024; a lone "一" is in too many words."""
    return _NUMERAL.sub(lambda match: _figures(match.group()), text)


def figure_of(numeral: str) -> int:
    """Of a numeral in either writing: "十五", "15", "元" (the first year of an era); 0 for none."""
    found = _figures(numeral)
    return int(found) if found.isdecimal() else {"一": 1, "元": 1}.get(numeral, 0)


def _pairs(match: re.Match[str]) -> Iterator[str]:
    row = match.group()
    if len(row) == 1 or re.search(r"\d\s?$", match.string[max(0, match.start() - 2) : match.start()]):
        yield row[0]
    yield from map("".join, pairwise(row))


def _figures(numeral: str) -> str:
    """As it stands where it is no number."""
    digits = [_DIGITS.get(sign) for sign in numeral]
    if None not in digits:
        return numeral if numeral in ("一", "零", "〇") else "".join(map(str, digits))
    total, section, digit = 0.0, 0.0, None
    for place, (sign, value) in enumerate(_parts(numeral)):
        if sign in _TENS and (digit is not None or (sign == "十" and not place)):
            section, digit = section + (1 if digit is None else digit) * _TENS[sign], None
        elif sign in _MYRIADS and (digit is not None or section):
            total, section, digit = total + (section + (digit or 0)) * _MYRIADS[sign], 0.0, None
        elif value is not None and digit in (None, 0):
            digit = value
        else:
            return numeral
    return f"{total + section + (digit or 0):.0f}"


def _parts(numeral: str) -> Iterator[tuple[str, float | None]]:
    """Figures as one, then sign by sign, each with its value if it is a digit."""
    figures = re.match(r"[\d.]*", numeral)
    written = figures.group() if figures else ""
    if written:
        yield written, float(written)
    yield from ((sign, _DIGITS.get(sign)) for sign in numeral[len(written) :])
