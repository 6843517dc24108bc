"""The checkable facts of a piece of text: numbers, identifiers, content words, negation.

Numbers are compared as decimals after removing group separators ("4,584,833" equals "4584833"), and a
percent sign belongs to its number. Digits that are part of an identifier ("B-120") are not numbers:
"120 kg" must not find support in "B-120".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from core.textspan import word_list

# Digits joined by a hyphen or slash are a code (invoice 2025-0417), unless they are money or decimals.
_CODE = re.compile(r"(?<![\w.,/-])\d{3,}(?:[-/]\d{3,})+(?![\w/-])")
_IDENTIFIER = re.compile(r"\b(?=[\w/.-]*\d)(?=[\w/.-]*[^\W\d_])[\w]+(?:[-/.][\w]+)*\b")
# A plain space does not group: table rows are figures with spaces between them ("412 388 300").
_GROUP = "\ue001"
_GROUPING_SPACES = str.maketrans({"\u00a0": _GROUP, "\u202f": _GROUP, "\u2009": _GROUP, "’": "'"})
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<open>\()?(?P<currency>[$€£])?\s?(?P<sign>[-−–])?(?P<currency_inside>[$€£])?"
    rf"(?P<digits>\d{{1,3}}(?:[{_GROUP}']\d{{3}})+(?:[.,]\d+)?|\d(?:[\d.,]*\d)?)(?P<close>\))?"
    rf"[\s{_GROUP}]?(?P<percent>%|percent\b|Prozent\b)?(?![\w])"
)
_UNIT = re.compile(rf"[\s{_GROUP}]*([^\W\d_]+|[$€£])")
_BEHIND_SCALE = re.compile(rf"[\s{_GROUP}.]*([^\W\d_]+|[$€£])")
_CURRENCY_CODE = re.compile(r"\b([A-Za-z]{3})\s$")
_CURRENCIES = {
    "$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "£": "GBP", "gbp": "GBP", "chf": "CHF", "yen": "JPY", "jpy": "JPY",
}  # fmt: skip
_HOURS = frozenset({"am", "pm"})
_SENTENCE_BREAK = re.compile(r"[.!?:;\n“”\"]\s")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FISCAL_YEAR = re.compile(r"^(?:FY|fy|Fy)'?(\d{2}|\d{4})$")


_NEGATIONS = word_list(
    "not no never none neither nor without cannot can't won't isn't aren't wasn't weren't doesn't don't",
    "didn't nicht nichts kein keine keinen keinem keiner keines nie niemals ohne weder",
)
_STOP_WORDS = word_list(
    "a an the of in on at to for from by with and or is are was were be been being it its this that",
    "these those as which who whom whose what when where how has have had do does did will would shall",
    "should can could may might must there their they them he she his her we our you your i than then",
    "also into over under per about between der die das den dem des ein eine einer eines einem und oder",
    "ist sind war waren wird werden mit von zu im am für auf aus bei nach über durch als auch es sie er",
    "wir ihr nicht hat haben hatte hatten sein seine seiner seinem seinen seines ihre ihrer ihrem ihren",
    "ihres dieser diese dieses diesem diesen dass welche welcher welches welchem welchen man sich vom beim",
    "um je pro",
    "wie was wer wo wann wurde wurden worden kann können soll sollen muss müssen darf dürfen",
)


# Said by `Number.percent` and `Number.currency`.
_SAYING_NOTHING = _STOP_WORDS | _NEGATIONS | _CURRENCIES.keys() | {"percent", "prozent"}
# Words written in two ways, and scales in two languages; "billion" is another number in each.
_SAME = {
    "mio": "million", "millionen": "million", "mn": "million",
    "mrd": "milliarde", "milliarden": "milliarde", "tsd": "thousand", "tausend": "thousand",
}  # fmt: skip
_JOINTS = ("s", "es", "n", "en", "er")  # between the parts of a German compound
_SCALES = frozenset({"million", "milliarde", "thousand", "billion"})
_NUMBER_WORDS = {
    word: str(number)
    for words in (
        "two three four five six seven eight nine ten eleven twelve",
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    )
    for number, word in enumerate(words.split(), 2)
} | {"vierzehn": "14", "zwanzig": "20", "dreißig": "30", "fourteen": "14", "twenty": "20", "thirty": "30"}
_NUMBER_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(_NUMBER_WORDS)})(?![\w-])", re.IGNORECASE)

_ENGLISH_MONTHS = "january february march april may june july august september october november december"
_GERMAN_MONTHS = "januar februar märz april mai juni juli august september oktober november dezember"
_MONTHS = {
    name: number
    for names in (_ENGLISH_MONTHS, _GERMAN_MONTHS)
    for number, name in enumerate(names.split(), 1)
} | {"jänner": 1}
# One name for each month in both languages. Not "May": outside a date it is a word that says nothing.
_MONTH_NAMES = _ENGLISH_MONTHS.replace("may", "mai").split()
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(
    rf"(?<![\w.,])(?:(?P<day>\d{{1,2}})\.?\s(?P<month>{_MONTH})\s(?P<year>(?:19|20)\d\d)"
    rf"|(?P<month_us>{_MONTH})\s(?P<day_us>\d{{1,2}}),?\s(?P<year_us>(?:19|20)\d\d)"
    r"|(?P<day_num>\d{1,2})\.\s?(?P<month_num>\d{1,2})\.\s?(?P<year_num>(?:19|20)\d\d))(?![\w])",
    re.IGNORECASE,
)
# Whose commas and dots? Told by the small words; a text without any leaves it open.
_GERMAN_WORDS = word_list(
    "der die das den dem des und oder ist sind im vom zum zur mit von für auf aus bei nach über wird werden",
    "ein eine einer einen einem nicht sich auch um je beträgt betrug gilt hat haben wurde wurden bis",
)
_ENGLISH_WORDS = word_list(
    "the of and is are to for with was were by on from has have that this its it not be been per or which"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written. `unit` is the stem of the word behind it, `currency` its sign or code, if any.

    `other`: its value if it is written in the other way, where nothing tells ("1.234" in a row of a table).
    """

    value: Decimal
    percent: bool
    text: str
    unit: str = ""
    currency: str = ""
    other: Decimal | None = None

    def equals(self, source: Number) -> bool:
        """The same figure: equal in one of their readings, or written alike."""
        if self.percent != source.percent:
            return False
        mine = {self.value, self.value if self.other is None else self.other}
        theirs = {source.value, source.value if source.other is None else source.other}
        return bool(mine & theirs) or (self.text == source.text)

    def is_carried_by(self, source: Number) -> bool:
        """The same figure; a currency must be the source's own, a unit must not contradict the source's."""
        return (
            self.equals(source)
            and self.percent == source.percent
            and (not self.currency or self.currency == source.currency)
            and (not self.unit or not source.unit or same_word(self.unit, source.unit))
        )


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one text. `words` are casefolded stems without stop words.

    `names` are the stems of words with a capital inside a sentence (in German every noun), in their order;
    `first_words` those that begin one, where a capital says nothing. `negations` counts "not", "no", ….
    """

    numbers: tuple[Number, ...]
    identifiers: frozenset[str]
    words: frozenset[str]
    negations: int
    names: tuple[str, ...] = ()
    first_words: frozenset[str] = frozenset()


def facts_of(text: str) -> Facts:
    """Take a text apart. Pure and fast (no model)."""
    text = unicodedata.normalize("NFKC", text.translate(_GROUPING_SPACES))
    german = _is_german(text)
    identifiers: set[str] = set()
    text = _DATE.sub(lambda match: _plain_date(match, identifiers), text)
    text = _NUMBER_WORD.sub(lambda match: _NUMBER_WORDS[match.group().casefold()], text)
    years: list[Number] = []

    def blank(match: re.Match[str]) -> str:
        token = match.group(0)
        fiscal = _FISCAL_YEAR.match(token)
        if fiscal:
            digits = fiscal.group(1)
            years.append(Number(Decimal(digits if len(digits) == 4 else f"20{digits}"), False, token))
        else:
            identifiers.add(token.casefold())
        return " " * len(token)

    def code(match: re.Match[str]) -> str:
        identifiers.add(match.group(0))
        return " " * len(match.group(0))

    without = _IDENTIFIER.sub(blank, _CODE.sub(code, text))
    numbers = [
        number
        for match in _NUMBER.finditer(without)
        if (number := _number(match, without, german)) is not None
    ]
    tokens = [_one_spelling(word) for word in _WORD.findall(without)]
    words = frozenset(stem(word) for word in tokens if len(word) > 1 and word not in _SAYING_NOTHING)
    names, first_words = _names(without)
    return Facts(
        numbers=tuple(numbers + years),
        identifiers=frozenset(identifiers),
        words=words,
        negations=sum(token in _NEGATIONS for token in tokens),
        names=names,
        first_words=first_words,
    )


def same_word(left: str, right: str) -> bool:
    """Stems of one word: equal, or one begins the other and is at most three letters shorter."""
    short, long = sorted((left, right), key=len)
    return short == long or (len(short) >= 5 and len(long) - len(short) <= 3 and long.startswith(short))


def is_compound_of(word: str, words: Collection[str], said: Collection[str]) -> bool:
    """A German compound and its parts, either way round: "kuendigungsfrist" and "frist", "kuendigung".

    Args:
        words: stems of the source; said: those of the statement.
    """
    for compound in (word, *(known for known in words if word[:4] in known)):
        known = words if compound == word else said
        for cut in range(4, len(compound) - 3):
            head, tail = compound[:cut], compound[cut:]
            firsts = {head, *(head.removesuffix(joint) for joint in _JOINTS if len(head) > len(joint) + 3)}
            parts = [*firsts, tail]
            if compound != word and not any(same_word(word, part) for part in parts):
                continue
            if has_word(known, tail) and any(has_word(known, first) for first in firsts):
                return True
    return False


def has_word(words: Collection[str], wanted: str) -> bool:
    """True if `words` holds a stem of the same word."""
    return wanted in words or any(same_word(wanted, word) for word in words)


def _names(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """Stems of capitalised words inside sentences, in order, and of those that begin one."""
    inside: list[str] = []
    first: set[str] = set()
    end = -1
    for match in _WORD.finditer(text):
        word = match.group(0)
        begins = end < 0 or bool(_SENTENCE_BREAK.search(text, end, match.start()))
        end = match.end()
        folded = word.casefold()
        if not word[0].isupper() or len(word) < 2 or folded in _STOP_WORDS or folded in _NEGATIONS:
            continue
        name = stem(_one_spelling(word))
        if begins:
            first.add(name)
        else:
            inside.append(name)
    return tuple(inside), frozenset(first)


def _is_german(text: str) -> bool | None:
    """None when the text does not tell."""
    words = [word.casefold() for word in _WORD.findall(text)]
    german = sum(word in _GERMAN_WORDS for word in words)
    english = sum(word in _ENGLISH_WORDS for word in words)
    return None if german == english else german > english


def _plain_date(match: re.Match[str], identifiers: set[str]) -> str:
    """A whole date in one way of writing; it is also an identifier: no two figures of it make another."""
    day = int(match.group("day") or match.group("day_us") or match.group("day_num"))
    name = match.group("month") or match.group("month_us")
    month = _MONTHS[name.casefold()] if name else int(match.group("month_num"))
    year = match.group("year") or match.group("year_us") or match.group("year_num")
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return match.group()
    identifiers.add(f"{year}-{month:02}-{day:02}")
    return f"{day} {_MONTH_NAMES[month - 1]} {year}"


def _one_spelling(word: str) -> str:
    """Lower case; umlauts spelled out, months and scales by one name."""
    word = word.casefold()
    if word in _MONTHS and word != "may":
        return _MONTH_NAMES[_MONTHS[word] - 1]
    word = _SAME.get(word, word)
    if word in _STOP_WORDS or word in _NEGATIONS:
        return word
    return word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


def _number(match: re.Match[str], text: str, german: bool | None) -> Number | None:
    value = parse_number(match.group("digits"), german)
    if value is None:
        return None
    other = parse_number(match.group("digits"), not german) if german is None else None
    # Accountants write negative figures in parentheses.
    if match.group("sign") or (match.group("open") and match.group("close")):
        value = -value
        other = -other if other is not None else None
    behind = _UNIT.match(text, match.end())
    word = _one_spelling(behind.group(1)) if behind else ""
    before = _CURRENCY_CODE.search(text[max(0, match.start() - 5) : match.start()])
    sign = match.group("currency") or match.group("currency_inside") or ""
    currency = _CURRENCIES.get(sign or word, "")
    if not currency and behind and word in _SCALES:
        money = _BEHIND_SCALE.match(text, behind.end())
        currency = _CURRENCIES.get(money.group(1).casefold(), "") if money else ""
    if not currency and before:
        currency = _CURRENCIES.get(before.group(1).casefold(), "")
    unit = "" if word in _CURRENCIES or (word in _STOP_WORDS and word not in _HOURS) else stem(word)
    other = None if other == value else other
    return Number(value, bool(match.group("percent")), match.group(0).strip(), unit, currency, other)


def parse_number(digits: str, german: bool | None = None) -> Decimal | None:
    """ "4,584,833", "4.584.833", "1 234,56" or "1,234.56" as a decimal; None when it is no number.

    A single separator followed by exactly three digits groups if it is the language's grouping one: "1,234"
    is 1234 (and 1.234 in German), "1.234" is 1.234 (and 1234 in German). Otherwise the last separator is the
    decimal point.
    """
    digits = digits.replace("'", "").replace(_GROUP, "").replace(" ", "")
    comma, dot = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and dot >= 0:
        decimal = "," if comma > dot else "."
        grouping = "." if decimal == "," else ","
        digits = digits.replace(grouping, "").replace(decimal, ".")
    elif comma >= 0 or dot >= 0:
        separator = "," if comma >= 0 else "."
        parts = digits.split(separator)
        groups = len(parts) > 1 and all(len(part) == 3 for part in parts[1:]) and 1 <= len(parts[0]) <= 3
        if groups and (separator == ("." if german else ",") or len(parts) > 2) and parts[0] != "0":
            digits = "".join(parts)
        elif len(parts) == 2:
            digits = ".".join(parts)
        else:
            return None
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None


def stem(word: str) -> str:
    """Cut the commonest English and German endings; only for comparing, never shown."""
    for ending in ("ings", "ing", "ies", "ed", "es", "en", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
