"""Numbers and ordinals in words, in English and German, each with its number. Values only."""

from __future__ import annotations

from collections.abc import Collection, Mapping

_TENS = range(20, 100, 10)
_OTHER_LETTERS = str.maketrans({"ſ": "s", "ı": "i", "\u0307": None})  # "İ" in lower case is "i" and a dot


def words_for(words: Mapping[str, int], numbers: Collection[int]) -> dict[str, int]:
    """Those of the words that stand for one of the numbers, in the order of `words`."""
    return {word: number for word, number in words.items() if number in numbers}


def folded(word: str) -> str:
    """A word that a pattern found whatever its case, as it stands among the words here: to `re.IGNORECASE`,
    "ſ" is an "s", and "İ" and "ı" are an "i"."""
    return word.lower().translate(_OTHER_LETTERS)


def ordinal_in_figures(number: int) -> str:
    """ "1st", "12th", "22nd": as English writes it."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _to_99(small: str, tens: str, joined: str) -> dict[str, int]:
    """The words of 1 to 19 and of the tens, and those in between, which `joined` puts together."""
    words = {word: number for number, word in enumerate(small.split(), 1)}
    ones = list(words)[:9]
    for ten, name in zip(_TENS, tens.split(), strict=True):
        words[name] = ten
        words |= {joined.format(ten=name, one=one): ten + number for number, one in enumerate(ones, 1)}
    return words


def _of_12(words: str) -> dict[str, int]:
    return {word: number for number, word in enumerate(words.split(), 1)}


ENGLISH_NUMBERS = _to_99(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "{ten}-{one}",
)
# "eins", but "einundzwanzig".
GERMAN_NUMBERS = {
    word.replace("einsund", "einund"): number
    for word, number in _to_99(
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
        "siebzehn achtzehn neunzehn",
        "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
        "{one}und{ten}",
    ).items()
}
ENGLISH_ORDINALS = _of_12("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
# Without the endings of cases: "dritten", "drittes".
GERMAN_ORDINALS = _of_12("erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte")
