"""What must be copied letter by letter: quotations and commands."""

from __future__ import annotations

import pytest

from core.answer.facts.checkable import facts_of
from core.answer.facts.commands import normalise_command


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('The sign says "keep out" in red.', ("keep out",)),
        ("The sign says “keep out”, and “stay  away.”", ("keep out", "stay away.")),
        ("Auf dem Schild steht „Zutritt verboten“.", ("Zutritt verboten",)),
        ("Auf dem Schild steht »Zutritt verboten«.", ("Zutritt verboten",)),
        ("Le panneau dit « défense d'entrer ».", ("défense d'entrer",)),
        ("The label 'do not open' is the maker's own.", ("do not open",)),
        ("The makers' label doesn't quote the users' words.", ()),
        ("It is 5' 6\" tall.", ()),
    ],
)
def test_quotations_in_any_marks(text: str, expected: tuple[str, ...]) -> None:
    assert facts_of(text).quotes == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Run `systemctl  restart pumpd` first.", ("systemctl restart pumpd",)),
        ("```sh\ncd /srv\nls -la\n```", ("cd /srv", "ls -la")),
        ("$ pumpctl flush now", ("pumpctl flush now",)),
        ("Then run pip install pumpctl and wait.", ("pip install pumpctl",)),
        ("Dann git commit -m 'first try' ausführen.", ("git commit -m 'first try'",)),
        (
            "Use SELECT name, bar FROM pumps WHERE site = 'North'; to list them.",
            ("select name,bar from pumps where site='North'",),
        ),
        ("Use SELECT name FROM pumps to list them.", ("select name from pumps",)),
        ("DELETE FROM readings WHERE bar > 10.", ("delete from readings where bar>10",)),
        ("Call pump.flush(seconds=3) twice.", ("pump.flush(seconds=3)",)),
        ("Set max_connections = 200 in the file.", ("max_connections = 200",)),
        ("Please select a plan from the list and update the file.", ()),
        ("Make sure to find the top of the pump (see page 3).", ()),
        ("The cat sat on the top of the go board.", ()),
    ],
)
def test_commands_normalised(text: str, expected: tuple[str, ...]) -> None:
    assert facts_of(text).commands == expected


def test_two_spellings_of_one_command_are_equal() -> None:
    assert normalise_command("select Name\n from pumps where site =  'North';") == normalise_command(
        "SELECT name FROM pumps WHERE site='North'"
    )
    assert normalise_command("SELECT a FROM b WHERE c = 'North'") != normalise_command(
        "SELECT a FROM b WHERE c = 'north'"
    )
    assert normalise_command("$ ls  -la") == normalise_command("ls -la")
    assert normalise_command("rm -R x") != normalise_command("rm -r x")
