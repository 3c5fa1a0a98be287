"""The checks of the translation. Each takes the material and gives findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from align import words
from align.readings import readings, spells
from yarrow.base_text import load_base_text
from yarrow.charts import ganzhi, hexagrams
from yarrow.translation import Finding, Material, Span, quoted
from yarrow.translation_tables import (
    LOOKALIKES,
    MEASURES,
    NEGATIVES_ZH,
    NUMERALS,
    OPPOSITES,
)
from yarrow.words import BeadWords, forms

_HAN = "[㐀-䶿一-鿿豈-﫿]"
_HAN_CHAR = re.compile(_HAN)
_BRACKET = re.compile(rf"([가-힣·]+)[」』》]?\(({_HAN}[{_HAN[1:-1]}·]*)\)")
# Characters of grammar, which translations render freely or not at all.
_GRAMMAR = frozenset(
    "之其為不無有也者是則而必以於可能此皆如且與得見我亦乃即既若或雖猶又自因由所當須應宜將未非何豈乎哉矣焉耳"
)

# 除非 … 方 (only if …, then) put into Korean word for word as a negative condition.
_ONLY_IF_NOT = re.compile("[가-힣]+(?: 것이)? ?(?:않으면|아니면|없으면|아니라면)[, ]*비로소")
# A negation of any kind, or what a translation says in place of one.
_EXPRESSED = re.compile(
    "않|없|못|아니|아닌|아닐|안 |말아|말고|말라|불|부[^모]|무[^토]|미(?!루|룬|룸|치|리)|비(?!로|유|견|화)|"
    "모르|모른|어찌|엷|어렵|어려|다르|다른|그르|그릇|적다|적으|적은|드물|어긋|확연|완고|같지|같으|면하|금하|막"
)

_PARTICLES = frozenset("은는이가을를에의와과도로고며하한으")
_EASED = frozenset({"유월", "시월"})  # 六月 and 十月 by the standard spelling

RARE = 3  # so rare a character has no usual rendering
OFTEN = 4  # a word so often beside one pair is its rendering, whatever else it may read
BOUND = 0.6  # a word that stands beside a pair in this share of its places belongs to it
HABIT = 6  # a Korean word that has rendered a character so often is a habit
USUAL = 0.7  # a word with this share of its occurrences linked is one that gets rendered
TERM_USUAL = 0.97  # and a term of the glossary with this share, seen at least
TERM_SEEN = 12  # so often


def _partners(groups: Iterable[str]) -> dict[str, set[str]]:
    table: dict[str, set[str]] = {}
    for group in groups:
        for char in group:
            table.setdefault(char, set()).update(set(group) - {char})
    return table


_LOOKALIKES = _partners(LOOKALIKES)
_OPPOSITES = _partners(OPPOSITES)

# -- a character for another --------------------------------------------------------------------


def exchanged(material: Material) -> Iterator[Finding]:
    """A character without rendering, and another that would have one: a slip, or an opposite."""
    tables = (("slip of a character", _LOOKALIKES), ("reversed polarity", _OPPOSITES))
    for bead in material.beads:
        for link in bead.links:
            if link.ko and link.how != "parts":
                continue
            for at in range(*link.zh):
                char = bead.zh[at]
                if link.ko and _read_in(char, bead, link):
                    continue
                usual = _usually_rendered(material, char, bead.zh[slice(*link.zh)])
                for kind, table in tables:
                    for other in sorted(table.get(char, ())):
                        if not usual and kind != "slip of a character":
                            continue
                        finding = _with(material, bead, at, other, kind, usual)
                        if finding:
                            yield finding


def _read_in(char: str, bead: BeadWords, link) -> bool:
    text = "".join(bead.ko[a:b] for a, b in link.ko)
    return any(syllable in text for syllable in readings(char))


def _usually_rendered(material: Material, char: str, word: str) -> bool:
    linked, total = material.rendered.get(word, (0, 0))
    if total <= RARE:
        linked, total = material.rendered.get(char, (0, 0))
    return total <= RARE or linked >= USUAL * total


def _with(
    material: Material, bead: BeadWords, at: int, other: str, kind: str, usual: bool
) -> Finding | None:
    """The finding that `other` in place of the character would be rendered here."""
    char = bead.zh[at]
    if set(readings(char)) & set(readings(other)):
        return None  # the Korean cannot tell them apart
    heads = material.heads.get(other, {})
    if not any(sound in bead.ko for sound in readings(other)) and not any(
            times >= HABIT and head in bead.ko for head, times in heads.items()):
        return None  # nothing there renders it
    zh = bead.zh[:at] + other + bead.zh[at + 1 :]
    terms = {(a, b): t for a, b, t in material.glossary.occurrences(zh, "zh")}
    made = words.link_all(zh, bead.ko, list(terms), material.lexicon,
                          [forms(material.glossary, t) for t in terms.values()])
    link = next(link for link in made if link.zh[0] <= at < link.zh[1])
    place = _place(material, bead, zh, at, link, usual)
    if place is None:
        return None
    start, end = place
    if any((start, end) in old.ko for old in bead.links if link.zh[0] <= old.zh[0] < link.zh[1]):
        return None  # the rest of the word accounts for it
    others = [old for old in bead.links if bead.zh[old.zh[0]] not in _GRAMMAR and old.how != "parts"
              and not _within(old, link) and not _moved(old, made)]
    if any(a < end and start < b for old in others for a, b in old.ko):
        return None  # it would take the rendering of another word
    if kind == "slip of a character":
        why = (f"「{char}」 has no rendering here; 「{other}」, which looks like it, would be rendered by "
               f"「{bead.ko[start:end]}」: a slip of the source, or of the translator's eye.")
    else:
        why = (f"「{char}」 has no rendering here; "
               f"「{bead.ko[start:end]}」 renders its opposite 「{other}」.")
    sure = 0.75 if kind == "slip of a character" else 0.5
    return quoted(bead, kind, (at, at + 1), (start, end), sure, why, other)


def _place(material: Material, bead: BeadWords, zh: str, at: int, link, usual: bool) -> Span | None:
    """Where the Korean renders the word that another character makes, if it surely does."""
    char, other = bead.zh[at], zh[at]
    if link.how not in ("", "parts") and link.score >= 0.8:
        (start, end), = link.ko
        if link.zh[1] - link.zh[0] > 1:
            return start, end
        if _beside(zh, bead.ko, at, start, end) and _attested(material, zh, at, char):
            return start, end
        if usual and end - start > 1:
            return start, end
    if usual and other not in bead.zh:  # a stray syllable is not enough, a habitual word is
        taken = [span for old in bead.links for span in old.ko]
        for word, times in material.heads.get(other, {}).items():
            if times < HABIT or len(word) < 2 or word[1] in _PARTICLES or not word.isalpha():
                continue
            for match in re.finditer(rf"(?<![가-힣]){word}", bead.ko):
                if not any(a < match.end() and match.start() < b for a, b in taken):
                    return match.span()
    return None


def _beside(zh: str, ko: str, at: int, start: int, end: int) -> bool:
    """Whether the rendering stands beside the reading of a neighbour."""
    left = at > 0 and start > 0 and ko[start - 1] in readings(zh[at - 1])
    right = at + 1 < len(zh) and end < len(ko) and ko[end] in readings(zh[at + 1])
    return left or right


def _attested(material: Material, zh: str, at: int, char: str) -> bool:
    """Whether the corpus has the character with a neighbour of this place, or the one that it
    would replace is too rare to judge."""
    pairs = [zh[i : i + 2] for i in (at - 1, at) if 0 <= i < len(zh) - 1]
    return (material.rendered.get(char, (0, 0))[1] <= RARE + 1
            or any(material.pairs.get(pair, 0) >= 2 for pair in pairs))


def _within(old, link) -> bool:
    """Whether the old word is part of the word that the other character makes."""
    return link.zh[0] <= old.zh[0] and old.zh[1] <= link.zh[1]


def _moved(old, made) -> bool:
    """Whether the word of an old link is rendered elsewhere in the new linking."""
    now = next((link for link in made if link.zh == old.zh), None)
    return now is not None and bool(now.ko) and now.ko != old.ko


# -- syllables ----------------------------------------------------------------------------------


def brackets(material: Material) -> Iterator[Finding]:
    """A Korean word with its characters in brackets that do not read so."""
    for id_, passage in material.passages.items():
        for match in _BRACKET.finditer(passage.ko):
            chars = match.group(2).replace("·", "")
            hangul = match.group(1).replace("·", "")[-len(chars):]
            if len(hangul) != len(chars) or spells(hangul, chars):
                continue
            right = sum(a in readings(b) for a, b in zip(hangul, chars, strict=True))
            if right * 2 < len(chars):
                continue  # a gloss in other words, not a reading
            wrong = [f"{b} is {' or '.join(readings(b)[:2])}, not {a}"
                     for a, b in zip(hangul, chars, strict=True) if a not in readings(b)]
            zh = passage.zh.find(chars)
            span = (zh, zh + len(chars)) if zh >= 0 else None
            yield Finding(id_, "other syllable", span, chars if span else "",
                          match.span(), match.group(), 0.95,
                          f"「{match.group()}」: {', '.join(wrong)}.")


def syllables(material: Material) -> Iterator[Finding]:
    """A Korean word that reads one character of a Chinese pair, and a stranger for the other.

    Only a word that the translation hardly has but beside this pair, that reads no pair of the
    corpus, and whose strange syllable reads no character of the bead.
    """
    attested = {
        a + b
        for bead in material.beads for first, second in zip(bead.zh, bead.zh[1:], strict=False)
        for a in readings(first) for b in readings(second)
    }
    stems = [[(m.start(), m.group()[:2]) for m in re.finditer("[가-힣]{2,}", bead.ko)]
             for bead in material.beads]
    seen: dict[str, list[int]] = {}
    for number, own in enumerate(stems):
        for _, stem in own:
            seen.setdefault(stem, []).append(number)
    for bead, own in zip(material.beads, stems, strict=True):
        sounds = {sound for char in bead.zh for sound in readings(char)}
        linked = {i: link for link in bead.links for i in range(*link.zh)}
        for start, stem in own:
            if bead.ko[start + 2 : start + 3] == "(" or stem[1] in _PARTICLES or stem in _EASED:
                continue  # brackets say which characters are meant; a particle is no reading
            if stem in attested and len(seen[stem]) < OFTEN:
                continue
            if (stem[0] in sounds) == (stem[1] in sounds):
                continue
            for at in range(len(bead.zh) - 1):
                pair = bead.zh[at : at + 2]
                fits = [stem[i] in readings(pair[i]) for i in (0, 1)]
                if fits[0] == fits[1] or set(pair) & _GRAMMAR or not _HAN_CHAR.match(pair[1]):
                    continue
                odd = 1 if fits[0] else 0
                char = pair[odd]
                own_link = linked.get(at + odd)
                if any(sound in bead.ko for sound in readings(char)) or not readings(char):
                    continue
                if own_link and own_link.ko and not any(
                        a < start + 2 and start < b for a, b in own_link.ko):
                    continue  # rendered elsewhere in the bead
                with_pair = sum(pair in material.beads[number].zh for number in seen[stem])
                if with_pair < BOUND * len(seen[stem]):
                    continue  # a word of the translation's own
                sure = _mistaken(char, stem[odd], material.rendered.get(char, (0, 0))[1] <= RARE)
                if not sure and len(seen[stem]) > 1:
                    sure = 0.35
                if not sure:
                    continue
                yield quoted(
                    bead, "other syllable", (at, at + 2), (start, start + 2), sure,
                    f"「{stem}」 reads 「{pair[1 - odd]}」 rightly, but 「{char}」 is "
                    f"{' or '.join(readings(char)[:2])}, not {stem[odd]}.")


def _mistaken(char: str, sound: str, rare: bool) -> float:
    """How likely the syllable is a mistaken reading of the character: it reads one of the same
    look, or sounds like the right reading; of a rare character, remotely so. 0 if neither."""
    if any(sound in readings(other) for other in _LOOKALIKES.get(char, ())):
        return 0.95
    own = _jamo(sound)
    near = max(
        sum(a == b for a, b in zip(own, _jamo(right), strict=True)) for right in readings(char)
    )
    return 0.4 if near == 2 or near == 1 and rare else 0.0


def _jamo(syllable: str) -> tuple[int, int, int]:
    code = ord(syllable) - ord("가")
    return code // 588, code // 28 % 21, code % 28


# -- what is not rendered, or not in the source ---------------------------------------------------


def empty_sides(material: Material) -> Iterator[Finding]:
    """Clauses without a translation, and sentences without a source."""
    for link in material.links:
        passage = material.passages[link.passage]
        zh, ko = passage.texts(link)
        if zh and ko:
            continue
        parts = (passage.clauses[link.zh_from : link.zh_to] if zh
                 else passage.sentences[link.ko_from : link.ko_to])
        if all(part.layer == "note" for part in parts):
            continue  # a note says by its brackets that it is the translator's own
        span = parts[0].start, parts[-1].end
        sure = 0.95 if link.status == "reviewed" else 0.5
        if zh:
            yield Finding(link.passage, "omission", span, zh, None, "", sure,
                          "No sentence renders this clause.")
        else:
            yield Finding(link.passage, "addition", None, "", span, ko, sure,
                          "No clause of the Chinese says this.")


def unrendered_terms(material: Material) -> Iterator[Finding]:
    """A term that is rendered nearly everywhere else."""
    counts: dict[str, list[int]] = {}
    for bead in material.beads:
        for link in bead.links:
            term = bead.terms.get(link.zh)
            if term:
                own = counts.setdefault(term, [0, 0])
                own[0] += bool(link.ko)
                own[1] += 1
    for bead in material.beads:
        taken = [span for link in bead.links for span in link.ko]
        present = set(bead.terms.values())
        for link in bead.links:
            term = bead.terms.get(link.zh)
            if not term or link.ko:
                continue
            linked, total = counts[term]
            if total < TERM_SEEN or linked < TERM_USUAL * total:
                continue
            headword = material.glossary.terms[term].headword
            other = _unclaimed(material, bead, term, taken, present)
            if other:
                span, name = other
                yield quoted(
                    bead, "other term", link.zh, span, 0.4,
                    f"{headword} is rendered in {linked} of {total} places, but not here; "
                    f"「{bead.ko[slice(*span)]}」 renders {name}, which the Chinese does not have.", name)
            else:
                yield quoted(bead, "omission", link.zh, None, 0.3,
                                   f"{headword} is rendered in {linked} of {total} places, but not here.")


def _unclaimed(material: Material, bead: BeadWords, term: str, taken, present):
    """A Korean term of the same kind that nothing in the bead's Chinese accounts for."""
    kind = material.glossary.terms[term].category
    for start, end, other in material.glossary.occurrences(bead.ko, "ko"):
        entry = material.glossary.terms[other]
        if (entry.category == kind and other not in present
                and not any(a < end and start < b for a, b in taken)):
            return (start, end), entry.headword
    return None


