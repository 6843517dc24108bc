"""The names that languages have in one another: "German", "Deutsch", "alemán". Values only."""

from __future__ import annotations

import re

_NAMES = {
    "da": "danish dänisch danois danés danese deens dansk",
    "de": "german deutsch deutsche allemand alemán tedesco duits",
    "en": "english englisch englische anglais inglés inglese engels",
    "es": "spanish spanisch spanische espagnol español spagnolo spaans",
    "fr": "french französisch französische français francés francese frans",
    "it": "italian italienisch italienische italien italiano italiaans",
    "nl": "dutch niederländisch niederländische néerlandais neerlandés olandese nederlands",
    "pl": "polish polnisch polnische polonais polaco polacco pools",
    "pt": "portuguese portugiesisch portugiesische portugais portugués portoghese portugees",
    "sv": "swedish schwedisch schwedische suédois sueco svedese zweeds",
    "tr": "turkish türkisch türkische turc turco turks",
}
_BY_NAME = {name: code for code, names in _NAMES.items() for name in names.split()}
_WORD = re.compile(r"[^\W\d_]+")


def language_named(text: str) -> str:
    """ISO 639-1 code of the last language that a text names, in whatever ending it has; "" for none."""
    found = ""
    for word in _WORD.findall(text.casefold()):
        endings = (word, *(word.removesuffix(end) for end in ("n", "s")))  # "im Deutschen"
        found = next((_BY_NAME[each] for each in endings if each in _BY_NAME), found)
    return found
