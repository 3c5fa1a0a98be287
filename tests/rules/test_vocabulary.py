"""Both vocabularies as a whole, the command that lists them, and the page that is made of them."""

import json
import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner

from yarrow.cli import yarrow
from yarrow.corpus import load_corpus
from yarrow.rules.reference import ARTS, entries, vocabulary
from yarrow.rules.values import KINDS

ROOT = Path(__file__).parents[2]


def run(*arguments):
    return CliRunner().invoke(yarrow, ["vocabulary", *arguments])


@pytest.mark.parametrize("art", ARTS)
def test_every_word_is_complete(art):
    kinds = {*KINDS, "any"}
    for one in entries(art):
        assert all(one[field] for field in ("word", "ko", "en", "definition", "source")), one
        assert set(one["gives"].split("|")) <= {*KINDS, "same"}, one
        for taken in one["takes"] or ():
            assert set(taken.rstrip("*?").split("|")) <= kinds, one
        assert any("가" <= letter <= "힣" for letter in one["ko"]), one


@pytest.mark.parametrize("art", ARTS)
def test_passages_named_as_sources_exist(art):
    passages = {f"{text.slug}-{i}" for text in load_corpus()
                for i in range(1, len(text.passages) + 1)}
    slugs = {name.rpartition("-")[0] for name in passages}
    cited = set()
    for one in entries(art):
        for token in one["source"].replace(",", " ").replace(";", " ").replace(":", " ").split():
            if token.rpartition("-")[0] in slugs:
                assert token in passages, one
                cited.add(token)
    assert len(cited) > 25


@pytest.mark.parametrize("art", ARTS)
def test_no_name_is_an_operator_of_the_language(art):
    names = vocabulary(art).words
    assert all(name.isidentifier() for name in names)
    assert not {"and", "or", "not"} & set(names)


def test_command_tells_a_word_of_both_arts():
    result = run("財")
    assert result.exit_code == 0
    assert "財: seats" in result.output and "財: branches" in result.output
    assert "rests on: zhonggui-13" in result.output


def test_command_tells_variants_composed_names_and_english():
    assert "剋" in run("剋", "--art", "liuren").output
    assert "made of other words" in run("沖剋", "--art", "liuyao").output
    assert "임진일" in run("壬辰日").output
    assert "白虎" in run("white tiger", "--art", "liuren").output
    assert "驛馬" in run("역마").output


def test_command_lists_all_and_as_json():
    listed = json.loads(run("--json").output)
    assert {one["art"] for one in listed} == set(ARTS)
    assert len(listed) == len(entries())
    assert "大六壬: generals" in run().output
    of_text = json.loads(run("--text", "hunyin", "--json").output)
    assert {one["art"] for one in of_text} == {"liuyao"}


def test_command_refuses_with_the_nearest_word():
    result = run("財財")
    assert result.exit_code == 1 and "財" in str(result.exception)
    assert "perhaps" in str(result.exception)
    assert run("--text", "nothing").exit_code == 2
    assert "is of 六爻" in run("--text", "hunyin", "--art", "liuren").output


def test_reference_page_is_current():
    script = runpy.run_path(str(ROOT / "scripts" / "make_vocabulary_docs.py"))
    page = (ROOT / "docs" / "rule-language.md").read_text(encoding="utf-8")
    assert page == script["current"](), "run scripts/make_vocabulary_docs.py"
    assert page.count("\n| ") > 600
