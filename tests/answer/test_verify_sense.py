"""Small words that turn what a sentence says: duty and permission, limits, conditions, who acts on whom."""

from __future__ import annotations

import pytest

from core.answer.verification.verify import verify
from core.types import StatementStatus as S

VERIFIED = (S.QUOTED, S.SUPPORTED)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("The tenant must keep one cat in the apartment.", "The tenant may keep one cat in the apartment."),
        (
            "The tenant may return both keys on the day of departure.",
            "The tenant must return both keys on the day of departure.",
        ),
        (
            "The landlord may repair the roof within 30 days after written notice.",
            "The landlord shall repair the roof within 30 days after written notice.",
        ),
        (
            "The landlord pays the tenant a deposit of EUR 2,400.",
            "The tenant pays the landlord a deposit of EUR 2,400.",
        ),
        ("The rent must be raised by 3 % a year.", "The rent may be raised by up to 3 % a year."),
        (
            "Subletting is permitted.",
            "Subletting is permitted only with the written consent of the landlord.",
        ),
        (
            "The agreement was signed by Mira Chen on 9 May 2022.",
            "The agreement was signed by Mira Chen on 4 May 2022 and by Harrow Properties on 9 May 2022.",
        ),
        (
            "Mira Chen signed the agreement on 9 May 2022.",
            "The agreement was signed by Mira Chen on 4 May 2022 and by Harrow Properties on 9 May 2022.",
        ),
        ("All damages are paid by the tenant.", "All damages above EUR 100 are paid by the tenant."),
        (
            "The garage was rented from 31 May 2024 to 1 June 2022.",
            "The garage was rented from 1 June 2022 to 31 May 2024.",
        ),
        (
            "The landlord replaced the boiler in 2025.",
            "The landlord intends to replace the boiler in 2025.",
        ),
        ("The motor runs at 70 dB.", "The motor runs at less than 70 dB."),
        ("Open the cover before you close the valve.", "Close the valve before you open the cover."),
        (
            "The filter may be cleaned every 200 operating hours.",
            "The filter must be cleaned every 200 operating hours.",
        ),
        (
            "The red lamp shows normal operation.",
            "The red lamp shows a fault, the green lamp shows normal operation.",
        ),
        (
            "The green lamp shows a fault.",
            "The red lamp shows a fault, the green lamp shows normal operation.",
        ),
        (
            "The red lamp shows normal operation, the green lamp shows a fault.",
            "The red lamp shows a fault, the green lamp shows normal operation.",
        ),
        (
            "The oil should be changed after the first 500 hours and then every 50 hours.",
            "The oil should be changed after the first 50 hours and then every 500 hours.",
        ),
        ("The old relay replaces the controller.", "The controller replaces the old relay."),
        ("Besk Ltd received 40 pallets.", "Besk Ltd ordered 40 pallets and received 38."),
        ("Sales grew to 1.2 million units.", "Sales grew 1.2 million units."),
        (
            "The customs fee costs more than transport insurance.",
            "Transport insurance costs more than the customs fee.",
        ),
        ("The company employs over 500 people.", "The company employs nearly 500 people."),
        ("The contract with Besk Ltd was cancelled.", "The contract was cancelled by Besk Ltd."),
        ("Peter sent the report to Carla.", "Anna asked Peter to send the report to Carla."),
        ("We finish by Friday.", "I think that we could finish by Friday."),
        ("We could finish on Friday.", "I think that we could finish by Friday."),
        ("Peter approved the budget.", "Peter said that the budget was approved."),
        ("We will hire two engineers.", "We will probably hire two engineers."),
        ("The test fails if the release is postponed.", "If the test fails, the release is postponed."),
        ("A cracked pipe was caused by the leak.", "Peter believes the leak was caused by a cracked pipe."),
        (
            "The new office closes when the old office opens.",
            "The old office closes when the new office opens.",
        ),
        ("Carla has no access to the archive.", "Nobody except Carla has access to the archive."),
        ("Nobody has access to the archive.", "Nobody except Carla has access to the archive."),
        (
            "The supplier offered to replace 8 of the 5 units.",
            "The supplier offered to replace 5 of the 8 units.",
        ),
        ("The supplier offered to replace 8 units.", "The supplier offered to replace 5 of the 8 units."),
        ("The supplier replaced 5 of the 8 units.", "The supplier offered to replace 5 of the 8 units."),
        (
            "Training is mandatory for others.",
            "Training is mandatory for new staff and voluntary for others.",
        ),
        ("Training is mandatory.", "Training is mandatory for new staff and voluntary for others."),
        ("Der Mieter muss eine Katze halten.", "Der Mieter darf eine Katze halten."),
        (
            "Der Mieter darf die Fenster jährlich streichen.",
            "Der Mieter muss die Fenster jährlich streichen.",
        ),
        (
            "Der Hausmeister muss den Heizungskeller betreten.",
            "Nur der Hausmeister darf den Heizungskeller betreten.",
        ),
        ("Die Gebühr muss 30 Euro betragen.", "Die Gebühr darf höchstens 30 Euro betragen."),
        ("Die Gebühr beträgt 30 Euro.", "Die Gebühr darf höchstens 30 Euro betragen."),
        (
            "Die Lieferung erfolgt nach dem 12. Juni 2023.",
            "Die Lieferung erfolgt spätestens am 12. Juni 2023.",
        ),
        ("Der Rabatt gilt für Händler.", "Der Rabatt gilt für alle Kunden außer Händlern."),
        ("Die Anlage läuft nach der Wartung im Leerlauf.", "Die Anlage läuft vor der Wartung im Leerlauf."),
        (
            "The agent earns a commission of 4 % on sales to others.",
            "The agent earns a commission of 4 % on sales to new customers and 2 % on sales to others.",
        ),
        (
            "If the customer is late, the supplier may withdraw.",
            "If the supplier is late, the customer may withdraw.",
        ),
        (
            "The lease is terminated.",
            "The lease continues unless it is terminated.",
        ),
        (
            "The lease is terminated unless it continues.",
            "The lease continues unless it is terminated.",
        ),
        (
            "The alarm sounds for more than 60 seconds.",
            "The alarm sounds twice if the door is open for more than 60 seconds.",
        ),
        (
            "The hose is 25 mm long.",
            "The hose is 3 m long and 25 mm wide.",
        ),
        (
            "The hose is 25 mm long and 3 m wide.",
            "The hose is 3 m long and 25 mm wide.",
        ),
        (
            "Children may not use the device.",
            "Children under 8 years may not use the device.",
        ),
        (
            "Water flows from the filter into the tank.",
            "Water flows from the tank into the filter.",
        ),
        (
            "Die Lieferung ist mehr als vier Wochen verspätet.",
            "Der Auftraggeber kann zurücktreten, wenn die Lieferung mehr als vier Wochen verspätet ist.",
        ),
        (
            "Rauchen ist erlaubt.",
            "Rauchen ist nur auf dem Balkon erlaubt.",
        ),
        (
            "Revenue was 5 million in 2022.",
            "In 2020, 2021 and 2022 revenue was 5, 6 and 7 million, respectively.",
        ),
        (
            "Revenue was 7 million in 2020.",
            "The revenue was 5, 6 and 7 million in the years 2020, 2021 and 2022.",
        ),
        (
            "The B-120 weighs 55 kg.",
            "The B-120 and the B-140 weigh 42 and 55 kg.",
        ),
        (
            "The B-140 weighs 42 kg.",
            "The B-120 and the B-140 weigh 42 kg and 55 kg.",
        ),
        (
            "The B-140 pump weighs 42 kg.",
            "The B-120 pump weighs 42 kg and the B-140 pump weighs 55 kg.",
        ),
        (
            "The warranty lasts three years from delivery.",
            "The warranty lasts 24 months from delivery.",
        ),
        (
            "Der Umsatz betrug 2021 7 Mio. Euro.",
            "Der Umsatz betrug in den Jahren 2020 und 2021 jeweils 5 und 7 Mio. Dollar.",
        ),
    ],
)
def test_the_same_words_say_something_else(statement: str, sentence: str) -> None:
    verdict = verify(statement, [sentence])
    assert verdict.status not in VERIFIED, verdict.reason


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("The deposit is EUR 2,400.", "The tenant pays the landlord a deposit of EUR 2,400."),
        (
            "The tenant pays a deposit of EUR 2,400 to the landlord.",
            "The tenant pays the landlord a deposit of EUR 2,400.",
        ),
        (
            "A deposit of EUR 2,400 is paid by the tenant to the landlord.",
            "The tenant pays the landlord a deposit of EUR 2,400.",
        ),
        (
            "The rent is due by the third working day of each month.",
            "Rent is due by the third working day of each month.",
        ),
        (
            "The landlord has to repair the roof within 30 days of written notice.",
            "The landlord shall repair the roof within 30 days after written notice.",
        ),
        (
            "The rent may be raised by up to 3 percent per year.",
            "The rent may be raised by up to 3 % a year.",
        ),
        (
            "Mira Chen signed the agreement on 4 May 2022.",
            "The agreement was signed by Mira Chen on 4 May 2022 and by Harrow Properties on 9 May 2022.",
        ),
        (
            "The garage was rented from 2022-06-01 to 2024-05-31.",
            "The garage was rented from 1 June 2022 to 31 May 2024.",
        ),
        (
            "The landlord must repair the roof within 30 days after written notice.",
            "The landlord shall repair the roof within 30 days after written notice.",
        ),
        (
            "The landlord must return the deposit to the tenant within 60 days after the lease ends.",
            "The landlord returns the deposit to the tenant within 60 days after the lease ends.",
        ),
        ("The pressure may not exceed 6 bar.", "The pressure must not exceed 6 bar."),
        ("The maximum flow is 12 m³/h.", "Maximum flow is 12 m³/h."),
        ("The pump is not suitable for oil.", "The pump is suitable for water but not for oil."),
        (
            "The filter has to be cleaned every 200 operating hours.",
            "The filter must be cleaned every 200 operating hours.",
        ),
        ("Sales grew by 1,200,000 units.", "Sales grew 1.2 million units."),
        ("Besk Ltd cancelled the contract.", "The contract was cancelled by Besk Ltd."),
        (
            "Peter believes that the leak was caused by a cracked pipe.",
            "Peter believes the leak was caused by a cracked pipe.",
        ),
        (
            "The auditors found no errors in the accounts of 2021.",
            "The auditors found no errors in the 2021 accounts.",
        ),
        ("Der Mieter darf eine Katze halten.", "Der Mieter darf eine Katze halten."),
        (
            "Der Vertrag wurde am 03.05.2022 von Frau Lang gekündigt.",
            "Frau Lang hat den Vertrag am 3. Mai 2022 gekündigt.",
        ),
        (
            "Frau Lang kündigte den Vertrag am 3. Mai 2022.",
            "Frau Lang hat den Vertrag am 3. Mai 2022 gekündigt.",
        ),
        (
            "Der Filter muss alle 200 Betriebsstunden gereinigt werden.",
            "Der Filter ist alle 200 Betriebsstunden zu reinigen.",
        ),
        ("Die Gebühr beträgt höchstens 30 Euro.", "Die Gebühr darf höchstens 30 Euro betragen."),
        (
            "The noise level in turbo mode is 52 dB.",
            "The noise level is 45 dB in normal mode and 52 dB in turbo mode.",
        ),
        (
            "The hose is 25 mm wide.",
            "The hose is 3 m long and 25 mm wide.",
        ),
        (
            "Die rechte Taste beendet das Programm.",
            "Die linke Taste startet das Programm, die rechte Taste beendet es.",
        ),
        (
            "The customer may withdraw if the supplier is late.",
            "If the supplier is late, the customer may withdraw.",
        ),
        (
            "The warranty lasts two years from delivery.",
            "The warranty lasts 24 months from delivery.",
        ),
        (
            "The rent increased from EUR 900 to EUR 950 in 2023.",
            "The rent rose from EUR 900 to EUR 950 in 2023.",
        ),
        (
            "The B-120 weighs 42 kg.",
            "The B-120 pump weighs 42 kg and the B-140 pump weighs 55 kg.",
        ),
        (
            "The second instalment is EUR 20,000.",
            "The first instalment is EUR 10,000 and the second instalment is EUR 20,000.",
        ),
        (
            "Der Umsatz sank auf 20 Millionen Euro.",
            "Der Umsatz sank um 5 Prozent auf 20 Mio. Euro.",
        ),
    ],
)
def test_the_same_is_said_with_other_small_words(statement: str, sentence: str) -> None:
    verdict = verify(statement, [sentence])
    assert verdict.status in VERIFIED, verdict.reason
