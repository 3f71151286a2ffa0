#!/usr/bin/env python3
"""Freeze what the kit says before the catalogue of mistakes becomes the pages of spec/mistakes.

    take.py TOOL FOLDER [BLIND]        write frozen.json.xz
    take.py --blind TOOL               write what TOOL says of every blind mistake, as JSON lines

It was run in a checkout of commit 08610c3, the last one whose tool had the catalogue in Swift, with
the release build of its tool. FOLDER holds the JSON reports of that tool: `SDK.json` of each of the
twelve SDKs, with `--profiles all`, and `null-NAME.json` of each adapter that cannot sign. BLIND is
what `--blind` wrote. The archive has:

- `reports`: by the report's name the SDK; `judged`, by the vector its standing, kind, differences,
  message and notes, where it was tried; and `names`, the mistakes of the diagnosis, whether they
  are certain, and the vectors that they explain.
- `blind`: by the id of an edit in `.ci/blind/mistakes.jsonl` the must vectors that fail, and the
  names, each with whether it is certain. Three of every four edits are there, 1,023 of 1,364.
- `outputs`: what each command of `commands.py` wrote, and its exit status.
- `mistakes` and `clauses`: the ids of the catalogue, and what coverage said of each clause.

Of the commands that leave the tool (mutants, coverage, model, results) no output is kept. This
folder goes when the rebuilding is done.
"""

import concurrent.futures
import json
import lzma
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VECTORS = ROOT / "vectors"
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True

from commands import outputs  # noqa: E402

from judges import broken_oracle  # noqa: E402

COMPARED = ("standing", "kind", "message", "differences", "notes")
BLIND = ROOT / ".ci/blind/mistakes.jsonl"

# ----------------------------------------------------------------------------------------- Reports


def judgement(row):
    """What is compared of a vector. The message of a mismatch only repeats its differences."""
    found = {name: row[name] for name in COMPARED if name in row}
    repeats = row["operation"] != "credential.timeline" and row.get("differences")
    if row.get("kind") == "mismatch" and repeats:
        del found["message"]
    return found


def judged(report):
    """For each vector that was tried what the report says of it."""
    return {
        row["id"]: judgement(row) for row in report["vectors"] if row["standing"] != "unsupported"
    }


def names(report):
    """The mistakes of the diagnosis: their ids, the certainty, the vectors that they explain."""
    return [
        {
            "ids": [mistake["id"] for mistake in row["mistakes"]],
            "certain": row["certain"],
            "vectors": row["vectors"],
        }
        for row in report["diagnosis"]
        if row["mistakes"]
    ]


def single_names(rows):
    """The names of mistakes that were named alone, each with whether it is certain."""
    found = {}
    for row in (row for row in rows if len(row["ids"]) == 1):
        found[row["ids"][0]] = row["certain"] or found.get(row["ids"][0], False)
    return found


# ------------------------------------------------------------------------------------------- Blind


def blind_line(tool, mistake):
    """What the tool says of an edit of the oracle."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        adapter, path = broken_oracle(mistake["edits"], folder), folder / "report.json"
        flags = ["--quiet", "--profiles", "all", "--vectors", VECTORS, "--report", f"json={path}"]
        command = [tool, "check", *flags, "--", sys.executable, adapter]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        report = json.loads(path.read_text("utf-8"))
    # A vector of another level that fails has a standing of its own.
    failed = [row["id"] for row in report["vectors"] if row["standing"] == "failed"]
    return {
        "id": mistake["id"],
        "failed": failed,
        "names": single_names(names(report)),
    }


def write_blind(tool):
    """Print a line of JSON for each blind mistake."""
    mistakes = map(json.loads, BLIND.read_text("utf-8").splitlines())
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for line in pool.map(lambda one: blind_line(tool, one), mistakes):
            print(json.dumps(line), flush=True)


# -------------------------------------------------------------------------------------------- Taken


def main():
    """Do what is asked."""
    if sys.argv[1] == "--blind":
        write_blind(pathlib.Path(sys.argv[2]).resolve())
        return
    tool, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    reports = {}
    for path in sorted(folder.glob("*.json")):
        found = json.loads(path.read_text("utf-8"))
        reports[path.stem] = {"sdk": found["sdk"], "judged": judged(found), "names": names(found)}
    lines = [line for path in sys.argv[3:] for line in pathlib.Path(path).read_text().splitlines()]
    blind = {line["id"]: line for line in map(json.loads, lines)}
    lists = [json.loads(asked(tool, what)) for what in ("mutants", "coverage")]
    frozen = {
        "vectors": [row["id"] for row in found["vectors"]],
        "reports": reports,
        "blind": {
            key: {name: line[name] for name in ("failed", "names")} for key, line in blind.items()
        },
        "outputs": outputs(tool),
        "mistakes": [one["id"] for one in lists[0]["mistakes"]],
        "clauses": lists[1]["clauses"],
    }
    packed = lzma.compress(json.dumps(frozen, separators=(",", ":")).encode(), preset=9)
    (HERE / "frozen.json.xz").write_bytes(packed)
    print(f"{len(reports)} reports, {len(blind)} blind mistakes, {len(frozen['outputs'])} outputs")


def asked(tool, command):
    """What a command of the tool says in JSON."""
    words = [tool, command, "--json", "--vectors", VECTORS]
    return subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    main()
