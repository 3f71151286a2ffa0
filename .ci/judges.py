#!/usr/bin/env python3
"""Hold the runner in Python against the tool: the same verdicts and names for the same adapters.

    judges.py report REPORT.json COMMAND...
    judges.py null REPORT.json COMMAND...
    judges.py changed TOOL COUNT
    judges.py zones TOOL

REPORT.json is the report of `oss-conform check --profiles all` on the adapter COMMAND. Nobody wrote
`vectors/oss_conform.py` with the tool's code in sight, so each shows that the other is right: what
they say of a vector, the kind of failure and the mistakes that explain it must be the same. `null`
is for an adapter that cannot sign: both have tried every vector, and passed none.
`changed` takes COUNT of the known mistakes, spread over all pages, and has the tool and the runner
judge the same replies of an SDK that makes it; the screen of each has all names that are certain.
`zones` runs both on each mistake that is made with local time, on a machine in UTC: a vector of
each of its clauses fails, and it gets its name; but not with `--zone UTC`.
"""

import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VECTORS, SPEC = HERE.parent / "vectors", HERE.parent / "spec"
sys.path.insert(0, str(SPEC / "mistakes"))

import mistakes  # noqa: E402
from pages import chosen  # noqa: E402

# What the tool asks for of all vectors.
REQUESTS = []


def report(runner, adapter, *more):
    """The JSON report of a runner on an adapter, with its screen as the member `text`."""
    return judgement([*runner, "check"], *more, "--", *adapter)


def judgement(command, *more):
    """The JSON report that a command writes of all profiles, with its screen as `text`."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "report.json"
        flags = ["--profiles", "all", "--vectors", VECTORS, "--report", f"json={path}"]
        done = subprocess.run([*command, *flags, *more], stdout=subprocess.PIPE, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{command[-2]} ended with exit status {done.returncode}")
        return {**json.loads(path.read_text("utf-8")), "text": done.stdout.decode("utf-8")}


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


def made_by(mistake):
    """The command of an SDK with a mistake."""
    return [sys.executable, SPEC / "mistakes/edited_adapter.py", mistake]


def is_shown(mistake, text):
    """Whether the name of a mistake is in a text."""
    return re.search(rf"(?<![\w-]){mistake}(?![\w-])", text) is not None


def spread(sections, count):
    """Some of the mistakes: a first one of each page, a second one, and so on."""
    pages = {}
    for section in sections:
        pages.setdefault(section.page, []).append(section)
    rounds = itertools.chain(*itertools.zip_longest(*pages.values()))
    return [one for one in rounds if one][:count]


def in_pairs(tried, tasks):
    """What comes of the tasks, two of which are done at a time."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        return list(pool.map(tried, tasks))


def no_faults(faults):
    """Print the faults; whether there is none."""
    print(*faults, sep="\n", end="\n" if faults else "")
    return not faults


def both(task):
    """The reports of the tool and of the runner on the same replies of an SDK with a mistake."""
    section, tool = task
    world = mistakes.WORLD
    outcome = world.run(section.edits(section.names))
    if outcome.crashes:
        raise SystemExit(f"{section.id}: {outcome.crashes}")
    run = world.report(outcome, world.vectors)
    ours = json.loads(mistakes.runner.json_report(run))
    ours["text"] = mistakes.runner.Text(run, False).written()
    by_request = {
        (one["operation"], world.inputs[one["id"]]): outcome.replies.get(
            one["id"], world.right[one["id"]]
        )
        for one in world.vectors
    }
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl") as file:
        print(json.dumps({"protocol": 1, "window": 1, **run.greeting}), file=file)
        for request in REQUESTS:
            reply = by_request[request["operation"], json.dumps(request["input"])]
            print(json.dumps({**reply, "seq": request["seq"]}), file=file)
        file.flush()
        return section.id, judgement([tool, "grade"], file.name), ours


def changed(tool, count):
    """Whether both runners agree on SDKs with one mistake each, and show its name."""
    mistakes.WORLD = mistakes.World()
    exported = subprocess.run([tool, "export"], stdout=subprocess.PIPE, check=True).stdout
    messages = map(json.loads, exported.splitlines())
    REQUESTS.extend(one for one in messages if one["op"] == "run")
    tasks = [(section, tool) for section in spread(chosen(), count)]
    with mistakes.workers() as pool:
        done = pool.map(both, tasks, 1)
    agreed = [compared(*one) for one in done]
    faults = [
        f"{name}: {found['runner']['name']} does not show {one['id']}"
        for name, *reports in done
        for found in reports
        for row in found["diagnosis"]
        for one in (row["mistakes"] if row.get("certain") else [])
        if not is_shown(one["id"], found["text"])
    ]
    return no_faults(faults) and len(agreed) == count and all(agreed)


def is_named(found, mistake):
    """Whether the mistake is named, and the name is certain."""
    rows = [row for row in found["diagnosis"] if row.get("certain")]
    return mistake in [one["id"] for row in rows for one in row["mistakes"]]


def is_seen(found, section):
    """Whether a vector of each clause fails, and the mistake is named."""
    failed = [row["clauses"] for row in found["vectors"] if "kind" in row]
    return is_named(found, section.id) and set().union(*failed).issuperset(section.clauses)


def zones(tool):
    """Whether both runners see each mistake of local time, and by the zone of the adapter alone."""
    os.environ["TZ"] = "UTC"  # as in most of CI

    def tried(section):
        chosen_ones = [f"--clause={one}" for one in section.clauses]
        theirs, ours, in_utc = (
            report([tool], made_by(section.id), *chosen_ones),
            python_report(made_by(section.id), *chosen_ones),
            report([tool], made_by(section.id), *chosen_ones, "--zone", "UTC"),
        )
        faults = {
            "the tool does not see it": not is_seen(theirs, section),
            "the runner does not see it": not is_seen(ours, section),
            "it is named in UTC": is_named(in_utc, section.id),
        }
        found = [f"{section.id}: {fault}" for fault in faults if faults[fault]]
        return section.id, theirs, ours, found

    local = [one for one in chosen() if any("localtime" in block.text for block in one.blocks)]
    done = in_pairs(tried, local)
    agreed = [compared(*reports) for *reports, _ in done]
    return (
        no_faults([fault for *_, found in done for fault in found]) and bool(done) and all(agreed)
    )


def is_nothing(found):
    """Whether every vector was tried and none passed: one that was not tried proves nothing."""
    summary, counts = found["summary"], found["summary"]["levels"].values()
    passed = sum(level["passed"] for level in counts)
    return summary["executed"] == found["corpus"]["vectors"] > 0 and passed == 0


def main(mode, first, *rest):
    """Compare as the mode says; return the exit status."""
    if mode == "zones":
        return 0 if zones(first) else 1
    if mode == "changed":
        return 0 if changed(first, int(rest[0])) else 1
    tool = json.loads(pathlib.Path(first).read_text("utf-8"))
    python = python_report(rest)
    is_right = compared(tool["sdk"]["name"], tool, python)
    if mode == "null":
        is_right = is_right and no_faults(
            [
                f"{one['runner']['name']}: not all failed"
                for one in (tool, python)
                if not is_nothing(one)
            ]
        )
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
