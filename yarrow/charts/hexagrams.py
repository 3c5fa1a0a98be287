"""The sixty-four hexagrams: names, palaces, the stems and branches of their lines.

A trigram is 0..7 and a hexagram 0..63. Bit i is the line i from the bottom (0 = 初), set
for a yang line, so that a hexagram is `lower | upper << 3`. Every table here is indexed by
that code; tables of lines have shape (64, 6), bottom line first.
"""

from __future__ import annotations

import difflib

import numpy as np

from yarrow.charts.ganzhi import BRANCH_ELEMENT, BRANCHES, STEMS
from yarrow.errors import Fault, YarrowError

TRIGRAMS = "坤震坎兌艮離巽乾"
TRIGRAM_IMAGES = "地雷水澤山火風天"
TRIGRAMS_KO = "곤진감태간리손건"
TRIGRAM_IMAGES_KO = "지뢰수택산화풍천"
TRIGRAM_ELEMENT = np.array([2, 0, 4, 3, 2, 1, 0, 3], np.int8)

# The order of the palaces in tables of 八宮 (乾坎艮震巽離坤兌).
PALACE_ORDER = tuple(TRIGRAMS.index(name) for name in "乾坎艮震巽離坤兌")

# In 文王 order: the images of the upper and the lower trigram and the name, then the Korean
# reading of the name, then the English name in Richard Wilhelm's sense.
_KING_WEN = """
天天乾 건 The Creative
地地坤 곤 The Receptive
水雷屯 둔 Difficulty at the Beginning
山水蒙 몽 Youthful Folly
水天需 수 Waiting
天水訟 송 Conflict
地水師 사 The Army
水地比 비 Holding Together
風天小畜 소축 The Taming Power of the Small
天澤履 리 Treading
地天泰 태 Peace
天地否 비 Standstill
天火同人 동인 Fellowship with Men
火天大有 대유 Possession in Great Measure
地山謙 겸 Modesty
雷地豫 예 Enthusiasm
澤雷隨 수 Following
山風蠱 고 Work on What Has Been Spoiled
地澤臨 림 Approach
風地觀 관 Contemplation
火雷噬嗑 서합 Biting Through
山火賁 비 Grace
山地剝 박 Splitting Apart
地雷復 복 Return
天雷无妄 무망 Innocence
山天大畜 대축 The Taming Power of the Great
山雷頤 이 The Corners of the Mouth
澤風大過 대과 Preponderance of the Great
水水坎 감 The Abysmal
火火離 리 The Clinging
澤山咸 함 Influence
雷風恆 항 Duration
天山遯 둔 Retreat
雷天大壯 대장 The Power of the Great
火地晉 진 Progress
地火明夷 명이 Darkening of the Light
風火家人 가인 The Family
火澤睽 규 Opposition
水山蹇 건 Obstruction
雷水解 해 Deliverance
山澤損 손 Decrease
風雷益 익 Increase
澤天夬 쾌 Breakthrough
天風姤 구 Coming to Meet
澤地萃 췌 Gathering Together
地風升 승 Pushing Upward
澤水困 곤 Oppression
水風井 정 The Well
澤火革 혁 Revolution
火風鼎 정 The Cauldron
雷雷震 진 The Arousing
山山艮 간 Keeping Still
風山漸 점 Development
雷澤歸妹 귀매 The Marrying Maiden
雷火豐 풍 Abundance
火山旅 려 The Wanderer
風風巽 손 The Gentle
澤澤兌 태 The Joyous
風水渙 환 Dispersion
水澤節 절 Limitation
風澤中孚 중부 Inner Truth
雷山小過 소과 Preponderance of the Small
水火既濟 기제 After Completion
火水未濟 미제 Before Completion
"""


def _read_names():
    short, full, full_ko, short_ko, english = ([""] * 64 for _ in range(5))
    number = np.zeros(64, np.int8)
    for n, line in enumerate(_KING_WEN.split("\n")[1:-1], 1):
        chinese, korean, gloss = line.split(" ", 2)
        upper, lower = (TRIGRAM_IMAGES.index(image) for image in chinese[:2])
        code = lower | upper << 3
        number[code] = n
        short[code], short_ko[code], english[code] = chinese[2:], korean, gloss
        if upper == lower:
            full[code] = f"{chinese[2:]}為{chinese[0]}"
            full_ko[code] = f"{korean}위{TRIGRAM_IMAGES_KO[upper]}"
        else:
            full[code] = chinese
            full_ko[code] = TRIGRAM_IMAGES_KO[upper] + TRIGRAM_IMAGES_KO[lower] + korean
    return tuple(map(tuple, (short, full, short_ko, full_ko, english))) + (number,)


