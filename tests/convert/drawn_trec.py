"""Qrels and runs of TREC, drawn by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def trec(draw: st.DrawFn) -> dict[str, bytes]:
    queries = draw(st.lists(st.sampled_from(["301", "q-7", "MB101", "9" * 64]), min_size=1,
                            max_size=4, unique=True))  # fmt: skip
    cases = st.lists(st.sampled_from([f"FBIS3-{n}" for n in range(20)]), min_size=1, max_size=12,
                     unique=True)  # fmt: skip
    judged, run = [], []
    for one in queries:
        grades = [(case, draw(st.integers(-1, 5))) for case in draw(cases)]
        judged += [f"{one} 0 {case} {grade}" for case, grade in [*grades, ("X1", 2)]]
        if draw(st.booleans()):
            run += [f"{one} Q0 {case} 1 {draw(st.integers(0, 3))} t" for case in draw(cases)]
    files = {"qrels.txt": "\n".join(judged).encode()}
    return files | ({"run.txt": "\n".join(run).encode()} if run else {})
