#!/usr/bin/env python3
"""Compare the reports of a run with those of the freeze, before the kit was rebuilt (commit df3e8b7).

    compare.py FOLDER

FOLDER holds `mutants.json` and the JSON report of each SDK. All that a report says of the vectors must be what
it was, byte for byte, but for the digest of the corpus. `ids.json` maps each mistake of the freeze to its row
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


def report_faults(sdk, old, new, ids, renamed):
    """What differs between two reports of an SDK, a sentence each."""
    faults = []
    old_names, new_names = names(old), names(new)
    for report in (old, new):
        report["corpus"].pop("digest")
        report.pop("diagnosis")
    if old != new:
        faults.append("%s: the report differs beside the diagnosis" % sdk)
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
    ids, renamed = table["ids"], table["renamed"]
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
                faults += report_faults(member.name, old, new, ids, renamed)
    for fault in faults:
        print(fault)
    print("%d reports compared with the freeze, %d faults" % (compared, len(faults)))
    return 1 if faults or not compared else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
