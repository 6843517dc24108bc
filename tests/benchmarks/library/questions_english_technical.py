"""English questions about datasheets, certificates, manuals and other papers."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.asking import Shelf, Topic, english, short
from tests.benchmarks.library.conditions import (
    after,
    at_least,
    at_most,
    before,
    during,
    equal,
    from_to,
    is_false,
    is_true,
    kind_is,
    kind_is_not,
    missing,
    months,
    named,
    not_named,
    over,
    quarter,
    since,
    under,
    years,
)
from tests.benchmarks.library.questions_english import MONTHS

_NPN = kind_is("device_type", "npn_transistor")
_MOSFET = kind_is("device_type", "n_mosfet", "p_mosfet")

_DEVICES = {
    "npn_transistor": "NPN transistors",
    "pnp_transistor": "PNP transistors",
    "n_mosfet": "n-channel MOSFETs",
    "p_mosfet": "p-channel MOSFETs",
    "diode": "Diodes",
    "zener_diode": "Zener diodes",
    "led": "LEDs",
    "voltage_regulator": "Voltage regulators",
    "op_amp": "Op amps",
    "solvent": "Solvents",
    "adhesive": "Adhesives",
    "pump": "Pumps",
}


def _parts(sheets: Shelf) -> None:
    current = sheets.limit("current_max", _NPN, scale=1000)
    sheets.listing(
        f"NPN transistors with more than {english(current)} mA", _NPN, over("current_max", current / 1000)
    )
    volts = sheets.limit("voltage_max", _MOSFET, share=0.6)
    sheets.listing(
        f"Which MOSFETs (n or p channel) can take at least {english(volts)} volts?",
        _MOSFET,
        at_least("voltage_max", volts),
    )
    watts = sheets.limit("power_max", kind_is("device_type", "zener_diode"), scale=1000)
    sheets.listing(
        f"zener diodes up to {english(watts)} mW",
        kind_is("device_type", "zener_diode"),
        at_most("power_max", watts / 1000),
    )
    gain = sheets.limit("gain_min", share=0.5)
    sheets.counting(f"How many parts have a minimum gain over {english(gain)}", over("gain_min", gain))
    maker = sheets.name("manufacturer", rank=1)
    sheets.listing(f"every datasheet {maker} published", named(maker, "manufacturer"))
    package = sheets.name("package")
    sheets.listing(f"Parts in a {package} package, please", named(package, "package"))
    maker = sheets.name("manufacturer", named(package, "package"))
    low = sheets.limit("voltage_max", named(package, "package"), share=0.3)
    high = sheets.limit("voltage_max", named(package, "package"), share=0.8)
    sheets.listing(
        f"{package} parts not made by {short(maker)}, max voltage {english(low)} to {english(high)} V",
        named(package, "package"),
        not_named(short(maker), "manufacturer"),
        from_to("voltage_max", low, high),
    )
    heat = sheets.limit("temperature_max", kind_is("device_type", "led", "diode"), share=0.4)
    sheets.listing(
        f"LEDs or diodes that may get hotter than {english(heat)} °C",
        kind_is("device_type", "led", "diode"),
        over("temperature_max", heat),
    )
    cold = sheets.limit("temperature_min", kind_is("device_type", "voltage_regulator", "op_amp"))
    sheets.counting(
        f"how many op amps and voltage regulators work at {english(cold)} °C or colder?",
        kind_is("device_type", "voltage_regulator", "op_amp"),
        at_most("temperature_min", cold),
    )
    kind = sheets.name("device_type", missing("revision_date"), kind_is_not("device_type", "other"))
    sheets.listing(
        f"{_DEVICES[kind]}: which datasheets have no revision date",
        kind_is("device_type", kind),
        missing("revision_date"),
    )


def _more_parts(sheets: Shelf) -> None:
    bipolar = kind_is("device_type", "npn_transistor", "pnp_transistor")
    volts = sheets.limit("voltage_max", bipolar, share=0.3)
    amps = sheets.limit("current_max", bipolar, at_least("voltage_max", volts), share=0.6)
    sheets.listing(
        f"NPN or PNP, {english(volts)} V and up, less than {english(amps)} A",
        bipolar,
        at_least("voltage_max", volts),
        under("current_max", amps),
    )
    maker = sheets.name("manufacturer", kind_is("device_type", "pump"))
    watts = sheets.limit("power_max", kind_is("device_type", "pump"), named(maker, "manufacturer"))
    sheets.counting(
        f"count {short(maker)} pumps that draw more than {english(watts)} watts",
        kind_is("device_type", "pump"),
        named(short(maker), "manufacturer"),
        over("power_max", watts),
    )


def _substances(sheets: Shelf) -> None:
    solvents = kind_is("device_type", "solvent")
    sheets.listing(
        "adhesives with no flash point given", kind_is("device_type", "adhesive"), missing("flash_point")
    )
    sheets.average("average density of the solvents", "density", solvents)
    sheets.lowest("Which substance has the lowest flash point?", "flash_point")
    sheets.highest("highest boiling point among solvents", "boiling_point", solvents)
    sheets.highest("NPN transistor with the most collector current?", "current_max", _NPN)
    sheets.grouped("Number of datasheets per device type", "device_type")
    sheets.grouped("How many MOSFET datasheets do we have from each manufacturer?", "manufacturer", _MOSFET)
    flash = sheets.limit("flash_point", solvents, share=0.5)
    sheets.listing(
        f"Solvents with a flash point below {english(flash)} °C?", solvents, under("flash_point", flash)
    )
    boiling = sheets.limit("boiling_point", share=0.5)
    dense = sheets.limit("density", scale=1000, share=0.4)
    sheets.listing(
        f"What boils above {english(boiling)} degrees Celsius and is denser than {english(dense)} kg/m³?",
        over("boiling_point", boiling),
        over("density", dense / 1000),
    )
    mass = sheets.limit("molar_mass", share=0.5)
    sheets.counting(
        f"Count substances with molar mass under {english(mass)} g/mol", under("molar_mass", mass)
    )
    number = sheets.name("cas_number")
    sheets.listing(f"CAS {number}", named(number, "cas_number"))
    year = sheets.year("revision_date")
    sheets.listing(f"Datasheets revised in {year}", during("revision_date", years(year)))
    maker = sheets.name("manufacturer")
    sheets.average(
        f"What is the mean maximum voltage over all {short(maker)} datasheets?",
        "voltage_max",
        named(short(maker), "manufacturer"),
    )


def _certificates(papers: Shelf) -> None:
    papers.listing("failed tests - which certificates?", is_false("passed"))
    papers.counting(
        "How many certificates of analysis state that the batch passed?",
        kind_is("certificate_type", "analysis"),
        is_true("passed"),
    )
    papers.listing(
        "Training certificates without an expiry date.",
        kind_is("certificate_type", "training"),
        missing("expiry_date"),
    )
    papers.listing(
        "material certificates or declarations of conformity w/o serial number",
        kind_is("certificate_type", "material", "conformity"),
        missing("serial_number"),
    )
    papers.average(
        "Average purity in our certificates of analysis?", "purity", kind_is("certificate_type", "analysis")
    )
    papers.highest(
        "the most recently issued management system certificate",
        "issue_date",
        kind_is("certificate_type", "management_system"),
    )
    papers.lowest(
        "Which certificate of analysis shows the lowest purity",
        "purity",
        kind_is("certificate_type", "analysis"),
    )
    papers.grouped("Certificates by type, just the numbers", "certificate_type")
    papers.by_year("How many certificates run out in each year?", "expiry_date")
    year = papers.last_year("expiry_date")
    year = papers.year("expiry_date", before("expiry_date", years(year)[0]))
    papers.listing(f"Which certificates expire in {year}?", during("expiry_date", years(year)))
    holder = papers.name("holder")
    papers.listing(f"certificates held by {holder}", named(holder, "holder"))
    issuer = papers.name("issuer", kind_is("certificate_type", "calibration"))
    issued = papers.year("issue_date", kind_is("certificate_type", "calibration"), named(issuer, "issuer"))
    papers.listing(
        f"Calibration certificates that {short(issuer)} issued in {issued}",
        kind_is("certificate_type", "calibration"),
        named(short(issuer), "issuer"),
        during("issue_date", years(issued)),
    )
    purity = papers.limit("purity", share=0.5)
    papers.listing(f"purity above {english(purity)} percent certificates", over("purity", purity))
    standard = papers.name("standard").split(":")[0]
    papers.listing(f"Do we have certificates under {standard}? List them.", named(standard, "standard"))
    cut = papers.day("expiry_date", share=0.7)
    papers.counting(
        f"number of certificates valid beyond {MONTHS[cut.month - 1]} {cut.day} {cut.year}",
        after("expiry_date", cut),
    )
    year, number = papers.quarter("issue_date", rank=1)
    papers.listing(
        f"Everything but calibrations: certificates issued in Q{number} of {year}",
        kind_is_not("certificate_type", "calibration"),
        during("issue_date", quarter(year, number)),
    )


def _manuals(manuals: Shelf) -> None:
    manuals.listing("MANUALS WITH NO PUBLICATION DATE", missing("publication_date"))
    manuals.average("What's the average weight of the machines in our manuals?", "weight")
    manuals.highest("longest service interval in the manuals", "service_interval_hours")
    manuals.by_year("manuals by year of publication", "publication_date")
    maker = manuals.name("manufacturer")
    manuals.listing(f"Manuals for {short(maker)} equipment", named(short(maker), "manufacturer"))
    weight = manuals.limit("weight", share=0.5)
    manuals.listing(f"machines heavier than {english(weight)} kg (manuals)", over("weight", weight))
    volts = manuals.limit("voltage", share=0.5)
    manuals.counting(
        f"How many manuals are for machines with a supply voltage of {english(volts)} V or less?",
        at_most("voltage", volts),
    )
    hours = manuals.limit("service_interval_hours", share=0.5)
    year = manuals.year("publication_date", under("service_interval_hours", hours))
    manuals.listing(
        f"manuals published in {year} or later with a service interval shorter than {english(hours)} h",
        since("publication_date", years(year)[0]),
        under("service_interval_hours", hours),
    )
    manuals.total(
        f"Add up the weights given in all manuals by {maker}",
        "weight",
        named(maker, "manufacturer"),
    )


def _others(papers: Shelf) -> None:
    papers.listing(
        "memos and articles that carry no date",
        kind_is("document_kind", "memo", "article"),
        missing("document_date"),
    )
    papers.grouped(
        "number of annual and quarterly reports per organisation",
        "organisation",
        kind_is("document_kind", "annual_report", "quarterly_report"),
    )
    papers.highest("newest memo", "document_date", kind_is("document_kind", "memo"))
    body = papers.name("organisation", kind_is("document_kind", "annual_report"))
    papers.listing(
        f"annual reports of {body}",
        kind_is("document_kind", "annual_report"),
        named(body, "organisation"),
    )
    year, month = papers.month("document_date", kind_is("document_kind", "minutes"))
    papers.listing(
        f"meeting minutes from {MONTHS[month - 1]} {year}",
        kind_is("document_kind", "minutes"),
        during("document_date", months(year, month)),
    )
    cut = papers.day("document_date", kind_is("document_kind", "letter"))
    papers.listing(
        f"Which letters were written before {cut.isoformat()}?",
        kind_is("document_kind", "letter"),
        before("document_date", cut),
    )
    year = int(papers.number("year", kind_is("document_kind", "quarterly_report")))
    papers.counting(
        f"How many quarterly reports cover {year}?",
        kind_is("document_kind", "quarterly_report"),
        equal("year", Decimal(year)),
    )
    body = papers.name("organisation", rank=1)
    papers.listing(
        f"Earnings releases plus current reports, but nothing from {short(body)}",
        kind_is("document_kind", "earnings_release", "current_report"),
        not_named(short(body), "organisation"),
    )


def _whole(library: Shelf) -> None:
    library.counting("How many documents are in the library?")


TOPICS = (
    Topic("parts", "datasheets", _parts),
    Topic("more-parts", "datasheets", _more_parts),
    Topic("substances", "datasheets", _substances),
    Topic("certificates", "certificates", _certificates),
    Topic("manuals", "manuals", _manuals),
    Topic("others", "generic", _others),
    Topic("whole", "", _whole),
)
