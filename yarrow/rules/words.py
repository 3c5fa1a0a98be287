"""Words of the rule language, and the vocabularies that hold them."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from yarrow.rules.values import Value


@dataclass(frozen=True, eq=False)
class Word:
    """One word: what it is called, what it takes and gives, and what it rests on.

    takes: the kind of each argument, or None for a word that stands alone; a last kind with an
    asterisk (`branches*`) may be repeated, or left out, one with a question mark left out. A kind
    may be several, `seats|branches`, or any.
    gives: the kind of its value; `same`, that of its first argument; `same|truth`, that of its
    first argument, and a truth where it has none. `run(env, *arguments)` computes it.
    definition: one sentence in English; source: the passage id or the reference that the meaning rests on. texts: the slugs
    of the texts in which it means this, empty for all. variants: other characters for the same.
    under: for each argument the name of the circumstance under which it is evaluated (see
    `evaluate.Env.under`), None for that of the call; a shorter tuple repeats its last.
    """

    zh: str
    ko: str
    en: str
    gives: str
    run: Callable[..., Value]
    definition: str
    source: str
    takes: tuple[str, ...] | None = None
    variants: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    under: tuple[str | None, ...] = (None,)

    def worth(self, arguments: tuple[str, ...]) -> str:
        """The kind of its value for arguments of these kinds; `any` where they do not tell."""
        same, _, alone = self.gives.partition("|")
        if same != "same":
            return self.gives
        return arguments[0] if arguments else alone or "any"


@dataclass
class Vocabulary:
    """The words of one art (and one text), by name.

    meets: for a kind of set, the kinds that stand for it where one of it is wanted: with branches
    for seats, `財 & 子` is the 財 line whose branch is 子. compose: makes a word of a name that is
    no entry of the table but is made of such (沖剋), or gives None. groups: the entries by
    heading, in the order in which they were added.
    """

    art: str  # liuyao | liuren
    words: dict[str, Word] = field(default_factory=dict)
    meets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    compose: Callable[[Vocabulary, str], Word | None] = lambda vocabulary, name: None
    groups: dict[str, list[Word]] = field(default_factory=dict)

    def add(self, words: Iterable[Word], heading: str) -> None:
        """Enter words under their names and variants. ValueError if a name is taken."""
        group = self.groups.setdefault(heading, [])
        for word in words:
            group.append(word)
            for name in (word.zh, *word.variants):
                if name in self.words:
                    raise ValueError(f"{name} is defined twice")
                self.words[name] = word

    def for_text(self, slug: str) -> Vocabulary:
        """The vocabulary as one text has it: words of other texts are left out."""
        words = {name: word for name, word in self.words.items()
                 if not word.texts or slug in word.texts}
        groups = {heading: [word for word in group if not word.texts or slug in word.texts]
                  for heading, group in self.groups.items()}
        return Vocabulary(self.art, words, self.meets, self.compose, groups)

    def get(self, name: str) -> Word | None:
        """The word of a name, None if there is none."""
        word = self.words.get(name)
        if word is None:
            word = self.compose(self, name)
            if word is not None:
                self.words[name] = word
        return word

    def near(self, name: str, count: int = 3) -> list[str]:
        """Known words like a name that is not known, nearest first."""
        characters = set(name)
        sharing = [word for word in self.words if not characters.isdisjoint(word)]
        near = difflib.get_close_matches(name, sharing, count, 0.5)
        rest = [word for word in sharing if word not in near]
        rest.sort(key=lambda word: (-len(characters & set(word)), len(word)))
        return [*near, *rest][:count]
