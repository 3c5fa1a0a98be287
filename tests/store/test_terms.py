"""The glossary holds what it promises, and its terms are found where they stand."""

import json
import re
from collections import Counter

import jsonschema
import pytest
import yaml

from align.readings import readings
from yarrow.corpus import load_corpus
from yarrow.errors import YarrowError
from yarrow.paths import corpus_dir, schema_dir
from yarrow.terms import Glossary, glossary, load_fold, load_terms, occurrences

TERMS = glossary().terms
PASSAGES = {
    text.passage_id(passage.n): {"zh": passage.zh, "ko": passage.ko}
    for text in load_corpus()
    for passage in text.passages
}
FOUND = {
    (passage, lang): occurrences(text, lang)
    for passage, texts in PASSAGES.items()
    for lang, text in texts.items()
}


COUNTS = {
    ("hunyin", "ko"): 2039,
    ("hunyin", "zh"): 1976,
    ("liuchu", "ko"): 1824,
    ("liuchu", "zh"): 1745,
    ("sanchuan", "ko"): 2387,
    ("sanchuan", "zh"): 2206,
    ("yushi", "ko"): 1172,
    ("yushi", "zh"): 1202,
    ("zhonggui", "ko"): 1139,
    ("zhonggui", "zh"): 1183,
}


def words(passage, lang, term=None):
    text = PASSAGES[passage][lang]
    return [
        text[start:end]
        for start, end, found in FOUND[passage, lang]
        if term is None or found == term
    ]


def test_size_and_fields():
    assert len(TERMS) >= 790
    for term in TERMS.values():
        assert term.headword and term.reading and term.korean and term.english
        assert set(term.sense) == {"en", "ko", "zh"} and all(term.sense.values())


def test_schema():
    data = yaml.safe_load((corpus_dir() / "terms.yaml").read_text(encoding="utf-8"))
    schema = json.loads((schema_dir() / "terms.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(data)) == []
    assert {term["category"] for term in data["terms"]} == set(data["categories"])


def test_headwords_are_unique():
    assert [w for w, n in Counter(t.headword for t in TERMS.values()).items() if n > 1] == []


def test_a_form_in_two_entries_says_where_it_is_which():
    fold = load_fold()
    holders: dict[str, list[tuple[str, bool]]] = {}
    for term in TERMS.values():
        forms = {fold(form): form in term.where for form in (*term.korean, *term.chinese)}
        for form, where in forms.items():
            holders.setdefault(form, []).append((term.id, where))
    shared = {form: entries for form, entries in holders.items() if len(entries) > 1}
    assert len(shared) > 10
    for form, entries in shared.items():
        assert sum(not where for _, where in entries) <= 1, (form, entries)


def test_every_term_is_found_in_the_chinese():
    found = {term for (_, lang), hits in FOUND.items() if lang == "zh" for *_, term in hits}
    assert set(TERMS) - found == set()


def test_every_form_stands_in_the_chinese():
    """By their keys; a headword may be fuller than what stands there."""
    fold = load_fold()
    text = "\n".join(fold(texts["zh"]) for texts in PASSAGES.values())
    missing = {
        (term.id, form)
        for term in TERMS.values()
        for form in term.chinese
        if fold(form) not in text
    }
    assert missing == {("t-disike", "第四課")}


def test_every_rendering_is_found_in_the_korean():
    found = {
        (term, PASSAGES[passage][lang][start:end])
        for (passage, lang), hits in FOUND.items()
        if lang == "ko"
        for start, end, term in hits
    }
    renderings = {(term.id, form) for term in TERMS.values() for form in term.korean}
    assert renderings - found == set()


def test_offsets_order_and_no_overlap():
    fold = load_fold()
    for (passage, lang), hits in FOUND.items():
        assert hits == sorted(hits)
        assert all(end <= start for (_, end, _), (start, _, _) in zip(hits, hits[1:]))
        for start, end, term in hits:
            form = PASSAGES[passage][lang][start:end]
            known = TERMS[term].korean if lang == "ko" else TERMS[term].chinese
            assert fold(form) in {fold(other) for other in known}


def test_counts():
    """What this glossary finds today; a change of the glossary moves these on purpose."""
    counts = Counter()
    for (passage, lang), hits in FOUND.items():
        counts[passage.rsplit("-", 1)[0], lang] += len(hits)
    assert dict(counts) == COUNTS


def test_longest_match_and_jieba_agree():
    """The cut with fewest tokens holds every term found, but where a `where` turned a form down:
    子宮女虛危 is the station 子 and no womb, 占婚姻 is 占 and 婚姻."""
    bounded = {form for term in TERMS.values() for form in term.where}
    for passage, texts in PASSAGES.items():
        text = texts["zh"]
        cuts = [(start, end) for start, end, _ in glossary().tokens(text)]
        for start, end, _ in FOUND[passage, "zh"]:
            if (start, end) not in cuts:
                over = {text[a:b] for a, b in cuts if a < end and start < b}
                assert over & bounded, (passage, text[start:end], over)


@pytest.mark.parametrize(
    "passage, term, expected",
    [
        ("hunyin-15", "t-qicai", ["財"] * 3),
        ("zhonggui-7", "t-tengshe", ["塍蛇"]),
        ("zhonggui-19", "t-xuanwu", ["元武"] * 4 + ["元"]),
        ("sanchuan-34", "t-tianhou", ["天后", "天后"]),
        ("sanchuan-50", "t-hexagram-qian", ["干宮"]),
        ("yushi-38", "t-hechufengchong", ["合沖", "合處逢沖", "合處逢沖"]),
        ("sanchuan-2", "t-branch-wei", ["未", "未"]),
        ("hunyin-27", "t-branch-wei", []),
        ("hunyin-22", "t-zisun", ["子孫", "子孫"]),
    ],
)
def test_chinese_terms(passage, term, expected):
    assert words(passage, "zh", term) == expected


@pytest.mark.parametrize(
    "passage, term, expected",
    [
        ("hunyin-10", "t-qicai", ["재", "재", "처재", "처재"]),
        ("sanchuan-4", "t-branch-zi", ["자"]),
        ("zhonggui-22", "t-qicai", []),  # 재해 is harm
        ("sanchuan-1", "t-shiyao", []),  # 세 신: three spirits
    ],
)
def test_korean_terms(passage, term, expected):
    assert words(passage, "ko", term) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("관귀를", [(0, 2, "t-guangui")]),
        ("재가 공하면", [(0, 1, "t-qicai"), (3, 5, "t-kongwang")]),
        ("재산이 많다", []),
        ("존재가 있다", []),
        ("재귀가 있다", [(0, 1, "t-qicai"), (1, 2, "t-guangui")]),
        ("재·귀 두 효", [(0, 1, "t-qicai"), (2, 3, "t-guangui")]),
    ],
)
def test_a_korean_syllable_must_be_a_word(text, expected):
    assert occurrences(text, "ko") == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("妻財", [(0, 2, "t-qicai")]),
        ("隨鬼入墓", [(0, 4, "t-suigui")]),
        ("动爻", [(0, 2, "t-dongyao")]),  # as readers type it
        ("刑冲尅害", [(0, 4, "t-xingchongkehai")]),
        ("玄胎", [(0, 2, "t-yuantai")]),
    ],
)
def test_longest_and_folded(text, expected):
    assert occurrences(text, "zh") == expected


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="zh or ko"):
        occurrences("財", "en")


