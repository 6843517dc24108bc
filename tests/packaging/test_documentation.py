"""The pages of a package: whole, without dead links, and without anything from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bootstrap.console import SetupError
from bootstrap.places import ROOT
from bundle import documentation


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    documentation.write_documentation(folder)
    return folder / documentation.FOLDER


def test_every_link_leads_to_a_page_a_picture_or_a_heading(pages: Path) -> None:
    assert documentation.dead_links(pages) == []
    index = (pages / "index.html").read_text(encoding="utf-8")
    for name in (
        "user-guide",
        "install",
        "offline",
        "privacy",
        "library",
        "safety",
        "research",
        "changelog",
        "licence",
    ):
        assert f'href="{name}.html"' in index
    assert 'href="readme.html#in-the-terminal"' in index
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in (pages / "licence.html").read_text(encoding="utf-8")
    assert (pages / "schema" / "answer.schema.json").is_file()


def test_nothing_is_loaded_from_elsewhere(pages: Path) -> None:
    for page in (*pages.rglob("*.html"), *pages.rglob("*.css")):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"(src|href)=[\"'](\w+:|//)|@import|url\(|<script|<iframe", text), page.name


def test_a_page_that_is_not_given_away_is_named_without_a_link(pages: Path) -> None:
    readme = (pages / "readme.html").read_text(encoding="utf-8")
    assert "why so (in the source)" in readme
    assert "decisions" not in readme


def test_tables_and_pictures_are_shown(pages: Path) -> None:
    assert "<th>edition</th>" in (pages / "install.html").read_text(encoding="utf-8")
    guide = (pages / "user-guide.html").read_text(encoding="utf-8")
    pictures = re.findall(r'<img src="([^"]+)" alt="[^"]+"', guide)
    assert len(pictures) > 10
    assert all((pages / picture).read_bytes()[:4] == b"\x89PNG" for picture in pictures)


def test_a_link_to_nothing_is_told_when_the_package_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs" / "schema").mkdir(parents=True)
    (tmp_path / "docs" / "index.md").write_text("# DocuChat\n\n[gone](gone.md)\n")
    monkeypatch.setattr(documentation, "ROOT", tmp_path)
    monkeypatch.setattr(documentation, "PAGES", {"docs/index.md": "index.html"})
    with pytest.raises(SetupError, match=r"docs/index\.md leads to gone\.md"):
        documentation.write_documentation(tmp_path / "built")


def test_dead_links_are_seen(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="here"></h1><a href="a.html#here"></a><a href="#here"></a><a href="a.html#gone"></a>'
        '<img src="../b.png"><a href="https://example.org/"></a><a href="c%20d.html"></a>'
    )
    (tmp_path / "c d.html").write_text("")
    assert documentation.dead_links(tmp_path) == [
        "a.html: a.html#gone",
        "a.html: ../b.png",
        "a.html: https://example.org/",
    ]


def test_the_pages_of_the_repository_are_all_given_away_or_about_the_source() -> None:
    about_the_source = {"architecture", "decisions", "evaluation", "specification"}
    given = {Path(name).stem for name in documentation.PAGES if name.startswith("docs/")}
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} - given == about_the_source
