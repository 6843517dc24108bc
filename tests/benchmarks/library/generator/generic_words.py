"""What letters, minutes, articles and memos are about; figures in braces are filled in."""

from __future__ import annotations

from collections.abc import Mapping

Topic = tuple[str, tuple[str, ...]]

TOPICS: Mapping[str, tuple[Topic, ...]] = {
    "de": (
        (
            "Verspätete Lieferung",
            (
                "leider wird sich die Lieferung zu Ihrer Bestellung um {weeks} Wochen verzögern. Grund ist "
                "ein Ausfall "
                "bei einem Vorlieferanten.",
                "Wir haben Ihnen bereits eine Teilmenge geschickt; die zugehörige Rechnung Nr. {number} "
                "über {amount} "
                "Euro bitten wir erst nach Eingang der Restmenge zu begleichen.",
                "Für die Unannehmlichkeiten bieten wir Ihnen bei der nächsten Bestellung einen Nachlass "
                "von 5 % an.",
                "Über den genauen Termin unterrichten wir Sie in der kommenden Woche.",
            ),
        ),
        (
            "Umzug der Verwaltung",
            (
                "im Sommer zieht die Verwaltung in das neue Gebäude an der Ostseite des Geländes.",
                "Auf {area} m² entstehen 84 Arbeitsplätze, vier Besprechungsräume und eine Teeküche auf "
                "jeder Etage.",
                "Der Mietvertrag für das bisherige Büro läuft noch bis zum Jahresende; bis dahin bleibt "
                "das Archiv dort.",
                "Bitte packen Sie persönliche Gegenstände bis zum Freitag vor dem Umzug ein.",
            ),
        ),
        (
            "Energie sparen im Werk",
            (
                "der Stromverbrauch der Halle 3 ist im Vergleich zum Vorjahr um {percent} % gesunken.",
                "Den größten Beitrag haben die neuen Leuchten und die Abwärmenutzung am Kompressor "
                "geleistet.",
                "Als Nächstes wird geprüft, ob sich auf dem Dach eine Photovoltaikanlage mit {area} kWp "
                "lohnt.",
                "Vorschläge nimmt das Energieteam jederzeit entgegen.",
            ),
        ),
        (
            "Einführung der neuen Software",
            (
                "ab dem nächsten Quartal arbeiten Einkauf und Lager mit einem gemeinsamen System.",
                "Rund {area} Beschäftigte werden in halbtägigen Kursen geschult, die Termine stehen im "
                "Intranet.",
                "Die alten Daten werden übernommen, Aufträge von vor 2015 nur auf Anforderung.",
                "Während der Umstellung ist das Lager an zwei Tagen geschlossen.",
            ),
        ),
        (
            "Tag der Sicherheit",
            (
                "am Tag der Sicherheit konnten alle Beschäftigten Feuerlöscher ausprobieren und Erste "
                "Hilfe üben.",
                "Die Zahl der meldepflichtigen Unfälle ist auf {weeks} gesunken, den niedrigsten Stand "
                "seit zehn Jahren.",
                "Besonders gefragt war der Rauchtunnel der Werkfeuerwehr.",
                "Im nächsten Jahr wird das Thema Ladungssicherung im Mittelpunkt stehen.",
            ),
        ),
    ),
    "en": (
        (
            "Delayed Delivery",
            (
                "We are sorry to tell you that the delivery of your order will be late by {weeks} weeks, "
                "because one of "
                "our suppliers has had a breakdown.",
                "A first part has already been shipped; please settle invoice no. {number} for {amount} "
                "pounds only when "
                "the remainder has arrived.",
                "To make up for the inconvenience we offer you a discount of 5 % on your next order.",
                "We will let you know the exact date in the course of next week.",
            ),
        ),
        (
            "Office Move",
            (
                "In summer the administration will move to the new building on the east side of the site.",
                "It offers 84 desks on {area} square metres, four meeting rooms and a kitchen on each floor.",
                "The lease of the present office runs until the end of the year; the archive will stay "
                "there until then.",
                "Please pack your personal belongings by the Friday before the move.",
            ),
        ),
        (
            "Saving Energy on Site",
            (
                "Power consumption of hall 3 has fallen by {percent} % compared with last year.",
                "The new lights and the use of waste heat from the compressor contributed most.",
                "Next, we will find out whether solar panels of {area} kWp on the roof would pay off.",
                "The energy team welcomes suggestions at any time.",
            ),
        ),
        (
            "Introduction of the New Software",
            (
                "From next quarter, purchasing and the warehouse will work with one system.",
                "Some {area} employees will be trained in half-day courses; dates are on the intranet.",
                "Existing data will be carried over, orders from before 2015 only on request.",
                "The warehouse will be closed for two days during the change.",
            ),
        ),
        (
            "Safety Day",
            (
                "On Safety Day everybody could try out fire extinguishers and practise first aid.",
                "The number of reportable accidents has fallen to {weeks}, the lowest level in ten years.",
                "The smoke tunnel of the fire brigade was the greatest attraction.",
                "Next year the focus will be on securing loads.",
            ),
        ),
    ),
}
REPORT: Mapping[str, tuple[str, ...]] = {
    "de": (
        "Der Umsatz stieg gegenüber dem Vorjahr um {percent} % auf {amount} Millionen Euro. Das Wachstum "
        "kam vor allem aus "
        "dem Servicegeschäft.",
        "Das Ergebnis vor Zinsen und Steuern lag bei {profit} Millionen Euro. Höhere Materialkosten "
        "konnten zum Teil "
        "weitergegeben werden.",
        "Am Ende des Zeitraums waren {area} Personen beschäftigt, davon 41 in der Ausbildung.",
        "Die Investitionen flossen überwiegend in die neue Montagehalle und in die Digitalisierung der "
        "Fertigung.",
        "Für das laufende Jahr wird ein Umsatz auf ähnlicher Höhe erwartet; Risiken bestehen bei "
        "Energiepreisen.",
    ),
    "en": (
        "Revenue rose by {percent} % year on year to {amount} million. Growth came mainly from the service "
        "business.",
        "Earnings before interest and taxes were {profit} million. Higher material costs could be passed "
        "on in part.",
        "At the end of the period, {area} people were employed, 41 of them apprentices.",
        "Capital expenditure went mostly into the new assembly hall and the digitisation of production.",
        "For the current year, revenue is expected to be at a similar level; energy prices remain a risk.",
    ),
}