def pillars(material: Material) -> Iterator[Finding]:
    """A day, month or year of the Korean that the Chinese of the bead does not name."""
    table = {ko: zh for zh, ko in zip(ganzhi.PILLARS, _pillars_ko(), strict=True)}
    pattern = re.compile(f"({'|'.join(table)})(?=일|월|년|\\()")
    for bead in material.beads:
        for match in pattern.finditer(bead.ko):
            pillar = table[match.group()]
            if bead.ko[match.end() :][:1] == "(" and bead.ko[match.end() + 1 :][:2] != pillar:
                continue  # the characters after it are others
            if any(spells(match.group(), bead.zh[i : i + 2]) for i in range(len(bead.zh) - 1)):
                continue  # 庚辛日, two stems, sounds like 庚申
            if not _named(pillar, bead.zh):
                near = [zh for zh in ganzhi.PILLARS if zh in bead.zh]
                kind = "other term" if near else "addition"
                why = f"The Chinese of the bead does not have {pillar}"
                yield quoted(bead, kind, None, match.span(), 0.6,
                                   why + (f"; it has {', '.join(near)}." if near else "."), pillar)


def _pillars_ko() -> list[str]:
    return [ganzhi.STEMS_KO[i % 10] + ganzhi.BRANCHES_KO[i % 12] for i in range(60)]


