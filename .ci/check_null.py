"""Check that a run of an adapter that cannot sign tried every vector and passed none.

    check_null.py REPORT.json VECTORS_DIR

REPORT.json is the report of `oss-conform check`. A vector that was not tried proves nothing.
"""

import json
import pathlib
import sys


def main(report_path, folder):
    """Print the counts; return the exit status."""
    report = json.loads(pathlib.Path(report_path).read_text("utf-8"))
    files = [
        path
        for path in pathlib.Path(folder).rglob("*.json")
        if "/" in path.relative_to(folder).as_posix()
    ]
    vectors = sum(len(json.loads(path.read_text("ascii"))["vectors"]) for path in files)
    passed = sum(level["passed"] for level in report["summary"]["levels"].values())
    tried = report["summary"]["executed"]
    print(f"{report['sdk']['name']}: {vectors} vectors, {tried} tried, {passed} passed")
    return 0 if vectors > 0 and (tried, passed) == (vectors, 0) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
