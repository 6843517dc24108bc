"""Letters, minutes, articles, memos, reports and a few papers more."""

from __future__ import annotations

from datetime import timedelta

from tests.benchmarks.library.generator.companies import companies, some_company, writes
from tests.benchmarks.library.generator.drawing import GREY, WHITE, Sheet
from tests.benchmarks.library.generator.generics import Generic
from tests.benchmarks.library.generator.letterhead import head, page_numbers, plain_footer, signature, window
from tests.benchmarks.library.generator.tables import Column, Look, pairs, table


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def letter_window(made: Generic) -> Sheet:
    """A business letter with a window address and a footer."""
    job = made.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=10.5, margins=(70, 60, 70, 84))
    head(sheet, job, made.firm_name(), made.firm)
    rest = [company for company in companies() if writes(company, job.language)]
    other = some_company(job.chance, rest, not_named=made.firm.name)
    window(sheet, made.firm, [other.name, made.person(), *other.address(job.language)], y=130)
    sheet.put(sheet.right, 226, f"{made.firm.town_name}, {made.day_text(prose=True)}", align="r")
    sheet.y = 256
    sheet.flow(made.title, style="b", size=11, after=12)
    greeting = job.t(
        ("Sehr geehrte Damen und Herren,", "Guten Tag,"), ("Dear Sir or Madam,", "Dear customer,")
    )
    sheet.flow(made.kind_text(greeting), after=8)
    for text in made.texts:
        sheet.flow(text, after=8)
    sheet.flow(job.t("Mit freundlichen Grüßen", ("Yours faithfully", "Kind regards")), after=34)
    signature(sheet, job, sheet.x0 + 4, sheet.y - 6)
    sheet.flow(made.author)
    sheet.running.append(plain_footer(job, made.firm, made.author))
    return sheet


def letter_plain(made: Generic) -> Sheet:
    """A typed letter without letterhead, the sender at the right."""
    job = made.job
    sheet = Sheet(job.facts, family=job.pick("mono", "serif"), size=11, margins=(80, 72, 80, 60))
    for line in [made.firm_name(), *made.firm.address(job.language)]:
        sheet.flow(line, align="r", after=0)
    sheet.y += 30
    sheet.flow(made.day_text(), after=24)
    sheet.flow(f"{job.t('Betreff', 'Re')}: {made.title}", style="b", after=14)
    name = made.person()
    sheet.flow(made.kind_text(job.t(f"Guten Tag {name},", f"Dear {name},")), after=10)
    for text in made.texts:
        sheet.flow(_upper(text), after=9)
    sheet.flow(job.t("Freundliche Grüße", "Best wishes"), after=40)
    signature(sheet, job, sheet.x0, sheet.y - 8)
    sheet.flow(made.author)
    return sheet


def minutes_table(made: Generic) -> Sheet:
    """Minutes with a head of labels and a table of points."""
    job = made.job
    sheet = Sheet(job.facts, size=10, margins=(56, 60, 56, 60))
    title = made.kind_text(
        job.t(
            ("Protokoll", "Besprechungsprotokoll", "Sitzungsprotokoll"),
            ("Minutes of Meeting", "Meeting Minutes"),
        )
    )
    sheet.flow(title, size=17, style="b", after=8)
    sheet.flow(made.firm_name(), size=11, ink=GREY, after=10)
    rows = [
        (job.t("Thema", "Subject"), made.title),
        (job.t(("Datum", "Sitzung am"), ("Date", "Held on")), made.day_text()),
        (job.t("Ort", "Place"), job.t("Besprechungsraum 2", "Meeting room 2")),
        (job.t("Teilnehmende", "Present"), ", ".join(made.person() for _ in range(4))),
        (job.t("Protokoll", "Minutes taken by"), made.author),
    ]
    pairs(sheet, rows, label_width=120, separator=job.pick(":", ""), label_style="b")
    sheet.y += 12
    columns = [
        Column(job.t("TOP", "Item"), 5),
        Column(job.t("Inhalt", "Discussion"), 32),
        Column(job.t("Wer", "Owner"), 12),
        Column(job.t("Bis", "Due"), 14),
    ]
    lines = []
    points = [*made.texts, *made.more[0][1][:2]]
    for number, text in enumerate(points, 1):
        until = job.notation.date(made.day + timedelta(days=job.chance.randrange(7, 60)))
        lines.append([str(number), _upper(text), made.person(), until])
    table(sheet, columns, lines, Look(head=job.pick("fill", "rule"), lines="grid", accent=job.accent, size=9))
    following = job.notation.date(made.day + timedelta(days=28))
    sheet.flow(job.t(f"Nächste Sitzung: {following}, 10:00 Uhr", f"Next meeting: {following}, 10 am"))
    return sheet


