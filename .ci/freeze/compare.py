#!/usr/bin/env python3
"""Hold what the kit says today against what it said before the catalogue became pages.

    compare.py FOLDER            today's reports of the SDKs, internals too, and of the adapters
                                 that cannot sign
    compare.py --blind FILE      what `mistakes.py blind` of the pages or `take.py --blind` wrote
    compare.py --outputs TOOL    what the commands of TOOL write

Each prints a line for a fault, and ends with status 1 if there is one. `frozen.json.xz` has the
state before; `take.py` says what is in it. `ids.json` says what may differ:

- `ids`: for each mistake that no page has the one that took its place, or "- " and why
  there is none. Then its name is lost, and that is no fault. Two mistakes that were named together
  are not looked at: their names are no longer given.
- `changed`: by the report and the vector why its judgement is another one.
- `renamed`: by the report and the vector why another mistake explains it, or none.
- `blind`: by the edit why its name is another one.
- `outputs`: by the pattern of a command why it writes something else.
- `reports`: by the report why it is not compared.

The 395 vectors of `error.explain` moved to `Tests/OSSExplainTests/Cases`, whose tests ask `explain`
for each. So what was frozen of a vector is compared where its id is not that of a case.

This folder goes when the rebuilding is done.
"""

import difflib
import fnmatch
import json
import lzma
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from commands import outputs  # noqa: E402
from take import BLIND, judged, names, single_names  # noqa: E402

PAGES = HERE.parents[1] / "spec/mistakes"
CASES = HERE.parents[1] / "Tests/OSSExplainTests/Cases"
# Of the blind mistakes that had a right name as many may lose it as this, in a hundred.
MAY_LOSE = 1


class Frozen:
    """The state before, and what may differ from it."""

    def __init__(self):
        self.__dict__ |= json.loads(lzma.decompress((HERE / "frozen.json.xz").read_bytes()))
        table = json.loads((HERE / "ids.json").read_text("utf-8"))
        self.ids = table["ids"]
        kinds = ("changed", "renamed", "blind", "outputs", "reports")
        self.allowed = {name: table[name] for name in kinds}
        files = [json.loads(path.read_text("utf-8")) for path in CASES.glob("*.json")]
        self.moved = {case["id"] for cases in files for case in cases}

    def due(self, name):
        """The name that a mistake has now, or None if it has none."""
        now = self.ids.get(name, name)
        return None if now.startswith("- ") else now


def id_faults(frozen):
    """Mistakes that were there, have no page now, and are not in ids.json; and the other way."""
    text = "".join(page.read_text("utf-8") for page in PAGES.glob("*.md"))
    there = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    for name in frozen.mistakes:
        due = frozen.due(name)
        if name in there and name in frozen.ids:
            yield f"ids.json: {name} has a page, so it is not gone"
        elif due and due not in there:
            yield f"{name} has no page" if due == name else f"ids.json: {due} has no page"


def judgement_faults(frozen, old, report, changed):
    """Vectors that are gone, or that are judged otherwise."""
    now, there = judged(report), {row["id"] for row in report["vectors"]}
    for vector in frozen.vectors:
        was = old["judged"].get(vector)
        if vector in changed or vector in frozen.moved:
            continue
        if vector not in there:
            yield f"{vector} is gone"
        elif unlisted(was) != unlisted(now.get(vector)):
            yield f"{vector} was {shown(was)}, is {shown(now.get(vector))}"


def unlisted(judgement):
    """A judgement without what a list of known failures says of it: those runs had one."""
    known = judgement or {}
    return {name: known[name] for name in known if name != "standing" or "kind" not in known}


def shown(judgement):
    """A judgement in a line."""
    return json.dumps(judgement or "not tried", ensure_ascii=False)[:300]


def name_faults(frozen, old, report, renamed):
    """Names that are lost or no longer certain, and vectors that they explain no more."""
    now, rows = single_names(names(report)), names(report)
    explained = {
        vector: {name for row in rows if vector in row["vectors"] for name in row["ids"]}
        for vector in {vector for row in rows for vector in row["vectors"]}
    }
    for row in (row for row in old["names"] if len(row["ids"]) == 1):
        was, due = row["ids"][0], frozen.due(row["ids"][0])
        lost = set(row["vectors"]) - renamed.keys() - frozen.moved
        lost = [one for one in sorted(lost) if explained.get(one, set()).isdisjoint({was, due})]
        if due is None or not lost:
            continue
        other = sorted(set().union(*(explained.get(one, {"nothing"}) for one in lost)))
        what = "explains less" if due in now else "is lost"
        yield f"{due} {what}: {', '.join(other)} explains {', '.join(lost)}"[:400]
    was = {}
    for name, certain in single_names(old["names"]).items():
        due = frozen.due(name)
        was[due] = certain or was.get(due, False)
    for due in was:
        if was[due] and now.get(due) is False:
            yield f"{due} was certain, is a guess"


