#!/usr/bin/env python3
"""Compare the reports of a run with those of the freeze, before the kit was rebuilt (commit df3e8b7).

    compare.py FOLDER

FOLDER holds `mutants.json` and the JSON report of each SDK. All that a report says of a vector of the freeze must
be what it was, byte for byte, unless the vector stands in `changed` with the reason. Vectors that were added
since are in no report of the freeze, so they are left out, and with them what is counted over all vectors. `ids.json` maps each mistake of the freeze to its row
in the catalogue, or to "-" and the reason why it was dropped; a vector that had a name at the freeze must have
the mapped one now, or stand in `renamed` with the reason. This folder goes when the rebuilding is done.
"""

import json
import pathlib
import sys
import tarfile

HERE = pathlib.Path(__file__).parent


def names(report):
    """For each vector the ids of the mistakes that explain it."""
    found = {}
    for element in report["diagnosis"]:
        for vector in element["vectors"]:
            found[vector] = {mistake["id"] for mistake in element["mistakes"]}
    return found


def vector_faults(sdk, old, new, changed):
    """The vectors of the freeze that are gone, or of which the report says something else."""
    for row in old + new:
        # What a vector is worth was decided anew, clause by clause; what the SDK gave was not.
        row.pop("level")
        row.pop("clauses")
        # The message of a mismatch tells its differences, which are compared, in other words now.
        if row.get("kind") == "mismatch" and row["operation"] != "credential.timeline" and row["differences"]:
            row.pop("message")
    found = {row["id"]: row for row in new}
    return ["%s: %s was %s, is %s" % (sdk, row["id"], row, found.get(row["id"]))
            for row in old if row["id"] not in changed and row != found.get(row["id"])]


def report_faults(sdk, old, new, table):
    """What differs between two reports of an SDK, a sentence each."""
    ids, renamed = table["ids"], table["renamed"]
    old_names, new_names = names(old), names(new)
    faults = vector_faults(sdk, old.pop("vectors"), new.pop("vectors"), table["changed"].get(sdk, {}))
    for report in (old, new):
        for member in ("corpus", "diagnosis", "summary"):
            report.pop(member)
    if old != new:
        faults.append("%s: the report differs beside its vectors" % sdk)
    for vector, were in old_names.items():
        due = {ids.get(name, name) for name in were}
        lost = {name for name in due if not name.startswith("-")} - new_names.get(vector, set())
        dropped = {name for name in due if name.startswith("-")}
        if (lost or dropped) and vector not in renamed:
            faults.append("%s: %s was %s, is %s" % (sdk, vector, sorted(were), sorted(new_names.get(vector, []))))
    return faults


def main(folder):
    """Print what differs; return the exit status."""
    table = json.loads((HERE / "ids.json").read_text())
    ids = table["ids"]
    faults, compared = [], 0
    with tarfile.open(HERE / "reports.tar.xz") as archive:
        for member in archive.getmembers():
            old = json.loads(archive.extractfile(member).read())
            new = json.loads((folder / member.name).read_text())
            compared += 1
            if member.name == "mutants.json":
                rows = {row["id"] for row in new["mistakes"]}
                for mistake in old["mutants"]:
                    due = ids.get(mistake["id"], mistake["id"])
                    if not due.startswith("-") and due not in rows:
                        faults.append("%s has no row: %s is not in the catalogue" % (mistake["id"], due))
            else:
                faults += report_faults(member.name, old, new, table)
    for fault in faults:
        print(fault)
    print("%d reports compared with the freeze, %d faults" % (compared, len(faults)))
    return 1 if faults or not compared else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
