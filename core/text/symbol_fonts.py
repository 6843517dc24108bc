"""Signs of symbol fonts, whose letters and figures are drawn as something else: a ticked box is a "þ". Pure
functions."""

from __future__ import annotations

from functools import lru_cache

# Adobe's ZapfDingbats: where its codes are not in the order of Unicode's block of dingbats.
_ZAPF = {code: chr(0x2700 + code - 0x20) for code in range(0x21, 0x7F)} | {
    0x25: "☎", 0x2A: "☛", 0x2B: "☞", 0x48: "★", 0x6C: "●", 0x6E: "■",
    0x73: "▲", 0x74: "▼", 0x75: "◆", 0x77: "◗",
}  # fmt: skip
# Of Microsoft's fonts the boxes, ticks, bullets and arrows that documents are written with.
_WINGDINGS = {
    0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "☐", 0x71: "☐", 0x72: "☐", 0x75: "◆", 0x76: "❖", 0x78: "☒",
    0x9F: "•", 0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xE0: "→", 0xE8: "➔", 0xF0: "⇨",
    0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2 = {
    0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x97: "●", 0xA3: "☐",
}  # fmt: skip
_FONTS = {"dingbats": _ZAPF, "wingdings2": _WINGDINGS_2, "wingdings3": {}, "wingdings": _WINGDINGS}
_PRIVATE = range(0xF000, 0xF100)  # where fonts of this kind have their codes
UNKNOWN = "•"


@lru_cache(maxsize=1024)
def signs_of(font: str) -> dict[int, str] | None:
    """What the codes of a font stand for, as far as it is known; None for a font of letters."""
    name = font.casefold().replace(" ", "").replace("-", "")
    return next((signs for part, signs in _FONTS.items() if part in name), None)


def sign_at(signs: dict[int, str], code: int) -> str:
    """The sign of a code, also where it is written in Unicode's private area."""
    return signs.get(code - _PRIVATE.start if code in _PRIVATE else code, UNKNOWN)
