"""German questions about datasheets, certificates, manuals and other papers."""

from __future__ import annotations

from tests.benchmarks.library.asking import Shelf, Topic, german, short
from tests.benchmarks.library.conditions import (
    after,
    at_least,
    at_most,
    before,
    during,
    either,
    equal,
    from_to,
    half,
    in_months,
    is_false,
    is_true,
    kind_is,
    kind_is_not,
    missing,
    named,
    not_named,
    over,
    under,
    until,
    years,
)
from tests.benchmarks.library.questions_german import dots, prose

_NPN = kind_is("device_type", "npn_transistor")
_PUMP = kind_is("device_type", "pump")


def _parts(sheets: Shelf) -> None:
    sheets.listing("Datenblätter ohne Revisionsdatum", missing("revision_date"))
    volts = sheets.limit("voltage_max", _NPN)
    sheets.listing(f"NPN-Transistoren mit mehr als {german(volts)} V", _NPN, over("voltage_max", volts))
    current = sheets.limit("current_max", kind_is("device_type", "n_mosfet"), share=0.4)
    sheets.listing(
        f"welche n-kanal mosfets schaffen mindestens {german(current)} A",
        kind_is("device_type", "n_mosfet"),
        at_least("current_max", current),
    )
    small = sheets.limit("current_max", kind_is("device_type", "led"), scale=1000)
    sheets.counting(
        f"Wie viele LEDs vertragen höchstens {german(small)} mA?",
        kind_is("device_type", "led"),
        at_most("current_max", small / 1000),
    )
    maker = sheets.name("manufacturer", kind_is("device_type", "voltage_regulator", "op_amp"))
    sheets.listing(
        f"Spannungsregler und Operationsverstärker von {short(maker)}",
        kind_is("device_type", "voltage_regulator", "op_amp"),
        named(short(maker), "manufacturer"),
    )
    package = sheets.name("package", rank=1)
    heat = sheets.limit("temperature_max", named(package, "package"), share=0.6)
    sheets.listing(
        f"Bauteile im Gehäuse {package}, die über {german(heat)} °C aushalten",
        named(package, "package"),
        over("temperature_max", heat),
    )
    watts = sheets.limit("power_max", share=0.5)
    package = sheets.name("package", under("power_max", watts))
    sheets.listing(
        f"Datenblätter: Verlustleistung unter {german(watts)} W, Gehäuse nicht {package}",
        under("power_max", watts),
        not_named(package, "package"),
    )
    maker = sheets.name("manufacturer", rank=2)
    sheets.counting(f"Anzahl Datenblätter von {maker}", named(maker, "manufacturer"))
    year = sheets.year("revision_date", in_months("revision_date", 1, 6), rank=1)
    sheets.listing(
        f"Welche Datenblätter wurden in der ersten Hälfte von {year} überarbeitet?",
        during("revision_date", half(year, 1)),
    )
    kilowatts = sheets.limit("power_max", _PUMP, share=0.4)
    sheets.listing(
        f"Pumpen mit einer Leistung ab {german(kilowatts / 1000)} kW", _PUMP, at_least("power_max", kilowatts)
    )


