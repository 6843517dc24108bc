"""The clauses of German contracts."""

from __future__ import annotations

from decimal import Decimal

from tests.benchmarks.library.generator.contracts import Contract

Clauses = list[tuple[str, list[str]]]

_SUBJECTS = {
    "service": (
        "Der Auftragnehmer erbringt für den Auftraggeber die folgenden Leistungen: {goods}. Einzelheiten "
        "ergeben sich "
        "aus der Leistungsbeschreibung in der jeweils gültigen Fassung.",
        "Gegenstand dieses Vertrages sind {goods} nach den anerkannten Regeln der Technik.",
    ),
    "lease": (
        "Vermietet werden im Anwesen {street} Büro- und Lagerräume mit einer Fläche von 412 m² sowie 6 "
        "Stellplätze. "
        "Die Räume dürfen nur zu gewerblichen Zwecken genutzt werden.",
        "Der Vermieter überlässt dem Mieter die im Lageplan markierten Räume im 2. Obergeschoss, {street}.",
    ),
    "supply": (
        "Der Lieferant liefert dem Besteller auf Abruf {goods}. Abrufe erfolgen in Textform mit einem "
        "Vorlauf von "
        "10 Werktagen.",
    ),
    "employment": (
        "Die Arbeitnehmerin oder der Arbeitnehmer wird als Sachbearbeitung im Bereich Einkauf eingestellt. "
        "Die "
        "regelmäßige Arbeitszeit beträgt 38,5 Stunden in der Woche, der Urlaub 30 Arbeitstage im Jahr.",
        "Die Einstellung erfolgt als Ingenieurin oder Ingenieur in der Entwicklung. Die ersten sechs "
        "Monate gelten "
        "als Probezeit, in der mit einer Frist von zwei Wochen gekündigt werden kann.",
    ),
    "nda": (
        "Die Parteien beabsichtigen, Informationen über ein gemeinsames Vorhaben auszutauschen. "
        "Vertraulich sind alle "
        "Informationen, die als vertraulich bezeichnet oder ihrer Natur nach vertraulich sind.",
    ),
    "licence": (
        "Der Lizenzgeber räumt dem Lizenznehmer ein einfaches, nicht übertragbares Recht ein, die Software "
        "auf bis zu "
        "50 Arbeitsplätzen zu nutzen.",
    ),
    "purchase": (
        "Der Verkäufer verkauft dem Käufer: {goods}. Die Lieferung erfolgt frei Werk des Käufers binnen 8 "
        "Wochen.",
    ),
    "maintenance": (
        "Der Auftragnehmer wartet die im Anlagenverzeichnis aufgeführten Anlagen des Betreibers viermal im "
        "Jahr und "
        "beseitigt Störungen innerhalb von 24 Stunden nach Meldung.",
    ),
    "other": (
        "Die Partner arbeiten bei der Entwicklung und beim Vertrieb neuer Produkte zusammen und stimmen ihre "
        "Vorhaben vierteljährlich ab.",
    ),
}
_PRICES = {
    "service": "Die jährliche Vergütung beträgt {price} zuzüglich gesetzlicher Umsatzsteuer. Sie ist in "
    "zwölf "
    "gleichen Raten zu zahlen. Reisezeiten werden mit {hourly} je Stunde berechnet.",
    "lease": "Die Jahresmiete beträgt {price} und ist in monatlichen Teilbeträgen bis zum dritten Werktag "
    "zu zahlen. "
    "Daneben leistet der Mieter eine Kaution von {small}.",
    "supply": "Der Gesamtauftragswert beträgt {price}. Mehrmengen werden mit einem Nachlass von 3 % "
    "berechnet.",
    "employment": "Das Bruttojahresgehalt beträgt {price} und wird in zwölf Monatsraten gezahlt. Ein "
    "Zuschuss zur "
    "Altersvorsorge von {hourly} im Monat kommt hinzu.",
    "licence": "Die jährliche Lizenzgebühr beträgt {price}. Eine einmalige Einrichtungsgebühr von {small} "
    "ist bereits "
    "abgegolten.",
    "purchase": "Der Kaufpreis beträgt {price}. Eine Anzahlung von 30 % ist bei Bestellung fällig.",
    "maintenance": "Die jährliche Wartungspauschale beträgt {price}. Einsätze außerhalb der Pauschale "
    "werden mit "
    "{hourly} je Stunde vergütet.",
    "other": "Der Kostenbeitrag von Partner B beträgt insgesamt {price}.",
}
_FILLERS = (
    (
        "Vertraulichkeit",
        "Die Parteien behandeln alle im Rahmen dieses Vertrages erlangten Kenntnisse vertraulich. Diese "
        "Pflicht besteht "
        "fünf Jahre über das Vertragsende hinaus fort.",
    ),
    (
        "Datenschutz",
        "Soweit personenbezogene Daten verarbeitet werden, schließen die Parteien eine Vereinbarung nach "
        "Art. 28 DSGVO "
        "vom 27. April 2016.",
    ),
    (
        "Höhere Gewalt",
        "Ereignisse höherer Gewalt befreien die betroffene Partei für ihre Dauer von der Leistungspflicht. "
        "Dauern sie "
        "länger als 60 Tage, können die Parteien über eine Anpassung verhandeln.",
    ),
    (
        "Abtretung",
        "Rechte und Pflichten aus diesem Vertrag dürfen nur mit vorheriger schriftlicher Zustimmung "
        "übertragen werden.",
    ),
    (
        "Salvatorische Klausel",
        "Sollte eine Bestimmung unwirksam sein, bleibt die Wirksamkeit der übrigen Bestimmungen unberührt. "
        "An ihre "
        "Stelle tritt eine Regelung, die dem wirtschaftlichen Zweck am nächsten kommt.",
    ),
    (
        "Schriftform",
        "Änderungen und Ergänzungen bedürfen der Schriftform. Dies gilt auch für die Aufhebung dieser "
        "Klausel. Die "
        "Fassung vom 2. Januar 2015 wird ersetzt.",
    ),
    (
        "Abnahme",
        "Leistungen gelten als abgenommen, wenn nicht binnen 14 Tagen nach Übergabe wesentliche Mängel "
        "gerügt werden.",
    ),
)


