"""A real HTTP server on this computer that gives every request the same answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def server_saying(
    body: str | bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Its address, and the headers of what it was asked."""
    asked: list[dict[str, str]] = []
    content = body.encode() if isinstance(body, str) else body

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(dict(self.headers.items()))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # who asked has read enough
                self.wfile.write(content)

        do_PUT = do_POST = do_GET

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
