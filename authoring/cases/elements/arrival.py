"""Which words say how the accused came before the police and what he said there.

Whether somebody gave himself up, confessed or neither follows from two passages together: how he
came (``arr``) and what he said to the end (``conf``). ``told`` marks words in which he has told
already, so that no later passage may say that he denied from the first.
"""

from __future__ import annotations

from authoring.cases.elements.vectors import Vector
from authoring.draws import Draws

_SAID = {
    "自首": ("conf.true", "conf.again"),
    "坦白": ("conf.true", "conf.late", "conf.again"),
    "皆无": ("conf.false", "conf.retract"),
}
_SAID_BY_WHO_TOLD = {
    "自首": ("conf.true", "conf.again"),
    "坦白": ("conf.true", "conf.again"),
    "皆无": ("conf.retract",),
}


def arrival_keys(vector: Vector, family: str, draws: Draws) -> tuple[str, str]:
    """Return the pools of the arrival and of the statement."""
    value = vector["到案"]
    came = value == "自首" or (value == "皆无" and draws.below(5) < 2)  # noqa: PLR2004 - two of five
    keys = _here(vector) if family == "D" else _elsewhere(family)
    if family == "D" and vector["离开"] == "无" and vector["心态"] == "过失":
        came = True  # who stays with the wreck waits for the police
    if family == "D" and vector["离开"] == "无" and vector["心态"] == "放任":
        came = False
    arrival = draws.pick(keys["vol" if came else "pas"])
    stated = _SAID_BY_WHO_TOLD if ".told" in arrival else _SAID
    words = draws.pick(stated[value])
    if words == "conf.again" and vector["认罪"] == "是":
        words = "conf.true"  # who signed before the trial had not taken his words back then
    return arrival, words


def plea_key(vector: Vector, statement: str, draws: Draws) -> str:
    """Return the pool of the plea, given the pool of the statement."""
    if vector["到案"] == "皆无":
        return "plea.withdrawn" if statement == "conf.retract" else "plea.denied"
    if vector["认罪"] == "是":
        return "plea.yes"
    # Who took his words back before the trial did not sign then.
    return "plea.unsigned" if statement == "conf.again" or draws.below(2) else "plea.recalled"


def _elsewhere(family: str) -> dict[str, list[str]]:
    """Return the pools for somebody who is no longer where it happened (in a brawl he may be)."""
    vol, pas = ["arr.vol.any"] * 2 + ["arr.vol.told"], ["arr.pas.any"] * 2 + ["arr.pas.told"]
    if family == "V":
        return {"vol": [*vol, "arr.vol.scene"], "pas": [*pas, "arr.pas.scene"]}
    return {"vol": [*vol, "arr.vol.told.other"], "pas": pas}


def _here(vector: Vector) -> dict[str, list[str]]:
    """Return the pools for a driver, who has left the place or is still there."""
    if vector["离开"] == "有":
        return {"vol": ["arr.vol.any", "arr.vol.told"], "pas": ["arr.pas.any"]}
    return {"vol": ["arr.vol.d", "arr.vol.d.told"], "pas": ["arr.pas.d"]}
