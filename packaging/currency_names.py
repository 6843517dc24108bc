"""Writes `resources/currencies.toml`: the currencies of the world with their names, from Unicode's CLDR.

    python packaging/currency_names.py        where `pip install babel` was run; the program itself needs none

Run it when CLDR has a new currency. What is spoken and not in CLDR stands below.
"""

from __future__ import annotations

import datetime
import json
import unicodedata
from collections import defaultdict
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "resources" / "currencies.toml"
LANGUAGES = ("en", "de")
OLDEST = datetime.date(1998, 1, 1)  # currencies that were given up before are left out
# Written or spoken in English or German, and not in CLDR.
ALSO = {
    "EUR": "eur", "USD": "usd, us$, us-dollars", "GBP": "gbp, quid, sterling, pounds sterling",
    "JPY": "jpy, yen, 円, 日元", "CHF": "chf, sfr, fr", "DEM": "DM, D-Mark",
    "NOK": "nok", "DKK": "dkk", "PLN": "pln, zlotych", "CZK": "czk", "HUF": "huf", "CAD": "cad, C$",
    "AUD": "aud, AU$", "INR": "inr", "CNY": "cny, RMB, renminbi, 元, 人民币",
}  # fmt: skip
SPOKEN = {"crown": ("koruna", "krona", "krone", "króna"), "crowns": ("korunas", "kronor", "kroner", "krónur")}
SHARED = {
    "kr": "DKK ISK NOK SEK", "kr.": "DKK ISK NOK SEK", "lei": "MDL RON",
    "rs": "INR LKR MUR NPR PKR SCR", "rs.": "INR LKR MUR NPR PKR SCR",
}  # fmt: skip
# Last words of names that behind a figure are other words as well; and what has fewer letters than four.
NO_SHORT = frozenset({"gold", "herzegowina", "mark", "marks", "real", "reals"})
HEAD = """\
# The currencies in use and those given up since 1998, from Unicode's CLDR {version}, (c) Unicode, Inc., under
# its License v3 (https://www.unicode.org/license.txt). Written by packaging/currency_names.py.
"""


def main() -> None:
    import babel.localedata
    from babel import Locale
    from babel.core import get_cldr_version, get_global

    tender: dict[str, bool] = {}  # whether it still is
    countries: dict[str, str] = {}
    local: dict[str, set[str]] = defaultdict(set)  # their signs, as their countries write them
    for country, rows in get_global("territory_currencies").items():
        for code, _start, end, is_tender in rows:
            if is_tender and len(country) == 2 and (end is None or datetime.date(*end) >= OLDEST):
                tender[code] = tender.get(code, False) or end is None
                countries |= {} if end else {country: code}
    for name in babel.localedata.locale_identifiers():
        one = Locale.parse(name)
        if code := countries.get(one.territory or ""):
            local[code].add(unicodedata.normalize("NFKC", one.currency_symbols.get(code, code)))
    languages = [Locale.parse(name) for name in LANGUAGES]
    names: dict[str, list[str]] = {}
    short: dict[str, set[str]] = defaultdict(set)
    signs = {code: {one.currency_symbols.get(code) for one in languages} for code in tender}
    known = {sign for found in signs.values() for sign in found}
    known |= {name for names in ALSO.values() for name in names.split(", ")}
    own = {code for code, found in signs.items() if len(found) == 1 and len(str(*found)) == 1}
    for code, used in sorted(tender.items()):
        spoken: list[str] = []
        for one in languages:
            plurals = dict(one._data["currency_names_plural"].get(code, {})).values()
            own_names = [name for name in (one.currencies.get(code, code), *plurals) if "(" not in name]
            spoken += own_names
            for word, ends in SPOKEN.items() if one.language == "en" else ():
                spoken += [
                    f"{name[: name.rindex(' ')]} {word}"
                    for name in own_names
                    if name.split()[-1].lower() in ends
                ]
        ends_in = {name.split()[-1].lower() for name in spoken}
        for end in ends_in - NO_SHORT if used else ():
            if len(end) >= 4 and end.isalpha():
                short[end].add(code)
        written = {sign for sign in signs[code] | (local[code] - known) if sign and is_sign(sign)}
        names[code] = [
            *sorted(written),
            *ALSO.get(code, "").split(", "),
            *spoken,
        ]
    shared = {name: codes.split() for name, codes in SHARED.items()}
    for end, codes in sorted(short.items()):
        if len(codes) > 1 and len(codes & own) != 1:
            shared[end] = sorted(codes)
        else:
            names[next(iter(codes if len(codes) == 1 else codes & own))].append(end)
    lines = [HEAD.format(version=get_cldr_version()), "[names]"]
    lines += [f"{code} = {listed(found)}" for code, found in names.items() if found != [""]]
    lines += ["", "# Names of several currencies.", "[shared]"]
    lines += [f"{json.dumps(name, ensure_ascii=False)} = {listed(codes)}" for name, codes in shared.items()]
    lines += ["", "# What is paid with in a country, by its ISO 3166 code.", "[countries]"]
    lines += [f'{country} = "{code}"' for country, code in sorted(countries.items())]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def is_sign(text: str) -> bool:
    """Nothing that is a word or a unit, too: "€", "Kč", "CA$", not "Ft" or "R"."""
    return any(unicodedata.category(sign) == "Sc" or sign in "čł" for sign in text) and " " not in text


def listed(texts: list[str]) -> str:
    once = {text.casefold(): " ".join(text.split()) for text in reversed(texts) if text}
    return json.dumps(list(reversed(once.values())), ensure_ascii=False)


if __name__ == "__main__":
    main()
