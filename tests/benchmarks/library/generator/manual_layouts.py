"""Manuals from three to a dozen pages: covers, contents, chapters."""

from __future__ import annotations

from collections.abc import Sequence

from tests.benchmarks.library.generator.drawing import GREY, WHITE, Sheet
from tests.benchmarks.library.generator.facts import NBSP
from tests.benchmarks.library.generator.letterhead import logo, page_numbers
from tests.benchmarks.library.generator.manuals import Manual
from tests.benchmarks.library.generator.tables import Column, Look, boxed, pairs, table

_ALL = (
    *(
        "safety",
        "description",
        "technical",
        "installation",
        "start",
        "operation",
        "maintenance",
        "oil",
        "filter",
    ),
    *("seal", "trouble", "storage", "warranty", "disposal"),
)
_STEPS = ("start", "operation", "oil", "filter", "seal")


def _titles(manual: Manual, keys: Sequence[str]) -> list[str]:
    own = {
        "technical": manual.job.t("Technische Daten", ("Technical Data", "Specifications")),
        "maintenance": manual.job.t("Wartung", ("Maintenance", "Service and Maintenance")),
    }
    return [own[key] if key in own else manual.chapter(key)[0] for key in keys]


def _chapters(
    sheet: Sheet,
    manual: Manual,
    keys: Sequence[str],
    *,
    apart: bool,
    size: float,
    form: str,
    steps: bool = True,
) -> list[tuple[str, int]]:
    """Numbered chapters; `apart` begins each on a page of its own, `form` is how technical data stand: table,
    pairs or prose. Returns titles with their pages."""
    found = []
    for number, (key, title) in enumerate(zip(keys, _titles(manual, keys), strict=True), 1):
        if apart and number > 1 and sheet.y > sheet.top + 160:
            sheet.need(sheet.height)
        sheet.flow(
            f"{number} {title}", style="b", size=size * 1.5, after=6, keep_with=80, ink=manual.job.accent
        )
        found.append((f"{number} {title}", sheet.page))
        if key == "technical":
            _technical(sheet, manual, form, size)
        elif key == "maintenance":
            _maintenance(sheet, manual, form, size)
        else:
            for place, text in enumerate(manual.chapter(key)[1], 1):
                hang = f"{place}." if steps and key in _STEPS else "•"
                sheet.flow(text, size=size, indent=16, hang=hang, after=4)
        sheet.y += 10
    return found


def _technical(sheet: Sheet, manual: Manual, form: str, size: float) -> None:
    job = manual.job
    if form == "prose":
        weight, volts = manual.weight_text(), manual.voltage_text()
        sheet.flow(
            job.t(
                f"Das Gerät wiegt {weight} ohne Verpackung und wird mit {volts} betrieben. Der "
                f"Schalldruckpegel liegt "
                "unter 72 dB(A), die zulässige Umgebungstemperatur bei 5 bis 40 °C.",
                f"The machine weighs {weight} without packaging and runs on {volts}. The sound pressure "
                f"level is below "
                "72 dB(A); the permitted ambient temperature is 5 to 40 °C.",
            ),
            size=size,
        )
        return
    rows = [(job.t("Modell", "Model"), manual.model_text()), *manual.technical_rows()]
    if form == "pairs":
        pairs(sheet, rows, label_width=(sheet.x1 - sheet.x0) * 0.5, separator=":", size=size)
        return
    columns = [Column(job.t("Angabe", "Item"), 24), Column(job.t("Wert", "Value"), 20)]
    look = Look(head=job.pick("fill", "rule"), lines=job.pick("grid", "rows"), accent=job.accent, size=size)
    table(sheet, columns, [list(row) for row in rows], look)


def _maintenance(sheet: Sheet, manual: Manual, form: str, size: float) -> None:
    job = manual.job
    if form == "prose":
        sheet.flow(manual.service_sentence(), size=size)
        sheet.flow(
            job.t(
                "Filtermatten wöchentlich reinigen, Ölstand täglich prüfen.",
                "Clean filter mats weekly, check the oil level daily.",
            ),
            size=size,
        )
        return
    if form == "pairs":
        for when, what in manual.maintenance_rows():
            sheet.flow(
                f"{when[0].upper() + when[1:] if when[0].isascii() and when[0].isalpha() else when}: {what}",
                size=size,
                indent=16,
                hang="•",
                after=4,
            )
        return
    columns = [Column(job.t("Intervall", "Interval"), 14), Column(job.t("Tätigkeit", "Task"), 26)]
    table(
        sheet,
        columns,
        [list(row) for row in manual.maintenance_rows()],
        Look(head="rule", lines="grid", size=size),
    )


