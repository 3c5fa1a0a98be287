"""From one line of the rule language to a checked tree.

The grammar is that of Python's expressions, read by `ast` and cut down to a short list: names,
calls of names, small numbers, `and or not`, `& | -`, comparisons, parentheses. Nothing is ever
handed to eval. Every node knows its place in characters and its kind, so that a fault is found,
and told, before anything runs.
"""

from __future__ import annotations

import ast
import unicodedata
import warnings
from dataclasses import dataclass
from functools import cached_property

from yarrow.errors import Fault, YarrowError
from yarrow.rules.values import NUMBER, SETS, TRUTH
from yarrow.rules.words import Vocabulary, Word

MAX_LENGTH, MAX_DEPTH, MAX_NODES, MAX_NUMBER = 2000, 40, 400, 9999

FULL_WIDTH = {
    "（": "(", "）": ")", "，": ",", "、": ",", "＆": "&", "｜": "|", "－": "-", "—": "-",
    "＜": "<", "＞": ">", "＝": "=", "＋": "+", "【": "(", "】": ")", "「": "", "」": "", "。": "",
    "；": "", "：": "", "＂": "", "’": "", "‘": "", "“": "", "”": "", "\u3000": " ",
}  # fmt: skip


@dataclass(frozen=True)
class Node:
    """A checked piece of an expression.

    op: word, call, number, and, or, not, meet (&), join (|), less (-), within (<=), same (==),
    differ (!=), atleast, more, atmost, fewer, plus, minus. start, end: its place in the source,
    in characters, half-open.
    """

    op: str
    kind: str
    start: int
    end: int
    parts: tuple[Node, ...] = ()
    word: Word | None = None
    number: int = 0

    def text(self) -> str:
        """The canonical spelling, the same for two nodes that mean the same."""
        return self._text

    @cached_property
    def _text(self) -> str:
        return _spell(self)


def _spell(node: Node) -> str:
    if node.op == "number":
        return str(node.number)
    if node.op == "word":
        return node.word.zh
    if node.op == "call":
        return f"{node.word.zh}({', '.join(part.text() for part in node.parts)})"
    return f"({node.op} {' '.join(part.text() for part in node.parts)})"


def parse(source: str, vocabulary: Vocabulary, *, where: str = "condition",
          want: str | None = TRUTH) -> Node:
    """The tree of an expression.

    want: the kind that it must be worth, where a set also passes for the truth that it is not
    empty; None for any. Raises YarrowError with every fault found: its place in characters, the
    word, and the nearest known one.
    """
    tree = _read(source, where)
    checker = _Checker(source, vocabulary, where)
    node = checker.node(tree.body, 0)
    if not checker.faults and want is not None and node.kind != want:
        if not (want == TRUTH and node.kind in SETS):
            checker.fault(tree.body, f"this is worth {node.kind}, {want} is wanted",
                          "compare it, or take another word")
    if checker.faults:
        raise YarrowError(checker.faults)
    return node


def _read(source: str, where: str) -> ast.Expression:
    faults = []
    if not isinstance(source, str) or not source.strip():
        raise YarrowError(Fault(where, "the expression is empty", "write a condition"))
    if len(source) > MAX_LENGTH:
        raise YarrowError(Fault(where, f"{len(source)} characters", f"keep to {MAX_LENGTH}"))
    depth, lead = 0, len(source) - len(source.lstrip())
    for place, char in enumerate(source.strip(), lead):
        if char in FULL_WIDTH:
            instead = FULL_WIDTH[char]
            remedy = f"write {instead!r}" if instead.strip() else "leave it out"
            faults.append(Fault(f"{where}, character {place + 1}",
                                f"{char!r} is a mark of the text, not of the language", remedy))
        elif unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn"):
            faults.append(Fault(f"{where}, character {place + 1}",
                                f"the control character U+{ord(char):04X}", "leave it out"))
        elif char in "([{":
            depth += 1
            if depth > MAX_DEPTH:
                raise YarrowError(Fault(f"{where}, character {place + 1}",
                                        f"brackets more than {MAX_DEPTH} deep", "make it simpler"))
        elif char in ")]}":
            depth -= 1
    if faults:
        raise YarrowError(faults)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            return ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise YarrowError(_syntax_fault(source, where, error)) from None


