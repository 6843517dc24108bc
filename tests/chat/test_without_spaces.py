"""Questions in Chinese and Japanese over documents in them, answered by a copied sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import docx
import openpyxl
import pytest

from core.types import StatementStatus
from tests.chat.conftest import Chat, answer_of
from tests.library_kit import Library, open_library

CHINESE = (
    "公司的年假是十五天。病假需要提交医生证明。加班费按照国家规定支付。"
    "员工每周工作五天。公司在每年十二月发放奖金。办公室位于上海市中心。"
)
JAPANESE = (
    "年次有給休暇は十五日です。病気休暇には診断書が必要です。通勤手当は毎月支給されます。"
    "本社は大阪にあります。勤務時間は午前九時から午後六時までです。"
)
LEASE = (
    "租赁合同的押金为三万五千元。租金每月于五日前支付。合同期限为三年。租客负责日常维修。房东负责屋顶的维修。"
)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("office")
    (folder / "handbook.txt").write_text(CHINESE, encoding="utf-8")
    paper = docx.Document()
    paper.add_heading("就業規則", 1)
    paper.add_paragraph(JAPANESE)
    paper.save(str(folder / "rules.docx"))
    (folder / "lease.html").write_text(f"<h1>租赁合同</h1><p>{LEASE}</p>", encoding="utf-8")
    book = openpyxl.Workbook()
    book.active.append(["部门", "人数"])
    book.active.append(["市场部门", 17])
    book.active.append(["销售部门", 42])
    book.save(folder / "staff.xlsx")
    library = open_library(folder / "home")
    library.ingest(*(folder / name for name in ("handbook.txt", "rules.docx", "lease.html", "staff.xlsx")))
    yield library
    library.close()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("公司的年假是多少天？", "公司的年假是十五天。"),
        ("有給休暇は何日ですか？", "年次有給休暇は十五日です。"),
        ("本社はどこにありますか？", "本社は大阪にあります。"),
        ("租赁合同的押金是多少？", "租赁合同的押金为三万五千元。"),
        ("办公室在哪里？", "办公室位于上海市中心。"),
    ],
)
def test_the_sentence_that_answers_is_copied(office: Library, question: str, told: str) -> None:
    answer = answer_of(Chat(office).ask(question, None))
    assert answer.statements[0].text == told
    assert answer.statements[0].status is StatementStatus.QUOTED
    assert answer.citations[0].quote == told


def test_a_model_copies_a_part_of_it(office: Library) -> None:
    answer = answer_of(Chat(office).ask("公司的年假是多少天？", ["十五天"]))
    assert "十五天" in answer.statements[0].text


@pytest.mark.parametrize(
    "question", ["谁是公司的总经理？", "社長は誰ですか？", "合同的违约金是多少？", "食堂几点开门？"]
)
def test_what_no_document_says_is_not_answered(office: Library, question: str) -> None:
    assert not answer_of(Chat(office).ask(question, None)).statements
