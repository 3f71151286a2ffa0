#!/usr/bin/env python3
"""Hold the vectors' claims about an SDK against a run of that SDK.

    check_provenance.py VECTORS_DIR REPORT.json

A vector whose provenance says that the SDK of the report gave its bytes must have passed in that run, and
not by one of its alternatives.
"""
import json
import pathlib
import sys


def claims(folder, sdk):
    """The ids of the vectors that name the SDK."""
    for path in sorted(folder.rglob("*.json")):
        if path.name != "schema.json":
            for vector in json.loads(path.read_text("ascii"))["vectors"]:
                if sdk in vector["provenance"].get("sdks", []):
                    yield vector["id"]


def main():
    folder, report = pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())
    sdk = f"{report['sdk']['name']} {report['sdk']['version']}"
    results = {result["id"]: result for result in report["vectors"]}
    passed = failed = 0
    for name in claims(folder, sdk):
        result = results.get(name, {"standing": "not run"})
        notes = " ".join(result.get("notes", []))
        if result["standing"] == "passed" and "Another answer" not in notes:
            passed += 1
        else:
            failed += 1
            print(f"{name} claims {sdk}, which gave something else: {result['standing']} {notes}")
    print(f"provenance of {sdk}: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