def _substances(sheets: Shelf) -> None:
    solvents = kind_is("device_type", "solvent")
    sheets.listing(
        "Lösungsmittel oder Klebstoffe ohne CAS-Nummer",
        kind_is("device_type", "solvent", "adhesive"),
        missing("cas_number"),
    )
    sheets.average("mittlerer Siedepunkt der Lösungsmittel?", "boiling_point", solvents)
    sheets.average("Durchschnittliche Mindestverstärkung der NPN-Transistoren", "gain_min", _NPN)
    sheets.highest("Welches Lösungsmittel hat den höchsten Flammpunkt?", "flash_point", solvents)
    sheets.lowest("geringste dichte", "density")
    sheets.highest(
        "Welcher MOSFET verträgt die höchste Spannung?",
        "voltage_max",
        kind_is("device_type", "n_mosfet", "p_mosfet"),
    )
    sheets.grouped("Datenblätter nach Hersteller zählen", "manufacturer")
    sheets.grouped("Wie viele Bauteile gibt es je Gehäuse?", "package")
    flash = sheets.limit("flash_point", share=0.4)
    sheets.listing(f"Stoffe mit unter {german(flash)} °C Flammpunkt", under("flash_point", flash))
    low = sheets.limit("boiling_point", solvents, share=0.25)
    high = sheets.limit("boiling_point", solvents, share=0.75)
    sheets.listing(
        f"lösungsmittel siedepunkt zwischen {german(low)} und {german(high)} °C",
        solvents,
        from_to("boiling_point", low, high),
    )
    dense = sheets.limit("density", share=0.6)
    sheets.counting(
        f"Wie viele Produkte haben eine Dichte von mehr als {german(dense)} g/cm³?", over("density", dense)
    )
    maker = sheets.name("manufacturer", kind_is("device_type", "adhesive"))
    sheets.listing(
        f"Gibt es Klebstoffe, die nicht von {short(maker)} sind? Welche?",
        kind_is("device_type", "adhesive"),
        not_named(short(maker), "manufacturer"),
    )


def _certificates(papers: Shelf) -> None:
    papers.counting("Wie viele Zertifikate sind ohne Ablaufdatum?", missing("expiry_date"))
    papers.counting("Wie viele Prüfungen wurden laut Zertifikat nicht bestanden?", is_false("passed"))
    papers.listing(
        "Kalibrierung bestanden, aber keine Seriennummer angegeben",
        kind_is("certificate_type", "calibration"),
        is_true("passed"),
        missing("serial_number"),
    )
    papers.lowest("Welches Zertifikat läuft als Erstes ab?", "expiry_date")
    papers.highest(
        "höchste Reinheit laut Analysenzertifikat", "purity", kind_is("certificate_type", "analysis")
    )
    papers.grouped("Wie viele Zertifikate hat jeder Aussteller erteilt?", "issuer")
    papers.by_year(
        "Konformitätserklärungen pro Jahr der Ausstellung",
        "issue_date",
        kind_is("certificate_type", "conformity"),
    )
    year = papers.year("expiry_date", rank=1)
    papers.listing(
        f"Welche Kalibrierscheine laufen {year} ab?",
        kind_is("certificate_type", "calibration"),
        during("expiry_date", years(year)),
    )
    holder = papers.name("holder", rank=1)
    papers.listing(f"zertifikate für {short(holder).lower()}", named(short(holder), "holder"))
    issuer, other = papers.name("issuer"), papers.name("issuer", rank=1)
    papers.listing(
        f"Ausgestellt von {short(issuer)} oder {short(other)}: alle Zertifikate",
        either(named(short(issuer), "issuer"), named(short(other), "issuer")),
    )
    first, last = papers.day("issue_date", share=0.3), papers.day("issue_date", share=0.6)
    papers.listing(
        f"Bescheinigungen mit Ausstellungsdatum vom {dots(first)} bis {dots(last)}",
        during("issue_date", (first, last)),
    )
    purity = papers.limit("purity", share=0.4)
    papers.listing(
        f"Analysenzertifikate mit Reinheit von mindestens {german(purity)} %",
        kind_is("certificate_type", "analysis"),
        at_least("purity", purity),
    )
    standard = papers.name("standard", rank=1)
    papers.listing(f"Zertifikate nach {standard}", named(standard, "standard"))
    cut = papers.day("issue_date", kind_is("certificate_type", "training"))
    papers.listing(
        f"Schulungszertifikate, die bis zum {prose(cut)} ausgestellt wurden",
        kind_is("certificate_type", "training"),
        until("issue_date", cut),
    )
    year = papers.year("issue_date")
    papers.listing(
        f"ALLE ZERTIFIKATE {year} AUSGESTELLT, AUSSER SCHULUNGEN",
        during("issue_date", years(year)),
        kind_is_not("certificate_type", "training"),
    )


