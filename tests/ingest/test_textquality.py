"""Sound text of many scripts, tables and formulas is left alone; each kind of damaged text layer is found."""
# ruff: noqa: E501 - samples of text are kept whole

from __future__ import annotations

import time
from pathlib import Path

import pymupdf
import pytest

from core.ingest.pdf.textquality import garbage_ratio, is_garbage

SOUND = {
    "English": "The board approved the annual report and proposed a dividend of two dollars per share, payable in "
    "June to all shareholders of record. Net sales rose by 4 % to $1,204 million.",
    "German": "Der Vorstand hat den Jahresbericht genehmigt und schlägt eine Dividende von zwei Euro je Aktie "
    "vor, die im Juni über die Depotbanken an alle Aktionäre ausgezahlt wird. Größere Übernahmen gab es nicht.",
    "French": "Le conseil d’administration a approuvé le rapport annuel ; il propose « un dividende » de deux "
    "euros par action, payable en juin. À l’été, les résultats étaient déjà là.",
    "Polish": "Zarząd zatwierdził sprawozdanie roczne i proponuje dywidendę w wysokości dwóch złotych na akcję, "
    "wypłacaną w czerwcu wszystkim akcjonariuszom spółki. Źródło: księgi rachunkowe.",
    "Turkish": "Yönetim kurulu yıllık raporu onayladı ve haziran ayında tüm hissedarlara ödenmek üzere hisse "
    "başına iki lira temettü önerdi. Şirketin borcu yoktur.",
    "Vietnamese": "Hội đồng quản trị đã thông qua báo cáo thường niên và đề xuất mức cổ tức hai nghìn đồng mỗi "
    "cổ phiếu, chi trả vào tháng sáu cho tất cả cổ đông.",
    "Welsh": "Cymeradwyodd y bwrdd yr adroddiad blynyddol ac mae'n cynnig difidend o ddwy bunt y cyfranddaliad, "
    "i'w dalu ym mis Mehefin i bob cyfranddaliwr.",
    "Russian": "Совет директоров утвердил годовой отчёт и предложил дивиденды в размере двух рублей на акцию, "
    "выплачиваемые в июне всем акционерам. ПАО «Вымпел», IT-отдел.",
    "Greek": "Το διοικητικό συμβούλιο ενέκρινε την ετήσια έκθεση και πρότεινε μέρισμα δύο ευρώ ανά μετοχή, "
    "πληρωτέο τον Ιούνιο σε όλους τους μετόχους.",
    "Arabic": "وافق مجلس الإدارة على التقرير السنوي واقترح توزيع أرباح قدرها ريالان للسهم الواحد تدفع في شهر يونيو "
    "لجميع المساهمين المسجلين.",
    "Hebrew": "הדירקטוריון אישר את הדוח השנתי והציע דיבידנד של שני שקלים למניה, שישולם ביוני לכל בעלי המניות.",
    "Hindi": "निदेशक मंडल ने वार्षिक प्रतिवेदन को स्वीकृति दी और प्रति शेयर दो रुपये के लाभांश का प्रस्ताव रखा, जो जून में दिया जाएगा।",
    "Thai": "คณะกรรมการอนุมัติรายงานประจำปีและเสนอจ่ายเงินปันผลหุ้นละสองบาทในเดือนมิถุนายนให้แก่ผู้ถือหุ้นทุกราย",
    "Chinese": "董事会批准了年度报告，并建议每股派发两元股息，于六月支付给全体在册股东。净销售额增长百分之四。",
    "Japanese": "取締役会は年次報告書を承認し、一株当たり二円の配当を六月に全株主へ支払うことを提案しました。",
    "Korean": "이사회는 연차 보고서를 승인하고 주당 이천 원의 배당금을 유월에 모든 주주에게 지급할 것을 제안하였다.",
    "a table": "2023 2022 2021\nNet sales $ 1,204 $ 1,158 $ 1,102\nCost of sales (801) (777) (760)\n— — 12.5 % 3.1 %\n"
    "EBITDA 214.7 199.3 188.0\n(1) (2) (3) 4,501.22 77 0.04",
    "numbers alone": " ".join(f"{number * 7919 % 10_000:,}.{number % 10}" for number in range(120)),
    "codes": "AAPL MSFT GOOG AMZN NVDA TSLA BRKB JPM UNH XOM JNJ WMT MA PG HD CVX LLY USD EUR GBP JPY CHF CAD AUD "
    "CNY HKD SEK NOK DKK PLN CZK HUF TRY ZAR BRL MXN INR SGD THB",
    "a program": "for (int i = 0; i < n; i++) {\n    if (!ptr || ptr[i] != 0x7f) { return NULL; }\n"
    "    fprintf(stderr, \"%s\\n\", argv[i]); /* rows->next = &buf[k]; */\n    x ^= (y << 3) | ~mask;\n}\n"
    "std::vector<std::pair<int, char*>> v{{1, nullptr}}; #define MAX(a, b) ((a) > (b) ? (a) : (b))",
    "formulas": "C6H12O6 + 6 O2 → 6 CO2 + 6 H2O; NaCl, H2SO4, CH3CH2OH, KMnO4, Fe2(SO4)3·9H2O, [Cu(NH3)4]2+, "
    "InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)",
    "a protein": "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQFEVVHSLAKWKRQTLGQHDFSAGEGLYTHMKALR",
    "mathematics": "∀ε > 0 ∃δ > 0: |x − a| < δ ⇒ |f(x) − f(a)| < ε; ∫₀^∞ e^(−x²) dx = √π/2, α ≤ β ∧ γ ∈ ℝ ∪ {∞}",
    "contents": "1 Introduction ................................ 3\n2 Method _____________________ 17\n"
    "======================================================\n* * * * * * * * * * * * * * * * *",
    "bullets of a symbol font": "\uf0b7 First point of the list\n\uf0b7 Second point\n\uf0b7 Third",
    "a lost ligature now and then": "The \ufffdrst of\ufb01cer signed the report that the board had approved in its "
    "meeting of the second of May, and sent it to all members of the committee by post.",
}  # fmt: skip

