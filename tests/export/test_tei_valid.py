"""Every file is valid TEI, by three schemas and two programs, and broken ones are refused."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from lxml import etree

from yarrow import paths
from yarrow.errors import YarrowError
from yarrow.export.tei_check import check_documents
from yarrow.export.tei_xml import ID, TEI

NS = {"t": TEI}
RNG = "{http://relaxng.org/ns/structure/1.0}"
FILES = ("hunyin.xml", "sanchuan.xml", "liuchu.xml", "yushi.xml", "zhonggui.xml",
         "glossary.xml", "yarrow.xml")


def validate(schema: etree.RelaxNG, data: bytes) -> list[str]:
    document = etree.fromstring(data).getroottree()
    return [] if schema.validate(document) else [str(e) for e in schema.error_log]


def jing(schema, directory, documents) -> subprocess.CompletedProcess:
    if not shutil.which("jing"):
        pytest.skip("Debian's jing is not installed (scripts/test does)")
    names = []
    for name, data in documents.items():
        (directory / name).write_bytes(data)
        names.append(str(directory / name))
    return subprocess.run(["jing", str(schema), *names], capture_output=True, text=True)


def test_files(exported):
    assert tuple(exported) == FILES


@pytest.mark.parametrize("name", FILES)
def test_valid_by_tei_all(name, exported, tei_all):
    assert validate(tei_all, exported[name]) == []


@pytest.mark.parametrize("name", FILES)
def test_valid_by_our_schema(name, exported, own_schema):
    assert validate(own_schema, exported[name]) == []


@pytest.mark.jing
def test_jing_finds_all_files_valid_by_tei_all(exported, tei_all_path, tmp_path):
    run = jing(tei_all_path, tmp_path, exported)
    assert (run.returncode, run.stdout) == (0, "")


@pytest.mark.jing
def test_jing_finds_all_files_valid_by_our_schema(exported, tmp_path):
    run = jing(paths.schema_dir() / "yarrow.rng", tmp_path, exported)
    assert (run.returncode, run.stdout) == (0, "")


# What breaks a document, and who must see it. The text is zhonggui's unless another is named.
SEEN_BY_ALL = [
    ("<standOff ", "<standoff ", "an element that TEI does not have"),
    ('place="inline"', 'placed="inline"', "an attribute that TEI does not have"),
    ("<titleStmt>", "<titleStmt><p>x</p>", "a paragraph in the title statement"),
    ("<lb n=", "<div/><lb n=", "a division in a paragraph"),
    ('cert="0.', 'cert="often 0.', "a certainty that is no number"),
]
SEEN_BY_OURS = [
    ('type="clause"', 'type="phrase"', "a kind of segment that we do not have"),
    ("<lb n=", "<pb/><lb n=", "an element that we do not use"),
    ('subtype="', 'subtype="un', "a status that we do not have"),
    (' xml:space="preserve"', "", "white space left to chance"),
    ('<seg type="main"', '<seg n="1" type="main"', "an attribute that we do not use"),
    ('target="#zhonggui-1-z1 ', 'target="zhonggui-1-z1 ', "a pointer without #"),
    ('part="I"', 'part="Y"', "a piece of a sentence that is no first, middle or last"),
]
SEEN_BY_CHECK = [
    ('target="#zhonggui-1-u1"', 'target="#zhonggui-1-u9"', "leads nowhere"),
    ("glossary.xml#t-sanchuan", "glossary.xml#t-nothing", "leads nowhere"),
    ("glossary.xml#t-sanchuan", "terms.xml#t-sanchuan", "which is not there"),
    ("#string-range(zhonggui-7,0,2)", "#string-range(zhonggui-7,9000,2)", "past the end"),
    ("#string-range(zhonggui-7,0,2)", "#string-range(zhonggui-99,0,2)", "leads nowhere"),
    ('resp="#zhonggui-voice-1"', 'resp="someone"', "no pointer"),
]


def broken(exported, old: str, new: str, name: str = "zhonggui.xml") -> bytes:
    data = exported[name].decode()
    assert old in data, old
    return data.replace(old, new, 1).encode()


def close(data: bytes) -> bytes:
    """Mend the end tag where the start tag was renamed, so that only validity is at stake."""
    return data.replace(b"</standOff>", b"</standoff>") if b"<standoff " in data else data


@pytest.mark.parametrize("old, new, what", SEEN_BY_ALL, ids=[case[2] for case in SEEN_BY_ALL])
def test_broken_by_every_schema(old, new, what, exported, tei_all, own_schema):
    data = close(broken(exported, old, new))
    assert validate(tei_all, data)
    assert validate(own_schema, data)


@pytest.mark.parametrize("old, new, what", SEEN_BY_OURS, ids=[case[2] for case in SEEN_BY_OURS])
def test_broken_by_our_schema(old, new, what, exported, own_schema):
    assert validate(own_schema, broken(exported, old, new))


@pytest.mark.jing
def test_jing_refuses_what_is_broken(exported, tei_all_path, tmp_path):
    cases = {f"all-{n}.xml": close(broken(exported, old, new))
             for n, (old, new, _) in enumerate(SEEN_BY_ALL)}
    run = jing(tei_all_path, tmp_path, cases)
    assert run.returncode == 1
    assert set(re.findall(r"all-\d+\.xml", run.stdout)) == set(cases)
    cases |= {f"all-{n}.xml": broken(exported, old, new)
              for n, (old, new, _) in enumerate(SEEN_BY_OURS, len(SEEN_BY_ALL))}
    cases["all-99.xml"] = broken(exported, 'xml:id="zhonggui-1-z2"', 'xml:id="zhonggui-1-z1"')
    run = jing(paths.schema_dir() / "yarrow.rng", tmp_path, cases)
    assert set(re.findall(r"all-\d+\.xml", run.stdout)) == set(cases)


def parsed(exported, **replaced: bytes):
    documents = {name: etree.fromstring(data) for name, data in exported.items()}
    return documents | {f"{name}.xml": etree.fromstring(data) for name, data in replaced.items()}


def test_pointers_of_all_files_lead_somewhere(exported):
    check_documents(parsed(exported))


@pytest.mark.parametrize("old, new, what", SEEN_BY_CHECK)
def test_broken_by_the_pointer_check(old, new, what, exported):
    with pytest.raises(YarrowError) as error:
        check_documents(parsed(exported, zhonggui=broken(exported, old, new)))
    assert len({fault.what for fault in error.value.faults}) >= 1
    assert all(fault.where.startswith("zhonggui.xml: ") for fault in error.value.faults)
    assert what in str(error.value)


def test_an_id_used_twice(exported):
    """Set in the tree: some parsers already refuse to read such a file."""
    documents = parsed(exported)
    second = documents["zhonggui.xml"].find(".//t:s/t:seg[2]", NS)
    second.set(ID, second.getprevious().get(ID))
    with pytest.raises(YarrowError, match="the id zhonggui-1-z1 is used twice"):
        check_documents(documents)


def test_a_link_of_one_end_and_a_choice_of_one_child(exported):
    one_end = re.sub(rb'<link target="(\S+) [^"]*"', rb'<link target="\1"',
                     exported["zhonggui.xml"], count=1)
    one_child = re.sub(rb"<corr [^>]*>[^<]*</corr>", b"", exported["yushi.xml"], count=1)
    nested = re.sub(rb'(<s xml:id="hunyin-1-s1")(.*?</s>)', rb'\1><s xml:id="hunyin-1-s99"\2</s>',
                    exported["hunyin.xml"], count=1)
    with pytest.raises(YarrowError) as error:
        check_documents(parsed(exported, zhonggui=one_end, yushi=one_child, hunyin=nested))
    assert [fault.what for fault in error.value.faults] == [
        "a sentence inside a sentence", "a choice between sic", "a link needs two ends"]


def test_the_odd_is_valid_tei(tei_all):
    assert validate(tei_all, (paths.schema_dir() / "yarrow.odd").read_bytes()) == []


def names_in_schema() -> set[str]:
    root = etree.parse(str(paths.schema_dir() / "yarrow.rng"))
    return {element.get("name") for element in root.iter(f"{RNG}element")}


def test_the_odd_and_the_schema_name_the_same_elements():
    odd = etree.parse(str(paths.schema_dir() / "yarrow.odd"))
    included = [name for module in odd.iterfind(".//t:moduleRef[@include]", NS)
                for name in module.get("include").split()]
    assert len(included) == len(set(included))
    assert set(included) == names_in_schema()


def test_the_odd_and_the_schema_list_the_same_values():
    rng = etree.parse(str(paths.schema_dir() / "yarrow.rng"))
    odd = etree.parse(str(paths.schema_dir() / "yarrow.odd"))
    lists = list(odd.iterfind(".//t:valList", NS))
    assert len(lists) == 9
    for values in lists:
        attribute = values.getparent().get("ident")
        element = values.getparent().getparent().getparent().get("ident")
        in_schema = {
            value.text
            for declared in rng.iter(f"{RNG}element") if declared.get("name") == element
            for child in declared.iterfind(f"{RNG}attribute") if child.get("name") == attribute
            for value in child.iter(f"{RNG}value")
        }
        in_odd = {item.get("ident") for item in values.iterfind("t:valItem", NS)}
        assert in_odd == in_schema, f"{element}/@{attribute}"


def test_the_schema_has_nothing_that_no_export_uses(exported, make_text, make_term, make_content):
    """Of elements; span stands only where a term runs over the end of a segment."""
    from yarrow.export import tei

    text = make_text("혼인(婚姻)\n\n財動，空。\n\n재가 움직인다. 공이다.\n")
    crossing = make_content(text, [make_term("t-a", "財", ["움직인다. 공"])])
    used = set()
    for data in (*exported.values(), *dict(tei.files(crossing)).values()):
        used |= {etree.QName(element).localname for element in etree.fromstring(data).iter()}
    assert used == names_in_schema()


def test_a_made_up_text_is_valid_too(tei_all, own_schema, make_text, make_term, make_content):
    from yarrow.export import tei

    text = make_text("혼인(婚姻)\n\n（注：空）財<動>，空。\n\n재가 움직인다. 공이다(저본은 없다).\n")
    made = make_content(text, [make_term("t-a", "財", ["움직인다. 공"], not_in=("財日",),
                                         variants=("才",), where={"才": "才(?=動)"})])
    files = dict(tei.files(made))
    assert list(files) == ["made.xml", "glossary.xml", "yarrow.xml"]
    for data in files.values():
        assert validate(tei_all, data) == [] == validate(own_schema, data)


@pytest.fixture(scope="module")
def rules_of_the_odd():
    """The Schematron rules of the ODD, as a schema of their own."""
    from lxml import isoschematron

    sch = "{http://purl.oclc.org/dsdl/schematron}"
    schema = etree.Element(f"{sch}schema")
    etree.SubElement(schema, f"{sch}ns", prefix="tei", uri=TEI)
    for rule in etree.parse(str(paths.schema_dir() / "yarrow.odd")).iter(f"{sch}rule"):
        etree.SubElement(schema, f"{sch}pattern").append(rule)
    assert len(schema) == 4
    return isoschematron.Schematron(schema)


@pytest.mark.parametrize("name", ["hunyin.xml", "yushi.xml", "zhonggui.xml"])
def test_valid_by_the_rules_of_the_odd(name, exported, rules_of_the_odd):
    assert rules_of_the_odd.validate(etree.fromstring(exported[name]).getroottree())


@pytest.mark.parametrize("name, old, new", [
    ("zhonggui.xml", rb'<link target="(\S+) [^"]*"', rb'<link target="\1"'),
    ("yushi.xml", rb"<corr [^>]*>[^<]*</corr>", b""),
    ("zhonggui.xml", rb'prev="#zhonggui-1-s2"', rb'prev="#zhonggui-1-s1"'),
])
def test_broken_by_the_rules_of_the_odd(name, old, new, exported, rules_of_the_odd):
    data = re.sub(old, new, exported[name], count=1)
    assert data != exported[name]
    assert not rules_of_the_odd.validate(etree.fromstring(data).getroottree())


def test_what_the_documentation_shows_is_in_the_files(exported):
    """The choice of sanchuan-6, and every id of our texts that docs/tei.md names."""
    if not paths.CHECKOUT:
        pytest.skip("docs/ is in a checkout only")
    page = (paths.CHECKOUT / "docs" / "tei.md").read_text(encoding="utf-8")
    shown = re.search(r"<choice>.*</choice>", page)[0]
    assert shown.encode() in exported["sanchuan.xml"]
    ids = set(re.findall(r'xml:id="([a-z]+-\d+[a-z0-9-]*)"', page))
    assert len(ids) >= 7
    for id_ in ids:
        assert f'xml:id="{id_}"'.encode() in exported["yarrow.xml"], id_


def test_the_export_checks_its_pointers(make_text, make_content):
    """A note that is not in the text: no file is given out."""
    from yarrow.base_text import BaseTextNote
    from yarrow.export import tei

    text = make_text("혼인(婚姻)\n\n財動。\n\n재가 움직인다.\n")
    stray = BaseTextNote("made-1-v9", "made-1", 0, 1, "財", "才")
    with pytest.raises(YarrowError, match='source="#made-1-v9" leads nowhere'):
        next(tei.files(make_content(text, base_text=[stray])))
