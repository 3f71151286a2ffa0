"""The pages of mistakes: README.md of this folder says how a section is written."""

import collections
import difflib
import itertools
import pathlib
import re

from edited_oracle import Block, Fault

HERE = pathlib.Path(__file__).resolve().parent

BLOCK = re.compile(r"^```(python|diff)\n(?:# |--- )(\w+\.py)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ITEMS = ("Fix", "Clauses", "Seen", "Accepted", "Habit", "Names")
SEEN = re.compile(r"(?P<sdk>\S+) (?P<version>(?:[^,(]|\([^)]*\))+), (?P<place>.+)")


class Section:
    """A mistake as a page has it."""

    def __init__(self, page, line, name, text):
        self.page, self.id, self.place = page, name, f"{page}.md, line {line}, {name}"
        self.blocks = [
            Block(
                *one.groups(),
                f"{page}.md, line {line + text.count(chr(10), 0, one.end(2))}, {name}",
            )
            for one in BLOCK.finditer(text)
        ]
        first, *parts = re.split(r"^- (\w+): ", BLOCK.sub("", text), flags=re.MULTILINE)
        self.sentence, self.items = " ".join(first.split()), collections.defaultdict(list)
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            self.items[key].append(" ".join(value.split()))
        seen = [SEEN.fullmatch(one) for one in self.items["Seen"]]
        wrong = {
            "it needs a sentence": not self.sentence,
            "it needs one item Fix": len(self.items["Fix"]) != 1,
            "it needs one item Clauses": len(self.items["Clauses"]) != 1,
            f"its items are {', '.join(ITEMS)}": not set(self.items).issubset(ITEMS),
            "Seen is an SDK, its version, a comma and a place": None in seen,
            "it needs a block of python or diff with a file in its first line": not self.blocks,
            "the fences of its blocks do not fit": "```" in BLOCK.sub("", text),
        }
        for what in (what for what, is_wrong in wrong.items() if is_wrong):
            raise Fault(f"{self.place}: {what}.")
        self.fix, self.clauses = self.items["Fix"][0], self.items["Clauses"][0].split(", ")
        self.seen = [one.groupdict() for one in seen]
        self.names = ", ".join(self.items["Names"]).split(", ") if self.items["Names"] else []
        shown = ("id", "page", "clauses", "sentence", "fix", "seen")
        self.json = {name: getattr(self, name) for name in shown}
        self.json.update(zip(["accepted"], self.items["Accepted"], strict=False))

    def edits(self, names=()):
        """Its blocks; those of a family with some of its names."""
        put = re.compile(r"\bNAMES\b" if names else "(?!)")
        return [one._replace(text=put.sub(repr(names), one.text)) for one in self.blocks]


def sections_of(page, text):
    """The sections of a page, in their order."""
    head, *pieces = re.split(r"^### (.*)\n", text, flags=re.MULTILINE)
    line, result = head.count("\n") + 1, []
    for name, body in zip(pieces[::2], pieces[1::2], strict=True):
        result.append(Section(page, line, name.strip(), body))
        line += body.count("\n") + 1
    return result


def chosen(words=()):
    """The sections of pages or ids, all without a word, in the order of README.md."""
    index = (HERE / "README.md").read_text("utf-8")
    listed = re.findall(r"^- \[[^]]+\]\(([\w-]+)\.md\)", index, re.MULTILINE)
    if sorted(listed) != sorted({page.stem for page in HERE.glob("*.md")} - {"README"}):
        raise Fault("README.md does not list each page of its folder once.")
    pages = [sections_of(page, (HERE / f"{page}.md").read_text("utf-8")) for page in listed]
    found = list(itertools.chain(*pages))
    counts = collections.Counter(itertools.chain(*({one.id, one.page} for one in found)))
    ids = collections.Counter(one.id for one in found)
    faults = [f"two sections have the id {name}" for name in ids if ids[name] > 1]
    for word in (word for word in words if not counts[word]):
        near = "".join(f"; is it {one}?" for one in difflib.get_close_matches(word, counts, 1))
        faults.append(f"no page and no section is named {word}{near}")
    if faults:
        raise Fault(faults[0] if faults[0].endswith("?") else f"{faults[0]}.")
    return [one for one in found if not words or {one.id, one.page} & set(words)]
