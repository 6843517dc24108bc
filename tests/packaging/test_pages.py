"""The pages of a package are whole; what documents name is there; no file names a registry of packages."""

from __future__ import annotations

import re
import subprocess
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
    about = ("user-guide", "install", "offline", "privacy", "library", "safety", "research", "changelog")
    for name in (*about, "licence"):
        assert f'href="{name}.html"' in index
    assert 'href="readme.html#in-the-terminal"' in index
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in (pages / "licence.html").read_text(encoding="utf-8")
    assert (pages / "schema" / "answer.schema.json").is_file()


def test_nothing_is_loaded_from_elsewhere(pages: Path) -> None:
    for page in (*pages.rglob("*.html"), *pages.rglob("*.css")):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"(src|href)=[\"'](\w+:|//)|@import|url\(|<script|<iframe", text), page.name


def test_a_page_that_is_not_given_away_is_named_without_a_link_and_pictures_are_shown(pages: Path) -> None:
    readme = (pages / "readme.html").read_text(encoding="utf-8")
    assert "why so (in the source)" in readme
    assert "decisions" not in readme
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


DOCUMENTS = ("install", "offline", "privacy", "packaging")
FOLDERS = ("core", "desktop", "packaging", "tests", "docs", "resources")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_is_named_exists(name: str) -> None:
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    named = re.findall(rf"(?<![\w/.])((?:{'|'.join(FOLDERS)})/[\w./-]*\w)", text)
    named += [f"packaging/{path}" for path in re.findall(r"`(bundle/[\w./-]+\.py)`", text)]
    named += [f"docs/{path}" for path in re.findall(r"\]\(([\w./-]+\.md)\)", text)]
    assert [path for path in named if not (ROOT / path).exists() and path != "docs/../README.md"] == []
    assert named


def test_the_readme_leads_to_them() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"docs/{name}.md" in text for name in DOCUMENTS)


def test_everything_of_ours_that_can_open_a_connection_stands_in_privacy() -> None:
    """Modules that import a client of HTTP, of the hub or of the index server, or start pip."""
    told = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    clients = re.compile(
        r"^\s*(?:import|from) (?:httpx|huggingface_hub|qdrant_client|urllib\.request|requests|socket)\b", re.M
    )
    found: list[Path] = [
        path
        for folder in ("core", "desktop")
        for path in (ROOT / folder).rglob("*.py")
        if clients.search(source := path.read_text(encoding="utf-8")) or '"-m", "pip"' in source
    ]
    names = {str(path.relative_to(ROOT)) for path in found}
    assert "core/models/hub.py" in names
    assert {name for name in names if name not in told} == set()


# Put together here, so that this file does not contain what it forbids.
REGISTRIES = "pypi org;pythonhosted org;huggingface co/;hf-mirror com;modelscope cn"
FORBIDDEN = [name.replace(" ", ".").encode() for name in REGISTRIES.split(";")]
FORBIDDEN += [f"{option}-url".encode() + b" http" for option in ("--index", "--extra-index")]


def tracked_files() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout, so there is no list of tracked files")
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_registry_address_in_any_tracked_file() -> None:
    names = tracked_files()
    assert "packaging/locks/runtime.txt" in names
    found = [
        f"{name}: {word.decode()}"
        for name in names
        for word in FORBIDDEN
        if word in (ROOT / name).read_bytes().lower()
    ]
    assert found == []
