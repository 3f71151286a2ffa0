#!/usr/bin/env python3
"""Compare the reports of a run with those of the freeze, before the kit was rebuilt (commit df3e8b7).

    compare.py FOLDER

FOLDER holds `mutants.json` and the JSON report of each SDK. They must be what they were, byte for byte,
but for the digest of the corpus: the suites lost their member `kind`. This folder goes when the rebuilding
is done.
"""

import json
import pathlib
import sys
import tarfile

ARCHIVE = pathlib.Path(__file__).with_name("reports.tar.xz")


def report(data):
    """The report without what may change."""
    value = json.loads(data)
    if "corpus" in value:
        value["corpus"].pop("digest")
    return json.dumps(value, indent=1)


def first_difference(old, new):
    """The first two lines that differ."""
    old, new = old.splitlines(), new.splitlines()
    for number, pair in enumerate(zip(old, new)):
        if pair[0] != pair[1]:
            return "line %d: was %s, is %s" % (number + 1, pair[0].strip(), pair[1].strip())
    return "%d lines, were %d" % (len(new), len(old))


def main(folder):
    compared = differing = 0
    with tarfile.open(ARCHIVE) as archive:
        for member in archive.getmembers():
            old = report(archive.extractfile(member).read())
            new = report((folder / member.name).read_bytes())
            compared += 1
            if old != new:
                differing += 1
                print("%s: %s" % (member.name, first_difference(old, new)))
    print("%d reports compared with the freeze, %d differ" % (compared, differing))
    return 1 if differing or not compared else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
