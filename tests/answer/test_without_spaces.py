"""What is carried in Chinese and Japanese: numerals and figures are one, other figures and words are not."""

from __future__ import annotations

import pytest

from core.answer.confidence import VERIFIED
from core.answer.copy_grammar import copy_grammar
from core.answer.verification.verify import verify
from core.text.textspan import split_sentences


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("公司的年假是15天。", "公司的年假是十五天。"),
        ("押金为35,000元。", "押金为三万五千元。"),
        ("合同于2024年签订。", "合同于二〇二四年签订。"),
        ("価格は3万円です。", "価格は30,000円です。"),
        ("合同自2024年5月3日起生效。", "合同自二〇二四年五月三日起生效。"),
        ("型号B-120的价格是500元。", "型号B-120的价格是500元。"),
    ],
)
def test_the_same_is_carried(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status in VERIFIED


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("公司的年假是16天。", "公司的年假是十五天。"),
        ("公司的年假不是15天。", "公司的年假是十五天。"),
        ("病假是十五天。", "公司的年假是十五天。"),
        ("有給休暇は12日です。", "年次有給休暇は十五日です。"),
        ("型号B-12的价格是500元。", "型号B-120的价格是500元。"),
        ("价格是500円。", "价格是500元。"),
        ("合同自2024年5月3日起生效。", "合同自2024年5月4日起生效。"),
        ("本規則は2024年4月1日から施行する。", "本規則は平成6年4月1日から施行する。"),
    ],
)
def test_what_differs_is_not(statement: str, evidence: str) -> None:
    assert verify(statement, [evidence]).status not in VERIFIED


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("年假为十五天。病假为十天！加班费在「工资单」中列出。", 3),
        ("有給休暇は十五日です。本社はどこですか？大阪です｡", 3),
        ("第一章 总则\n员工每天工作八小时，每周工作五天，公司为每位员工提供免费的午餐。", 2),
        ("他说：「好的。」然后离开了。", 2),
    ],
)
def test_sentences_end_at_their_marks(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


def test_a_part_of_a_row_of_signs_can_be_copied() -> None:
    assert '"天"' in copy_grammar(["公司的年假是15天。"]).gbnf