def _more_certificates(papers: Shelf) -> None:
    passed = is_true("passed")
    issuer = papers.name("issuer", passed, kind_is("certificate_type", "calibration"))
    first = papers.day("issue_date", passed, named(short(issuer), "issuer"), share=0.3)
    papers.counting(
        f"Wie oft hat {short(issuer)} nach dem {dots(first)} eine bestandene Prüfung bescheinigt?",
        named(short(issuer), "issuer"),
        after("issue_date", first),
        passed,
    )


def _manuals(manuals: Shelf) -> None:
    manuals.average("Wartungsintervall im Durchschnitt laut unseren Handbüchern", "service_interval_hours")
    manuals.highest("Welches Gerät aus den Handbüchern ist am schwersten?", "weight")
    manuals.lowest("ältestes Handbuch", "publication_date")
    manuals.grouped("Handbücher je Hersteller", "manufacturer")
    maker = manuals.name("manufacturer", rank=1)
    manuals.counting(f"Wie viele Handbücher stammen von {maker}?", named(maker, "manufacturer"))
    weight = manuals.limit("weight", share=0.4)
    manuals.listing(
        f"Betriebsanleitungen für Geräte, die höchstens {german(weight)} kg wiegen", at_most("weight", weight)
    )
    volts = manuals.number("voltage")
    manuals.listing(f"anleitungen {german(volts)} V", equal("voltage", volts))
    cut = manuals.day("publication_date", share=0.6)
    manuals.listing(
        f"Nach dem {dots(cut)} veröffentlichte Handbücher ohne Gewichtsangabe",
        after("publication_date", cut),
        missing("weight"),
    )
    manuals.total(
        f"Gewichtsangaben aus allen Handbüchern von {short(maker)} zusammengezählt?",
        "weight",
        named(short(maker), "manufacturer"),
    )


def _others(papers: Shelf) -> None:
    papers.listing("Fachartikel ohne Datum", kind_is("document_kind", "article"), missing("document_date"))
    papers.grouped("Sonstige Dokumente nach Art, mit Anzahl", "document_kind")
    papers.by_year("Protokolle pro Jahr", "document_date", kind_is("document_kind", "minutes"))
    papers.lowest("Von wann ist unser ältester Brief?", "document_date", kind_is("document_kind", "letter"))
    year = int(papers.number("year", kind_is("document_kind", "annual_report")))
    papers.listing(
        f"Geschäftsberichte für das Jahr {year}",
        kind_is("document_kind", "annual_report"),
        equal("year", papers.number("year", kind_is("document_kind", "annual_report"))),
    )
    body = papers.name("organisation", kind_is("document_kind", "letter"))
    papers.listing(
        f"briefe von {body.lower()}", kind_is("document_kind", "letter"), named(body, "organisation")
    )
    cut = papers.day("document_date", kind_is("document_kind", "minutes"))
    papers.listing(
        f"Protokolle, die vor dem {dots(cut)} datiert sind",
        kind_is("document_kind", "minutes"),
        before("document_date", cut),
    )
    year = papers.year("document_date", kind_is("document_kind", "memo"))
    papers.counting(
        f"Wie viele Aktennotizen gibt es aus {year}?",
        kind_is("document_kind", "memo"),
        during("document_date", years(year)),
    )


def _whole(library: Shelf) -> None:
    library.counting("Wie viele Dokumente sind insgesamt in der Bibliothek")


TOPICS = (
    Topic("parts", "datasheets", _parts),
    Topic("substances", "datasheets", _substances),
    Topic("certificates", "certificates", _certificates),
    Topic("more-certificates", "certificates", _more_certificates),
    Topic("manuals", "manuals", _manuals),
    Topic("others", "generic", _others),
    Topic("whole", "", _whole),
)
