"""From what a person types to a 六爻 chart, with every fault told at once."""

from __future__ import annotations

from collections.abc import Callable

from yarrow.charts import ganzhi
from yarrow.charts.liuyao_chart import LiuyaoChart, chart
from yarrow.charts.liuyao_conventions import DEFAULT, Conventions
from yarrow.errors import Fault, YarrowError

# 申 and 辛 are both 신 in Korean, so a Korean pillar is read by the place of its syllables.
_STEM_INDEX = {char: i for names in (ganzhi.STEMS, ganzhi.STEMS_KO) for i, char in enumerate(names)}
_BRANCH_INDEX = {
    char: i for names in (ganzhi.BRANCHES, ganzhi.BRANCHES_KO) for i, char in enumerate(names)
}
SEXES = {"male": 1, "m": 1, "男": 1, "남": 1, "female": 0, "f": 0, "女": 0, "여": 0}


def read_pillar(text: str, where: str) -> int:
    """The index of a pillar such as 辛亥 or 신해. YarrowError tells the two nearest when the stem
    and the branch never meet, as in 甲丑."""
    word = text.strip()
    if len(word) == 3 and word[-1] in "年月日時建년월일시":
        word = word[:-1]
    if len(word) != 2 or word[0] not in _STEM_INDEX or word[1] not in _BRANCH_INDEX:
        raise YarrowError(Fault(where, f"{text!r} is no pillar", "give a stem and a branch: 辛亥"))
    stem, branch = _STEM_INDEX[word[0]], _BRANCH_INDEX[word[1]]
    if (stem - branch) % 2:
        near = [ganzhi.STEMS[stem] + ganzhi.BRANCHES[(branch + step) % 12] for step in (-1, 1)]
        near += [ganzhi.STEMS[(stem + step) % 10] + ganzhi.BRANCHES[branch] for step in (-1, 1)]
        raise YarrowError(
            Fault(
                where,
                f"{text!r} is none of the sixty pillars, in no calendar",
                "did you mean " + ", ".join(near) + "?",
            )
        )
    return int(ganzhi.pillar_of(stem, branch))


def read_branch(text: str, where: str) -> tuple[int, int]:
    """(branch, pillar or -1) of a branch such as 寅 (寅月, 寅建, 인월) or a whole pillar."""
    word = text.strip()
    if len(word) == 2 and word[-1] in "年月日時建년월일시":
        word = word[:-1]
    if len(word) == 1:
        if word in _BRANCH_INDEX:
            return _BRANCH_INDEX[word], -1
        raise YarrowError(Fault(where, f"{text!r} is no branch", "give one of " + ganzhi.BRANCHES))
    index = read_pillar(text, where)
    return index % 12, index


def read_chart(
    cast: Callable[[], tuple[int, int]],
    *,
    month: str | None,
    day: str | None,
    year: str | None = None,
    hour: str | None = None,
    birth: str | None = None,
    sex: str | None = None,
    asks: str = "",
    conventions: Callable[[], Conventions] | Conventions = DEFAULT,
    **given,
) -> LiuyaoChart:
    """The chart of a cast on a day (pillar) of a month (branch or pillar), with what else is known.

    cast and conventions may be functions that raise YarrowError, so that their faults are told
    together with those of the time. given: `moment` and `after_solstice`, where a date is known.
    """
    faults: list[Fault] = []

    def attempt(read, *arguments):
        try:
            return read(*arguments)
        except YarrowError as error:
            faults.extend(error.faults)
            return None

    hexagram_and_moves = attempt(cast)
    school = attempt(conventions) if callable(conventions) else conventions
    if month is None:
        faults.append(Fault("--month", "no month", "give the branch of the month (寅), or --date"))
    if day is None:
        faults.append(Fault("--day", "no day", "give the pillar of the day (辛亥), or --date"))
    unknown = (-1, -1)
    month_read = attempt(read_branch, month, "--month") if month is not None else None
    day_read = attempt(read_pillar, day, "--day") if day is not None else None
    year_read = attempt(read_branch, year, "--year") if year is not None else unknown
    hour_read = attempt(read_branch, hour, "--hour") if hour is not None else unknown
    birth_read = attempt(read_branch, birth, "--birth") if birth is not None else unknown
    if year_read and month_read and year_read[1] >= 0 and month_read[1] >= 0:
        _check_stem(
            faults,
            "--month",
            month,
            month_read[1],
            int(ganzhi.month_pillar(year_read[1] % 10, month_read[0])),
            f"a {ganzhi.PILLARS[year_read[1]]} year",
        )
    hour_pillar = -1
    if day_read is not None and hour_read and hour_read[0] >= 0:
        # The stem of a late 子 hour is that of the next day where the day turns at midnight.
        hour_pillar = int(ganzhi.hour_pillar(day_read % 10, hour_read[0]))
        late = int(ganzhi.hour_pillar((day_read + 1) % 10, 0)) if hour_read[0] == 0 else hour_pillar
        if hour_read[1] >= 0 and hour_read[1] != late:
            _check_stem(
                faults,
                "--hour",
                hour,
                hour_read[1],
                hour_pillar,
                f"a {ganzhi.PILLARS[day_read]} day",
            )
        if hour_read[1] >= 0:
            hour_pillar = hour_read[1]
    if sex is not None and sex.lower() not in SEXES:
        faults.append(Fault("--sex", f"{sex!r}", "give male or female (男, 女)"))
    if faults:
        raise YarrowError(faults)
    return chart(
        *hexagram_and_moves,
        day=day_read,
        month=month_read[0],
        month_pillar=month_read[1],
        year=year_read[0],
        year_pillar=year_read[1],
        hour_pillar=hour_pillar,
        birth=birth_read[0],
        sex=-1 if sex is None else SEXES[sex.lower()],
        asks=asks,
        conventions=school,
        **given,
    )


def _check_stem(faults, where: str, text: str, got: int, due: int, within: str) -> None:
    if got != due:
        faults.append(
            Fault(
                where,
                f"{text!r} does not occur in {within}",
                f"there it is {ganzhi.PILLARS[due]}; or give the branch alone",
            )
        )
