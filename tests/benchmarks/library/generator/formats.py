"""How numbers, amounts and dates are printed in different countries and languages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from random import Random

from core.text.number_words import ordinal_in_figures
from tests.benchmarks.library.generator.facts import NBSP

Day = date  # the type, where a method is called date
_MONTHS = {
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    "de": [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
}
_SHORT_MONTHS = {
    "en": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    "de": ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."],
}
_WORDS = {
    "en": {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 10: "ten"}
    | {12: "twelve", 14: "fourteen", 15: "fifteen", 18: "eighteen", 24: "twenty-four", 30: "thirty"}
    | {
        36: "thirty-six",
        45: "forty-five",
        48: "forty-eight",
        60: "sixty",
        90: "ninety",
        120: "one hundred twenty",
    },
    "de": {
        1: "ein",
        2: "zwei",
        3: "drei",
        4: "vier",
        5: "fünf",
        6: "sechs",
        7: "sieben",
        8: "acht",
        10: "zehn",
    }
    | {12: "zwölf", 14: "vierzehn", 15: "fünfzehn", 18: "achtzehn", 24: "vierundzwanzig", 30: "dreißig"}
    | {36: "sechsunddreißig", 45: "fünfundvierzig", 48: "achtundvierzig", 60: "sechzig", 90: "neunzig"}
    | {120: "einhundertzwanzig"},
}
_MINUS = "−"

# Country: (decimal sign, group sign, amounts) as its firms print them, by the document's language.
_MONEY_STYLES: dict[tuple[str, str], tuple[tuple[str, str, str], ...]] = {
    ("DE", "de"): ((",", ".", "{} €"), (",", ".", "{} EUR"), (",", ".", "EUR {}"), (",", ".", "{} €")),
    ("DE", "en"): ((".", ",", "EUR {}"), (".", ",", "€{}"), (",", ".", "{} EUR")),
    ("AT", "de"): ((",", ".", "€ {}"), (",", ".", "EUR {}"), (",", ".", "{} €")),
    ("CH", "de"): ((".", "'", "CHF {}"), (".", "'", "Fr. {}"), (".", "’", "CHF {}"), (".", "'", "{} CHF")),
    ("CH", "en"): ((".", "'", "CHF {}"), (".", ",", "CHF {}")),
    ("US", "en"): ((".", ",", "${}"), (".", ",", "${}"), (".", ",", "USD {}"), (".", ",", "$ {}")),
    ("GB", "en"): ((".", ",", "£{}"), (".", ",", "£{}"), (".", ",", "GBP {}"), (".", ",", "£ {}")),
    ("FR", "en"): ((",", NBSP, "{} €"), (",", NBSP, "{} EUR")),
    ("SE", "en"): ((",", NBSP, "{} EUR"), (",", NBSP, "EUR {}")),
    ("NL", "en"): ((",", ".", "€ {}"), (".", ",", "€{}")),
}
_OTHER_MONEY = ((".", ",", "€{}"), (".", ",", "EUR {}"), (".", ",", "€ {}"))
_DAYS: dict[tuple[str, str], tuple[str, ...]] = {
    ("US", "en"): ("slash", "slash", "us", "ordinal", "us-short", "iso"),
    ("GB", "en"): ("uk", "uk-short", "uk", "uk-ordinal", "iso"),
    ("DE", "de"): ("dots", "dots", "dots", "de", "de-short"),
    ("AT", "de"): ("dots", "dots", "de"),
    ("CH", "de"): ("dots", "dots", "de", "iso"),
}
_OTHER_DAYS = ("iso", "uk", "uk-short", "us", "uk-short")


def currency_of(country: str) -> str:
    return {"US": "USD", "GB": "GBP", "CH": "CHF"}.get(country, "EUR")


@dataclass(frozen=True, slots=True)
class Notation:
    """The way one document prints; `day` and `prose_day` name forms of a date."""

    language: str
    decimal: str
    group: str
    money: str
    day: str
    prose_day: str
    minus: str = "-"

    def number(self, value: Decimal | int | str, places: int | None = None) -> str:
        """With so many decimal places, or as many as the value has."""
        exact = Decimal(value)
        if places is not None:
            exact = cents(exact, places)
        digits = f"{abs(exact):,f}".replace(",", "\0").replace(".", self.decimal).replace("\0", self.group)
        return (self.minus if exact < 0 else "") + digits

    def amount(self, value: Decimal, *, places: int = 2) -> str:
        """With its currency, never parted by a line's end."""
        return self.money.format(self.number(value, places)).replace(" ", NBSP)

    def bare_amount(self, value: Decimal, places: int = 2) -> str:
        return self.number(value, places)

    def date(self, day: Day) -> str:
        return printed_date(day, self.day, self.language)

    def long_date(self, day: Day) -> str:
        """As in a sentence."""
        return printed_date(day, self.prose_day, self.language)


def notation_for(country: str, language: str, chance: Random) -> Notation:
    decimal, group, money = chance.choice(_MONEY_STYLES.get((country, language), _OTHER_MONEY))
    day = chance.choice(_DAYS.get((country, language), _OTHER_DAYS))
    if language == "de":
        prose = chance.choice(("de", "de", "dots"))
    elif country == "US":
        prose = chance.choice(("us", "us", "ordinal"))
    else:
        prose = chance.choice(("uk", "uk", "uk-ordinal", "us"))
    return Notation(language, decimal, group, money, day, prose, chance.choice(("-", "-", _MINUS)))


def printed_date(day: date, form: str, language: str) -> str:
    month, short = _MONTHS[language][day.month - 1], _SHORT_MONTHS[language][day.month - 1]
    forms = {
        "iso": day.isoformat(),
        "slash": f"{day:%m/%d/%Y}",
        "us": f"{month} {day.day}, {day.year}",
        "us-short": f"{short} {day.day}, {day.year}",
        "ordinal": f"{month} {ordinal_in_figures(day.day)}, {day.year}",
        "us-of": f"the {ordinal_in_figures(day.day)} day of {month} {day.year}",
        "uk": f"{day.day} {month} {day.year}",
        "uk-short": f"{day.day} {short} {day.year}",
        "uk-ordinal": f"{ordinal_in_figures(day.day)} {month} {day.year}",
        "uk-of": f"the {ordinal_in_figures(day.day)} day of {month} {day.year}",
        "dots": f"{day:%d.%m.%Y}",
        "dots-short": f"{day:%d.%m.%y}",
        "de": f"{day.day}. {month} {day.year}",
        "de-short": f"{day.day}. {short} {day.year}",
        "month-year": f"{month} {day.year}",
    }
    return forms[form].replace(" ", NBSP) if form not in ("us-of", "uk-of") else forms[form]


def in_words(number: int, language: str) -> str:
    """KeyError for numbers that contracts do not use."""
    return _WORDS[language][number]


def cents(value: Decimal, places: int = 2) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def random_date(chance: Random, first: date, last: date) -> date:
    return first + timedelta(days=chance.randrange((last - first).days + 1))


def plus_months(day: date, months: int) -> date:
    """The same day so many months on; the month's last where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, min(last, day.day))
        except ValueError:
            continue
    raise ValueError(f"No day {months} months after {day}.")
