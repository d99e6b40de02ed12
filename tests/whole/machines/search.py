"""Score a few released cases by the committed vectors: python search.py. Prints every bit."""

from __future__ import annotations

import json
import sys

from digesta_generate.similarity.e5 import e5, tables
from places import ROOT

RELEASE, CASES, QUERIES = "2026-11-22.6", 200, 3

if __name__ == "__main__":
    corpus = ROOT / "releases" / RELEASE / "resources" / "cases" / "corpus.jsonl"
    texts = [json.loads(line)["text"] for line in corpus.read_bytes().splitlines()[:CASES]]
    questions = (ROOT / "releases" / RELEASE / "questions.jsonl").read_bytes().splitlines()
    asked = [one for one in map(json.loads, questions) if one["scorer"] == "retrieval"][:QUERIES]
    with tables(ROOT):
        score = e5(texts)
        for question in asked:
            for mark in score(question["turns"][-1]["content"]):
                sys.stdout.write(f"{mark.hex()}\n")
