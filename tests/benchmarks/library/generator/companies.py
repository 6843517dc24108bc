"""Companies that several kinds of documents share: who sells, signs, makes, tests and teaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

# Name | country | street | town | trade
_ROWS = """\
Nordlicht Maschinenbau GmbH|DE|Hafenstraße 112|24103 Kiel|machinery
Müller & Söhne Elektrotechnik GmbH|DE|Industriestraße 14a|70565 Stuttgart|electrical
Brandt Logistik AG|DE|Am Güterbahnhof 3|28195 Bremen|logistics
Kessler Laborbedarf GmbH & Co. KG|DE|Lindenallee 45|64293 Darmstadt|chemicals
Rheintal Chemie AG|DE|Werkstraße 8|51373 Leverkusen|chemicals
Steinbach Stahlhandel GmbH|DE|Hochofenweg 21|44147 Dortmund|steel
Weber IT-Systeme GmbH|DE|Lange Gasse 7|90403 Nürnberg|software
Sauber & Rein Gebäudedienste GmbH|DE|Parkstraße 60|04109 Leipzig|facility
Bürobedarf Hoffmann e.K.|DE|Marktplatz 2|35037 Marburg|office
Pumpenwerk Oberhausen GmbH|DE|Zechenstraße 99|46045 Oberhausen|pumps
TechPrüf Zertifizierungs GmbH|DE|Prüfweg 1|80339 München|certification
Kalibrierlabor Schwarzwald GmbH|DE|Uhrenstraße 17|78048 Villingen-Schwenningen|calibration
Immobilienverwaltung Krüger KG|DE|Kurfürstendamm 188|10707 Berlin|property
Dr. Vogt Unternehmensberatung GmbH|DE|Bockenheimer Landstraße 51|60325 Frankfurt am Main|consulting
Druckerei Lorenz GmbH|DE|Setzerstraße 30|99084 Erfurt|office
Akademie Mittelrhein gGmbH|DE|Am Deutschen Eck 5|56068 Koblenz|training
Halbleiterwerk Dresden-Nord GmbH|DE|Siliziumring 12|01109 Dresden|semiconductors
Leuchtwerk Regensburg GmbH|DE|Optikweg 4|93059 Regensburg|semiconductors
Klebtechnik Baumann GmbH|DE|Fugenweg 18|89081 Ulm|adhesives
Schreinerei Huber|DE|Dorfstraße 9|83278 Traunstein|facility
Alpenblick Catering GmbH|AT|Getreidegasse 31|5020 Salzburg|catering
Donau Werkzeug GmbH|AT|Industriezeile 56|4020 Linz|machinery
Wiener Prüfanstalt für Werkstoffe GmbH|AT|Laxenburger Straße 228|1230 Wien|calibration
Tirol Software GmbH|AT|Maria-Theresien-Straße 40|6020 Innsbruck|software
Zürisee Feinmechanik AG|CH|Seestrasse 204|8802 Kilchberg|machinery
Berner Messtechnik AG|CH|Aarauerweg 11|3018 Bern|calibration
Basilisk Chemie AG|CH|Klybeckstrasse 141|4057 Basel|chemicals
Jungfrau Treuhand AG|CH|Bahnhofstrasse 25|3800 Interlaken|consulting
Acme Industrial Supply Inc.|US|4200 Euclid Avenue|Cleveland, OH 44103|machinery
Bluewater Analytics LLC|US|815 Congress Avenue, Suite 1200|Austin, TX 78701|consulting
Cascade Semiconductor Corp.|US|2950 NW Front Avenue|Portland, OR 97210|semiconductors
Great Plains Freight LLC|US|11301 Harrison Street|Omaha, NE 68137|logistics
Hudson & Clarke LLP|US|350 Fifth Avenue, Floor 41|New York, NY 10118|consulting
Pinecrest Office Products Inc.|US|702 Regent Street|Madison, WI 53715|office
Redwood Cloud Services Inc.|US|1735 Technology Drive|San Jose, CA 95110|software
Lone Star Pump & Valve Co.|US|9800 Westheimer Road|Houston, TX 77042|pumps
Liberty Calibration Services Inc.|US|1601 Market Street|Philadelphia, PA 19103|calibration
Meridian Solvents LLC|US|4455 River Road|Baton Rouge, LA 70802|chemicals
Keystone Steel Trading Inc.|US|620 Grant Street|Pittsburgh, PA 15219|steel
Bondwell Adhesives Inc.|US|3100 Kettering Boulevard|Dayton, OH 45439|adhesives
Summit Learning Partners LLC|US|1899 Wynkoop Street|Denver, CO 80202|training
Harbor Point Realty LLC|US|75 State Street|Boston, MA 02109|property
Hartwell Instruments Ltd|GB|Unit 7, Kingsway Business Park|Manchester M19 1QP|machinery
Ashford & Bell Consulting Ltd|GB|22 Bedford Row|London WC1R 4JS|consulting
Thames Valley Cleaning Ltd|GB|14 Caversham Road|Reading RG1 7DB|facility
Pennine Precision Castings Ltd|GB|Mill Lane 3|Huddersfield HD1 6QX|steel
Brightwater Training Ltd|GB|8 Queen Square|Bristol BS1 4NT|training
Northgate Certification Ltd|GB|120 Colmore Row|Birmingham B3 3BD|certification
Caledonian Software Ltd|GB|45 George Street|Edinburgh EH2 2HT|software
Fenland Chemicals Ltd|GB|19 Cowley Road|Cambridge CB4 0DL|chemicals
Liffey Data Services Ltd|IE|33 Sir John Rogerson's Quay|Dublin 2, D02 XK09|software
Van der Berg Logistics B.V.|NL|Waalhaven Zuidzijde 44|3088 HJ Rotterdam|logistics
Oranje Sensor B.V.|NL|High Tech Campus 29|5656 AE Eindhoven|semiconductors
Atelier Moreau SARL|FR|12 rue des Capucins|69001 Lyon|office
Lumière Électronique SAS|FR|38 avenue Jean Jaurès|38000 Grenoble|semiconductors
Norrland Pump AB|SE|Storgatan 61|903 30 Umeå|pumps
Officine Bellini S.r.l.|IT|Via Emilia 210|40026 Imola|pumps
Kowalski Meble Sp. z o.o.|PL|ul. Fabryczna 17|60-101 Poznań|office
Søndergaard Marine ApS|DK|Havnegade 88|6700 Esbjerg|machinery
Catalana de Envases S.L.|ES|Carrer de Pallars 193|08005 Barcelona|office"""

_HOUSES = {"de": "Nordlicht Maschinenbau GmbH", "en": "Hartwell Instruments Ltd"}
_COUNTRIES = {
    "DE": ("Deutschland", "Germany"),
    "AT": ("Österreich", "Austria"),
    "CH": ("Schweiz", "Switzerland"),
    "US": ("USA", "USA"),
    "GB": ("Vereinigtes Königreich", "United Kingdom"),
    "IE": ("Irland", "Ireland"),
    "NL": ("Niederlande", "The Netherlands"),
    "FR": ("Frankreich", "France"),
    "SE": ("Schweden", "Sweden"),
    "IT": ("Italien", "Italy"),
    "PL": ("Polen", "Poland"),
    "DK": ("Dänemark", "Denmark"),
    "ES": ("Spanien", "Spain"),
}
_IBAN_FORM = {"DE": 18, "AT": 16, "CH": 17, "IE": 14, "NL": 10, "FR": 23, "SE": 20, "IT": 22, "PL": 24}
_IBAN_FORM |= {"DK": 14, "ES": 20, "GB": 14}
_IBAN_LETTERS = {"NL": "RABO", "IE": "AIBK", "GB": "BARC", "IT": "X"}
_PHONES = {"DE": "+49", "AT": "+43", "CH": "+41", "US": "+1", "GB": "+44", "IE": "+353", "NL": "+31"}
_PHONES |= {"FR": "+33", "SE": "+46", "IT": "+39", "PL": "+48", "DK": "+45", "ES": "+34"}


@dataclass(frozen=True, slots=True)
class Company:
    """`iban` is without spaces, empty for the United States; `vat`, `register` as its papers print them."""

    name: str
    country: str
    street: str
    town: str
    trade: str
    domain: str
    phone: str
    vat: str
    register: str
    iban: str
    bic: str

    def country_name(self, language: str) -> str:
        return _COUNTRIES[self.country][0 if language == "de" else 1]

    @property
    def short(self) -> str:
        """What people call it."""
        words = [word.strip(",.") for word in self.name.split()]
        return next(word for word in words if word not in ("Dr", "Van", "der", "Atelier", "Officine"))

    @property
    def town_name(self) -> str:
        """The town without its code, for "Kiel, den 1. April"."""
        words = [word for word in self.town.split(",")[0].split() if not any(c.isdigit() for c in word)]
        return " ".join(word for word in words if word not in ("HJ", "AE"))

    def address(self, language: str, *, abroad: bool = False) -> list[str]:
        return [self.street, self.town, *([self.country_name(language)] if abroad else [])]


@lru_cache(maxsize=1)
def companies() -> tuple[Company, ...]:
    return tuple(_company(*row.split("|")) for row in _ROWS.splitlines())


def house(language: str) -> Company:
    """The firm whose library this is, as most papers of a language name it."""
    return next(company for company in companies() if company.name == _HOUSES[language])


def of_trade(trades: Sequence[str], language: str | None = None) -> list[Company]:
    """Companies of the trades; those that write in `language`, where it is given."""
    return [
        company
        for company in companies()
        if company.trade in trades and (language is None or writes(company, language))
    ]


def writes(company: Company, language: str) -> bool:
    """German papers come from German-speaking countries; English ones from everywhere but Austria."""
    if language == "de":
        return company.country in ("DE", "AT", "CH")
    return company.country != "AT"


def some_company(
    chance: Random, among: Sequence[Company], *, not_named: str = "", abroad: str = ""
) -> Company:
    """Some come up more often, as one's regular suppliers do; those in the country `abroad` seldom."""
    rest = [company for company in among if company.name != not_named]
    weights = [(3.0 if n % 4 == 0 else 1.0) * (0.3 if c.country == abroad else 1) for n, c in enumerate(rest)]
    return chance.choices(rest, weights)[0]


