"""The oracle with edits: a mistake is made in the text of its files, which then run again.

A block of a page is either `python`, definitions that take the place of those of the same names, or
`diff`, lines that take the place of lines which are there once.
"""

import ast
import copy
import functools
import re
import sys
import types
from typing import NamedTuple

IMPORTS = (ast.Import, ast.ImportFrom)


# Most edits are of the same files, whose trees nobody changes.
parsed = functools.lru_cache(maxsize=64)(ast.parse)


class Fault(Exception):
    """What is wrong with a mistake: a sentence with its page, its line and its section."""


class Block(NamedTuple):
    """Code of a mistake: definitions (python) or changed lines (diff)."""

    kind: str
    file: str
    text: str
    place: str  # the page, the line and the section, for a fault


def names_of(node):
    """The names that a statement of a file defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, IMPORTS):
        return [one.asname or one.name for one in node.names]
    inner = {id(name) for one in ast.walk(node) for name in comprehended(one)}
    names = (one for one in ast.walk(node) if isinstance(one, ast.Name) and id(one) not in inner)
    return [one.id for one in names if isinstance(one.ctx, ast.Store)]


def comprehended(node):
    """The names to which a comprehension gives values, which nobody else sees."""
    return ast.walk(node.target) if isinstance(node, ast.comprehension) else ()


def span(node):
    """The first and the last line of a statement, with its decorators."""
    return min(one.lineno for one in [node, *getattr(node, "decorator_list", [])]), node.end_lineno


def with_definitions(source, block):
    """The source with the definitions of a block, each behind the one whose place it takes."""
    old = {name: one for one in parsed(source).body for name in names_of(one)}
    rows, mine = source.splitlines(), block.text.splitlines()
    place, new, strange = len(rows), ast.parse(block.text).body, []
    for one in reversed(new):
        names, is_import = names_of(one), isinstance(one, IMPORTS)
        known = [] if is_import else [old[name] for name in names if name in old]
        place = known[-1].end_lineno if known else place
        strange += [] if known or is_import else names
        # The methods of a class that is there join its others.
        first = span(one.body[0] if known and isinstance(one, ast.ClassDef) else one)[0]
        text = "\n".join(mine[first - 1 : one.end_lineno])
        at = 0 if is_import else place - 1
        rows[at] = f"{text}\n{rows[at]}" if is_import else f"{rows[at]}\n\n{text}"
    helping = [name for name in strange if len(re.findall(rf"\b{name}\b", block.text)) > 1]
    if len(strange) == len(new) or helping != strange:
        raise Fault(f"{block.place}: {block.file} does not define {strange[-1]}.")
    return "\n".join(rows) + "\n"


def with_lines(source, block):
    """The source with the changes of a diff, whose old lines are there once in the place named."""
    parts = re.split(r"^@@ *(.*)\n", block.text, flags=re.MULTILINE)
    for scope, change in zip(["", *parts[1::2]], parts[::2], strict=True):
        rows, old, new = source.splitlines(), [], []
        for row in change.splitlines():
            old += [row[1:]] if row[:1] != "+" else []
            new += [row[1:]] if row[:1] != "-" else []
        first, last = scopes(source).get(scope, (1, 0)) if scope else (1, len(rows))
        ends = range(first - 1 + len(old), last + 1)
        fits = [end for end in ends if rows[end - len(old) : end] == old] if old or new else [0]
        if len(fits) != 1:
            what = f"the lines from {''.join(old[:1]).strip()!r} on occur {len(fits)} times"
            raise Fault(f"{block.place}: {what} in {scope or block.file}.")
        rows[fits[0] - len(old) : fits[0]] = new
        source = "\n".join(rows) + "\n"
    return source


def scopes(source):
    """The lines of each function, class and method."""
    found = {}
    for one in parsed(source).body:
        for inner in [one, *getattr(one, "body", [])]:
            if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                found[f"{one.name}.{inner.name}" if inner is not one else one.name] = span(inner)
    return found


EDITING = {"python": with_definitions, "diff": with_lines}


class Definition:
    """A statement of a file: its text, and what it mentions and calls."""

    def __init__(self, node):
        self.text = ast.dump(node)
        self.is_code = isinstance(node, (ast.FunctionDef, ast.ClassDef))
        self.is_import = isinstance(node, IMPORTS)
        parts = list(ast.walk(node))
        self.mentions = {getattr(one, "id", getattr(one, "attr", None)) for one in parts}
        called = [one.func for one in parts if isinstance(one, ast.Call)]
        self.calls = {getattr(one, "id", getattr(one, "attr", None)) for one in called}

    def after(self, former):
        """The same with the text of a former definition of its name, if there is one."""
        both = copy.copy(self)
        both.text += former.text if former else ""
        return both


# What is known of a statement, by its source: an edit leaves most of a file as it is.
STATEMENTS = {}


def statement(node, rows):
    """The names that a statement defines, and its definition."""
    first, last = span(node)
    source = "\n".join(rows[first - 1 : last])
    if source not in STATEMENTS:
        STATEMENTS[source] = names_of(node), Definition(node)
    return STATEMENTS[source]


def definitions(file, source):
    """The definitions of a file, by the file and the name; the text of all that have one name."""
    found, rows = {}, source.splitlines()
    for node in parsed(source).body:
        names, one = statement(node, rows)
        for name in names:
            found[file, name] = one.after(found.get((file, name)))
    return found


class Oracle:
    """The files of spec/oracle, which are compiled again where a mistake changes them."""

    def __init__(self, folder):
        self.folder, self.sources, self.codes, self.lines = folder, {}, {}, {}
        self.spans = {}
        self.take("operations.py")

    def take(self, file):
        """Takes a file behind those that it imports."""
        source = (self.folder / file).read_text("utf-8")
        for one in parsed(source).body:
            self.spans.update({(file, name): span(one) for name in names_of(one)})
            if isinstance(one, IMPORTS):
                other = f"{getattr(one, 'module', None) or one.names[0].name}.py"
                if other not in self.sources and (self.folder / other).is_file():
                    self.take(other)
        self.sources[file], self.codes[file] = source, compile(source, file, "exec")

    @functools.cached_property
    def known(self):
        """The definitions of all files, which an edit needs to know what it touches."""
        found = {}
        for file, source in self.sources.items():
            found.update(definitions(file, source))
        return found

    def answering(self, codes):
        """The function that answers a request, in modules of their own."""
        for file in self.sources:
            module = sys.modules[file[:-3]] = types.ModuleType(file[:-3])
            module.__file__ = str(self.folder / file)
            exec(codes.get(file, self.codes[file]), module.__dict__)
        return module.answer

    def edited(self, blocks):
        """The function that answers with the edits, and the definitions that they touch."""
        answer, sources = self.changed(blocks)
        new = {}
        for file, source in sources.items():
            new.update(definitions(file, source))
        return answer, self.touched(set(sources), new)

    def changed(self, blocks):
        """The function that answers with the edits, and the files that they change."""
        sources = {}
        try:
            for block in blocks:
                if block.file not in self.sources:
                    raise Fault(f"{block.place}: the oracle has no file {block.file}.")
                former = sources.get(block.file, self.sources[block.file])
                sources[block.file] = EDITING[block.kind](former, block)
            codes = {file: compile(source, file, "exec") for file, source in sources.items()}
            return self.answering(codes), sources
        except (
            SyntaxError,
            NameError,
            AttributeError,
            TypeError,
            ValueError,
            ImportError,
        ) as error:
            raise Fault(f"{block.place}: {type(error).__name__}: {error}.") from None

    def touched(self, files, new):
        """What an edit changes, and all that mentions a constant which it changes.

        A name that a file imports is known in that file alone.
        """
        every = {**self.known, **new}
        texts = [
            {key: side[key].text for key in side if key[0] in files} for side in (every, self.known)
        ]
        changed = {key for key in every if key[0] in files and texts[0][key] != texts[1].get(key)}
        code = {key[1] for key in changed if every[key].is_code}
        imports = {file: set() for file in self.sources}
        for file, name in (key for key in changed if every[key].is_import):
            imports[file].add(name)
        names = {key[1] for key in changed if not every[key].is_import} - code
        size = -1
        while size != len(names):
            size = len(names)
            for (file, name), one in every.items():
                if one.is_code or one.is_import:
                    continue
                if one.mentions & (names | imports[file]) or one.calls & code:
                    names.add(name)
        return changed | {
            key for key, one in every.items() if one.mentions & (names | imports[key[0]])
        }

    def recorded(self, answer, operation, members):
        """The reply, and the definitions through which it runs."""
        called = set()
        sys.settrace(lambda frame, *_: called.add(frame.f_code))
        try:
            reply = answer(operation, members)
        finally:
            sys.settrace(None)
        return reply, {owner for one in called for owner in self.owners(one)}

    def owners(self, code):
        """The definitions on whose lines a function begins."""
        file, line = code.co_filename, code.co_firstlineno
        if (file, line) not in self.lines:
            self.lines[file, line] = {
                key
                for key, (first, last) in self.spans.items()
                if key[0] == file and first <= line <= last
            }
        return self.lines[file, line]
