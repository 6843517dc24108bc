"""Lays a page of HTML out as a PDF, with MuPDF. Runs in a child process: MuPDF holds its thread for long."""

from __future__ import annotations

import io
from typing import Any

import pymupdf

from core.procs.channel import Channel

_PAPER = "a4"
_MARGINS = (56, 56, -56, -64)  # points


def main(channel: Channel) -> None:
    """Worker function: one request `pdf` with `html` as its bytes, answered with the file's bytes."""
    for request in channel:
        channel.done({}, pdf_of(request.blob.decode("utf-8"), channel))


def pdf_of(html: str, channel: Channel | None = None) -> bytes:
    """The bytes of the PDF, with a number below each page."""
    paper = pymupdf.paper_rect(_PAPER)
    laid = io.BytesIO()
    writer = pymupdf.DocumentWriter(laid)
    story = pymupdf.Story(html)
    positions: list[Any] = []
    more = 1
    number = 0
    while more:
        if channel is not None:
            channel.check()
        device = writer.begin_page(paper)
        more, _filled = story.place(paper + _MARGINS)
        number += 1
        story.element_positions(lambda position: positions.append(position), {"page_num": number})
        story.draw(device)
        writer.end_page()
    writer.close()
    with pymupdf.Story.add_pdf_links(laid, positions) as document:
        for number, page in enumerate(document, start=1):
            page.insert_text((paper.width / 2 - 8, paper.height - 32), str(number), fontsize=9)
        document.subset_fonts()
        return bytes(document.tobytes(garbage=3, deflate=True))