def mend(tmp_path, change):
    data = yaml.safe_load((corpus_dir() / "terms.yaml").read_text(encoding="utf-8"))
    change(data["terms"])
    path = tmp_path / "terms.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    with pytest.raises(YarrowError) as caught:
        load_terms(path)
    return str(caught.value)


def test_all_faults_of_a_glossary_are_reported_at_once(tmp_path):
    def spoil(terms):
        terms[1]["id"] = terms[0]["id"]
        terms[2]["reading"] = "가나다라"
        terms[3]["category"] = "nonsense"
        terms[4]["variants"] = [terms[5]["headword"]]
        terms[6]["where"] = {terms[6]["headword"]: "("}
        terms[7]["where"] = {"無": "無"}

    message = mend(tmp_path, spoil)
    for word in ("used twice", "does not read", "nonsense", "stands in", "unterminated", "無"):
        assert word in message
    assert message.count("remedy: ") >= 6


def test_a_malformed_glossary_names_the_entry_and_the_remedy(tmp_path):
    def spoil(terms):
        del terms[0]["sense"]["ko"]
        terms[1]["headword"] = "abc"

    message = mend(tmp_path, spoil)
    assert "'ko' is a required property" in message
    assert "Chinese characters and nothing else" in message


def test_a_file_that_is_not_yaml_names_the_line(tmp_path):
    path = tmp_path / "terms.yaml"
    path.write_text("categories: {}\nterms: [\n", encoding="utf-8")
    with pytest.raises(YarrowError, match=r"terms\.yaml:\d+: not YAML"):
        load_terms(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path):
    with pytest.raises(YarrowError, match="no such file"):
        load_terms(tmp_path / "terms.yaml")


def test_readings_need_no_exception():
    """Every syllable of every reading is one that the table gives for its character."""
    for term in TERMS.values():
        for syllable, char in zip(term.reading, term.headword, strict=True):
            assert syllable in readings(char)


def test_a_glossary_of_ones_own():
    small = Glossary([TERMS["t-qicai"]], load_fold())
    assert small.occurrences("妻財官鬼", "zh") == [(0, 2, "t-qicai")]
    assert small.occurrences("재효가 관귀를", "ko") == [(0, 2, "t-qicai")]


def test_no_expression_is_idle():
    """Each `where` turns down some place where its form stands, or tells two entries apart."""
    fold = load_fold()
    texts = {lang: "\n".join(texts[lang] for texts in PASSAGES.values()) for lang in ("zh", "ko")}
    texts["zh"] = fold(texts["zh"])
    holders = Counter(fold(f) for t in TERMS.values() for f in {*t.chinese, *t.korean})
    idle = []
    for term in TERMS.values():
        for form, pattern in term.where.items():
            text = texts["ko" if form in term.korean else "zh"]
            where, key = re.compile(fold(pattern)), fold(form)
            places = [match.start() for match in re.finditer(re.escape(key), text)]
            if holders[key] == 1 and all(where.match(text, place) for place in places):
                idle.append((term.id, form))
    assert idle == []
