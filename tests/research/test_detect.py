"""The pattern detector: spans, kinds and targets, look-alikes, hostile text, the labelled passages."""

from __future__ import annotations

import time

import pytest

from core.research.references.detect import detect
from core.research.references.reference import ReferenceKind
from tests.benchmarks.research.detection import score
from tests.benchmarks.research.labelled import own_passages

TARGETS = {
    "siehe Abschnitt 3.2.": ("section", "section 3.2"),
    "see Chapter 3.2": ("section", "section 3.2"),
    "nach § 15 Abs. 2 StrlSchG zulässig": ("legal_section", "§ 15(2) StrlSchG"),
    "under Article 6(1) GDPR": ("legal_section", "article 6(1) GDPR"),
    "nach Artikel 4 Nummer 16 der Verordnung (EU)\n2016/679 gilt": (
        "legal_section",
        "article 4 Verordnung (EU) 2016/679",
    ),
    "see Annex B for details": ("section", "annex B"),
    "siehe Anhang B": ("section", "annex B"),
    "wie Abbildung 5 zeigt": ("section", "figure 5"),
    "as shown in Fig. 5": ("section", "figure 5"),
    "Tab. 3 fasst zusammen": ("section", "table 3"),
    "(siehe Seite 14)": ("section", "page 14"),
    "refer to Note 12 of Acme's 2021 Form 10-K": ("section", "note 12 Acme's 2021 Form 10-K"),
    "in chapter 6 of the Service Manual": ("section", "section 6 Service Manual"),
    "Kapitel 4 der Montageanleitung MA-220 beachten": ("section", "section 4 Montageanleitung MA-220"),
    "The Quality Manual QM-01, section 5, applies": ("section", "section 5 Quality Manual QM-01"),
    "siehe Abschnitt 6 der „Betriebskosten 2021“.": ("section", "section 6 „Betriebskosten 2021“"),
    'as section 6 of the "Tariff Sheet" says': ("section", 'section 6 "Tariff Sheet"'),
    "Kapitel 9 in PR-17 beschreibt": ("section", "section 9 PR-17"),
    "siehe Kapitel 9 (Prüfung) der PR-17": ("section", "section 9 PR-17"),
    "Abschnitt 7.3 der DIN EN 1090-2 gilt": ("section", "section 7.3 DIN EN 1090-2"),
    "Abschnitt 7 unserer Reiserichtlinie": ("section", "section 7 Reiserichtlinie"),
    "siehe Reinigungsplan, Abschnitt 3": ("section", "section 3 Reinigungsplan"),
    "Tabelle 2 in Abschnitt 5 der PR-17": ("section", "table 2 PR-17"),
    "Das wurde von Krüger (2014) gemessen.": ("academic_shortform", "work Krüger 2014"),
    "as von Braun (1952) wrote": ("academic_shortform", "work Braun 1952"),
    "gilt als gesichert (Krüger 2014: 27–29)": ("academic_shortform", "work Krüger 2014"),
    "Miller 2008b found none": ("academic_shortform", "work Miller 2008b"),
    "London (1904) describes the voyage": ("academic_shortform", "work London 1904"),
    "wie im 5. Abschnitt beschrieben": ("section", "section 5"),
    "wie im zweiten Kapitel beschrieben": ("section", "section 2"),
    "as described in chapter ſix": ("section", "section 6"),
    "as chapter four, and in section nine, says": ("section", "section 9"),
    "siehe Unterabschnitt 2.7.": ("section", "section 2.7"),
    "siehe Beiblatt 4.": ("section", "annex 4"),
    "the form is Exhibit 4.2 hereto": ("section", "annex 4.2"),
    "nach § 280 III BGB": ("legal_section", "§ 280(3) BGB"),
    "nach § 812 I 1 BGB": ("legal_section", "§ 812(1) BGB"),
    "nach Art 14 Abs 2 GG": ("legal_section", "article 14(2) GG"),
    "Paragraf 5 des Kreislaufwirtschaftsgesetzes": ("legal_section", "§ 5 Kreislaufwirtschaftsgesetzes"),
    "siehe Kapitel 2 und Beilage 5": ("section", "annex 5"),
    "see document PX-20 for this": ("document", "document PX-20"),
    "nach Formel 7 berechnet": ("section", "equation 7"),
    "as Figure 8 shows": ("section", "figure 8"),
    "see Schedule 80.": ("section", "annex 80"),
    "reported by Smith et al. (2019).": ("academic_shortform", "work Smith 2019"),
    "as proved [12].": ("academic_numbered", "bibliography 12"),
    "der Ansatz aus [Mül20] und": ("academic_numbered", "bibliography Mül20"),
    "see https://example.org/a_(b)/c.": ("external", "url https://example.org/a_(b)/c"),
    "doi 10.1000/182": ("external", "doi 10.1000/182"),
    "siehe Wartungsplan_2024.pdf": ("document", "document Wartungsplan_2024.pdf"),
    "accredited to ISO/IEC 17025": ("document_mention", "document ISO/IEC 17025"),
}