ENGLISH = SOUND["English"]
RUSSIAN = SOUND["Russian"]


def glyph_numbers(text: str) -> str:
    """What a font whose glyphs are numbered from the space says when nothing maps them back."""
    return "".join(chr(ord(sign) - 29) for sign in text)


def moved(text: str, by: int) -> str:
    """Each letter another one, as from a font with its codes moved."""
    return "".join(
        chr((ord(letter) - 97 + by) % 26 + 97) if "a" <= letter <= "z" else letter for letter in text.lower()
    )


def in_order_of_use(text: str) -> str:
    """A subset font that numbers glyphs as they first appear, from the exclamation mark on."""
    codes: dict[str, str] = {}
    return "".join(
        " " if letter == " " else codes.setdefault(letter, chr(0x21 + len(codes))) for letter in text.lower()
    )


DAMAGED = {
    "replacement characters": "\ufffd\ufffd\ufffd \ufffd\ufffd\ufffd\ufffd\ufffd of \ufffd\ufffd\ufffd\ufffd",
    "private use": "".join(chr(0xE000 + ord(letter)) if letter != " " else " " for letter in ENGLISH),
    "numbers of glyphs": "(cid:36)(cid:81)(cid:81) (cid:88)(cid:68)(cid:79) report",
    "glyph numbers as letters": glyph_numbers(ENGLISH),
    "the same, with spaces": glyph_numbers(ENGLISH).replace("\x03", " "),
    "letters moved by 1": moved(ENGLISH, 1),
    "letters moved by 3": moved(ENGLISH, 3),
    "letters moved by 13": moved(ENGLISH, 13),
    "German moved by 5": moved(SOUND["German"], 5),
    "codes of a subset font": in_order_of_use(ENGLISH),
    "Russian UTF-8 read as Latin-1": RUSSIAN.encode().decode("latin-1"),
    "Greek UTF-8 read as Windows-1252": SOUND["Greek"].encode().decode("cp1252", "replace"),
    "Chinese UTF-8 read as Windows-1252": SOUND["Chinese"].encode().decode("cp1252", "replace"),
    "Windows-1251 read as Latin-1": RUSSIAN.encode("cp1251").decode("latin-1"),
    "KOI8-R read as Windows-1251": RUSSIAN.encode("koi8-r", "ignore").decode("cp1251", "replace"),
    "UTF-16 with its bytes swapped": ENGLISH.encode("utf-16-le").decode("utf-16-be"),
    "no spaces": ENGLISH.lower().replace(" ", "").replace(",", "").replace(".", "").replace("$", ""),
    "no vowels": "".join(letter for letter in SOUND["German"] * 2 if letter.lower() not in "aeiouäöü"),
}  # fmt: skip


