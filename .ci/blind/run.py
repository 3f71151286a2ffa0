#!/usr/bin/env python3
"""Run implementations with one mistake each, and show which names the tool gives to them.

    run.py TOOL MISTAKES.jsonl [--only ID]... [--check]

TOOL is a release build of `oss-conform`. Each line of MISTAKES.jsonl is a mistake that somebody
made who had not seen the catalogue:

    {"id": …, "area": …, "sentence": …, "edits": [{"file": …, "old": …, "new": …}], "named": […]}

An edit replaces a text that occurs once in a file of spec/oracle. The tool checks a copy of the
oracle with the edits, and this program writes a line of JSON for each mistake: how many vectors
failed, which rows of the catalogue explain them, and how many nothing explains. `named` lists the
rows that name the mistake correctly, as somebody found who read both; with `--check` at least one
of them must be in the diagnosis.
"""

import argparse
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SPEC = pathlib.Path(__file__).resolve().parents[2] / "spec"
VECTORS = SPEC.parent / "vectors"


def broken_oracle(edits, folder):
    """A copy of the oracle with the edits, and of the pages that it reads; the adapter's path."""
    shutil.copytree(SPEC / "oracle", folder / "oracle")
    for page in SPEC.glob("*.md"):
        shutil.copy(page, folder)
    for edit in edits:
        path = folder / "oracle" / edit["file"]
        text = path.read_text("utf-8")
        if text.count(edit["old"]) != 1:
            raise ValueError(f"{edit['file']}: {edit['old']!r} occurs {text.count(edit['old'])}x")
        path.write_text(text.replace(edit["old"], edit["new"]), "utf-8")
    return folder / "oracle" / "adapter.py"


def report(tool, edits):
    """The JSON report of a run of the oracle with the edits."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        adapter, path = broken_oracle(edits, folder), folder / "report.json"
        command = [tool, "check", "--quiet", "--vectors", VECTORS, "--report", f"json={path}"]
        subprocess.run(
            [*command, "--", sys.executable, adapter], stdout=subprocess.DEVNULL, check=False
        )
        return json.loads(path.read_text("utf-8"))


def summary(found):
    """How many vectors failed, the names, and what has none."""
    failed = sum(level["failed"] for level in found["summary"]["levels"].values())
    names = [
        {
            "ids": [one["id"] for one in row["mistakes"]],
            "sentences": [one["sentence"] for one in row["mistakes"]],
            "explains": len(row["vectors"]),
            "matches": row["matches"],
            "possible": row["possible"],
            "exceptions": len(row.get("exceptions", [])),
        }
        for row in found["diagnosis"]
        if row["mistakes"]
    ]
    unexplained = [row["vectors"] for row in found["diagnosis"] if not row["mistakes"]]
    return {"failed": failed, "names": names, "unexplained": sum(map(len, unexplained))}


def tried(tool, mistake):
    """The line that is written for a mistake."""
    line = {name: mistake[name] for name in ("id", "area", "sentence")}
    return line | summary(report(tool, mistake["edits"]))


def is_named(line, mistake):
    """Whether one of the rows that name the mistake correctly is in the diagnosis."""
    given = {name for row in line["names"] for name in row["ids"]}
    return not mistake.get("named") or not given.isdisjoint(mistake["named"])


def main():
    """Run all mistakes; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("mistakes", type=pathlib.Path)
    parser.add_argument("--only", action="append", metavar="ID")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    lines = options.mistakes.read_text("utf-8").splitlines()
    mistakes = [one for one in map(json.loads, lines) if one["id"] in (options.only or [one["id"]])]
    if summary(report(options.tool, []))["failed"]:
        sys.exit("The oracle fails vectors although nothing in it is changed.")
    lost = []
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for mistake, line in zip(
            mistakes, pool.map(lambda one: tried(options.tool, one), mistakes), strict=True
        ):
            print(json.dumps(line), flush=True)
            if not is_named(line, mistake):
                lost.append(f"{mistake['id']}: none of {', '.join(mistake['named'])} is named")
    if options.check:
        print(*lost, f"{len(mistakes)} mistakes, {len(lost)} not named", sep="\n", file=sys.stderr)
    return 1 if options.check and (lost or not mistakes) else 0


if __name__ == "__main__":
    sys.exit(main())
