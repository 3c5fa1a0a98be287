"""The parser of the rule language: what it takes, what it refuses, and how it says so."""

import random
import sys

import numpy as np
import pytest

from yarrow.charts import liuyao
from yarrow.charts.liuren import cast
from yarrow.errors import YarrowError
from yarrow.rules import language, liuren_base, liuren_words, liuyao_base, liuyao_words
from yarrow.rules.evaluate import evaluate, truth
from yarrow.rules.language import MAX_DEPTH, MAX_LENGTH, MAX_NODES, Node, parse
from yarrow.rules.values import BRANCHES, NUMBER, SEATS, TRUTH

ARTS = {"liuyao": liuyao_words.vocabulary(), "liuren": liuren_words.vocabulary()}
YAO, REN = ARTS["liuyao"], ARTS["liuren"]


def faults(source, vocabulary=YAO, want=TRUTH):
    with pytest.raises(YarrowError) as caught:
        parse(source, vocabulary, want=want)
    return caught.value.faults


# --- What it takes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source, spelt",
    [
        ("財", "財"),
        (" 財 & 動 \n", "(meet 財 動)"),  # the end of a folded block of YAML
        ("妻財 & 發動", "(meet 財 動)"),
        ("財 & 子", "(bearing 財 子)"),
        ("子 & 財", "(bearing 財 子)"),
        ("財 | 子", "(join 財 (seats 子))"),
        ("財 & 動 | 空", "(join (meet 財 動) 空)"),
        ("財 & (動 | 空)", "(meet 財 (join 動 空))"),
        ("(財 - 動) | 空", "(join (less 財 動) 空)"),
        ("沖剋(應, 世)", "沖剋(應, 世)"),
        ("數(財) >= 2", "(atleast 數(財) 2)"),
        ("1 <= 數(財) <= 2", "(and (atmost 1 數(財)) (atmost 數(財) 2))"),
        ("not 財 and 鬼 or 父", "(or (and (not (holds 財)) (holds 鬼)) (holds 父))"),
        ("財 <= 動", "(within 財 動)"),
        ("數(財) + 數(鬼) == 3", "(same (plus 數(財) 數(鬼)) 3)"),
    ],
)
def test_reads_as_written(source, spelt):
    assert parse(source, YAO).text() == spelt


@pytest.mark.parametrize(
    "source, vocabulary, kind",
    [
        ("財", YAO, SEATS), ("支(財)", YAO, BRANCHES), ("數(財)", YAO, NUMBER), ("財 <= 動", YAO, TRUTH),
        ("三傳", REN, BRANCHES), ("將(三傳)", REN, "generals"), ("遁(初)", REN, "stems"),
        ("克(干, 初)", REN, "stems"), ("克(將(初), 干)", REN, "generals"), ("克(白虎, 干)", REN, "generals"),
        ("晝", REN, TRUTH), ("晝(將(初))", REN, "generals"), ("晝(初 & 空)", REN, BRANCHES),
        ("晝(not 初)", REN, TRUTH), ("旺", REN, BRANCHES), ("旺(干)", REN, "stems"),
        ("上(貴人)", REN, BRANCHES), ("初 & 貴人", REN, BRANCHES), ("日", REN, "pillars"),
    ],
)  # fmt: skip
def test_kind_of_an_expression(source, vocabulary, kind):
    assert parse(source, vocabulary, want=None).kind == kind


def test_places_are_in_characters_of_the_source():
    source = "  財 & 沖剋(應,  世)"
    node = parse(source, YAO)
    assert source[node.start : node.end] == "財 & 沖剋(應,  世)"
    assert [source[part.start : part.end] for part in node.parts] == ["財", "沖剋(應,  世)"]
    assert [source[part.start : part.end] for part in node.parts[1].parts] == ["應", "世"]


def test_a_set_passes_for_a_truth_and_not_for_a_number():
    assert parse("財", YAO, want=TRUTH).kind == SEATS
    (fault,) = faults("財", want=NUMBER)
    assert "this is worth seats, number is wanted" in fault.what