@pytest.mark.parametrize("text", TARGETS)
def test_kind_and_target(text: str) -> None:
    found = [(one.kind.value, one.target) for one in detect(text)]
    assert TARGETS[text] in found


@pytest.mark.parametrize(
    ("text", "elsewhere"),
    [
        ("siehe Abschnitt 4 der Ausschreibung", "Ausschreibung"),
        ("siehe Abschnitt 4 der geltenden Preisliste", "Preisliste"),
        ("laut Teilekatalog 2019, Abschnitt 4", "Teilekatalog 2019"),
        ("nach § 7 Nr. 2 des Pachtvertrags", "Pachtvertrags"),
        ("see clause 4 of the lease", "lease"),
        ("nach Ziffer 4 der AGB", "AGB"),
        ("siehe Abschnitt 4 der Anlage 2 zum Pachtvertrag", "Pachtvertrag"),
        ("laut Teilekatalog 2019 (Abschnitt 4)", "Teilekatalog 2019"),
        ("see Table 4 in the 2019 progress report", "2019 progress report"),
        ("see Figure 4 of Huber (2016)", "Huber (2016)"),
        ("Die Preisliste 2024 nennt in Abschnitt 4 die Rabatte.", "Preisliste 2024"),
        ("Ab 50 Stück nennt die Preisliste 2024 in Abschnitt 4 einen Rabatt.", "Preisliste 2024"),
        ("In Abschnitt 4 nennt die Preisliste 2024 die Rabatte.", "Preisliste 2024"),
        ("In der Preisliste 2024 stehen die Rabatte in Abschnitt 4.", "Preisliste 2024"),
        ("The 2024 price list states in section 4 what a seal costs.", "2024 price list"),
        ("Our price list 2024 gives the discounts in section 4.", "price list 2024"),
        ("The 2023 annual report lists the claims in Table 4.", "2023 annual report"),
        # Of its own document, or of nothing.
        ("Die Preisliste 2024 ist in Abschnitt 4 erklärt.", ""),
        ("Die Preisliste 2024 gilt. In Abschnitt 4 steht mehr.", ""),
        ("Der Vertrag regelt in Abschnitt 4 die Haftung.", ""),
        ("The contract states in section 4 who is liable.", ""),
        ("The 2024 price list is explained in section 4.", ""),
        ("Nach Abschnitt 4 ist die Preisliste 2024 gültig.", ""),
        ("siehe Abschnitt 4 dieser Ausschreibung", ""),
        ("siehe Tabelle 4 des Kapitels 2", ""),
        ("siehe Tabelle 4 im Einzelnen", ""),
        ("see Table 4 in Annex B", ""),
        ("see Note 4 to the Consolidated Financial Statements", ""),
        ("see section 4 of this lease", ""),
        ("wenn nach Abschnitt 4 der Pächter zahlt", ""),
        ("siehe Abschnitt 4.", ""),
    ],
)
def test_what_a_part_may_belong_to_is_told(text: str, elsewhere: str) -> None:
    assert detect(text)[0].elsewhere == elsewhere
    assert not detect(text)[0].document


def test_a_list_is_several_references_with_one_span() -> None:
    text = "as shown earlier [3, 5–7] and in Sections 4.1 through 4.3."
    found = detect(text)
    assert [one.number for one in found] == ["3", "5", "6", "7", "4.1", "4.2", "4.3"]
    assert {text[one.span.start : one.span.end] for one in found} == {"[3, 5–7]", "Sections 4.1 through 4.3"}
    assert all(one.words == text[one.span.start : one.span.end] for one in found)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("nach §§ 433 bis 436 BGB", ["433", "434", "435", "436"]),
        ("siehe §§ 7–9.", ["7", "8", "9"]),
        ("under Articles 44 to 46 GDPR", ["44", "45", "46"]),
        ("nach §§ 12a bis 12c WHG", ["12a", "12b", "12c"]),
        ("see Annexes B to D", ["B", "C", "D"]),
        ("siehe Anlagen II bis IV", ["II", "III", "IV"]),
        ("see pp. 41-43", ["41", "42", "43"]),
        ("siehe Kapitel 6 bis 8", ["6", "7", "8"]),
        ("see Sections 6-8", ["6", "7", "8"]),
        # A number with a hyphen in it, and more than anybody reads.
        ("see section 9-12", ["9-12"]),
        ("(see page 2-14)", ["2-14"]),
        ("nach §§ 100 bis 900 BGB", ["100", "900"]),
        ("see Sections 8 and 6", ["8", "6"]),
        ("nach den Absätzen 3 und 4", ["3", "4"]),
        ("siehe Zeichnung 512-B-07", ["512-B-07"]),
    ],
)
def test_a_range_names_what_lies_in_it(text: str, numbers: list[str]) -> None:
    assert [one.number for one in detect(text)] == numbers