NAMES, FULL_NAMES, NAMES_KO, FULL_NAMES_KO, NAMES_EN, KING_WEN = _read_names()
CODE_OF_KING_WEN = np.argsort(KING_WEN).astype(np.uint8)  # element n - 1 is the code of number n
UNICODE = tuple(chr(0x4DBF + int(n)) for n in KING_WEN)  # U+4DC0 ䷀ ...

# Characters under which the same names are printed: variants, simplified forms, and what an
# automatic conversion makes of 乾 and 后. A name is compared after this folding.
_FOLD = str.maketrans(
    "乹干亁讼师谦随蛊观贲剥复無毋亡过离恒遁壮进晋损遘昇渐归妺丰豊兑兊涣节即旣济临为爲泽风頥颐蓄习",
    "乾乾乾訟師謙隨蠱觀賁剝復无无妄過離恆遯壯晉晉損姤升漸歸妹豐豐兌兌渙節既既濟臨為為澤風頤頤畜習",
)


def _fold(name: str) -> str:
    return name.strip().strip("《》〈〉「」").removesuffix("卦").translate(_FOLD)


def _lookup_table() -> dict[str, int]:
    table = {}
    for code in range(64):
        for name in (NAMES[code], FULL_NAMES[code], FULL_NAMES_KO[code], UNICODE[code]):
            table[_fold(name)] = code
    table["習坎"] = table["坎"]
    for reading, code in (
        ("수뢰준", "屯"),
        ("뇌지예", "豫"),
        ("지택임", "臨"),
        ("산뢰리", "頤"),
        ("천택이", "履"),
        ("화산여", "旅"),
        ("이위화", "離"),
    ):
        table[reading] = table[_fold(code)]
    # 두음: a first syllable 뢰 is also written 뇌.
    table |= {"뇌" + name[1:]: code for name, code in table.items() if name[0] == "뢰"}
    return table


_CODE_OF_NAME = _lookup_table()


def find_hexagram(name: str) -> int:
    """The code of a hexagram by its short or full Chinese name in any usual form (姤, 天風姤,
    遁, 无妄, 乾為天), its full Korean reading (천풍구), its Unicode character or its King Wen number.

    YarrowError with the nearest names when there is none.
    """
    word = _fold(name)
    if word in _CODE_OF_NAME:
        return _CODE_OF_NAME[word]
    if word.isdecimal() and 1 <= int(word) <= 64:
        return int(CODE_OF_KING_WEN[int(word) - 1])
    raise YarrowError(Fault("hexagram", f"no hexagram is called {name!r}", _nearest(word)))


def _nearest(word: str) -> str:
    """The remedy for an unknown name: names that share characters with it, or the way to all."""
    near = difflib.get_close_matches(word, _CODE_OF_NAME, n=5, cutoff=0.4)
    if not near:
        near = [name for name in _CODE_OF_NAME if word and set(name) & set(word)][:5]
    seen = dict.fromkeys(_CODE_OF_NAME[name] for name in near)
    if not seen:
        return "give a name such as 姤 or 天風姤; `yarrow chart liuyao --hexagrams` lists all 64"
    return "did you mean " + ", ".join(f"{NAMES[c]} ({FULL_NAMES[c]})" for c in seen) + "?"


# 八宮: from the pure hexagram the lines turn from below up to the fifth; then the fourth turns
# back (遊魂), then the whole lower trigram (歸魂).
GENERATIONS = ("本宮", "一世", "二世", "三世", "四世", "五世", "遊魂", "歸魂")
GENERATIONS_KO = ("본궁", "일세", "이세", "삼세", "사세", "오세", "유혼", "귀혼")
GENERATIONS_EN = (
    "head",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "wandering soul",
    "returning soul",
)
_TURNED = (0b000000, 0b000001, 0b000011, 0b000111, 0b001111, 0b011111, 0b010111, 0b010000)
_SHI_OF_GENERATION = np.array([5, 0, 1, 2, 3, 4, 3, 2], np.int8)

PALACE = np.zeros(64, np.int8)  # the trigram of the palace
GENERATION = np.zeros(64, np.int8)  # 0..7, as in GENERATIONS
for _trigram in range(8):
    for _generation, _mask in enumerate(_TURNED):
        PALACE[_trigram * 9 ^ _mask] = _trigram
        GENERATION[_trigram * 9 ^ _mask] = _generation
SHI = _SHI_OF_GENERATION[GENERATION]  # 世, the line 0..5
YING = (SHI + 3) % 6  # 應
PALACE_ELEMENT = TRIGRAM_ELEMENT[PALACE]

