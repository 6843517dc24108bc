"""Currencies as English and German texts name them: "€", "CZK", "Kč", "pounds", "schwedische Kronen".

Pure functions over `resources/currencies.toml`, which Unicode's CLDR fills. A currency is its ISO 4217 code;
a name of several ("kr", "crowns") stands for itself, and `may_be_same` knows for which.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable

from core.system.paths import resources

MOST_WORDS = 4  # of a name
_WORD = r"[^\W\d_]+(?:[-'ʻ][^\W\d_]+)*"
_ENDING = re.compile(r"(?:e[nrsm]?)(?= )")  # "schwedischen Kronen", "schwedische Kronen"


def any_of(words: Iterable[str]) -> str:
    """A pattern for the longest of the words, which shares their beginnings and so is fast."""
    words = frozenset(words)
    by_first: dict[str, set[str]] = {}
    for word in words - {""}:
        by_first.setdefault(word[0], set()).add(word[1:])
    parts = [re.escape(first) + any_of(rest) for first, rest in sorted(by_first.items())]
    found = f"(?:{'|'.join(parts)})" if len(parts) > 1 or "" in words else "".join(parts)
    return f"{found}?" if "" in words and parts else found if parts else ""


def _folded(name: str) -> str:
    return _ENDING.sub("", " ".join(name.casefold().split()))


class _Table:
    """`codes` are read in capitals only, `names` in any case."""

    def __init__(self) -> None:
        with (resources() / "currencies.toml").open("rb") as file:
            given = tomllib.load(file)
        self.countries: dict[str, str] = given["countries"]
        self.codes = {code: code for code in given["names"]}
        self.names: dict[str, str] = {}
        for code, names in given["names"].items():
            for name in names:
                capitals = name.isalpha() and name.isupper()
                (self.codes if capitals else self.names)[name if capitals else _folded(name)] = code
        first: dict[tuple[str, ...], str] = {}
        self.shared: dict[str, frozenset[str]] = {}
        for name, codes in given["shared"].items():
            own = first.setdefault(tuple(codes), name)
            self.names[name] = own
            self.shared[own] = frozenset(codes)


_TABLE = _Table()
SIGNS = "".join(
    sorted(sign for sign in _TABLE.names if len(sign) == 1 and unicodedata.category(sign) == "Sc")
)
SIGN = f"[{SIGNS}]"
_WITH_SIGN = {code for name, code in _TABLE.names.items() if name in SIGNS}
# Names in small letters that say nothing but the currency, wherever they stand: "euro", "dollars", "chf".
NAMES = frozenset(
    name for name, code in _TABLE.names.items() if name.isalpha() and (len(name) == 3 or code in _WITH_SIGN)
)
_UNLIKE_WORDS = {name for name in _TABLE.names if " " not in name and not name.isalpha()}


def _written(names: Iterable[str]) -> str:
    return f"(?:(?-i:{any_of(_TABLE.codes)})|(?i:{any_of({*names} | _UNLIKE_WORDS)}))"


NAME_PATTERN = _written(NAMES | {"fr", "kr", "rs"})  # before a figure, where values are expected
_CLEAR = {name for name in NAMES if len(name) == 3 or name == "euro"} | {"kr", "rs"}  # in running text, too
_BEFORE = re.compile(rf"(?<![^\W\d_])(?P<name>{_written(_CLEAR)})\.?\s?[-−–]?\s?$")
_BEHIND = re.compile(rf"[A-Z]{{0,2}}{SIGN}|{_WORD}(?: {_WORD}){{0,{MOST_WORDS - 1}}}")
_LAST_PART = re.compile(r"[ -]?[^ -]*$")
_REACH = 24  # characters of a name before a figure


def currency_named(name: str) -> str:
    """What a text names, whole: "CZK", "Czech korunas", "$"; "kr" is several; "" for no currency."""
    return _TABLE.codes.get(name) or _TABLE.names.get(_folded(name), "")


def is_code(word: str) -> bool:
    """Whether it is an ISO 4217 code in capitals."""
    return word in _TABLE.codes


def currency_behind(text: str, at: int) -> tuple[str, int] | None:
    """The currency whose name begins at `at`, and where the longest name of it ends; None without one."""
    match = _BEHIND.match(text, at)
    name = match.group() if match else ""
    while name:
        if code := currency_named(name):
            return code, at + len(name)
        name = _LAST_PART.sub("", name)
    return None


def name_before(text: str, at: int) -> str:
    """The name of a currency right before a figure at `at`: of "CZK 120", "kr. 500", "US$5"; else ""."""
    match = _BEFORE.search(text, max(0, at - _REACH), at)
    return match["name"] if match else ""


def is_currency(code: str) -> bool:
    """Whether it is what `currency_named` returns."""
    return code in _TABLE.codes or code in _TABLE.shared


def may_be_same(one: str, other: str) -> bool:
    """Whether two currencies are one, or may be: "kr" and "SEK"."""
    of_one, of_other = (_TABLE.shared.get(code, {code}) for code in (one, other))
    return not set(of_one).isdisjoint(of_other)


def currency_of_country(country: str) -> str:
    """Of an ISO 3166 code what is paid with there; "" where nobody knows."""
    return _TABLE.countries.get(country, "")
