"""Makes the German evaluation documents from `packaging/german/*.txt`: invented texts of invented parties.

    .venv/bin/python packaging/make_german.py [FOLDER]

The texts are lines as in `make_samples.py` (`# heading`, `## sub-heading`, `- item`, `| cell | cell |`,
`!title`, `!subtitle`, anything else a paragraph); their head names the format: PDF, Word, HTML or plain text.
The same texts give the same pages.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Iterator
from pathlib import Path

import docx
import pymupdf

ROOT = Path(__file__).resolve().parent.parent
TEXTS = Path(__file__).resolve().parent / "german"
WIDTH, HEIGHT = pymupdf.paper_size("a4")
BODY = pymupdf.Rect(62, 78, WIDTH - 62, HEIGHT - 70)
CSS = """
body { font-family: sans-serif; font-size: 10pt; line-height: 1.35; }
h1 { font-size: 19pt; } h2 { font-size: 13pt; } h3 { font-size: 11pt; }
td, th { padding: 3px 8px; border-bottom: 1px solid #9aa; font-size: 9pt; text-align: left; }
"""

Block = tuple[str, str | list[list[str]]]


def blocks(body: str) -> Iterator[Block]:
    """("h1" | "h2" | "h3" | "sub" | "li" | "p", text) and ("table", rows)."""
    rows: list[list[str]] = []
    for line in [*body.splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip()[1:-1].split("|")])
            continue
        if rows:
            yield "table", rows
            rows = []
        for mark, kind in (
            ("!title ", "h1"),
            ("!subtitle ", "sub"),
            ("## ", "h3"),
            ("# ", "h2"),
            ("- ", "li"),
        ):
            if line.startswith(mark):
                yield kind, line.removeprefix(mark)
                break
        else:
            if line.strip():
                yield "p", line


def as_html(body: str) -> str:
    parts: list[str] = []
    for kind, content in blocks(body):
        if isinstance(content, list):
            head, *rest = content
            parts.append("<table><tr>" + "".join(f"<th>{html.escape(cell)}</th>" for cell in head) + "</tr>")
            for row in rest:
                parts.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>")
            parts.append("</table>")
        elif kind == "li":
            parts.append(f"<ul><li>{html.escape(content)}</li></ul>")
        else:
            tag = "p" if kind == "sub" else kind
            parts.append(f"<{tag}>{html.escape(content)}</{tag}>")
    return "\n".join(parts).replace("</ul>\n<ul>", "\n")


def write_pdf(facts: dict[str, str], body: str, path: Path) -> None:
    draft = path.with_suffix(".draft.pdf")
    writer = pymupdf.DocumentWriter(str(draft))
    story = pymupdf.Story(as_html(body), user_css=CSS)
    more = 1
    while more:
        device = writer.begin_page(pymupdf.Rect(0, 0, WIDTH, HEIGHT))
        more, _ = story.place(BODY)
        story.draw(device)
        writer.end_page()
    writer.close()
    with pymupdf.open(draft) as document:
        left, _, right = facts["header"].partition(" | ")
        for number, page in enumerate(document, start=1):
            foot = f"Seite {number} von {document.page_count}"
            for text, x, y in ((left, 62, 46), (right, WIDTH - 62, 46), (foot, WIDTH - 62, HEIGHT - 38)):
                if x > WIDTH / 2:
                    x -= pymupdf.get_text_length(text, "helv", 8)
                page.insert_text((x, y), text, fontname="helv", fontsize=8, color=(0.35, 0.35, 0.35))
        fixed = "D:20250101000000Z"
        document.set_metadata({"title": facts["title"], "creationDate": fixed, "modDate": fixed})
        document.save(path, garbage=4, deflate=True, no_new_id=True)
    draft.unlink()


def write_docx(facts: dict[str, str], body: str, path: Path) -> None:
    document = docx.Document()
    document.core_properties.title = facts["title"]
    document.core_properties.author = ""
    document.sections[0].header.paragraphs[0].text = facts["header"]
    for kind, content in blocks(body):
        if isinstance(content, list):
            table = document.add_table(0, len(content[0]))
            for row in content:
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
        elif kind in ("h1", "h2", "h3"):
            document.add_heading(content, 0 if kind == "h1" else int(kind[1]) - 1)
        else:
            document.add_paragraph(content, "List Bullet" if kind == "li" else None)
    document.save(str(path))


def write_html(facts: dict[str, str], body: str, path: Path) -> None:
    title, header = html.escape(facts["title"]), html.escape(facts["header"])
    path.write_text(
        f'<!DOCTYPE html>\n<html lang="de">\n<head><meta charset="utf-8"><title>{title}</title></head>\n'
        f"<body>\n<p>{header}</p>\n{as_html(body)}\n</body>\n</html>\n",
        encoding="utf-8",
    )


def write_text(facts: dict[str, str], body: str, path: Path) -> None:
    lines = [content for _, content in blocks(body) if isinstance(content, str)]
    path.write_text("\n\n".join([facts["header"], *lines]) + "\n", encoding="utf-8")


WRITERS = {"pdf": write_pdf, "docx": write_docx, "html": write_html, "txt": write_text}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted(TEXTS.glob("*.txt")):
        head, _, body = source.read_text(encoding="utf-8").partition("\n---\n")
        facts = dict(line.split(": ", 1) for line in head.splitlines())
        path = folder / f"{source.stem}.{facts['format']}"
        WRITERS[facts["format"]](facts, body, path)
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "tests" / "benchmarks" / "data" / "german")
