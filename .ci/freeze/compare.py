#!/usr/bin/env python3
"""Compare today's judgement of the six SDKs with that of the freeze, before the kit was rebuilt.

    compare.py FOLDER

The freeze is commit df3e8b7. FOLDER holds `coverage.json`, from `oss-conform coverage --json`, and
the JSON report of each SDK. Three things must be as they were:

- Each vector of the freeze passes, fails or is unsupported with the same differences, messages and
  notes, or is in `changed` of ids.json with the reason.
- Each name that explained a failure explains it now. `ids` gives the name that a mistake has now,
  or "-" and the reason why its row was dropped; `renamed` says why a vector of an SDK has another
  name.
- Each mistake of the freeze has a row today, or such a reason.

`frozen.json.xz` has the reports of the freeze, without what is in the vectors and in the lists
of expectations: levels, clauses, reasons. Vectors that came later are in no report of the freeze.
This folder goes when the rebuilding is done.
"""

import json
import lzma
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
COMPARED = ("standing", "kind", "message", "differences", "notes")


def judged(report):
    """For each vector what the report says of it."""
    return {row["id"]: judgement(row) for row in report["vectors"]}


def judgement(row):
    """The members to compare. The message of a mismatch only repeats its differences."""
    found = {name: row[name] for name in COMPARED if name in row}
    repeats = row["operation"] != "credential.timeline" and row.get("differences")
    if row.get("kind") == "mismatch" and repeats:
        del found["message"]
    return found


def names(report):
    """For each vector the ids of the mistakes that explain it."""
    return {
        vector: sorted(mistake["id"] for mistake in element["mistakes"])
        for element in report["diagnosis"]
        for vector in element["vectors"]
    }


def judgement_faults(vectors, old, new, changed):
    """The vectors of the freeze that are gone, or that are judged otherwise."""
    now = judged(new)
    for vector in vectors:
        was = old["judged"].get(vector, {"standing": "unsupported"})
        if vector not in changed and was != now.get(vector):
            yield f"{vector} was {was}, is {now.get(vector)}"


def name_faults(old, new, ids, renamed):
    """The vectors of the freeze that another mistake explains now, or none."""
    now = names(new)
    for vector, were in old["names"].items():
        due = {ids.get(name, name) for name in were}
        is_dropped = any(name.startswith("-") for name in due)
        if (is_dropped or due - set(now.get(vector, []))) and vector not in renamed:
            yield f"{vector} was explained by {were}, is by {now.get(vector, [])}"


def row_faults(mistakes, ids, coverage):
    """The mistakes of the freeze that have no row today."""
    rows = {mistake for clause in coverage["clauses"] for mistake in clause["mistakes"]}
    for mistake in mistakes:
        due = ids.get(mistake, mistake)
        if not due.startswith("-") and due not in rows:
            yield f"{mistake} has no row: {due} is not in the catalogue"


def main(folder):
    """Print what differs; return the exit status."""
    table = json.loads((HERE / "ids.json").read_text())
    frozen = json.loads(lzma.decompress((HERE / "frozen.json.xz").read_bytes()))
    coverage = json.loads((folder / "coverage.json").read_text())
    faults = list(row_faults(frozen["mistakes"], table["ids"], coverage))
    for sdk, old in frozen["sdks"].items():
        new = json.loads((folder / f"{sdk}.json").read_text())
        changed = table["changed"].get(sdk, {})
        if {name: new["sdk"].get(name) for name in old["sdk"]} != old["sdk"]:
            faults.append(f"{sdk}: the adapter speaks for {new['sdk']} and not for {old['sdk']}")
        found = [*judgement_faults(frozen["vectors"], old, new, changed)]
        found += name_faults(old, new, table["ids"], table["renamed"].get(sdk, {}))
        faults += [f"{sdk}: {fault}" for fault in found]
    for fault in faults:
        print(fault)
    print(f"{len(frozen['sdks'])} reports compared with the freeze, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