def clauses(contract: Contract, *, short: bool = False) -> Clauses:
    """Headings and paragraphs; `short` leaves out half of what every contract says."""
    job = contract.job
    street = contract.first.address[0]
    subject = job.pick(*_SUBJECTS[contract.kind]).format(goods=", ".join(contract.goods), street=street)
    made: Clauses = [(job.pick("Vertragsgegenstand", "Gegenstand des Vertrages", "Leistungen"), [subject])]
    price = _price(contract)
    if price:
        heading = job.pick("Vergütung", "Preise und Zahlung", "Entgelt")
        made.append((heading if contract.value is not None else "Vertragsstrafe", [price]))
    made.append(
        (job.pick("Laufzeit und Kündigung", "Vertragsdauer", "Beginn, Dauer, Kündigung"), duration(contract))
    )
    made.append(("Haftung", [_liability(contract)]))
    fillers = list(_FILLERS)
    job.chance.shuffle(fillers)
    made += [(title, [text]) for title, text in fillers[: 2 if short else 5]]
    closing = []
    if contract.law:
        law = contract.law_text()
        place = contract.second.place
        closing.append(
            job.pick(
                f"Es gilt das Recht der {law} unter Ausschluss des UN-Kaufrechts. Gerichtsstand ist {place}.",
                f"Auf diesen Vertrag findet das Recht der {law} Anwendung. Erfüllungsort ist {place}.",
            )
        )
    else:
        closing.append("Mündliche Nebenabreden bestehen nicht.")
    made.append(
        (job.pick("Schlussbestimmungen", "Sonstiges", "Anwendbares Recht und Gerichtsstand"), closing)
    )
    return made


