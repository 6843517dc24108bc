"""The numbers of items of a list as they are written, which stand in no text of a file. Pure."""

from __future__ import annotations

_KINDS = {  # names of styles in CSS, and in Word
    "decimal": "decimal",
    "decimal-leading-zero": "decimalZero",
    "lower-roman": "lowerRoman",
    "upper-roman": "upperRoman",
}
_LETTERS = ("lower-alpha", "lower-latin", "upper-alpha", "upper-latin")


def browser_number(count: int, numbering: str) -> str:
    """As a browser writes it, by the name of a list style; "" for one without numbers."""
    if numbering in _LETTERS and count > 0:
        letters = ""
        while count > 0:
            count, place = divmod(count - 1, 26)
            letters = chr(ord("a") + place) + letters
        return f"{letters.upper() if numbering.startswith('upper') else letters}. "
    if numbering in _KINDS or numbering in _LETTERS:
        return f"{word_number(count, _KINDS.get(numbering, 'decimal'))}. "
    return ""


def word_number(count: int, kind: str) -> str:
    """The number of an item as it is written; `kind` as Word calls it: "lowerLetter", "upperRoman", …"""
    if kind in ("lowerLetter", "upperLetter") and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 % 50 + 1)
        return letter.upper() if kind == "upperLetter" else letter
    if kind in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        roman = _roman(count)
        return roman if kind == "upperRoman" else roman.lower()
    return f"{count:02d}" if kind == "decimalZero" else str(count)


def _roman(count: int) -> str:
    text = ""
    for value, sign in zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"),
        strict=True,
    ):
        text += sign * (count // value)
        count %= value
    return text