# --- What it refuses -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source, place, words",
    [
        ("財 & 動動", 5, "動動: no word of the language"),
        ("沖剋(應，世)", 5, "'，' is a mark of the text"),
        ("（財)", 1, "'（' is a mark of the text"),
        ("財 & 動。", 6, "'。' is a mark of the text"),
        ("財\u3000& 動", 2, "is a mark of the text"),
        ("財 &\x07 動", 4, "control character U+0007"),
        ("財\u200b & 動", 2, "control character U+200B"),
        ("財 & ", 4, "at"),
        ("財 動", 3, "at"),
        ("財.動", 1, "a full stop after a word"),
        ("財[0]", 1, "square brackets"),
        ("[財]", 1, "square brackets"),
        ("lambda: 財", 1, "lambda"),
        ("財 if 動 else 空", 1, "if … else"),
        ("{財}", 1, "braces"),
        ("'財'", 1, "only whole numbers"),
        ("財 == 1.5", 6, "only whole numbers"),
        ("數(財) > 99999", 8, "only whole numbers"),
        ("數(財) > -1", 8, "only `not` stands before a word"),
        ("數(財) * 2", 1, "this operator is not part of the language"),
        ("財 < 動", 1, "this comparison is not part of the language"),
        ("財 in 動", 1, "this comparison is not part of the language"),
        ("財 > 1", 1, "seats and number are not compared"),
        ("財 & 數(財)", 1, "seats and number do not meet"),
        ("數(財) and 財", 1, "this is worth number, truth is wanted"),
        ("財(動)", 1, "財 stands alone"),
        ("數", 1, "takes seats"),
        ("數()", 1, "0 given, takes seats"),
        ("數(財, 動)", 1, "2 given, takes seats"),
        ("數(x=財)", 1, "arguments have no names"),
        ("數(*財)", 3, "* is not part of the language"),
        ("數(財)(動)", 1, "only words can be called"),
        ("財 - 動 | 空", 1, "- beside | or & without brackets"),
        ("財 | 動 - 空", 1, "- beside | or & without brackets"),
        ("", None, "the expression is empty"),
        ("   ", None, "the expression is empty"),
    ],
)
def test_refuses_and_names_the_place(source, place, words):
    first = faults(source)[0]
    assert words in first.what
    assert first.where == (f"condition, character {place}" if place else "condition")
    assert first.remedy


def test_tells_all_faults_at_once():
    found = faults("財財 & 動 and 克(應) or 世.應 or 數(財) > -1")
    assert [fault.where.split()[-1] for fault in found] == ["1", "12", "20", "34"]


@pytest.mark.parametrize(
    "source, near",
    [("財財", "財"), ("安静", "安靜"), ("沖剋刻(世, 應)", "沖"), ("太岁", "太歲"), ("回頭尅", "回頭克")],
)
def test_names_the_nearest_word(source, near):
    assert near in faults(source)[0].remedy


def test_simplified_or_compatibility_forms_are_looked_up_as_they_are_typed():
    # U+F9D1 is 六 for Python, which folds names by NFKC.
    assert parse("六爻安靜", YAO).word.zh == "盡靜"
    assert parse("\uf9d1爻安靜", YAO).word.zh == "盡靜"


@pytest.mark.parametrize(
    "source, words",
    [
        ("(" * 41 + "財" + ")" * 41, f"brackets more than {MAX_DEPTH} deep"),
        ("not " * 60 + "財", "deeper than"),
        (" | ".join(["財"] * 300), "more than"),
        ("財" * (MAX_LENGTH + 1), f"{MAX_LENGTH + 1} characters"),
        ("數(財) > " + "9" * 1500, "only whole numbers"),
        ("數(財) > " + "9" * 4, None),
    ],
)
def test_is_bounded(source, words):
    if words is None:
        parse(source, YAO)
    else:
        assert words in faults(source)[0].what


def test_long_but_simple_is_taken():
    many = " or ".join(f"(財 & {branch} & 動)" for branch in "子丑寅卯辰巳午未申酉戌亥" * 3)
    assert parse(many, YAO).op == "or"
    assert MAX_NODES > 3 * 12 * 5


# --- Fuzz ----------------------------------------------------------------------------------------

HOSTILE = (
    "__import__('os').system('true')", "().__class__.__bases__[0].__subclasses__()", "exec('1')",
    "eval(財)", "open('/etc/passwd')", "lambda x: x", "[x for x in 財]", "f'{財}'", "財.__class__",
    "(財 := 動)", "await 財", "yield", "*財", "**財", "9**9**9", "1e999", "0x10", "1_000", "1j", "...",
    "None", "True", "'財'", "b'x'", "財[0]", "財[1:2]", "財 @ 動", "~財", "-財", "財 if 動 else 空",
    "財 is 動", "財 in 動", "import os", "財; 動", "財 = 動", "#", "\\", "`", "$", "?", "!", "\"\"\"",
)  # fmt: skip
MARKS = "（），、＆｜－＜＞＝【】「」。；：\u3000\u200b\u202e\x00\x1f\ud800\U000f0000é😀𠀀ﾊ"
VALID = {
    "liuyao": ("財 & 動 & 白虎", "克(日 | 月, 世)", "數(財 & 空) >= 2", "not (財 | 鬼) and 應 & 動",
               "變(財) & 空", "化(財, 鬼)", "父 <= 空", "(財 - 動) & 旺", "男 and 卦 & 乾卦"),
    "liuren": ("三傳 <= 鬼", "克(將(三傳), 干)", "晝(初 & 白虎)", "壬辰日 and 干上 & 寅", "午加亥 & 用",
               "數(三傳 & 財) >= 2", "旺(干)", "遁(干上) & 丁", "傳(亥, 午, 午)", "脫上脫格 or 回環"),
}  # fmt: skip


