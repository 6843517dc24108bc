"""Model bytes from the model hub, through huggingface_hub's addresses, tokens and settings.

The bytes are streamed here with a `Range` request, so that an interrupted download goes on where it was
and Stop works between chunks, which the library's own download call does not offer. Caller's thread.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from core.cancel import CancelToken
from core.errors import ModelError
from core.models.catalogue import HubSource, ModelFile
from core.models.partial import CHUNK_BYTES, PartialFile

TIMEOUT_SECONDS = 20.0
# An interrupted download loses at most this much.
COMMIT_BYTES = 32 * CHUNK_BYTES


def fetch_from_hub(
    source: HubSource, file: ModelFile, partial: PartialFile, cancel: CancelToken
) -> Iterator[int]:
    """Stream the file into `partial`, from its last committed byte; yields bytes reached.

    Raises:
        ModelError: offline, not found, gated. StorageError: disk full. Cancelled.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    # Imported late: only a download asked for by the user may load network code.
    import httpx
    from huggingface_hub import constants, get_hf_file_metadata, hf_hub_url
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled
    from huggingface_hub.utils import build_hf_headers

    name = f"{source.repo}/{source.filename}"
    if constants.HF_HUB_OFFLINE:
        raise ModelError(
            f"HF_HUB_OFFLINE is set, so {name} was not fetched.", "Unset it, or use another source."
        )
    endpoint = os.environ.get("HF_ENDPOINT") or None
    url = hf_hub_url(source.repo, source.filename, revision=source.revision, endpoint=endpoint)
    headers = build_hf_headers()
    cancel.check()
    try:
        found = get_hf_file_metadata(url, headers=headers, timeout=TIMEOUT_SECONDS)
        _, size = partial.resume(f"hub:{name}@{found.commit_hash}:{found.etag}")
        yield size
        if found.size is not None and size >= found.size:
            return
        # As the library does: its token goes to the hub, never to the storage server it redirects to.
        if httpx.URL(found.location).host != httpx.URL(url).host:
            headers = {key: value for key, value in headers.items() if key.lower() != "authorization"}
        headers = {**headers, "Range": f"bytes={size}-", "Accept-Encoding": "identity"}
        with (
            httpx.Client(timeout=TIMEOUT_SECONDS, follow_redirects=True) as client,
            client.stream("GET", found.location, headers=headers) as response,
        ):
            response.raise_for_status()
            if size and response.status_code != 206:
                partial.discard()
                _, size = partial.resume(f"hub:{name}@{found.commit_hash}:{found.etag}")
            yield from _receive(response.iter_bytes(CHUNK_BYTES), size, partial, cancel)
    except (HfHubHTTPError, httpx.HTTPStatusError) as error:
        status = error.response.status_code if error.response is not None else "an error"
        raise ModelError(f"The hub answered {status} for {name}.", _status_hint(status)) from error
    except (OfflineModeIsEnabled, httpx.HTTPError, OSError) as error:
        raise ModelError(
            f"The hub could not be reached for {name} ({type(error).__name__}).",
            "Check the network, or use --from with a file; a new try goes on where this one stopped.",
        ) from error
    if found.size is not None and partial.size != found.size:
        raise ModelError(
            f"The hub ended {name} after {partial.size} of {found.size} bytes.", "Try again; it goes on."
        )


def _receive(blocks: Iterator[bytes], size: int, partial: PartialFile, cancel: CancelToken) -> Iterator[int]:
    committed = size
    try:
        for block in blocks:
            cancel.check()
            size = partial.append_block(block)
            if size - committed >= COMMIT_BYTES:
                committed = partial.commit(0)
            yield size
    finally:
        # Also on Stop and on a broken line: what has arrived counts.
        if size > committed:
            partial.commit(0)


def _status_hint(status: int | str) -> str:
    if status in (401, 403):
        return "The model needs an account that accepted its licence: log in with `hf auth login`."
    if status == 404:
        return "The hub no longer has that file; use another model or a file of your own."
    return "Try again later, or use --from with a file."