def report_faults(frozen, folder):
    """What the reports of today say otherwise."""
    for name, old in frozen.reports.items():
        if name in frozen.allowed["reports"]:
            continue
        path = folder / f"{name}.json"
        if not path.is_file():
            yield f"{name}: there is no {path.name}"
            continue
        report = json.loads(path.read_text("utf-8"))
        if report["sdk"] != old["sdk"]:
            yield f"{name}: the adapter speaks for {report['sdk']} and not for {old['sdk']}"
        changed, renamed = (frozen.allowed[what].get(name, {}) for what in ("changed", "renamed"))
        yield from (f"{name}: {one}" for one in judgement_faults(frozen, old, report, changed))
        yield from (f"{name}: {one}" for one in name_faults(frozen, old, report, renamed))


class Named:
    """A blind mistake with its names of the freeze and of today."""

    def __init__(self, frozen, mistake, line):
        self.id, self.old, self.line = mistake["id"], frozen.blind[mistake["id"]], line
        self.now, right = line["names"], set(mistake.get("named", []))
        accepted = right | {frozen.due(name) for name in right}
        self.had, self.has = (not accepted.isdisjoint(one) for one in (self.old["names"], self.now))
        certain = {name for name in self.now if self.now[name]} - accepted
        known = {name for name in self.old["names"] if self.old["names"][name]}
        self.wrong = certain - known - {frozen.due(name) for name in known}

    def shown(self):
        """Its names in a line."""
        was, now = (", ".join(one) or "nothing" for one in (self.old["names"], self.now))
        return f"{self.id} had {was}, has {now}"

    def other_vectors(self):
        """The must vectors that fail today alone, or failed before alone, if the line has them."""
        return sorted(set(self.line.get("failed", self.old["failed"])) ^ set(self.old["failed"]))


def blind_faults(frozen, path):
    """Blind mistakes that lost their right name, if too many, and those with a new wrong one."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("{")]
    found = {line["id"]: line for line in map(json.loads, lines)}
    listed = [json.loads(line) for line in BLIND.read_text("utf-8").splitlines()]
    there = [one for one in listed if one["id"] in frozen.blind]
    yield from (f"nothing is said of {one['id']}" for one in there if one["id"] not in found)
    named = [Named(frozen, one, found[one["id"]]) for one in there if one["id"] in found]
    had = [one for one in named if one.had]
    lost = [one for one in had if not one.has and one.id not in frozen.allowed["blind"]]
    print(f"{len(had)} blind mistakes had a right name, {len(had) - len(lost)} of them have one")
    if len(lost) * 100 > len(had) * MAY_LOSE:
        yield from (one.shown() for one in lost)
    else:
        print("".join(f"(allowed) {one.shown()}\n" for one in lost), end="")
    for one in named:
        if one.wrong and not one.had and one.id not in frozen.allowed["blind"]:
            yield f"{one.shown()}: certain and wrong"
        if one.other_vectors():
            yield f"{one.id}: other vectors fail: {', '.join(one.other_vectors())}"[:400]


def output_faults(frozen, tool):
    """Commands that write something else, with the first lines that differ."""
    now, allowed = outputs(tool), frozen.allowed["outputs"]
    for command, was in frozen.outputs.items():
        if now[command] == was or any(fnmatch.fnmatchcase(command, one) for one in allowed):
            continue
        lines = difflib.unified_diff(was.splitlines(), now[command].splitlines(), n=0, lineterm="")
        other = [
            line[:160] for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")
        ]
        yield "\n    ".join([f"{command or 'no command'}", *other[:6]])


def main(*words):
    """Print the faults; return the exit status."""
    frozen = Frozen()
    modes = {"--blind": blind_faults, "--outputs": output_faults}
    path = pathlib.Path(words[-1]).resolve()
    faults = list(modes.get(words[0], report_faults)(frozen, path))
    faults += id_faults(frozen)
    print(*faults, f"compared with the freeze: {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