@pytest.mark.parametrize("name", SOUND)
def test_sound_text_is_left_alone(name: str) -> None:
    assert garbage_ratio(SOUND[name]) < 0.1
    assert not is_garbage(SOUND[name])


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_text_is_found(name: str) -> None:
    assert is_garbage(DAMAGED[name]), garbage_ratio(DAMAGED[name])


def test_the_ratio_is_that_of_the_damaged_words() -> None:
    assert garbage_ratio("abcd \ufffdbcd") == 0.5
    assert garbage_ratio("") == garbage_ratio(" \n ") == 0.0
    assert garbage_ratio("\ufffd" * 5) == 1.0


def test_mojibake_here_and_there_is_counted_but_does_not_cost_the_page() -> None:
    text = (SOUND["German"] * 3).encode().decode("cp1252", "replace")
    assert 0.01 < garbage_ratio(text) < 0.3


def test_a_pdf_whose_font_does_not_map_back_to_unicode(tmp_path: Path) -> None:
    """A real file: the glyph numbers of a font, as many programs write them, without the table for readers."""
    path = tmp_path / "no_unicode.pdf"
    font = pymupdf.Font("cjk")  # a font with a file of its own, whatever the computer has
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_font(fontname="F0", fontbuffer=font.buffer)
        for row, part in enumerate(ENGLISH[at : at + 60] for at in range(0, len(ENGLISH), 60)):
            page.insert_text((50, 80 + 20 * row), part, fontname="F0")
        spoiled = pymupdf.open(stream=document.tobytes())
    for xref in range(1, spoiled.xref_length()):
        if spoiled.xref_get_key(xref, "ToUnicode")[0] == "xref":
            spoiled.xref_set_key(xref, "ToUnicode", "null")
    spoiled.save(path)
    spoiled.close()
    with pymupdf.open(path) as document:
        text = document[0].get_text()
        words = " ".join(word[4] for word in document[0].get_text("words"))
    assert ENGLISH[:20] not in text
    assert is_garbage(text)
    assert is_garbage(words)


def test_a_page_is_judged_in_less_than_a_millisecond() -> None:
    page = (ENGLISH + "\n") * 20
    is_garbage(page)
    best = min(_seconds(page) for _ in range(10))
    assert best < 0.001


def _seconds(text: str) -> float:
    began = time.perf_counter()
    is_garbage(text)
    return time.perf_counter() - began


@pytest.mark.slow
def test_the_public_test_files_have_no_layer_called_garbage_without_reason(shared_folder: Path) -> None:
    flagged = set()
    for path in sorted((shared_folder / "pdfs").rglob("*.pdf")):
        try:
            with pymupdf.open(path) as document:
                if document.needs_pass:
                    continue
                for index in range(min(document.page_count, 3)):
                    if is_garbage(" ".join(word[4] for word in document[index].get_text("words"))):
                        flagged.add(path.name)
        except (RuntimeError, ValueError, IndexError, pymupdf.mupdf.FzErrorBase):
            continue
    # Four non-characters; two signs of which one is a control character.
    assert flagged == {"test__pdfs__arial_unicode_ab_cidfont.pdf", "test__pdfs__issue5070.pdf"}
