"""Names of people, and the few things papers say about them."""

from __future__ import annotations

from random import Random

_FIRST = {
    "de": [
        "Anna",
        "Lukas",
        "Sabine",
        "Jürgen",
        "Katharina",
        "Stefan",
        "Heike",
        "Thomas",
        "Miriam",
        "Björn",
        "Ute",
        "Matthias",
        "Claudia",
        "Florian",
        "Petra",
        "Andreas",
        "Silke",
        "Markus",
        "Ingrid",
        "Tobias",
        "Renate",
        "Jan",
        "Yasemin",
        "Mehmet",
    ],
    "en": [
        "Emily",
        "James",
        "Sarah",
        "Oliver",
        "Rachel",
        "Daniel",
        "Megan",
        "Andrew",
        "Fiona",
        "Patrick",
        "Laura",
        "Michael",
        "Priya",
        "David",
        "Hannah",
        "Robert",
        "Claire",
        "Samuel",
        "Aisha",
        "Thomas",
        "Karen",
        "Brian",
        "Julia",
        "Marcus",
    ],
}
_LAST = {
    "de": [
        "Schmidt",
        "Fischer",
        "Wagner",
        "Becker",
        "Schäfer",
        "Bauer",
        "Richter",
        "Wolf",
        "Neumann",
        "Zimmermann",
        "Krüger",
        "Hofmann",
        "Lange",
        "Schröder",
        "Vogel",
        "Jansen",
        "Yıldız",
        "Öztürk",
        "Kowalczyk",
        "Brandl",
        "Obermeier",
        "Gruber",
        "Haas",
        "Lindner",
    ],
    "en": [
        "Walker",
        "Bennett",
        "Collins",
        "Murphy",
        "Turner",
        "Shah",
        "Hughes",
        "Foster",
        "O'Brien",
        "Campbell",
        "Reed",
        "Patel",
        "Morrison",
        "Hayes",
        "Sullivan",
        "Grant",
        "Whitfield",
        "Chen",
        "Alvarez",
        "Novak",
        "Lindqvist",
        "Baxter",
        "Doyle",
        "Fraser",
    ],
}
_STREETS = {
    "de": ("Gartenweg", "Bergstraße", "Schillerstraße", "Am Anger", "Kirchgasse", "Ahornweg"),
    "en": ("Orchard Road", "Mill Street", "Victoria Terrace", "Elm Close", "Station Road", "Chapel Lane"),
}
_TOWNS = {
    "de": (
        "24114 Kiel",
        "22765 Hamburg",
        "70199 Stuttgart",
        "90419 Nürnberg",
        "10961 Berlin",
        "04229 Leipzig",
    ),
    "en": ("Manchester M20 2WJ", "Leeds LS6 3HN", "Stockport SK4 1AB", "Bristol BS6 5QT", "York YO10 4DD"),
}


def person(chance: Random, language: str) -> str:
    return f"{chance.choice(_FIRST[language])} {chance.choice(_LAST[language])}"


def home(chance: Random, language: str) -> list[str]:
    """Street and town of a private address."""
    street, number = chance.choice(_STREETS[language]), chance.randrange(1, 140)
    line = f"{street} {number}" if language == "de" else f"{number} {street}"
    return [line, chance.choice(_TOWNS[language])]
