"""The legal forms that end the names of companies, and what such a name looks like. Pure functions."""

from __future__ import annotations

import re

LEGAL_FORM = (
    r"(?:g?GmbH(?:\s*&\s*Co\.?\s*KG(?:aA)?)?|g?AG|SE|KG|KGaA|OHG|UG(?:\s*\(haftungsbeschränkt\))?"
    r"|e\.\s?K\.|e\.\s?V\.|eG|GbR|PartG(?:\s?mbB)?|GesmbH|Ges\.\s?m\.\s?b\.\s?H\.|mbH|Inc\.?|Incorporated"
    r"|Corp\.?|Corporation|LLC|L\.L\.C\.|Ltd\.?|Limited|PLC|plc|LLP|L\.P\.|S\.A\.S\.|S\.A\.?|S\.L\.?"
    r"|S\.r\.l\.|S\.p\.A\.|SARL|SAS|S\.?à\.?r\.?l\.?|B\.V\.|BV|N\.V\.|A/S|AB|Oyj?|ApS|ASA?"
    r"|Sp\. z o\.o\.|s\.r\.o\.|d\.o\.o\.|K\.K\.|Co\.)"
)
_NAME_PART = r"(?:[A-ZÀ-Þ0-9&(][\w.&’'+/)-]*|und|and|of|für|der|de|del|di|da|van|et|y|&)"
COMPANY = re.compile(
    rf"(?<![\w.])((?!\d+\s)[A-ZÀ-Þ0-9&][\w.&’'+/-]*(?:\s+{_NAME_PART}){{0,6}}?,?\s+{LEGAL_FORM})(?!\w)"
)
_WHOLE = re.compile(rf"{LEGAL_FORM}(?:\s+{LEGAL_FORM})?[,;]?")


def is_legal_form(text: str) -> bool:
    """Whether a text is a legal form and nothing else, as where a name takes two lines."""
    return bool(_WHOLE.fullmatch(text.strip()))
