"""Croissant 1.0: a release as a data set that describes itself, beside its files.

``croissant.json`` (JSON-LD, https://docs.mlcommons.org/croissant/docs/croissant-spec.html) names
every file of the release with its digest, and the columns of questions and truths; the files lie
beside it. What is right, and other objects whose keys are the scorer's, have no columns there.
"""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

from digesta.errors import UsageError
from digesta.package_files import json_file
from digesta.records.base import release_parts
from digesta.records.release import FileEntry, Manifest
from digesta_convert.exports.base import Exporter, ExportInputs
from digesta_convert.exports.texts import license_urls
from digesta_convert.shared.converter import Report

_TABLES = json_file(__package__, "croissant.json")


def write(inputs: ExportInputs) -> Report:
    """Return the description and the release's immutable files."""
    manifest = inputs.release.manifest
    if inputs.closed:
        raise UsageError(
            f"croissant writes a release's files as they are, and the text of {inputs.closed} "
            "questions may not be published (publish in release.json); hf_dataset leaves them out"
        )
    files = {listed.path: inputs.files[listed.path] for listed in manifest.files}
    text = json.dumps(_metadata(manifest), ensure_ascii=False, indent=2)
    return Report({"croissant.json": f"{text}\n".encode(), **files})


def _metadata(manifest: Manifest) -> dict[str, Any]:
    archive = manifest.archive
    tracks = ", ".join(track.title for track in manifest.tracks)
    return {
        "@context": _TABLES["context"],
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"digesta-{manifest.release}",
        "description": f"{manifest.title}. " + " ".join(t.about for t in manifest.tracks),
        "license": license_urls(manifest.licenses),
        **({"url": archive.url} if archive and archive.url else {}),
        "creator": {
            "@type": "sc:Organization",
            "name": archive.attribution if archive else "Digesta authors",
        },
        "datePublished": release_parts(manifest.release).day,
        "version": "1.0.0",
        "alternateName": manifest.release,
        "keywords": ["law", "benchmark", tracks],
        "inLanguage": sorted({lang for track in manifest.tracks for lang in track.notice}),
        "citeAs": f"Digesta, release {manifest.release}: {tracks}",
        "isLiveDataset": False,
        "distribution": [_file(listed) for listed in manifest.files],
        "recordSet": [_record_set(name, fields) for name, fields in _TABLES["records"].items()],
    }


def _file(listed: FileEntry) -> dict[str, Any]:
    ending = PurePosixPath(listed.path).suffix
    return {
        "@type": "cr:FileObject",
        "@id": listed.path,
        "name": listed.path,
        "contentUrl": listed.path,
        "contentSize": f"{listed.bytes} B",
        "encodingFormat": _TABLES["encodings"].get(ending, "application/octet-stream"),
        "sha256": listed.sha256,
    }


def _record_set(name: str, fields: list[list[str]]) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "key": {"@id": f"{name}/question_id"},
        "field": [_field(name, *field) for field in fields],
    }


def _field(name: str, field: str, column: str, path: str, about: str) -> dict[str, Any]:
    source: dict[str, Any] = {"fileObject": {"@id": f"{name}.jsonl"}, "extract": {"column": column}}
    if path:
        source["transform"] = {"jsonPath": path}
    key = {"references": {"field": {"@id": "questions/question_id"}}}
    return {
        "@type": "cr:Field",
        "@id": f"{name}/{field}",
        "name": field,
        "description": about,
        "dataType": "sc:Text",
        **({"repeated": True} if path else {}),
        "source": source,
        **(key if name == "truths" and field == "question_id" else {}),
    }


EXPORTER = Exporter(
    name="croissant",
    about="A release that describes itself: croissant.json (JSON-LD) and its files.",
    export_example="croissant releases/2026-11-22.6 -o build/croissant",
    write=write,
)
