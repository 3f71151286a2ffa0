#!/usr/bin/env python3
"""Hold the runner in Python against the tool: the same verdicts and names for the same adapters.

    judges.py report REPORT.json COMMAND...
    judges.py changed TOOL MISTAKES.jsonl COUNT
    judges.py zones TOOL

REPORT.json is the report of `oss-conform check --profiles all` on the adapter COMMAND. Nobody wrote
`vectors/oss_conform.py` with the tool's code in sight, so each shows that the other is right: what
they say of a vector, the kind of failure and the mistakes that explain it must be the same.
`changed` takes COUNT mistakes of the blind measurement, spread over all areas, and runs the tool
and the runner on each. `zones` does so with each known mistake that is made with local time, on a
machine in UTC: a vector of each of its clauses fails, and it gets its name; but not with
`--zone UTC`.
"""

import concurrent.futures
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VECTORS, SPEC = HERE.parent / "vectors", HERE.parent / "spec"


def report(runner, adapter, *more):
    """The JSON report of a runner on an adapter."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "report.json"
        flags = ["--quiet", "--profiles", "all", "--vectors", VECTORS, "--report", f"json={path}"]
        command = [*runner, "check", *flags, *more, "--", *adapter]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{runner[-1]} ended with exit status {done.returncode}")
        return json.loads(path.read_text("utf-8"))


def python_report(adapter, *more):
    """The report of the runner in Python."""
    return report([sys.executable, VECTORS / "oss_conform.py"], adapter, *more)


def names(found):
    """For each vector the ids of the mistakes that explain it."""
    return {
        vector: sorted(mistake["id"] for mistake in row["mistakes"])
        for row in found["diagnosis"]
        for vector in row["vectors"]
    }


def judged(found):
    """For each vector the kind of failure, or what else the report says of it."""
    # A list of known failures, which the tool may have had, changes no verdict.
    return {
        row["id"]: row.get("kind") or row["standing"].replace("unexpected-pass", "passed")
        for row in found["vectors"]
    }


def disagreements(tool, python):
    """What the two say otherwise, a line each."""
    theirs, ours = judged(tool), judged(python)
    for vector in theirs.keys() | ours.keys():
        if theirs.get(vector) != ours.get(vector):
            yield f"{vector}: {theirs.get(vector)} by the tool, {ours.get(vector)} in Python"
    if tool["corpus"] != python["corpus"]:
        yield f"the corpus: {tool['corpus']} by the tool, {python['corpus']} in Python"
    theirs, ours = names(tool), names(python)
    for vector in theirs.keys() | ours.keys():
        due, given = theirs.get(vector, []), ours.get(vector, [])
        if due != given:
            yield f"{vector}: named {due} by the tool, {given} in Python"


def compared(title, tool, python):
    """Print what the two say otherwise; whether they agree."""
    found = sorted(disagreements(tool, python))
    counts = [len(tool["vectors"]), sum(map(bool, names(tool).values())), len(found)]
    print(title, "{} vectors, {} failures with a name, {} disagreements".format(*counts), sep=": ")
    print(*(f"  {line}" for line in found[:20]), sep="\n", end="\n" if found else "")
    return not found and tool["summary"]["executed"] > 0


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


def spread(mistakes, count):
    """Some of the mistakes: a first one of each area, a second one, and so on."""
    areas = {}
    for mistake in mistakes:
        areas.setdefault(mistake["area"], []).append(mistake)
    rounds = itertools.chain(*itertools.zip_longest(*areas.values()))
    return [one for one in rounds if one][:count]


def changed(tool, path, count):
    """Whether both runners agree on implementations with one mistake each."""
    mistakes = [json.loads(line) for line in pathlib.Path(path).read_text("utf-8").splitlines()]

    def both(mistake):
        with tempfile.TemporaryDirectory() as name:
            adapter = [sys.executable, broken_oracle(mistake["edits"], pathlib.Path(name))]
            return mistake["id"], report([tool], adapter), python_report(adapter)

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        done = pool.map(both, spread(mistakes, count))
        agreed = [compared(*one) for one in done]
    return len(agreed) == count and all(agreed)


def local_mistakes():
    """The known mistakes that are made with local time, each with its clauses."""
    for page in sorted((SPEC / "mistakes").glob("*.md")):
        for section in page.read_text("utf-8").split("\n### ")[1:]:
            if "localtime" in section:
                clauses = section.partition("- Clauses: ")[2].partition("\n")[0]
                yield section.partition("\n")[0], clauses.split(", ")


def is_named(found, mistake):
    """Whether the mistake is named, and the name is certain."""
    rows = [row for row in found["diagnosis"] if row.get("certain")]
    return mistake in [one["id"] for row in rows for one in row["mistakes"]]


def is_seen(found, mistake, clauses):
    """Whether a vector of each clause fails, and the mistake is named."""
    failed = [row["clauses"] for row in found["vectors"] if "kind" in row]
    return is_named(found, mistake) and set().union(*failed).issuperset(clauses)


def zones(tool):
    """Whether both runners see each mistake of local time, and by the zone of the adapter alone."""
    os.environ["TZ"] = "UTC"  # as in most of CI

    def tried(mistake, clauses):
        adapter = [sys.executable, SPEC / "mistakes/edited_adapter.py", mistake]
        chosen = [f"--clause={one}" for one in clauses]
        theirs, ours = report([tool], adapter, *chosen), python_report(adapter, *chosen)
        faults = {
            "the tool does not see it": not is_seen(theirs, mistake, clauses),
            "the runner does not see it": not is_seen(ours, mistake, clauses),
            "it is named in UTC": is_named(
                report([tool], adapter, *chosen, "--zone", "UTC"), mistake
            ),
        }
        return mistake, theirs, ours, [fault for fault in faults if faults[fault]]

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        done = list(pool.map(lambda one: tried(*one), local_mistakes()))
    agreed = [compared(*reports) for *reports, _ in done]
    faults = [f"{mistake}: {fault}" for mistake, *_, found in done for fault in found]
    print(*faults, sep="\n", end="\n" if faults else "")
    return bool(done) and all(agreed) and not faults


def main(mode, first, *rest):
    """Compare as the mode says; return the exit status."""
    if mode == "zones":
        return 0 if zones(first) else 1
    if mode == "changed":
        return 0 if changed(first, rest[0], int(rest[1])) else 1
    tool = json.loads(pathlib.Path(first).read_text("utf-8"))
    return 0 if compared(tool["sdk"]["name"], tool, python_report(rest)) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
