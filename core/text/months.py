"""Names of the months in English and German, in full and as they are shortened. Values only."""

from __future__ import annotations

_NAMES = (
    "january jan januar jänner",
    "february feb februar feber",
    "march mar märz mär mrz maerz",
    "april apr",
    "may mai",
    "june jun juni",
    "july jul juli",
    "august aug",
    "september sep sept",
    "october oct oktober okt",
    "november nov",
    "december dec dezember dez",
)
MONTHS = {name: number for number, names in enumerate(_NAMES, 1) for name in names.split()}