def test_the_same_thing_has_the_same_key_in_both_languages() -> None:
    assert detect("siehe Abschnitt 3.2")[0].key == detect("see section 3.2")[0].key
    assert detect("siehe Abschnitt 3.2")[0].key != detect("see section 3.2 of the Service Manual")[0].key


@pytest.mark.parametrize(
    "text",
    [
        "Der Zuschlag erfolgte zum Preis von 1.250,00 € am 3.2.2021.",
        "Version 3.2.1 costs $3.2 million; see that both are up to date.",
        "er habe den Schlüssel nicht „gefunden [sic]“",
        "1. Switch off.\n2. Unplug.\n",
        "3.2 Messverfahren .......... 21\nAnhang A Messprotokolle .......... 55",
        "Figure 3. Schematic of the rig.",
        "Tabelle 2: Zusammensetzung der Proben.",
        "#### § 15 Tätigkeitsbericht\n",
        "[1] A. Turing. Computing machinery and intelligence. Mind, 1950.",
        "Nothing in this clause 7 applies.",
        "Page 4 of 12",
        "a[3] is set to zero on the interval [1, 2].",
        "Am 1. Mai (2019) traf er Weber (58).",
        "Von jeder Art 20 Stück, und Anlage 2 und Anlage 3 stehen still.",
        "Im ersten Teil der Saison gab es zwei Siege.",
        "In der Formel 1 gab es zwei Unfälle.",
        "Lay Schedule 80 steel pipes and tie a Figure 8 knot.",
        "Hall 4, Section C is for the press.",
        "Die Tabelle 12 Spalten breit drucken.",
        "Das Gewicht von [35] kg ist geschätzt.",
        "Der Abschnitt 7 wird im Mai gesperrt.",
        "Auf die Messen in Köln (2017) und Lyon (2018) folgte keine mehr.",
        "Siemens (2019): 86 Mrd. Umsatz.",
        "Madrid (2022) was the last fair.",
        "ISO 400 film and DIN A4 paper",
        "write to info@example.com",
        "",
    ],
)
def test_look_alikes_are_none(text: str) -> None:
    assert detect(text) == []


def test_language_leaves_out_words_that_mean_something_else_in_it() -> None:
    text = "Er bestand mit Note 3 die Prüfung."
    assert detect(text, "de") == []
    assert [one.target for one in detect("with Note 3 to the accounts", "en")] == ["note 3"]
    # Where the text says to look there, it is one; a word without another meaning always is.
    assert next(one.target for one in detect("Siehe Note 3 des Abschlusses.", "de")).startswith("note 3")
    assert [one.target for one in detect("Die Form steht in Exhibit 7.", "de")] == ["annex 7"]


@pytest.mark.parametrize(
    "text",
    [
        "Section 1, 2, 3 and 4 " * 2000,
        "“see " * 8000,
        "Act of the " * 4000,
        "§ 1 Abs. 2, 3 und " * 2000,
        "a-" * 20000,
        "Smith, Jones, " * 6000,
    ],
)
def test_hostile_text_takes_no_longer_than_it_is_long(text: str) -> None:
    start = time.monotonic()
    detect(text)
    assert time.monotonic() - start < 10  # 0.3 s on an idle core; seconds each before the finders were bound


def test_own_passages_are_found_as_well_as_the_documentation_says() -> None:
    passages = own_passages()
    scores = score(passages, detect)
    assert scores.passages >= 300
    assert {*scores.by_kind} == set(ReferenceKind)
    assert scores.all.found / (scores.all.found + scores.all.missed) > 0.97
    assert scores.all.found / (scores.all.found + scores.all.invented) > 0.97
    # "works" was labelled by another hand: 3 of its 12 look-alikes are taken (4 at the first look).
    assert scores.all.told / scores.all.found > 0.98
    by_others = [one for one in passages if one.source == "works"]
    assert score(by_others, detect).alarms <= 3
    assert score([one for one in passages if one.source != "works"], detect).alarms <= 3