# 納甲: stem of the lower and of the upper trigram, branch of the lowest line of each. Yang
# trigrams go up by two branches a line, yin trigrams down.
_NAJIA = {
    "乾": ("甲子", "壬午"),
    "震": ("庚子", "庚午"),
    "坎": ("戊寅", "戊申"),
    "艮": ("丙辰", "丙戌"),
    "坤": ("乙未", "癸丑"),
    "巽": ("辛丑", "辛未"),
    "離": ("己卯", "己酉"),
    "兌": ("丁巳", "丁亥"),
}


def _najia() -> tuple[np.ndarray, np.ndarray]:
    stems, branches = np.zeros((64, 6), np.int8), np.zeros((64, 6), np.int8)
    for code in range(64):
        for half, trigram in enumerate((code & 7, code >> 3)):
            name = TRIGRAMS[trigram]
            step = 2 if name in "乾震坎艮" else -2
            stem, branch = _NAJIA[name][half]
            for i in range(3):
                stems[code, half * 3 + i] = STEMS.index(stem)
                branches[code, half * 3 + i] = (BRANCHES.index(branch) + step * i) % 12
    return stems, branches


LINE_STEM, LINE_BRANCH = _najia()
LINE_ELEMENT = BRANCH_ELEMENT[LINE_BRANCH]

# Six relations. With elements in the order of generation, the relation of element e to a
# palace of element p is the number (e - p + 1) % 5: 父母 generates the palace, 官鬼 controls it.
RELATIONS = ("父母", "兄弟", "子孫", "妻財", "官鬼")
RELATIONS_SHORT = "父兄子財官"
RELATIONS_KO = ("부모", "형제", "자손", "처재", "관귀")
RELATIONS_EN = ("parents", "siblings", "offspring", "wealth", "officer")


def six_relation(element, palace_element):
    """六親: the relation 0..4 (as in RELATIONS) of an element to a palace's. Array or int."""
    return (element - palace_element + 1) % 5


LINE_RELATION = six_relation(LINE_ELEMENT, PALACE_ELEMENT[:, None]).astype(np.int8)

# 伏神: under each line lies the line of the palace's head at the same place, unless the line
# belongs to the same trigram there and so shows itself.
HEAD = (PALACE * 9).astype(np.uint8)
HIDDEN_LINES = np.array(
    [
        (0 if (c ^ HEAD[c]) & 7 == 0 else 0b000111) | (0 if (c ^ HEAD[c]) >> 3 == 0 else 0b111000)
        for c in range(64)
    ],
    np.uint8,
)
HIDDEN_BRANCH, HIDDEN_STEM = LINE_BRANCH[HEAD], LINE_STEM[HEAD]
HIDDEN_RELATION = LINE_RELATION[HEAD]
# The relations (5-bit mask) that no cast line has, and the hidden lines that supply them.
LACKING = np.array(
    [31 & ~sum(1 << r for r in set(row.tolist())) for row in LINE_RELATION], np.uint8
)
SUPPLYING_LINES = np.array(
    [sum(1 << i for i in range(6) if LACKING[c] >> HIDDEN_RELATION[c, i] & 1) for c in range(64)],
    np.uint8,
)

# 卦身: the month of the hexagram's body. A yang 世 counts from 子 at the bottom line, a yin 世
# from 午 (陽世從子月起，陰世從午月起).
_CODES = np.arange(64)
_SHI_YANG = (_CODES >> SHI & 1).astype(bool)
BODY_BRANCH = (SHI + np.where(_SHI_YANG, 0, 6)).astype(np.int8) % 12
# 世身: 子午持世身居初, 丑未 二 ... 巳亥 六.
SHI_BODY_LINE = LINE_BRANCH[_CODES, SHI] % 6

# 間爻: the two lines between 世 and 應.
BETWEEN_LINES = np.array(
    [sum(1 << i for i in range(min(s, y) + 1, max(s, y))) for s, y in zip(SHI, YING)], np.uint8
)
# 六沖卦 and 六合卦: all three pairs of lines (1-4, 2-5, 3-6) clash, or combine.
SIX_CLASH = ((LINE_BRANCH[:, :3] - LINE_BRANCH[:, 3:]) % 12 == 6).all(axis=1)
SIX_COMBINATION = ((LINE_BRANCH[:, :3] + LINE_BRANCH[:, 3:]) % 12 == 1).all(axis=1)
# 互卦: lines 2-4 below, lines 3-5 above.
NUCLEAR = ((_CODES >> 1 & 7) | (_CODES >> 2 & 7) << 3).astype(np.uint8)
# Lines whose trigram is that of the palace (本宮); the others stand in another's (他宮).
HOME_LINES = np.array(
    [
        (0b000111 if c & 7 == PALACE[c] else 0) | (0b111000 if c >> 3 == PALACE[c] else 0)
        for c in range(64)
    ],
    np.uint8,
)
