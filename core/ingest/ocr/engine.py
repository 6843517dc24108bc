"""The recogniser itself: rapidocr's detection and recognition models, from its wheel, without network.

Runs in the recogniser process only (`core.ingest.ocr.ocr_worker`): it takes half a gigabyte. Geometry here is
in pixels of the picture given.
"""

from __future__ import annotations

import os
import socket
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.ingest.ocr.dashes import find_dashes
from core.models.bundled import check_bundled

Picture = NDArray[np.uint8]  # height × width × 3, blue first as OpenCV has it

_DETECTION = "PP-OCRv6_det_small.onnx"
_RECOGNITION = "PP-OCRv6_rec_small.onnx"
_LEAST_GAIN = 0.05  # of confidence, for which a page is turned upside down
_GOOD_CONFIDENCE = 0.8  # a page below is tried upside down
_SAMPLE_LINES = 6
_ON_END = 1.5  # height of a line's box over its width; rapidocr turns such lines to read from above
# White between two letters from which on they are two words, over the height of the line's box.
_GAP = 0.22
_GAP_OF_FIGURES = 0.3
_GAP_OVER_USUAL = 2.5
_FIGURES = frozenset("0123456789.,")
_LEAST_CONTRAST = 30


@dataclass(frozen=True, slots=True)
class FoundWord:
    """`quad`: its corners, clockwise from where the word begins and rises to, x and y in turns."""

    text: str
    confidence: float
    quad: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FoundLine:
    """Words in reading order, as the detection model saw them on one line."""

    words: tuple[FoundWord, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Found:
    """Lines on the upright picture. The picture given shows it turned by `turned` degrees clockwise.

    `extent`: the length of all places that look like writing, each over its height, whether they could be
    read or not; Latin text has two to three letters on one, Chinese one.
    """

    lines: list[FoundLine]
    turned: int
    extent: float = 0.0


class Engine:
    """Loaded with the first picture; about 0.6 GB with one page at 200 dpi."""

    def __init__(self, threads: int) -> None:
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when onnxruntime is imported, which would call home
        # rapidocr imports a library for downloads (urllib3 2) that opens a socket to see whether it could.
        socket.has_ipv6 = False
        import rapidocr
        from rapidocr.main import RapidOCRError

        models = Path(rapidocr.__file__).parent / "models"
        check_bundled("pp-ocrv6-small", models, (_DETECTION, _RECOGNITION))
        self._nothing_found: type[Exception] = RapidOCRError
        self._engine: Any = rapidocr.RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,  # it turned 2 of 37 sound lines of a report upside down
                "Global.return_word_box": True,
                # Named, because it downloads what it cannot find under its own names.
                "Det.model_path": str(models / _DETECTION),
                "Rec.model_path": str(models / _RECOGNITION),
                "Det.limit_type": "max",
                # One line at a time: half the memory of the default 6, and not slower on two cores.
                "Rec.rec_batch_num": 1,
            }
        )
        self._engine._load_det_model().session.session = _session(models / _DETECTION, threads)
        self._engine._load_rec_model().session.session = _session(models / _RECOGNITION, threads)

    def read(self, picture: Picture, detection_side: int) -> Found:
        """What stands on a picture, in the order in which it was found.

        `detection_side`: the longer side, in pixels, of the copy in which lines are looked for.
        """
        upright, turned = picture, 0
        regions = self._detect(upright, detection_side)
        if regions is None:
            return Found([], 0)
        on_end = _is_on_end(regions.boxes)
        sample = regions.widest(_SAMPLE_LINES)
        confidence = self._mean_confidence(sample)
        if on_end:
            turned = 90  # lines on end are tried as read from above
        if confidence < _GOOD_CONFIDENCE:
            upside_down = self._mean_confidence([_half_turn(crop) for crop in sample])
            if upside_down > confidence + _LEAST_GAIN:
                turned += 180
        if turned:
            upright = np.ascontiguousarray(np.rot90(picture, turned // 90))
            regions = self._detect(upright, detection_side)
        if regions is None:
            return Found([], turned)
        lines = self._recognise(regions)
        lines += [
            FoundLine((FoundWord("—", confidence, quad),), confidence)
            for quad in find_dashes(upright, regions.boxes)
        ]
        return Found(lines, turned, regions.extent())

    def _detect(self, picture: Picture, side: int) -> _Regions | None:
        record: dict[str, Any] = {}
        self._engine._load_det_model().limit_side_len = side
        try:
            crops, result = self._engine.detect_and_crop(picture, record)
        except self._nothing_found:
            return None
        # Very flat pictures were looked at with white above them.
        margin = record["padding_1"]
        boxes = np.asarray(result.boxes, dtype=np.float64) - (margin["left"], margin["top"])
        height, width = picture.shape[:2]
        return _Regions(np.clip(boxes, 0, (width, height)), crops)

    def _mean_confidence(self, crops: Sequence[Picture]) -> float:
        if not crops:
            return 0.0
        return float(np.mean(self._engine.recognize_txt(list(crops)).scores))

    def _recognise(self, found: _Regions) -> list[FoundLine]:
        result = self._engine.recognize_txt(list(found.crops))
        lines = []
        for box, crop, text, confidence, columns in zip(
            found.boxes, found.crops, result.txts, result.scores, result.word_results, strict=True
        ):
            if not text.strip():
                continue
            words = _words(text, columns, box, crop)
            if words:
                lines.append(FoundLine(words, float(confidence)))
        return lines


def _session(model: Path, threads: int) -> Any:
    """Threads that sleep while they wait. Spinning, as rapidocr has them, a page took 6.8 instead of 4.3 s of
    processor time beside other work, and longer."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), sess_options=options, providers=["CPUExecutionProvider"])


@dataclass(frozen=True, slots=True)
class _Regions:
    """Boxes of shape (n, 4, 2), and the picture of each, its text upright from left to right."""

    boxes: NDArray[np.float64]
    crops: Sequence[Picture]

    def extent(self) -> float:
        return float(sum(crop.shape[1] / crop.shape[0] for crop in self.crops))

    def widest(self, count: int) -> list[Picture]:
        return sorted(self.crops, key=lambda crop: -crop.shape[1])[:count]


def _is_on_end(boxes: NDArray[np.float64]) -> bool:
    """True when most of what was found, by length, stands on end."""
    widths = np.linalg.norm(boxes[:, 1] - boxes[:, 0], axis=1)
    heights = np.linalg.norm(boxes[:, 3] - boxes[:, 0], axis=1)
    on_end = heights >= _ON_END * widths
    return bool(heights[on_end].sum() > widths[~on_end].sum())


def _half_turn(picture: Picture) -> Picture:
    return np.ascontiguousarray(np.rot90(picture, 2))


def _words(text: str, columns: Any, box: NDArray[np.float64], crop: Picture) -> tuple[FoundWord, ...]:
    """Cut a line at its spaces, and where the recogniser left one out.

    The recogniser says for each letter at which of its columns it was seen; the edges of a word are where its
    ink ends.
    """
    letters = [letter for letter in text if not letter.isspace()]
    seen_at = [column for word in columns.word_cols for column in word]
    if len(letters) != len(seen_at) or not columns.line_txt_len:
        return ()
    width = crop.shape[1]
    centres = (np.array(seen_at) + 0.5) * (width / columns.line_txt_len)
    confidences = [
        confidence for letter, confidence in zip(text, columns.confs, strict=False) if not letter.isspace()
    ]
    ink = _ink_columns(crop)
    starts = sorted(_starts_at_spaces(text) | _starts_at_gaps(letters, centres, ink, crop.shape[0]))
    words = []
    for first, end in pairwise([*starts, len(letters)]):
        left = 0.0 if first == 0 else (centres[first - 1] + centres[first]) / 2
        right = float(width) if end == len(letters) else (centres[end - 1] + centres[end]) / 2
        left, right = _trim(ink, left, right)
        words.append(
            FoundWord(
                "".join(letters[first:end]),
                float(np.mean(confidences[first:end])),
                _part(box, left / width, right / width),
            )
        )
    return tuple(words)


def _starts_at_spaces(text: str) -> set[int]:
    """Numbers of the letters (spaces not counted) that begin a word."""
    starts = {0}
    letters = 0
    for sign in text:
        if sign.isspace():
            starts.add(letters)
        else:
            letters += 1
    return starts - {letters}


def _starts_at_gaps(
    letters: Sequence[str], centres: NDArray[np.float64], ink: NDArray[np.bool_], height: int
) -> set[int]:
    """The same by the white between letters: cells of a table that stand close together, mostly.

    Letters that are all set apart, as in some headings, stay together.
    """
    gaps = np.array([_white(ink, left, right) for left, right in pairwise(centres)])
    if len(gaps) == 0:
        return set()
    usual = float(np.median(gaps))
    starts = set()
    for place, gap in enumerate(gaps):
        before, after = letters[place], letters[place + 1]
        if is_wide(before) or is_wide(after):
            continue
        # Figures are all as wide as a 0, and a 1 has much white beside it.
        within_number = _FIGURES.issuperset((before, after))
        least = _GAP_OF_FIGURES if within_number else _GAP
        if gap > max(least * height, _GAP_OVER_USUAL * usual):
            starts.add(place + 1)
    return starts


def _white(ink: NDArray[np.bool_], left: float, right: float) -> int:
    """The widest run of columns without ink between the centres of two letters."""
    printed = np.flatnonzero(ink[int(left) : int(right) + 1])
    return int(np.diff(printed).max(initial=1)) - 1 if len(printed) else 0


def is_wide(letter: str) -> bool:
    """Chinese, Japanese, Korean: written without spaces, with white around each sign."""
    return unicodedata.east_asian_width(letter) in "WF"


def _ink_columns(crop: Picture) -> NDArray[np.bool_]:
    """For each column of a line's picture: whether anything is printed there."""
    grey = crop.mean(axis=2)
    paper = np.median(grey)
    distance = np.abs(grey - paper)
    threshold = max(float(_LEAST_CONTRAST), 0.35 * float(distance.max()))
    # The upper and lower edge may show a rule or the lines above and below.
    edge = max(1, crop.shape[0] // 8)
    columns: NDArray[np.bool_] = (distance[edge:-edge] > threshold).any(axis=0)
    return columns


def _trim(ink: NDArray[np.bool_], left: float, right: float) -> tuple[float, float]:
    """The interval without empty columns at its ends; as it was when nothing is printed in it."""
    first, last = max(0, int(left)), min(len(ink), int(np.ceil(right)))
    printed = np.flatnonzero(ink[first:last])
    if len(printed) == 0:
        return left, right
    return float(first + printed[0]), float(first + printed[-1] + 1)


def _part(box: NDArray[np.float64], start: float, end: float) -> NDArray[np.float64]:
    """Corners of a part of a line, from `start` to `end` (0 to 1) along it."""
    top_left, top_right, bottom_right, bottom_left = box
    length = np.linalg.norm(top_right - top_left)
    rise = np.linalg.norm(bottom_left - top_left)
    if rise >= _ON_END * length:
        top_left, top_right, bottom_right, bottom_left = top_right, bottom_right, bottom_left, top_left
    upper, lower = top_right - top_left, bottom_right - bottom_left
    corners = (
        top_left + start * upper,
        top_left + end * upper,
        bottom_left + end * lower,
        bottom_left + start * lower,
    )
    return np.concatenate(corners)