def _contents(sheet: Sheet, manual: Manual, page: int, found: Sequence[tuple[str, int]], top: float) -> None:
    """Draws the contents on `page` when the pages of all chapters are known."""
    title = manual.job.t("Inhalt", ("Contents", "Table of Contents"))

    def draw(drawn: Sheet, at: int, pages: int) -> None:
        if at != page:
            return
        drawn.put(drawn.left, top, title, size=15, style="b")
        y = top + 28
        for text, number in found:
            end = drawn.put(drawn.left, y, text, size=10)
            room = drawn.right - 24 - end
            dots = int(room / drawn.measure(".", 10))
            drawn.put(end + 5, y, "." * max(0, dots), size=10, ink=GREY)
            drawn.put(drawn.right, y, str(number), size=10, align="r")
            y += 18

    sheet.running.append(draw)


def _running(manual: Manual) -> str:
    document = f"{manual.job.t('Dok.-Nr.', 'Doc. no.')} {manual.document_text()}"
    return f"{manual.product_name()}   {document}   Rev. {manual.revision_text()}"


def cover_middle(manual: Manual) -> Sheet:
    """A cover with everything in the middle, contents, chapters on pages of their own."""
    job = manual.job
    sheet = Sheet(job.facts, family=job.pick("sans", "serif"), size=10.5, margins=(70, 70, 70, 66))
    logo(sheet, job, sheet.width / 2 - 24, 110, 48)
    sheet.y = 200
    sheet.flow(manual.product_name(), size=34, style="b", align="c", after=6)
    sheet.flow(manual.kind, size=16, align="c", after=40)
    sheet.flow(manual.word(), size=20, align="c", after=60)
    rows = [
        (job.t(("Modell", "Typ"), ("Model", "Model no.")), manual.model_text()),
        (
            job.t(("Dokument-Nr.", "Dokumentnummer"), ("Document no.", "Document number")),
            manual.document_text(),
        ),
        (job.t(("Revision", "Ausgabe"), ("Revision", "Issue")), manual.revision_text()),
        (
            job.t(("Datum", "Stand", "Ausgabedatum"), ("Date", "Publication date", "Issue date")),
            manual.published_on(),
        ),
    ]
    with sheet.between(180, sheet.right):
        pairs(sheet, rows, label_width=130, separator=job.pick(":", ""), leading=1.7)
    sheet.put(sheet.width / 2, 770, manual.maker_name(), size=12, style="b", align="c")
    sheet.put(
        sheet.width / 2, 786, ", ".join(manual.maker.address(job.language, abroad=True)), size=9, align="c"
    )
    sheet.new_page()
    sheet.new_page()
    found = _chapters(sheet, manual, _ALL, apart=job.likely(0.6), size=10.5, form=job.pick("table", "pairs"))
    _contents(sheet, manual, 2, found, 92)
    sheet.running.append(page_numbers(job.t("Seite {page} von {pages}", "Page {page} of {pages}")))
    return sheet


def cover_band(manual: Manual) -> Sheet:
    """A coloured cover, the imprint on the last page."""
    job = manual.job
    sheet = Sheet(job.facts, size=10, margins=(64, 66, 64, 62))
    sheet.box(0, 0, sheet.width, 330, ink=None, fill=job.accent)
    sheet.put(64, 150, manual.product_name(), size=38, style="b", ink=WHITE)
    sheet.put(64, 186, manual.kind, size=16, ink=WHITE)
    sheet.put(64, 296, manual.word(), size=18, ink=WHITE)
    sheet.put(64, 372, manual.maker_name(), size=13, style="b")
    sheet.put(64, 392, f"{job.t('Modell', 'Model')} {manual.model_text()}", size=11)
    sheet.new_page()
    found = _chapters(sheet, manual, _ALL, apart=job.likely(0.4), size=10, form=job.pick("pairs", "table"))
    sheet.need(160)
    sheet.flow(job.t("Impressum", "Imprint"), style="b", size=13)
    text = [
        f"{manual.maker.name}, {', '.join(manual.maker.address(job.language, abroad=True))}, "
        f"{manual.maker.domain}",
        job.t(
            f"Dokument {manual.document_text()}, Revision {manual.revision_text()}",
            f"Document {manual.document_text()}, revision {manual.revision_text()}",
        ),
        job.t(
            f"Veröffentlicht am {manual.published_on(prose=True)}.",
            f"Published on {manual.published_on(prose=True)}.",
        ),
        job.t("Originalbetriebsanleitung", "Translation of the original instructions"),
    ]
    for line in text:
        sheet.flow(line, size=9, after=2)
    _contents(sheet, manual, 1, found, 440)
    sheet.running.append(page_numbers("{page}", align=job.pick("r", "l")))
    return sheet


