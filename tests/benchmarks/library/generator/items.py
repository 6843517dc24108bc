"""What is bought and sold, by the trade of the seller: words in both languages, prices and units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Good:
    """`low` and `high` bound the price of one unit; `unit` is pc, h, m, kg, l, month or flat."""

    german: str
    english: str
    low: Decimal
    high: Decimal
    unit: str


UNITS = {
    "pc": ("Stk.", "pcs"),
    "h": ("Std.", "hrs"),
    "m": ("m", "m"),
    "kg": ("kg", "kg"),
    "l": ("l", "l"),
    "month": ("Monat", "month"),
    "flat": ("psch.", "lot"),
}

_ROWS = {
    "machinery": """Kugellager 6204-2RS|Ball bearing 6204-2RS|4|19|pc
Hydraulikschlauch DN12, 1,5 m|Hydraulic hose DN12, 1.5 m|22|58|pc
Kupplungsflansch 80 mm|Coupling flange 80 mm|45|140|pc
Getriebemotor 0,55 kW|Gear motor 0.55 kW|280|690|pc
Linearführung 600 mm|Linear guide 600 mm|95|260|pc
Dichtungssatz NBR|Seal kit NBR|12|48|pc
Schmierfett LGMT 2, 1 kg|Bearing grease LGMT 2, 1 kg|18|39|pc
Montage vor Ort|On-site installation|68|125|h
Frästeil nach Zeichnung 4711-03|Milled part to drawing 4711-03|60|420|pc
Zahnriemen HTD 8M-1200|Timing belt HTD 8M-1200|31|88|pc""",
    "electrical": """Mantelleitung NYM-J 3x1,5|Sheathed cable NYM-J 3x1.5|1|3|m
Leitungsschutzschalter B16|Circuit breaker B16|3|12|pc
FI-Schalter 40 A / 30 mA|RCD 40 A / 30 mA|28|75|pc
Schütz 24 V DC, 9 A|Contactor 24 V DC, 9 A|24|66|pc
Netzteil 24 V / 10 A|Power supply 24 V / 10 A|75|190|pc
Schaltschrank 600x800x250|Enclosure 600x800x250|160|420|pc
Elektroinstallation, Facharbeiter|Electrical installation, skilled worker|52|84|h
Prüfung nach DGUV V3|Portable appliance test|4|14|pc
LED-Hallenstrahler 150 W|LED high bay 150 W|88|240|pc""",
    "logistics": """Stückgutfracht, Palette 120x80|Pallet freight 120x80|48|190|pc
Zollabfertigung Einfuhr|Customs clearance, import|45|120|flat
Maut und Treibstoffzuschlag|Toll and fuel surcharge|12|95|flat
Lagergeld je Palettenplatz|Storage per pallet space|6|16|month
Expresszustellung bis 10 Uhr|Express delivery by 10 am|35|110|pc
Kommissionierung|Order picking|28|46|h
Standzeit Lkw|Lorry waiting time|45|75|h""",
    "chemicals": """Aceton, technisch, 25 l|Acetone, technical grade, 25 l|58|110|pc
Ethanol vergällt 99 %, 10 l|Ethanol denatured 99 %, 10 l|48|99|pc
Isopropanol p.a., 2,5 l|Isopropanol AR grade, 2.5 l|24|52|pc
Toluol zur Synthese, 5 l|Toluene for synthesis, 5 l|39|78|pc
Handschuhe Nitril, 100 Stück|Nitrile gloves, box of 100|7|19|pc
Becherglas 600 ml|Beaker 600 ml|4|11|pc
Rundfilter 110 mm, 100 Stück|Filter paper 110 mm, 100 pcs|9|26|pc
Gefahrgutzuschlag ADR|Dangerous goods surcharge (ADR)|15|45|flat""",
    "steel": """Flachstahl S235JR 60x8|Flat bar S235JR 60x8|3|8|m
Blech 1.4301 2 mm 1000x2000|Sheet 1.4301 2 mm 1000x2000|95|240|pc
Rundstahl C45 50 mm|Round bar C45 50 mm|14|38|m
Vierkantrohr 80x80x4|Square tube 80x80x4|11|29|m
Zuschnitt Säge|Saw cutting|3|12|pc
Werkszeugnis 3.1|Mill certificate 3.1|10|25|flat
Gussteil EN-GJS-400|Casting EN-GJS-400|45|310|pc""",
    "software": """Softwarepflege Standard|Software maintenance, standard|120|890|month
Benutzerlizenz, 12 Monate|User licence, 12 months|45|260|pc
Systemadministration|System administration|85|140|h
Cloud-Speicher 2 TB|Cloud storage 2 TB|19|95|month
Einrichtung Firewall|Firewall set-up|350|1400|flat
Schulung Anwender, Tag|User training, day|690|1450|pc
Notebook 14", 16 GB|Notebook 14", 16 GB|780|1650|pc
Migration Datenbank|Database migration|95|150|h""",
    "facility": """Unterhaltsreinigung Büro|Office cleaning|310|1450|month
