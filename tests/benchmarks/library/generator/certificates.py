"""Certificates: who certifies what of whom, and the marked words their layouts draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from tests.benchmarks.library.generator.companies import (
    Company,
    companies,
    house,
    of_trade,
    some_company,
    writes,
)
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.formats import plus_months, random_date
from tests.benchmarks.library.generator.job import Job
from tests.benchmarks.library.generator.people import person
from tests.benchmarks.library.generator.pumps import make_pump
from tests.benchmarks.library.generator.substances import GRADES, SOLVENTS, Solvent

_TITLES = {
    "calibration": (
        ("Kalibrierschein", "Kalibrierzertifikat"),
        ("Calibration Certificate", "Certificate of Calibration"),
    ),
    "conformity": (
        ("Konformitätsbescheinigung", "Baumusterprüfbescheinigung"),
        ("Certificate of Conformity", "Type Examination Certificate"),
    ),
    "declaration": (
        ("EU-Konformitätserklärung", "Konformitätserklärung"),
        ("EU Declaration of Conformity", "Declaration of Conformity"),
    ),
    "analysis": (("Analysenzertifikat", "Prüfzertifikat"), ("Certificate of Analysis",)),
    "management_system": (("Zertifikat", "ZERTIFIKAT"), ("Certificate", "CERTIFICATE OF REGISTRATION")),
    "material": (
        ("Abnahmeprüfzeugnis 3.1", "Werkstoffzeugnis"),
        ("Inspection Certificate 3.1", "Mill Test Certificate"),
    ),
    "training": (
        ("Teilnahmebescheinigung", "Schulungszertifikat"),
        ("Certificate of Training", "Training Certificate"),
    ),
}
_TRADES = {
    "calibration": ("calibration",),
    "conformity": ("certification",),
    "declaration": ("machinery", "pumps", "electrical"),
    "analysis": ("chemicals",),
    "management_system": ("certification",),
    "material": ("steel",),
    "training": ("training",),
}
_STANDARDS = {
    "calibration": ("ISO/IEC 17025:2017", "DIN EN ISO/IEC 17025:2018"),
    "conformity": ("EN ISO 12100:2010", "EN 60204-1:2018", "IEC 61010-1:2017", "EN 61326-1:2013"),
    "declaration": ("EN ISO 12100:2010", "EN 809:1998", "EN 60204-1:2018"),
    "management_system": (
        "ISO 9001:2015",
        "ISO 9001:2015",
        "ISO 14001:2015",
        "ISO 45001:2018",
        "ISO/IEC 27001:2022",
    ),
    "material": ("EN 10204:2004", "DIN EN 10204:2005"),
}
_INSTRUMENTS = (
    ("Messschieber 150 mm", "Caliper 150 mm"),
    ("Bügelmessschraube 0-25 mm", "Micrometer 0-25 mm"),
    ("Drehmomentschlüssel 20-200 N·m", "Torque wrench 20-200 N·m"),
    ("Manometer 0-16 bar", "Pressure gauge 0-16 bar"),
    ("Platin-Widerstandsthermometer Pt100", "Platinum resistance thermometer Pt100"),
    ("Präzisionswaage 3200 g", "Precision balance 3200 g"),
    ("Digitalmultimeter", "Digital multimeter"),
)
_STEELS = (
    ("Blech S355J2+N 20 mm", "Steel plate S355J2+N 20 mm"),
    ("Rundstahl 42CrMo4 60 mm", "Round bar 42CrMo4 60 mm"),
    ("Nahtloses Rohr P265GH 88,9 x 5,6", "Seamless tube P265GH 88.9 x 5.6"),
    ("Edelstahlblech 1.4404 3 mm", "Stainless sheet 1.4404 3 mm"),
)
_COURSES = (
    ("Arbeitssicherheit für Führungskräfte", "Occupational Safety for Managers"),
    ("Flurförderzeuge sicher führen", "Safe Operation of Forklift Trucks"),
    ("Interner Auditor", "Internal Auditor"),
    ("Umgang mit Gefahrstoffen", "Handling of Hazardous Substances"),
    ("Projektmanagement Grundlagen", "Project Management Fundamentals"),
)
_SCOPES = {
    "chemicals": ("Handel mit Laborbedarf und Chemikalien", "Trade in laboratory supplies and chemicals"),
    "logistics": ("Logistik- und Lagerdienstleistungen", "Logistics and warehousing services"),
    "software": (
        "Softwareentwicklung und Betrieb von Rechenzentren",
        "Software development and data centre operation",
    ),
    "office": ("Handel mit Büroausstattung", "Trade in office equipment"),
    "facility": ("Gebäudereinigung und Instandhaltung", "Facility cleaning and maintenance"),
    "consulting": ("Beratung von Unternehmen", "Consulting services"),
}
_MAKERS = (
    "Entwicklung, Fertigung und Vertrieb eigener Erzeugnisse",
    "Design, manufacture and sale of own products",
)
_MACHINES = (
    ("Hydraulikpresse HP 40", "Hydraulic press HP 40"),
    ("Förderband FB 1200", "Conveyor FB 1200"),
    ("Schaltschrank SK 800", "Control cabinet SK 800"),
    ("Bandsäge BS 260", "Band saw BS 260"),
)


@dataclass(slots=True)
class Certificate:
    """`form` is the certificate's type, or `declaration` where the maker itself declares. What is None is not
    stated. `tested` and `earlier` are days that are neither of issue nor of expiry."""

    job: Job
    form: str
    title_words: str
    number: str
    issuer: Company
    holder: str | None
    holder_lines: list[str]
    issued: date
    expires: date | None
    tested: date
    earlier: date
    standard: str | None
    product: str | None
    serial: str | None
    batch: str | None
    purity: Decimal | None
    passed: bool | None
    solvent: Solvent | None
    scope: str
    signer: str

    # Marked words.

    def title(self) -> str:
        key = "conformity" if self.form == "declaration" else self.form
        return self.job.key("certificate_type", key, self.title_words)

    def number_text(self) -> str:
        return self.job.text("certificate_number", self.number)

    def issuer_name(self) -> str:
        return self.job.text("issuer", self.issuer.name)

    def holder_name(self) -> str:
        return self.job.text("holder", self.holder) if self.holder else ""

    def issue_day(self, *, prose: bool = False) -> str:
        return self.job.date("issue_date", self.issued, prose=prose)

    def expiry_day(self, *, prose: bool = False) -> str:
        return self.job.date("expiry_date", self.expires, prose=prose) if self.expires else ""

    def standard_text(self) -> str:
        return self.job.text("standard", self.standard) if self.standard else ""

    def product_text(self) -> str:
        return self.job.text("product", self.product) if self.product else ""

    def serial_text(self) -> str:
        return self.job.text("serial_number", self.serial) if self.serial else ""

    def batch_text(self) -> str:
        return self.job.text("batch_number", self.batch) if self.batch else ""

    def purity_text(self, *, unit: bool = True) -> str:
        if self.purity is None:
            return ""
        text = self.job.notation.number(self.purity)
        return self.job.key("purity", self.purity, f"{text}{NBSP}%" if unit else text)

    def required_purity(self) -> Decimal:
        """The least purity of the specification; the verdict follows from it."""
        steps = [Decimal(step) for step in ("98.0", "99.0", "99.5", "99.8", "99.9")]
        purity = self.purity or steps[0]
        if self.passed:
            return max(step for step in steps if step <= purity)
        return min([step for step in steps if step > purity], default=steps[-1])

    def verdict(self) -> str:
        """The words for the result."""
        job = self.job
        good = {
            "calibration": (("in Toleranz", "bestanden", "konform"), ("PASS", "Pass", "within tolerance")),
            "analysis": (
                ("entspricht der Spezifikation", "freigegeben"),
                ("complies with specification", "released"),
            ),
            "training": (("bestanden", "mit Erfolg abgelegt"), ("passed", "Pass")),
        }.get(self.form, (("bestanden", "erfüllt"), ("passed", "fulfilled")))
        bad = {
            "calibration": (
                ("außerhalb der Toleranz", "nicht bestanden", "nicht konform"),
                ("FAIL", "Fail", "out of tolerance"),
            ),
            "analysis": (
                ("entspricht nicht der Spezifikation", "gesperrt"),
                ("does not comply with specification", "rejected"),
            ),
            "training": (("nicht bestanden",), ("not passed", "Fail")),
        }.get(self.form, (("nicht bestanden",), ("failed",)))
        words = job.t(*(good if self.passed else bad))
        return job.key("passed", bool(self.passed), words)


def make_certificate(job: Job, form: str) -> Certificate:
    chance = job.chance
    issuer = some_company(
        chance, of_trade(_TRADES[form], job.language), abroad="DE" if job.language == "en" else ""
    )
    job.settle(issuer.country)
    issued = random_date(chance, date(2019, 1, 7), date(2025, 5, 30))
    tested = issued - timedelta(days=chance.randrange(1, 12))
    others = [
        company for company in companies() if writes(company, job.language) and company.name != issuer.name
    ]
    holder = house(job.language) if job.likely(0.45) else some_company(chance, others)
    name: str | None = holder.name
    lines = holder.address(job.language, abroad=holder.country != issuer.country)
    if form == "training":
        name, lines = person(chance, job.language), []
    elif form == "declaration" or (form == "analysis" and job.likely(0.4)):
        name, lines = None, []
    solvent = job.pick(*SOLVENTS) if form == "analysis" else None
    german, english = _TITLES[form]
    fails = {"calibration": 0.16, "analysis": 0.08, "training": 0.1}.get(form, 0)
    years = {"calibration": 1, "management_system": 3, "conformity": 5, "analysis": 2, "training": 2}.get(
        form, 0
    )
    expires = plus_months(issued, 12 * years) - timedelta(days=job.pick(0, 1)) if years else None
    if form != "management_system" and job.likely(0.35):
        expires = None
    standards = _STANDARDS.get(form)
    product = _product(job, form, solvent)
    purity = None
    if solvent and job.likely(0.85):
        purity = (
            Decimal(chance.randrange(9950, 9999) if not job.likely(0.3) else chance.randrange(9820, 9950))
            / 100
        )
    return Certificate(
        job=job,
        form=form,
        title_words=job.t(german, english),
        number=_number(job, form, issued),
        issuer=issuer,
        holder=name,
        holder_lines=lines,
        issued=issued,
        expires=expires,
        tested=tested,
        earlier=plus_months(issued, -12 * chance.randrange(1, 7)),
        standard=job.pick(*standards)
        if standards and (form == "management_system" or job.likely(0.85))
        else None,
        product=product,
        serial=_serial(job)
        if form in ("calibration", "declaration", "conformity") and job.likely(0.85)
        else None,
        batch=_batch(job, issued) if form in ("analysis", "material") else None,
        purity=purity,
        passed=not job.likely(fails) if form not in ("management_system", "declaration") else None,
        solvent=solvent,
        scope=job.t(*_SCOPES.get(holder.trade, _MAKERS)),
        signer=person(chance, job.language),
    )


def _product(job: Job, form: str, solvent: Solvent | None) -> str | None:
    if solvent:
        grade = job.pick(*GRADES[job.language])
        return f"{solvent.german if job.language == 'de' else solvent.english} {grade}"
    if form == "calibration":
        return job.t(*job.pick(*_INSTRUMENTS))
    if form == "material":
        return job.t(*job.pick(*_STEELS))
    if form in ("conformity", "declaration"):
        if job.likely(0.4):
            pump = make_pump(job.chance)
            return f"{job.t('Pumpe', 'Pump')} {pump.name}"
        return job.t(*job.pick(*_MACHINES))
    return None


def course(job: Job) -> str:
    return job.t(*job.pick(*_COURSES))


def _number(job: Job, form: str, day: date) -> str:
    n = job.chance.randrange(100, 99999)
    return (
        {
            "calibration": job.pick(
                f"K-{n:05}-{day:%Y}", f"CAL-{day:%y%m}-{n % 1000:03}", f"{n:06} D-K {day:%Y-%m}"
            ),
            "conformity": job.pick(f"TE {n:05}", f"CoC-{day:%Y}-{n:05}"),
            "declaration": job.pick(f"DoC {n % 1000:03}/{day:%Y}", f"KE-{n:05}"),
            "analysis": job.pick(f"COA-{n:06}", f"AZ{day:%y}{n:05}", f"{n:05}/{day:%m-%Y}"),
            "management_system": job.pick(
                f"QM-{n:05}", f"{n:05}-{day:%Y}-AQ-GER", f"FS {n + 500000}", f"12 100 {n:05}"
            ),
            "material": job.pick(f"A{n:06}", f"MTC-{n:05}", f"Z-{day:%Y}-{n:05}"),
            "training": job.pick(f"TN-{day:%Y}-{n % 10000:04}", f"{n:05}", f"BW/{day:%y}/{n % 1000:03}"),
        }[form]
        .replace(" ", NBSP)
        .replace(NBSP, " ")
    )


def _serial(job: Job) -> str:
    n = job.chance.randrange(10000, 9999999)
    return job.pick(f"{n:07}", f"SN-{n}", f"{job.pick('A', 'F', 'M', 'KX')}{n}", f"{n // 100}-{n % 100:02}")


def _batch(job: Job, day: date) -> str:
    n = job.chance.randrange(100, 99999)
    return job.pick(f"{day:%y}{n:05}", f"L{n:06}", f"B-{n:05}-{day:%y}", f"{n:05}{job.pick('A', 'C', 'K')}")
