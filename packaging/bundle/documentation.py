"""The pages that a user needs, as HTML without anything of the network, for the Help menu and for a browser.

They are the Markdown files of the repository: links between them lead from page to page, and what is not
given away is named without a link. Any browser opens them where they lie, installed or unpacked.
"""

from __future__ import annotations

import html
import os
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bootstrap.console import SetupError
from bootstrap.places import ROOT
from markdown_it import MarkdownIt
from markdown_it.token import Token

# Folder beside the program; `core.system.about.documentation` looks for it.
FOLDER = "documentation"
INDEX = "index.html"
# File of the repository → page. What is about the source alone (architecture, decisions, …) stays there.
PAGES = {
    "docs/index.md": INDEX,
    "README.md": "readme.html",
    "CHANGELOG.md": "changelog.html",
    "LICENSE": "licence.html",
    "docs/examples/research-hedging.md": "examples/research-hedging.html",
    **{
        f"docs/{name}.md": f"{name}.html"
        for name in (
            "install", "offline", "privacy", "user-guide", "research", "library", "safety", "scaling",
            "packaging",
        )
    },
}  # fmt: skip
# Copied as they are: pictures when a page shows them, the shapes of the JSON for scripts.
SCHEMAS = "docs/schema"
NOT_HERE = " (in the source)"
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 sans-serif; max-width: 52em; margin: 1.5em auto; padding: 0 1em; color: #1e2227;
       background: #fff; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 .5em; }
h1 { margin-top: .6em; }
img { max-width: 100%; height: auto; border: 1px solid #dedbd4; }
pre { background: #f4f3f0; padding: .7em .9em; overflow-x: auto; font-size: .88em; line-height: 1.4; }
code { font-size: .92em; }
pre code { font-size: 1em; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1em 0; }
td, th { border: 1px solid #dedbd4; padding: .25em .6em; text-align: left; vertical-align: top; }
a { color: #2457c5; }
nav { font-size: .9em; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e4df; background: #1b1d21; }
  pre { background: #26292e; }
  td, th, img { border-color: #43474e; }
  a { color: #8fb0ff; }
}
"""


def write_documentation(folder: Path) -> None:
    """Put all pages and what they show into `folder/documentation`.

    Raises:
        SetupError: a page leads to a file that is not in the repository.
    """
    target = folder / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    for source, name in PAGES.items():
        page = target / name
        page.parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / source).read_text(encoding="utf-8")
        page.write_text(
            _plain(text) if source == "LICENSE" else _page(source, text, target), encoding="utf-8"
        )
    shutil.copytree(ROOT / SCHEMAS, target / _place(SCHEMAS))
    (target / "style.css").write_text(STYLE.lstrip(), encoding="utf-8")


def dead_links(folder: Path) -> list[str]:
    """`page: address` for everything in the pages of `folder` that leads nowhere, or out of it."""
    named = {path: _addresses(path) for path in sorted(folder.rglob("*.html"))}
    dead = []
    for page, (addresses, _anchors) in named.items():
        for address in addresses:
            parts = urlsplit(address)
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page.resolve()
            inside = not parts.scheme and not parts.netloc and file.is_relative_to(folder.resolve())
            anchors = next((found for path, (_, found) in named.items() if path.resolve() == file), set())
            if not inside or not file.exists() or (parts.fragment and unquote(parts.fragment) not in anchors):
                dead.append(f"{page.relative_to(folder)}: {address}")
    return dead


def _page(source: str, text: str, target: Path) -> str:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    _name_headings(tokens)
    for token in tokens:
        if token.children is not None:
            token.children = list(_led(token.children, source, target))
    title = next(tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open")
    body = markdown.renderer.render(tokens, markdown.options, {})
    return _document(title, str(body), PAGES[source])


def _plain(text: str) -> str:
    return _document("Licence", f"<pre>{html.escape(text)}</pre>", PAGES["LICENSE"])


def _document(title: str, body: str, name: str) -> str:
    up = "../" * name.count("/")
    back = "" if name == INDEX else f'<nav><a href="{up}{INDEX}">All pages</a></nav>\n'
    whole = title if title == "DocuChat" else f"{title} – DocuChat"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f'<title>{html.escape(whole)}</title>\n<link rel="stylesheet" href="{up}style.css">\n'
        f"</head>\n<body>\n{back}{body}</body>\n</html>\n"
    )


def _name_headings(tokens: list[Token]) -> None:
    """Names for links to a heading, made as the sites that show repositories make them."""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            words = re.sub(r"[^\w\- ]", "", tokens[at + 1].content.lower())
            token.attrSet("id", words.replace(" ", "-"))


def _led(tokens: list[Token], source: str, target: Path) -> Iterator[Token]:
    """The parts of a line, with links and pictures that hold in the folder `target`."""
    closing: list[bool] = []  # of each open link, whether it is one here
    for token in tokens:
        if token.type == "link_open":
            address = _address(source, str(token.attrGet("href")))
            closing.append(address is not None)
            if address is not None:
                token.attrSet("href", address)
                yield token
        elif token.type == "link_close":
            if closing.pop():
                yield token
            else:
                yield Token("text", "", 0, content=NOT_HERE)
        elif token.type == "image":
            token.attrSet("src", _picture(source, str(token.attrGet("src")), target))
            yield token
        else:
            yield token


def _address(source: str, address: str) -> str | None:
    """Where a link of the file `source` leads in the pages; None for what is not among them."""
    parts = urlsplit(address)
    if parts.scheme or not parts.path:
        return address
    file = _file(source, parts.path)
    anchor = f"#{parts.fragment}" if parts.fragment else ""
    if file in PAGES:
        return _from(source, PAGES[file]) + anchor
    return _from(source, f"{_place(file)}/") if file == SCHEMAS else None


def _picture(source: str, address: str, target: Path) -> str:
    file = _file(source, address)
    place = target / _place(file)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / file, place)
    return _from(source, _place(file))


def _file(source: str, address: str) -> str:
    """The file of the repository that an address within `source` means."""
    file = os.path.normpath(Path(source).parent / unquote(address)).replace(os.sep, "/")
    if not (ROOT / file).exists():
        raise SetupError(f"{source} leads to {address}, which is not there.")
    return file


def _place(file: str) -> str:
    return file.removeprefix("docs/")


def _from(source: str, place: str) -> str:
    """The address of `place` as the page of `source` has to name it."""
    return os.path.relpath(place, Path(PAGES[source]).parent).replace(os.sep, "/") + "/" * place.endswith("/")


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value for name, value in attrs if name in ("href", "src") and value]
        self.anchors |= {value for name, value in attrs if name == "id" and value}


def _addresses(page: Path) -> tuple[list[str], set[str]]:
    """What a page leads to, and what can be led to in it."""
    links = _Links()
    links.feed(page.read_text(encoding="utf-8"))
    return links.addresses, links.anchors
