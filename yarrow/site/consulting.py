"""The consulting page: from the fields of a form to a chart, its drawing and the rules that speak."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from datasette.utils.asgi import Request
from markupsafe import Markup

from yarrow.charts import casting, draw_liuren, draw_liuyao, liuren_given, liuyao_given
from yarrow.charts.hexagrams import NAMES
from yarrow.charts.liuyao_input import SEXES
from yarrow.errors import Fault, YarrowError
from yarrow.rules import facts
from yarrow.rules.consult import Consultation, Library, check_question, consult
from yarrow.rules.naming import LANGUAGES


class Field(NamedTuple):
    """A field of the form. options: what may be chosen, with what is shown; none for free words."""

    name: str
    label: str
    hint: str = ""
    options: tuple[tuple[str, str], ...] = ()


_SEX = (("", "not told"), ("male", "a man 男"), ("female", "a woman 女"))
_DATE = (
    Field("date", "Date and time", "2025-02-19 23:00"),
    Field("zone", "Zone", "Asia/Seoul"),
    Field("longitude", "Longitude", "127.0"),
)
# The fields by art and by group, in the order in which they stand.
FORM: dict[str, dict[str, tuple[Field, ...]]] = {
    "liuyao": {
        "The cast": (
            Field("name", "Hexagram, or two", "節之中孚"),
            Field("coins", "or coins, bottom first", "878877"),
        ),
        "The time": (
            Field("month", "Month", "寅, 壬寅"), Field("day", "Day", "辛亥"),
            Field("year", "Year", "巳, 丁巳"),
        ),
        "or a date": _DATE,
        "The asker": (
            Field("sex", "Sex", "", _SEX), Field("birth", "Birth year", "卯, 丁卯"),
        ),
        "The school": (Field("school", "Readings", "earth=fire yin=reversed"),),
    },
    "liuren": {
        "The lesson": (
            Field("day", "Day", "壬辰"), Field("general", "Month's general 月將", "寅"),
            Field("hour", "Hour 占時", "亥"),
            Field("night", "Nobleman", "", (("", "by the hour"), ("day", "of the day 晝"),
                                            ("night", "of the night 夜"))),
            Field("month", "Month", "寅"), Field("year", "Year", "巳, 辛巳"),
        ),
        "or a date": (*_DATE, Field("latitude", "Latitude", "37.5")),
        "The asker": (
            Field("sex", "Sex", "", _SEX), Field("birth", "Birth year 本命", "丑, 乙丑"),
            Field("age", "Age 行年", "17, or 午"),
            Field("person", "Another", "母命亥 母行年午"),
        ),
        "The school": (Field("school", "Readings", "shehai=depth"),),
    },
}  # fmt: skip
EXAMPLES = {
    "liuyao": (("大壯之豫, a 己巳 day of the 子 month, on marriage",
                "name=大壯之豫&month=子&day=己巳&asks=婚姻"),
               ("復, a 甲子 day of the 子 month, on her letter",
                "name=復&month=子&day=甲子&asks=求庚帖")),
    "liuren": (("壬辰 with 寅 over the stem, by night: the first lesson of 004",
                "day=壬辰&general=寅&hour=亥&night=night"),
               ("己亥 with 申 over the stem, by night", "day=己亥&general=申&hour=未&night=night")),
}  # fmt: skip
_OPTIONS = (
    "coins heads lines numbers toss stalks by_time seed year month day hour date zone"
    " longitude sex birth"
).split()


class Asked(NamedTuple):
    """What the page shows. values: of the fields as typed; faults: of each field, and of none under
    ""; chart: its drawing; consultation: None where there is nothing to consult yet."""

    art: str
    lang: str
    values: dict[str, str]
    faults: dict[str, list[Fault]]
    chart: Markup | None = None
    consultation: Consultation | None = None
    every: bool = False

    def uses(self, fields: Iterable[Field]) -> bool:
        """Whether one of some fields is filled in, or wrong."""
        return any(self.values[field.name] or field.name in self.faults for field in fields)


def ask(request: Request, library: Library) -> Asked:
    """What a request asks, and the answer."""
    art = request.args.get("art") if request.args.get("art") in FORM else "liuyao"
    lang = request.args.get("lang") if request.args.get("lang") in LANGUAGES else "en"
    names = [field.name for fields in FORM[art].values() for field in fields] + ["asks"]
    values = {name: (request.args.get(name) or "").strip() for name in names}
    shown = Asked(art, lang, values, {}, every=bool(request.args.get("all")))
    given = {
        name: value for name, value in values.items() if value and name not in ("asks", "school")
    }
    if not given:
        return shown
    faults = check_question(library, values["asks"])
    chart, told = None, {}
    try:
        chart, told = (_liuyao if art == "liuyao" else _liuren)(values)
    except YarrowError as error:
        faults += error.faults
    if faults:
        return shown._replace(faults=_by_field(faults, names))
    drawing = (draw_liuyao if art == "liuyao" else draw_liuren).svg(chart, lang)
    return shown._replace(
        chart=Markup(drawing), consultation=consult(library, chart, values["asks"], **told)
    )


def given(option: str) -> str:
    """How a fact is given in the form: the label of its field, with what is to be chosen."""
    name, _, value = option.split(" or ")[0].removeprefix("--").partition(" ")
    labels = {
        field.name: field.label
        for groups in FORM.values()
        for fields in groups.values()
        for field in fields
    } | {"asks": "What is asked"}
    return f"{labels[name]}: {value}" if value else labels[name]


def toss() -> str:
    """Six tosses of three coins, as the form takes them."""
    return "".join(str(value) for value in casting.cast_coins(None).tolist())


def _liuyao(values: Mapping[str, str]) -> tuple[Any, dict]:
    given: dict[str, Any] = {name: values.get(name) or None for name in _OPTIONS}
    given |= {
        "heads_are": 3,
        "day_starts": "23:00",
        "asks": values["asks"],
        "school": values["school"].split(),
    }
    faults = _numbers(given)
    try:
        chart = liuyao_given.read_given(values["name"] or None, given)
    except YarrowError as error:
        faults += error.faults
    if faults:
        raise YarrowError(faults)
    return chart, {}


def _liuren(values: Mapping[str, str]) -> tuple[Any, dict]:
    given: dict[str, Any] = {
        field.name: values[field.name] or None
        for fields in FORM["liuren"].values()
        for field in fields
    }
    given |= {
        "day_starts": "23:00",
        "generals_by": "zhongqi",
        "school": tuple(values["school"].split()),
        "night": {"day": False, "night": True}.get(values["night"]),
    }
    person, faults, persons, chart = given.pop("person"), _numbers(given), {}, None
    try:
        chart, _ = liuren_given.read_given(given)
    except YarrowError as error:
        faults += error.faults
    try:
        persons = facts.read("liuren", person, "--person").persons if person else {}
    except YarrowError as error:
        faults += error.faults
    if faults:
        raise YarrowError(faults)
    return chart, {"sex": SEXES.get(values["sex"], -1), "persons": persons}


def _numbers(given: dict[str, Any]) -> list[Fault]:
    """Make numbers of longitude and latitude, with a fault for what is none."""
    faults = []
    for name in ("longitude", "latitude"):
        if given.get(name) is not None:
            try:
                given[name] = float(given[name])
            except ValueError:
                faults.append(
                    Fault(f"--{name}", f"{given[name]!r} is no number", "write degrees, as 127.03")
                )
                given[name] = None
    return faults


def _by_field(faults: list[Fault], names: list[str]) -> dict[str, list[Fault]]:
    found: dict[str, list[Fault]] = {}
    for fault in faults:
        name = fault.where.removeprefix("--").replace("-", "_")
        name = {"cast": "name", "NAME": "name", "hexagram": "name", "lines": "coins"}.get(
            name, name
        )
        found.setdefault(name if name in names else "", []).append(fault)
    return found


def hexagram_names() -> tuple[str, ...]:
    """The names of the 64, for the form to offer."""
    return tuple(NAMES)