def technical_order(manual: Manual) -> Sheet:
    """Typewriter letters; every page has a head of boxes with document, revision and date."""
    job = manual.job
    sheet = Sheet(job.facts, family="mono", size=9.5, margins=(56, 118, 56, 56))
    found = _chapters(sheet, manual, _ALL, apart=False, size=9.5, form=job.pick("table", "pairs"))
    cells = [
        (job.t("Gerät", "Equipment"), manual.product_name()),
        (job.t("Typ", "Model"), manual.model_text()),
        (job.t("Hersteller", "Manufacturer"), manual.maker_name()),
        (job.t("Dokument", "Document"), manual.document_text()),
        (job.t("Revision", "Revision"), manual.revision_text()),
        (job.t("Datum", "Date"), manual.published_on()),
    ]
    word = manual.word()

    def running(drawn: Sheet, page: int, pages: int) -> None:
        kept, drawn.y = drawn.y, 36
        boxed(drawn, cells, columns=3, height=30, size=8.5)
        drawn.y = kept
        drawn.put(drawn.left, 108, word, size=8)
        drawn.put(drawn.right, 108, f"{page} / {pages}", size=8, align="r")

    sheet.running.append(running)
    if len(found) != len(_ALL):
        raise ValueError("A chapter is missing.")
    return sheet


def two_columns(manual: Manual) -> Sheet:
    """A title over two columns, three to four pages."""
    job = manual.job
    sheet = Sheet(job.facts, family=job.pick("serif", "sans"), size=9, margins=(48, 56, 48, 56))
    sheet.flow(f"{manual.product_name()} – {manual.word()}", size=20, style="b", after=2)
    line = [
        manual.maker_name(),
        f"{job.t('Modell', 'Model')} {manual.model_text()}",
        f"{manual.document_text()} Rev. {manual.revision_text()}",
        manual.published_on(),
    ]
    sheet.flow("  |  ".join(line), size=9, ink=GREY, after=10)
    sheet.rule(sheet.left, sheet.y, sheet.right, sheet.y, width=1.4, ink=job.accent)
    sheet.y += 10
    sheet.columns(2)
    _chapters(sheet, manual, _ALL, apart=True, size=9.5, form=job.pick("prose", "pairs", "table"))
    sheet.running.append(page_numbers(job.t("Seite {page}", "Page {page}"), align="r"))
    return sheet


def booklet(manual: Manual) -> Sheet:
    """A small booklet with many pages."""
    job = manual.job
    sheet = Sheet(job.facts, size=9, paper=(420, 595), margins=(40, 52, 40, 48))
    sheet.box(18, 18, 402, 577, width=1.5, ink=job.accent)
    sheet.y = 120
    sheet.flow(manual.maker_name(), size=11, style="b", align="c", after=40)
    sheet.flow(manual.product_name(), size=26, style="b", align="c", after=2)
    sheet.flow(manual.kind, size=12, align="c", after=30)
    sheet.flow(manual.word(), size=13, align="c", after=70)
    sheet.flow(f"{job.t('Typ', 'Model')} {manual.model_text()}", align="c", after=2)
    version = manual.revision_text()
    sheet.flow(
        job.t(
            f"Version {version} vom {manual.published_on()}", f"Version {version}, {manual.published_on()}"
        ),
        align="c",
        after=2,
    )
    sheet.flow(
        f"{job.t('Art.-Nr. der Anleitung', 'Part no. of this manual')} {manual.document_text()}",
        align="c",
        size=8,
    )
    sheet.new_page()
    sheet.new_page()
    found = _chapters(sheet, manual, _ALL, apart=True, size=9, form=job.pick("table", "pairs", "prose"))
    _contents(sheet, manual, 2, found, 76)
    sheet.running.append(page_numbers("{page}"))
    return sheet


def quick_guide(manual: Manual) -> Sheet:
    """Wide pages with three columns; a strip at the foot says what document it is."""
    job = manual.job
    sheet = Sheet(job.facts, size=9, paper=(842, 595), margins=(40, 46, 40, 60))
    sheet.put(sheet.left, 56, manual.product_name(), size=24, style="b", ink=job.accent)
    sheet.put(sheet.right, 56, f"{manual.kind} {manual.model_text()}", size=12, align="r")
    sheet.y = 72
    sheet.columns(3, gap=20)
    _chapters(sheet, manual, _ALL, apart=True, size=9.5, form=job.pick("pairs", "prose"))
    word, who = manual.word(), manual.maker_name()
    line = _running(manual)
    day = manual.published_on()

    def strip(drawn: Sheet, page: int, pages: int) -> None:
        drawn.box(0, 557, 842, 595, ink=None, fill=(0.92, 0.92, 0.92))
        drawn.put(drawn.left, 580, f"{who}{NBSP * 4}{word}", size=8.5)
        drawn.put(drawn.width / 2 + 40, 580, line, size=8.5, align="c")
        drawn.put(drawn.right, 580, f"{day}{NBSP * 4}{page}/{pages}", size=8.5, align="r")

    sheet.running.append(strip)
    return sheet