def _named(pillar: str, zh: str) -> bool:
    """Whether the Chinese names the pillar, be it as 六甲 or 丙丁日 do, or by a lookalike."""
    return all(char in zh for char in pillar)


def hexagram_names(material: Material) -> Iterator[Finding]:
    """A hexagram named in the Korean 《…》 that the Chinese of the bead does not name."""
    names: dict[str, set[str]] = {}
    for zh, ko in zip(hexagrams.NAMES, hexagrams.NAMES_KO, strict=True):
        for form in {ko, *(_sounds(zh))}:
            names.setdefault(form, set()).add(zh)
    fold = material.glossary._fold
    for bead in material.beads:
        zh = fold(bead.zh)
        for match in re.finditer("《([가-힣]{1,3}?)괘?》", bead.ko):
            known = names.get(match.group(1))
            if known and not any(fold(name) in zh for name in known):
                yield quoted(bead, "other term", None, match.span(), 0.7,
                                   f"The Chinese of the bead names no {' or '.join(sorted(known))}.")


def _sounds(name: str) -> list[str]:
    out = [""]
    for char in name:
        out = [head + sound for head in out for sound in readings(char)]
    return out


def numerals(material: Material) -> Iterator[Finding]:
    """A number before a measure that no numeral of the Korean gives."""
    for bead in material.beads:
        inside = {i for a, b in bead.terms for i in range(a, b)}
        for at, char in enumerate(bead.zh[:-1]):
            if char not in NUMERALS or bead.zh[at + 1] not in MEASURES or at in inside:
                continue
            if at and bead.zh[at - 1] in NUMERALS:
                continue
            if not any(form in bead.ko for form in NUMERALS[char]):
                yield quoted(bead, "omission", (at, at + 2), None, 0.6,
                                   f"No numeral of the translation gives 「{bead.zh[at:at + 2]}」.")


