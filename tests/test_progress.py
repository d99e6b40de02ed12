"""Long steps show how far they are to who watches; a pipe gets nothing."""

from __future__ import annotations

import io
import sys

import pytest

from digesta.workspace.progress import progress, say


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    say("building")

    assert list(progress(iter("abc"), "boards")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_who_watches_sees_the_step_and_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    say("building")
    items = list(progress(["a", "b"], "boards"))

    assert items == ["a", "b"]
    assert terminal.getvalue().startswith("building ...\n")
    assert "boards" in terminal.getvalue()


def test_one_thing_alone_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    assert list(progress(["a"], "checking")) == ["a"]
    assert terminal.getvalue() == ""
