#!/usr/bin/env python3
"""Hold both runners against adapters that misbehave: the same end, and the one that is due.

    bad_adapters.py TOOL

Each adapter computes MD5, and does one thing wrong. A child of the adapter must end with the run.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

RUNNER = pathlib.Path(__file__).resolve().parent.parent / "vectors" / "oss_conform.py"
SDK = {"name": "bad", "version": "1", "language": "python"}
GREETING = {"protocol": 1, "sdk": SDK, "operations": ["md5"], "window": 4}
# What is wrong: the exit status, and the kinds of the failures with their numbers.
DUE = {
    "nothing": (0, {}),
    "reads-environment": (0, {}),
    "starts-child": (0, {}),
    "any-order": (0, {}),
    "replies-twice": (0, {}),
    "dies-at-times": (0, {}),
    "sleeps-on-abc": (1, {"timeout": 1}),
    "dies-on-abc": (1, {"crash": 1}),
    "null-for-abc": (1, {"crash": 1}),
    "banner-for-abc": (1, {"crash": 1}),
    "endless-line-for-abc": (1, {"crash": 1}),
    "unknown-seq-for-abc": (1, {"crash": 1}),
    "output-is-text-for-abc": (1, {"adapter-failed": 1}),
    "status-missing-for-abc": (1, {"adapter-failed": 1}),
    "never-reads": (1, None),
    "banner-always": (3, None),
    "banner-first": (3, None),
    "old-protocol": (3, None),
    "dies-at-once": (3, None),
}


WRONG_LINES = {
    "null-for-abc": "null",
    "banner-for-abc": "INFO signing",
    "endless-line-for-abc": "x" * (1 << 21),
}
WRONG_MEMBERS = {
    "unknown-seq-for-abc": {"seq": "x"},
    "output-is-text-for-abc": {"output": "x"},
    "status-missing-for-abc": {"status": None},
}


def reply_to(mode, request, count):
    """The line for a request; some modes do not come back."""
    data = request["input"]["data"].encode() if isinstance(request["input"]["data"], str) else b""
    output = {"digest": hashlib.md5(data).hexdigest()}
    reply = {"seq": request["seq"], "status": "ok", "output": output}
    if not isinstance(request["input"]["data"], str):
        reply["status"] = "unsupported"
    if (mode, count) == ("dies-at-times", 7) or (mode, data) == ("dies-on-abc", b"abc"):
        sys.exit(5)
    if (mode, data) == ("sleeps-on-abc", b"abc"):
        time.sleep(60)
    if data == b"abc":
        reply.update(WRONG_MEMBERS.get(mode, {}))
    line = json.dumps(reply)
    lines = {"banner-always": "INFO signing", "replies-twice": f"{line}\n{line}"}
    lines.update(WRONG_LINES if data == b"abc" else {})
    return lines.get(mode, line)


def adapter(mode, path):
    """An adapter that does one thing wrong."""
    if mode == "reads-environment" and "OSS_ACCESS_KEY_SECRET" in os.environ:
        sys.exit("a secret reached the adapter")
    if mode == "starts-child":
        child = subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL)
        pathlib.Path(path).write_text(str(child.pid), "ascii")
    if mode == "dies-at-once":
        return
    held = []
    for count, line in enumerate(sys.stdin):
        request = json.loads(line)
        if request["op"] == "bye":
            return
        if request["op"] == "hello":
            greeting = {"protocol": 2, "error": "old"} if mode == "old-protocol" else GREETING
            print("hello" if mode == "banner-first" else json.dumps(greeting), flush=True)
            if mode == "never-reads":
                time.sleep(60)
            continue
        held.append(reply_to(mode, request, count))
        if mode != "any-order" or len(held) == 3:
            print(*reversed(held), sep="\n", flush=True)
            held = []


def outcome(runner, mode, folder):
    """The exit status of a run, and the kinds of its failures; None where there is no report."""
    report, child = folder / "report.json", folder / "child"
    report.unlink(missing_ok=True)
    flags = ["--id", "md5-abc"] if mode == "never-reads" else []
    flags += ["--operation", "md5", "--timeout", "0.4", "--quiet", "--report", f"json={report}"]
    command = [*runner, "check", *flags, "--", sys.executable, __file__, "--adapter", mode, child]
    environment = {**os.environ, "OSS_ACCESS_KEY_SECRET": "a-secret-of-this-check"}
    done = subprocess.run(
        [*map(str, command)], env=environment, capture_output=True, check=False, timeout=60
    )
    if mode == "starts-child":
        pid = child.read_text("ascii")
        stat = pathlib.Path("/proc", pid, "stat")
        if stat.exists() and stat.read_text("utf-8").split()[2] != "Z":
            raise SystemExit(f"{runner[-1]}: a child of the adapter is still there")
    if done.returncode == 3 or not report.exists():
        return done.returncode, None
    kinds = [
        row["kind"] for row in json.loads(report.read_text("utf-8"))["vectors"] if "kind" in row
    ]
    return done.returncode, {kind: kinds.count(kind) for kind in sorted(set(kinds))}


def main(tool):
    """Run both runners on all; return the exit status."""
    status = 0
    with tempfile.TemporaryDirectory() as name:
        for mode, due in DUE.items():
            found = [
                outcome(runner, mode, pathlib.Path(name))
                for runner in ([tool], [sys.executable, RUNNER])
            ]
            is_right = found[0] == found[1] and due[1] in (found[0][1], None)
            is_right = is_right and found[0][0] == due[0]
            print("as is due" if is_right else f"NOT {due}, but {found}", mode, sep=": ")
            status = status if is_right else 1
    return status


if __name__ == "__main__":
    if sys.argv[1] == "--adapter":
        adapter(*sys.argv[2:])
    else:
        sys.exit(main(*sys.argv[1:]))