def minutes_prose(made: Generic) -> Sheet:
    """Minutes in numbered paragraphs."""
    job = made.job
    sheet = Sheet(job.facts, family=job.pick("serif", "mono"), size=10.5, margins=(76, 72, 76, 60))
    firm, day = made.firm_name(), made.day_text(prose=True)
    word = made.kind_text(job.t("Niederschrift", "Minutes"))
    sheet.flow(
        job.t(
            f"{word} über die Sitzung des Betriebsausschusses der {firm} am {day}",
            f"{word} of the works committee of {firm}, held on {day}",
        ),
        style="b",
        size=13,
        after=14,
    )
    sheet.flow(job.t("Beginn: 14:00 Uhr, Ende: 15:35 Uhr", "Opened at 2 pm, closed at 3.35 pm"), after=12)
    for number, text in enumerate([*made.texts, *made.more[0][1], *made.more[1][1]], 1):
        sheet.flow(_upper(text), indent=24, hang=f"{number}.", after=9)
    sheet.flow(job.t("Die Niederschrift wurde genehmigt.", "The minutes were approved."), after=40)
    signature(sheet, job, sheet.x0, sheet.y - 8)
    sheet.flow(made.author)
    return sheet


def article_columns(made: Generic) -> Sheet:
    """A page of a staff magazine in two or three columns."""
    job = made.job
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=10, margins=(48, 60, 48, 60))
    sheet.box(0, 0, sheet.width, 40, ink=None, fill=job.accent)
    firm = made.firm_name()
    sheet.put(
        sheet.left,
        26,
        job.t(f"Mitarbeiterzeitung der {firm}", f"The staff magazine of {firm}"),
        size=10,
        style="b",
        ink=WHITE,
    )
    sheet.put(sheet.right, 26, made.day_text(), size=9, align="r", ink=WHITE)
    sheet.y = 62
    sheet.flow(made.title, size=26, style="b", after=4)
    sheet.flow(made.kind_text(job.t(f"Von {made.author}", f"By {made.author}")), style="i", after=12)
    stories = [("", made.texts), *made.more]
    count = job.pick(2, 3)
    width = (sheet.right - sheet.left - 18 * (count - 1)) / count
    lines = sum(len(sheet.wrap(text, width)) for _, texts in stories for text in texts)
    sheet.columns(count, gap=18)
    sheet.bottom = min(sheet.bottom, sheet.y + lines * 13.5 / count + 130)
    for heading, texts in stories:
        if heading:
            sheet.flow(heading, style="b", size=12, keep_with=60)
        for text in texts:
            sheet.flow(_upper(text), align="j", after=7)
    return sheet


def article_page(made: Generic) -> Sheet:
    """An article as it is printed from a web page."""
    job = made.job
    sheet = Sheet(job.facts, size=11, margins=(90, 64, 90, 60))
    sheet.put(
        20, 24, f"https://www.{made.firm.domain}/news/{job.chance.randrange(100, 999)}", size=7, ink=GREY
    )
    sheet.flow(made.firm_name(), size=10, style="b", ink=job.accent, after=16)
    sheet.flow(made.title, size=22, style="b", after=6)
    line = made.kind_text(job.t(f"Ein Beitrag von {made.author}", f"Story by {made.author}"))
    sheet.flow(f"{made.day_text()} | {line}", size=9, ink=GREY, after=14)
    for text in [*made.texts, *made.more[0][1]]:
        sheet.flow(_upper(text), leading=1.5, after=10)
    return sheet


def memo_head(made: Generic) -> Sheet:
    """A memo with its head between two lines."""
    job = made.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif", "mono"), size=10.5, margins=(70, 66, 70, 60))
    sheet.flow(made.firm_name(), size=9, ink=GREY, after=6)
    sheet.flow(
        made.kind_text(
            job.t(("Aktennotiz", "Interne Mitteilung", "MEMO"), ("MEMORANDUM", "Memo", "Internal memo"))
        ),
        size=19,
        style="b",
        after=10,
    )
    sheet.rule(sheet.left, sheet.y, sheet.right, sheet.y, width=1)
    sheet.y += 8
    rows = [
        (job.t("An", "To"), job.t("Alle Abteilungen", "All departments")),
        (job.t("Von", "From"), made.author),
        (job.t("Datum", "Date"), made.day_text()),
        (job.t("Betreff", "Subject"), made.title),
    ]
    pairs(sheet, rows, label_width=80, separator=":", label_style="b", leading=1.6)
    sheet.rule(sheet.left, sheet.y + 4, sheet.right, sheet.y + 4, width=1)
    sheet.y += 18
    for text in made.texts:
        sheet.flow(_upper(text), after=9)
    return sheet


def release(made: Generic) -> Sheet:
    """A press release with figures."""
    job = made.job
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=10.5, margins=(72, 64, 72, 60))
    firm = made.firm_name()
    sheet.flow(job.t("Pressemitteilung", "PRESS RELEASE"), size=10, ink=GREY, after=12)
    words = made.kind_text(job.t("Geschäftszahlen", "Results"))
    sheet.flow(
        job.t(
            f"{firm} legt {words} für das Jahr {made.year_text()} vor",
            f"{firm} Announces {words} for Fiscal Year {made.year_text()}",
        ),
        size=17,
        style="b",
        after=12,
    )
    first, *rest = made.texts
    sheet.flow(f"{made.firm.town_name}, {made.day_text(prose=True, year=False)} – {first}", after=9)
    for text in rest:
        sheet.flow(text, after=9)
    _figures(sheet, made)
    sheet.flow(
        job.t(
            f"Kontakt: {made.author}, presse@{made.firm.domain}",
            f"Contact: {made.author}, press@{made.firm.domain}",
        ),
        size=9,
    )
    return sheet


