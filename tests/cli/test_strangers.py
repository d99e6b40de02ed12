"""A workspace that is somebody else's: no command runs what is in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from digesta.workspace.start import templates
from world import do, write

LIBRARIES = ("multiprocessing", "mkdocs", "yaml", "random", "pydantic", "typing_extensions")
OUR_HOOK = "hooks: [build/docs/.hook.py]"
PROGRAM = "if __name__ == '__main__':\n    from digesta.cli import main\n    main()\n"


def test_no_process_that_a_command_starts_takes_a_module_from_its_folder(
    own: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    installed, ran = tmp_path_factory.mktemp("bin") / "digesta", own / "ran"
    installed.write_text(PROGRAM)
    code = f"open({str(ran)!r}, 'a').write(__name__)\n"
    write(own, {f"{name}.py": code.encode() for name in LIBRARIES})
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}

    done = subprocess.run(
        [sys.executable, installed, "board", "--engine", "processes:2"],
        cwd=own, env=os.environ | path, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert not ran.exists(), ran.read_text()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hooks: [build/docs/.hook.py, mine.py]", "our hook, and no other"),
        ("hooks: [mine.py]", "our hook, and no other"),
        ("x: 1", "our hook, and no other"),
        (f"extra_templates: [mine.html]\n{OUR_HOOK}", "remove extra_templates"),
        (f"INHERIT: mine.yml\n{OUR_HOOK}", "remove INHERIT"),
        (f"theme: {{name: material, custom_dir: mine}}\n{OUR_HOOK}", "custom_dir"),
        (f"plugins: [search, projects]\n{OUR_HOOK}", "write plugins: [search]"),
        (f"docs_dir: ..\n{OUR_HOOK}", "write docs_dir: build/docs"),
        (f"markdown_extensions: [pymdownx.snippets]\n{OUR_HOOK}", "remove pymdownx.snippets"),
        (f"markdown_extensions: [{{pymdownx.b64: {{}}}}]\n{OUR_HOOK}", "remove pymdownx.b64"),
        ("hooks: !!python/object/apply:os.mkdir [ran]", "could not determine a constructor"),
        ("hooks: [", "mkdocs.yml: "),
    ],
)
def test_a_site_is_made_by_no_program_of_its_workspace(own: Path, line: str, reason: str) -> None:
    kept = (row for row in templates()["mkdocs.yml"].splitlines() if not row.startswith("hooks:"))
    text = "\n".join([*kept, line])
    write(
        own, {"mkdocs.yml": text.encode(), "mine.py": b"x", "mine.html": b"", "mine.yml": b"x: 1"}
    )

    done = do("site", "--root", own)

    assert (done.code, reason in done.stderr) == (2, True), done.stderr
    assert not Path("ran").exists()
    assert not (own / "build" / "site").exists()
