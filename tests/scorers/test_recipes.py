"""The recipe for a metric works as CONTRIBUTING says."""

from __future__ import annotations

import re
import textwrap

from golden_cases import golden
from test_formulas import disagreeing

from digesta.scorers import SCORERS
from digesta.scorers.closed import metrics
from places import ROOT
from test_names import Name, participle, vague


def test_the_recipe_add_a_metric_works() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## Add a metric\n")[2]
    [code] = re.findall(r"```python\n(.*?)```", page.partition("\n## ")[0], re.DOTALL)
    names = dict(vars(metrics))

    functions = [Name("function", name, 1) for name in re.findall(r"def (\w+)", code)]
    assert functions
    assert not any(participle(name) or vague(name) for name in functions)

    exec(textwrap.dedent(code), names)  # noqa: S102 - our own page

    metric, cases = names["METRICS"][-1], golden("closed")
    assert f'"{metric.name}": "{metric.value(cases.sums(cases.responses))}"' in page
    assert not disagreeing(SCORERS["closed"], metric)