def _syntax_fault(source: str, where: str, error: Exception) -> Fault:
    lead = len(source) - len(source.lstrip())
    if not isinstance(error, SyntaxError):
        return Fault(where, "this cannot be read", "make it simpler")
    place = min(lead + (error.offset or len(source)), len(source))
    word = source[place - 1 : place + 7] or source[-8:]
    return Fault(f"{where}, character {place}", f"{error.msg} at {word!r}",
                 "write words joined by and, or, not, & and |, with brackets in pairs")


_SET_OPS = {ast.BitAnd: "meet", ast.BitOr: "join", ast.Sub: "less"}
_NUMBER_OPS = {ast.Add: "plus", ast.Sub: "minus"}
_COMPARE_NUMBERS = {ast.GtE: "atleast", ast.Gt: "more", ast.LtE: "atmost", ast.Lt: "fewer",
                    ast.Eq: "same", ast.NotEq: "differ"}
_COMPARE_SETS = {ast.LtE: "within", ast.Eq: "same", ast.NotEq: "differ"}
_WHAT = {ast.Attribute: "a full stop after a word", ast.Subscript: "square brackets",
         ast.Lambda: "lambda", ast.IfExp: "if … else", ast.List: "square brackets",
         ast.Tuple: "a comma outside a call", ast.Dict: "braces", ast.Set: "braces",
         ast.ListComp: "a comprehension", ast.SetComp: "a comprehension",
         ast.GeneratorExp: "a comprehension", ast.DictComp: "a comprehension",
         ast.JoinedStr: "quotation marks", ast.NamedExpr: ":=", ast.Starred: "*",
         ast.Await: "await", ast.Yield: "yield", ast.YieldFrom: "yield", ast.Slice: "a slice"}


