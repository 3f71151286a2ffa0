#!/usr/bin/env python3
"""Each known mistake has its name on the screen, also where an adapter offers one operation.

    screens.py [--tool TOOL] [PAGE or ID]…

The oracle with the edits of a mistake answers the vectors of one operation after the other. The
runner in Python reports each run, and with --tool `TOOL grade` that of the operation with the
fewest vectors. The screen must have the name of the mistake; or, where others give the same
answers, those that explain each failure.
"""

import argparse
import collections
import json
import multiprocessing
import pathlib
import re
import subprocess
import sys
import tempfile
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "spec" / "mistakes"))

import mistakes  # noqa: E402
from mistakes import runner  # noqa: E402

OPTIONS = types.SimpleNamespace(strict=False, no_steps=False, profiles=runner.PROFILES, zone="UTC")
SDK = {"name": "oracle", "version": "1", "language": "Python"}
TOOL = []  # the path of the tool, and of each vector the seq of its request


class Replies:
    """An adapter for one operation whose replies are there before it is asked."""

    def __init__(self, operation, replies):
        self.greeting = {"sdk": SDK, "operations": [operation], "profiles": [*runner.PROFILES]}
        self.replies, self.notes = replies, []

    def greet(self):
        """What it says of itself."""
        return self.greeting

    def ask(self, requests, take):
        """Hands over the reply to each request, which holds the input of its vector."""
        for request in requests:
            take(request["seq"], self.replies[id(request["input"])], 0)

    def end(self):
        """Nothing is left to end."""


def sequence(operation, given):
    """What an exported request is found by."""
    return operation + json.dumps(given, sort_keys=True)


def graded(operation, vectors, replies):
    """The screen of the tool."""
    tool, seqs = TOOL
    hello = {"op": "hello", "protocol": 1, "sdk": SDK, "operations": [operation], "window": 1}
    lines = [json.dumps({**hello, "profiles": [*runner.PROFILES]})]
    for one in vectors:
        for seq in seqs[sequence(operation, one["input"])]:
            lines.append(json.dumps({"seq": seq, **replies[id(one["input"])]}))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "replies"
        path.write_text("\n".join(dict.fromkeys(lines)) + "\n", "utf-8")
        flags = ["--profiles", "all", "--vectors", mistakes.VECTORS]
        command = [tool, "grade", "--operation", operation, *flags, path]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(done.stderr)
        return done.stdout


def screens(section):
    """The screens of each operation in which a mistake fails vectors, and what is odd of them."""
    world, found = mistakes.WORLD, []
    outcome = world.run(section.edits(section.names))
    failed = {name: world.corpus.by_id[name]["operation"] for name in outcome.listed}
    groups = {one: [] for one in sorted(set(failed.values()))}
    for one in world.vectors:
        groups.get(one["operation"], []).append(one)
    smallest = min(groups, key=lambda one: len(groups[one]), default=None)
    for operation, own in groups.items():
        replies = {
            id(one["input"]): outcome.replies.get(one["id"], world.right[one["id"]]) for one in own
        }
        replies = {place: json.loads(json.dumps(reply)) for place, reply in replies.items()}
        run = runner.Run(world.corpus, own, Replies(operation, replies), OPTIONS)
        names, shown = run.names, [("Python", runner.Text(run, False).written())]
        # Both runners find the same names (judges.py), and the tool takes longer to start.
        if TOOL and operation == smallest:
            shown.append(("tool", graded(operation, own, replies)))
        due = {name for name, one in failed.items() if one == operation}
        for who, text in shown:
            seen, explained = set(), set()
            for row in names:
                for name in (one["id"] for one in row["mistakes"]):
                    if re.search(rf"(?<![\w-]){name}(?![\w-])", text):
                        seen.add(name)
                        explained.update(row["vectors"])
            certain = any(row.get("certain") for row in names)
            is_right = section.id in seen or due <= explained
            odd = "" if is_right else f"shows {sorted(seen)}"
            if certain and "Look at the adapter first" in text:
                odd = "doubts the adapter beside a certain name"
            found.append((f"{section.id}, {operation} alone, {who}", section.id in seen, odd))
    return section.id, found


def main():
    """Look at the screens of all mistakes; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tool", help="the path of oss-conform")
    parser.add_argument("words", nargs="*", help="pages or ids of mistakes")
    options = parser.parse_args()
    mistakes.WORLD = mistakes.World()
    if options.tool:
        seqs = collections.defaultdict(list)
        export = [options.tool, "export", "--vectors", mistakes.VECTORS]
        for line in subprocess.run(export, stdout=subprocess.PIPE, check=True).stdout.splitlines():
            request = json.loads(line)
            if request["op"] == "run":
                seqs[sequence(request["operation"], request["input"])].append(request["seq"])
        TOOL.extend([options.tool, seqs])
    with multiprocessing.get_context("fork").Pool() as pool:
        done = pool.map(screens, mistakes.chosen(options.words), chunksize=8)
    faults = [f"{what}: {odd}" for _, found in done for what, _, odd in found if odd]
    failing = [found for _, found in done if found]
    named = sum(any(is_own for _, is_own, _ in found) for found in failing)
    print(*faults, sep="\n", end="\n" if faults else "")
    print(
        f"{len(done)} mistakes, {len(failing)} fail a vector, {named} have their name on a screen"
    )
    print(f"{sum(map(len, failing))} screens, {len(faults)} faults")
    return 1 if faults or not failing else 0


if __name__ == "__main__":
    sys.exit(main())
