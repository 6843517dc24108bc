"""The chapters of manuals in both languages; figures in braces come from the machine."""

from __future__ import annotations

from collections.abc import Mapping

Chapter = tuple[str, tuple[str, ...]]

CHAPTERS: Mapping[str, Mapping[str, Chapter]] = {
    "de": {
        "safety": (
            "Sicherheit",
            (
                "Lesen Sie diese Anleitung vor der ersten Inbetriebnahme vollständig durch und bewahren "
                "Sie sie am "
                "Einsatzort auf.",
                "Arbeiten an der elektrischen Anlage dürfen nur von Elektrofachkräften ausgeführt werden.",
                "Vor allen Wartungsarbeiten das Gerät spannungsfrei schalten und gegen Wiedereinschalten "
                "sichern.",
                "Persönliche Schutzausrüstung tragen: Schutzbrille, Handschuhe, Gehörschutz ab 80 dB(A).",
                "Das Gerät nicht in explosionsgefährdeten Bereichen betreiben.",
            ),
        ),
        "description": (
            "Beschreibung",
            (
                "Das Gerät ist für den Dauerbetrieb in trockenen Innenräumen bestimmt. Jede andere "
                "Verwendung gilt als "
                "nicht bestimmungsgemäß.",
                "Zum Lieferumfang gehören das Gerät, ein Anschlusskabel von 3 m Länge, ein Satz Dichtungen "
                "und diese "
                "Anleitung.",
                "Das Typenschild befindet sich auf der Rückseite neben dem Netzanschluss.",
            ),
        ),
        "installation": (
            "Transport und Aufstellung",
            (
                "Das Gerät nur an den Transportösen anheben. Beim Auspacken auf Schäden prüfen und diese "
                "sofort melden.",
                "Auf ebenem, tragfähigem Boden aufstellen. Abstand zu Wänden mindestens {gap} mm.",
                "Befestigungsschrauben M10 mit {torque} N·m anziehen.",
                "Rohrleitungen spannungsfrei anschließen und auf Dichtheit prüfen.",
            ),
        ),
        "start": (
            "Inbetriebnahme",
            (
                "Drehrichtung prüfen: Der Pfeil auf dem Gehäuse zeigt die richtige Drehrichtung.",
                "Behälter bis zur Markierung MAX mit Hydrauliköl HLP {oil} füllen.",
                "Hauptschalter einschalten. Nach {warmup} Minuten ist die Betriebstemperatur erreicht.",
                "Probelauf von 15 Minuten ohne Last durchführen.",
            ),
        ),
        "operation": (
            "Betrieb",
            (
                "Die Taste START drei Sekunden gedrückt halten. Die grüne Lampe leuchtet.",
                "Mit den Pfeiltasten den Sollwert zwischen 10 und 100 % einstellen und mit OK bestätigen.",
                "Bei ungewöhnlichen Geräuschen das Gerät sofort mit NOT-HALT stillsetzen.",
                "Zum Ausschalten die Taste STOP drücken und den Hauptschalter auf 0 stellen.",
            ),
        ),
        "seal": (
            "Austausch der Gleitringdichtung",
            (
                "Gerät ausschalten, abkühlen lassen und entleeren.",
                "Die vier Gehäuseschrauben lösen und den Deckel abnehmen.",
                "Alte Dichtung abziehen, Sitz mit Isopropanol reinigen, neue Dichtung {seal} von Hand "
                "einsetzen.",
                "Deckel aufsetzen und die Schrauben über Kreuz mit {bolts} N·m anziehen.",
            ),
        ),
        "trouble": (
            "Störungen",
            (
                "Fehler E01: Überlast. Last verringern, Gerät 10 Minuten abkühlen lassen.",
                "Fehler E02: Ölstand zu niedrig. Öl HLP {oil} nachfüllen.",
                "Fehler E07: Temperaturfühler gestört. Steckverbindung X4 prüfen.",
                "Gerät läuft nicht an: Sicherung F1 ({fuse} A) prüfen und bei Bedarf ersetzen.",
            ),
        ),
        "disposal": (
            "Entsorgung",
            (
                "Altöl und ölhaltige Teile getrennt sammeln und einer Annahmestelle übergeben.",
                "Elektronische Bauteile gemäß WEEE-Richtlinie entsorgen.",
            ),
        ),
        "oil": (
            "Ölwechsel",
            (
                "Auffangwanne unterstellen, Ablassschraube öffnen und das warme Öl vollständig ablaufen "
                "lassen.",
                "Ablassschraube mit neuem Dichtring einsetzen und mit {torque} N·m anziehen.",
                "{litres} Liter Hydrauliköl HLP {oil} einfüllen, Ölstand am Schauglas prüfen.",
            ),
        ),
        "filter": (
            "Filter wechseln",
            (
                "Filtergehäuse mit dem Schlüssel F{fuse} aufschrauben, alten Einsatz entnehmen.",
                "Neuen Einsatz {seal}-F mit der Pfeilrichtung nach oben einlegen und Gehäuse handfest "
                "verschließen.",
                "Den Zähler im Menü unter Service mit RESET zurücksetzen.",
            ),
        ),
        "storage": (
            "Lagerung",
            (
                "Bei Stillstand von mehr als drei Monaten das Gerät entleeren und blanke Teile einölen.",
                "Trocken und frostfrei bei 5 bis 40 °C lagern; alle vier Wochen die Welle von Hand drehen.",
            ),
        ),
        "warranty": (
            "Gewährleistung und Kundendienst",
            (
                "Die Gewährleistung beträgt 24 Monate ab Auslieferung. Verschleißteile sind ausgenommen.",
                "Bei Anfragen bitte Typ und Baujahr vom Typenschild angeben.",
            ),
        ),
    },
    "en": {
        "safety": (
            "Safety",
            (
                "Read this manual completely before first use and keep it with the machine.",
                "Work on the electrical equipment may be carried out by qualified electricians only.",
                "Before any maintenance, disconnect the machine from the mains and secure it against being "
                "switched on.",
                "Wear personal protective equipment: goggles, gloves, and ear protection above 80 dB(A).",
                "Do not operate the machine in potentially explosive atmospheres.",
            ),
        ),
        "description": (
            "Description",
            (
                "The machine is intended for continuous duty in dry indoor rooms. Any other use is "
                "considered improper.",
                "The delivery comprises the machine, a connecting cable of 3 m, a set of gaskets and this "
                "manual.",
                "The rating plate is on the rear next to the mains connection.",
            ),
        ),
        "installation": (
            "Transport and Installation",
            (
                "Lift the machine by its lifting eyes only. Check for damage when unpacking and report it "
                "at once.",
                "Place on level, solid ground. Keep at least {gap} mm clear of walls.",
                "Tighten the M10 fixing bolts to {torque} N·m.",
                "Connect the pipework free of stress and check it for leaks.",
            ),
        ),
        "start": (
            "Commissioning",
            (
                "Check the direction of rotation: the arrow on the housing shows the correct one.",
                "Fill the tank to the MAX mark with hydraulic oil HLP {oil}.",
                "Turn on the main switch. Operating temperature is reached after {warmup} minutes.",
                "Run without load for 15 minutes.",
            ),
        ),
        "operation": (
            "Operation",
            (
                "Hold START for three seconds. The green lamp lights up.",
                "Set the target value between 10 and 100 % with the arrow keys and confirm with OK.",
                "In case of unusual noise, stop the machine at once with EMERGENCY STOP.",
                "To switch off, press STOP and turn the main switch to 0.",
            ),
        ),
        "seal": (
            "Replacing the Shaft Seal",
            (
                "Switch off the machine, let it cool down and drain it.",
                "Undo the four housing bolts and take off the cover.",
                "Pull off the old seal, clean the seat with isopropyl alcohol and insert the new seal "
                "{seal} by hand.",
                "Put on the cover and tighten the bolts crosswise to {bolts} N·m.",
            ),
        ),
        "trouble": (
            "Troubleshooting",
            (
                "Error E01: overload. Reduce the load and let the machine cool down for 10 minutes.",
                "Error E02: oil level too low. Top up with oil HLP {oil}.",
                "Error E07: temperature sensor fault. Check connector X4.",
                "Machine does not start: check fuse F1 ({fuse} A) and replace it if necessary.",
            ),
        ),
        "disposal": (
            "Disposal",
            (
                "Collect used oil and oily parts separately and hand them over to a collection point.",
                "Dispose of electronic components in accordance with the WEEE Directive.",
            ),
        ),
        "oil": (
            "Oil Change",
            (
                "Put a drip tray in place, open the drain plug and let the warm oil run out completely.",
                "Insert the drain plug with a new sealing ring and tighten it to {torque} N·m.",
                "Fill in {litres} litres of hydraulic oil HLP {oil} and check the level at the sight glass.",
            ),
        ),
        "filter": (
            "Replacing the Filter",
            (
                "Unscrew the filter housing with spanner F{fuse} and take out the old cartridge.",
                "Insert the new cartridge {seal}-F with the arrow pointing up and close the housing "
                "hand-tight.",
                "Reset the counter in the menu under Service with RESET.",
            ),
        ),
        "storage": (
            "Storage",
            (
                "If the machine is idle for more than three months, drain it and oil bright parts.",
                "Store dry and free from frost at 5 to 40 °C; turn the shaft by hand every four weeks.",
            ),
        ),
        "warranty": (
            "Warranty and Customer Service",
            (
                "The warranty period is 24 months from delivery. Wearing parts are excluded.",
                "When contacting us, please state the type and year of manufacture given on the rating "
                "plate.",
            ),
        ),
    },
}