def specimens(rng, art, count):
    """Broken and hostile expressions: soups of tokens, valid ones with changes, nests, noise."""
    names = list(ARTS[art].words)
    operators = ["&", "|", "-", "<=", ">=", "==", "!=", "<", ">", "+", "*", "and", "or", "not", ",",
                 "(", ")", "[", "]", "{", "}", ".", " ", "0", "2", "99999", "沖剋", "動動", "xyz"]
    for number in range(count):
        way = number % 5
        if way == 0:
            tokens = rng.choices(names, k=3) + rng.choices(operators, k=6) + ["(", ")"]
            rng.shuffle(tokens)
            yield " ".join(tokens[: rng.randint(1, 11)])
        elif way == 1:
            text = list(rng.choice(VALID[art]))
            for _ in range(rng.randint(1, 3)):
                place = rng.randrange(len(text) + 1)
                kind = rng.choice((operators, MARKS, names, ("",)))
                piece = rng.choice(kind)
                text[place : place + rng.randint(0, 2)] = piece
            yield "".join(text)
        elif way == 2:
            piece, other = rng.choice(HOSTILE), rng.choice(VALID[art])
            yield rng.choice((piece, f"{other} and {piece}", f"數({piece})", f"({piece}) & {other}",
                              other.replace("(", f"({piece}, ")))
        elif way == 3:
            opening = rng.choice(("(", "not ", "數(", "財 & (", "[", "克(世, "))
            yield opening * rng.randint(1, 60) + "財" + ")" * rng.randint(0, 60)
        else:
            yield "".join(
                chr(rng.choice((rng.randint(0, 0x2FF), rng.randint(0x3000, 0x9FFF),
                                rng.randint(0, 0x10FFFF), ord("("), ord(")"), ord("財"))))
                for _ in range(rng.randint(1, 30))
            )


@pytest.fixture
def audit():
    """What Python reports while expressions are read. All but compiling to a tree is wrong."""
    seen = []
    watching = [True]

    def hook(event, arguments):
        # `compile` is how ast reads; the rest is the machinery of tests and of memory.
        if watching[0] and event in ("exec", "import", "open", "os.system", "subprocess.Popen",
                                     "code.__new__", "marshal.loads", "ctypes.dlopen"):
            seen.append((event, arguments))

    sys.addaudithook(hook)
    yield seen
    watching[0] = False


CHARTS = {
    "liuyao": lambda: liuyao_base.environment(liuyao.lay(
        np.array([0, 21, 63]), np.array([0, 5, 63]), day=np.array([0, 17, 59]),
        month=np.array([2, 3, 11]))),
    "liuren": lambda: liuren_base.environment(
        cast(np.array([0, 28, 59]), np.array([0, 3, 6]), night=np.array([0, 1, -1]))),
}


@pytest.mark.parametrize("art", ARTS)
def test_fuzz(art, audit):
    """50,000 for each art: an error that names a place, or a tree that evaluates. Nothing runs."""
    rng, env = random.Random(20260101), CHARTS[art]()
    taken = refused = 0
    for source in specimens(rng, art, 50_000):
        try:
            node = parse(source, ARTS[art], want=None)
        except YarrowError as error:
            refused += 1
            for fault in error.faults:
                assert fault.what and fault.remedy
                place = fault.where.removeprefix("condition").removeprefix(", character ")
                assert place == "" or 1 <= int(place) <= len(source) + 1, (source, fault)
            continue
        taken += 1
        assert isinstance(node, Node) and 0 <= node.start <= node.end <= len(source)
        assert evaluate(node, env).kind == node.kind
        if node.kind != NUMBER:
            assert truth(node, env).data.shape == (3,)
        env.memo.clear()
    assert audit == []
    assert taken > 1_000 and refused > 40_000


def test_every_node_of_the_grammar_can_be_evaluated():
    """No operation is left that the parser makes and the evaluator lacks."""
    from yarrow.rules.evaluate import _OPS

    made = {*language._SET_OPS.values(), *language._NUMBER_OPS.values(), "not", "and", "or", "word",
            *language._COMPARE_NUMBERS.values(), *language._COMPARE_SETS.values(), "call", "number",
            "holds", "seats", "bearing"}  # fmt: skip
    assert made == set(_OPS)