def _figures(sheet: Sheet, made: Generic) -> None:
    job, number = made.job, made.job.notation.number
    columns = [
        Column(job.t("in Millionen", "in millions"), 20),
        Column(str(made.year), 10, "r"),
        Column(str(made.year - 1), 10, "r"),
    ]
    rows = []
    for label in job.t(
        "Umsatz|Materialaufwand|Personalaufwand|Ergebnis", "Revenue|Cost of materials|Staff costs|Profit"
    ).split("|"):
        values = [job.chance.randrange(20, 4000) for _ in range(2)]
        rows.append([label, *(number(f"{value // 10}.{value % 10}") for value in values)])
    table(sheet, columns, rows, Look(head="rule", lines="rows"))


def report(made: Generic) -> Sheet:
    """A report of a year or a quarter with a cover."""
    job = made.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=10.5, margins=(72, 72, 72, 64))
    sheet.box(0, 250, sheet.width, 420, ink=None, fill=job.accent)
    quarter = job.chance.randrange(1, 4)
    words = job.t(("Geschäftsbericht", "Jahresbericht"), ("Annual Report",))
    if made.kind == "quarterly_report":
        words = job.t(f"Quartalsbericht Q{quarter}", f"Quarterly Report Q{quarter}")
    sheet.put(
        72,
        320,
        f"{made.kind_text(words)} {made.year_text()}",
        size=32 if len(words) < 18 else 25,
        style="b",
        ink=WHITE,
    )
    sheet.put(72, 370, made.firm_name(), size=16, ink=WHITE)
    sheet.new_page()
    sheet.flow(job.t("Überblick", "Overview"), style="b", size=14)
    for text in made.texts:
        sheet.flow(text, align="j", after=8)
    sheet.flow(job.t("Kennzahlen", "Key figures"), style="b", size=14)
    _figures(sheet, made)
    day = made.day_text(prose=True, year=False)
    sheet.flow(job.t(f"{made.firm.town_name}, den {day}", f"{made.firm.town_name}, {day}"), after=36)
    signature(sheet, job, sheet.x0, sheet.y - 6)
    sheet.flow(made.author)
    sheet.running.append(page_numbers("{page}", align="r"))
    return sheet


def notice(made: Generic) -> Sheet:
    """A notice of one event to the market."""
    job = made.job
    sheet = Sheet(job.facts, family="serif", size=11, margins=(76, 70, 76, 60))
    sheet.flow(
        made.kind_text(job.t("Ad-hoc-Mitteilung", "CURRENT REPORT")), size=18, style="b", align="c", after=6
    )
    sheet.flow(
        job.t(
            "Veröffentlichung einer Insiderinformation nach Artikel 17 MAR", "Disclosure of a material event"
        ),
        align="c",
        after=16,
    )
    sheet.flow(made.firm_name(), size=14, style="b", align="c", after=4)
    sheet.flow(", ".join(made.firm.address(job.language)), align="c", size=9.5, after=16)
    sheet.flow(f"{job.t('Datum der Mitteilung', 'Date of report')}: {made.day_text()}", after=14)
    event = job.t(
        f"Herr oder Frau {made.person()} wurde mit sofortiger Wirkung in die Geschäftsleitung berufen.",
        f"{made.person()} has been appointed to the board with immediate effect.",
    )
    sheet.flow(event)
    for text in made.texts[:3]:
        sheet.flow(text)
    return sheet


def itinerary(made: Generic) -> Sheet:
    """A plan of a business trip; papers of no kind at all."""
    job = made.job
    sheet = Sheet(job.facts, size=10, margins=(60, 60, 60, 60))
    sheet.flow(made.firm_name(), size=9, ink=GREY)
    sheet.flow(
        made.kind_text(job.t(("Reiseplan", "Besuchsprogramm"), ("Travel Plan", "Visit Programme"))),
        size=18,
        style="b",
        after=4,
    )
    sheet.flow(f"{job.t('Erstellt am', 'Drawn up on')} {made.day_text()}", after=14)
    start = made.day + timedelta(days=14)
    columns = [
        Column(job.t("Tag", "Day"), 12),
        Column(job.t("Uhrzeit", "Time"), 8),
        Column(job.t("Programm", "Programme"), 30),
    ]
    plan = job.t(
        "Abfahrt mit dem Zug|Begrüßung und Werksführung|Besprechung der Muster|Abendessen|Rückfahrt",
        "Departure by train|Welcome and plant tour|Review of samples|Dinner|Return",
    ).split("|")
    rows = [
        [job.notation.date(start + timedelta(days=n // 3)), f"{8 + 3 * (n % 3):02}:{15 * (n % 4):02}", text]
        for n, text in enumerate(plan)
    ]
    table(sheet, columns, rows, Look(head="fill", lines="rows", accent=job.accent))
    sheet.flow(f"{job.t('Ansprechpartner', 'Contact')}: {made.author}")
    return sheet