def _price(contract: Contract) -> str:
    job = contract.job
    if contract.value is None:
        if contract.kind == "nda":
            fine = job.notation.amount(Decimal(job.pick(10000, 25000, 50000)))
            return f"Für jeden Fall der Zuwiderhandlung wird eine Vertragsstrafe von {fine} fällig."
        return ""
    hourly = job.notation.amount(Decimal(job.chance.randrange(60, 140)))
    small = job.notation.amount(Decimal(job.chance.randrange(5, 60) * 100))
    return _PRICES[contract.kind].format(price=contract.price(), hourly=hourly, small=small)


def _liability(contract: Contract) -> str:
    job = contract.job
    most = job.notation.amount(Decimal(job.pick(50000, 100000, 250000, 1000000)))
    return job.pick(
        "Die Parteien haften für Vorsatz und grobe Fahrlässigkeit unbeschränkt. Für einfache "
        "Fahrlässigkeit ist die "
        f"Haftung auf {most} je Schadensfall begrenzt.",
        "Gehaftet wird nach den gesetzlichen Vorschriften. Schadensersatz wegen entgangenen Gewinns ist "
        f"ausgeschlossen; im Übrigen ist die Haftung der Höhe nach auf {most} im Kalenderjahr beschränkt.",
    )


def duration(contract: Contract) -> list[str]:
    """Beginning, term, renewal and notice, in sentences."""
    job = contract.job
    start = contract.starts()
    begins = job.pick(f"mit Wirkung zum {start}", f"am {start}", f"zum {start}")
    subject = "Das Arbeitsverhältnis" if contract.kind == "employment" else "Das Mietverhältnis"
    subject = (
        subject if contract.kind in ("employment", "lease") else job.pick("Dieser Vertrag", "Der Vertrag")
    )
    if contract.kind == "purchase":
        return [f"Dieser Vertrag wird mit Wirkung zum {start} geschlossen."]
    if contract.term and contract.end:
        first = job.pick(
            f"{subject} beginnt {begins} und wird für die Dauer von {contract.term_text(dative=True)} bis "
            f"zum "
            f"{contract.ends()} geschlossen.",
            f"{subject} tritt {begins} in Kraft. Die Laufzeit beträgt {contract.term_text()} und endet am "
            f"{contract.ends()}.",
        )
    elif contract.end:
        first = job.pick(
            f"{subject} beginnt {begins} und endet am {contract.ends()}.",
            f"{subject} tritt {begins} in Kraft und ist befristet bis zum {contract.ends()}.",
        )
    elif contract.term:
        first = job.pick(
            f"{subject} tritt {begins} in Kraft und hat eine Laufzeit von {contract.term_text(dative=True)}.",
            f"{subject} beginnt {begins}. Die feste Laufzeit beträgt {contract.term_text()}.",
        )
    else:
        first = f"{subject} beginnt {begins} und läuft auf unbestimmte Zeit."
    made = [first]
    if contract.renews is not None:
        longer = job.pick("jeweils weitere zwölf Monate", "jeweils ein weiteres Jahr")
        yes = job.pick(
            f"verlängert sich automatisch um {longer}", f"verlängert sich stillschweigend um {longer}"
        )
        no = job.pick("endet, ohne dass es einer Kündigung bedarf", "verlängert sich nicht automatisch")
        words = contract.renewal(yes, no)
        it = "er" if subject.endswith("Vertrag") else "es"
        made[0] += f" {it.capitalize()} {words}"
        made[0] += f", wenn {it} nicht fristgerecht gekündigt wird." if contract.renews else "."
    if contract.notice:
        notice = contract.notice_text(dative=True)
        until = {
            "month": job.pick("zum Quartalsende", "zum Monatsende", "zum Ende der Laufzeit", "zum Jahresende")
        }
        to = until.get(contract.notice[1], job.pick("zum Monatsende", "zum Ende der Laufzeit"))
        made.append(
            job.pick(
                f"Die Kündigungsfrist beträgt {contract.notice_text()} {to}. Die Kündigung bedarf der "
                f"Schriftform.",
                f"Jede Partei kann mit einer Frist von {notice} {to} schriftlich kündigen.",
            )
        )
    made.append("Das Recht zur fristlosen Kündigung aus wichtigem Grund bleibt unberührt.")
    return made