def iban_in_fours(iban: str) -> str:
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))


def _company(name: str, country: str, street: str, town: str, trade: str) -> Company:
    chance = Random(f"company {name}")
    plain = name.lower().translate(str.maketrans("äöüéèøł", "aoueeol", "&.,'"))
    word = "-".join(part for part in plain.replace("ß", "ss").split() if len(part) > 2)[:22].strip("-")
    ending = {"US": "com", "GB": "co.uk"}.get(country, country.lower())
    phone = f"{_PHONES[country]} {chance.randrange(20, 999)} {chance.randrange(100000, 9999999)}"
    if country == "US":
        phone = f"({chance.randrange(201, 989)}) 555-{chance.randrange(1000, 9999)}"
    digits = f"{chance.randrange(10**8, 10**9)}"
    vat = {
        "AT": f"ATU{digits[:8]}",
        "CH": f"CHE-{digits[:3]}.{digits[3:6]}.{digits[6:]} MWST",
        "US": f"{digits[:2]}-{digits[2:]}",
        "NL": f"NL{digits}B01",
        "FR": f"FR{chance.randrange(10, 99)}{digits}",
    }.get(country, f"{country}{digits}")
    register = {
        "DE": f"HRB {chance.randrange(1000, 99999)}",
        "AT": f"FN {chance.randrange(100000, 499999)} {chance.choice('abdfghkmp')}",
        "CH": f"CH-{chance.randrange(100, 999)}.{chance.randrange(1000000, 9999999)}-{chance.randrange(10)}",
        "GB": f"{chance.randrange(10**6, 10**7):08}",
    }.get(country, f"{chance.randrange(10**7, 10**8)}")
    return Company(
        name,
        country,
        street,
        town,
        trade,
        f"{word}.{ending}",
        phone,
        vat,
        register,
        *_account(country, chance),
    )


def _account(country: str, chance: Random) -> tuple[str, str]:
    if country not in _IBAN_FORM:
        return "", ""
    letters = _IBAN_LETTERS.get(country, "")
    length = _IBAN_FORM[country] + (4 if country in ("IE", "GB", "NL") else 1 if country == "IT" else 0)
    account = letters + "".join(str(chance.randrange(10)) for _ in range(length - len(letters)))
    as_number = "".join(str(int(sign, 36)) for sign in account + country + "00")
    iban = f"{country}{98 - int(as_number) % 97:02}{account}"
    bank = letters if len(letters) == 4 else "".join(chance.choice("ABCDEFGHKLMNOPRSTUVW") for _ in range(4))
    return iban, f"{bank}{country}{chance.choice('2HMF')}{chance.choice('AXBM')}{chance.choice(('', 'XXX'))}"