# -- polarity -----------------------------------------------------------------------------------


def negations(material: Material) -> Iterator[Finding]:
    """A negation that the Korean does not have, and a condition that the Korean alone denies.

    That the Korean has one and the Chinese none says nothing: of twelve such places in the five
    texts all were plain renderings of a positive word.
    """
    for bead in material.beads:
        inside = {i for a, b in bead.terms for i in range(a, b)}
        marks = [i for i, char in enumerate(bead.zh) if char in NEGATIVES_ZH and i not in inside]
        if len(marks) == 1 and not _EXPRESSED.search(bead.ko):
            at = marks[0]
            if not set(bead.zh) & set("豈何焉乎哉難否"):
                yield quoted(bead, "reversed polarity", (at, at + 1), None, 0.25,
                                   f"「{bead.zh[at]}」 is the only negation of the Chinese, "
                                   "and the Korean has none.")
        for match in _ONLY_IF_NOT.finditer(bead.ko):
            yield quoted(bead, "reversed polarity", None, match.span(), 0.9,
                               f"「{match.group()}」, if not, only then, turns a condition round: "
                               "「only if」 may be meant.")


# -- the Chinese by itself, and the translator on it ----------------------------------------------


def doubled(material: Material) -> Iterator[Finding]:
    """A character of grammar written twice."""
    for id_, passage in material.passages.items():
        for match in re.finditer(r"(.)\1", passage.zh):
            if match.group(1) in _GRAMMAR - {"應"}:
                yield Finding(id_, "slip of a character", match.span(), match.group(), None, "", 0.95,
                              f"「{match.group(1)}」 stands twice.", match.group(1))


def base_text(texts, directory: Path | None = None) -> Iterator[Finding]:
    """What the translator's own notes say of the Chinese before him."""
    texts = list(texts)
    notes = {text.unit_id(unit): (unit, text) for text in texts for unit in text.layers.units
             if unit.kind == "note"}
    path = directory / "base_text.yaml" if directory else None
    for note in load_base_text(texts, path):
        unit, text = notes[note.note]
        why = (f"The translator's note: 「{note.words}」 for 「{note.read}」." if note.read
               else "The translator's note speaks of these words and reads nothing certain there.")
        yield Finding(note.passage, "base text", (note.start, note.end), note.words,
                      (unit.start, unit.end), text.words(unit), 1.0, why, note.read or "")


CHECKS = (exchanged, brackets, syllables, empty_sides, unrendered_terms, pillars, hexagram_names,
          numerals, negations, doubled)