class _Checker:
    """Walks Python's tree, turns it into nodes, and gathers the faults."""

    def __init__(self, source: str, vocabulary: Vocabulary, where: str):
        self.source, self.vocabulary, self.where = source, vocabulary, where
        self.faults: list[Fault] = []
        self.count = 0
        self._lead = len(source) - len(source.lstrip())
        self._bytes = source.strip().encode()

    def place(self, node: ast.expr) -> tuple[int, int]:
        """ast counts columns in bytes of UTF-8, on one line; this is in characters of source."""
        return tuple(self._lead + len(self._bytes[:column].decode())
                     for column in (node.col_offset, node.end_col_offset))

    def fault(self, node: ast.expr, what: str, remedy: str) -> None:
        start, end = self.place(node)
        words = self.source[start:end]
        words = words if len(words) <= 24 else words[:24] + "…"
        where = f"{self.where}, character {start + 1}"
        self.faults.append(Fault(where, f"{words}: {what}", remedy))

    def broken(self, node: ast.expr, kind: str) -> Node:
        """A stand-in for a node with a fault, so that the rest is checked too."""
        return Node("broken", kind, *self.place(node))

    def node(self, tree: ast.expr, depth: int) -> Node:
        self.count += 1
        if self.count > MAX_NODES or depth > MAX_DEPTH:
            raise YarrowError(Fault(self.where, f"more than {MAX_NODES} parts, or deeper than "
                                    f"{MAX_DEPTH}", "make it simpler, or split the rule"))
        method = getattr(self, f"on_{type(tree).__name__.lower()}", None)
        if method is None:
            what = _WHAT.get(type(tree), type(tree).__name__)
            self.fault(tree, f"{what} is not part of the language",
                       "use words, calls, numbers, and, or, not, &, |, - and comparisons")
            return self.broken(tree, "any")
        return method(tree, depth + 1)

    def on_name(self, tree: ast.Name, depth: int) -> Node:
        word = self.lookup(tree, tree.id)
        if word is None:
            return self.broken(tree, "any")
        if word.takes is not None and _arguments(word.takes, 0) is None:
            self.fault(tree, f"takes {_takes(word)}", f"write {word.zh}(…)")
            return self.broken(tree, word.worth(()))
        op = "word" if word.takes is None else "call"
        return Node(op, word.worth(()), *self.place(tree), (), word)

    def lookup(self, tree: ast.expr, name: str) -> Word | None:
        start, _ = self.place(tree)
        written = self.source[start : start + len(name)]  # as typed: ast folds by NFKC
        word = self.vocabulary.get(written if len(written) == len(name) else name)
        word = word or self.vocabulary.get(name)
        if word is None:
            near = self.vocabulary.near(name)
            self.fault(tree, "no word of the language",
                       f"write one that is{', perhaps ' + ', '.join(near) if near else ''}")
        return word

    def on_constant(self, tree: ast.Constant, depth: int) -> Node:
        if type(tree.value) is not int or not 0 <= tree.value <= MAX_NUMBER:
            self.fault(tree, "only whole numbers stand for themselves",
                       f"write one from 0 to {MAX_NUMBER}, or a word without quotation marks")
            return self.broken(tree, NUMBER)
        return Node("number", NUMBER, *self.place(tree), number=tree.value)

    def on_call(self, tree: ast.Call, depth: int) -> Node:
        parts = tuple(self.node(part, depth) for part in tree.args)
        if tree.keywords:
            self.fault(tree, "arguments have no names", "give them in order")
        if not isinstance(tree.func, ast.Name):
            self.fault(tree, "only words can be called", "write word(…)")
            return self.broken(tree, "any")
        word = self.lookup(tree.func, tree.func.id)
        if word is None:
            return self.broken(tree, "any")
        if word.takes is None:
            self.fault(tree, f"{word.zh} stands alone", f"write {word.zh} without brackets")
            return self.broken(tree, word.worth(()))
        wanted = _arguments(word.takes, len(parts))
        if wanted is None:
            self.fault(tree, f"{len(parts)} given, takes {_takes(word)}", "give as many")
            return self.broken(tree, word.worth(()))
        checked = tuple(self.fit(part, kinds, piece)
                        for part, kinds, piece in zip(parts, wanted, tree.args))
        gives = word.worth(tuple(part.kind for part in checked))
        return Node("call", gives, *self.place(tree), checked, word)

    def fit(self, part: Node, kinds: str, tree: ast.expr) -> Node:
        """The argument as the word takes it: a set passes for a truth; a constant for seats."""
        accepted = kinds.split("|")
        if part.kind in accepted or "any" in (part.kind, kinds):
            return part
        if TRUTH in accepted and part.kind in SETS:
            return Node("holds", TRUTH, part.start, part.end, (part,))
        for kind in accepted:
            if part.kind in self.vocabulary.meets.get(kind, ()):
                return Node("seats", kind, part.start, part.end, (part,))
        self.fault(tree, f"this is worth {part.kind}, {' or '.join(accepted)} is wanted",
                   "take a word of that kind")
        return part

    def truth(self, part: Node, tree: ast.expr) -> Node:
        return self.fit(part, TRUTH, tree)

    def on_boolop(self, tree: ast.BoolOp, depth: int) -> Node:
        op = "and" if isinstance(tree.op, ast.And) else "or"
        parts = tuple(self.truth(self.node(part, depth), part) for part in tree.values)
        return Node(op, TRUTH, *self.place(tree), parts)

    def on_unaryop(self, tree: ast.UnaryOp, depth: int) -> Node:
        if not isinstance(tree.op, ast.Not):
            self.fault(tree, "only `not` stands before a word", "write not …, or A - B for sets")
            return self.broken(tree, "any")
        part = self.truth(self.node(tree.operand, depth), tree.operand)
        return Node("not", TRUTH, *self.place(tree), (part,))

    def on_binop(self, tree: ast.BinOp, depth: int) -> Node:
        left, right = self.node(tree.left, depth), self.node(tree.right, depth)
        if "any" in (left.kind, right.kind):
            return self.broken(tree, "any")
        if left.kind == right.kind == NUMBER and type(tree.op) in _NUMBER_OPS:
            return Node(_NUMBER_OPS[type(tree.op)], NUMBER, *self.place(tree), (left, right))
        op = _SET_OPS.get(type(tree.op))
        if op is None:
            self.fault(tree, "this operator is not part of the language", "use &, | and - on sets")
            return self.broken(tree, "any")
        self.mixed(tree, op)
        left, right, kind = self.meet(tree, left, right)
        if "seats" in (left.op, right.op) and op != "join":
            if op == "meet" and left.op == "seats":
                left, right = right, left
            if right.op == "seats":  # cheaper than all bearers, and less in doubt
                bearing = Node("bearing", kind, *self.place(tree), (left, right.parts[0]))
                if op == "meet":
                    return bearing
                right = bearing
        return Node(op, kind, *self.place(tree), (left, right))

    def mixed(self, tree: ast.BinOp, op: str) -> None:
        """`a - b | c` and `a | b - c` read otherwise to a person than to Python."""
        for part in (tree.left, tree.right):
            other = _SET_OPS.get(type(part.op)) if isinstance(part, ast.BinOp) else None
            if {op, other} == {"less", "join"} or {op, other} == {"less", "meet"}:
                start, end = self.place(part)
                before, after = self.source[:start].rstrip(), self.source[end:].lstrip()
                if not (before.endswith("(") and after.startswith(")")):
                    self.fault(tree, "- beside | or & without brackets",
                               "put brackets: (a - b) | c")

    def meet(self, tree: ast.expr, left: Node, right: Node) -> tuple[Node, Node, str]:
        if left.kind == right.kind and left.kind in SETS:
            return left, right, left.kind
        for one, other, swap in ((left, right, False), (right, left, True)):
            if other.kind in self.vocabulary.meets.get(one.kind, ()):
                seats = Node("seats", one.kind, other.start, other.end, (other,))
                return (seats, one, one.kind) if swap else (one, seats, one.kind)
        self.fault(tree, f"{left.kind} and {right.kind} do not meet",
                   "join truths by and, or; sets of one kind by &, | and -")
        return left, right, left.kind

    def on_compare(self, tree: ast.Compare, depth: int) -> Node:
        operands = [tree.left, *tree.comparators]
        parts = [self.node(part, depth) for part in operands]
        nodes = []
        for i, op in enumerate(tree.ops):
            left, right = parts[i], parts[i + 1]
            if "any" in (left.kind, right.kind):
                continue
            if left.kind == right.kind == NUMBER:
                name = _COMPARE_NUMBERS.get(type(op))
            elif left.kind in SETS and right.kind in SETS:
                name = _COMPARE_SETS.get(type(op))
                left, right, kind = self.meet(tree, left, right)
                if name == "within" and right.op == "seats":
                    place = self.place(tree)
                    right = Node("bearing", kind, *place, (left, right.parts[0]))
            else:
                self.fault(tree, f"{left.kind} and {right.kind} are not compared",
                           "compare numbers, or sets of one kind")
                continue
            if name is None:
                self.fault(tree, "this comparison is not part of the language",
                           "numbers: < <= > >= == !=; sets: <= (all of), == and !=")
                continue
            nodes.append(Node(name, TRUTH, *self.place(tree), (left, right)))
        if len(nodes) == 1:
            return nodes[0]
        return Node("and", TRUTH, *self.place(tree), tuple(nodes))


def _takes(word: Word) -> str:
    if not word.takes:
        return "nothing"
    return ", ".join(word.takes).replace("*", " …").replace("?", " or nothing")


def _arguments(takes: tuple[str, ...], count: int) -> list[str] | None:
    """The kinds of `count` arguments, None if the word does not take so many."""
    if takes and takes[-1].endswith("?"):
        if count == len(takes) - 1:
            return list(takes[:-1])
        takes = (*takes[:-1], takes[-1][:-1])
    if takes and takes[-1].endswith("*"):
        fixed = list(takes[:-1])
        if count < len(fixed):
            return None
        return fixed + [takes[-1][:-1]] * (count - len(fixed))
    return list(takes) if count == len(takes) else None
