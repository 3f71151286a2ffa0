"""Whether a run of an adapter that cannot sign passed nothing.

    check_null.py REPORT.json

The report is one of `oss-conform check`. A run in which nothing was tried proves nothing either.
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
passed = sum(level["passed"] for level in report["summary"]["levels"].values())
executed = report["summary"]["executed"]
name = report["sdk"]["name"]
print("%s: %d of %d passed" % (name, passed, executed))
sys.exit(1 if passed or executed < 900 else 0)
