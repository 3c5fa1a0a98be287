import subprocess
import sys

from align.fold import Fold
from align.tokens import Tokenizer

WORDS = ["妻財", "財", "官鬼", "世爻", "應爻", "隨鬼入墓", "入墓", "螣蛇", "剋"]


def words(tokenizer, text):
    return [word for _, _, word in tokenizer(text)]


def test_yushi_43_longest_first():
    tokens = Tokenizer(WORDS)
    assert words(tokens, "化爻隨鬼入墓，與命墓世墓無差等") == [
        *"化爻", "隨鬼入墓", *"，與命墓世墓無差等",
    ]  # fmt: skip


def test_offsets_cover_the_text():
    text = "妻財官鬼 世爻，abc 12.5%\n처재가 관귀를 생하면\t應爻"
    cuts = Tokenizer(WORDS)(text)
    assert "".join(word for _, _, word in cuts) == text
    assert [start for start, _, _ in cuts] == [0, *(end for _, end, _ in cuts[:-1])]
    assert all(text[start:end] == word for start, end, word in cuts)


def test_variants_by_the_key_and_words_as_written():
    tokens = Tokenizer(WORDS, key=Fold(same=["螣塍騰"]))
    assert words(tokens, "被塍蛇克") == ["被", "塍蛇", "克"]
    assert words(Tokenizer(WORDS), "被塍蛇克") == ["被", "塍", "蛇", "克"]


def test_no_word_is_guessed():
    """The hidden Markov model would join what the dictionary does not know."""
    assert words(Tokenizer([]), "夫婦和諧") == list("夫婦和諧")


def test_empty():
    assert Tokenizer(WORDS)("") == []


def test_the_global_jieba_and_the_temporary_folder_are_left_alone(tmp_path):
    code = (
        "from align.tokens import Tokenizer; import jieba, os, sys\n"
        "Tokenizer(['妻財'])('妻財')\n"
        "assert not jieba.dt.initialized and not jieba.dt.FREQ\n"
        "assert os.listdir(sys.argv[1]) == []"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        env={"TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
