"""From what a person types to a 大六壬 chart, with every fault told at once."""

from __future__ import annotations

from dataclasses import replace

from yarrow.charts.calendar import Moment
from yarrow.charts.ganzhi import BRANCHES, PILLARS
from yarrow.charts.liuren_chart import Chart, chart, chart_at
from yarrow.charts.liuren_generals import NOBLEMEN
from yarrow.charts.liuren_lessons import DEFAULT, READINGS, School
from yarrow.charts.liuren_persons import year_fate
from yarrow.charts.liuyao_input import SEXES, read_branch, read_pillar
from yarrow.errors import Fault, YarrowError

# Every point on which schools differ, its readings with the default first.
POINTS = {
    point: tuple(str(reading).lower() for reading in readings)
    for point, readings in READINGS.items()
} | {"nobleman": tuple(NOBLEMEN)}


def read_school(words: tuple[str, ...]) -> School:
    """The school of words such as `shehai=depth`; YarrowError names every word that is none."""
    faults, chosen = [], {}
    for word in words:
        point, _, reading = word.partition("=")
        if point not in POINTS:
            faults.append(
                Fault("--school", f"{word!r} names no point", f"one of {', '.join(POINTS)}")
            )
        elif reading not in POINTS[point]:
            faults.append(
                Fault(
                    "--school",
                    f"{word!r} is no reading of it",
                    f"{point}= {', '.join(POINTS[point])}",
                )
            )
        else:
            chosen[point] = {"true": True, "false": False}.get(reading, reading)
    if faults:
        raise YarrowError(faults)
    return replace(DEFAULT, **chosen)


def generals_of_month(month: int) -> tuple[int, int]:
    """月將 that can be in force in a month by its branch: before its 中氣, and after it."""
    return (14 - month) % 12, (13 - month) % 12


def read_chart(
    *,
    when: Moment | None = None,
    day: str | None = None,
    general: str | None = None,
    hour: str | None = None,
    night: bool | None = None,
    month: str | None = None,
    year: str | None = None,
    birth: str | None = None,
    sex: str | None = None,
    age: str | None = None,
    school: tuple[str, ...] = (),
) -> Chart:
    """The chart of a moment, or of a day, 月將 and 占時 as a book gives them.

    day is a pillar; general, hour, month, year and birth branches or pillars; age the years
    counted from one (needs sex) or the branch of 行年; school words as `shehai=depth`. YarrowError
    with every fault at once.
    """
    faults: list[Fault] = []

    def attempt(read, *arguments, default=None):
        try:
            return read(*arguments)
        except YarrowError as error:
            faults.extend(error.faults)
            return default

    def branch(text, where):
        return (-1, -1) if text is None else attempt(read_branch, text, where, default=(-1, -1))

    chosen = attempt(read_school, school, default=DEFAULT)
    read = {
        name: branch(text, f"--{name}")
        for name, text in
        {"general": general, "hour": hour, "month": month, "year": year, "birth": birth}.items()
    }  # fmt: skip
    if when is None:
        if day is None:
            faults.append(Fault("--day", "no day", "give the pillar of the day (甲辰), or --date"))
        for name, text in (("general", general), ("hour", hour)):
            if text is None:
                faults.append(Fault(f"--{name}", "it is not given", f"give --{name}, or --date"))
        pillar = None if day is None else attempt(read_pillar, day, "--day")
        _check_hour(faults, pillar, read["hour"], hour)
        _check_general(faults, read["month"][0], read["general"][0], general)
    else:
        clash = [f"--{name}" for name, text in (("day", day), ("hour", hour), ("month", month),
                                                ("year", year)) if text is not None]  # fmt: skip
        if clash:
            faults.append(
                Fault(
                    clash[0], "--date already gives it", f"leave out {', '.join(clash)}, or --date"
                )
            )
        if general is not None and read["general"][0] not in (-1, when.general):
            faults.append(
                Fault(
                    "--general",
                    f"{general!r} does not fit the date, whose 月將 is {BRANCHES[when.general]}",
                    "leave it out; for another practice see --generals-by",
                )
            )
        read["year"] = (when.year_branch, when.year)
    fate = _fate(faults, sex, age, read["birth"][1], read["year"][1])
    persons = {"birth": read["birth"][0], "age": fate}
    if faults:
        raise YarrowError(faults)
    if when is not None:
        return chart_at(when, night=night, school=chosen, **persons)
    return chart(
        pillar, general=read["general"][0], hour=read["hour"][0],
        night=None if night is None else int(night), month=read["month"][0], year=read["year"][0],
        school=chosen, **persons,
    )  # fmt: skip


def _check_hour(faults, day, hour, text):
    """An hour given with its stem must be one that the day has."""
    if day is None or hour[1] < 0:
        return
    stem = (day % 5 * 2 + hour[0]) % 10
    if hour[1] % 10 != stem:
        right = next(
            p for p in PILLARS if PILLARS.index(p) % 10 == stem and p[1] == BRANCHES[hour[0]]
        )
        faults.append(
            Fault("--hour", f"{text!r} is no hour of a {PILLARS[day]} day", f"it is {right} there")
        )


def _check_general(faults, month, general, text):
    """月將 must be one of the two that a month sees."""
    if month < 0 or general < 0 or general in generals_of_month(month):
        return
    before, after = (BRANCHES[g] for g in generals_of_month(month))
    faults.append(
        Fault(
            "--general",
            f"{text!r} is never 月將 in the month {BRANCHES[month]}",
            f"before the 中氣 of that month it is {before}, after it {after}; or leave out --month",
        )
    )


def _fate(faults, sex, age, birth_pillar, year_pillar) -> int:
    """The branch of 行年, -1 if nothing tells it."""
    if sex is not None and sex.lower() not in SEXES:
        faults.append(Fault("--sex", repr(sex), "give male or female (男, 女)"))
        return -1
    if age is not None and not age.isdigit():
        try:
            return read_branch(age, "--age")[0]
        except YarrowError:
            faults.append(
                Fault(
                    "--age",
                    f"{age!r} is neither",
                    "give years counted from one (17), or a branch (午)",
                )
            )
            return -1
    if age is not None and int(age) < 1:
        faults.append(Fault("--age", "years are counted from one", "give 1 for the first year"))
        return -1
    if age is not None and sex is None:
        faults.append(
            Fault("--sex", "行年 goes forward for men, backward for women", "give --sex too")
        )
        return -1
    if sex is None:
        return -1
    if age is not None:
        years = int(age)
    elif birth_pillar >= 0 and year_pillar >= 0:
        years = (year_pillar - birth_pillar) % 60 + 1
    else:
        return -1
    return int(year_fate(SEXES[sex.lower()], years))
