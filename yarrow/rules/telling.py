"""Explanations as short sentences in Chinese, Korean and English."""

from __future__ import annotations

from collections.abc import Callable

from yarrow.rules.explain import Explanation
from yarrow.rules.telling_en import English
from yarrow.rules.telling_ko import Korean
from yarrow.rules.telling_zh import Chinese

TELLERS = {"zh": Chinese, "ko": Korean, "en": English}


def tell(explanation: Explanation, lang: str = "en", given: Callable[[str], str] = str) -> str:
    """The explanation as sentences. lang: zh, ko or en. given: how the reader gives a fact, from
    the option of the command that does (--birth)."""
    teller = TELLERS[lang](explanation.env)
    teller.given = given
    told = [teller.statement(one) for one in explanation.statements]
    told += [teller.missing(one) for one in explanation.missing]
    return ("" if lang == "zh" else " ").join(dict.fromkeys(told))