Glasreinigung|Window cleaning|2|6|m
Winterdienst|Winter service|90|320|month
Entsorgung Mischabfall|Waste disposal, mixed|75|210|pc
Grünpflege|Grounds maintenance|38|58|h
Reparatur Türschließer|Door closer repair|65|180|pc
Bautischlerarbeiten|Joinery work|46|68|h""",
    "office": """Kopierpapier A4, 500 Blatt|Copy paper A4, 500 sheets|4|8|pc
Toner schwarz, 10.000 Seiten|Toner black, 10,000 pages|58|145|pc
Bürodrehstuhl Komfort|Office chair Comfort|189|520|pc
Schreibtisch höhenverstellbar 160x80|Height-adjustable desk 160x80|390|890|pc
Ordner A4 breit|Lever arch file A4|2|5|pc
Flyer DIN lang, 5.000 Stück|Leaflets DL, 5,000 pcs|120|310|pc
Visitenkarten, 500 Stück|Business cards, 500 pcs|35|85|pc
Whiteboard 180x90|Whiteboard 180x90|79|190|pc
Kugelschreiber blau, 50 Stück|Ballpoint pens blue, box of 50|11|32|pc""",
    "pumps": """Kreiselpumpe NP 40-160|Centrifugal pump NP 40-160|980|2600|pc
Gleitringdichtung 28 mm|Mechanical seal 28 mm|68|190|pc
Laufrad 160 mm, Edelstahl|Impeller 160 mm, stainless|120|340|pc
Frequenzumrichter 1,5 kW|Frequency converter 1.5 kW|290|640|pc
Wartung vor Ort, Techniker|Field service technician|78|135|h
Rückschlagventil DN50|Check valve DN50|62|170|pc""",
    "consulting": """Beratung Seniorberater|Consulting, senior consultant|140|290|h
Workshop Strategie, Tag|Strategy workshop, day|1400|2900|pc
Marktanalyse|Market analysis|1800|9500|flat
Reisekosten|Travel expenses|85|640|flat
Erstellung Jahresabschluss|Preparation of annual accounts|1900|6800|flat
Vertragsprüfung|Contract review|190|380|h""",
    "catering": """Mittagsbuffet|Lunch buffet|14|29|pc
Getränkepauschale|Drinks package|6|15|pc
Servicekraft|Waiting staff|26|42|h
Leihgeschirr|Crockery hire|1|3|pc
Kuchenplatte|Cake platter|22|58|pc""",
    "training": """Seminar Arbeitssicherheit, Teilnehmer|Safety seminar, participant|240|590|pc
Staplerschein Grundkurs|Forklift operator course|180|420|pc
Inhouse-Schulung, Tag|In-house training, day|1100|2400|pc
Prüfungsgebühr|Examination fee|45|120|pc""",
    "calibration": """Kalibrierung Messschieber|Calibration, caliper|28|65|pc
Kalibrierung Drehmomentschlüssel|Calibration, torque wrench|48|98|pc
Kalibrierung Druckmessgerät|Calibration, pressure gauge|55|140|pc
Kalibrierung Thermometer 3 Punkte|Calibration, thermometer 3 points|70|160|pc
Abholung und Rückversand|Collection and return|18|45|flat""",
    "certification": """Audit Stufe 2, Auditortag|Stage 2 audit, auditor day|980|1650|pc
Überwachungsaudit|Surveillance audit|1400|3600|flat
Zertifikatsgebühr|Certificate fee|180|450|flat
Baumusterprüfung|Type examination|2400|8800|flat""",
    "property": """Miete Büro 2. OG|Office rent 2nd floor|1450|6900|month
Betriebskostenvorauszahlung|Service charge on account|210|980|month
Stellplatz Tiefgarage|Underground parking space|65|140|month
Hausmeisterpauschale|Caretaker service|90|280|month""",
    "semiconductors": """MOSFET N-Kanal 60 V, 100 Stück|MOSFET n-channel 60 V, reel of 100|18|64|pc
Spannungsregler 5 V, 100 Stück|Voltage regulator 5 V, reel of 100|14|48|pc
LED weiß, 1.000 Stück|LED white, reel of 1,000|32|140|pc
Sensorplatine Rev. C|Sensor board rev. C|26|95|pc
Musterkit|Sample kit|49|150|pc""",
    "adhesives": """Epoxidkleber 2K, 400 ml|Two-part epoxy, 400 ml|24|62|pc
Sekundenkleber 50 g|Cyanoacrylate 50 g|11|29|pc
Primer 1 l|Primer 1 l|28|64|l
Mischdüsen, 20 Stück|Mixing nozzles, pack of 20|14|33|pc""",
}


def _good(row: str) -> Good:
    german, english, low, high, unit = row.split("|")
    return Good(german, english, Decimal(low), Decimal(high), unit)


GOODS: Mapping[str, tuple[Good, ...]] = {
    trade: tuple(_good(row) for row in rows.splitlines()) for trade, rows in _ROWS.items()
}
